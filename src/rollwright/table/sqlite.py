"""Tables kept in one SQLite file.

One thread writes. It takes everything that is asked for at the moment, does each write in a savepoint of its own, so
that one that fails harms no other, and commits them together: the disk is waited for once for all of them. Only then
are the futures done, in order. Another process may use the same file: the key (table, place) settles who was first.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from errno import ENOSPC
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.table.events import Event, Opened, from_json, to_json
from rollwright.table.store import Conflict, Head, Listed, NoSuchTable, Player, StoreRefused, Summary

VERSION = 1
"""Of the tables below; a file says its own as `user_version`."""

MARK = 0x526F6C6C
"""What tells our files from other programs' (`application_id`): "Roll"."""

PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""

MOST_TOGETHER = 1_000
"""Writes that are committed together at most, so that the first of them does not wait for ever."""

SCHEMA = (
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, opened REAL NOT NULL, touched REAL NOT NULL, game TEXT NOT NULL,
        seats INTEGER NOT NULL, seed TEXT NOT NULL, players TEXT NOT NULL, summary TEXT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX tables_of_owner ON tables (owner)",
    """CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, place INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (table_id, place)
    ) WITHOUT ROWID""",
    """CREATE TABLE requests (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (table_id, name)
    ) WITHOUT ROWID""",
)
HEAD = "id, owner, opened, players, seed"

T = TypeVar("T")


@dataclass
class _Write:
    """Something to write: what to do inside the transaction, and whom to tell."""

    work: Callable[[sqlite3.Connection], Any]
    future: Future[Any]


