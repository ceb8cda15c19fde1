"""Walks over the grid, square by square: for the eye, as the rules only count their squares."""

from collections.abc import Iterator
from functools import cache

from rollwright.core.grids.squares import COMPASS
from rollwright.games.tou_shi.sheet import DATA, GRID

TURNS: int = DATA["walk"]["turns"]


@cache
def walk(start: int, target: int, length: int) -> tuple[int, ...]:
    """Return the squares of a walk of this length, both ends included, with as few turns as possible (TS-23).

    >>> [GRID.names[square] for square in walk(GRID.index("b2"), GRID.index("b3"), 3)]
    ['b2', 'c2', 'c3', 'b3']
    """
    for turns in range(TURNS + 1):
        for squares in _walks((start,), target, length, turns):
            return squares
    raise ValueError(f"no walk of {length} leads from {GRID.names[start]} to {GRID.names[target]}")


def _walks(
    squares: tuple[int, ...], target: int, length: int, turns: int, ahead: str = ""
) -> Iterator[tuple[int, ...]]:
    """Yield the ways to go on from these squares: so many more to the target, with so many turns, and none twice."""
    if length == 0:
        if squares[-1] == target and turns == 0:
            yield squares
        return
    for direction in COMPASS:
        turned = int(ahead not in ("", direction))
        following = GRID.step(squares[-1], direction)
        if following >= 0 and following not in squares and turned <= turns and _far(following, target) < length:
            yield from _walks((*squares, following), target, length - 1, turns - turned, direction)


def _far(square: int, other: int) -> int:
    """Return how many squares lie between two, at least, the second counted."""
    return abs(GRID.row(square) - GRID.row(other)) + abs(GRID.column(square) - GRID.column(other))
