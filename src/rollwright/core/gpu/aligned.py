"""Positions as a GPU can read them: every number stands at a multiple of its size.

A game's record is packed, without a byte between its fields, and a GPU faults when it reads a number of four bytes from
an odd address. So positions on a GPU have the same fields in an aligned record, and are packed when they come back.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Layout = np.dtype[Any]


@cache
def aligned(state: Layout) -> Layout:
    """Return a record with the same fields, each at a multiple of its size.

    >>> point = np.dtype((np.record, [("x", "i1"), ("y", "i8")]))
    >>> aligned(np.dtype((np.record, [("n", "i1"), ("at", point, (2,))]))).itemsize
    40
    """
    if state.subdtype:
        element, shape = state.subdtype
        return np.dtype((aligned(element), shape))
    if state.fields is None:
        return state
    formats = [aligned(kind[0]) for kind in state.fields.values()]
    offsets, end = [], 0
    for kind in formats:  # NumPy would do it, but forgets the alignment of a record in a record
        offsets.append(_next_multiple(end, _alignment(kind)))
        end = offsets[-1] + kind.itemsize
    size = _next_multiple(end, max(map(_alignment, formats)))
    layout = {"names": list(state.fields), "formats": formats, "offsets": offsets, "itemsize": size}
    return np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[call-overload]


def _alignment(kind: Layout) -> int:
    """Return what the address of such a number or record must be a multiple of."""
    if kind.subdtype:
        return _alignment(kind.subdtype[0])
    if kind.fields is None:
        return kind.alignment
    return max(_alignment(each[0]) for each in kind.fields.values())


def _next_multiple(number: int, of: int) -> int:
    return -(-number // of) * of


def packed(positions: NDArray[Any], state: Layout) -> NDArray[np.void]:
    """Return positions of a GPU as records of the game, byte for byte as if they had always been such."""
    rows = np.ascontiguousarray(positions).view(np.uint8).reshape(len(positions), positions.dtype.itemsize)
    return rows[:, _sources(state)].reshape(-1).view(state)


def unpacked(positions: NDArray[Any]) -> NDArray[np.void]:
    """Return records of the game as positions for a GPU; what is between the fields is zero."""
    state = positions.dtype
    rows = np.zeros((len(positions), aligned(state).itemsize), np.uint8)
    rows[:, _sources(state)] = np.ascontiguousarray(positions).view(np.uint8).reshape(len(positions), state.itemsize)
    return rows.reshape(-1).view(aligned(state))


@cache
def _sources(state: Layout) -> NDArray[np.int64]:
    """Return where in an aligned record each byte of a packed one is."""
    sources = np.full(state.itemsize, -1, np.int64)
    for to, source, size in _runs(state, 0, 0):
        sources[to : to + size] = np.arange(source, source + size)
    assert (sources >= 0).all(), "a packed record has no byte that is not of a field"
    return sources


def _runs(state: Layout, to: int, source: int) -> Iterator[tuple[int, int, int]]:
    """Yield where each number is in a packed and in an aligned record, and its size."""
    if state.subdtype:
        element, shape = state.subdtype
        for number in range(int(np.prod(shape))):
            yield from _runs(element, to + number * element.itemsize, source + number * aligned(element).itemsize)
    elif state.fields is None:
        yield to, source, state.itemsize
    else:
        theirs = aligned(state).fields
        assert theirs is not None
        for name, (kind, offset, *_) in state.fields.items():
            yield from _runs(kind, to + offset, source + theirs[name][1])
