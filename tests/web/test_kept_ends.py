"""What is kept of a finished game, and what is said of a game whose log does not replay."""

import asyncio
import html
import json
import logging
import lzma
import re
import sqlite3
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rollwright.core.game import open_game
from rollwright.live.editions.archivist import Archivist, mend
from rollwright.live.history.folded_log import LaidTable
from rollwright.live.room import Room
from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Moved
from rollwright.table.editions.archive import Archive, Place, Telling, UnreadableArchive
from tests.support.online import party
from tests.support.places import PATIENCE, wait_until
from tests.support.sampling import dealt
from tests.support.wire import ANY_NUMBER, GAMES, JSON, QuickThinkers, browser, opened, play_on, post, record, services

OVER = "This game cannot be replayed, as its log is damaged: this is how it ended."
EARLIER_OVER = "This game cannot be replayed, as the rules have changed since it was played: this is how it ended."
LEFT = "This game cannot be continued, as its log is damaged"
EARLIER_LEFT = "This game cannot be continued, as the rules have changed since it began"
ALONE = {"kind-0": "here", "name-0": "Ana", "dice": "seeded"}
TWO = {**ALONE, "kind-1": "here", "name-1": "Ben"}


def archive_of(store: Store, table: str) -> Archive | None:
    text = store.archive(table).result(PATIENCE)
    return Archive.read(text) if text else None


def finish(client: TestClient, store: Store, game: str = ANY_NUMBER, **form: str) -> str:
    """Play a game to its end, and wait until that is kept."""
    table = opened(client, game, **form or ALONE)
    play_on(client, table)
    wait_until(lambda: archive_of(store, table) is not None)
    return table


def spoil(store: Store, table: str) -> None:
    """Add a move to a log that no rules allow."""
    _, log = store.load(table).result(PATIENCE)
    assert store.append(table, len(log), [Moved(0, 0, "nonsense")], None, None).result(PATIENCE)


@pytest.mark.parametrize(("any_store", "game"), dealt(["SQLite", "PostgreSQL"], GAMES), indirect=["any_store"])
def test_the_end_of_every_game_is_kept_and_shown_without_its_rules(any_store: Store, game: str) -> None:
    form = TWO if 2 in open_game(game).seats and not open_game(game).secrets else ALONE
    with browser(any_store, QuickThinkers()) as client:
        table = finish(client, any_store, game, **form)
        text = record(client, table)
    spoil(any_store, table)
    with browser(any_store, QuickThinkers(), cookies=client.cookies) as later:
        points = [each.replace(".5", "½").removesuffix(".0") for each in text.splitlines()[-1].split()[1:]]
        for language in ("en", "es", "ru"):
            shown = later.get(f"/table/{table}", headers={"Accept-Language": language}).text
            assert re.findall(r'<svg [^>]*class="part ', shown)
            found = dict(re.findall(r'kept-name">([^<]*)</span>\s*<strong>([^<]*)<', shown))
            assert [found[name] for name in ("Ana", "Ben")[: len(points)]] == points
        english = later.get(f"/table/{table}").text
        assert OVER in english
        told = re.findall(
            r"<li>(?:<span class=\"small\">[^<]*</span> )?([^<]+)</li>", english.partition("kept-story")[2]
        )
        assert len(told) > 10
        assert any("Ana" in html.unescape(each) for each in told) or form is ALONE


def test_an_end_that_is_taken_back_is_not_kept(any_store: Store) -> None:
    with browser(any_store, QuickThinkers()) as client:
        table = finish(client, any_store)
        assert post(client, table, "undo", seat=0).status_code == 200
        assert archive_of(any_store, table) is None
        play_on(client, table)
        wait_until(lambda: archive_of(any_store, table) is not None)


def test_what_a_crash_has_kept_from_being_kept_is_kept_at_the_next_load(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crash, browser(any_store, QuickThinkers()) as client:
        crash.setattr(Archivist, "keep", lambda self, room: None)
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table)
    assert archive_of(any_store, table) is None
    assert any_store.unarchived().result(PATIENCE) == [table]
    with browser(any_store, QuickThinkers(), cookies=client.cookies) as later:
        assert later.get(f"/table/{table}").status_code == 200
        wait_until(lambda: archive_of(any_store, table) is not None)
    assert any_store.unarchived().result(PATIENCE) == []


def test_what_is_being_kept_when_the_server_stops_is_kept(store: Store) -> None:
    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table)
    assert archive_of(store, table) is not None


