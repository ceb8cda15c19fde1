"""Places for tables, and a PostgreSQL server that these tests start and stop."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tools"))

from postgres import Server

from .places import Database, File, Place


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server for all tests of this process."""
    running = Server()
    try:
        yield running
    finally:
        running.remove()


@pytest.fixture
def database(server: Server) -> Database:
    """A database with nothing in it."""
    found = Database(server.address())
    found.execute("DROP SCHEMA IF EXISTS rollwright CASCADE")
    return found


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for tables, of one kind and of the other."""
    if request.param == "SQLite":
        return File(str(tmp_path / "data" / "rollwright" / "games.sqlite"))
    made: Database = request.getfixturevalue("database")
    return made
