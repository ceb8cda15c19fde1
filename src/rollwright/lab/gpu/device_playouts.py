"""Playouts of bots on a GPU, a thread for each move with each luck: by the very function that makes them on the CPU."""

from typing import Any

import numpy as np
from numba import cuda, int64
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import KEPT, try_moves
from rollwright.bots.search import Budget, Thought
from rollwright.core.contract import Ints, Record
from rollwright.core.game import Game
from rollwright.core.gpu.aligned import unpacked
from rollwright.core.gpu.device_twins import (
    ALIGNMENT,
    MAX_DICE,
    MAX_FEATURES,
    MAX_MOVES,
    MAX_STREAMS,
    MOVE,
    POSITION,
)
from rollwright.core.gpu.launch import Launcher
from rollwright.lab.gpu.seeding import STREAM


def try_moves_kernel(
    root: NDArray[np.void],
    seat: int,
    tried: Ints,
    lucks: Ints,
    guided: bool,
    cut: int,
    weights: Ints,
    limit: int,
    found: Ints,
) -> None:
    """Make a share of the playouts in each thread, in memory of its own."""
    work = cuda.local.array(1, POSITION, ALIGNMENT)
    luck = cuda.local.array((MAX_STREAMS, STREAM), int64)
    sides = cuda.local.array(MAX_DICE, int64)
    moves = cuda.local.array(MAX_MOVES, MOVE)
    noted = cuda.local.array(MAX_FEATURES, int64)
    streams = lucks.shape[1]
    place = cuda.grid(1)
    while place < len(tried) * len(lucks):
        move = place // len(lucks)
        i = place % len(lucks)
        try_moves(
            root[0], seat, tried[move : move + 1], lucks[i : i + 1], guided, cut, weights,
            work, luck[:streams], sides, moves, noted, limit, found[move : move + 1, i : i + 1],
        )  # fmt: skip
        place += cuda.gridsize(1)


class DevicePlayouts:
    """Tries moves of a position on the GPU."""

    def __init__(self, game: Game) -> None:
        """Make the kernel."""
        self._game = game
        self._launcher = Launcher(game, try_moves_kernel)

    def results(self, root: Record, seat: int, moves: Ints, lucks: Ints, guided: bool, cut: int, weights: Ints) -> Ints:
        """Return what came of a playout of each of these moves with each of these lucks, as `try_moves` writes it.

        `lucks` holds for each playout a stream for the dice and one for each seat.
        """
        launcher = self._launcher
        position = np.frombuffer(root.tobytes(), self._game.rules(False).state)
        found = launcher.room((len(moves), len(lucks), KEPT), np.int64)
        launcher.launch(
            len(moves) * len(lucks), launcher.give(unpacked(position)), seat, launcher.give(moves),
            launcher.give(lucks), guided, cut, launcher.give(weights), self._game.max_decisions, found,
        )  # fmt: skip
        brought: Ints = found.copy_to_host()
        return brought


class DeviceThought(Thought):
    """A search whose playouts are made on the GPU; those that themselves look ahead stay on the CPU."""

    def __init__(self, game: Game, position: bytes, seat: int, seed: int, budget: Budget) -> None:
        """Prepare to search a position for a seat."""
        super().__init__(game, position, seat, seed, budget, None)
        self._playouts: Any = DevicePlayouts(game)

    def results(self, moves: Ints, lucks: Ints, cut: int) -> Ints:
        """Return what came of a playout of each of these moves with each of these lucks."""
        if self.by_value or not len(moves):
            return super().results(moves, lucks, cut)
        self.playouts += len(moves) * len(lucks)
        found: Ints = self._playouts.results(self.root, self.seat, moves, lucks, self.guided, cut, self.weights)
        return found
