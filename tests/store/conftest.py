"""Places for tables."""

from pathlib import Path

import pytest

from tests.support.database_fixtures import database, server
from tests.support.places import Database, File, Place

__all__ = ["database", "server"]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for tables, of one kind and of the other."""
    if request.param == "SQLite":
        return File(str(tmp_path / "data" / "rollwright" / "games.sqlite"))
    made: Database = request.getfixturevalue("database")
    return made
