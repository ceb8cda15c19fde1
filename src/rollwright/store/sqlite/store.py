"""The store that keeps tables in one SQLite file.

Several processes may use one file: if two append at the same place of a log, the key (table, place) lets only the first
succeed.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import asdict
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from rollwright.core.language import Phrase
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused, Tried
from rollwright.store.group_commit import CommitGroup, Commits, Group, GroupCommit, not_opened, not_read
from rollwright.store.protocol import MAX_DEALT, MAX_RESULTS
from rollwright.store.request_keys import is_repeated, names_of
from rollwright.store.sqlite.connection import connect, reason, transaction, without_log
from rollwright.store.sqlite.schema import prepare
from rollwright.store.sqlite.subscriptions import Subscriptions
from rollwright.store.sqlite.sweep_notes import NOTE_SECRET_MOVE, SweepNotes
from rollwright.store.table_rows import (
    HEAD,
    LISTED,
    RESULT,
    changes_holders,
    edition_after,
    event_of,
    event_text,
    first_of,
    head_of,
    held_after,
    listed_of,
    new_secret,
    summary_columns,
    table_row,
)
from rollwright.table.events import Event
from rollwright.table.models import Head, Judged, Listed, Result, Summary

UPDATE_TABLE = """
    UPDATE tables
    SET touched = coalesce(:now, touched), summary = coalesce(:summary, summary),
        ended = CASE WHEN :now IS NULL THEN ended WHEN :over THEN coalesce(ended, :now) END,
        score = CASE WHEN :now IS NULL THEN score WHEN ranked THEN :score END
    WHERE id = :id"""
"""Updates a table's row on an append. Without a time, nothing of it changes: what was done is not to be seen."""

T = TypeVar("T")

CommitsBy = Callable[[CommitGroup[sqlite3.Connection], Callable[[Exception], Phrase]], Commits[sqlite3.Connection]]
"""Makes what commits the groups of a store, and says in words why one failed."""


