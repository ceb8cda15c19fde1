"""What can happen to a database that others share and a server that can fall: nothing acknowledged is lost, nothing
is told twice, and the store heals by itself."""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from rollwright.store.backends import open_store
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused, Unsure
from rollwright.store.postgres.listener import MAX_QUEUED
from rollwright.store.postgres.schema import SCHEMA, VERSION
from rollwright.store.postgres.store import PostgresStore
from rollwright.store.protocol import Shared
from rollwright.table import Event
from rollwright.table.events import Seated, to_json
from rollwright.table.models import Head, Player, SeatKind
from tests.support.places import PATIENCE, Database, wait_until
from tests.support.store import OPENED, SUMMARY, append, head, hold_up, log, moved, opened
from tools.postgres import Server

NOTHING_CHANGED = "could not be saved, so nothing has changed: the database is not responding"


@pytest.fixture
def store(database: Database) -> Iterator[PostgresStore]:
    with closing(database.open()) as made:
        yield made


@pytest.fixture
def other(database: Database, store: PostgresStore) -> Iterator[PostgresStore]:
    """A store of another process, at the same database."""
    with closing(database.open()) as made:
        yield made


@pytest.fixture
def falling(server: Server) -> Iterator[Server]:
    """The server, for a test that stops it."""
    yield server
    if not server.running:
        server.start()


def cut(database: Database, store: PostgresStore) -> None:
    """Cut the connection that a store writes through."""
    database.execute("SELECT pg_terminate_backend(%s)", store._writer.connection.info.backend_pid)


def answer(future: Future[bool]) -> bool | type[Exception]:
    try:
        return future.result(PATIENCE)
    except Conflict:
        return Conflict


def test_of_two_processes_one_is_first(store: PostgresStore, other: PostgresStore) -> None:
    opened(store)
    for place in range(1, 60):
        futures = [each.append("t", place, [moved(place)], None, SUMMARY) for each in (store, other)]
        assert {answer(future) for future in futures} == {True, Conflict}
    assert log(store) == [OPENED, *(moved(place) for place in range(1, 60))]


def test_of_two_processes_with_one_request_one_keeps_it_and_the_other_knows(
    store: PostgresStore, other: PostgresStore
) -> None:
    opened(store)
    for place in range(1, 60):
        futures = [each.append("t", place, [moved(place)], f"key {place}", SUMMARY) for each in (store, other)]
        assert {answer(future) for future in futures} == {True, False}
    assert len(log(store)) == 60


def test_processes_never_wait_for_each_other_in_a_circle(
    server: Server, store: PostgresStore, other: PostgresStore
) -> None:
    names = [f"t{number}" for number in range(20)]
    opened(store, *names)
    for place in range(1, 20):
        futures = [
            each.append(name, place, [moved(place)], None, SUMMARY)
            for there, back in zip(names, reversed(names), strict=True)
            for each, name in ((store, there), (other, back))
        ]
        assert [answer(future) for future in futures].count(True) == len(names)
    assert "deadlock detected" not in server.log()


def test_a_connection_cut_while_nobody_uses_it_is_not_noticed(database: Database, store: PostgresStore) -> None:
    opened(store)
    for line in (store._writer, store._reader):
        database.execute("SELECT pg_terminate_backend(%s)", line.connection.info.backend_pid)
    assert append(store, 1)
    assert log(store) == [OPENED, moved(1)]


def test_a_connection_cut_in_the_middle_refuses_what_was_being_written(
    database: Database, store: PostgresStore
) -> None:
    opened(store)
    with database.locked() as awaited:
        futures = [store.append("t", place, [moved(place)], None, SUMMARY) for place in (1, 2)]
        awaited()
        cut(database, store)
        with pytest.raises(StoreRefused, match=NOTHING_CHANGED):
            futures[0].result(PATIENCE)
    futures[1].exception(PATIENCE)
    assert log(store) == [OPENED]
    assert append(store, 1)


