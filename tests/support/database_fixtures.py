"""A PostgreSQL server that the tests start and stop: for these tests, and for those of what uses a store."""

from collections.abc import Iterator
from functools import cache

import pytest

from tests.support.places import Database
from tools.postgres import Server


@cache
def _the_server() -> Server:
    return Server()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server for all tests of this process, whichever folder they are in."""
    running = _the_server()
    yield running
    running.remove()


@pytest.fixture
def database(server: Server) -> Database:
    """A database with nothing in it."""
    found = Database(server.address())
    found.execute("DROP SCHEMA IF EXISTS rollwright CASCADE")
    return found
