"""A pool of processes in which bots think, so that the process that serves the players never waits for one.

When a worker dies, the pool is replaced and the request is submitted again. Workers run at low priority, ignore Ctrl-C,
and exit when their parent does, even if it is killed.
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
from rollwright.bots.makers import Further, Makers, is_made, nothing_further
from rollwright.bots.search import Advice, warm_up
from rollwright.core import compiler
from rollwright.core.game import open_game
from rollwright.core.native.library import is_supported

MAX_DEFAULT_WORKERS = 8
"""Maximum number of workers unless more are asked for: each takes some hundred megabytes."""

TRIES = 3
"""How often a request is submitted in all if workers die."""

NICENESS = 10
"""How much the priority of workers is lowered."""

THREAD_VARIABLES = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables by which libraries choose their number of threads; workers use one."""

Answer = TypeVar("Answer")


class Closed(Exception):  # noqa: N818 - a state of the pool, never shown to a player
    """The pool has been closed."""


class Thinkers:
    """A pool of processes that think about moves; it is started by the first request."""

    def __init__(self, workers: int | None = None, further: Further = nothing_further) -> None:
        """Take the number of workers, by default one per core, at most MAX_DEFAULT_WORKERS.

        `further` are functions that are compiled when a game is prepared, besides its rules and its search.
        """
        self.workers = workers or min(MAX_DEFAULT_WORKERS, _usable_cores())
        self.further = further
        self._makers = Makers(lambda: Thinkers(self.workers), self.workers)
        self._context = get_context("spawn")  # a fork would copy threads' locks and the server's sockets
        self._lock = threading.RLock()
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: tuple[Connection, ...] = ()
        self._closed = False

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        """Choose a seat's next move; `position` is concealed for that seat. Refuses an unknown level."""
        return self.ask(_think, game_name, position, seat, level_named(level).name, seed)

    def prepare(self, game_name: str, further: Further | None = None) -> Future[None]:
        """Have a game's libraries made, unless they are on disk, and let a worker load the search.

        `further` are compiled besides, in place of those that every game has compiled when it is prepared.
        """
        answer: Future[None] = Future()
        wanted = further or self.further

        def looked(asked: "Future[bool]") -> None:
            if _failed(asked, answer):
                return
            if asked.result():
                _set_result(answer, None)
            else:
                self._makers.make(game_name, wanted).add_done_callback(made)

        def made(asked: "Future[None]") -> None:
            if not _failed(asked, answer):
                self._try(answer, TRIES, _prepare, (game_name,))

        # A worker looks, as that takes a while, too: what is on disk must be what the code would be compiled to.
        self.ask(_prepare_if_made, game_name, wanted).add_done_callback(looked)
        return answer

    def is_making(self, game_name: str) -> bool:
        """Return whether a game's libraries are being made, or cannot be: then a worker compiles, which takes long."""
        return self._makers.is_making(game_name) or (compiler.is_enabled() and not is_supported())

    def hurry(self, game_name: str) -> None:
        """Have a game's libraries made before those of other games, if they are to be made."""
        self._makers.hurry(game_name)

    def ask(self, job: Callable[..., Answer], *arguments: object) -> "Future[Answer]":
        """Run a long job in a worker: a module-level function with arguments that can be pickled."""
        answer: Future[Answer] = Future()
        self._try(answer, TRIES, job, arguments)
        return answer

    def close(self) -> None:
        """Stop all workers at once and cancel their jobs."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            if pool is not None:
                self._drop_lifeline()
        self._makers.close()
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> "Thinkers":
        """Return the pool, to be closed on exit."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the pool."""
        self.close()

    def _try(
        self, answer: "Future[Answer]", tries: int, job: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> None:
        """Submit a job, and submit it again if the pool breaks."""
        try:
            pool, asked = self._submit(job, arguments)
        except Closed:
            answer.cancel()
            return
        except Exception as fault:  # reported like a failure of the job itself
            _set_exception(answer, fault)
            return

        def broken(fault: BrokenProcessPool) -> None:
            self._discard(pool)
            if tries > 1:
                self._try(answer, tries - 1, job, arguments)
            else:
                _set_exception(answer, fault)

        def answered(asked: "Future[Answer]") -> None:
            fault = asked.exception() if not asked.cancelled() else None
            if asked.cancelled() or (self._closed and isinstance(fault, BrokenProcessPool)):
                answer.cancel()
            elif isinstance(fault, BrokenProcessPool):  # in a new thread: this one belongs to the broken pool
                threading.Thread(target=broken, args=(fault,), daemon=True).start()
            elif fault is not None:
                _set_exception(answer, fault)
            else:
                _set_result(answer, asked.result())

        asked.add_done_callback(answered)

    def _submit(
        self, job: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> "tuple[ProcessPoolExecutor, Future[Answer]]":
        """Submit a job to the pool, or to a new one if the pool turns out to be broken."""
        with self._lock, _single_threaded(), _sigint_blocked():
            if self._closed:
                raise Closed
            pool = self._running_pool()
            try:
                return pool, pool.submit(job, *arguments)
            except BrokenProcessPool:  # a worker died while the pool was idle
                self._discard(pool)
                pool = self._running_pool()
                return pool, pool.submit(job, *arguments)

    def _running_pool(self) -> ProcessPoolExecutor:
        """Return the pool of workers, started if necessary."""
        if self._pool is None:
            self._lifeline = self._context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self.workers, self._context, _start_worker, (self._lifeline[0], list(rollwright.games.__path__))
            )
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        """Discard a broken pool, once, so that the next request starts another."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
                self._drop_lifeline()
                pool.shutdown(wait=False)

    def _drop_lifeline(self) -> None:
        """Close the lifeline, so that every worker that holds its other end exits."""
        lifeline, self._lifeline = self._lifeline, ()
        for end in lifeline:
            end.close()


def _set_exception(answer: "Future[Answer]", fault: BaseException) -> None:
    """Set a future's exception, unless the future was cancelled."""
    if answer.set_running_or_notify_cancel():
        answer.set_exception(fault)


def _set_result(answer: "Future[Answer]", result: Answer) -> None:
    """Set a future's result, unless the future was cancelled."""
    if answer.set_running_or_notify_cancel():
        answer.set_result(result)


def _failed(asked: "Future[Any]", answer: "Future[Any]") -> bool:
    """Return whether a question was cancelled or failed; then its answer is, too."""
    if asked.cancelled():
        answer.cancel()
    elif fault := asked.exception():
        _set_exception(answer, fault)
    else:
        return False
    return True


def _usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _single_threaded() -> Iterator[None]:
    """Let processes started in this block use one thread each: libraries read these variables on import."""
    unset = [name for name in THREAD_VARIABLES if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            os.environ.pop(name, None)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in processes started in this block, until they can ignore it themselves."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(lifeline: Connection, shelf: Sequence[str]) -> None:
    """Initialise a worker: ignore Ctrl-C, lower its priority, tie it to its parent, and use the same game folders."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)
    threading.Thread(target=_exit_with_parent, args=(lifeline,), daemon=True).start()
    path: Any = rollwright.games.__path__
    path[:] = shelf


def _exit_with_parent(lifeline: Connection) -> None:
    """Exit when the parent closes its end of the lifeline, or is killed."""
    with suppress(OSError):
        lifeline.poll(None)  # nothing is ever sent
    os._exit(0)


def _think(game_name: str, position: bytes, seat: int, level: str, seed: int) -> Advice:
    return choose(open_game(game_name), position, seat, level, seed)


def _prepare_if_made(game_name: str, further: Further) -> bool:
    """Load what a search of this game needs, if nothing has to be made first; return whether that was so."""
    game = open_game(game_name)
    ready = is_made(game, further)
    if ready:
        warm_up(game)
    return ready


def _prepare(game_name: str) -> None:
    """Load everything that a search of this game needs; compile it where there are no native libraries."""
    warm_up(open_game(game_name))
