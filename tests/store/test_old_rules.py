"""Games that were played by earlier rules: they are listed, shown, compared and deleted, and break no page."""

import gzip
import io
import json
import logging
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rollwright.core.game import open_game
from rollwright.live.cleanup import sweep
from rollwright.live.editions import archivist
from rollwright.live.editions.archivist import mend
from rollwright.store.backends import open_store
from rollwright.store.backup import back_up, restore
from rollwright.store.errors import NoSuchTable
from rollwright.store.protocol import Store
from rollwright.web.table.socket import OTHER_PAGE
from rollwright.web.web_settings import WebSettings
from tests.store.release import DATABASE, NOTES, Browser
from tests.support.environments import QUICK
from tests.support.places import PATIENCE, Database
from tests.support.wire import GENEROUS, JSON, quick_app, services

RELEASES = sorted(Path(__file__).parent.glob("data/rules-*"))
CHANGED = {"rules-before-races-were-balanced": "starcraft", "rules-before-garrisons-were-set": "rolling_pyramids 1"}
"""By folder: how the names of the tables begin that today's rules do not replay."""

OVER = "This game cannot be replayed, as the rules have changed since it was played: this is how it ended."
LEFT = "This game cannot be continued, as the rules have changed since it began"

PAGES = ("", "/view", "/about", "/score", "/record", "/replay", "/replay/steps", "/replay/frames?from=0", "/same",
         "/compare", "/company", "/delete")  # fmt: skip
ACTIONS = ("play", "roll", "undo", "hint", "again", "begin", "sit", "leave", "lend", "return", "link", "greet", "nonce")
SITE = ("/", "/tables", "/statistics", "/daily", "/puzzles")


@dataclass
class Old:
    """What earlier rules have left, in a store of this release."""

    store: Store
    notes: dict[str, Any]
    changed: str
    client: TestClient

    @property
    def browser(self) -> Browser:
        return Browser(self.client)

    def tables(self, how: str, changed: bool = True) -> list[str]:
        """Return the tables that end in a way, "finished" or "left", and that the rules have changed for or not."""
        named = self.notes["tables"].items()
        return [table for name, table in named if name.endswith(how) and name.startswith(self.changed) is changed]


@pytest.fixture(params=[f"{release.name}, {kind}" for release in RELEASES for kind in ("SQLite", "PostgreSQL")])
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Old]:
    name, _, kind = request.param.partition(", ")
    folder = Path(__file__).parent / "data" / name
    place: Path | str = tmp_path / "tables.sqlite3"
    with gzip.open(folder / DATABASE) as packed, open(place, "wb") as file:
        shutil.copyfileobj(packed, file)
    if kind == "PostgreSQL":
        database: Database = request.getfixturevalue("database")
        backup = io.BytesIO()
        back_up(place, backup)
        place = database.address
        restore(place, backup, "backup.gz")
    monkeypatch.setenv("ROLLWRIGHT_COMPILE", "off")
    notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
    with closing(open_store(place)) as store:
        app = quick_app(store, QUICK, settings=WebSettings(limit_factor=GENEROUS))
        cookies = {"rollwright": notes["token"]}
        with TestClient(app, base_url="http://localhost", follow_redirects=False, cookies=cookies) as client:
            yield Old(store, notes, CHANGED[name], client)


def test_there_are_games_of_earlier_rules() -> None:
    assert {release.name for release in RELEASES} == set(CHANGED)


def test_lists_show_what_they_showed_and_every_page_of_the_site_answers(old: Old) -> None:
    assert old.browser.tables() == old.notes["listed"]
    for address in SITE:
        assert old.client.get(address).status_code == 200, address


def test_a_finished_game_shows_names_and_points_and_one_sentence(old: Old) -> None:
    listed = dict(old.notes["listed"])
    finished = old.tables("finished")
    assert finished
    for table in finished:
        for address in (f"/table/{table}", f"/table/{table}/replay"):
            shown = old.browser.page(address)
            assert shown.count(OVER) == 1
            players = re.findall(r'kept-name">([^<]*)</span>\s*<strong>([^<]*)<', shown)
            said = listed[table].partition("game over ")[2]
            assert sorted(f"{name}: {points}" for name, points in players) == sorted(said.split(", "))


def test_an_unfinished_game_says_that_it_cannot_go_on(old: Old) -> None:
    left = old.tables("left")
    assert left
    for table in left:
        shown = old.browser.page(f"/table/{table}")
        assert shown.count(LEFT) == 1
        assert f"/table/{table}/delete" in shown
        assert "<svg data-part" not in shown