class SQLiteStore:
    """Keeps tables in one file, which it makes if there is none."""

    def __init__(self, path: Path) -> None:
        """Open the file; refuse one that is not ours, or that a newer Rollwright has written."""
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # The dice of every table follow from what is inside: nobody else on this machine may read it.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._writer = _connected(path)
        except (OSError, sqlite3.Error) as fault:
            raise _not_opened(path, fault) from fault
        try:
            _prepare(self._writer)
            self._reader = _connected(path)
        except (sqlite3.Error, StoreRefused) as fault:
            self._writer.close()
            raise _not_opened(path, fault) from fault
        self._closed = False
        self._lock = Lock()
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._thread = Thread(target=self._write_all, name="rollwright store", daemon=True)
        self._thread.start()
        self._reading = ThreadPoolExecutor(1, "rollwright store reader")

    def open_table(self, head: Head, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Keep a new table with its log so far; Conflict if there is one of that name."""
        opened = events[0]
        assert isinstance(opened, Opened), "a log begins with the opening of its table"
        row = (head.table_id, head.owner, head.opened, time.time(), opened.game, opened.seats, f"{head.seed:x}",
               json.dumps([astuple(player) for player in head.players]), _standing(summary))  # fmt: skip
        rows = _rows(head.table_id, 0, events)

        def work(connection: sqlite3.Connection) -> None:
            # A name that is taken breaks the key, and that is a Conflict.
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)

        return self._later(work)

    def append(
        self, table_id: str, place: int, events: Sequence[Event], key: str | None, summary: Summary
    ) -> Future[bool]:
        """Add events to a log that ends just before `place`; False if the request of that name was kept before."""
        rows = _rows(table_id, place, events)
        standing = _standing(summary)

        def work(connection: sqlite3.Connection) -> bool:
            # The name of the request first: a repeated one finds its place taken, by itself.
            known = "SELECT 1 FROM requests WHERE table_id = ? AND name = ?"
            if key is not None and connection.execute(known, (table_id, key)).fetchone():
                return False
            touch = "UPDATE tables SET touched = ?, summary = ? WHERE id = ?"
            if not connection.execute(touch, (time.time(), standing, table_id)).rowcount:
                raise NoSuchTable
            length = "SELECT coalesce(max(place) + 1, 0) FROM events WHERE table_id = ?"
            if connection.execute(length, (table_id,)).fetchone() != (place,):
                raise Conflict
            if key is not None:
                connection.execute("INSERT INTO requests VALUES (?, ?)", (table_id, key))
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            return True

        return self._later(work)

    def delete(self, table_id: str) -> Future[None]:
        """Forget a table and its log; NoSuchTable if there is none."""

        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute("DELETE FROM tables WHERE id = ?", (table_id,)).rowcount:
                raise NoSuchTable

        return self._later(work)

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""

        def read(connection: sqlite3.Connection) -> tuple[Head, list[Event]]:
            row = connection.execute(f"SELECT {HEAD} FROM tables WHERE id = ?", (table_id,)).fetchone()
            if row is None:
                raise NoSuchTable
            log = connection.execute("SELECT event FROM events WHERE table_id = ? ORDER BY place", (table_id,))
            return _head(*row), [from_json(json.loads(event)) for (event,) in log]

        return self._read(read)

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the names of the requests that were kept."""

        def read(connection: sqlite3.Connection) -> set[str]:
            return {name for (name,) in connection.execute("SELECT name FROM requests WHERE table_id = ?", (table_id,))}

        return self._read(read)

    def list_tables(self, owner: str) -> Future[list[Listed]]:
        """Return somebody's tables, the last touched first."""
        query = f"SELECT game, seats, summary, touched, {HEAD} FROM tables WHERE owner = ? ORDER BY touched DESC, id"

        def read(connection: sqlite3.Connection) -> list[Listed]:
            return [
                Listed(_head(*head), game, seats, _summary(*json.loads(summary)), touched)
                for game, seats, summary, touched, *head in connection.execute(query, (owner,))
            ]

        return self._read(read)

    def close(self) -> None:
        """Wait until everything asked for is done, then let go of the file."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()

    def _later(self, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Leave a write to the writing thread."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.set_exception(_not_saved(Phrase("the program is closing")))
            else:
                self._queue.put(_Write(work, future))
        return future

    def _read(self, read: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Leave a question to the reading thread; what it begins now sees all that was acknowledged before."""

        def answer() -> T:
            try:
                with _transaction(self._reader, "BEGIN"):
                    return read(self._reader)
            except sqlite3.Error as fault:
                raise _not_read(_reason(fault)) from fault

        with self._lock:
            if not self._closed:
                return self._reading.submit(answer)
        future: Future[T] = Future()
        future.set_exception(_not_read(Phrase("the program is closing")))
        return future

    def _write_all(self) -> None:
        """Write what is asked for, group by group, until the store is closed."""
        while (first := self._queue.get()) is not None:
            if not first.future.set_running_or_notify_cancel():
                continue
            group = [first]
            try:
                outcomes = self._write_group(group)
            except Exception as fault:  # whatever it is, this thread must live to make the next attempt
                self._gather(group)
                outcomes = [_not_saved(_reason(fault)) for _ in group]
            for write, outcome in zip(group, outcomes, strict=True):
                if isinstance(outcome, Exception):
                    write.future.set_exception(outcome)
                else:
                    write.future.set_result(outcome)

    def _write_group(self, group: list[_Write]) -> list[Any]:
        """Commit a group of writes, with all that have come in the meantime, and return what came of each."""
        with _transaction(self._writer, "BEGIN IMMEDIATE"):
            # Gathered only now: while another process kept us waiting, the group has grown.
            self._gather(group)
            outcomes = [self._attempt(write) for write in group]
            self._commit()
        return outcomes

    def _gather(self, group: list[_Write]) -> None:
        """Add to a group what else is asked for at the moment."""
        with suppress(Empty):
            while len(group) < MOST_TOGETHER:
                write = self._queue.get_nowait()
                if write is None:
                    self._queue.put(None)  # nothing comes after it, and the thread must meet it again
                    return
                if write.future.set_running_or_notify_cancel():
                    group.append(write)

    def _attempt(self, write: _Write) -> Any:
        """Do one write of a group, and return what to answer: its result, or the refusal, if nothing was written."""
        self._writer.execute("SAVEPOINT one")
        try:
            outcome = write.work(self._writer)
        except Refusal as refusal:
            outcome = refusal
        except sqlite3.IntegrityError:
            outcome = Conflict()
        except Exception as fault:
            if not self._writer.in_transaction:
                raise  # a full disk can end the whole transaction
            outcome = _not_saved(_reason(fault))
        if isinstance(outcome, Exception):
            self._writer.execute("ROLLBACK TO one")
        self._writer.execute("RELEASE one")
        return outcome

    def _commit(self) -> None:
        self._writer.execute("COMMIT")


def _connected(path: Path) -> sqlite3.Connection:
    """Connect to the file, for use by whichever thread, one at a time; each transaction is begun and ended by us."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection) -> None:
    """Make an empty file ours, and see to it that what is committed is on the disk."""
    if _number(connection, "PRAGMA user_version") == 0:
        with _transaction(connection, "BEGIN IMMEDIATE"):
            if _number(connection, "PRAGMA user_version") == 0:  # else another process was faster
                if _number(connection, "SELECT count(*) FROM sqlite_schema"):
                    raise StoreRefused(Phrase("it is not a file of Rollwright's"))
                for statement in SCHEMA:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {MARK}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
    if _number(connection, "PRAGMA application_id") != MARK:
        raise StoreRefused(Phrase("it is not a file of Rollwright's"))
    if _number(connection, "PRAGMA user_version") > VERSION:
        raise StoreRefused(Phrase("a newer Rollwright has written it, and this one is too old to read it"))
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers and the writer work side by side; wait for others who are just doing the same."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as fault:  # SQLite does not wait by itself here
            if _code(fault) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """Begin a transaction, and take it back unless it was committed."""
    connection.execute(begin)
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _rows(table_id: str, place: int, events: Sequence[Event]) -> list[tuple[str, int, str]]:
    """Return events as they are kept, from a place of the log on."""
    texts = (json.dumps(to_json(event), separators=(",", ":")) for event in events)
    return [(table_id, number, text) for number, text in enumerate(texts, start=place)]


def _head(table_id: str, owner: str, opened: float, players: str, seed: str) -> Head:
    return Head(table_id, owner, opened, tuple(Player(*player) for player in json.loads(players)), int(seed, 16))


def _standing(summary: Summary) -> str:
    return json.dumps((summary.round_no, summary.halves, summary.over))


def _summary(round_no: int, halves: list[int], over: bool) -> Summary:
    return Summary(round_no, tuple(halves), over)


def _code(fault: BaseException) -> int:
    """Return what kind of fault SQLite reports, without its finer shades."""
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def _reason(fault: Exception) -> Phrase:
    """Say what went wrong, for a person."""
    if isinstance(fault, Refusal):
        return fault.phrase
    code = _code(fault)
    if code == sqlite3.SQLITE_FULL or (isinstance(fault, OSError) and fault.errno == ENOSPC):
        return Phrase("the disk is full")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Phrase("another program is using the file")
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return Phrase("it is not a file of Rollwright's, or it is damaged")
    return Phrase("{text}", text=(fault.strerror if isinstance(fault, OSError) else None) or str(fault))


def _not_opened(path: Path, fault: Exception) -> StoreRefused:
    return StoreRefused(Phrase("The games cannot be kept in {path}: {reason}.", path=path, reason=_reason(fault)))


def _not_saved(reason: Phrase) -> StoreRefused:
    return StoreRefused(Phrase("This could not be saved, and nothing has changed: {reason}.", reason=reason))


def _not_read(reason: Phrase) -> StoreRefused:
    return StoreRefused(Phrase("The games cannot be read: {reason}.", reason=reason))
