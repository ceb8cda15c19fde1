"""What tables share and what outlives them: one try at a deal, results, secrets; and when a game has ended."""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rollwright.core.errors import Refusal
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused, Tried
from rollwright.store.postgres import schema as postgres
from rollwright.store.protocol import MAX_DEALT, MAX_RESULTS, Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.store.sqlite import schema as sqlite
from rollwright.table.events import to_json
from rollwright.table.models import DiceKind, Head, Result, Summary
from tests.support.places import PATIENCE, Database, Place
from tests.support.store import OPENED, SUMMARY, append, head, log, moved, opened
from tools.postgres import Server

OVER = replace(SUMMARY, over=True)
DAILY = "daily/2026-11-16/some_game"


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    with closing(place.open()) as made:
        yield made


@pytest.fixture
def other(place: Place, store: Store) -> Iterator[Store]:
    """A store of another process, at the same place."""
    with closing(place.open()) as made:
        yield made


def dealt(table_id: str, owner: str = "ana", deal: str = DAILY, *, ranked: bool = True) -> Head:
    return replace(head(table_id, owner), dice=DiceKind.DEALT, deal=deal, ranked=ranked)


def open_dealt(store: Store, new: Head, summary: Summary = SUMMARY) -> Future[None]:
    return store.open_table(new, [OPENED], summary)


def result(table_id: str = "t", seat: int = 0, holder: str = "ana", ended: float = 1.5, halves: int = 77) -> Result:
    return Result(table_id, seat, holder, "some_game", ended, halves, 1, 2, "hard", '{"race": "elf"}', DAILY, "Ana ñ")


def keep(store: Store, place: int, results: Sequence[Result] | None, name: str = "t", key: str | None = None) -> bool:
    return store.append(name, place, [moved(place)], key, OVER, results).result(PATIENCE)


def ended(store: Store, table_id: str = "t") -> float | None:
    [found] = [each for each in store.list_tables("ana").result(PATIENCE) if each.head.table_id == table_id]
    return found.ended


def refusal(future: Future[None]) -> type[Refusal] | None:
    try:
        future.result(PATIENCE)
    except Refusal as refused:
        return type(refused)
    return None


def test_a_try_is_had_once_and_stays_spent(store: Store, other: Store) -> None:
    open_dealt(store, dealt("t")).result(PATIENCE)
    assert store.load("t").result(PATIENCE)[0] == dealt("t")
    assert store.list_tables("ana").result(PATIENCE)[0].head == dealt("t")
    with pytest.raises(Tried, match="You have already had your ranked attempt"):
        open_dealt(other, dealt("u")).result(PATIENCE)
    with pytest.raises(NoSuchTable):
        log(store, "u")
    open_dealt(store, dealt("u", ranked=False)).result(PATIENCE)
    open_dealt(store, dealt("v", deal="daily/2026-11-17/some_game")).result(PATIENCE)
    open_dealt(store, dealt("w", owner="ben")).result(PATIENCE)
    store.delete("t").result(PATIENCE)
    with pytest.raises(Tried):
        open_dealt(store, dealt("t")).result(PATIENCE)
    deals = [DAILY, "daily/2026-11-17/some_game", "daily/2026-11-18/some_game"]
    assert other.tried("ana", deals).result(PATIENCE) == {deals[0]: "t", deals[1]: "v"}
    assert other.tried("ben", deals[:1]).result(PATIENCE) == {DAILY: "w"}
    assert other.tried("ana", []).result(PATIENCE) == other.tried("cleo", deals).result(PATIENCE) == {}


def test_a_table_that_was_not_opened_spends_no_try(store: Store) -> None:
    opened(store)
    with pytest.raises(Conflict):
        open_dealt(store, dealt("t")).result(PATIENCE)
    assert store.tried("ana", [DAILY]).result(PATIENCE) == {}
    open_dealt(store, dealt("u")).result(PATIENCE)


def test_of_two_processes_one_has_the_try(store: Store, other: Store) -> None:
    for number in range(30):
        deal = f"daily/{number}"
        futures = [
            open_dealt(each, dealt(f"{number} {name}", deal=deal)) for each, name in ((store, "a"), (other, "b"))
        ]
        assert {refusal(future) for future in futures} == {None, Tried}
        [kept] = store.tried("ana", [deal]).result(PATIENCE).values()
        assert [each.head.table_id for each in store.list_tables("ana").result(PATIENCE)].count(kept) == 1
    assert len(store.list_tables("ana").result(PATIENCE)) == 30


