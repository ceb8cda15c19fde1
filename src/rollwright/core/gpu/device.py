"""The GPU of this machine, or one sentence that says what is missing."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from rollwright.core.errors import Refusal, need
from rollwright.core.language import Phrase

CPU, GPU = "cpu", "gpu"
"""Where games are played, as users name it."""

PACKAGE, EXTRA = "numba_cuda", "gpu"
"""The package that compiles for GPUs, and the extra that brings it."""

SIMULATED_THREADS = 2
"""Threads that Numba's CUDA simulator runs at once: two, so that each plays several games."""

SIMULATED_MEMORY = 1 << 30


@dataclass(frozen=True)
class Device:
    """A GPU, or the CUDA simulator."""

    name: str
    threads: int
    """How many threads it can hold at once."""
    is_simulated: bool

    @property
    def free_memory(self) -> int:
        """Bytes that are free now."""
        return SIMULATED_MEMORY if self.is_simulated else int(_cuda().current_context().get_memory_info().free)


def _cuda() -> Any:
    from numba import cuda

    return cuda


@cache
def open_device() -> Device:
    """Return this machine's GPU, or the simulator if Numba was told to use it; refuse if there is neither."""
    need(PACKAGE, EXTRA)
    cuda = _cuda()
    if is_simulated():
        return Device("Numba's CUDA simulator", SIMULATED_THREADS, is_simulated=True)
    if not cuda.is_available():
        raise Refusal(
            Phrase(
                "No GPU can be used here: that needs one of NVIDIA with its driver, and `{command}`.",
                command=f"pip install 'rollwright[{EXTRA}]'",
            )
        )
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    threads = int(device.MULTIPROCESSOR_COUNT) * int(device.MAX_THREADS_PER_MULTIPROCESSOR)
    return Device(name, threads, is_simulated=False)


def is_simulated() -> bool:
    """Return whether Numba runs kernels in its CUDA simulator (NUMBA_ENABLE_CUDASIM=1)."""
    from numba import config

    settings: Any = config  # Numba fills it in at run time
    return bool(settings.ENABLE_CUDASIM)
