"""All that changes in a batch, in arrays with one row a game."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwright.batch import driver
from rollwright.core.contract import Ints, Rules

WORDS = 4
"""Of a stream of random numbers."""


@dataclass(frozen=True)
class Arrays:
    """What compiled code reads and writes."""

    states: NDArray[np.void]
    seen: NDArray[np.void]
    """Each position as the seat that is asked may know it."""
    out: NDArray[np.float32]
    """What that is in numbers."""
    last: NDArray[np.float32]
    """The same at the end of the game that ended last."""
    ids: Ints
    """Those of the legal moves."""
    masks: NDArray[np.int8]
    """Which ids these are, in bytes or bits."""
    notes: Ints
    """See the columns of `driver`."""
    halves: Ints
    """Each seat's score before the move."""
    results: Ints
    """Each seat's score at the end of the game that ended last."""
    rewards: NDArray[np.float32]
    chosen: Ints
    """The ids of the moves to make."""
    streams: Ints
    """Random numbers for the dice."""
    choices: Ints
    """Random numbers for moves that are drawn."""

    @classmethod
    def zeroed(cls, games: int, seats: int, rules: Rules, numbers: int, mask_width: int) -> "Arrays":
        """Return the arrays of so many games, with observations of so many numbers and masks of so many bytes."""
        return cls(
            states=np.zeros(games, rules.state),
            seen=np.zeros(games, rules.state),
            out=np.zeros((games, numbers), np.float32),
            last=np.zeros((games, numbers), np.float32),
            ids=np.zeros((games, rules.max_moves), np.int64),
            masks=np.zeros((games, mask_width), np.int8),
            notes=np.zeros((games, driver.NOTES), np.int64),
            halves=np.zeros((games, seats), np.int64),
            results=np.zeros((games, seats), np.int64),
            rewards=np.zeros((games, seats), np.float32),
            chosen=np.zeros(games, np.int64),
            streams=np.zeros((games, WORDS), np.int64),
            choices=np.zeros((games, WORDS), np.int64),
        )

    @property
    def data(self) -> NDArray[np.int8]:
        """The bytes of the positions that are seen."""
        return self.seen.view(np.int8).reshape(len(self.seen), self.seen.itemsize)

    def part(self, games: slice) -> "Arrays":
        """Return the rows of some games: what is written there is written here."""
        return Arrays(*(array[games] for array in self._all))

    def contents(self) -> list[bytes]:
        """Return the bytes of each array."""
        return [array.tobytes() for array in self._all]

    def fill(self, contents: Sequence[bytes]) -> None:
        """Write what `contents` returned."""
        for array, content in zip(self._all, contents, strict=True):
            array.reshape(-1).view(np.uint8)[:] = np.frombuffer(content, np.uint8)

    @property
    def _all(self) -> list[NDArray[Any]]:
        return [getattr(self, each.name) for each in fields(self)]
