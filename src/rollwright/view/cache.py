"""A cache for drawings.

A move changes one sheet and perhaps the dice, but at a table of four, four viewers look at four sheets each.
"""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import numpy as np

from rollwright.view.drawing import Pen

MAX_CACHED = 1_000
"""Maximum number of cached drawings per function: enough for the sheets of 250 tables."""

_CACHES: list[dict[Any, Any]] = []

P = ParamSpec("P")
T = TypeVar("T")


def cached_drawing(draw: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function that depends on its arguments only; the oldest are dropped first.

    Arguments must be positional, and callers must not change the result. A record is compared by its bytes: pass the
    sheet rather than the position, which changes with every move. A pen is compared by its `key`.
    """
    found: dict[tuple[Any, ...], T] = {}
    _CACHES.append(found)
    lock = Lock()

    @wraps(draw)
    def drawing(*arguments: P.args, **named: P.kwargs) -> T:
        assert not named
        key = tuple(map(_key, arguments))
        drawn = found.get(key)
        if drawn is None:
            drawn = draw(*arguments, **named)
            with lock:
                if len(found) >= MAX_CACHED:
                    del found[next(iter(found))]
                found[key] = drawn
        return drawn

    return drawing


def clear_caches() -> None:
    """Drop all cached drawings; for tests."""
    for cache in _CACHES:
        cache.clear()


def _key(argument: Any) -> Any:
    if isinstance(argument, np.void):
        return argument.tobytes()
    return argument.key if isinstance(argument, Pen) else argument
