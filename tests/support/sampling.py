"""Which cases a test tries: all of them under long effort, else a fixed part, so that `make test` takes minutes.

What is left out is the same in every run, and every test that leaves something out says so where it is defined.
"""

from collections.abc import Iterable, Sequence
from itertools import cycle, islice, product
from typing import Any, TypeVar

from tests.support import LONG

T = TypeVar("T")


def some(values: Iterable[T], turn: int = 0, count: int = 2, *, long: bool = LONG) -> list[T]:
    """Return all values under long effort, else so many of them, evenly spaced, from the one whose turn it is.

    Tests of one kind take turns, so that each value has its turn in one of them.
    """
    every = list(values)
    if long or len(every) <= count:
        return every
    places = sorted((turn + len(every) * number // count) % len(every) for number in range(count))
    return [every[place] for place in places]


def dealt(*factors: Sequence[Any], long: bool = LONG) -> list[tuple[Any, ...]]:
    """Return all combinations under long effort, else as few as have each value of each factor."""
    if long:
        return list(product(*factors))
    return list(islice(zip(*map(cycle, factors), strict=False), max(map(len, factors))))
