"""The store: what is acknowledged is kept, what is refused leaves no trace, and a crash at any moment loses nothing."""

import json
import sqlite3
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwright.core.dice import SeededDice
from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.store.errors import Conflict, KeyReused, NoSuchTable, StoreRefused
from rollwright.store.location import data_folder
from rollwright.store.protocol import Store
from rollwright.store.request_keys import with_deed
from rollwright.store.sqlite import SQLiteStore
from rollwright.store.sqlite.schema import APPLICATION_ID, SCHEMA, VERSION
from rollwright.table import Corrected, Event, Moved, Opened, Rolled, Table, Undone
from rollwright.table.events import Admitted, Carried, Left, Seated, Started, from_json, to_json
from rollwright.table.models import Head, Player, SeatKind, Summary
from tests.support.crash import lost_by_a_crash
from tests.support.places import PATIENCE, Place
from tests.support.store import OPENED, SUMMARY, append, head, hold_up, log, moved, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "rollwright" / "games.sqlite"


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    with closing(place.open()) as made:
        yield made


small = st.integers(0, 2**31 - 1)
numbers = st.lists(st.integers(1, 30), max_size=6).map(tuple)
events = st.one_of(
    st.builds(Opened, st.text(), small, st.dictionaries(st.text(), st.lists(st.text()))),
    st.builds(Rolled, small, small, numbers, numbers),
    st.builds(Moved, small, small, st.text()),
    st.builds(Undone, small, small, st.text()),
    st.builds(Corrected, small, numbers, small),
)


@given(events)
def test_an_event_survives_as_plain_values(event: Event) -> None:
    assert from_json(json.loads(json.dumps(to_json(event)))) == event


def test_an_unknown_kind_of_event_is_noticed() -> None:
    with pytest.raises(ValueError, match="'vanished' is no kind of event"):
        from_json({"is": "vanished"})


