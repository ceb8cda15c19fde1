"""Back-ups from and into a SQLite file."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rollwright.store.backup.parts import BROKEN, IN_USE, Part, does_not_fit, not_empty, nothing_there
from rollwright.store.errors import StoreRefused
from rollwright.store.group_commit import not_opened, not_read, not_saved
from rollwright.store.sqlite import SQLiteStore
from rollwright.store.sqlite.connection import connect, reason, transaction
from rollwright.store.sqlite.schema import BACKFILLS, check_file


class Source:
    """A snapshot of a SQLite file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Begin to read on a connection that has begun a transaction."""
        self._connection = connection
        [self.version] = connection.execute("PRAGMA user_version").fetchone()

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        """Return the columns of a part that this file has, and its rows."""
        there = self._connection.execute(f"SELECT * FROM {part.name} LIMIT 0").description
        columns = [name for name, *_ in there if name in part.columns]
        query = f"SELECT {', '.join(columns)} FROM {part.name} ORDER BY {part.order}"
        return columns, self._connection.execute(query)


@contextmanager
def source(path: Path) -> Iterator[Source]:
    """Open a snapshot of a file, while others go on writing."""
    if not path.is_file():
        raise nothing_there(path)
    try:
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA query_only = ON")
            with transaction(connection, "BEGIN"):
                _check(connection, path)
                yield Source(connection)
    except sqlite3.Error as error:
        raise not_read(reason(error)) from error


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        check_file(connection)
    except StoreRefused as error:
        raise not_opened(path, error.phrase) from error


class Target:
    """A SQLite file that is being filled, in one transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path, name: str) -> None:
        """Begin on a connection that has begun a transaction; refuse a file that is not empty."""
        self._connection = connection
        self._name = name
        for found in IN_USE:
            if connection.execute(f"SELECT 1 FROM {found} LIMIT 1").fetchone():
                raise not_empty(path)

    def put(self, part: Part, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Write the rows of a part."""
        self._connection.execute(f"DELETE FROM {part.name}")  # a secret that a server has created
        values = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {part.name} ({', '.join(columns)}) VALUES ({values})", rows)

    def finish(self, version: int) -> None:
        """Fill in the columns that a back-up of this schema version lacks, check the logs, and commit."""
        for since, statement in BACKFILLS.items():
            if version < since:
                self._connection.execute(statement)
        if self._connection.execute(BROKEN.format(tables="tables", events="events")).fetchone() != (0,):
            raise does_not_fit(self._name)
        self._connection.execute("COMMIT")


@contextmanager
def target(path: Path, name: str) -> Iterator[Target]:
    """Open a file to be filled, which is created if it does not exist."""
    SQLiteStore(path).close()
    try:
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            with transaction(connection, "BEGIN IMMEDIATE"):
                yield Target(connection, path, name)
    except sqlite3.IntegrityError as error:
        raise does_not_fit(name) from error
    except sqlite3.Error as error:
        raise not_saved(reason(error)) from error
