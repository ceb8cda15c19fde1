"""Several processes that do the same work: one that dies is started again, and all of them end together.

They are started afresh and not forked, which would copy threads' locks. What they are given goes through a pipe, so
that no secret of theirs can be read in the list of processes. They leave Ctrl-C to whoever started them, and end with
it, however it ends.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from threading import Thread

from rollwright.core.errors import Refusal

LOG = logging.getLogger(__name__)

DRAIN = 8.0
"""Seconds in which a process must have ended that was asked to."""

SETTLED = 10.0
"""Seconds after which a process has begun well."""

PAUSE = 1.0
"""Seconds before one that has not is started again, as it may not do better yet."""

STOPS = (signal.SIGINT, signal.SIGTERM)


class Workers:
    """Processes that do a work until they are stopped; it must be a function of a module, and end at a SIGTERM."""

    def __init__(self, count: int, work: Callable[..., None], *arguments: object) -> None:
        """Plan so many processes; nothing is started yet."""
        self._count = count
        self._task = work, arguments
        self._heard, self._told = Pipe(duplex=False)
        self._processes: dict[int, SpawnProcess] = {}
        self._since: dict[int, float] = {}

    def run(self) -> None:
        """Keep the processes at work until a signal asks to stop; stop them, and let it do what it always does."""
        before = {stop: signal.signal(stop, lambda number, frame: self._told.send(number)) for stop in STOPS}
        try:
            for number in range(self._count):
                self._start(number)
            while not self._heard.poll():
                ended = wait([self._heard, *(process.sentinel for process in self._processes.values())])
                for number in [number for number, process in self._processes.items() if process.sentinel in ended]:
                    self._start_again(number)
        finally:
            self._stop()
            for stop, usual in before.items():
                signal.signal(stop, usual)
        signal.raise_signal(self._heard.recv())

    def _start(self, number: int) -> None:
        process = get_context("spawn").Process(target=_work, args=self._task)
        unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it is deaf to Ctrl-C from the start
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        self._processes[number] = process
        self._since[number] = time.monotonic()

    def _start_again(self, number: int) -> None:
        process = self._processes.pop(number)
        process.join()
        LOG.warning("Process %s ended (%s), and is started again.", process.pid, process.exitcode)
        if time.monotonic() - self._since[number] < SETTLED:
            wait([self._heard], PAUSE)
        self._start(number)

    def _stop(self) -> None:
        until = time.monotonic() + DRAIN
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _work(work: Callable[..., None], arguments: tuple[object, ...]) -> None:
    """Be one of the processes."""
    Thread(target=_leave_with_parent, daemon=True).start()
    try:
        work(*arguments)
    except Refusal as refusal:
        LOG.error("%s", refusal)
        sys.exit(2)


def _leave_with_parent() -> None:
    """End this process in good order when the one that started it is gone, be it by a kill, and at last in any case."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(DRAIN)
    os._exit(1)