def test_processes_that_want_the_same_tries_never_wait_in_a_circle(database: Database, server: Server) -> None:
    people = [f"p{number:02}" for number in range(20)]
    with closing(database.open()) as store, closing(database.open()) as other:
        for day in range(10):
            futures = [
                open_dealt(each, dealt(f"{day} {process} {number}", owner, f"daily/{day}"))
                for number, pair in enumerate(zip(people, reversed(people), strict=True))
                for process, (each, owner) in enumerate(zip((store, other), pair, strict=True))
            ]
            assert [refusal(future) for future in futures].count(None) == len(people)
    assert "deadlock detected" not in server.log()


def test_the_store_knows_when_a_game_has_ended(store: Store) -> None:
    opened(store)
    before = time.time()
    assert ended(store) is None
    store.append("t", 1, [moved(1)], None, OVER).result(PATIENCE)
    first = ended(store)
    assert first is not None
    assert before <= first <= time.time()
    store.append("t", 2, [moved(2)], None, OVER).result(PATIENCE)
    store.append("t", 3, [moved(3)], None, None).result(PATIENCE)
    assert ended(store) == first, "once, whatever is said afterwards"
    append(store, 4)
    assert ended(store) is None, "it goes on after all"
    store.append("t", 5, [moved(5)], None, None).result(PATIENCE)
    assert ended(store) is None
    open_dealt(store, head("u"), OVER).result(PATIENCE)
    assert (ended(store, "u") or 0) > first


def test_finished_tables_of_a_deal_come_in_the_order_of_their_ends(store: Store) -> None:
    opened(store, "first", "alone")
    deal = "table/first"
    for name in ("a", "b", "c", "d"):
        open_dealt(store, dealt(name, name, deal, ranked=False)).result(PATIENCE)
    open_dealt(store, dealt("elsewhere"), OVER).result(PATIENCE)
    for name in ("c", "alone", "first", "a", "b"):
        store.append(name, 1, [moved(1)], None, OVER).result(PATIENCE)
    append(store, 2, name="a")
    found = store.dealt(deal).result(PATIENCE)
    assert [each.head.table_id for each in found] == ["c", "first", "b"]
    moments = [each.ended or 0 for each in found]
    assert moments == sorted(moments)
    assert found[0].head == dealt("c", "c", deal, ranked=False)
    assert [each.head.table_id for each in store.dealt(DAILY).result(PATIENCE)] == ["elsewhere"]
    assert store.dealt("").result(PATIENCE) == store.dealt("table/").result(PATIENCE) == []


def test_the_best_of_those_that_count_come_first_and_none_that_was_late(store: Store) -> None:
    for name, halves in (("a", -3), ("b", 90), ("c", 7), ("d", 90)):
        summary = replace(OVER, halves=(halves, 99), names=("\ud800\0]", "Ben"))
        open_dealt(store, dealt(name, name), summary).result(PATIENCE)
    open_dealt(store, dealt("practice", ranked=False), replace(OVER, halves=(99, 99))).result(PATIENCE)
    found = store.dealt(DAILY).result(PATIENCE)
    assert [each.head.table_id for each in found] == ["b", "d", "c", "a", "practice"]
    closes = next(each.ended for each in found if each.head.table_id == "c")
    assert closes is not None
    assert [each.head.table_id for each in store.dealt(DAILY, closes).result(PATIENCE)] == ["b", "a"]


def test_a_ranked_table_counts_for_what_its_last_end_was(store: Store) -> None:
    for name in ("a", "b"):
        open_dealt(store, dealt(name, name)).result(PATIENCE)
    store.append("a", 1, [moved(1)], None, replace(OVER, halves=(50, 0))).result(PATIENCE)
    store.append("b", 1, [moved(1)], None, replace(OVER, halves=(40, 99))).result(PATIENCE)
    assert [each.head.table_id for each in store.dealt(DAILY).result(PATIENCE)] == ["a", "b"]
    append(store, 2, name="b")
    assert [each.head.table_id for each in store.dealt(DAILY).result(PATIENCE)] == ["a"], "a move was taken back"
    store.append("b", 3, [moved(3)], None, replace(OVER, halves=(60, 0))).result(PATIENCE)
    store.append("b", 4, [moved(4)], None, None).result(PATIENCE)
    assert [each.head.table_id for each in store.dealt(DAILY).result(PATIENCE)] == ["b", "a"]


def test_lists_that_could_grow_for_ever_are_cut(store: Store) -> None:
    for future in [open_dealt(store, dealt(f"t{n}", ranked=False), OVER) for n in range(MAX_DEALT + 5)]:
        future.result(PATIENCE)
    found = store.dealt(DAILY).result(PATIENCE)
    assert [each.head.table_id for each in found] == [f"t{number}" for number in range(MAX_DEALT)]
    assert keep(store, 1, [result("t0", ended=float(number), seat=number) for number in range(MAX_RESULTS + 5)], "t0")
    kept = store.results("ana").result(PATIENCE)
    assert (len(kept), kept[0].ended, kept[-1].ended) == (MAX_RESULTS, MAX_RESULTS + 4, 5)


