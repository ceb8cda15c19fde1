"""How often each seat has taken back moves and corrected dice."""

from collections import Counter
from collections.abc import Sequence

from rollwright.table.events import Corrected, Event, Undone


class TakenBack:
    """Counts undos and corrections in a log that grows; each event is looked at once."""

    def __init__(self, log: Sequence[Event]) -> None:
        """Count from the beginning of a log."""
        self._log = log
        self._start()

    def undos(self, seat: int | None = None) -> int:
        """Return how many moves of a seat, or of all seats, were taken back."""
        self._follow()
        return self._undos.total() if seat is None else self._undos[seat]

    def corrections(self, seat: int) -> int:
        """Return how often a seat has corrected dice."""
        self._follow()
        return self._corrections[seat]

    def _start(self) -> None:
        self._next = 0
        self._undos: Counter[int] = Counter()
        self._corrections: Counter[int] = Counter()

    def _follow(self) -> None:
        if self._next > len(self._log):  # what could not be done was removed from the log again
            self._start()
        for event in self._log[self._next :]:
            if isinstance(event, Undone):
                self._undos[event.seat] += 1
            elif isinstance(event, Corrected):
                self._corrections[event.seat] += 1
        self._next = len(self._log)
