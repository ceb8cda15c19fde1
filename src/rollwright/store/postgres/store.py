"""Tables kept in a PostgreSQL database which several processes may share.

Every append changes the row of its table, and so waits for any other that is at it; the length of the log, kept in that
row, settles who was first, and the key (table, place) would notice if it did not. Whoever is told that something is
saved can rely on it as far as on the server: it has committed, with `synchronous_commit`.

A connection that is lost takes what was not yet committed with it. If it is lost during the commit itself, nobody has
said what became of it. Each commit therefore leaves its number in the store's own row, and a new connection looks for
it there; it waits for the old one at that row, should the server not have noticed yet that nobody is left to answer.
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
from rollwright.store.postgres.connection import Address, Connection, Line, prepare, reason, reason_at_first
from rollwright.store.postgres.listener import Listener, Teller
from rollwright.store.postgres.statements import (
    ANNOUNCE,
    APPEND,
    COMMITTED,
    DRAW,
    HAD_TRIED,
    LIST,
    LIST_DEALT,
    NEW_RESULT,
    OPEN,
    RESULTS,
    SNAPSHOT,
    TRIED,
    UNFINISHED,
    WHY_NOT,
)
from rollwright.store.rows import (
    HEAD,
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

PAUSE = 0.2
"""Seconds between two attempts to learn what became of a commit."""

T = TypeVar("T")


class PostgresStore:
    """Keeps tables in a database, where it lays out what it needs, in a part named `rollwright`."""

    doubt = 60.0
    """Seconds after which a commit that nobody can tell about is given up."""

    def __init__(self, address: str) -> None:
        """Connect; refuse a database that cannot be used, or that a newer Rollwright has written."""
        self._address = Address(address)
        lines: list[Line] = []
        try:
            lines.append(Line(self._address))
            prepare(lines[0])
            lines.append(Line(self._address))
        except (psycopg.Error, StoreRefused) as fault:
            for line in lines:
                line.close()
            raise not_opened(self._address.shown, reason_at_first(fault)) from fault
        self._writer, self._reader = lines
        self._listeners: list[Listener] = []
        self._teller = Teller(self._address)
        self._closing = Flag()
        self._name = uuid4().hex
        self._commits = 0
        self._group_commit: GroupCommit[Connection] = GroupCommit(self._write_group, reason)

    def open_table(self, head: Head, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Keep a new table with its log so far; Conflict if there is one of that name, Tried after an earlier try."""
        new = table_row(head, events, summary) | {"events": _texts(events)}

        def send(connection: Connection) -> Callable[[], None]:
            try:
                sent = connection.execute(OPEN, new)
            except UniqueViolation as taken:
                raise Tried if taken.diag.table_name == "tries" else taken from taken

            def answer() -> None:
                if not sent.rowcount:
                    raise Tried if head.ranked and connection.execute(HAD_TRIED, new).rowcount else Conflict
                _follow_holders(connection, head.table_id, events)

            return answer

        return self._group_commit.later(head.table_id, send, f"try {head.owner} {head.deal}" if head.ranked else "")

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
        new = {"id": table_id, "place": place, "key": key, "events": _texts(events),
               "summary": standing(summary) if summary else None, "over": bool(summary and summary.over)}  # fmt: skip

        def send(connection: Connection) -> Callable[[], bool]:
            sent = connection.execute(APPEND, new | {"now": time.time() if summary else None})

            def answer() -> bool:
                if sent.rowcount:
                    _follow_holders(connection, table_id, events)
                    if results is not None:
                        connection.execute("DELETE FROM rollwright.results WHERE table_id = %s", (table_id,))
                        for result in results:
                            connection.execute(NEW_RESULT, asdict(result))
                    return True
                [(is_there, known)] = connection.execute(WHY_NOT, {"id": table_id, "key": key}).fetchall()
                if not is_there:
                    raise NoSuchTable
                if not known:
                    raise Conflict
                return False

            return answer

        return self._group_commit.later(table_id, send)

    def delete(self, table_id: str) -> Future[None]:
        """Forget a table and its log; NoSuchTable if there is none."""

        def send(connection: Connection) -> Callable[[], None]:
            sent = connection.execute("DELETE FROM rollwright.tables WHERE id = %s", (table_id,))

            def answer() -> None:
                if not sent.rowcount:
                    raise NoSuchTable

            return answer

        return self._group_commit.later(table_id, send)

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""
        events = "SELECT event FROM rollwright.events WHERE table_id = %s ORDER BY place"

        def read(connection: Connection) -> tuple[Head, list[Event]]:
            try:
                row = connection.execute(f"SELECT {HEAD} FROM rollwright.tables WHERE id = %s", (table_id,)).fetchone()
            except psycopg.DataError:  # a name that cannot be kept is nobody's
                raise NoSuchTable from None
            if row is None:
                raise NoSuchTable
            return head_of(*row), [event_of(text) for (text,) in connection.execute(events, (table_id,))]

        return self._read(read)

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the names of the requests that were kept."""
        names = "SELECT name FROM rollwright.requests WHERE table_id = %s"
        return self._read(lambda connection: {name for (name,) in connection.execute(names, (table_id,))})

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        known = "SELECT FROM rollwright.tables WHERE id = %s"
        query = "SELECT event FROM rollwright.events WHERE table_id = %s AND place >= %s ORDER BY place"

        def read(connection: Connection) -> list[Event]:
            if not connection.execute(known, (table_id,)).rowcount:
                raise NoSuchTable
            return [event_of(text) for (text,) in connection.execute(query, (table_id, place))]

        return self._read(read)

    def list_tables(self, owner: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the last touched first."""
        return self._read(lambda connection: [listed_of(*row) for row in connection.execute(LIST, {"who": owner})])

    def unfinished_since(self, before: float, most: int) -> Future[list[str]]:
        """Return tables whose game has not ended, untouched since a moment, the oldest first."""
        return self._read(lambda connection: [name for (name,) in connection.execute(UNFINISHED, (before, most))])

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return at which of these deals somebody has had the one try, each with the id of its table."""
        return self._read(lambda connection: dict(connection.execute(TRIED, (holder, list(deals))).fetchall()))

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the finished tables of a deal, the best of those that count first."""
        names = {"deal": deal, "first": first_of(deal), "before": before}
        return self._read(lambda connection: [listed_of(*row) for row in connection.execute(LIST_DEALT, names)])

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the last first."""
        return self._read(lambda connection: [Result(*row) for row in connection.execute(RESULTS, (holder,))])

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and say how many there were."""

        def send(connection: Connection) -> Callable[[], int]:
            sent = connection.execute("DELETE FROM rollwright.results WHERE holder = %s", (holder,))
            return lambda: sent.rowcount

        return self._group_commit.later("", send)

    def secret(self, name: str) -> Future[bytes]:
        """Return 32 random bytes that stay the same once they are drawn."""

        def send(connection: Connection) -> Callable[[], bytes]:
            connection.execute(DRAW, (name, new_secret()))

            def answer() -> bytes:
                kept = connection.execute("SELECT value FROM rollwright.secrets WHERE name = %s", (name,))
                [(value,)] = kept.fetchall()
                return bytes.fromhex(value)

            return answer

        return self._group_commit.later("", send, f"secret {name}")

    def listen(
        self,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Tell of every table that changes from now on, and when something may have been missed: see `Shared`."""
        if self._closing.is_set():
            raise not_read(Phrase("the program is closing"))
        try:
            self._listeners.append(Listener(self._address, heard, missed, told))
        except psycopg.Error as fault:
            raise not_read(reason(fault)) from fault

    def tell(self, text: str) -> None:
        """Say something to all who listen, without any promise: see `Shared`."""
        self._teller.tell(text)

    def close(self) -> None:
        """Wait until everything asked for is done, then let go of the connections."""
        self._closing.set()
        if self._group_commit.close():
            self._teller.close()
            for listener in self._listeners:
                listener.close()
            with suppress(psycopg.Error):
                self._writer.connection.execute("DELETE FROM rollwright.writers WHERE name = %s", (self._name,))
            self._reader.close()
            self._writer.close()

    def _read(self, read: Callable[[Connection], T]) -> Future[T]:
        """Leave a question to the reading thread; what it begins now sees all that was acknowledged before."""

        def look() -> T:
            with self._reader.transaction(SNAPSHOT) as connection:
                return read(connection)

        def answer() -> T:
            try:
                try:
                    return look()
                except psycopg.Error:
                    if not self._reader.connection.closed:
                        raise
                    return look()  # a question may be asked again
            except psycopg.Error as fault:
                raise not_read(reason(fault)) from fault

        return self._group_commit.ask(answer)

    def _write_group(self, group: Group[Connection]) -> list[Any]:
        """Commit a group of writes, with all that have come in the meantime, and return what came of each."""
        with self._writer.transaction("BEGIN") as connection:
            writes = group.gather()
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
            connection.execute(ANNOUNCE, {"name": self._name, "commits": self._commits, "changed": tables})
            try:
                self._commit()
                return outcomes
            except psycopg.Error as fault:
                lost = fault
        kept = self._was_committed()
        if kept is None:
            return [Unsure() for _ in writes]
        if not kept:
            raise lost
        return outcomes

    def _attempt_all(self, writes: list[Write[Connection]], connection: Connection) -> list[Any]:
        """Do the writes of a group; in the order of their turns, so that no two processes wait for each other.

        All are sent before the first answer comes. If the database fails at one, they are done again one by one.
        """
        outcomes: list[Any] = [None] * len(writes)
        order = sorted(range(len(writes)), key=lambda number: writes[number].turn)
        try:
            for number, answer in zip(order, _send_all([writes[number] for number in order], connection), strict=True):
                outcomes[number] = _outcome(answer)
            return outcomes
        except Exception:  # whichever write it came from: each tells its own below
            if not self._writer.lasts():
                raise
        connection.execute("ROLLBACK")
        connection.execute("BEGIN")
        for number in order:
            outcomes[number] = writes[number].attempt(connection, psycopg.IntegrityError, self._writer.lasts, reason)
        return outcomes

    def _commit(self) -> None:
        self._writer.connection.execute("COMMIT")

    def _was_committed(self) -> bool | None:
        """Learn, as soon as the server answers, whether it has made the last commit; None if that takes too long."""
        until = time.monotonic() + self.doubt
        while True:
            with suppress(psycopg.Error):
                self._writer.renew()
                [(commits,)] = self._writer.connection.execute(COMMITTED, {"name": self._name}).fetchall()
                return bool(commits == self._commits)
            if time.monotonic() > until or self._closing.wait(PAUSE):
                return None


def _texts(events: Sequence[Event]) -> str:
    """Return events as they are sent: a list in JSON, which psycopg hands over faster than one of its own."""
    return json.dumps([event_text(event) for event in events])


def _send_all(writes: list[Write[Connection]], connection: Connection) -> list[Callable[[], Any]]:
    """Send some writes at once, and return what says what came of each; raises what is wrong with any of them."""
    answers, fault = [], None
    with connection.pipeline():
        try:
            answers = [write.send(connection) for write in writes]
        except Exception as wrong:  # kept from psycopg, which would write the next into the log, secret seeds and all
            fault = wrong
    if fault:
        raise fault
    return answers


def _outcome(answer: Callable[[], Any]) -> Any:
    """Return what came of a write: its result, or the refusal."""
    try:
        return answer()
    except Refusal as refusal:
        return refusal


def _follow_holders(connection: Connection, table_id: str, events: Sequence[Event]) -> None:
    """Keep who has a seat at a table after some events."""
    if changes_holders(events):
        held = connection.execute("SELECT seat, holder FROM rollwright.holders WHERE table_id = %s", (table_id,))
        now = held_after(((seat, holder) for seat, holder in held), events)
        connection.execute("DELETE FROM rollwright.holders WHERE table_id = %s", (table_id,))
        connection.execute(
            "INSERT INTO rollwright.holders SELECT %s, * FROM unnest(%s::integer[], %s::text[])",
            (table_id, [seat for seat, _ in now], [holder for _, holder in now]),
        )
