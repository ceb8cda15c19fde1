"""Tables kept in one SQLite file.

Another process may use the same file: the key (table, place) settles who was first.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict
from errno import ENOSPC
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused, Tried
from rollwright.store.group_commit import PATIENCE, Group, GroupCommit, not_opened, not_read
from rollwright.store.protocol import MOST_DEALT, MOST_RESULTS
from rollwright.store.rows import (
    HEAD,
    LISTED,
    RESULT,
    changes_holders,
    event_of,
    event_text,
    first_of,
    head_of,
    held_after,
    listed_of,
    new_secret,
    standing,
    table_row,
)
from rollwright.table.events import Event
from rollwright.table.models import Head, Listed, Result, Summary

MARK = 0x526F6C6C
"""What tells our files from other programs' (`application_id`): "Roll"."""

ENDED = "UPDATE tables SET ended = touched WHERE json_extract(summary, '$[2]')"
"""What says of older tables when their games have ended."""

SCHEMA = (
    (
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
    ),
    (
        "ALTER TABLE tables ADD COLUMN dice TEXT NOT NULL DEFAULT 'seeded'",
        "ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE holders (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL, holder TEXT NOT NULL,
            PRIMARY KEY (table_id, seat, holder)
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_of_holder ON holders (holder)",
    ),
    (
        "ALTER TABLE tables ADD COLUMN deal TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN ended REAL",
        ENDED,
        "CREATE INDEX tables_of_deal ON tables (deal) WHERE deal <> ''",
        """CREATE TABLE tries (
            holder TEXT NOT NULL, deal TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (holder, deal)
        ) WITHOUT ROWID""",
        """CREATE TABLE results (
            table_id TEXT NOT NULL, seat INTEGER NOT NULL, holder TEXT NOT NULL, game TEXT NOT NULL,
            ended REAL NOT NULL, halves INTEGER NOT NULL, place INTEGER NOT NULL, seats INTEGER NOT NULL,
            against TEXT NOT NULL, setting TEXT NOT NULL, deal TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (table_id, seat, holder)
        ) WITHOUT ROWID""",
        "CREATE INDEX results_of_holder ON results (holder, ended)",
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
)
"""What leads from each version of a file to the next, from an empty one on. A step that was ever taken is never
changed: there are files that took it. `holders` are those who have a seat by a link. `tries` and `results` outlive
their tables. No index of `tables` has `touched` or `ended` in it, as every append would have to mend it."""

VERSION = len(SCHEMA)
"""What a file becomes; it says its own as `user_version`."""

TOUCH = """
    UPDATE tables
    SET touched = coalesce(?, touched), summary = coalesce(?, summary),
        ended = CASE WHEN ? IS NULL THEN ended WHEN ? THEN coalesce(ended, ?) END
    WHERE id = ?"""

T = TypeVar("T")


class SQLiteStore:
    """Keeps tables in one file, which it makes if there is none."""

    def __init__(self, path: Path) -> None:
        """Open the file; refuse one that is not ours, or that a newer Rollwright has written."""
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # The dice of every table follow from what is inside: nobody else on this machine may read it.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._writer = connected(path)
        except (OSError, sqlite3.Error) as fault:
            raise not_opened(path, reason(fault)) from fault
        try:
            _prepare(self._writer)
            self._reader = connected(path)
        except (sqlite3.Error, StoreRefused) as fault:
            self._writer.close()
            raise not_opened(path, reason(fault)) from fault
        self._group_commit = GroupCommit(self._write_group, reason)

    def open_table(self, head: Head, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Keep a new table with its log so far; Conflict if there is one of that name."""
        row, rows = table_row(head, events, summary), _rows(head.table_id, 0, events)

        def work(connection: sqlite3.Connection) -> None:
            if head.ranked:
                known = "SELECT 1 FROM tries WHERE holder = ? AND deal = ?"
                if connection.execute(known, (head.owner, head.deal)).fetchone():
                    raise Tried
                connection.execute("INSERT INTO tries VALUES (?, ?, ?)", (head.owner, head.deal, head.table_id))
            # A name that is taken breaks the key, and that is a Conflict.
            connection.execute(_insertion("tables", row), row)
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            _follow_holders(connection, head.table_id, events)

        return self._later(head.table_id, work)

    def append(
        self,
        table_id: str,
        place: int,
        events: Sequence[Event],
        key: str | None,
        summary: Summary | None,
        results: Sequence[Result] | None = None,
    ) -> Future[bool]:
        """Add events to a log that ends just before `place`; False if the request of that name was kept before."""
        rows = _rows(table_id, place, events)
        stands, over = (standing(summary), summary.over) if summary else (None, False)

        def work(connection: sqlite3.Connection) -> bool:
            # The name of the request first: a repeated one finds its place taken, by itself.
            known = "SELECT 1 FROM requests WHERE table_id = ? AND name = ?"
            if key is not None and connection.execute(known, (table_id, key)).fetchone():
                return False
            now = time.time() if stands else None
            if not connection.execute(TOUCH, (now, stands, now, over, now, table_id)).rowcount:
                raise NoSuchTable
            length = "SELECT coalesce(max(place) + 1, 0) FROM events WHERE table_id = ?"
            if connection.execute(length, (table_id,)).fetchone() != (place,):
                raise Conflict
            if key is not None:
                connection.execute("INSERT INTO requests VALUES (?, ?)", (table_id, key))
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            _follow_holders(connection, table_id, events)
            if results is not None:
                connection.execute("DELETE FROM results WHERE table_id = ?", (table_id,))
                for result in results:
                    connection.execute(_insertion("results", row := asdict(result)), row)
            return True

        return self._later(table_id, work)

    def delete(self, table_id: str) -> Future[None]:
        """Forget a table and its log; NoSuchTable if there is none."""

        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute("DELETE FROM tables WHERE id = ?", (table_id,)).rowcount:
                raise NoSuchTable

        return self._later(table_id, work)

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""

        def read(connection: sqlite3.Connection) -> tuple[Head, list[Event]]:
            row = connection.execute(f"SELECT {HEAD} FROM tables WHERE id = ?", (table_id,)).fetchone()
            if row is None:
                raise NoSuchTable
            log = connection.execute("SELECT event FROM events WHERE table_id = ? ORDER BY place", (table_id,))
            return head_of(*row), [event_of(text) for (text,) in log]

        return self._read(read)

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the names of the requests that were kept."""

        def read(connection: sqlite3.Connection) -> set[str]:
            return {name for (name,) in connection.execute("SELECT name FROM requests WHERE table_id = ?", (table_id,))}

        return self._read(read)

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        known = "SELECT 1 FROM tables WHERE id = ?"
        query = "SELECT event FROM events WHERE table_id = ? AND place >= ? ORDER BY place"

        def read(connection: sqlite3.Connection) -> list[Event]:
            if not connection.execute(known, (table_id,)).fetchone():
                raise NoSuchTable
            return [event_of(text) for (text,) in connection.execute(query, (table_id, place))]

        return self._read(read)

    def list_tables(self, owner: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the last touched first."""
        query = f"""SELECT {LISTED} FROM tables WHERE id IN (
            SELECT id FROM tables WHERE owner = ? UNION SELECT table_id FROM holders WHERE holder = ?
        ) ORDER BY touched DESC, id"""

        def read(connection: sqlite3.Connection) -> list[Listed]:
            return [listed_of(*row) for row in connection.execute(query, (owner, owner))]

        return self._read(read)

    def unfinished_since(self, before: float, most: int) -> Future[list[str]]:
        """Return tables whose game has not ended, untouched since a moment, the oldest first."""
        query = "SELECT id FROM tables WHERE ended IS NULL AND touched < ? ORDER BY touched, id LIMIT ?"
        return self._read(lambda connection: [name for (name,) in connection.execute(query, (before, most))])

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return at which of these deals somebody has had the one try, each with the id of its table."""
        query = "SELECT deal, table_id FROM tries WHERE holder = ? AND deal IN (SELECT value FROM json_each(?))"
        names = json.dumps(list(deals))
        return self._read(lambda connection: dict(connection.execute(query, (holder, names)).fetchall()))

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the finished tables of a deal, the best of those that count first."""
        query = f"""SELECT {LISTED} FROM tables WHERE ended < ? AND id IN (
            SELECT id FROM tables WHERE deal = ? AND deal <> '' UNION SELECT id FROM tables WHERE id = ?
        ) ORDER BY ranked DESC, CASE WHEN ranked THEN json_extract(summary, '$[1][0]') END DESC, ended, id
        LIMIT {MOST_DEALT}"""
        names = before, deal, first_of(deal)
        return self._read(lambda connection: [listed_of(*row) for row in connection.execute(query, names)])

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the last first."""
        query = (
            f"SELECT {RESULT} FROM results WHERE holder = ? ORDER BY ended DESC, table_id, seat LIMIT {MOST_RESULTS}"
        )
        return self._read(lambda connection: [Result(*row) for row in connection.execute(query, (holder,))])

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and say how many there were."""
        deletion = "DELETE FROM results WHERE holder = ?"
        return self._later("", lambda connection: connection.execute(deletion, (holder,)).rowcount)

    def secret(self, name: str) -> Future[bytes]:
        """Return 32 random bytes that stay the same once they are drawn."""

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, new_secret()))
            [value] = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
            return bytes.fromhex(value)

        return self._later("", work)

    def close(self) -> None:
        """Wait until everything asked for is done, then let go of the file."""
        if self._group_commit.close():
            self._reader.close()
            self._writer.close()

    def _later(self, table_id: str, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Leave a write to the writing thread: a file answers at once."""
        return self._group_commit.later(table_id, lambda connection: partial(work, connection))

    def _read(self, read: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Leave a question to the reading thread; what it begins now sees all that was acknowledged before."""

        def answer() -> T:
            try:
                with transaction(self._reader, "BEGIN"):
                    return read(self._reader)
            except sqlite3.Error as fault:
                raise not_read(reason(fault)) from fault

        return self._group_commit.ask(answer)

    def _write_group(self, group: Group[sqlite3.Connection]) -> list[Any]:
        """Commit a group of writes, with all that have come in the meantime, and return what came of each."""
        writer = self._writer
        with transaction(writer, "BEGIN IMMEDIATE"):
            # Gathered only now: while another process kept us waiting, the group has grown.
            outcomes = [
                # A full disk can end the whole transaction.
                write.attempt(writer, sqlite3.IntegrityError, lambda: writer.in_transaction, reason)
                for write in group.gather()
            ]
            self._commit()
        return outcomes

    def _commit(self) -> None:
        self._writer.execute("COMMIT")


def connected(path: Path) -> sqlite3.Connection:
    """Connect to the file, for use by whichever thread, one at a time; each transaction is begun and ended by us."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection) -> None:
    """Make an empty file ours, and an old one new, and see to it that what is committed is on the disk."""
    if _number(connection, "PRAGMA user_version") < VERSION:
        with transaction(connection, "BEGIN IMMEDIATE"):
            _lay_out(connection)
            connection.execute("COMMIT")
    check_file(connection)
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def check_file(connection: sqlite3.Connection) -> None:
    """Refuse a file that is not ours, or that a newer Rollwright has written."""
    if _number(connection, "PRAGMA application_id") != MARK:
        raise StoreRefused(Phrase("it is not a file of Rollwright's"))
    if _number(connection, "PRAGMA user_version") > VERSION:
        raise StoreRefused(Phrase("a newer Rollwright has written it, and this one is too old to read it"))


def _lay_out(connection: sqlite3.Connection) -> None:
    """Take the steps to our version that a file has not taken yet, which are none if another process was faster."""
    version = _number(connection, "PRAGMA user_version")
    is_empty = version == 0 and not _number(connection, "SELECT count(*) FROM sqlite_schema")
    if not is_empty and _number(connection, "PRAGMA application_id") != MARK:
        raise StoreRefused(Phrase("it is not a file of Rollwright's"))
    for statement in (statement for step in SCHEMA[version:] for statement in step):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {MARK}")
    connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")


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
def transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
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
    return [(table_id, number, event_text(event)) for number, event in enumerate(events, start=place)]


def _insertion(into: str, row: dict[str, Any]) -> str:
    """Return what puts a new row into a table of the database, its values named as their columns."""
    return f"INSERT INTO {into} ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"


def _follow_holders(connection: sqlite3.Connection, table_id: str, events: Sequence[Event]) -> None:
    """Keep who has a seat at a table after some events."""
    if changes_holders(events):
        held = connection.execute("SELECT seat, holder FROM holders WHERE table_id = ?", (table_id,)).fetchall()
        now = [(table_id, seat, holder) for seat, holder in held_after(held, events)]
        connection.execute("DELETE FROM holders WHERE table_id = ?", (table_id,))
        connection.executemany("INSERT INTO holders VALUES (?, ?, ?)", now)


def _code(fault: BaseException) -> int:
    """Return what kind of fault SQLite reports, without its finer shades."""
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def reason(fault: Exception) -> Phrase:
    """Say what went wrong, for a person."""
    if isinstance(fault, Refusal):
        return fault.phrase
    code = _code(fault)
    if code == sqlite3.SQLITE_FULL or (isinstance(fault, OSError) and fault.errno == ENOSPC):
        return Phrase("the disk is full")
    if code == sqlite3.SQLITE_IOERR:
        return Phrase("the disk is full or broken")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Phrase("another program is using the file")
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return Phrase("it is not a file of Rollwright's, or it is damaged")
    return Phrase("{text}", text=(fault.strerror if isinstance(fault, OSError) else None) or str(fault))