def test_an_end_is_kept_although_people_greet_each_other_meanwhile(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    real = SQLiteStore.keep_archive

    def late(self: SQLiteStore, table_id: str, place: int, content: str) -> Any:
        tries.append(place)
        if len(tries) == 1:
            return real(self, table_id, place - 1, content)  # as if the log had grown since it was read
        return real(self, table_id, place, content)

    monkeypatch.setattr(SQLiteStore, "keep_archive", late)
    with browser(store, QuickThinkers()) as client:
        finish(client, store)
    assert len(tries) == 2


def test_an_end_that_cannot_be_drawn_disturbs_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no ink")

    monkeypatch.setattr("rollwright.live.editions.archivist.draw_parts", broken)
    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table)
        wait_until(lambda: "is not kept: ZeroDivisionError in test_kept_ends.py" in caplog.text)
        assert client.get(f"/table/{table}").status_code == 200
    spoil(store, table)
    with browser(store, QuickThinkers(), cookies=client.cookies) as later:
        assert OVER in later.get(f"/table/{table}").text  # with what lists know


def test_what_was_kept_may_be_damaged(store: Store, tmp_path: Path) -> None:
    with browser(store, QuickThinkers()) as client:
        table = finish(client, store)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file:
        file.execute("UPDATE archives SET content = 'nonsense'")
        file.commit()
    spoil(store, table)
    with browser(store, QuickThinkers(), cookies=client.cookies) as later:
        assert OVER in later.get(f"/table/{table}").text


def _spoiled(archive: dict[str, Any], how: str) -> None:
    english = archive["tellings"]["en"]
    match how:
        case "no English":
            del archive["tellings"]["en"]
        case "another number of sheets":
            english["sheets"].append([])
        case "no places":
            archive["places"], english["sheets"] = [], []
        case "halves are no number":
            archive["places"][0]["halves"] = "many"
        case "place is no number":
            archive["places"][0]["place"] = None
        case "name is no text":
            archive["places"][0]["name"] = 7
        case "a sheet is no text":
            english["sheets"][0] = [{}]
        case "a sheet is no list":
            english["sheets"][0] = "<svg>"
        case "story is no list":
            english["story"] = 3
        case "closing is no list":
            english["closing"] = 3
        case "another version":
            archive["version"] = 99


@pytest.mark.parametrize(
    "how",
    ["no English", "another number of sheets", "no places", "halves are no number", "place is no number",
     "name is no text", "a sheet is no text", "a sheet is no list", "story is no list", "closing is no list",
     "another version"],
)  # fmt: skip
def test_an_archive_that_is_not_as_it_should_be_is_refused(how: str) -> None:
    telling = Telling([["<svg></svg>"]], [(1, 0, "Ana rolls.")], ["The end."])
    whole = Archive([Place("Ana", 24, 1)], {"en": telling, "es": telling})
    assert Archive.read(whole.text()) == whole
    said = json.loads(lzma.decompress(b64decode(whole.text())))
    _spoiled(said, how)
    with pytest.raises(UnreadableArchive):
        Archive.read(b64encode(lzma.compress(json.dumps(said).encode())).decode())


def test_what_was_kept_may_be_readable_and_wrong(store: Store, tmp_path: Path) -> None:
    with browser(store, QuickThinkers()) as client:
        table = finish(client, store)
    kept = lzma.decompress(b64decode(store.archive(table).result(PATIENCE) or ""))
    spoil(store, table)
    for how in ("no English", "another number of sheets", "halves are no number"):
        said = json.loads(kept)
        _spoiled(said, how)
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file:
            content = b64encode(lzma.compress(json.dumps(said).encode())).decode()
            file.execute("UPDATE archives SET content = ?", (content,))
            file.commit()
        with browser(store, QuickThinkers(), cookies=client.cookies) as later:
            shown = later.get(f"/table/{table}")
            assert shown.status_code == 200, how
            assert OVER in shown.text, how


