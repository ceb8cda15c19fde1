"""The agreement to close a game before its end: all who have a seat must agree, and until then each may change it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, series
from rollwright.table.events import Agreed, Closed, Disagreed

MAX_AGREEMENTS = 200
"""How often a player can agree to close a game: the log keeps each time."""

Name = Callable[[int], Phrase]


@dataclass
class Closing:
    """Who agrees to close a game, and whether it is closed, built up from the table's log."""

    agreed: set[int] = field(default_factory=set)
    """The seats whose players agree."""
    closed: bool = False
    _times: Counter[int] = field(default_factory=Counter)
    """How often each seat has agreed."""

    def check_open(self) -> None:
        """Refuse to go on with a game that was closed."""
        if self.closed:
            raise Refusal(Phrase("This game was closed by agreement: nothing more can be played here."))

    def agree(self, seats: Sequence[int], people: Sequence[int], name: Name) -> list[Agreed | Closed]:
        """Agree for the people at one screen; with the last of all `people` who have a seat, the game is closed."""
        self.check_open()
        fresh = [seat for seat in seats if seat not in self.agreed]
        missing = [name(seat) for seat in people if seat not in self.agreed and seat not in fresh]
        if not fresh and missing:
            raise Refusal(Phrase("You have agreed to close this game. Still to agree: {names}.", names=series(missing)))
        if any(self._times[seat] >= MAX_AGREEMENTS for seat in fresh):
            raise Refusal(
                Phrase("You have changed your mind about closing this game too often: play on, or leave your seat.")
            )
        return [*map(Agreed, fresh), *([] if missing else [Closed()])]

    def disagree(self, seats: Sequence[int]) -> list[Disagreed]:
        """Take back, for the people at one screen, that they agree."""
        self.check_open()
        if not self.agreed.intersection(seats):
            raise Refusal(Phrase("You have not agreed to close this game."))
        return [Disagreed(seat) for seat in seats if seat in self.agreed]

    def follow(self, event: Agreed | Disagreed | Closed, name: Name) -> Phrase:
        """Apply an event of the log, and return what everybody is told."""
        if isinstance(event, Closed):
            self.closed = True
            return Phrase("Everybody has agreed: this game is closed.")
        if isinstance(event, Disagreed):
            self.agreed.discard(event.seat)
            return Phrase("{name} does not want to close this game any more.", name=name(event.seat))
        self.agreed.add(event.seat)
        self._times[event.seat] += 1
        return Phrase("{name} agrees to close this game.", name=name(event.seat))