def test_one_write_that_the_database_refuses_harms_no_other_of_its_group(
    database: Database, store: PostgresStore, caplog: pytest.LogCaptureFixture
) -> None:
    names = [f"t{number}" for number in range(200)]
    opened(store, *names)
    with database.locked() as awaited:
        hold_up(store, awaited)
        futures = [store.append(name, 1, [moved(1), Seated(0, name, "", {})], None, SUMMARY) for name in names]
        wrong = [store.append(name, 2, [moved(2)], "\0", SUMMARY) for name in names[:5]]
        long = store.open_table(head("a" * 1001), [OPENED], SUMMARY)
    assert all(future.result(PATIENCE) for future in futures)
    for refused in wrong:
        with pytest.raises(StoreRefused, match="could not be saved"):
            refused.result(PATIENCE)
    with pytest.raises(Conflict):
        long.result(PATIENCE)
    assert len(log(store, "t3")) == 3
    assert [each.head.table_id for each in store.list_tables("t3").result(PATIENCE)] == ["t3"]
    assert caplog.text == ""


@contextmanager
def slow_commits(database: Database) -> Iterator[None]:
    """Hold up every commit of events, before it is made."""
    database.execute("""CREATE FUNCTION rollwright.wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'""")
    database.execute("""CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON rollwright.events
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rollwright.wait()""")
    with database.connect() as connection:
        connection.execute("SELECT pg_advisory_lock(1)")
        yield
    database.execute("DROP FUNCTION rollwright.wait CASCADE")


def test_a_commit_that_is_cut_off_before_it_is_made_is_refused(database: Database, store: PostgresStore) -> None:
    opened(store)
    with slow_commits(database):
        future = store.append("t", 1, [moved(1)], "key", SUMMARY)
        wait_until(database.waiting)
        assert not future.done()
        cut(database, store)
        with pytest.raises(StoreRefused, match=NOTHING_CHANGED):
            future.result(PATIENCE)
        assert log(store) == [OPENED]
    assert append(store, 1, key="key")


@contextmanager
def commits_without_an_answer(database: Database) -> Iterator[None]:
    """Let the server tell nobody of a commit that it has made: it waits for another server, which does not exist."""
    database.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    database.execute("SELECT pg_reload_conf()")
    try:
        wait_until(lambda: database.execute("SHOW synchronous_standby_names") == [("nobody",)])
        yield
    finally:
        database.execute("ALTER SYSTEM RESET synchronous_standby_names")
        database.execute("SELECT pg_reload_conf()")


def test_a_commit_that_is_cut_off_after_it_was_made_is_acknowledged(database: Database, store: PostgresStore) -> None:
    opened(store)
    with commits_without_an_answer(database):
        futures = [store.append("t", place, [moved(place)], None, SUMMARY) for place in (1, 2)]
        waits = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event = 'SyncRep'"
        pid = store._writer.connection.info.backend_pid
        wait_until(lambda: bool(database.execute(waits, pid)))
        assert not futures[0].done()
        cut(database, store)
    assert all(future.result(PATIENCE) for future in futures)
    assert log(store) == [OPENED, moved(1), moved(2)]
    assert append(store, 3)


def test_what_nobody_can_tell_about_is_not_said_to_be_refused(falling: Server, database: Database) -> None:
    class Falls(PostgresStore):
        commit_timeout = 0.0

        def _commit(self) -> None:
            super()._commit()
            if fall:
                falling.kill()
                raise psycopg.OperationalError("lost")

    fall = False
    with closing(Falls(database.address)) as store:
        opened(store)
        fall = True
        with pytest.raises(Unsure, match="cannot tell whether this was saved"):
            append(store, 1, key="key")
        with pytest.raises(StoreRefused, match=NOTHING_CHANGED):
            append(store, 2)
        with pytest.raises(StoreRefused, match="cannot be read: the database is not responding"):
            log(store)
        falling.start()
        fall = False
        assert not append(store, 1, key="key"), "it was saved after all, and the request may be repeated"
        assert append(store, 2)


