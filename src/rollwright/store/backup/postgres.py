"""Back-ups from and into a PostgreSQL database."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg

from rollwright.core.language import Phrase
from rollwright.store.backup.parts import (
    BROKEN,
    IN_USE,
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
    Address,
    Connection,
    ReconnectingConnection,
    connect_reason,
    reason,
)
from rollwright.store.postgres.schema import BACKFILLS, prepare, version_of
from rollwright.store.postgres.statements import SNAPSHOT

BATCH = 2_000
"""Rows that are fetched in one round trip."""

NO_IDLE_TIMEOUT = "SET idle_in_transaction_session_timeout = 0"
"""The file may be read or written slowly, for instance through a pipe."""

FILL_LENGTHS = """
    UPDATE rollwright.tables SET length = counted.length
    FROM (SELECT table_id, count(*) AS length FROM rollwright.events GROUP BY table_id) AS counted
    WHERE id = table_id"""


class Source:
    """A snapshot of a database."""

    def __init__(self, connection: Connection, version: int) -> None:
        """Begin to read on a connection that has begun a transaction."""
        self._connection = connection
        self.version = version

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        """Return the columns of a part that this database has, and its rows."""
        there = self._connection.execute(f"SELECT * FROM rollwright.{part.name} LIMIT 0").description or []
        columns = [column.name for column in there if column.name in part.columns]
        return columns, self._rows(f"SELECT {', '.join(columns)} FROM rollwright.{part.name} ORDER BY {part.order}")

    def _rows(self, query: str) -> Iterator[Sequence[Any]]:
        with self._connection.cursor("rows") as cursor:  # a server-side cursor, as it has a name
            cursor.itersize = BATCH
            yield from cursor.execute(query)


@contextmanager
def source(address: str) -> Iterator[Source]:
    """Open a snapshot of a database, while others go on writing."""
    where = Address(address)
    try:
        connection = where.connect()
    except psycopg.Error as error:
        raise not_opened(where.shown, connect_reason(error)) from error
    try:
        with closing(connection):
            connection.execute(NO_IDLE_TIMEOUT)
            connection.execute(SNAPSHOT)
            yield Source(connection, _checked(connection, where.shown))
    except psycopg.Error as error:
        raise not_read(reason(error)) from error


def _checked(connection: Connection, where: str) -> int:
    """Return the schema version of a database; refuse one that has none, or a newer one than this code."""
    try:
        version = version_of(connection)
    except StoreRefused as error:
        raise not_opened(where, error.phrase) from error
    if version == 0:
        raise nothing_there(where)
    return version


class Target:
    """A database that is being filled, in one transaction."""

    def __init__(self, connection: Connection, where: str, name: str) -> None:
        """Begin on a connection that has begun a transaction; refuse a database that is not empty."""
        self._connection = connection
        self._name = name
        everything = ", ".join(f"rollwright.{part.name}" for part in PARTS)
        connection.execute(f"LOCK TABLE {everything} IN EXCLUSIVE MODE")  # readers go on, writers wait
        for found in IN_USE:
            if connection.execute(f"SELECT FROM rollwright.{found} LIMIT 1").rowcount:
                raise not_empty(where)

    def put(self, part: Part, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Write the rows of a part."""
        self._connection.execute(f"DELETE FROM rollwright.{part.name}")  # a secret that a server has created
        counted = part.name == "tables"
        names = ", ".join([*columns, "length"] if counted else columns)
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY rollwright.{part.name} ({names}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row([*row, 0] if counted else row)

    def finish(self, version: int) -> None:
        """Fill in the columns that a back-up of this schema version lacks, check the logs, and commit."""
        self._connection.execute(FILL_LENGTHS)
        for since, statement in BACKFILLS.items():
            if version < since:
                self._connection.execute(statement)
        broken = BROKEN.format(tables="rollwright.tables", events="rollwright.events")
        if self._connection.execute(broken).fetchone() != (0,):
            raise does_not_fit(self._name)
        try:
            self._connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            raise BackupRefused(
                Phrase(
                    "The database is not responding, so we cannot tell whether everything was restored: try once more."
                )
            ) from error


@contextmanager
def target(address: str, name: str) -> Iterator[Target]:
    """Open a database to be filled, in which the schema is created if it does not exist."""
    where = Address(address)
    try:
        reconnecting = ReconnectingConnection(where)
    except psycopg.Error as error:
        raise not_opened(where.shown, connect_reason(error)) from error
    with closing(reconnecting):
        try:
            prepare(reconnecting)
        except (psycopg.Error, StoreRefused) as error:
            raise not_opened(where.shown, connect_reason(error)) from error
        try:
            reconnecting.connection.execute(NO_IDLE_TIMEOUT)
            with reconnecting.transaction("BEGIN") as connection:
                yield Target(connection, where.shown, name)
        except psycopg.IntegrityError as error:
            raise does_not_fit(name) from error
        except psycopg.Error as error:
            raise not_saved(reason(error)) from error
