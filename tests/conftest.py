"""A PostgreSQL server that the tests start and stop, for all folders that need one."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]

if TYPE_CHECKING:
    from postgres import Server

    from store.places import Database


@pytest.fixture(scope="session")
def database_server() -> "Iterator[Server]":
    """A server for all tests of this process."""
    from postgres import Server

    running = Server()
    try:
        yield running
    finally:
        running.remove()


@pytest.fixture
def database(database_server: "Server") -> "Database":
    """A database with nothing in it."""
    from store.places import Database

    found = Database(database_server.address())
    found.execute("DROP SCHEMA IF EXISTS rollwright CASCADE")
    return found