@pytest.mark.parametrize("fault", [MemoryError(), OSError("too many open files")], ids=["no memory", "no files"])
def test_a_computer_at_its_limits_does_not_make_a_log_damaged(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def overloaded(*_: object) -> None:
        raise fault

    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
    with browser(store, QuickThinkers(), cookies=client.cookies, raise_server_exceptions=False) as later:
        with monkeypatch.context() as limit:
            limit.setattr("rollwright.live.rooms.Room", overloaded)
            answer = later.get(f"/table/{table}")
            assert answer.status_code == 500
            assert LEFT not in answer.text
        assert later.get(f"/table/{table}").status_code == 200
        assert "roll" in later.get(f"/table/{table}/view", headers=JSON).text


def test_a_thread_that_cannot_be_started_does_not_make_a_log_damaged(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overloaded(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    async def in_new_thread(_: int, work: Callable[[], Any]) -> Any:
        with monkeypatch.context() as limit:
            limit.setattr(threading, "_start_new_thread", overloaded)
            return await asyncio.wrap_future(ThreadPoolExecutor(1).submit(work))

    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
    with browser(store, QuickThinkers(), cookies=client.cookies, raise_server_exceptions=False) as later:
        with monkeypatch.context() as limit:
            limit.setattr("rollwright.live.rooms.in_thread", in_new_thread)
            answer = later.get(f"/table/{table}")
            assert answer.status_code == 500
            assert LEFT not in answer.text
        assert later.get(f"/table/{table}").status_code == 200


def test_a_computer_at_its_limits_keeps_no_empty_end_and_goes_on_to_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crash, browser(store, QuickThinkers()) as client:
        crash.setattr(Archivist, "keep", lambda self, room: None)
        tables = [opened(client, ANY_NUMBER, **ALONE) for _ in range(2)]
        for table in tables:
            play_on(client, table)
    faults = iter([MemoryError(), None])
    real = Rooms._replayed

    async def overloaded(self: Rooms, head: Any, log: Any) -> Room:
        if fault := next(faults):
            raise fault
        return await real(self, head, log)

    monkeypatch.setattr(Rooms, "_replayed", overloaded)
    monkeypatch.setattr("rollwright.live.editions.archivist.MEND_PAUSE", 0)
    with browser(store, QuickThinkers()) as later:
        later.portal.call(mend, services(later).rooms)  # type: ignore[union-attr]
        contents = [store.archive(table).result(PATIENCE) for table in tables]
        assert sorted(content is None for content in contents) == [False, True]
        assert "" not in contents


def test_an_empty_end_is_replaced_as_soon_as_the_table_can_be_loaded(any_store: Store) -> None:
    with browser(any_store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        with pytest.MonkeyPatch.context() as crash:
            crash.setattr(Archivist, "keep", lambda self, room: None)
            play_on(client, table)
    _, log = any_store.load(table).result(PATIENCE)
    assert any_store.keep_archive(table, len(log), "").result(PATIENCE)
    assert not any_store.keep_archive(table, len(log), "").result(PATIENCE)
    assert any_store.unarchived().result(PATIENCE) == [], "it is not tried at every start"
    with browser(any_store, QuickThinkers(), cookies=client.cookies) as later:
        assert later.get(f"/table/{table}").status_code == 200
        wait_until(lambda: archive_of(any_store, table) is not None)
    assert not any_store.keep_archive(table, len(log), "other").result(PATIENCE), "a true one stays"


def newer_rules(monkeypatch: pytest.MonkeyPatch, game: str = ANY_NUMBER) -> int:
    """Let a game declare that its rules have changed."""
    edition = open_game(game).edition + 1
    monkeypatch.setattr(open_game(game)._facts, "EDITION", edition)
    return edition


def test_an_unfinished_game_of_another_edition_says_that_it_cannot_go_on(
    any_store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with browser(any_store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table, 6)
        assert f'href="/table/{table}"' in client.get("/").text
    newer_rules(monkeypatch)
    with browser(any_store, QuickThinkers(), cookies=client.cookies) as later:
        assert EARLIER_LEFT in later.get(f"/table/{table}").text
        assert EARLIER_LEFT in later.get(f"/table/{table}/replay").text
        assert later.get(f"/table/{table}/view", headers=JSON).status_code == 409
        assert EARLIER_LEFT in later.post(f"/table/{table}/roll", json={}, headers=JSON).json()["refused"]
        assert "earlier rules" in later.get("/tables").text
        assert f'href="/table/{table}"' not in later.get("/").text
        assert len([line for line in caplog.records if "edition 1, now 2" in line.getMessage()]) == 1
        assert later.post(f"/table/{table}/delete").status_code == 303
        assert later.get("/tables").text.count("earlier rules") == 0


def test_a_finished_game_of_another_edition_is_replayed_if_it_ends_as_it_did(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(store, QuickThinkers()) as client:
        table = finish(client, store)
        text = record(client, table)
    newer_rules(monkeypatch)
    with browser(store, QuickThinkers(), cookies=client.cookies) as later:
        assert record(later, table) == text
        assert EARLIER_OVER not in later.get(f"/table/{table}").text


def test_a_finished_game_that_would_end_otherwise_is_not_replayed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser(store, QuickThinkers()) as client:
        table = finish(client, store)
    newer_rules(monkeypatch)
    built = Room._lay

    def with_a_bonus(self: Room, laid: LaidTable) -> None:
        built(self, laid)
        monkeypatch.setattr(self.table, "halves", lambda seat, viewer=None: 1_000)

    monkeypatch.setattr(Room, "_lay", with_a_bonus)
    with browser(store, QuickThinkers(), cookies=client.cookies) as later:
        assert EARLIER_OVER in later.get(f"/table/{table}").text
        assert later.get(f"/table/{table}/record", headers=JSON).status_code == 409


def test_a_lobby_is_played_by_the_rules_with_which_it_starts(any_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with party(any_store) as friends:
        host, _ = friends.open(ANY_NUMBER)
    edition = newer_rules(monkeypatch)
    with browser(any_store, QuickThinkers(), cookies=host.client.cookies) as later:
        assert any_store.listed(host.table).result(PATIENCE).head.edition == edition - 1
        assert later.post(f"/table/{host.table}/begin", json={}, headers=JSON).status_code == 200
        assert any_store.listed(host.table).result(PATIENCE).head.edition == edition
    with browser(any_store, QuickThinkers(), cookies=host.client.cookies) as again:
        assert again.get(f"/table/{host.table}/view", headers=JSON).status_code == 200


def test_the_same_dice_are_compared_although_one_of_the_games_cannot_be_replayed(any_store: Store) -> None:
    with browser(any_store, QuickThinkers()) as client:
        first = finish(client, any_store)
        answer = client.post(f"/table/{first}/same", data={"kind-0": "here"})
        second = str(answer.headers["location"]).removeprefix("/table/")
        play_on(client, second)
    spoil(any_store, first)
    with browser(any_store, QuickThinkers(), cookies=client.cookies) as later:
        for table in (first, second):
            shown = later.get(f"/table/{table}/compare")
            assert shown.status_code == 200
            assert f"/table/{first}/replay" in shown.text
            assert f"/table/{second}/replay" in shown.text
        assert "Play the same dice again" not in later.get(f"/table/{first}/compare").text
        assert later.get(f"/table/{first}/same", headers=JSON).status_code == 409
        assert OVER in later.get(f"/table/{first}/replay").text


def test_a_log_of_these_rules_that_does_not_replay_is_an_error_for_the_operator(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table, 4)
        assert client.get(f"/table/{table}").status_code == 200
    spoil(store, table)
    with browser(store, QuickThinkers(), cookies=client.cookies) as later:
        assert LEFT in later.get(f"/table/{table}").text
        assert LEFT in later.get(f"/table/{table}").text
    found = [line for line in caplog.records if line.name.endswith("replaying")]
    assert [(line.levelno, line.exc_info) for line in found] == [(logging.ERROR, None)]


@pytest.mark.parametrize("event", ['{"is":"conjured"}', "nonsense", '{"is":"moved"}', "[]"])
def test_a_log_with_something_unknown_in_it_breaks_no_page(store: Store, tmp_path: Path, event: str) -> None:
    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table, 4)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file:
        file.execute("UPDATE events SET event = ? WHERE place = 1", (event,))
        file.commit()
    with browser(store, QuickThinkers(), cookies=client.cookies) as later:
        for address in ("/", "/tables", f"/table/{table}", f"/table/{table}/replay", f"/table/{table}/delete"):
            assert later.get(address).status_code == 200, address
        assert later.get(f"/table/{table}/record", headers=JSON).status_code == 409
        assert later.post(f"/table/{table}/delete").status_code == 303


def test_a_room_that_cannot_be_read_again_gives_its_sentence(store: Store) -> None:
    """As when another process, of another release, has written there."""
    with browser(store, QuickThinkers()) as client:
        table = opened(client, ANY_NUMBER, **ALONE)
        play_on(client, table, 4)
        spoil(store, table)
        answer = client.post(f"/table/{table}/roll", json={}, headers=JSON)
        assert answer.status_code == 409
        assert LEFT in answer.json()["refused"]
        assert LEFT in client.get(f"/table/{table}").text


def test_an_invitation_to_a_table_that_cannot_be_replayed_says_so(store: Store) -> None:
    with party(store) as friends:
        host, _ = friends.open(ANY_NUMBER)
        link = host.links()["join"]
        host.do("begin")
    spoil(store, host.table)
    with browser(store, QuickThinkers()) as guest:
        assert LEFT in guest.post("/join", json={"link": link}, headers=JSON).json()["refused"]
        wrong = link[:-4] + ("AAAA" if not link.endswith("AAAA") else "BBBB")
        assert guest.post("/join", json={"link": wrong}, headers=JSON).status_code in (400, 404)
