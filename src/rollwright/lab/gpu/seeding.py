"""The random streams of many games, begun on the GPU: the same as `rollwright.core.random_stream.streams` gives.

Beginning a stream on the CPU takes as long as a GPU takes for a whole game. NumPy's generator of seeds first mixes seed
and part into a pool of four words, of which the CPU makes one for each thousand games. A stream's words are then each
mixed from a word of the pool and two factors, which are the same for all pools: that is done here.
"""

from collections.abc import Iterable

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.random_stream import WORD
from rollwright.lab.simple_players.fixed_dice import low_product

STREAM = 4
"""Words of a stream, and of a pool."""

FIRST_FACTOR, FACTOR = 0x8B51F9DD, 0x58F38DED
"""INIT_B and MULT_B of NumPy's `SeedSequence`, which promises never to change."""


def pools(seed: int, parts: Iterable[int]) -> Ints:
    """Return the pools of these parts of a simulation, one row each."""
    return np.array([np.random.SeedSequence([seed, part]).pool for part in parts], np.int64).reshape(-1, STREAM)


def factors(games: int) -> Ints:
    """Return the factors for the streams of so many games of a part."""
    found = [FIRST_FACTOR]
    for _ in range(STREAM * games):
        found.append(found[-1] * FACTOR & WORD)
    return np.array(found, np.int64)


def begin_stream(stream: Ints, pool: Ints, mixers: Ints, place: int) -> None:
    """Begin the stream of the game at a place of a part; `mixers` are `factors`."""
    for i in range(STREAM):
        word = STREAM * place + i
        value = low_product(pool[i] ^ mixers[word], mixers[word + 1])
        stream[i] = value ^ (value >> 16)
