"""Checks what batches are given, and refuses in a sentence what they cannot use: before anything has changed."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Meaning = TypeVar("Meaning")


def at_least_one(what: str, number: Any) -> int:
    """Return a number of things of which there must be one.

    >>> at_least_one("games", 0)
    Traceback (most recent call last):
    ValueError: The number of games is a whole number from 1 on, not 0.
    """
    found = _whole(number)
    if found is None or found < 1:
        raise ValueError(f"The number of {what} is a whole number from 1 on, not {number!r}.")
    return found


def one_of(what: str, name: Any, known: Mapping[Any, Meaning]) -> Meaning:
    """Return what a name means.

    >>> one_of("masks", "x", {None: 0, "bool": 1})
    Traceback (most recent call last):
    ValueError: masks='x' is none of these: None, 'bool'.
    """
    if not isinstance(name, str | None) or name not in known:
        raise ValueError(f"{what}={name!r} is none of these: {', '.join(map(repr, known))}.")
    return known[name]


def seeds_of(seed: Any, games: int) -> list[int | None]:
    """Return the seed of each game, from a first one or from one for each; None where a game goes on with its own dice.

    >>> seeds_of(7, 3), seeds_of([1, None, 3], 3)
    ([7, 8, 9], [1, None, 3])
    >>> seeds_of([1, 2], 3)
    Traceback (most recent call last):
    ValueError: There are 3 games, but 2 seeds.
    >>> seeds_of(-1, 3)
    Traceback (most recent call last):
    ValueError: A seed is a whole number from 0 on, not -1.
    """
    first = _whole(seed)
    if first is not None or not isinstance(seed, Iterable) or isinstance(seed, str | bytes):
        return [_seed(seed) + number for number in range(games)]
    own = [None if each is None else _seed(each) for each in seed]
    if len(own) != games:
        raise ValueError(f"There are {games} games, but {len(own)} seeds.")
    return own


def ids_of(chosen: ArrayLike, games: int) -> NDArray[np.integer]:
    """Return the chosen id of each game.

    >>> ids_of([1.5, 2], 2)
    Traceback (most recent call last):
    ValueError: Ids are whole numbers, not of the type float64.
    >>> ids_of([1, 2, 3], 2)
    Traceback (most recent call last):
    ValueError: There are 2 games, so a step needs an array of 2 ids, not one of the shape (3,).
    """
    ids = np.asarray(chosen)
    if ids.dtype.kind not in "iu":
        raise ValueError(f"Ids are whole numbers, not of the type {ids.dtype}.")
    if ids.shape != (games,):
        raise ValueError(f"There are {games} games, so a step needs an array of {games} ids, not one of the shape "
                         f"{ids.shape}.")  # fmt: skip
    return ids


def _seed(number: Any) -> int:
    found = _whole(number)
    if found is None or found < 0:
        raise ValueError(f"A seed is a whole number from 0 on, not {number!r}.")
    return found


def _whole(number: Any) -> int | None:
    """Return a whole number of any type as Python's own; None for anything else."""
    try:
        return index(number)
    except TypeError:
        return None
