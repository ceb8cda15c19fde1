"""Fixtures with a PostgreSQL server that the tests start and stop."""

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
    """A server for all tests of this process."""
    running = _the_server()
    yield running
    running.remove()


@pytest.fixture
def database(server: Server) -> Database:
    """An empty database."""
    found = Database(server.address())
    found.execute("DROP SCHEMA IF EXISTS rollwright CASCADE")
    return found
