"""Makes device functions of a game's rules, and kernels that call them.

A kernel is a template: a function that is written once for all games, reads :data:`POSITION` and the other sizes as
globals of its module, and calls functions written against the contract. For each game it is bound to the game's sizes
and device functions, and compiled on its first launch.
"""

from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from rollwright.core import compiler
from rollwright.core.compiler import LOCK, Twins, digest, reachable_functions, relinked
from rollwright.core.contract import features
from rollwright.core.game import Game
from rollwright.core.gpu.aligned import aligned
from rollwright.core.gpu.device import is_simulated
from rollwright.core.gpu.narrow import replace_tables, width_for

POSITION: Any = None
"""In a kernel: the aligned record of the game."""

MOVE: Any = None
"""In a kernel: the kind of numbers of a buffer of moves, as small as the game's moves allow. Plain Python, which the
simulator runs, counts on with narrow numbers and has 64-bit ones."""

MAX_MOVES = MAX_DICE = MAX_SEATS = MAX_STREAMS = MAX_FEATURES = 0
"""In a kernel: how many moves, dice, seats, streams (one for the dice and one a seat) and features a game has."""

ALIGNMENT: Any = None
"""In a kernel: what the address of a thread's own position must be a multiple of; the simulator takes any."""

BLOCK = 128
"""Threads in a block: a multiple of the 32 that run together, and few, so that blocks fit beside each other."""


BLOCKS = 5
"""So many blocks must fit into each processor of the GPU at once. That leaves a thread 96 registers: enough for all but
the most unrolled rules, and few enough that 640 threads can wait for memory in turn. `tools.bench_gpu` tries others."""

WIDEST = 16
"""Bytes that a thread reads or writes at once at the most."""


class DeviceTwins(Twins):
    """Makes device functions and kernels for one game."""

    def __init__(self, game: Game, blocks: int = BLOCKS) -> None:
        """Bind the contract's functions to a game's."""
        self._blocks = blocks
        rules, size = game.rules(False), game.moves.size
        self._sizes: dict[str, Any] = {
            "POSITION": aligned(rules.state),
            "MOVE": np.dtype(np.int64 if is_simulated() else width_for(0, size)),
            "MAX_MOVES": rules.max_moves,
            "MAX_DICE": rules.max_dice,
            "MAX_SEATS": game.seats[-1],
            "MAX_STREAMS": 1 + game.seats[-1],
            "MAX_FEATURES": len(game.part("features").NAMES) if game.has_advice(features) else 1,
            "ALIGNMENT": None if is_simulated() else WIDEST,
        }
        super().__init__(f"{game.name}-cuda-{version('numba-cuda')}-{blocks}", game.bindings)

    def kernel(self, template: Any) -> Any:
        """Return the kernel of a template for this game; it is compiled on its first launch, and kept on disk."""
        from numba import cuda

        with LOCK:
            sized = FunctionType(template.__code__, {**template.__globals__, **self._sizes}, template.__name__)
            sized.__module__, sized.__qualname__ = template.__module__, template.__qualname__
            functions = reachable_functions([sized], self._bindings)
            for each in functions[:-1]:
                self.of(each)
            bound = relinked(sized, self._twin)
            if is_simulated():
                return cuda.jit(bound)
            folder = compiler.usable_folder(compiler.cache_root(), self._game, digest(functions))
            with compiler.cached_in(folder):
                return cuda.jit(cache=folder is not None, launch_bounds=(BLOCK, self._blocks))(bound)

    @staticmethod
    def _compile(function: FunctionType, folder: Path | None) -> Any:
        from numba import cuda

        if not is_simulated():  # plain Python needs no tables in the memory of a GPU
            from rollwright.core.gpu.tables import Table

            replace_tables(function, Table)
        return cuda.jit(device=True)(function)


@cache
def device_twins(game: Game, blocks: int = BLOCKS) -> DeviceTwins:
    """Return the twins of a game, always the same ones."""
    return DeviceTwins(game, blocks)
