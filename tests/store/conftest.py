"""Places for tables."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tools"))

from .fixtures import database, server
from .places import Database, File, Place

__all__ = ["database", "server"]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for tables, of one kind and of the other."""
    if request.param == "SQLite":
        return File(str(tmp_path / "data" / "rollwright" / "games.sqlite"))
    made: Database = request.getfixturevalue("database")
    return made
