"""Compile the kernels of all games for a GPU that need not be there, and tell what the machine code needs.

`python -m tools.gpu_code [GAME ...]` needs `pip install 'rollwright[gpu]'`, which brings NVIDIA's compiler and
assembler. What does not link on a GPU fails here, too.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from rollwright.core.game import Game, all_games, open_game
from rollwright.core.gpu.aligned import aligned
from rollwright.core.gpu.device_twins import BLOCK, BLOCKS, DeviceTwins

CAPABILITY = (9, 0)
"""The kind of GPU that code is made for: H100 and H200."""

WANTED = re.compile(
    r"(?P<stack>\d+) bytes stack frame, (?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads"
    r".*?Used (?P<registers>\d+) registers",
    re.DOTALL,
)


@dataclass(frozen=True)
class Code:
    """The machine code of a kernel, for one thread."""

    ptx: str
    seconds: float
    """What compiling took."""
    registers: int
    stack: int
    """Bytes in the thread's own memory."""
    spilled: int
    """Bytes of it that are there for want of registers."""
    tables: int
    """Bytes of constants in global memory."""
    constant: int
    """Bytes in constant memory."""


@contextmanager
def no_device() -> Iterator[None]:
    """Let Numba compile device functions for CAPABILITY without asking a GPU what it is."""
    device = SimpleNamespace(compute_capability=CAPABILITY)
    with (
        patch("numba.cuda.dispatcher.get_current_device", lambda: device),
        patch("numba.cuda.compiler.get_current_device", lambda: device),
    ):
        yield


def compiled(game: Game, template: Callable[..., None], arguments: tuple[Any, ...]) -> Code:
    """Compile a kernel for arguments like these."""
    from numba import cuda, typeof, void

    with no_device():
        kernel = DeviceTwins(game).kernel(template)
        started = time.perf_counter()
        ptx, _ = cuda.compile_ptx(
            kernel.py_func, void(*map(typeof, arguments)), cc=CAPABILITY, launch_bounds=(BLOCK, BLOCKS)
        )
    told = assembled(ptx)
    found = WANTED.search(told)
    assert found is not None, told
    return Code(
        ptx,
        time.perf_counter() - started,
        int(found["registers"]),
        int(found["stack"]),
        int(found["stores"]),
        sum(map(int, re.findall(r"(\d+) bytes gmem", told))),
        sum(map(int, re.findall(r"(\d+) bytes cmem\[3\]", told))),
    )


def assembled(ptx: str) -> str:
    """Assemble code and return what the assembler tells of it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernel.ptx")
        source.write_text(ptx, encoding="ascii")
        architecture = f"-arch=sm_{CAPABILITY[0]}{CAPABILITY[1]}"
        command = [assembler(), architecture, "-v", "-o", str(source.with_suffix(".cubin")), str(source)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stderr


def assembler() -> str:
    """Return where NVIDIA's assembler is."""
    import nvidia

    return str(next(path for folder in nvidia.__path__ for path in Path(folder).glob("**/bin/ptxas*")))


def kernels(game: Game) -> dict[str, tuple[Callable[..., None], tuple[Any, ...]]]:
    """Return the kernels of a game, and arguments such as they are launched with."""
    from rollwright.lab.gpu.device_games import simple_games_kernel
    from rollwright.lab.gpu.device_playouts import try_moves_kernel
    from rollwright.lab.gpu.random_games import random_games_kernel

    ints = [np.zeros((1,) * dimensions, np.int64) for dimensions in range(4)]
    each = np.zeros(1, np.int32)
    at = np.zeros(1, aligned(game.rules(False).state))
    return {
        "random games": (random_games_kernel, (1, ints[2], 1, ints[2], ints[1], at, ints[3], each, at, 1)),
        "guide": (simple_games_kernel, (1, ints[2], ints[2], ints[1], at, at, ints[3], ints[2], each, 1)),
        "playouts": (try_moves_kernel, (at, 1, ints[1], ints[3], True, 1, ints[2], 1, ints[3])),
    }


def main() -> None:
    """Print a line for each kernel of each game."""
    games = [open_game(name) for name in sys.argv[1:]] or all_games()
    print(
        f"for compute capability {CAPABILITY[0]}.{CAPABILITY[1]}, blocks of {BLOCK} threads; stack and spills in bytes"
    )
    for game in games:
        for name, (template, arguments) in kernels(game).items():
            code = compiled(game, template, arguments)
            print(
                f"{game.title:24} {name:13} {code.registers:>4} registers, stack {code.stack:>6,}, "
                f"spilled {code.spilled:>5,}, tables {code.tables:>7,}, constant memory {code.constant}, "
                f"compiled in {code.seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
