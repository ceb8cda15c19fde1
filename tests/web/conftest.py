"""A store and a browser without a window for these tests."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import rollwright.games
from rollwright.live.environment import Environment
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from tests.support.database_fixtures import database, server
from tests.support.environments import QUICK, SameSeed
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


@pytest.fixture
def environment(request: pytest.FixtureRequest) -> Environment:
    """What the server of a test is handed; where the small game with secrets is played, dice always fall alike."""
    return replace(QUICK, random_bits=SameSeed(7)) if "bids" in request.fixturenames else QUICK


@pytest.fixture
def client(store: SQLiteStore, environment: Environment) -> Iterator[TestClient]:
    with browser(store, QuickThinkers(), environment) as client:
        yield client


@pytest.fixture
def bids() -> Iterator[str]:
    """A small game with secrets, on the shelf."""
    shelf: Any = rollwright.games.__path__
    shelf.append(str(Path(__file__).parent.parent / "shelf"))
    yield "sealed_bids"
    shelf.pop()
