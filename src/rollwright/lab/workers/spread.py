"""Spreads much alike work over workers in tasks of a second or two, whatever a piece of it takes.

How much goes into a task is found by measuring, so it differs from run to run. The results do not: each piece of work
depends on nothing but itself, and they are put together in the order in which they were given.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TypeVar

from rollwright.lab.workers.pool import Workers

TASK_SECONDS = 2.0
"""How long a task should take: one of less than a second costs a fifth more, as much as it takes to send it."""

WAITING = 3
"""Tasks given out at once for each worker, so that none waits for us while more can still be measured."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def spread(
    workers: Workers,
    job: Callable[..., Sequence[Result]],
    common: tuple[object, ...],
    pieces: Sequence[Piece],
    progress: Callable[[int], None] = lambda done: None,
) -> list[Result]:
    """Run `job(*common, some of the pieces)` until all are done; return the result of each piece, in their order."""
    parts: dict[int, Sequence[Result]] = {}
    running: dict[Future[tuple[float, Sequence[Result]]], range] = {}
    size, following, done = 1, 0, 0
    try:
        while following < len(pieces) or running:
            while following < len(pieces) and len(running) < WAITING * workers.workers:
                part = range(following, min(len(pieces), following + size))
                running[workers.ask(timed, job, common, pieces[part.start : part.stop])] = part
                following = part.stop
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for each in finished:
                part = running.pop(each)
                seconds, parts[part.start] = each.result()
                done += len(part)
                progress(done)
                evenly = -(
                    -(len(pieces) - following) // (2 * workers.workers)
                )  # so that all end at about the same time
                size = max(1, min(fitting(seconds, len(part)), evenly))
    finally:
        for each in running:
            each.cancel()
    return [result for start in sorted(parts) for result in parts[start]]


def counting(tell: Callable[[str], None], text: str, whole: int) -> Callable[[int], None]:
    """Say what begins; return a progress of `spread` that also says how many of the pieces are done."""
    tell(text)
    return lambda done: tell(f"{text}, {done:,} of {whole:,}")


def fitting(seconds: float, pieces: int) -> int:
    """Return how many pieces make a task, if so many took so long.

    >>> fitting(0.5, 1), fitting(0.5, 10), fitting(30, 2), fitting(0, 1)
    (4, 40, 0, 2000)
    """
    return int(TASK_SECONDS * pieces / max(seconds, 0.001 * pieces))


def timed(
    job: Callable[..., Sequence[Result]], common: tuple[object, ...], pieces: Sequence[object]
) -> tuple[float, Sequence[Result]]:
    """Run a job and take its time."""
    started = time.perf_counter()
    results = job(*common, pieces)
    return time.perf_counter() - started, results
