"""Backing a database of PostgreSQL's up, and filling one."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg

from rollwright.core.language import Phrase
from rollwright.store.backup.parts import (
    BROKEN,
    ENDS_SINCE,
    FOUND,
    PARTS,
    BackupRefused,
    Part,
    does_not_fit,
    not_empty,
    nothing_there,
)
from rollwright.store.errors import StoreRefused
from rollwright.store.group_commit import not_opened, not_read, not_saved
from rollwright.store.postgres.connection import (
    ENDED,
    Address,
    Connection,
    Line,
    prepare,
    reason,
    reason_at_first,
    version_of,
)
from rollwright.store.postgres.statements import SNAPSHOT

AT_ONCE = 2_000
"""Rows that are fetched together."""

UNHURRIED = "SET idle_in_transaction_session_timeout = 0"
"""Whoever takes or brings the file may be slow."""

LENGTHS = """
    UPDATE rollwright.tables SET length = counted.length
    FROM (SELECT table_id, count(*) AS length FROM rollwright.events GROUP BY table_id) AS counted
    WHERE id = table_id"""


class Source:
    """A database at the moment when somebody began to read it."""

    def __init__(self, connection: Connection, version: int) -> None:
        """Begin to read; the connection has begun a transaction."""
        self._connection = connection
        self.version = version

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        """Return the columns of a part that are there, and its rows."""
        there = self._connection.execute(f"SELECT * FROM rollwright.{part.name} LIMIT 0").description or []
        columns = [column.name for column in there if column.name in part.columns]
        return columns, self._rows(f"SELECT {', '.join(columns)} FROM rollwright.{part.name} ORDER BY {part.order}")

    def _rows(self, query: str) -> Iterator[Sequence[Any]]:
        with self._connection.cursor("rows") as cursor:  # one that has a name stays on the server, with its rows
            cursor.itersize = AT_ONCE
            yield from cursor.execute(query)


@contextmanager
def source(address: str) -> Iterator[Source]:
    """Read a database as it is now, while others write on."""
    where = Address(address)
    try:
        connection = where.connect()
    except psycopg.Error as fault:
        raise not_opened(where.shown, reason_at_first(fault)) from fault
    try:
        with closing(connection):
            connection.execute(UNHURRIED)
            connection.execute(SNAPSHOT)
            yield Source(connection, _checked(connection, where.shown))
    except psycopg.Error as fault:
        raise not_read(reason(fault)) from fault


def _checked(connection: Connection, where: str) -> int:
    """Return the version of a database that can be read."""
    try:
        version = version_of(connection)
    except StoreRefused as fault:
        raise not_opened(where, fault.phrase) from fault
    if version == 0:
        raise nothing_there(where)
    return version


class Target:
    """A database that is being filled."""

    def __init__(self, connection: Connection, where: str, name: str) -> None:
        """Begin to fill it, within a transaction; refuse one that is not empty."""
        self._connection = connection
        self._name = name
        everything = ", ".join(f"rollwright.{part.name}" for part in PARTS)
        connection.execute(f"LOCK TABLE {everything} IN EXCLUSIVE MODE")  # who reads goes on, who writes waits
        for found in FOUND:
            if connection.execute(f"SELECT FROM rollwright.{found} LIMIT 1").rowcount:
                raise not_empty(where)

    def put(self, part: Part, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Fill in rows of a part."""
        self._connection.execute(f"DELETE FROM rollwright.{part.name}")  # a secret that somebody has just drawn
        counted = part.name == "tables"
        names = ", ".join([*columns, "length"] if counted else columns)
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY rollwright.{part.name} ({names}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row([*row, 0] if counted else row)

    def finish(self, version: int) -> None:
        """Work out what an older back-up lacks, see that everything fits together, and keep it."""
        self._connection.execute(LENGTHS)
        if version < ENDS_SINCE:
            self._connection.execute(ENDED)
        broken = BROKEN.format(tables="rollwright.tables", events="rollwright.events")
        if self._connection.execute(broken).fetchone() != (0,):
            raise does_not_fit(self._name)
        try:
            self._connection.execute("COMMIT")
        except psycopg.OperationalError as fault:
            raise BackupRefused(
                Phrase(
                    "The database does not answer, and it is not known whether everything was restored: try once more."
                )
            ) from fault


@contextmanager
def target(address: str, name: str) -> Iterator[Target]:
    """Fill a database, in which our tables are laid out if there are none."""
    where = Address(address)
    try:
        line = Line(where)
    except psycopg.Error as fault:
        raise not_opened(where.shown, reason_at_first(fault)) from fault
    with closing(line):
        try:
            prepare(line)
        except (psycopg.Error, StoreRefused) as fault:
            raise not_opened(where.shown, reason_at_first(fault)) from fault
        try:
            line.connection.execute(UNHURRIED)
            with line.transaction("BEGIN") as connection:
                yield Target(connection, where.shown, name)
        except psycopg.IntegrityError as fault:
            raise does_not_fit(name) from fault
        except psycopg.Error as fault:
            raise not_saved(reason(fault)) from fault
