"""Supervises worker processes: one that dies is restarted, and all of them end together.

Workers are spawned, not forked, as a fork would copy the locks of threads. Their arguments go through a pipe, so that
no secret appears in the list of processes. They ignore Ctrl-C, which their parent handles, and end when their parent
ends, even if it is killed. A SIGHUP replaces them one by one, without interrupting the service. They do not listen:
the parent accepts all connections and passes each to one of them.
"""

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread

from rollwright.core.errors import Refusal
from rollwright.web.ops.acceptor import Acceptor
from rollwright.web.ops.handover import Handover
from rollwright.web.ops.server import FORCED_STOP_TIMEOUT, SHUTDOWN_ANNOUNCED, has_terminal

LOG = logging.getLogger(__name__)

STOP_TIMEOUT = 8.0
"""Seconds in which a worker must end after a SIGTERM; then it is killed."""

STABLE_AFTER = 10.0
"""Seconds of running after which a worker that ends is restarted without a delay."""

RESTART_DELAY = 1.0
"""Seconds before a worker that ended sooner is restarted."""

STOPS = (signal.SIGINT, signal.SIGTERM)

BLOCKED_SIGNALS = {signal.SIGINT, signal.SIGHUP, SHUTDOWN_ANNOUNCED}
"""Signals that are blocked in a worker from its start: not handled yet, or meant for the parent only."""


class Worker:
    """One worker process."""

    def __init__(self, number: int, task: tuple[Callable[..., None], tuple[object, ...]]) -> None:
        """Start the process of the worker with a number."""
        self.number = number
        self.began, told = Pipe(duplex=False)
        """Becomes readable once the worker is serving."""
        self._channel, theirs = socket.socketpair()
        self._is_attached = False
        arguments = (*task, number, theirs, told)
        self.process: SpawnProcess = get_context("spawn").Process(target=_work, args=arguments)
        unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED_SIGNALS)
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
            theirs.close()
        told.close()
        self.since = time.monotonic()

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid or 0

    def attach(self, acceptor: Acceptor) -> "Worker":
        """Let it get connections, which the acceptor passes to it once it is ready."""
        self._is_attached = True
        acceptor.attach(self.number, self._channel)
        return self

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it is still running."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def end(self) -> None:
        """Kill it if it is still running, and clean up."""
        self.process.kill()
        self.process.join()
        self.began.close()
        if not self._is_attached:  # else the acceptor closes it
            self._channel.close()


class Workers:
    """Worker processes that run the same function until they are stopped.

    The function must be importable and end at a SIGTERM. It gets two more arguments: where its connections come from,
    and a function to call once it is serving.
    """

    def __init__(
        self,
        count: int,
        acceptor: Acceptor,
        work: Callable[..., None],
        *arguments: object,
        drain: float = 0.0,
        ended: Callable[[int], None] = lambda pid: None,
    ) -> None:
        """Set up `count` workers that get connections from `acceptor`; none is started yet.

        A shutdown is announced to them `drain` seconds ahead; `ended` is called with the id of each process that ends.
        """
        self._count = count
        self._acceptor = acceptor
        self._task = work, arguments
        self._drain = drain
        self._ended = ended
        self._heard, self._told = Pipe(duplex=False)
        self._workers: dict[int, Worker] = {}
        self._due: list[int] = []
        """The numbers of the workers still to be replaced."""
        self._fresh: Worker | None = None
        """The replacement for the first of these, until it is serving."""
        self._leaving: Worker | None = None
        """The worker that was replaced last, until it has ended."""
        self._leaves_by = 0.0

    def run(self) -> int:
        """Keep the workers running until a signal asks to stop; stop them, and return that signal."""
        signals = (*STOPS, signal.SIGHUP)
        before = {each: signal.signal(each, lambda number, frame: self._told.send(number)) for each in signals}
        stop: int | None = None
        try:
            self._acceptor.start()
            for number in range(self._count):
                self._workers[number] = Worker(number, self._task).attach(self._acceptor)
            while stop is None:
                stop = self._attend(self._wait())
        finally:
            self._stop()
            for each, usual in before.items():
                signal.signal(each, usual)
        return stop

    def _wait(self) -> set[object]:
        """Wait for the next event: a signal, a replacement that is serving, a worker that has ended, or a timeout."""
        began = [self._fresh.began] if self._fresh else []
        ended = [worker.process.sentinel for worker in self._everybody()]
        left = max(0.0, self._leaves_by - time.monotonic()) if self._leaving else None
        return set(wait([self._heard, *began, *ended], left))

    def _everybody(self) -> list[Worker]:
        return [*self._workers.values(), *(each for each in (self._fresh, self._leaving) if each)]

    def _attend(self, happened: set[object]) -> int | None:
        """Handle events; return the signal that asks to stop, if there is one."""
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
        if time.monotonic() - worker.since < STABLE_AFTER:
            wait([self._heard], RESTART_DELAY)
        self._workers[number] = Worker(number, self._task).attach(self._acceptor)

    def _replace(self, happened: set[object]) -> None:
        """Continue the replacement of workers: an old one is stopped when its replacement is serving."""
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
            self._workers[number].attach(self._acceptor)
            self._leaving.send(signal.SIGTERM)
            self._leaves_by = time.monotonic() + STOP_TIMEOUT
        if self._due and not self._fresh and not self._leaving:
            self._fresh = Worker(self._due[0], self._task)

    def _stop(self) -> None:
        """Stop all workers: announce it, wait for the drain time, and stop them. A second signal skips the waiting."""
        everybody = self._everybody()
        for worker in everybody:
            worker.send(SHUTDOWN_ANNOUNCED)
        hurried = self._rest(self._drain, [])
        self._acceptor.stop()
        for worker in everybody:
            worker.send(signal.SIGTERM)
        if hurried or self._rest(STOP_TIMEOUT, everybody):
            for worker in everybody:
                worker.send(signal.SIGTERM)
            self._rest(FORCED_STOP_TIMEOUT, everybody)
        for worker in everybody:
            worker.end()
            self._ended(worker.pid)

    def _rest(self, seconds: float, ending: list[Worker]) -> bool:
        """Wait for some seconds, or until these workers have ended; say whether a signal cut it short."""
        until, left = time.monotonic() + seconds, [worker.process.sentinel for worker in ending]
        while (now := time.monotonic()) < until and (left or not ending):
            happened = wait([self._heard, *left], until - now)
            left = [each for each in left if each not in happened]
            if self._heard in happened and self._heard.recv() in STOPS:
                return True
        return False


def _work(
    work: Callable[..., None], arguments: tuple[object, ...], number: int, channel: socket.socket, told: Connection
) -> None:
    """Run in the worker process."""

    def began() -> None:
        with suppress(OSError):  # the parent has ended
            told.send(None)
        told.close()

    Thread(target=_leave_with_parent, daemon=True).start()
    try:
        work(*arguments, Handover(number, channel), began)
    except Refusal as refusal:
        LOG.error("%s", refusal)
        sys.exit(2)


def _leave_with_parent() -> None:
    """Shut this process down when its parent has ended, even if that was killed; exit at last in any case."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_TIMEOUT)
    os._exit(1)
