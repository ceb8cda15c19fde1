"""The store that keeps tables in a PostgreSQL database, which several processes may share.

Every append updates the row of its table, and so locks it. If two processes append at the same place of a log, the
length of the log, which is in that row, lets only the first succeed. A write is acknowledged after the server has
committed it with `synchronous_commit`.

When the connection is lost, whatever was not committed is rolled back. If it is lost during a commit, the outcome is
not known. Each commit therefore writes its number into the store's own row of `writers`, and after reconnecting the
store looks there whether the last commit was made. Reading that row waits for its lock: if the server has not noticed
yet that the old connection is gone, the answer comes when it has ended the old transaction.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict
from math import inf
from threading import Event as Flag
from typing import Any, TypeVar
from uuid import uuid4

import psycopg
from psycopg.errors import UniqueViolation

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused, Tried, Unsure
from rollwright.store.group_commit import Group, GroupCommit, Write, not_opened, not_read
from rollwright.store.postgres import statements
from rollwright.store.postgres.connection import Address, Connection, ReconnectingConnection, connect_reason, reason
from rollwright.store.postgres.kept_games import KeptGames
from rollwright.store.postgres.listener import Listener, Notifier
from rollwright.store.postgres.schema import prepare
from rollwright.store.postgres.subscriptions import Subscriptions
from rollwright.store.postgres.sweep_notes import SweepNotes
from rollwright.store.request_keys import is_repeated, names_of
from rollwright.store.table_rows import (
    HEAD,
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
from rollwright.table.models import Head, Listed, Result, Summary

RETRY_INTERVAL = 0.2
"""Seconds between two attempts to learn whether a commit was made."""

T = TypeVar("T")


class PostgresStore(KeptGames):
    """A store in a PostgreSQL database, in a schema named `rollwright`, which is created if it does not exist."""

    commit_timeout = 60.0
    """Seconds after which the store stops trying to learn whether a commit was made."""

    def __init__(self, address: str) -> None:
        """Connect; refuse a database that cannot be used, or whose schema is newer than this code."""
        self._address = Address(address)
        connections: list[ReconnectingConnection] = []
        try:
            connections.append(ReconnectingConnection(self._address))
            prepare(connections[0])
            connections.append(ReconnectingConnection(self._address))
        except (psycopg.Error, StoreRefused) as error:
            for connection in connections:
                connection.close()
            raise not_opened(self._address.shown, connect_reason(error)) from error
        self._writer, self._reader = connections
        self._listeners: list[Listener] = []
        self._notifier = Notifier(self._address)
        self._closing = Flag()
        self._name = uuid4().hex
        self._commits = 0
        self._group_commit: GroupCommit[Connection] = GroupCommit(self._write_group, reason)
        self.sweep_notes = SweepNotes(self._read, self._group_commit)
        self.subscriptions = Subscriptions(self._read, self._group_commit)

    def open_table(
        self, head: Head, events: Sequence[Event], summary: Summary, results: Sequence[Result] = ()
    ) -> Future[None]:
        """Store a new table with its log so far: see `Store`."""
        new = table_row(head, events, summary) | {"events": _texts(events)}

        def send(connection: Connection) -> Callable[[], None]:
            try:
                sent = connection.execute(statements.OPEN, new)
            except UniqueViolation as taken:
                raise Tried if taken.diag.table_name == "tries" else taken from taken

            def answer() -> None:
                if not sent.rowcount:
                    raise Tried if head.ranked and connection.execute(statements.HAD_TRIED, new).rowcount else Conflict
                _update_holders(connection, head.table_id, events)
                _insert_results(connection, results)

            return answer

        return self._group_commit.write(head.table_id, send, f"try {head.owner} {head.deal}" if head.ranked else "")

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
        names = names_of(key)
        new = {"id": table_id, "place": place, "key": names[0] if names else None, "names": json.dumps(names),
               "events": _texts(events)} | summary_columns(summary)  # fmt: skip

        def send(connection: Connection) -> Callable[[], bool]:
            moment = time.time()
            sent = connection.execute(statements.APPEND, new | {"now": moment if summary else None, "moment": moment})

            def answer() -> bool:
                if sent.rowcount:
                    _update_holders(connection, table_id, events)
                    if edition := edition_after(events):
                        connection.execute(statements.SET_EDITION, (edition, table_id))
                    if results is not None:
                        connection.execute("DELETE FROM rollwright.archives WHERE table_id = %s", (table_id,))
                        connection.execute("DELETE FROM rollwright.analyses WHERE table_id = %s", (table_id,))
                        connection.execute("DELETE FROM rollwright.results WHERE table_id = %s", (table_id,))
                        _insert_results(connection, results)
                    return True
                if not connection.execute("SELECT FROM rollwright.tables WHERE id = %s", (table_id,)).rowcount:
                    raise NoSuchTable
                if not is_repeated(key, _names(connection, table_id)):
                    raise Conflict
                return False

            return answer

        return self._group_commit.write(table_id, send)

    def delete(self, table_id: str) -> Future[None]:
        """Delete a table and its log; NoSuchTable if there is none."""

        def send(connection: Connection) -> Callable[[], None]:
            sent = connection.execute("DELETE FROM rollwright.tables WHERE id = %s", (table_id,))

            def answer() -> None:
                if not sent.rowcount:
                    raise NoSuchTable

            return answer

        return self._group_commit.write(table_id, send)

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""
        events = "SELECT event FROM rollwright.events WHERE table_id = %s ORDER BY place"

        def read(connection: Connection) -> tuple[Head, list[Event]]:
            try:
                row = connection.execute(f"SELECT {HEAD} FROM rollwright.tables WHERE id = %s", (table_id,)).fetchone()
            except psycopg.DataError:  # an id that the database cannot even store
                raise NoSuchTable from None
            if row is None:
                raise NoSuchTable
            return head_of(*row), [event_of(text) for (text,) in connection.execute(events, (table_id,))]

        return self._read(read)

    def listed(self, table_id: str) -> Future[Listed]:
        """Return a table as lists show it; NoSuchTable if there is none."""

        def read(connection: Connection) -> Listed:
            try:
                row = connection.execute(statements.LIST_ONE, (table_id,)).fetchone()
            except psycopg.DataError:  # an id that the database cannot even store
                raise NoSuchTable from None
            if row is None:
                raise NoSuchTable
            return listed_of(*row)

        return self._read(read)

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the keys of the requests that were stored."""
        return self._read(lambda connection: _names(connection, table_id))

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        known = "SELECT FROM rollwright.tables WHERE id = %s"
        query = "SELECT event FROM rollwright.events WHERE table_id = %s AND place >= %s ORDER BY place"

        def read(connection: Connection) -> list[Event]:
            if not connection.execute(known, (table_id,)).rowcount:
                raise NoSuchTable
            return [event_of(text) for (text,) in connection.execute(query, (table_id, place))]

        return self._read(read)

    def mentions(self, table_id: str, holder: str) -> Future[bool]:
        """Return whether somebody opened a table, or an event of its log mentions them."""

        def read(connection: Connection) -> bool:
            try:
                return connection.execute(statements.MENTIONS, {"id": table_id, "who": holder}).fetchone() == (True,)
            except psycopg.DataError:  # an id that the database cannot even store
                return False

        return self._read(read)

    def list_tables(self, holder: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the most recently changed first."""
        return self._read(
            lambda connection: [listed_of(*row) for row in connection.execute(statements.LIST, {"who": holder})]
        )

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return which of these deals somebody has had the ranked try at, each with the id of its table."""
        return self._read(
            lambda connection: dict(connection.execute(statements.TRIED, (holder, list(deals))).fetchall())
        )

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the finished tables of a deal, the ranked ones first and the best of these first."""
        names = {"deal": deal, "first": first_of(deal), "before": before}
        return self._read(
            lambda connection: [listed_of(*row) for row in connection.execute(statements.LIST_DEALT, names)]
        )

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the most recent first."""
        return self._read(
            lambda connection: [Result(*row) for row in connection.execute(statements.RESULTS, (holder,))]
        )

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and say how many there were."""

        def send(connection: Connection) -> Callable[[], int]:
            sent = connection.execute("DELETE FROM rollwright.results WHERE holder = %s", (holder,))
            return lambda: sent.rowcount

        return self._group_commit.write("", send)

    def secret(self, name: str) -> Future[bytes]:
        """Return the 32 random bytes of this name, which are created on the first call."""

        def send(connection: Connection) -> Callable[[], bytes]:
            connection.execute(statements.NEW_SECRET, (name, new_secret()))

            def answer() -> bytes:
                kept = connection.execute("SELECT value FROM rollwright.secrets WHERE name = %s", (name,))
                [(value,)] = kept.fetchall()
                return bytes.fromhex(value)

            return answer

        return self._group_commit.write("", send, f"secret {name}")

    def listen(
        self,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Call back when any process changes a table: see `Shared`."""
        if self._closing.is_set():
            raise not_read(Phrase("the program is closing"))
        try:
            self._listeners.append(Listener(self._address, heard, missed, told))
        except psycopg.Error as error:
            raise not_read(reason(error)) from error

    def tell(self, text: str) -> None:
        """Send a text to all processes that listen: see `Shared`."""
        self._notifier.send(text)

    def close(self) -> None:
        """Finish all pending requests, then close the connections."""
        self._closing.set()
        if self._group_commit.close():
            self._notifier.close()
            for listener in self._listeners:
                listener.close()
            with suppress(psycopg.Error):
                self._writer.connection.execute("DELETE FROM rollwright.writers WHERE name = %s", (self._name,))
            self._reader.close()
            self._writer.close()

    def _read(self, read: Callable[[Connection], T]) -> Future[T]:
        """Queue a read, which sees everything that was acknowledged before."""

        def attempt() -> T:
            with self._reader.transaction(statements.SNAPSHOT) as connection:
                return read(connection)

        def answer() -> T:
            try:
                try:
                    return attempt()
                except psycopg.Error:
                    if not self._reader.connection.closed:
                        raise
                    return attempt()  # the connection was lost, and reading twice does no harm
            except psycopg.Error as error:
                raise not_read(reason(error)) from error

        return self._group_commit.read(answer)

    def _write_group(self, group: Group[Connection]) -> list[Any]:
        """Commit a group of writes together, and return the outcome of each."""
        with self._writer.transaction("BEGIN") as connection:
            writes = group.collect()
            outcomes = self._attempt_all(writes, connection)
            changed = {
                write.table_id
                for write, outcome in zip(writes, outcomes, strict=True)
                if not isinstance(outcome, Exception) and outcome is not False
            }
            if not changed:
                return outcomes
            self._commits += 1
            tables = sorted(changed - {""})
            connection.execute(statements.ANNOUNCE, {"name": self._name, "commits": self._commits, "changed": tables})
            try:
                self._commit()
                return outcomes
            except psycopg.Error as error:
                lost = error
        committed = self._was_committed()
        if committed is None:
            return [Unsure() for _ in writes]
        if not committed:
            raise lost
        return outcomes

    def _attempt_all(self, writes: list[Write[Connection]], connection: Connection) -> list[Any]:
        """Run the writes of a group, sorted so that two processes cannot deadlock, and return their outcomes.

        All are sent before the first answer is awaited. If that fails, they are run again one by one, in savepoints.
        """
        outcomes: list[Any] = [None] * len(writes)
        order = sorted(range(len(writes)), key=lambda number: writes[number].lock_order)
        try:
            for number, answer in zip(order, _send_all([writes[number] for number in order], connection), strict=True):
                outcomes[number] = _outcome(answer)
            return outcomes
        except Exception:  # whichever write it came from: each raises its own again below
            if not self._writer.in_transaction():
                raise
        connection.execute("ROLLBACK")
        connection.execute("BEGIN")
        for number in order:
            outcomes[number] = writes[number].attempt(
                connection, psycopg.IntegrityError, self._writer.in_transaction, reason
            )
        return outcomes

    def _commit(self) -> None:
        self._writer.connection.execute("COMMIT")

    def _was_committed(self) -> bool | None:
        """Ask the server, once it can be reached, whether the last commit was made; None if that takes too long."""
        until = time.monotonic() + self.commit_timeout
        while True:
            with suppress(psycopg.Error):
                self._writer.reconnect()
                [(commits,)] = self._writer.connection.execute(statements.COMMITTED, {"name": self._name}).fetchall()
                return bool(commits == self._commits)
            if time.monotonic() > until or self._closing.wait(RETRY_INTERVAL):
                return None


def _names(connection: Connection, table_id: str) -> set[str]:
    """Return the names of a table's requests."""
    names = "SELECT name FROM rollwright.requests WHERE table_id = %s"
    return {name for (name,) in connection.execute(names, (table_id,))}


def _texts(events: Sequence[Event]) -> str:
    """Return events as one JSON list of texts, which is faster than an array parameter of psycopg's."""
    return json.dumps([event_text(event) for event in events])


def _send_all(writes: list[Write[Connection]], connection: Connection) -> list[Callable[[], Any]]:
    """Send all writes in one pipeline, and return the functions that read their answers; raise the first error."""
    answers, first_error = [], None
    with connection.pipeline():
        try:
            answers = [write.send(connection) for write in writes]
        except Exception as error:  # not raised inside: psycopg would log errors that follow, with secret seeds in them
            first_error = error
    if first_error:
        raise first_error
    return answers


def _outcome(answer: Callable[[], Any]) -> Any:
    """Return the outcome of a write: its result, or the refusal."""
    try:
        return answer()
    except Refusal as refusal:
        return refusal


def _insert_results(connection: Connection, results: Sequence[Result]) -> None:
    for result in results:
        connection.execute(statements.NEW_RESULT, asdict(result))


def _update_holders(connection: Connection, table_id: str, events: Sequence[Event]) -> None:
    """Store who has a seat at a table after some events."""
    if changes_holders(events):
        held = connection.execute("SELECT seat, holder FROM rollwright.holders WHERE table_id = %s", (table_id,))
        now = held_after(((seat, holder) for seat, holder in held), events)
        connection.execute("DELETE FROM rollwright.holders WHERE table_id = %s", (table_id,))
        connection.execute(
            "INSERT INTO rollwright.holders SELECT %s, * FROM unnest(%s::integer[], %s::text[])",
            (table_id, [seat for seat, _ in now], [holder for _, holder in now]),
        )
