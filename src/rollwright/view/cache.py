"""Drawings that are not made again while what they show stays the same.

After a move one sheet has changed, and perhaps the dice; but four people look at four sheets each.
"""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import numpy as np

from rollwright.view.drawing import Pen

KEPT = 1_000
"""Drawings of each kind that are remembered, the latest: enough for the sheets of 250 tables."""

_MEMORIES: list[dict[Any, Any]] = []

P = ParamSpec("P")
T = TypeVar("T")


def cached_drawing(draw: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function draws, which must follow from its arguments alone; nobody may change what it returns.

    It is called without names. A record counts by its bytes, so pass the sheet and not the position, of which every
    move changes something; a pen by its language, the players' names and all that it can be told.
    """
    found: dict[tuple[Any, ...], T] = {}
    _MEMORIES.append(found)
    lock = Lock()

    @wraps(draw)
    def drawing(*arguments: P.args, **named: P.kwargs) -> T:
        assert not named
        key = tuple(map(_key, arguments))
        drawn = found.get(key)
        if drawn is None:
            drawn = draw(*arguments, **named)
            with lock:
                if len(found) >= KEPT:
                    del found[next(iter(found))]
                found[key] = drawn
        return drawn

    return drawing


def forget() -> None:
    """Forget every drawing, so that all are made again: for tests, which compare."""
    for memory in _MEMORIES:
        memory.clear()


def _key(argument: Any) -> Any:
    if isinstance(argument, np.void):
        return argument.tobytes()
    return argument.key if isinstance(argument, Pen) else argument