class Load:
    """Somebody who writes to a few tables without pause, and tries again what was refused, under the same name."""

    def __init__(self, store: PostgresStore, tables: int = 3) -> None:
        self.names = [f"t{number}" for number in range(tables)]
        opened(store, *self.names)
        self.kept = dict.fromkeys(self.names, 0)
        self.refused = 0
        self.wrong: list[object] = []
        self._store = store
        self._enough = threading.Event()
        self._threads = [threading.Thread(target=self._push, args=(name,)) for name in self.names]
        for thread in self._threads:
            thread.start()

    def _push(self, name: str) -> None:
        while not self._enough.is_set():
            place = self.kept[name] + 1
            try:
                if not append(self._store, place, name=name, key=f"{place}"):
                    self.wrong.append(f"{name} {place} was refused, and yet kept")
                self.kept[name] = place
            except StoreRefused as refusal:
                self.refused += 1
                if "nothing has changed" not in str(refusal):
                    self.wrong.append(refusal)
                self._enough.wait(0.01)
            except Exception as fault:
                self.wrong.append(fault)
                return

    def wait_for(self, more: int) -> None:
        """Wait until every table has so many events more."""
        goal = {name: kept + more for name, kept in self.kept.items()}
        wait_until(lambda: bool(self.wrong) or all(self.kept[name] >= goal[name] for name in self.names))

    def end(self) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join(PATIENCE)


@pytest.mark.parametrize("fall", ["stop", "kill"])
def test_a_server_that_falls_and_rises_loses_nothing(falling: Server, database: Database, fall: str) -> None:
    with closing(database.open()) as store:
        load = Load(store)
        for _ in range(3):
            load.wait_for(20)
            getattr(falling, fall)()
            falling.start()
        load.wait_for(5)
        load.end()
        assert load.wrong == []
        for name, kept in load.kept.items():
            assert log(store, name) == [OPENED, *(moved(place) for place in range(1, kept + 1))]


def lost_by_a_fall(falling: Server, database: Database, careless: bool) -> list[str]:
    """Kill the server while it is busy; return the tables that lack something acknowledged afterwards."""
    database.execute("DROP SCHEMA IF EXISTS rollwright CASCADE")
    with closing(database.open()) as store:
        if careless:
            store._writer.connection.execute("SET synchronous_commit = off")
        load = Load(store)
        load.wait_for(30)
        falling.kill()
        kept = dict(load.kept)
        falling.start()
        load.end()
        return [name for name in load.names if len(log(store, name)) <= kept[name]]


def test_what_was_acknowledged_is_there_after_a_fall(falling: Server, database: Database) -> None:
    assert lost_by_a_fall(falling, database, careless=False) == []


def test_the_test_of_a_fall_catches_a_store_that_does_not_wait_for_the_disk(
    falling: Server, database: Database
) -> None:
    assert any(lost_by_a_fall(falling, database, careless=True) for _ in range(5))


class Ear:
    """Whoever listens."""

    def __init__(self, store: PostgresStore) -> None:
        self.heard: list[tuple[str, int]] = []
        self.told: list[str] = []
        self.missed = 0
        store.listen(self.hear, self.miss, self.told.append)

    def hear(self, table_id: str, length: int) -> None:
        self.heard.append((table_id, length))
        if table_id == "unbearable":
            raise ValueError(table_id)

    def wait_for(self, table_id: str, length: int) -> None:
        wait_until(lambda: (table_id, length) in self.heard)

    def miss(self) -> None:
        self.missed += 1


def test_every_commit_is_told_once_to_all(database: Database, store: PostgresStore, other: PostgresStore) -> None:
    ears = [Ear(store), Ear(other)]
    opened(store, "t", "u:1")
    append(store, 1, key="key")
    append(store, 1, key="key")
    with pytest.raises(Conflict):
        append(other, 1)
    append(other, 2, moved(2), moved(3))
    with database.locked() as awaited:
        hold_up(store, awaited)
        futures = [store.append("t", place, [moved(place)], None, SUMMARY) for place in (4, 5, 6)]
        futures.append(store.append("u:1", 1, [moved(1)], None, SUMMARY))
    assert all(future.result(PATIENCE) for future in futures)
    store.delete("t").result(PATIENCE)
    opened(store, "last")
    for ear in ears:
        ear.wait_for("last", 1)
        assert ear.heard == [
            ("t", 1), ("u:1", 1), ("t", 2), ("t", 4), ("t", 7), ("u:1", 2), ("t", 0), ("last", 1)
        ]  # fmt: skip
        assert ear.missed == 0


