"""NumPy's sequence of seeds: the same words for the same seed, as streams of random numbers must be the same."""

from typing import Any

from .arrays import array, ndarray
from .dtypes import uint32

WORD = 0xFFFFFFFF
POOL = 4
INIT_A, MULT_A, INIT_B, MULT_B = 0x43B0D7E5, 0x931E8875, 0x8B51F9DD, 0x58F38DED
MIX_L, MIX_R, SHIFT = 0xCA01F9DD, 0x4973F715, 16


class SeedSequence:
    """Spreads seeds over a pool of words, from which as many words as wanted are made."""

    def __init__(self, entropy: Any) -> None:
        """Take a whole number, or several."""
        listed = entropy if isinstance(entropy, list | tuple) else [entropy]
        words = [word for each in listed for word in _words(int(each))]
        hashed = _Hash(INIT_A, MULT_A)
        self.pool = [hashed(words[i] if i < len(words) else 0) for i in range(POOL)]
        for source in range(POOL):
            for target in range(POOL):
                if source != target:
                    self.pool[target] = _mixed(self.pool[target], hashed(self.pool[source]))
        for word in words[POOL:]:
            for target in range(POOL):
                self.pool[target] = _mixed(self.pool[target], hashed(word))

    def generate_state(self, count: int, dtype: Any = uint32) -> ndarray:
        """Return so many words."""
        hashed = _Hash(INIT_B, MULT_B)
        return array([hashed(self.pool[i % POOL]) for i in range(count)], dtype)


class _Hash:
    def __init__(self, start: int, factor: int) -> None:
        self.constant, self.factor = start, factor

    def __call__(self, value: int) -> int:
        value ^= self.constant
        self.constant = self.constant * self.factor & WORD
        value = value * self.constant & WORD
        return value ^ value >> SHIFT


def _mixed(x: int, y: int) -> int:
    found = (MIX_L * x - MIX_R * y) & WORD
    return found ^ found >> SHIFT


def _words(number: int) -> list[int]:
    """Return the 32-bit words of a number, the lowest first."""
    found = [number & WORD]
    while number := number >> 32:
        found.append(number & WORD)
    return found
