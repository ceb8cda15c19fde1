"""The promise that any store makes.

A store answers with futures, so that whoever asks can wait in a thread or in an event loop, and so that many writes
can be made safe together. A future that is done means what it says: an appended event is on the disk.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from math import inf
from typing import Protocol, runtime_checkable

from rollwright.table.events import Event
from rollwright.table.models import Head, Listed, Result, Summary

MOST_DEALT, MOST_RESULTS = 1_000, 5_000
"""How many tables of a deal are listed at most, and how many results of one player: of tables the best of
those that count, lest many keep others from the board, and then the first that ended; of results the last."""


class Store(Protocol):
    """Anything that keeps tables."""

    def open_table(self, head: Head, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Keep a new table with its log so far, which begins with its opening; Conflict if there is one already.

        A ranked one is its owner's try at its deal: Tried if there was a try before, even at a table that was deleted.
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
        """Add events to a log, which must end just before `place`: done when they are safe.

        `key` is the client's own name for its request. The answer is False, and nothing is written, if a request of
        that name was kept before, so a request may be repeated. Refused with Conflict, NoSuchTable or StoreRefused.
        Without a `summary`, lists of tables do not show that anything has happened: it was done in secret. The first
        that says that the game is over is the moment it ended, unless a later one says that it is not over after all.
        `results`, if there are any or none rather than None, stand from now on in place of the table's earlier ones.
        """
        ...

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""
        ...

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the names of the requests that were kept, so that a repeated one is known without trying it."""
        ...

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        ...

    def list_tables(self, owner: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the last touched first."""
        ...

    def unfinished_since(self, before: float, most: int) -> Future[list[str]]:
        """Return tables whose game has not ended, and where nothing has happened since a moment: the oldest first.

        It looks through all tables, so it should not be asked often.
        """
        ...

    def delete(self, table_id: str) -> Future[None]:
        """Forget a table and its log; NoSuchTable if there is none. Results and tries outlive it."""
        ...

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return at which of these deals somebody has had the one try, each with the id of its table."""
        ...

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the tables of a deal that were finished before a moment: first those that count, the best of them
        first, and then the others, the first that ended first. A table's own deal has that table too."""
        ...

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the last first."""
        ...

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and say how many there were."""
        ...

    def secret(self, name: str) -> Future[bytes]:
        """Return 32 random bytes that are drawn once and then stay the same, for every process at this store."""
        ...

    def close(self) -> None:
        """Wait until everything asked for is done, then let go of the files."""
        ...


@runtime_checkable
class Shared(Store, Protocol):
    """A store that several processes share, and that tells each of them what the others write."""

    def listen(
        self,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Tell of every table that changes from now on, whoever changes it, in a thread of its own.

        `heard` is given the table and how long its log is: once for each commit, however much it added, and in the
        order of the commits; a length of 0 says that the table was deleted. It is a hint to look, and this store's own
        changes are among them. `missed` says that the connection was lost and is back: any table may have changed in
        between, and should be looked at. `told` is given what anybody has said with `tell`, this store as well. None
        of them should take long, and none is called after `close`.
        """
        ...

    def tell(self, text: str) -> None:
        """Say something to all who listen, such as who is here: at once, in order, and without any promise.

        It is not kept, and lost if the database cannot be reached. At most 7,000 bytes; ValueError for more.
        """
        ...
