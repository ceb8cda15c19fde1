"""Places for tables."""

from pathlib import Path

import pytest
from postgres import Server

from .places import Database, File, Place


@pytest.fixture
def server(database_server: Server) -> Server:
    """The server whose database these tests use."""
    return database_server


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for tables, of one kind and of the other."""
    if request.param == "SQLite":
        return File(str(tmp_path / "data" / "rollwright" / "games.sqlite"))
    made: Database = request.getfixturevalue("database")
    return made
