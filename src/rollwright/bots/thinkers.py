"""A crew of processes that think for the bots, so that whoever serves the players never waits for one.

A worker that dies takes no thought with it: the crew is made anew and the question asked again. Workers step back
behind other programs, leave Ctrl-C to their captain, and end with it, however it ends.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, TypeVar

import rollwright.games
from rollwright.bots.levels import choose, level_named
from rollwright.bots.search import Advice, warm_up
from rollwright.core.game import open_game

MOST_WORKERS = 8
"""More workers than this are only made when asked for: each takes some hundred megabytes."""

TRIES = 3
"""How often a question is asked in all, if workers die over it."""

NICENESS = 10
"""How far workers step back behind other programs."""

ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What libraries read to learn how many threads to start: a worker is one of several and starts none."""

Answer = TypeVar("Answer")


class Closed(Exception):  # noqa: N818 - the state of a crew, never told to a player
    """The crew has been sent home."""


class Thinkers:
    """Processes that think about moves; they are started when the first question comes."""

    def __init__(self, workers: int | None = None) -> None:
        """Plan a crew of so many workers, or of one for each core."""
        self.workers = workers or min(MOST_WORKERS, _cores())
        self._context = get_context("spawn")  # a fork would copy threads' locks and the server's sockets
        self._lock = threading.RLock()
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: tuple[Connection, ...] = ()
        self._closed = False

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        """Ask for a seat's next move; `position` is what the seat may know of the game. Refuses an unknown level."""
        return self.ask(_think, game_name, position, seat, level_named(level).name, seed)

    def prepare(self, game_name: str) -> Future[None]:
        """Have a game's rules and its search compiled, so that the next to want them finds them on disk."""
        return self.ask(_prepare, game_name)

    def ask(self, job: Callable[..., Answer], *arguments: object) -> "Future[Answer]":
        """Have anything done that takes long: a function of a module, with arguments that can be sent to a process."""
        answer: Future[Answer] = Future()
        self._try(answer, TRIES, job, arguments)
        return answer

    def close(self) -> None:
        """Send all workers home at once; what they were thinking about is cancelled."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            if pool is not None:
                self._let_go()
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> "Thinkers":
        """Use the crew for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it after that."""
        self.close()

    def _try(
        self, answer: "Future[Answer]", tries: int, job: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> None:
        """Put a question to the crew, and again if the crew breaks over it."""
        try:
            pool, asked = self._put(job, arguments)
        except Closed:
            answer.cancel()
            return
        except Exception as fault:  # told to whoever asked, like anything that goes wrong while thinking
            _tell(answer, fault)
            return

        def broken(fault: BrokenProcessPool) -> None:
            self._dismiss(pool)
            if tries > 1:
                self._try(answer, tries - 1, job, arguments)
            else:
                _tell(answer, fault)

        def answered(asked: "Future[Answer]") -> None:
            fault = asked.exception() if not asked.cancelled() else None
            if asked.cancelled() or (self._closed and isinstance(fault, BrokenProcessPool)):
                answer.cancel()
            elif isinstance(fault, BrokenProcessPool):  # in a thread of its own: this one is the broken pool's
                threading.Thread(target=broken, args=(fault,), daemon=True).start()
            elif fault is not None:
                _tell(answer, fault)
            elif answer.set_running_or_notify_cancel():
                answer.set_result(asked.result())

        asked.add_done_callback(answered)

    def _put(
        self, job: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> "tuple[ProcessPoolExecutor, Future[Answer]]":
        """Hand a question to the pool, and to a new one if the pool turns out to be broken."""
        with self._lock, _frugal(), _unsignalled():
            if self._closed:
                raise Closed
            pool = self._mustered()
            try:
                return pool, pool.submit(job, *arguments)
            except BrokenProcessPool:  # a worker died while nobody asked anything
                self._dismiss(pool)
                pool = self._mustered()
                return pool, pool.submit(job, *arguments)

    def _mustered(self) -> ProcessPoolExecutor:
        """Return the pool of workers, made if there is none."""
        if self._pool is None:
            self._lifeline = self._context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self.workers, self._context, _enrol, (self._lifeline[0], list(rollwright.games.__path__))
            )
        return self._pool

    def _dismiss(self, pool: ProcessPoolExecutor) -> None:
        """Give up a broken pool, once, so that the next question makes another."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
                self._let_go()
                pool.shutdown(wait=False)

    def _let_go(self) -> None:
        """Drop the lifeline: every worker that holds its other end leaves."""
        lifeline, self._lifeline = self._lifeline, ()
        for end in lifeline:
            end.close()


def _tell(answer: "Future[Answer]", fault: BaseException) -> None:
    """Let whoever asked, and still wants to know, learn what went wrong."""
    if answer.set_running_or_notify_cancel():
        answer.set_exception(fault)


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _frugal() -> Iterator[None]:
    """Let processes that start now use one thread each: the libraries look when they are imported."""
    unset = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            os.environ.pop(name, None)


@contextmanager
def _unsignalled() -> Iterator[None]:
    """Let processes that start now be deaf to Ctrl-C from their first moment on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _enrol(lifeline: Connection, shelf: Sequence[str]) -> None:
    """Begin a worker's life: deaf to Ctrl-C, behind the others, tied to its captain, the same games on the shelf."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)
    threading.Thread(target=_leave_with_captain, args=(lifeline,), daemon=True).start()
    path: Any = rollwright.games.__path__
    path[:] = shelf


def _leave_with_captain(lifeline: Connection) -> None:
    """End this process when the other end of the lifeline is let go, be it by a kill."""
    with suppress(OSError):
        lifeline.poll(None)  # nothing is ever sent
    os._exit(0)


def _think(game_name: str, position: bytes, seat: int, level: str, seed: int) -> Advice:
    return choose(open_game(game_name), position, seat, level, seed)


def _prepare(game_name: str) -> None:
    """Think once at the beginning of a game: that compiles all that thinking needs."""
    warm_up(open_game(game_name))
