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


@dataclass(frozen=True)
class Reach:
    """An empty square: the walks there, the numbers it could take, and those that dice other than one offer there."""

    walks: int
    takes: int
    without: int


def _reach(s: Record, kind: int) -> list[Reach]:
    """Return the empty squares, and what they could take with and without one die."""
    found = []
    for square in range(len(GRID)):
        if s.grid[square] == 0:
            allowed = int(rules.allowed_kinds(s, square))
            takes, without = (int(rules.open_numbers(s, kinds)) for kinds in (allowed, allowed & ~(1 << kind)))
            found.append(Reach(int(WALKS[s.marker, square]), takes, without))
    return found


def unpaid(s: Record, kind: int) -> Outlook:
    """Return what rolling a die would bring with the boxes as they are: once it is paid for, or if that were free."""
    return _outlook(_reach(s, kind), SIDES[kind])


def _outlook(squares: list[Reach], sides: int) -> Outlook:
    faces = range(1, sides + 1)
    return Outlook(tuple(sum(bool(rules.left_of(face, each.walks) & each.takes) for each in squares) for face in faces))


def outlooks(s: Record, kind: int) -> dict[int, Outlook]:
    """Return what rolling a die would bring, for each of its boxes that could pay."""
    squares = _reach(s, kind)
    faces = range(1, SIDES[kind] + 1)
    lefts = [[rules.left_of(face, each.walks) for face in faces] for each in squares]
    free = _outlook(squares, SIDES[kind]).squares
    found = {}
    for number in numbers(int(s.open[kind])):
        counts, paid = list(free), 1 << number
        if not int(s.second[kind]) & paid:  # else the other box of this number stays open (TS-03)
            for each, left in zip(squares, lefts, strict=True):
                if each.takes & paid and not each.without & paid:  # only this box offered the number there
                    for at, bits in enumerate(left):
                        counts[at] -= bool(bits & each.takes) and not bits & each.takes & ~paid
        found[number] = Outlook(tuple(counts))
    return found


def boxes_ahead(s: Record, kind: int, paid: int | None = None) -> set[Box]:
    """Return the boxes that some roll of a die could leave to tick; `paid` is the number of its box that pays."""
    then = copy(s)
    if paid is not None:
        rules.tick(then, kind, paid)
    numbers_of = [0] * KINDS
    for square in range(len(GRID)):
        if then.grid[square] == 0:
            walks, allowed, left = int(WALKS[s.marker, square]), int(rules.allowed_kinds(then, square)), 0
            for face in range(2, SIDES[kind] + 1):
                left |= rules.left_of(face, walks)
            for other in range(KINDS):
                numbers_of[other] |= left if allowed >> other & 1 else 0
    return {(other, number) for other in range(KINDS) for number in numbers(int(then.open[other]) & numbers_of[other])}


def boxes_of(s: Record, kinds: int, left: int) -> set[Box]:
    """Return the open boxes of some types and numbers, both given as bits."""
    allowed = [kind for kind in range(KINDS) if kinds >> kind & 1]
    return {(kind, number) for kind in allowed for number in numbers(int(s.open[kind]) & left)}
