"""What an earlier release has written is read by this one: its file, and its back-up in either kind of database."""

import gzip
import json
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.live.environment import Environment
from rollwright.records import replay
from rollwright.store.backends import open_store
from rollwright.store.backup import restore
from rollwright.store.protocol import Store
from rollwright.web.web_settings import WebSettings
from tests.store.release import BACKUP, DATABASE, NOTES, Browser
from tests.support.environments import QUICK, StoppedTime
from tests.support.places import PATIENCE, Database
from tests.support.wire import GENEROUS, quick_app

RELEASES = sorted(Path(__file__).parent.glob("data/release-*"))
WAYS = ["its file", "its back-up in SQLite", "its back-up in PostgreSQL"]


@dataclass
class Old:
    """What a release has written, in a store of this one, and what its pages showed."""

    store: Store
    notes: dict[str, Any]
    app: TestClient

    def browser(self, name: str) -> Browser:
        """Return the browser of somebody who was there; of somebody new if the name is not known."""
        token = self.notes["tokens"].get(name)
        cookies = {"rollwright": token} if token else {}
        client = TestClient(self.app.app, base_url="http://localhost", follow_redirects=False, cookies=cookies)
        client.portal = self.app.portal
        return Browser(client)

    def who_plays(self, table: str) -> tuple[Browser, int]:
        """Return the browser that can move at a table, and for which seat; bots roll for themselves before."""
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            for name in self.notes["tokens"]:
                browser = self.browser(name)
                if table in [listed for listed, _ in browser.tables()]:
                    state = browser.values(table)["state"]
                    if state["turns"] or state["roll"]:
                        return browser, next(iter(state["turns"]), 0)
        raise AssertionError("nobody is asked")


@pytest.fixture(params=[f"{release.name}, {way}" for release in RELEASES for way in WAYS])
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Old]:
    """A server of the present code, at noon of the day when the release was played at."""
    name, _, way = request.param.partition(", ")
    folder = Path(__file__).parent / "data" / name
    notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
    place: Path | str = tmp_path / "tables.sqlite3"
    if way == "its file":
        with gzip.open(folder / DATABASE) as packed, open(place, "wb") as file:
            shutil.copyfileobj(packed, file)
    else:
        if way.endswith("PostgreSQL"):
            database: Database = request.getfixturevalue("database")
            place = database.address
        with open(folder / BACKUP, "rb") as backup:
            restore(place, backup, BACKUP)
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    noon = StoppedTime(datetime.fromisoformat(f"{notes['day']}T12:00:00+00:00"))
    with closing(open_store(place)) as store, _served(store, replace(QUICK, utc_now=noon)) as app:
        yield Old(store, notes, app)


@contextmanager
def _served(store: Store, environment: Environment) -> Iterator[TestClient]:
    app = quick_app(store, environment, settings=WebSettings(limit_factor=GENEROUS))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        yield client


def known_as(token: str) -> str:
    """Return how a store knows the browser with a token."""
    return sha256(token.encode()).hexdigest()


def test_there_is_an_old_release() -> None:
    assert RELEASES


def test_every_page_shows_what_it_showed(old: Old) -> None:
    """Cookies are known, and lists, results, boards and records are what they were."""
    for name in old.notes["tokens"]:
        browser = old.browser(name)
        assert browser.tables() == old.notes["listed"][name]
        assert browser.results() == old.notes["results"][name]
    dora = old.browser("dora")
    for game, board in old.notes["boards"].items():
        assert dora.board(old.notes["day"], game) == board
        assert dora.digest(old.notes["day"], game) == old.notes["digests"][game]
    for table, record in old.notes["records"].items():
        browsers = [old.browser(name) for name in old.notes["tokens"]]
        assert next((found for browser in browsers if (found := browser.record(table))), None) == record


def test_a_finished_game_has_the_points_it_had(old: Old) -> None:
    """What the summary of a table says is what its log adds up to, and what the result says that was kept of it."""
    finished = {name: table for name, table in old.notes["tables"].items() if name.endswith("finished")}
    assert len(finished) > 10
    listed = {
        each.head.table_id: each
        for token in old.notes["tokens"].values()
        for each in old.store.list_tables(known_as(token)).result(PATIENCE)
    }
    for table_id in finished.values():
        table = replay(old.notes["records"][table_id], compiled=False)
        assert table.over
        assert listed[table_id].ended
        assert listed[table_id].summary.halves == tuple(table.halves(seat) for seat in range(table.seats))
    for token in old.notes["tokens"].values():
        for result in old.store.results(known_as(token)).result(PATIENCE):
            if result.table_id in listed:  # results outlive their tables
                assert result.halves == listed[result.table_id].summary.halves[result.seat]


def test_an_unfinished_game_goes_on(old: Old) -> None:
    unfinished = [table for name, table in old.notes["tables"].items() if "finished" not in name]
    unfinished.remove(old.notes["tables"]["waits for players"])
    assert len(unfinished) > 5
    for table in unfinished:
        browser, seat = old.who_plays(table)
        before = len(old.store.load(table).result(PATIENCE)[1])
        state = browser.values(table, seat)["state"]
        if state["roll"]:
            faces = {"faces": [1 for _ in state["own"]]} if state.get("own") else {}
            browser.do(table, "roll", key="new", **faces)
        else:
            moves, opened = browser.moves(table, seat)
            browser.do(table, "play", seat=seat, move=moves[0], opened=opened, key="new")
        assert len(old.store.load(table).result(PATIENCE)[1]) > before


def test_a_request_that_was_kept_is_not_done_again(old: Old) -> None:
    table = old.notes["tables"]["daily tou_shi, dora"]
    dora = old.browser("dora")
    length = len(old.store.load(table).result(PATIENCE)[1])
    for key in old.store.keys(table).result(PATIENCE):
        dora.do(table, "roll", key=key.rpartition("/")[2])
    assert len(old.store.load(table).result(PATIENCE)[1]) == length
    dora.do(table, "roll", key="new")
    assert len(old.store.load(table).result(PATIENCE)[1]) == length + 1


def test_a_link_that_nobody_has_used_still_lets_in(old: Old) -> None:
    table, links = old.notes["tables"]["waits for players"], old.notes["links"]
    guest, watcher = old.browser("a guest"), old.browser("somebody who watches")
    assert guest.join(links["join"]) == watcher.join(links["watch"]) == table
    assert guest.token != watcher.token
    guest.do(table, "sit", seat=2, name="Guest")
    old.browser("dora").do(table, "begin")
    assert guest.tables() == [[table, "Terminal Dispute Dora: 0, Ben: 0, Guest: 0"]]


def test_a_try_stays_spent(old: Old) -> None:
    ana, day = old.browser("ana"), old.notes["day"]
    assert ana.send(f"/daily/{day}/tou_shi") == old.notes["tables"]["daily tou_shi, ana, finished"]
