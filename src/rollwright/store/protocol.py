"""The interface of a store.

All methods return futures, so that the caller can wait in a thread or in an event loop, and so that many writes can be
committed together. When the future of a write is done, the write is committed and on the disk.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from math import inf
from typing import Protocol, runtime_checkable

from rollwright.table.events import Event
from rollwright.table.models import Head, Listed, Result, Summary

MAX_DEALT, MAX_RESULTS = 1_000, 5_000
"""The limits of the lists that `dealt` and `results` return: the first ones in the order that these promise."""


class Store(Protocol):
    """Stores tables with their logs, and what outlives them."""

    def open_table(self, head: Head, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Store a new table with its log so far, which begins with `Opened`; Conflict if its id exists already.

        A ranked table is its owner's one try at its deal: Tried if there was one before, even at a table since deleted.
        """
        ...

    def append(
        self,
        table_id: str,
        place: int,
        events: Sequence[Event],
        key: str | None,
        summary: Summary | None,
        results: Sequence[Result] | None = None,
    ) -> Future[bool]:
        """Append events to a log, which must end just before `place`; Conflict if it does not.

        `key` is an idempotency key of the client's. If a request with this key was stored before, the answer is False
        and nothing is written, so a client may repeat a request. May also raise NoSuchTable or StoreRefused.

        `summary` replaces the table's summary and its time of the last change. It is None for what was done in secret,
        which no list of tables may show. The game ended when a summary first said that it was over; a later summary
        that says otherwise, after an undo, clears that.

        `results` replaces the table's results; None leaves them as they are.
        """
        ...

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""
        ...

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the idempotency keys that were stored for a table, so that a repeated request is known at once."""
        ...

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        ...

    def list_tables(self, holder: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the most recently changed first."""
        ...

    def unfinished_since(self, before: float, most: int) -> Future[list[str]]:
        """Return the ids of tables that may be swept, as they have not changed since a time: the oldest first.

        Those are unfinished tables, and those that were made only to watch a record; at most `most` of them.

        This scans all tables, so it should not be called often.
        """
        ...

    def delete(self, table_id: str) -> Future[None]:
        """Delete a table and its log, but not its results and tries; NoSuchTable if there is none."""
        ...

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return which of these deals somebody has had the ranked try at, each with the id of its table."""
        ...

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the tables of a deal that ended before a time, at most `MAX_DEALT`.

        The ranked ones come first, the best score first; then the others, in the order in which they ended. If the deal
        is named after a table, that table is one of them.
        """
        ...

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the most recent first, at most `MAX_RESULTS`."""
        ...

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and return how many there were."""
        ...

    def secret(self, name: str) -> Future[bytes]:
        """Return the 32 random bytes of this name: created on the first call, and then the same for all processes."""
        ...

    def close(self) -> None:
        """Finish all pending requests, then close files and connections."""
        ...


@runtime_checkable
class Shared(Store, Protocol):
    """A store that several processes share, and that notifies each of what the others write."""

    def listen(
        self,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Call back, from a thread of its own, when any process changes a table, including this one.

        `heard` is called with the id of a table and the length of its log, once for each commit that changed it, in the
        order of the commits; a length of 0 means that it was deleted. `missed` is called after a lost connection was
        restored: any table may have changed in the meantime. `told` is called with every text that any process, also
        this one, sends with `tell`. Callbacks should return quickly; none is called after `close`.
        """
        ...

    def tell(self, text: str) -> None:
        """Send a text of at most 7,000 bytes to all processes that listen; ValueError if it is longer.

        Texts arrive in order, but without any guarantee: they are not stored, and lost while the database is away.
        """
        ...