def test_no_other_table_takes_the_id_of_a_deleted_one_with_results(store: Store) -> None:
    opened(store)
    keep(store, 1, [result(holder="ben")])
    store.delete("t").result(PATIENCE)
    for new in (head("t"), dealt("t")):
        with pytest.raises(Conflict):
            open_dealt(store, new).result(PATIENCE)
    assert store.results("ben").result(PATIENCE) == [result(holder="ben")]
    assert store.tried("ana", [DAILY]).result(PATIENCE) == {}


def test_a_table_can_be_opened_with_its_results(store: Store, other: Store) -> None:
    open_with = partial(store.open_table, events=[OPENED], summary=OVER)
    open_with(head(), results=[result(holder="ben")]).result(PATIENCE)
    assert other.results("ben").result(PATIENCE) == [result(holder="ben")]
    with pytest.raises((Conflict, StoreRefused)):
        open_with(head("u"), results=[result("u"), result("u")]).result(PATIENCE)
    with pytest.raises(NoSuchTable):
        store.load("u").result(PATIENCE)


def test_results_are_replaced_and_outlive_their_table(store: Store, other: Store) -> None:
    opened(store, "t", "u")
    assert keep(store, 1, [result(), result(holder="phone"), result(seat=1, holder="ben", halves=-3)])
    assert keep(store, 1, [result("u", ended=2.5)], "u")
    assert other.results("ana").result(PATIENCE) == [result("u", ended=2.5), result()]
    assert other.results("ben").result(PATIENCE) == [result(seat=1, holder="ben", halves=-3)]
    assert keep(store, 2, None)
    assert len(store.results("ana").result(PATIENCE)) == 2, "nothing was said of them"
    assert keep(store, 3, [result(halves=80)], key="key")
    assert store.results("ana").result(PATIENCE) == [result("u", ended=2.5), result(halves=80)]
    assert store.results("ben").result(PATIENCE) == store.results("phone").result(PATIENCE) == []
    assert not keep(store, 3, [], key="key")
    with pytest.raises(Conflict):
        keep(store, 3, [])
    with pytest.raises(NoSuchTable):
        keep(store, 1, [result("v")], "v")
    assert len(store.results("ana").result(PATIENCE)) == 2, "what was refused or done before changes nothing"
    store.delete("t").result(PATIENCE)
    assert store.results("ana").result(PATIENCE) == [result("u", ended=2.5), result(halves=80)]
    assert keep(store, 2, [], "u")
    assert store.results("ana").result(PATIENCE) == [result(halves=80)]


def test_results_that_cannot_be_kept_take_their_events_with_them(store: Store) -> None:
    opened(store)
    with pytest.raises((Conflict, StoreRefused)):
        keep(store, 1, [result(), result()])
    assert (log(store), store.results("ana").result(PATIENCE), ended(store)) == ([OPENED], [], None)


def test_results_are_forgotten_when_asked(store: Store, other: Store) -> None:
    opened(store, "t", "u")
    keep(store, 1, [result(), result(seat=1, holder="ben")])
    keep(store, 1, [result("u")], "u")
    assert other.forget("ana").result(PATIENCE) == 2
    assert store.results("ana").result(PATIENCE) == []
    assert len(store.results("ben").result(PATIENCE)) == 1
    assert store.forget("ana").result(PATIENCE) == 0
    assert len(log(store)) == 2, "the table itself stays"


def test_what_is_about_no_table_is_told_to_nobody(database: Database) -> None:
    heard: list[tuple[str, int]] = []
    with closing(database.open()) as store:
        store.listen(lambda table_id, length: heard.append((table_id, length)), lambda: None)
        assert len(store.secret("salt").result(PATIENCE)) == 32
        opened(store)
        keep(store, 1, [result()])
        assert store.forget("ana").result(PATIENCE) == 1
        opened(store, "last")
    assert heard == [("t", 1), ("t", 2), ("last", 1)]


def test_a_secret_is_drawn_once_for_all(place: Place, store: Store, other: Store) -> None:
    names = [f"secret {number}" for number in range(20)]
    asked = [[each.secret(name) for name in some] for each, some in ((store, names), (other, names[::-1]))]
    here, there = ([future.result(PATIENCE) for future in futures] for futures in asked)
    assert here == there[::-1]
    assert len(set(here)) == 20
    assert {len(secret) for secret in here} == {32}
    with closing(place.open()) as later:
        assert later.secret("secret 7").result(PATIENCE) == here[7]


