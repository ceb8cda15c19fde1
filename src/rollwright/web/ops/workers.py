"""Several processes that do the same work: one that dies is started again, and all of them end together.

They are started afresh and not forked, which would copy threads' locks. What they are given goes through a pipe, so
that no secret of theirs can be read in the list of processes. They leave Ctrl-C to whoever started them, and end with
it, however it ends. A SIGHUP replaces them one by one, so that there is always one at work.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Barrier
from threading import BrokenBarrierError, Thread

from rollwright.core.errors import Refusal
from rollwright.web.ops.server import ANNOUNCED, AT_ONCE, has_terminal

LOG = logging.getLogger(__name__)

DRAIN = 8.0
"""Seconds in which a process must have ended that was asked to."""

SETTLED = 10.0
"""Seconds after which a process has begun well."""

PAUSE = 1.0
"""Seconds before one that has not is started again, as it may not do better yet."""

TOGETHER = 3.0
"""Seconds for which a process waits for the others at the start: else the first would get all that wait by then."""

STOPS = (signal.SIGINT, signal.SIGTERM)

DEAF = {signal.SIGINT, signal.SIGHUP, ANNOUNCED}
"""What a process does not hear from its first moment on: it could not bear it yet, or it is not meant for it."""


class Worker:
    """One of the processes, from its start on."""

    def __init__(self, task: tuple[Callable[..., None], tuple[object, ...]], together: Barrier | None = None) -> None:
        """Start it, perhaps together with others."""
        self.began, told = Pipe(duplex=False)
        """Has something to say once it is at work."""
        self.process: SpawnProcess = get_context("spawn").Process(target=_work, args=(*task, told, together))
        unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, DEAF)
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        told.close()
        self.since = time.monotonic()

    @property
    def pid(self) -> int:
        """Its number."""
        return self.process.pid or 0

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it is still there."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def end(self) -> None:
        """See that it has ended, or put an end to it."""
        self.process.kill()
        self.process.join()
        self.began.close()


class Workers:
    """Processes that do a work until they are stopped.

    It must be a function of a module that ends at a SIGTERM. Its last arguments are what it calls as soon as it could
    begin, to wait for the others, and what it calls once it is at work.
    """

    def __init__(
        self,
        count: int,
        work: Callable[..., None],
        *arguments: object,
        drain: float = 0.0,
        ended: Callable[[int], None] = lambda pid: None,
    ) -> None:
        """Plan so many processes; nothing is started yet.

        When they are to stop they are told so many seconds before; `ended` hears the numbers of those that have ended.
        """
        self._count = count
        self._task = work, arguments
        self._drain = drain
        self._ended = ended
        self._heard, self._told = Pipe(duplex=False)
        self._workers: dict[int, Worker] = {}
        self._due: list[int] = []
        """Which of them are to be replaced."""
        self._fresh: Worker | None = None
        """The one that is to take the place of the first of these, as soon as it is at work."""
        self._leaving: Worker | None = None
        """The one whose place was taken last, until it has ended."""
        self._leaves_by = 0.0

    def run(self) -> int:
        """Keep the processes at work until a signal asks to stop; stop them, and return which it was."""
        signals = (*STOPS, signal.SIGHUP)
        before = {each: signal.signal(each, lambda number, frame: self._told.send(number)) for each in signals}
        stop: int | None = None
        try:
            together = get_context("spawn").Barrier(self._count)
            for number in range(self._count):
                self._workers[number] = Worker(self._task, together)
            while stop is None:
                stop = self._attend(self._wait())
        finally:
            self._stop()
            for each, usual in before.items():
                signal.signal(each, usual)
        return stop

    def _wait(self) -> set[object]:
        """Wait until something happens: a signal, a process that is at work now, or one that has ended."""
        began = [self._fresh.began] if self._fresh else []
        ended = [worker.process.sentinel for worker in self._everybody()]
        left = max(0.0, self._leaves_by - time.monotonic()) if self._leaving else None
        return set(wait([self._heard, *began, *ended], left))

    def _everybody(self) -> list[Worker]:
        return [*self._workers.values(), *(each for each in (self._fresh, self._leaving) if each)]

    def _attend(self, happened: set[object]) -> int | None:
        """See to what has happened; return the signal that asks to stop, if one does."""
        if self._heard in happened:
            number = int(self._heard.recv())
            if number != signal.SIGHUP or has_terminal():
                return number
            LOG.info("The processes are replaced one by one.")
            self._due = list(self._workers)
        for number in [number for number, each in self._workers.items() if each.process.sentinel in happened]:
            self._start_again(number)
        self._replace(happened)
        return None

    def _start_again(self, number: int) -> None:
        worker = self._workers.pop(number)
        worker.end()
        self._ended(worker.pid)
        LOG.warning("Process %s ended (%s), and is started again.", worker.pid, worker.process.exitcode)
        if time.monotonic() - worker.since < SETTLED:
            wait([self._heard], PAUSE)
        self._workers[number] = Worker(self._task)

    def _replace(self, happened: set[object]) -> None:
        """Go on with replacing processes: the next one leaves when another has taken its place."""
        if self._leaving and (self._leaving.process.sentinel in happened or time.monotonic() >= self._leaves_by):
            self._leaving.end()
            self._ended(self._leaving.pid)
            self._leaving = None
        if self._fresh and self._fresh.process.sentinel in happened:
            self._fresh.end()
            self._ended(self._fresh.pid)
            LOG.error("A new process ended before it was at work, so the old ones stay.")
            self._fresh, self._due = None, []
        elif self._fresh and self._fresh.began in happened:
            number = self._due.pop(0)
            self._leaving, self._workers[number], self._fresh = self._workers[number], self._fresh, None
            self._leaving.send(signal.SIGTERM)
            self._leaves_by = time.monotonic() + DRAIN
        if self._due and not self._fresh and not self._leaving:
            self._fresh = Worker(self._task)

    def _stop(self) -> None:
        """Stop everybody: tell them first, if there is time for that. A second signal cuts it short."""
        everybody = self._everybody()
        for worker in everybody:
            worker.send(ANNOUNCED)
        hurried = self._rest(self._drain, [])
        for worker in everybody:
            worker.send(signal.SIGTERM)
        if hurried or self._rest(DRAIN, everybody):
            for worker in everybody:
                worker.send(signal.SIGTERM)
            self._rest(AT_ONCE, everybody)
        for worker in everybody:
            worker.end()
            self._ended(worker.pid)

    def _rest(self, seconds: float, ending: list[Worker]) -> bool:
        """Wait for a while, or until all have ended that are named; say whether a signal cut it short."""
        until, left = time.monotonic() + seconds, [worker.process.sentinel for worker in ending]
        while (now := time.monotonic()) < until and (left or not ending):
            happened = wait([self._heard, *left], until - now)
            left = [each for each in left if each not in happened]
            if self._heard in happened and self._heard.recv() in STOPS:
                return True
        return False


def _work(work: Callable[..., None], arguments: tuple[object, ...], told: Connection, together: Barrier | None) -> None:
    """Be one of the processes."""

    def wait_for_others() -> None:
        if together:
            with suppress(BrokenBarrierError):  # one of them is slow, or has ended
                together.wait(TOGETHER)

    def began() -> None:
        with suppress(OSError):  # nobody is left who wants to know
            told.send(None)
        told.close()

    Thread(target=_leave_with_parent, daemon=True).start()
    try:
        work(*arguments, wait_for_others, began)
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
