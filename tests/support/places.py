"""Stores for tests: a SQLite file, or a PostgreSQL database."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import psycopg

from rollwright.store.postgres.store import PostgresStore
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Event
from rollwright.table.models import Summary

PATIENCE = 180
"""Seconds after which a test that waits for something gives up."""

EARLY_BY = 0.03
"""Seconds by which a store that must be detected acknowledges too early."""


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail after a timeout."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it has not come"
        time.sleep(0.01)


class Tried(Store, Protocol):
    """A store whose commits can be counted, and made to fail."""

    commits: int
    failures: int


class TriedFile(SQLiteStore):
    commits = failures = 0

    def _commit(self) -> None:
        self.commits += 1
        if self.failures:
            self.failures -= 1
            raise sqlite3.OperationalError("disk I/O error")
        super()._commit()


class TriedDatabase(PostgresStore):
    commits = failures = 0

    def _commit(self) -> None:
        self.commits += 1
        if self.failures:
            self.failures -= 1
            raise psycopg.errors.IoError("disk I/O error")
        super()._commit()


def acknowledged() -> Future[bool]:
    at_once: Future[bool] = Future()
    at_once.set_result(True)
    return at_once


class EarlyFile(SQLiteStore):
    """A store that acknowledges before it commits, which the crash test must detect."""

    early_by = EARLY_BY

    def append(
        self, table_id: str, place: int, events: Sequence[Event], key: str | None, summary: Summary | None, *rest: Any
    ) -> Future[bool]:
        super().append(table_id, place, events, key, summary, *rest)
        return acknowledged()

    def _commit(self) -> None:
        time.sleep(self.early_by)
        super()._commit()


class EarlyDatabase(PostgresStore):
    """The same for PostgreSQL."""

    early_by = EARLY_BY

    def append(
        self, table_id: str, place: int, events: Sequence[Event], key: str | None, summary: Summary | None, *rest: Any
    ) -> Future[bool]:
        super().append(table_id, place, events, key, summary, *rest)
        return acknowledged()

    def _commit(self) -> None:
        time.sleep(self.early_by)
        super()._commit()


class Place(Protocol):
    """The location of a store."""

    address: str

    def open(self) -> Store:
        """Open the store there."""
        ...

    def tried(self) -> Tried:
        """Open a store whose commits can be counted, and made to fail."""
        ...

    def early(self) -> Store:
        """Open a store that acknowledges too early."""
        ...

    def count(self, table_id: str, place: int) -> int:
        """Count the events of a table at a position of its log, on a separate connection."""
        ...

    def locked(self) -> "AbstractContextManager[Callable[[], None]]":
        """Block all other writers; yields a function that waits until a writer is blocked."""
        ...

    def hurry(self, store: Any) -> None:
        """Give a store short timeouts."""
        ...

    def full(self, store: Any) -> AbstractContextManager[None]:
        """Make a store fail to write anything large, as on a full disk."""
        ...


class File:
    """A SQLite file."""

    def __init__(self, address: str) -> None:
        self.address = address

    def open(self) -> SQLiteStore:
        return SQLiteStore(Path(self.address))

    def tried(self) -> TriedFile:
        return TriedFile(Path(self.address))

    def early(self) -> EarlyFile:
        return EarlyFile(Path(self.address))

    def count(self, table_id: str, place: int) -> int:
        with closing(sqlite3.connect(self.address)) as reader:
            found = reader.execute("SELECT count(*) FROM events WHERE table_id = ? AND place = ?", (table_id, place))
            return int(found.fetchone()[0])

    @contextmanager
    def locked(self) -> Iterator[Callable[[], None]]:
        with closing(sqlite3.connect(self.address, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield lambda: None  # a blocked SQLite store takes no further operations
            connection.execute("ROLLBACK")

    def hurry(self, store: SQLiteStore) -> None:
        store._writer.execute("PRAGMA busy_timeout = 50")

    @contextmanager
    def full(self, store: SQLiteStore) -> Iterator[None]:
        store._writer.execute(f"PRAGMA max_page_count = {store._writer.execute('PRAGMA page_count').fetchone()[0]}")
        yield
        store._writer.execute("PRAGMA max_page_count = 100000")


class Database:
    """A PostgreSQL database."""

    def __init__(self, address: str) -> None:
        self.address = address

    def connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(self.address, autocommit=True)

    def execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self.connect() as connection:
            done = connection.execute(statement, values)
            return done.fetchall() if done.description else []

    def open(self) -> PostgresStore:
        return PostgresStore(self.address)

    def tried(self) -> TriedDatabase:
        return TriedDatabase(self.address)

    def early(self) -> EarlyDatabase:
        return EarlyDatabase(self.address)

    def count(self, table_id: str, place: int) -> int:
        query = "SELECT count(*) FROM rollwright.events WHERE table_id = %s AND place = %s"
        return int(self.execute(query, table_id, place)[0][0])

    def waiting(self) -> bool:
        """Say whether a connection is waiting for a lock."""
        return bool(self.execute("SELECT 1 FROM pg_locks WHERE NOT granted"))

    @contextmanager
    def locked(self) -> Iterator[Callable[[], None]]:
        with self.connect() as connection:
            connection.execute("BEGIN")
            connection.execute("LOCK TABLE rollwright.tables IN EXCLUSIVE MODE")
            yield lambda: wait_until(self.waiting)
            connection.execute("ROLLBACK")

    def hurry(self, store: PostgresStore) -> None:
        store._writer.connection.execute("SET lock_timeout = 50")

    @contextmanager
    def full(self, store: PostgresStore) -> Iterator[None]:
        self.execute("""CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full'', MESSAGE = ''could not extend file''; END'""")
        self.execute("""CREATE TRIGGER refuse BEFORE INSERT ON rollwright.events FOR EACH ROW
            WHEN (length(NEW.event) > 10000) EXECUTE FUNCTION refuse()""")
        yield
        self.execute("DROP FUNCTION refuse CASCADE")
