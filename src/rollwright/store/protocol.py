"""The interface of a store.

All methods return futures, so that the caller can wait in a thread or in an event loop, and so that many writes can be
committed together. When the future of a write is done, the write is committed and on the disk.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from math import inf
from typing import Protocol, runtime_checkable

from rollwright.store.subscriptions import Subscription
from rollwright.table.events import Event
from rollwright.table.models import Head, Judged, Listed, Result, Summary

MAX_DEALT, MAX_RESULTS = 1_000, 5_000
"""The limits of the lists that `dealt` and `results` return: the first ones in the order that these promise."""


class SweepNotes(Protocol):
    """What a store notes about abandoned tables, so that none is deleted because a clock was wrong once.

    A table is stale if nothing was done there since a time `before`, not even in secret, and is unfinished or was made
    only to watch a record. Tables that are found stale are marked with the running time: the seconds for which any
    server has used this store, in which no calendar has a part. Lists begin with the oldest tables, and hold at most
    `most`.
    """

    def count_running(self, seen: float, seconds: float) -> Future[float]:
        """Add seconds to the running time, if it is still what the caller saw last; return what it is now.

        Of several processes only one succeeds at a time, so that no second is counted twice.
        """
        ...

    def newest(self) -> Future[float | None]:
        """Return the Unix time at which any table was changed last; None if there are no tables."""
        ...

    def unmarked(self, before: float, most: int) -> Future[list[str]]:
        """Return stale tables without a mark. This scans all tables, so it should not be called often."""
        ...

    def mark(self, tables: Sequence[str], before: float, found: float) -> Future[None]:
        """Mark tables with the running time at which they were found stale, unless they were changed meanwhile."""
        ...

    def unmark(self, before: float) -> Future[None]:
        """Forget the marks of tables that are not stale, or were changed after they had been marked."""
        ...

    def marked(self, before: float, found: float, most: int) -> Future[list[str]]:
        """Return stale tables that were marked at this running time or earlier, and not changed since."""
        ...


class Subscriptions(Protocol):
    """Where browsers want to be told of their turn while no page of theirs is open.

    Turns of a browser at a table have numbers that grow; each is told at most once, whichever process tells it.
    """

    def add(self, table_id: str, holder: str, subscription: Subscription, told: int) -> Future[None]:
        """Tell a browser of its turns after `told` there; Conflict if there is no such table.

        A browser that has too many loses those that it asked for first.
        """
        ...

    def remove(self, table_id: str, holder: str) -> Future[None]:
        """Tell a browser no longer of its turns at a table."""
        ...

    def forget(self, endpoint: str) -> Future[None]:
        """Delete an address everywhere."""
        ...

    def is_due(self, table_id: str, holder: str, turn: int) -> Future[bool]:
        """Return whether a browser wants to be told of a turn and was not yet."""
        ...

    def claim(self, table_id: str, holder: str, turn: int) -> Future[list[Subscription]]:
        """Note that a browser knows of a turn, and return where to tell it; nothing if it was claimed before."""
        ...

    def tables(self) -> Future[list[str]]:
        """Return unfinished tables at which somebody wants to be told, the most recently changed first."""
        ...


class Store(Protocol):
    """Stores tables with their logs, and what outlives them."""

    @property
    def sweep_notes(self) -> SweepNotes:
        """What is noted about abandoned tables."""
        ...

    @property
    def subscriptions(self) -> Subscriptions:
        """Where browsers want to be told of their turn."""
        ...

    def open_table(
        self, head: Head, events: Sequence[Event], summary: Summary, results: Sequence[Result] = ()
    ) -> Future[None]:
        """Store a new table with its log so far, which begins with `Opened`; Conflict if its id exists already.

        `results` are those of a game that is over by then.

        The same if there are results of a table with this id that was deleted: they are not another table's.
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
        and nothing is written, so a client may repeat a request. KeyReused if the key says what was asked for, and that
        was something else: see `request_keys`. May also raise NoSuchTable or StoreRefused.

        `summary` replaces the table's summary and its time of the last change. It is None for what was done in secret,
        which no list of tables may show. The game ended when a summary first said that it was over; a later summary
        that says otherwise, after an undo, clears that.

        `results` replaces the table's results, and drops what was kept of the end of its game; None leaves them as they
        are.
        """
        ...

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""
        ...

    def listed(self, table_id: str) -> Future[Listed]:
        """Return a table as lists show it, without reading its log; NoSuchTable if there is none."""
        ...

    def keep_archive(self, table_id: str, place: int, content: str) -> Future[bool]:
        """Keep the end of a finished game; False if it was kept before, or the log does not end just before `place`.

        An empty text notes that there is nothing to keep for now, and is replaced by any other. What is kept is dropped
        by an append that changes the results, and when the table is deleted.
        """
        ...

    def archive(self, table_id: str) -> Future[str | None]:
        """Return what was kept of the end of a game, if anything was; empty if it was noted that nothing could be."""
        ...

    def keep_analysis(self, table_id: str, place: int, content: str, judged: Sequence[Judged]) -> Future[bool]:
        """Keep the analysis of a finished game, and note with its results what it says about each seat.

        Replaces an earlier one; False if the log does not end just before `place`. What is kept is dropped as archives
        are; what was noted stays with the results.
        """
        ...

    def analysis(self, table_id: str) -> Future[str | None]:
        """Return the analysis of a game, if one was kept."""
        ...

    def unarchived(self) -> Future[list[str]]:
        """Return the ids of finished tables of whose end nothing was kept or noted yet. This scans all tables."""
        ...

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the names of the requests that were stored for a table: see `request_keys`."""
        ...

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        ...

    def mentions(self, table_id: str, holder: str) -> Future[bool]:
        """Return whether somebody opened a table, or its log mentions them; False if there is no such table.

        This is less than to know whether they still have a place there, and much less work than `load`. For its owner
        and for who has a seat it is found by an index; for others the whole log is searched.
        """
        ...

    def list_tables(self, holder: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the most recently changed first."""
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
