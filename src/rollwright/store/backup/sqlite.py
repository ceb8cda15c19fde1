"""Backing a file of SQLite's up, and filling one."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rollwright.store.backup.parts import BROKEN, ENDS_SINCE, FOUND, Part, does_not_fit, not_empty, nothing_there
from rollwright.store.errors import StoreRefused
from rollwright.store.group_commit import not_opened, not_read, not_saved
from rollwright.store.sqlite import ENDED, SQLiteStore, check_file, connected, reason, transaction


class Source:
    """A file at the moment when somebody began to read it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Begin to read; the connection has begun a transaction."""
        self._connection = connection
        [self.version] = connection.execute("PRAGMA user_version").fetchone()

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        """Return the columns of a part that are there, and its rows."""
        there = self._connection.execute(f"SELECT * FROM {part.name} LIMIT 0").description
        columns = [name for name, *_ in there if name in part.columns]
        query = f"SELECT {', '.join(columns)} FROM {part.name} ORDER BY {part.order}"
        return columns, self._connection.execute(query)


@contextmanager
def source(path: Path) -> Iterator[Source]:
    """Read a file as it is now, while others write on."""
    if not path.is_file():
        raise nothing_there(path)
    try:
        with closing(connected(path)) as connection:
            connection.execute("PRAGMA query_only = ON")
            with transaction(connection, "BEGIN"):
                _check(connection, path)
                yield Source(connection)
    except sqlite3.Error as fault:
        raise not_read(reason(fault)) from fault


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        check_file(connection)
    except StoreRefused as fault:
        raise not_opened(path, fault.phrase) from fault


class Target:
    """A file that is being filled."""

    def __init__(self, connection: sqlite3.Connection, path: Path, name: str) -> None:
        """Begin to fill it, within a transaction; refuse one that is not empty."""
        self._connection = connection
        self._name = name
        for found in FOUND:
            if connection.execute(f"SELECT 1 FROM {found} LIMIT 1").fetchone():
                raise not_empty(path)

    def put(self, part: Part, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Fill in rows of a part."""
        self._connection.execute(f"DELETE FROM {part.name}")  # a secret that somebody has just drawn
        values = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {part.name} ({', '.join(columns)}) VALUES ({values})", rows)

    def finish(self, version: int) -> None:
        """Work out what an older back-up lacks, see that everything fits together, and keep it."""
        if version < ENDS_SINCE:
            self._connection.execute(ENDED)
        if self._connection.execute(BROKEN.format(tables="tables", events="events")).fetchone() != (0,):
            raise does_not_fit(self._name)
        self._connection.execute("COMMIT")


@contextmanager
def target(path: Path, name: str) -> Iterator[Target]:
    """Fill a file, which is made if there is none."""
    SQLiteStore(path).close()
    try:
        with closing(connected(path)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            with transaction(connection, "BEGIN IMMEDIATE"):
                yield Target(connection, path, name)
    except sqlite3.IntegrityError as fault:
        raise does_not_fit(name) from fault
    except sqlite3.Error as fault:
        raise not_saved(reason(fault)) from fault
