"""A store and a browser without a window for these tests."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rollwright.games
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.models import DiceKind
from tests.support.database_fixtures import database, server
from tests.support.places import Database, File
from tests.support.wire import QuickThinkers, browser

__all__ = ["database", "server"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of one kind and of the other, for what must hold with both."""
    if request.param == "SQLite":
        place: File | Database = File(str(tmp_path / "tables.sqlite3"))
    else:
        place = request.getfixturevalue("database")
    with closing(place.open()) as store:
        yield store


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    monkeypatch.setattr("rollwright.live.presence.ABSENT", 0)
    monkeypatch.setattr(
        "rollwright.live.new_table.DICE", DiceKind.SEEDED
    )  # what the tests expect of dice was written for these


@pytest.fixture
def client(store: SQLiteStore) -> Iterator[TestClient]:
    with browser(store, QuickThinkers()) as client:
        yield client


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small game with secrets, on the shelf; its dice always fall alike."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)
    shelf: Any = rollwright.games.__path__
    shelf.append(str(Path(__file__).parent.parent / "shelf"))
    yield "sealed_bids"
    shelf.pop()
