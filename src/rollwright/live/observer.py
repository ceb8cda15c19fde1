"""Events that a server may count, reported by running tables to whoever observes them."""

from collections.abc import Sequence

from rollwright.table import Event, Table


class Observer:
    """Receives what happens at tables. Every method does nothing; a subclass overrides what it wants to count.

    Observers only watch: no method may raise, block or change anything.
    """

    def table_opened(self, game: str) -> None:
        """A new table of a game was stored."""

    def table_swept(self) -> None:
        """An abandoned table was deleted."""

    def room_count(self, count: int) -> None:
        """The number of rooms in memory has changed."""

    def bot_answered(self, game: str, level: str, seconds: float) -> None:
        """A bot has chosen a move, so many seconds after it was asked."""

    def write_committed(self, table: Table, events: Sequence[Event], seconds: float) -> None:
        """The store has committed events of a table, so many seconds after they were handed to it."""

    def write_repeated(self) -> None:
        """The store had done a request before, so nothing was written."""

    def write_failed(self, fault: BaseException) -> None:
        """The store has not committed what it was handed."""