def test_a_listener_that_was_cut_off_says_so_and_listens_on(database: Database, store: PostgresStore) -> None:
    ear = Ear(store)
    database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(query, 'LISTEN')")
    wait_until(lambda: ear.missed == 1)
    opened(store)
    wait_until(lambda: ear.heard == [("t", 1)])
    assert ear.missed == 1


def test_a_listener_outlives_a_server_that_falls(falling: Server, store: PostgresStore) -> None:
    ear = Ear(store)
    falling.stop()
    falling.start()
    wait_until(lambda: ear.missed == 1)
    opened(store)
    wait_until(lambda: ear.heard == [("t", 1)])


def test_news_that_cannot_be_borne_or_read_do_not_end_the_listening(
    database: Database, store: PostgresStore, caplog: pytest.LogCaptureFixture
) -> None:
    ear = Ear(store)
    database.execute("NOTIFY rollwright, 'gibberish'")
    opened(store, "unbearable", "t")
    with caplog.at_level(logging.ERROR):
        wait_until(lambda: len(ear.heard) == 2)
    assert ear.heard == [("unbearable", 1), ("t", 1)]
    assert ear.missed == 0


def test_what_is_said_aside_is_heard_by_all_in_order(store: PostgresStore, other: PostgresStore) -> None:
    ears = [Ear(store), Ear(other)]
    said = [*("ana is here", "ana has left") * 20, "ñ" * 3500]
    for text in said:
        store.tell(text)
    for ear in ears:
        wait_until(lambda ear=ear: len(ear.told) == len(said))  # type: ignore[misc] # the default is no part of it
        assert (ear.told, ear.heard, ear.missed) == (said, [], 0)
    with pytest.raises(ValueError, match="at most 7000 bytes"):
        store.tell("ñ" * 3501)
    store.tell("a text without an end \0")
    store.tell("the end")
    wait_until(lambda: ears[1].told[-1] == "the end")
    assert len(ears[1].told) == len(said) + 1


def test_what_is_said_aside_while_the_server_is_away_is_lost_and_keeps_nobody_waiting(
    falling: Server, store: PostgresStore
) -> None:
    ear = Ear(store)
    store.tell("first")
    wait_until(lambda: ear.told == ["first"])
    falling.stop()
    for number in range(3 * MAX_QUEUED):
        store.tell(f"{number}")  # it would wait for ever, as the server is started only then
    falling.start()
    wait_until(lambda: ear.missed == 1)

    def heard_again() -> bool:
        store.tell("again")
        return "again" in ear.told

    wait_until(heard_again)
    assert len(ear.told) < MAX_QUEUED


def test_nobody_listens_to_a_store_that_is_closed(database: Database) -> None:
    store = database.open()
    ear = Ear(store)
    store.close()
    with closing(database.open()) as other:
        opened(other)
    assert ear.heard == []
    with pytest.raises(StoreRefused, match="the program is closing"):
        Ear(store)
    assert database.execute("SELECT * FROM rollwright.writers") == []


def test_what_is_committed_waits_for_the_disk_whatever_the_server_is_used_to(database: Database) -> None:
    for used_to, kept in (("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")):
        database.execute(f"ALTER ROLE rollwright SET synchronous_commit = {used_to}")
        try:
            with closing(database.open()) as store:
                assert store._writer.connection.execute("SHOW synchronous_commit").fetchone() == (kept,)
        finally:
            database.execute("ALTER ROLE rollwright RESET synchronous_commit")