def test_no_page_breaks_and_each_table_has_one_line_in_the_log(old: Old, caplog: pytest.LogCaptureFixture) -> None:
    tables = old.tables("finished") + old.tables("left")
    with caplog.at_level(logging.WARNING):
        for table in tables:
            for page in PAGES:
                for headers in ({}, JSON):
                    answer = old.client.get(f"/table/{table}{page}", headers=headers)
                    assert answer.status_code in (200, 409, 422), f"{page}: {answer.status_code}"
                    if answer.status_code != 200:
                        assert "the rules have changed since" in answer.text, page
            for action in ACTIONS:
                answer = old.client.post(f"/table/{table}/{action}", json={"seat": 0, "key": "k"}, headers=JSON)
                assert answer.status_code == 409, f"{action}: {answer.status_code} {answer.text}"
            with old.client.websocket_connect(f"ws://localhost/table/{table}/live") as live:
                with pytest.raises(WebSocketDisconnect) as closed:
                    live.receive_text()
                assert closed.value.code == OTHER_PAGE
    lines = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert [(line.levelname, line.exc_info) for line in lines] == [("WARNING", None)] * len(tables)
    now = open_game(old.changed.partition(" ")[0]).edition
    for line in lines:
        assert re.fullmatch(
            rf"Cannot replay the table opened [\d :-]+ UTC \(.*, edition unknown, now {now}\): .*", line.getMessage()
        )
        assert not any(secret in line.getMessage() for secret in (*tables, "Ana", "Ben"))  # neither ids nor names


def test_other_browsers_learn_nothing_of_an_unfinished_game(old: Old) -> None:
    left, finished = old.tables("left")[0], old.tables("finished")[0]
    old.client.cookies.clear()
    assert old.client.get(f"/table/{left}").status_code == 404
    assert old.client.get(f"/table/{left}/replay").status_code == 404
    assert old.client.get(f"/table/{finished}").status_code == 404
    assert OVER in old.client.get(f"/table/{finished}/replay").text  # as any finished game
    assert old.client.post(f"/table/{finished}/delete").status_code == 404


def test_games_that_the_rules_have_not_changed_for_are_as_they_were(old: Old) -> None:
    for table in old.tables("finished", changed=False):
        assert 'id="replay' in old.browser.page(f"/table/{table}/replay")
        assert "score" in str(old.browser.record(table))
    for table in old.tables("left", changed=False):
        assert old.browser.values(table)["state"]["over"] is False


def test_all_of_them_can_be_deleted(old: Old) -> None:
    for table in old.tables("finished") + old.tables("left"):
        assert old.client.get(f"/table/{table}/delete").status_code == 200
        assert old.client.post(f"/table/{table}/delete").status_code == 303
        assert old.client.get(f"/table/{table}").status_code == 404
        assert table not in dict(old.browser.tables())


def test_those_that_were_left_are_swept(old: Old) -> None:
    rooms = services(old.client).rooms
    left = old.tables("left") + old.tables("left", changed=False)
    assert old.client.portal
    moment, notes = datetime.now().timestamp() + 60, old.store.sweep_notes
    notes.mark(notes.unmarked(moment, 99).result(PATIENCE), moment, 0.0).result(PATIENCE)
    assert old.client.portal.call(sweep, rooms, moment, 0.0) == len(left)
    for table in left:
        with pytest.raises(NoSuchTable):
            old.store.listed(table).result(PATIENCE)
    for table in old.tables("finished"):
        assert OVER in old.browser.page(f"/table/{table}")


def test_the_ends_of_all_that_can_be_replayed_are_kept_after_the_start(
    old: Old, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a change of the rules after this release takes nothing from them."""
    monkeypatch.setattr(archivist, "MEND_PAUSE", 0)
    rooms = services(old.client).rooms
    assert old.client.portal
    old.client.portal.call(mend, rooms)
    assert old.store.unarchived().result(PATIENCE) == []
    for table in old.tables("finished", changed=False):
        assert old.store.archive(table).result(PATIENCE)
    for table in old.tables("finished"):
        assert old.store.archive(table).result(PATIENCE) == ""
        assert OVER in old.browser.page(f"/table/{table}")


def test_their_edition_is_not_known_and_that_of_new_tables_is(old: Old) -> None:
    for table in old.notes["tables"].values():
        assert old.store.listed(table).result(PATIENCE).head.edition == 0
    new = old.browser.send("/new/tou_shi", quick="1")
    assert old.store.listed(new).result(PATIENCE).head.edition == open_game("tou_shi").edition > 0
