"""A store and a browser without a window for these tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rollwright.games
from rollwright.table.sqlite import SQLiteStore
from rollwright.table.store import SEEDED

from .wire import QuickCrew, browser


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    monkeypatch.setattr("rollwright.web.opening.DICE", SEEDED)  # what the tests expect of dice was written for these


@pytest.fixture
def client(store: SQLiteStore) -> Iterator[TestClient]:
    with browser(store, QuickCrew()) as client:
        yield client


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small game with secrets, on the shelf; its dice always fall alike."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)
    shelf: Any = rollwright.games.__path__
    shelf.append(str(Path(__file__).parent.parent / "shelf"))
    yield "sealed_bids"
    shelf.pop()
