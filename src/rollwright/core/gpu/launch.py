"""Launches a kernel for one game, and moves arrays to the GPU and back."""

from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.core import config
from numpy.typing import DTypeLike, NDArray

from rollwright.core.game import Game
from rollwright.core.gpu.aligned import aligned
from rollwright.core.gpu.device import open_device
from rollwright.core.gpu.device_twins import BLOCK, BLOCKS, device_twins


class Launcher:
    """A kernel of one game."""

    def __init__(self, game: Game, template: Any, blocks: int = BLOCKS) -> None:
        """Make the kernel; refuse if there is no GPU."""
        self.device = open_device()
        settings: Any = config  # few games make few threads, which Numba would warn about
        settings.CUDA_LOW_OCCUPANCY_WARNINGS = 0
        self.position = aligned(game.rules(False).state)
        """The record of a position on the GPU."""
        self.blank = self.give(np.zeros(1, self.position))
        """A zeroed position, there."""
        self._kernel = device_twins(game, blocks).kernel(template)

    def launch(self, games: int, *arguments: Any) -> None:
        """Run the kernel in as many threads as there are games, or as the GPU can hold; returns at once."""
        threads = min(games, self.device.threads)
        block = min(BLOCK, threads)
        self._kernel[-(-threads // block), block](*arguments)

    @staticmethod
    def give(array: NDArray[Any]) -> Any:
        """Copy an array to the GPU."""
        return cuda.to_device(np.ascontiguousarray(array))

    @staticmethod
    def room(shape: int | tuple[int, ...], kind: DTypeLike) -> Any:
        """Return an array on the GPU, with anything in it."""
        return cuda.device_array(shape, np.dtype(kind))

    @staticmethod
    def wait() -> None:
        """Wait until the GPU has done all that it was given."""
        cuda.synchronize()
