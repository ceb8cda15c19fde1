"""What can run the jobs of the lab: this process, a pool of processes, or a cluster."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from rollwright.bots.makers import make
from rollwright.bots.search import warm_up
from rollwright.bots.thinkers import Thinkers
from rollwright.core.game import open_game

Answer = TypeVar("Answer")


class Workers(Protocol):
    """Runs jobs; what comes of them does not depend on where they run, nor on how many run at once."""

    @property
    def workers(self) -> int:
        """How many jobs run at once; it may change."""
        ...

    def ask(self, job: Callable[..., Answer], *arguments: object) -> "Future[Answer]":
        """Run a module-level function with arguments that can be pickled."""
        ...

    def prepare(self, game_name: str) -> "Future[None]":
        """Have everything made that games of bots need; jobs may follow at once."""
        ...


class Here:
    """Runs each job at once, in this process."""

    workers = 1

    def ask(self, job: Callable[..., Answer], *arguments: object) -> "Future[Answer]":
        """Run a job before returning."""
        answer: Future[Answer] = Future()
        answer.set_result(job(*arguments))
        return answer

    def prepare(self, game_name: str) -> "Future[None]":
        """Load what games of bots need, or make it."""
        return self.ask(get_ready, game_name)


def get_ready(game_name: str) -> None:
    """Make the libraries of a game, unless they are on disk, and load them."""
    make(game_name)
    warm_up(open_game(game_name))


def open_workers(address: str | None, workers: int | None = None) -> AbstractContextManager[Workers]:
    """Return the cluster at this address, or without one a pool of so many processes."""
    if address is None:
        return Thinkers(workers)
    from rollwright.lab.workers.cluster import Cluster

    return Cluster(address)