def test_the_folder_of_data_is_the_users_unless_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROLLWRIGHT_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("ROLLWRIGHT_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "rollwright"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "rollwright"


def test_a_whole_game_comes_back_and_goes_on(place: Place) -> None:
    table = Table(open_game("terminal_dispute"), 2, SeededDice(3), {"start": "1"}, rolls_itself=False)
    table.roll()
    table.play(0, table.legal(0)[0])
    table.play(1, table.legal(1)[0])
    table.undo(1)
    with closing(place.open()) as store:
        store.open_table(head(), table.log[:2], SUMMARY).result(PATIENCE)
        assert append(store, 2, *table.log[2:])
    with closing(place.open()) as store:
        found, events = store.load("t").result(PATIENCE)
    assert found == head()
    assert events == table.log
    again = Table.from_log(events, SeededDice(3))
    assert again.position.tobytes() == table.position.tobytes()


def test_a_request_is_kept_once(store: Store) -> None:
    opened(store, "t", "u")
    assert append(store, 1, key="a")
    assert not append(store, 1, key="a"), "a retry at the same place is not a conflict"
    assert not append(store, 2, moved(9), key="a")
    assert append(store, 2, key="b")
    assert append(store, 3)
    assert append(store, 1, name="u", key="a"), "each table has names of its own"
    assert log(store) == [OPENED, moved(1), moved(2), moved(3)]
    assert store.keys("t").result(PATIENCE) == {"a", "b"}


def test_a_place_is_taken_once(place: Place, store: Store) -> None:
    opened(store)
    with closing(place.open()) as other:
        assert append(store, 1, moved(1))
        with pytest.raises(Conflict, match="moved on in the meantime"):
            append(other, 1, moved(8), moved(9), key="a")
        with pytest.raises(Conflict):
            append(other, 3)
        assert append(other, 2, moved(2), key="a"), "a refused request leaves no trace"
        with pytest.raises(Conflict):
            append(store, 2)
        with pytest.raises(Conflict):
            opened(other)
        assert log(store) == log(other) == [OPENED, moved(1), moved(2)]


def test_two_processes_at_one_table_never_lose_or_double_an_event(place: Place, store: Store) -> None:
    opened(store)
    with closing(place.open()) as other:

        def push(mine: Store, first: int) -> None:
            for number in range(first, first + 20):
                length = len(log(mine))
                while True:
                    try:
                        append(mine, length, moved(number))
                        break
                    except Conflict:
                        length = len(log(mine))

        threads = [threading.Thread(target=push, args=each) for each in ((store, 100), (other, 200))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    numbers = [event.move for event in log(store) if isinstance(event, Moved)]
    assert sorted(numbers) == [*range(100, 120), *range(200, 220)]
    assert [n for n in numbers if n < 200] == [*range(100, 120)], "each in its own order"


def test_a_deleted_table_is_gone(store: Store) -> None:
    opened(store, "t", "u")
    append(store, 1, key="a")
    store.delete("t").result(PATIENCE)
    for ask in (lambda: store.load("t"), lambda: store.delete("t"), lambda: store.append("t", 1, [], None, SUMMARY)):
        with pytest.raises(NoSuchTable, match="There is no such table"):
            ask().result(PATIENCE)
    assert store.keys("t").result(PATIENCE) == set()
    assert log(store, "u") == [OPENED]
    opened(store)
    assert append(store, 1, key="a"), "a new table of that name begins anew"


def test_tables_are_listed_by_owner_the_last_touched_first(store: Store) -> None:
    opened(store, "a", "b", "c")
    store.open_table(head("d", owner="ben"), [OPENED], SUMMARY).result(PATIENCE)
    later = Summary(3, (10, 0), True)
    store.append("b", 1, [moved(1)], None, later).result(PATIENCE)
    listed = store.list_tables("ana").result(PATIENCE)
    assert [each.head.table_id for each in listed] == ["b", "c", "a"]
    assert [each.summary for each in listed] == [later, SUMMARY, SUMMARY]
    assert (listed[0].head, listed[0].game, listed[0].seats) == (head("b"), "some_game", 2)
    assert listed[0].touched >= listed[1].touched >= listed[2].touched > 0
    assert store.list_tables("nobody").result(PATIENCE) == []


def listed(store: Store, owner: str) -> list[str]:
    return [each.head.table_id for each in store.list_tables(owner).result(PATIENCE)]


def seated(seat: int, holder: str) -> Seated:
    return Seated(seat, holder, holder.title(), {})


def test_tables_are_listed_for_whoever_has_a_seat(store: Store) -> None:
    opened(store, "t", "u", "v")
    append(store, 1, seated(1, "ben"), seated(2, "cleo"), Carried(2, "cleo's phone"), seated(0, "ana"))
    store.open_table(head("w", owner="dora"), [OPENED, seated(1, "ben")], SUMMARY).result(PATIENCE)
    assert listed(store, "ben") == ["w", "t"]
    assert listed(store, "cleo") == listed(store, "cleo's phone") == ["t"]
    assert listed(store, "ana") == ["t", "v", "u"], "once, though she has opened it and sits there"
    append(store, 5, seated(2, "cleo"), Left(1))
    assert listed(store, "ben") == ["w"]
    assert listed(store, "cleo") == listed(store, "cleo's phone") == ["t"], "another name, and still the same player"
    append(store, 7, Started([0, 2], {}, {}), Left(1))
    assert listed(store, "cleo") == listed(store, "cleo's phone") == [], "the chairs have other numbers now"
    append(store, 9, seated(1, "ben"))
    append(store, 10, seated(1, "dora"))
    assert (listed(store, "ben"), listed(store, "dora")) == (["w"], ["t", "w"]), "a seat has one player"
    with pytest.raises(Conflict):
        append(store, 10, seated(0, "eva"))
    assert not append(store, 11, moved(1), key="k") or not append(store, 12, seated(0, "eva"), key="k")
    assert listed(store, "eva") == [], "what was refused or done before changes nothing"
    store.delete("t").result(PATIENCE)
    assert listed(store, "dora") == ["w"]
    opened(store)
    assert listed(store, "dora") == ["w"], "a new table of that name begins anew"


def test_it_is_known_whom_a_log_mentions(store: Store) -> None:
    opened(store, "t", "u")
    append(store, 1, Admitted("blas", "watch"))
    append(store, 2, Seated(1, "carla", "Carla", {}))
    named = [who for who in ("ana", "blas", "carla", "dima") if store.mentions("t", who).result(PATIENCE)]
    assert named == ["ana", "blas", "carla"]
    assert not store.mentions("u", "blas").result(PATIENCE)
    for unknown in ("v", "", "\0"):
        assert not store.mentions(unknown, "ana").result(PATIENCE)


def test_a_list_tells_how_each_game_stands(store: Store) -> None:
    waits = Summary(0, (0, 0), False, ("Ana", ""), ("ana",), waits=True)
    store.open_table(head(), [OPENED], waits).result(PATIENCE)
    assert [each.summary for each in store.list_tables("ana").result(PATIENCE)] == [waits]


def test_a_log_can_be_read_from_a_place_on(store: Store) -> None:
    opened(store)
    append(store, 1, moved(1), moved(2), moved(3))
    assert store.since("t", 0).result(PATIENCE) == log(store)
    assert store.since("t", 2).result(PATIENCE) == [moved(2), moved(3)]
    assert store.since("t", 4).result(PATIENCE) == []
    with pytest.raises(NoSuchTable):
        store.since("u", 0).result(PATIENCE)


def test_what_is_asked_for_together_is_committed_together(place: Place) -> None:
    names = [f"t{number}" for number in range(30)]
    seen: list[tuple[int, bool]] = []

    def check(number: int, done: Future[bool]) -> None:
        seen.append((number, place.count(names[number], 1) == 1))

    with closing(place.tried()) as store:
        opened(store, *names)
        store.commits = 0
        futures = []
        with place.locked() as awaited:
            hold_up(store, awaited)
            for number in reversed(range(30)):
                futures.append(store.append(names[number], 1, [moved(1)], "key", SUMMARY))
                futures[-1].add_done_callback(partial(check, number))
            wrong = [store.append(names[0], 7, [moved(1)], None, SUMMARY), store.append("x", 1, [], None, SUMMARY)]
            double = store.append(names[3], 1, [moved(1)], "key", SUMMARY)
            assert not any(future.done() for future in futures), "nothing is acknowledged before it is committed"
        assert all(future.result(PATIENCE) for future in futures)
        for future, refusal in zip(wrong, (Conflict, NoSuchTable), strict=True):
            with pytest.raises(refusal):
                future.result(PATIENCE)
        assert double.result(PATIENCE) is False
        assert store.commits == 1
    assert seen == [(number, True) for number in reversed(range(30))], "in order, and each was there for all to see"


def test_a_write_that_nobody_waits_for_any_more_is_not_made(place: Place, store: Store) -> None:
    opened(store)
    with place.locked() as awaited:
        hold_up(store, awaited)
        first = store.append("t", 1, [moved(1)], None, SUMMARY)
        given_up = store.append("t", 2, [moved(2)], None, SUMMARY)
        assert given_up.cancel()
    assert first.result(PATIENCE)
    assert append(store, 2, moved(3))
    assert log(store) == [OPENED, moved(1), moved(3)]


def test_a_commit_that_fails_refuses_the_whole_group_and_the_store_goes_on(place: Place) -> None:
    with closing(place.tried()) as store:
        opened(store, "t", "u")
        append(store, 1)
        with place.locked() as awaited:
            hold_up(store, awaited)
            store.failures = 1
            futures = [store.append(name, at, [moved(5)], "key", SUMMARY) for name, at in (("t", 2), ("u", 1))]
            futures.append(store.append("u", 1, [moved(5)], "key", SUMMARY))
        for future in futures:
            with pytest.raises(StoreRefused, match="could not be saved, so nothing has changed: disk I/O error"):
                future.result(PATIENCE)
        assert log(store) == [OPENED, moved(1)]
        assert append(store, 2, key="key")
        assert append(store, 1, name="u", key="key")
        assert log(store) == [OPENED, moved(1), moved(2)]


def test_a_full_disk_refuses_with_a_sentence_and_harms_nothing(place: Place, store: Store) -> None:
    opened(store)
    append(store, 1)
    with place.full(store):
        with pytest.raises(StoreRefused, match="nothing has changed: the disk is full"):
            append(store, 2, moved(2, "x" * 100_000))
        assert log(store) == [OPENED, moved(1)]
    assert append(store, 2, moved(2, "x" * 100_000))
    assert len(log(store)) == 3


def test_a_program_that_never_lets_go_is_told_of(place: Place, store: Store) -> None:
    opened(store)
    place.hurry(store)
    with place.locked():
        futures = [store.append("t", 1, [moved(1)], None, SUMMARY) for _ in range(3)]
        for future in futures:
            with pytest.raises(StoreRefused, match=r"another program is using the (file|database)"):
                future.result(PATIENCE)
        assert log(store) == [OPENED], "reading goes on"
    assert append(store, 1)


def test_closing_finishes_what_was_asked_for(place: Place) -> None:
    store = place.open()
    opened(store)
    futures = [store.append("t", at, [moved(at)], None, SUMMARY) for at in range(1, 50)]
    store.close()
    store.close()
    assert all(future.result(0) for future in futures)
    with pytest.raises(StoreRefused, match="the program is closing"):
        append(store, 50)
    with pytest.raises(StoreRefused, match="the program is closing"):
        log(store)
    with closing(place.open()) as again:
        assert len(log(again)) == 50


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "data" / "rollwright" / "games.sqlite"
    with closing(SQLiteStore(path)) as store:
        opened(store)
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
        assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


def test_a_file_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as old, old:
        for statement in SCHEMA[0]:
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute("PRAGMA user_version = 1")
        row = ("t", "ana", 1.5, 2.5, "some_game", 2, f"{5:x}", '[["Ana", "here", ""]]', "[3, [10, -1], true]")
        old.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        old.execute("INSERT INTO events VALUES ('t', 0, ?)", (json.dumps(to_json(OPENED)),))
        old.execute("INSERT INTO requests VALUES ('t', 'key')")
    for _ in range(2):
        with closing(SQLiteStore(path)) as store:
            [found] = store.list_tables("ana").result(PATIENCE)
            assert found.head == Head("t", "ana", 1.5, (Player("Ana", SeatKind.HERE),), 5)
            assert (found.summary, found.touched) == (Summary(3, (10, -1), True), 2.5)
            assert store.load("t").result(PATIENCE) == (found.head, [OPENED])
            assert not append(store, 1, key="key")
    with closing(SQLiteStore(path)) as store:
        assert append(store, 1, seated(1, "ben"))
        assert listed(store, "ben") == ["t"]


def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    text, foreign, versioned, newer = (tmp_path / name for name in ("text", "foreign", "versioned", "newer"))
    text.write_text("Dear diary, " * 100)
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE diary (day)")
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with closing(sqlite3.connect(versioned)) as connection:
        connection.execute("PRAGMA user_version = 1")
    (tmp_path / "folder").mkdir()
    for path, reason in (
        (text, "not a Rollwright file"),
        (foreign, "not a Rollwright file"),
        (versioned, "not a Rollwright file"),
        (newer, "it was written by a newer version"),
        (tmp_path / "folder", "Is a directory"),
        (text / "inside", "Not a directory|File exists"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(Refusal, match=f"Games cannot be saved in {path}: .*({reason})"):
            SQLiteStore(path)
        assert (path.read_bytes() if path.is_file() else b"") == before


@pytest.mark.parametrize("attempt", range(5))
def test_several_programs_may_begin_at_once(place: Place, attempt: int) -> None:
    faults: list[Exception] = []
    barrier = threading.Barrier(4)

    def make(number: int) -> None:
        try:
            barrier.wait(PATIENCE)
            with closing(place.open()) as store:
                opened(store, f"t{number}")
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert faults == []
    with closing(place.open()) as store:
        assert len(store.list_tables("ana").result(PATIENCE)) == 4


@pytest.mark.parametrize("enough", [1, 37, 400])
def test_nothing_acknowledged_is_lost_by_a_crash(place: Place, enough: int) -> None:
    assert lost_by_a_crash("open", place, enough) == set()


def test_the_crash_test_catches_a_store_that_acknowledges_early(place: Place) -> None:
    assert any(lost_by_a_crash("early", place, 37) for _ in range(5))


def test_a_key_is_for_one_deed(place: Place, store: Store) -> None:
    opened(store)
    roll, write = with_deed("a", "roll", {}), with_deed("a", "play", {"seat": 0, "move": "pass"})
    assert append(store, 1, key=roll)
    with closing(place.open()) as other:
        for each in (store, other):
            assert not append(each, 2, key=roll), "a retry is taken as done"
            with pytest.raises(KeyReused, match="asked for something else"):
                append(each, 2, key=write)
    assert log(store) == [OPENED, moved(1)], "a refused request leaves no trace"


def test_a_key_of_an_older_release_is_still_known(store: Store) -> None:
    opened(store)
    assert append(store, 1, key="a")
    assert not append(store, 2, key=with_deed("a", "roll", {})), "nobody knows what it was for"