def test_tables_that_were_left_are_found(store: Store) -> None:
    opened(store, "old", "over", "busy", "older")
    for name in ("over", "busy", "old"):
        store.append(name, 1, [moved(1)], None, OVER if name == "over" else SUMMARY).result(PATIENCE)
    now = time.time()
    assert store.sweep_notes.unmarked(now + 9, 9).result(PATIENCE) == ["older", "busy", "old"]
    assert store.sweep_notes.unmarked(now + 9, 2).result(PATIENCE) == ["older", "busy"]
    [busy] = [each.touched for each in store.list_tables("ana").result(PATIENCE) if each.head.table_id == "busy"]
    assert store.sweep_notes.unmarked(busy, 9).result(PATIENCE) == ["older"]
    assert store.sweep_notes.unmarked(0, 9).result(PATIENCE) == []


COLUMNS = "id, owner, opened, touched, game, seats, seed, players, summary, dice, clock"
OLD = [
    ("t", "ana", 1.5, 2.5, "some_game", 2, "5", '[["Ana", "here", ""]]', '[3, [10, -1], true, ["\\u0000"]]', "fair", 9),
    ("u", "ana", 1.5, 2.0, "some_game", 2, "5", "[]", "[3, [10, -1], false, [], [], false]", "fair", 0),
]


def check_brought_up_to_date(store: Store) -> None:
    over, running = store.list_tables("ana").result(PATIENCE)
    assert (over.ended, running.ended) == (2.5, None)
    assert (over.head.deal, over.head.ranked, over.head.dice, over.head.clock) == ("", False, "fair", 9)
    assert [each.head.table_id for each in store.dealt("table/t").result(PATIENCE)] == ["t"]
    assert store.sweep_notes.unmarked(3, 9).result(PATIENCE) == ["u"]
    assert keep(store, 1, [result()])
    assert ended(store) == 2.5
    open_dealt(store, dealt("v")).result(PATIENCE)
    assert store.tried("ana", [DAILY]).result(PATIENCE) == {DAILY: "v"}


def test_a_file_of_the_second_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as old, old:
        for statement in (statement for step in sqlite.SCHEMA[:2] for statement in step):
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {sqlite.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 2")
        for row in OLD:
            old.execute(f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            old.execute("INSERT INTO events VALUES (?, 0, ?)", (row[0], json.dumps(to_json(OPENED))))
    with closing(SQLiteStore(path)) as store:
        check_brought_up_to_date(store)


def test_a_database_of_the_second_version_is_brought_up_to_date(database: Database) -> None:
    steps = (statement for step in postgres.SCHEMA[:2] for statement in step)
    for statement in ("CREATE SCHEMA rollwright", *steps):
        database.execute(statement)
    for row in OLD:
        values = ", ".join(["%s"] * len(row))
        database.execute(f"INSERT INTO rollwright.tables ({COLUMNS}, length) VALUES ({values}, 1)", *row)
        database.execute("INSERT INTO rollwright.events VALUES (%s, 0, %s)", row[0], json.dumps(to_json(OPENED)))
    with closing(database.open()) as store:
        check_brought_up_to_date(store)


RANKED = [(f"t{number}", f"[3, [{halves}, 99], true, []]") for number, halves in enumerate((-3, 90, 7, 100))]
BEFORE_SCORES = f"{COLUMNS}, deal, ranked, ended"


def ranked_row(name: str, summary: str) -> tuple[object, ...]:
    return (name, name, 1.5, 2.5, "some_game", 2, "5", "[]", summary, "dealt", 0, DAILY, 1, 2.5)


def check_board(store: Store) -> None:
    open_dealt(store, dealt("new", "new"), replace(OVER, halves=(80, 0))).result(PATIENCE)
    found = [each.head.table_id for each in store.dealt(DAILY).result(PATIENCE)]
    assert found == ["t3", "t1", "new", "t2", "t0"]


def test_a_file_of_the_third_version_has_its_scores_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as old, old:
        for statement in (statement for step in sqlite.SCHEMA[:3] for statement in step):
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {sqlite.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 3")
        for each in RANKED:
            row = ranked_row(*each)
            old.execute(f"INSERT INTO tables ({BEFORE_SCORES}) VALUES ({', '.join('?' * len(row))})", row)
    with closing(SQLiteStore(path)) as store:
        check_board(store)


def test_a_database_of_the_third_version_has_its_scores_filled_in(database: Database) -> None:
    steps = (statement for step in postgres.SCHEMA[:3] for statement in step)
    for statement in ("CREATE SCHEMA rollwright", *steps):
        database.execute(statement)
    for each in RANKED:
        row = ranked_row(*each)
        values = ", ".join(["%s"] * len(row))
        database.execute(f"INSERT INTO rollwright.tables ({BEFORE_SCORES}, length) VALUES ({values}, 1)", *row)
    with closing(database.open()) as store:
        check_board(store)


def test_both_kinds_of_stores_have_the_same_version() -> None:
    assert sqlite.VERSION == postgres.VERSION == 6