class SQLiteStore:
    """A store in one SQLite file, which is created if it does not exist."""

    def __init__(self, path: Path, commits: CommitsBy = GroupCommit) -> None:
        """Open the file; refuse one that is not ours, or whose schema is newer than this code.

        `commits` makes what commits groups of writes: threads, unless this is a page, which has none.
        """
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Every die can be predicted from what is inside, so no other user of this machine may read it.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._writer = connect(path)
        except (OSError, sqlite3.Error) as error:
            raise not_opened(path, reason(error)) from error
        try:
            prepare(self._writer)
            self._reader = connect(path)
        except (sqlite3.Error, StoreRefused) as error:
            self._writer.close()
            raise not_opened(path, reason(error)) from error
        self._group_commit = commits(self._write_group, reason)
        self.sweep_notes = SweepNotes(self._read, self._write)
        self.subscriptions = Subscriptions(self._read, self._write)

    def open_table(
        self, head: Head, events: Sequence[Event], summary: Summary, results: Sequence[Result] = ()
    ) -> Future[None]:
        """Store a new table with its log so far: see `Store`."""
        row, rows = table_row(head, events, summary), _rows(head.table_id, 0, events)

        def work(connection: sqlite3.Connection) -> None:
            if head.ranked:
                known = "SELECT 1 FROM tries WHERE holder = ? AND deal = ?"
                if connection.execute(known, (head.owner, head.deal)).fetchone():
                    raise Tried
                connection.execute("INSERT INTO tries VALUES (?, ?, ?)", (head.owner, head.deal, head.table_id))
            if connection.execute("SELECT 1 FROM results WHERE table_id = ? LIMIT 1", (head.table_id,)).fetchone():
                raise Conflict
            # An id that exists violates the primary key, which becomes a Conflict.
            connection.execute(_insertion("tables", row), row)
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            _update_holders(connection, head.table_id, events)
            _insert_results(connection, results)

        return self._write(head.table_id, work)

    def append(
        self,
        table_id: str,
        place: int,
        events: Sequence[Event],
        key: str | None,
        summary: Summary | None,
        results: Sequence[Result] | None = None,
    ) -> Future[bool]:
        """Add events to a log that ends just before `place`; False if the request `key` was stored before."""
        rows = _rows(table_id, place, events)
        new: dict[str, Any] = {"id": table_id, "now": None} | summary_columns(summary)

        def work(connection: sqlite3.Connection) -> bool:
            # Before the place is checked: a repeated request would find its place taken by itself.
            if _is_repeated(connection, table_id, key):
                return False
            now = {"now": time.time()} if summary else {}
            if not connection.execute(UPDATE_TABLE, new | now).rowcount:
                raise NoSuchTable
            length = "SELECT coalesce(max(place) + 1, 0) FROM events WHERE table_id = ?"
            if connection.execute(length, (table_id,)).fetchone() != (place,):
                raise Conflict
            names = [(table_id, name) for name in names_of(key)]
            connection.executemany("INSERT INTO requests VALUES (?, ?)", names)
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            _update_holders(connection, table_id, events)
            if summary is None:
                connection.execute(NOTE_SECRET_MOVE, (table_id, time.time()))
            if edition := edition_after(events):
                connection.execute("UPDATE tables SET edition = ? WHERE id = ?", (edition, table_id))
            if results is not None:
                connection.execute("DELETE FROM archives WHERE table_id = ?", (table_id,))
                connection.execute("DELETE FROM analyses WHERE table_id = ?", (table_id,))
                connection.execute("DELETE FROM results WHERE table_id = ?", (table_id,))
                _insert_results(connection, results)
            return True

        return self._write(table_id, work)

    def delete(self, table_id: str) -> Future[None]:
        """Delete a table and its log; NoSuchTable if there is none."""

        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute("DELETE FROM tables WHERE id = ?", (table_id,)).rowcount:
                raise NoSuchTable

        return self._write(table_id, work)

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""

        def read(connection: sqlite3.Connection) -> tuple[Head, list[Event]]:
            row = connection.execute(f"SELECT {HEAD} FROM tables WHERE id = ?", (table_id,)).fetchone()
            if row is None:
                raise NoSuchTable
            log = connection.execute("SELECT event FROM events WHERE table_id = ? ORDER BY place", (table_id,))
            return head_of(*row), [event_of(text) for (text,) in log]

        return self._read(read)

    def listed(self, table_id: str) -> Future[Listed]:
        """Return a table as lists show it; NoSuchTable if there is none."""

        def read(connection: sqlite3.Connection) -> Listed:
            row = connection.execute(f"SELECT {LISTED} FROM tables WHERE id = ?", (table_id,)).fetchone()
            if row is None:
                raise NoSuchTable
            return listed_of(*row)

        return self._read(read)

    def keep_archive(self, table_id: str, place: int, content: str) -> Future[bool]:
        """Keep the end of a finished game; False if it was kept before, or the log does not end at that place."""
        insertion = """INSERT INTO archives SELECT id, ? FROM tables WHERE id = ? AND ended IS NOT NULL
            AND ? = (SELECT max(place) + 1 FROM events WHERE table_id = id)
            ON CONFLICT DO UPDATE SET content = excluded.content WHERE content = '' AND excluded.content <> ''"""
        values = content, table_id, place
        return self._write(table_id, lambda connection: bool(connection.execute(insertion, values).rowcount))

    def archive(self, table_id: str) -> Future[str | None]:
        """Return what was kept of the end of a game."""
        return self._kept("archives", table_id)

    def keep_analysis(self, table_id: str, place: int, content: str, judged: Sequence[Judged]) -> Future[bool]:
        """Keep the analysis of a finished game; False if the log does not end at that place."""
        insertion = """INSERT INTO analyses SELECT id, ? FROM tables WHERE id = ? AND ended IS NOT NULL
            AND ? = (SELECT max(place) + 1 FROM events WHERE table_id = id)
            ON CONFLICT DO UPDATE SET content = excluded.content"""
        update = "UPDATE results SET luck = ?, loss = ?, decisions = ? WHERE table_id = ? AND seat = ?"

        def work(connection: sqlite3.Connection) -> bool:
            if not connection.execute(insertion, (content, table_id, place)).rowcount:
                return False
            rows = [(each.luck, each.loss, each.decisions, table_id, each.seat) for each in judged]
            connection.executemany(update, rows)
            return True

        return self._write(table_id, work)

    def analysis(self, table_id: str) -> Future[str | None]:
        """Return the analysis of a game, if one was kept."""
        return self._kept("analyses", table_id)

    def _kept(self, where: str, table_id: str) -> Future[str | None]:
        query = f"SELECT content FROM {where} WHERE table_id = ?"

        def read(connection: sqlite3.Connection) -> str | None:
            row = connection.execute(query, (table_id,)).fetchone()
            return None if row is None else str(row[0])

        return self._read(read)

    def unarchived(self) -> Future[list[str]]:
        """Return the ids of finished tables of whose end nothing was kept yet."""
        query = """SELECT id FROM tables WHERE ended IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM archives WHERE table_id = id) ORDER BY id"""
        return self._read(lambda connection: [name for (name,) in connection.execute(query)])

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the keys of the requests that were stored."""

        return self._read(lambda connection: _names(connection, table_id))

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        known = "SELECT 1 FROM tables WHERE id = ?"
        query = "SELECT event FROM events WHERE table_id = ? AND place >= ? ORDER BY place"

        def read(connection: sqlite3.Connection) -> list[Event]:
            if not connection.execute(known, (table_id,)).fetchone():
                raise NoSuchTable
            return [event_of(text) for (text,) in connection.execute(query, (table_id, place))]

        return self._read(read)

    def mentions(self, table_id: str, holder: str) -> Future[bool]:
        """Return whether somebody opened a table, or an event of its log mentions them."""
        query = """SELECT EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND owner = ?2)
            OR EXISTS (SELECT 1 FROM holders WHERE table_id = ?1 AND holder = ?2)
            OR EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND instr(event, ?2))"""
        return self._read(lambda connection: bool(connection.execute(query, (table_id, holder)).fetchone()[0]))

    def list_tables(self, holder: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the most recently changed first."""
        query = f"""SELECT {LISTED} FROM tables WHERE id IN (
            SELECT id FROM tables WHERE owner = ? UNION SELECT table_id FROM holders WHERE holder = ?
        ) ORDER BY touched DESC, id"""

        def read(connection: sqlite3.Connection) -> list[Listed]:
            return [listed_of(*row) for row in connection.execute(query, (holder, holder))]

        return self._read(read)

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return which of these deals somebody has had the ranked try at, each with the id of its table."""
        query = "SELECT deal, table_id FROM tries WHERE holder = ? AND deal IN (SELECT value FROM json_each(?))"
        names = json.dumps(list(deals))
        return self._read(lambda connection: dict(connection.execute(query, (holder, names)).fetchall()))

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the finished tables of a deal, the ranked ones first and the best of these first."""
        query = f"""SELECT {LISTED} FROM tables WHERE ended < ? AND id IN (
            SELECT id FROM tables WHERE deal = ? AND deal <> '' UNION SELECT id FROM tables WHERE id = ?
        ) ORDER BY ranked DESC, score DESC, ended, id LIMIT {MAX_DEALT}"""
        names = before, deal, first_of(deal)
        return self._read(lambda connection: [listed_of(*row) for row in connection.execute(query, names)])

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the most recent first."""
        query = f"SELECT {RESULT} FROM results WHERE holder = ? ORDER BY ended DESC, table_id, seat LIMIT {MAX_RESULTS}"
        return self._read(lambda connection: [Result(*row) for row in connection.execute(query, (holder,))])

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and say how many there were."""
        deletion = "DELETE FROM results WHERE holder = ?"
        return self._write("", lambda connection: connection.execute(deletion, (holder,)).rowcount)

    def secret(self, name: str) -> Future[bytes]:
        """Return the 32 random bytes of this name, which are created on the first call."""

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, new_secret()))
            [value] = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
            return bytes.fromhex(value)

        return self._write("", work)

    def content(self) -> bytes:
        """Return the whole file as of the last commit."""
        return self._writer.serialize()

    def return_to(self, content: bytes) -> None:
        """Make the file again what it was when this was its content."""
        with closing(sqlite3.connect(":memory:")) as before:
            before.deserialize(without_log(content))
            before.backup(self._writer)

    def close(self) -> None:
        """Finish all pending requests, then close the file."""
        if self._group_commit.close():
            self._reader.close()
            self._writer.close()

    def _write(self, table_id: str, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Queue a write; a file answers at once, so all of it happens when its result is asked for."""
        return self._group_commit.write(table_id, lambda connection: partial(work, connection))

    def _read(self, read: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Queue a read, which sees everything that was acknowledged before."""

        def answer() -> T:
            try:
                with transaction(self._reader, "BEGIN"):
                    return read(self._reader)
            except sqlite3.Error as error:
                raise not_read(reason(error)) from error

        return self._group_commit.read(answer)

    def _write_group(self, group: Group[sqlite3.Connection]) -> list[Any]:
        """Commit a group of writes together, and return the outcome of each."""
        writer = self._writer
        with transaction(writer, "BEGIN IMMEDIATE"):
            # Collected only now: more writes may have come while another process held the lock.
            outcomes = [
                # A full disk can roll back the whole transaction.
                write.attempt(writer, sqlite3.IntegrityError, lambda: writer.in_transaction, reason)
                for write in group.collect()
            ]
            self._commit()
        return outcomes

    def _commit(self) -> None:
        self._writer.execute("COMMIT")


def _rows(table_id: str, place: int, events: Sequence[Event]) -> list[tuple[str, int, str]]:
    """Return the rows of events that begin at a place of the log."""
    return [(table_id, number, event_text(event)) for number, event in enumerate(events, start=place)]


def _names(connection: sqlite3.Connection, table_id: str) -> set[str]:
    """Return the names of a table's requests."""
    return {name for (name,) in connection.execute("SELECT name FROM requests WHERE table_id = ?", (table_id,))}


def _is_repeated(connection: sqlite3.Connection, table_id: str, key: str | None) -> bool:
    """Say whether a request was stored before; all names are read only if its key was."""
    known = "SELECT 1 FROM requests WHERE table_id = ? AND name = ?"
    if key is None or not connection.execute(known, (table_id, names_of(key)[0])).fetchone():
        return False
    return is_repeated(key, _names(connection, table_id))


def _insertion(into: str, row: dict[str, Any]) -> str:
    """Return the INSERT statement for a row whose values are named as their columns."""
    return f"INSERT INTO {into} ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"


def _insert_results(connection: sqlite3.Connection, results: Sequence[Result]) -> None:
    for result in results:
        connection.execute(_insertion("results", row := asdict(result)), row)


def _update_holders(connection: sqlite3.Connection, table_id: str, events: Sequence[Event]) -> None:
    """Store who has a seat at a table after some events."""
    if changes_holders(events):
        held = connection.execute("SELECT seat, holder FROM holders WHERE table_id = ?", (table_id,)).fetchall()
        now = [(table_id, seat, holder) for seat, holder in held_after(held, events)]
        connection.execute("DELETE FROM holders WHERE table_id = ?", (table_id,))
        connection.executemany("INSERT INTO holders VALUES (?, ?, ?)", now)
