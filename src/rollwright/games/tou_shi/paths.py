"""Walks over the grid, square by square: for the eye, as the rules only count their squares."""

from collections.abc import Iterator
from functools import cache

from rollwright.core.squares import COMPASS
from rollwright.games.tou_shi.sheet import DATA, GRID

TURNS: int = DATA["walk"]["turns"]


@cache
def walk(start: int, target: int, length: int) -> tuple[int, ...]:
    """Return the squares of a walk of this length, both ends included, with as few turns as possible (TS-23).

    >>> [GRID.names[square] for square in walk(GRID.index("b2"), GRID.index("b3"), 3)]
    ['b2', 'c2', 'c3', 'b3']
    """
    for turns in range(TURNS + 1):
        for squares in _walks((start,), length, turns):
            if squares[-1] == target:
                return squares
    raise ValueError(f"no walk of {length} leads from {GRID.names[start]} to {GRID.names[target]}")


def _walks(squares: tuple[int, ...], length: int, turns: int, ahead: str = "") -> Iterator[tuple[int, ...]]:
    """Yield the walks of a length that go on from these squares, with so many turns and no square twice."""
    if len(squares) == length + 1:
        if turns == 0:
            yield squares
        return
    for direction in COMPASS:
        turned = int(ahead not in ("", direction))
        next_one = GRID.step(squares[-1], direction)
        if next_one >= 0 and next_one not in squares and turned <= turns:
            yield from _walks((*squares, next_one), length, turns - turned, direction)
