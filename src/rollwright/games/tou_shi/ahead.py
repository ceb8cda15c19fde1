"""Looking ahead: what each number of a die would allow, counted from the rules before the die is rolled."""

from dataclasses import dataclass
from fractions import Fraction

from rollwright.core.contract import Record
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import GRID, KINDS, LONGEST, SIDES, WALKS

Box = tuple[int, int]
"""A type and a number."""


@dataclass(frozen=True)
class Outlook:
    """What a roll would bring: for each face, from 1 on, how many squares could be walked to. A 1 is rolled again."""

    squares: tuple[int, ...]

    @property
    def stuck(self) -> int:
        """How many of the faces from 2 on allow no move."""
        return self.squares[1:].count(0)

    @property
    def chance(self) -> Fraction:
        """The chance that the roll allows no move (TS-22: a 1 does not count)."""
        return Fraction(self.stuck, len(self.squares) - 1)


def outlook(s: Record, kind: int, number: int) -> Outlook:
    """Return what rolling a die would bring, paid with this box of it."""
    reach = _reach(s, (kind, number))
    found = [sum(bool(left(way, face) & takes) for way, takes in reach) for face in range(1, SIDES[kind] + 1)]
    return Outlook(tuple(found))


def left(way: int, face: int) -> int:
    """Return what the walks to a square leave of a number, as bits (see WALKS)."""
    return way << face >> LONGEST & ~1


def _reach(s: Record, paid: Box | None) -> list[tuple[int, int]]:
    """Return, for each empty square, the walks there and the numbers that it could take once a box is paid."""
    open_now = [int(bits) for bits in s.open]
    if paid and not int(s.second[paid[0]]) >> paid[1] & 1:
        open_now[paid[0]] &= ~(1 << paid[1])
    found = []
    for square in range(len(GRID)):
        if s.grid[square] == 0:
            allowed, takes = int(rules.allowed_kinds(s, square)), 0
            for kind in range(KINDS):
                takes |= open_now[kind] if allowed >> kind & 1 else 0
            found.append((int(WALKS[s.marker, square]), takes))
    return found


def outlooks(s: Record, kind: int) -> dict[int, Outlook]:
    """Return what rolling a die would bring, for each of its boxes that could pay."""
    return {number: outlook(s, kind, number) for number in range(1, SIDES[kind] + 1) if int(s.open[kind]) >> number & 1}


def boxes_ahead(s: Record, kind: int, paid: int | None = None) -> set[Box]:
    """Return the boxes that some roll of a die could leave to tick; `paid` is the number of its box that pays."""
    found = set()
    for square in range(len(GRID)):
        if s.grid[square] == 0:
            way, allowed = int(WALKS[s.marker, square]), int(rules.allowed_kinds(s, square))
            numbers = 0
            for face in range(2, SIDES[kind] + 1):
                numbers |= left(way, face)
            for other in range(KINDS):
                if allowed >> other & 1:
                    bits = int(s.open[other]) & numbers
                    found |= {(other, number) for number in range(1, SIDES[other] + 1) if bits >> number & 1}
    if paid is not None and not int(s.second[kind]) >> paid & 1:
        found.discard((kind, paid))
    return found
