"""A fast stream of random numbers for simulation: xoshiro128++ on four 32-bit words kept in an int64 array.

Everything stays inside int64, so the stream gives the same numbers compiled and uncompiled. Players' dice do not come
from here: see :mod:`rollwright.core.dice`.
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints

WORD = 0xFFFFFFFF


def _rotate_left(x: int, k: int) -> int:
    return ((x << k) & WORD) | (x >> (32 - k))


def draw(stream: Ints, n: int) -> int:
    """Return a number from 0 to n - 1; each is equally likely up to n parts in 2**32."""
    a = stream[0]
    b = stream[1]
    c = stream[2]
    d = stream[3]
    word = (_rotate_left((a + d) & WORD, 7) + a) & WORD
    t = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    stream[0] = a
    stream[1] = b
    stream[2] = c
    stream[3] = _rotate_left(d, 11)
    return (word * n) >> 32


def streams(seed: int, part: int, count: int) -> NDArray[np.int64]:
    """Return `count` independent streams, the same for the same seed and part."""
    words = np.random.SeedSequence([seed, part]).generate_state(4 * count, np.uint32)
    return words.astype(np.int64).reshape(count, 4)