def test_a_database_of_the_first_version_is_brought_up_to_date(database: Database) -> None:
    for statement in ("CREATE SCHEMA rollwright", *SCHEMA[0]):
        database.execute(statement)
    database.execute("""INSERT INTO rollwright.tables VALUES
        ('t', 'ana', 1.5, 2.5, 'some_game', 2, '5', '[["Ana", "here", ""]]', '[3, [10, -1], true]', 1)""")
    database.execute("INSERT INTO rollwright.events VALUES ('t', 0, %s)", json.dumps(to_json(OPENED)))
    for place in (1, 2):
        with closing(database.open()) as store:
            [found] = store.list_tables("ana").result(PATIENCE)
            assert found.head == Head("t", "ana", 1.5, (Player("Ana", SeatKind.HERE),), 5)
            assert append(store, place, Seated(place, "ben", "", {}))
            assert len(log(store)) == place + 1
            assert store.list_tables("ben").result(PATIENCE)


def test_a_database_that_is_not_ours_is_refused_and_left_alone(database: Database) -> None:
    database.execute("CREATE SCHEMA rollwright")
    with closing(database.open()):
        pass  # somebody has made room for us
    database.execute(f"UPDATE rollwright.version SET number = {VERSION + 1}")
    with pytest.raises(
        StoreRefused, match=r"Games cannot be saved in postgresql://.*: it was written by a newer version"
    ):
        database.open()
    database.execute("DROP SCHEMA rollwright CASCADE")
    database.execute("CREATE SCHEMA rollwright")
    database.execute("CREATE TABLE rollwright.diary (day text)")
    with pytest.raises(StoreRefused, match="its schema 'rollwright' was not created by Rollwright"):
        database.open()
    assert database.execute("SELECT relname FROM pg_class WHERE relnamespace = 'rollwright'::regnamespace") == [
        ("diary",)
    ]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://ana:tell-nobody@127.0.0.1:1/games", "postgresql://ana@127.0.0.1:1/games: .*refused"),
        ("postgresql://ana:tell-nobody@nowhere.invalid/games", "postgresql://ana@nowhere.invalid/games: "),
        ("host=127.0.0.1 port=1 user=ana password=tell-nobody", "postgresql://ana@127.0.0.1:1/: .*refused"),
        ("host=127.0.0.1 password=' tell-nobody", "PostgreSQL: its address is not valid"),
        ("postgresql://ana:100%tell-nobody@127.0.0.1:1/games", "PostgreSQL: its address is not valid"),
        ("postgresql://ana:a@tell-nobody@127.0.0.1:1/games", "PostgreSQL: its address is not valid"),
        ("postgresql://ana@host:tell-nobody/games", "PostgreSQL: its address is not valid"),
        ("tell-nobody", "PostgreSQL: its address is not valid"),
    ],
)
def test_a_wrong_address_is_told_without_its_password(address: str, told: str) -> None:
    with pytest.raises(StoreRefused, match=f"Games cannot be saved in {told}") as refused:
        PostgresStore(address)
    fault: BaseException | None = refused.value
    while fault:
        assert "tell-nobody" not in str(fault)
        fault = fault.__cause__


def test_a_database_that_does_not_exist_is_told(database: Database) -> None:
    with pytest.raises(StoreRefused, match='database "nothing" does not exist'):
        PostgresStore(database.address.replace("/postgres?", "/nothing?"))


def test_a_name_that_a_database_cannot_hold_is_nobodys(store: PostgresStore) -> None:
    with pytest.raises(NoSuchTable):
        log(store, "\0")
    opened(store)
    with pytest.raises(StoreRefused, match="could not be saved"):
        append(store, 1, key="\0")
    events: list[Event] = [moved(1, "\0 \ud800 ñ")]
    assert append(store, 1, *events)
    assert log(store)[1:] == events
    with pytest.raises(Conflict):
        store.open_table(head("x" * 1001), [OPENED], SUMMARY).result(PATIENCE)


def test_an_address_chooses_the_store(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (tmp_path / "a", str(tmp_path / "b")):
        with closing(open_store(where)) as store:
            assert not isinstance(store, Shared)
    with closing(open_store(database.address)) as store:
        assert isinstance(store, Shared)
    monkeypatch.setitem(sys.modules, "rollwright.store.postgres.store", None)
    with pytest.raises(StoreRefused, match="the package psycopg is missing"):
        open_store(database.address)


def test_who_does_not_use_postgresql_does_not_need_it() -> None:
    script = "import sys, rollwright.web.ops.serve, rollwright.store.backends; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
