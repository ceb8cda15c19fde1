"""Dice for compiled games that depend on the seed, the round, the roller and the place of the die, and on nothing else.

So two games with one seed meet the same dice, whatever was decided, as at a table (see `rollwright.core.dice`); these
dice are others, as nothing secret is needed here. Everything stays inside int64, so that plain Python rolls the same.
"""

from rollwright.core.contract import Ints, Record
from rollwright.core.random_stream import WORD

ROUNDS = 128
"""Rounds that are told apart: as many as the field of a position can hold."""

ROLLERS = 16
"""Rollers that are told apart."""

HALF = 0xFFFF


def low_product(x: int, factor: int) -> int:
    """Return the low 32 bits of a product, without leaving int64."""
    return ((x & HALF) * factor + ((((x >> 16) * factor) & HALF) << 16)) & WORD


def mixed(x: int) -> int:
    """Return a number of 32 bits, all of which depend on all of the bits of `x` (the last steps of MurmurHash3)."""
    x = (x ^ (x >> 16)) & WORD
    x = low_product(x, 0x85EBCA6B)
    x ^= x >> 13
    x = low_product(x, 0xC2B2AE35)
    return x ^ (x >> 16)


def roll_fixed(s: Record, sides: Ints, count: int, had: Ints, first: int, second: int) -> None:
    """Turn the sides of the dice that are due into their faces; `had` counts the dice of each round and roller."""
    row = int(s.round_no) & (ROUNDS - 1)
    roller = int(s.roller) & (ROLLERS - 1)
    base = mixed((mixed((first + mixed(second)) & WORD) + row * ROLLERS + roller) & WORD)
    for i in range(count):
        value = mixed((base + had[row, roller]) & WORD)
        had[row, roller] += 1
        sides[i] = ((value * sides[i]) >> 32) + 1


def start_streams(luck: Ints, first: int, second: int, salt: int) -> None:
    """Start streams of random numbers that depend on a game's seed and on a salt."""
    for stream in range(luck.shape[0]):
        for word in range(luck.shape[1]):
            label = (salt * luck.shape[0] + stream) * luck.shape[1] + word
            luck[stream, word] = mixed((mixed((second + mixed(label)) & WORD) + first) & WORD)
