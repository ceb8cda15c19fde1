"""Looking ahead: what each number of a die would allow, counted by the rules before the die is rolled."""

from dataclasses import dataclass
from fractions import Fraction

from rollwright.core.contract import Record, copy
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import GRID, KINDS, SIDES, WALKS, numbers

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
    then = copy(s)
    rules.tick(then, kind, number)
    reach = [
        (int(WALKS[s.marker, square]), int(rules.open_numbers(then, rules.allowed_kinds(then, square))))
        for square in range(len(GRID))
        if then.grid[square] == 0
    ]
    faces = range(1, SIDES[kind] + 1)
    return Outlook(tuple(sum(bool(rules.left_of(face, walks) & takes) for walks, takes in reach) for face in faces))


def outlooks(s: Record, kind: int) -> dict[int, Outlook]:
    """Return what rolling a die would bring, for each of its boxes that could pay."""
    return {number: outlook(s, kind, number) for number in numbers(int(s.open[kind]))}


def boxes_ahead(s: Record, kind: int, paid: int | None = None) -> set[Box]:
    """Return the boxes that some roll of a die could leave to tick; `paid` is the number of its box that pays."""
    then = copy(s)
    if paid is not None:
        rules.tick(then, kind, paid)
    found: set[Box] = set()
    for square in range(len(GRID)):
        if then.grid[square] == 0:
            walks, left = int(WALKS[s.marker, square]), 0
            for face in range(2, SIDES[kind] + 1):
                left |= rules.left_of(face, walks)
            found |= boxes_of(then, int(rules.allowed_kinds(then, square)), left)
    return found


def boxes_of(s: Record, kinds: int, left: int) -> set[Box]:
    """Return the open boxes of some types and numbers, both given as bits."""
    return {
        (kind, number) for kind in range(KINDS) if kinds >> kind & 1 for number in numbers(int(s.open[kind]) & left)
    }
