"""What running tables report to an observer, such as a server that counts it as metrics."""

from collections.abc import Sequence

from rollwright.table import Event, Table


class Observer:
    """Receives what happens at tables. The methods do nothing; a subclass overrides those it needs.

    Observers only watch: no method may raise, block or change anything.
    """

    def table_opened(self, game: str) -> None:
        """A new table of a game was stored."""

    def table_swept(self) -> None:
        """An abandoned table was deleted."""

    def room_count(self, count: int) -> None:
        """The number of rooms in memory has changed."""

    def bot_answered(self, game: str, level: str, seconds: float) -> None:
        """A bot has chosen a move, `seconds` after it was asked."""

    def page_answered(self, game: str, *, in_time: bool) -> None:
        """A page was asked to think for a bot; without an answer in time, the server thinks."""

    def bot_waited(self, watched: bool, seconds: float) -> None:
        """A bot begins to think, `seconds` after it queued; `watched` says whether somebody looks at its table."""

    def write_committed(self, table: Table, events: Sequence[Event], seconds: float) -> None:
        """The store has committed events of a table, `seconds` after it received them."""

    def write_repeated(self) -> None:
        """The store had already committed this request, so nothing was written."""

    def write_failed(self, fault: BaseException) -> None:
        """The store failed to commit a write."""
