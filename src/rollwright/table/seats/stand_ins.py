"""Which moves bots made for people: while a seat was lent or free, and when a player's time was up."""

import sys
from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass
class StandIns:
    """When bots played for people, built up from the table's log; places count its steps."""

    _spells: dict[int, list[int]] = field(default_factory=dict)
    """By seat: the places at which a bot took over, and by turns those at which a person did."""
    _clocked: set[int] = field(default_factory=set)
    """The places of all that was done for players whose time was up."""

    _lent_until: dict[int, int] = field(default_factory=dict)
    """By seat: up to which place its player could see what a bot does there; while it is lent there is no end."""
    _left: dict[int, int] = field(default_factory=dict)
    """By seat: the place at which its last player left, who could see all that was done there before."""

    def note(self, seat: int, place: int, *, is_bot: bool) -> None:
        """Note whether from a place on a bot plays a seat that its player has lent or left, or has no time for."""
        spells = self._spells.setdefault(seat, [])
        self._lent_until[seat] = min(place, self._lent_until.get(seat, -1))
        if len(spells) % 2 != is_bot:
            spells.append(place)

    def note_lent(self, seat: int, place: int, *, unasked: bool) -> None:
        """Note that from a place on a bot plays a seat that somebody still has."""
        self.note(seat, place, is_bot=not unasked)
        self._lent_until[seat] = sys.maxsize

    def was_lent(self, seat: int, since: int) -> bool:
        """Return whether somebody who had a seat could see, since a place, what a bot did there."""
        return self._lent_until.get(seat, -1) > since

    def note_left(self, seat: int, place: int) -> None:
        """Note that a seat's player leaves, or has it taken: from then on a bot plays there, whom nobody sees."""
        self._left[seat] = place
        self.note(seat, place, is_bot=True)

    def was_seen(self, seat: int, place: int) -> bool:
        """Return whether a bot made the move at a place, and somebody had the seat later, who could see it.

        Not what was done because time was up: whether it was so in secret is for nobody to know.

        >>> left = StandIns()
        >>> left.note_left(0, 3)
        >>> left.note(0, 5, is_bot=False)
        >>> left.note_left(0, 6)
        >>> [place for place in range(9) if left.was_seen(0, place)]
        [3, 4]
        """
        return place < self._left.get(seat, 0) and self._is_spell(seat, place)

    def note_clock(self, place: int) -> None:
        """Note what is done for a player whose time is up."""
        self._clocked.add(place)

    def by_clock(self, place: int) -> bool:
        """Return whether something was done for a player whose time was up."""
        return place in self._clocked

    def made(self, seat: int, place: int) -> bool:
        """Return whether a bot made a seat's move at a place.

        >>> lent = StandIns()
        >>> for place, is_bot in ((3, True), (5, False), (5, True), (7, False)):
        ...     lent.note(0, place, is_bot=is_bot)
        >>> [place for place in range(9) if lent.made(0, place)]
        [3, 4, 5, 6]
        """
        return self.by_clock(place) or self._is_spell(seat, place)

    def _is_spell(self, seat: int, place: int) -> bool:
        """Return whether a bot played a seat at a place, and not only as time was up."""
        return bisect_right(self._spells.get(seat, []), place) % 2 == 1
