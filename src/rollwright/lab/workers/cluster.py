"""A cluster of machines that play the games of the lab: Dask's, which somebody else has started.

Dask gives a dead worker's tasks to the others, so a worker that is killed costs time and nothing else. A Dask cluster
runs code for whoever reaches it: docs/research.md tells what that means.
"""

import logging
import pickle
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

from rollwright.core.errors import BadOption, Refusal, need
from rollwright.core.language import PACKAGE, Phrase, printable
from rollwright.lab.workers.pool import get_ready
from rollwright.lab.workers.program_digest import program_digest

PATIENCE = 5
"""Seconds to wait for an answer of the scheduler, and for its first worker."""

TRIES = 3
"""How often a task is given to Dask, which itself gives up after three dead workers."""

COUNTED_FOR = 5
"""Seconds after which the workers are counted again: more may have joined."""

LOGS = ("distributed", "distributed.client")
"""What Dask writes on its own: each has a level of its own, so that the first does not speak for the second."""

ONE_AT_A_TIME = threading.Lock()
"""Held by a task: a worker with several threads plays one after the other, as bots keep buffers between decisions."""

Answer = TypeVar("Answer")


class Cluster:
    """The workers of a Dask scheduler, with the same methods as a pool of processes."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler; refuse in a few seconds an address at which there is none, or no worker."""
        need("distributed", "lab")
        _check_address(address)
        import distributed

        for name in LOGS:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is told by a refusal
        start: Any = distributed.Client  # Dask has few types
        try:
            self._client = start(address, timeout=PATIENCE, set_as_default=False)
        except Exception as fault:  # Dask raises what its transport raises
            raise nobody_answers(address) from fault
        self._address = address
        self._digests: dict[str, str] = {}
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as fault:
            self.close()
            raise Refusal(
                Phrase("The Dask scheduler at {address} has no workers: start some first.", address=address)
            ) from fault
        self._workers, self._count_again = 1, 0.0

    @property
    def workers(self) -> int:
        """How many workers there are, or were a few seconds ago."""
        if time.monotonic() >= self._count_again and self._client.status == "running":
            with suppress(Exception):  # a scheduler that goes away now is told where its answers are awaited
                self._workers = max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))
            self._count_again = time.monotonic() + COUNTED_FOR
        return self._workers

    def ask(self, job: Callable[..., Answer], *arguments: object) -> "Future[Answer]":
        """Run a job on one of the workers."""
        answer: Future[Answer] = Future()
        self._submit(answer, TRIES, job, arguments)
        return answer

    def prepare(self, game_name: str) -> "Future[None]":
        """Note that games of this name are played: each worker makes ready for its first task, if need be."""
        self._digests[game_name] = program_digest(game_name)
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def close(self) -> None:
        """Leave the cluster; its workers stay for others."""
        with suppress(Exception):  # a scheduler that went away needs no farewell
            self._client.close(timeout=PATIENCE)

    def __enter__(self) -> "Cluster":
        """Return the cluster, to be left on exit."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the cluster."""
        self.close()

    def _submit(
        self, answer: "Future[Answer]", tries: int, job: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> None:
        """Give a task to Dask, and give it again if too many workers died of it.

        It is pickled here, as the scheduler unpickles what it is given, and need not know a user's own bot.
        """
        from distributed import KilledWorker
        from distributed.protocol import pickle as pickling

        def answered(asked: Any) -> None:
            if answer.cancelled():
                return
            try:
                # Waits if the worker that holds the result has died meanwhile: Dask then plays the task anew.
                _settle(answer, *asked.result())
                return
            except Exception as raised:
                fault = raised
            if isinstance(fault, KilledWorker) and tries > 1:
                self._submit(answer, tries - 1, job, arguments)
            else:
                _fail(answer, self._told(fault))

        as_bytes: Any = pickling.dumps  # it knows functions of scripts and notebooks, too
        asked: Any = self._client.submit(run_task, dict(self._digests), as_bytes((job, arguments)), pure=False)
        answer.add_done_callback(lambda done: asked.cancel() if done.cancelled() else None)
        asked.add_done_callback(answered)

    def _told(self, fault: Exception) -> Exception:
        """Return what became of a task as a refusal, where it is one; what a job raises goes to who asked for it."""
        from distributed.comm.core import CommClosedError

        if isinstance(fault, CancelledError | CommClosedError):
            return Refusal(Phrase("The cluster at {address} went away.", address=self._address))
        lacking = fault.__cause__ if isinstance(fault, RuntimeError) else fault  # Dask's own, if the scheduler lacks it
        if isinstance(lacking, ModuleNotFoundError):
            package = (lacking.name or "").partition(".")[0]
            return another_program() if package == PACKAGE.name else missing_module(lacking.name or str(lacking))
        return fault


def run_task(digests: dict[str, str], task: bytes) -> tuple[bool, Any]:
    """Run a pickled job in a worker; return whether it has the same program as who asks, and the result."""
    with ONE_AT_A_TIME:
        for game_name, digest in digests.items():
            if program_digest(game_name) != digest:
                return False, None
            _get_ready_once(game_name)
        job, arguments = pickle.loads(task)
        return True, job(*arguments)


@cache
def _get_ready_once(game_name: str) -> None:
    get_ready(game_name)


def _settle(answer: "Future[Answer]", is_alike: bool, result: Answer) -> None:
    """Set an answer to the result, or refuse a worker with another program."""
    if not is_alike:
        _fail(answer, another_program())
    elif answer.set_running_or_notify_cancel():
        answer.set_result(result)


def _fail(answer: "Future[Answer]", fault: BaseException) -> None:
    if answer.set_running_or_notify_cancel():
        answer.set_exception(fault)


def _check_address(address: str) -> None:
    """Refuse what is no address of a scheduler, and one at which nobody listens."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
        parts = urlsplit("")
    if parts.scheme not in {"tcp", "tls"} or not host or not port:
        raise BadOption(
            Phrase(
                "'{address}' is not the address of a Dask scheduler: write tcp://HOST:PORT or tls://HOST:PORT.",
                address=printable(address),
            )
        )
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
    except OSError as fault:
        raise nobody_answers(address) from fault


def nobody_answers(address: str) -> Refusal:
    """Return the refusal of an address at which there is no scheduler."""
    return Refusal(
        Phrase("No Dask scheduler answers at {address}: start one, or leave out --cluster.", address=printable(address))
    )


def another_program() -> Refusal:
    """Return the refusal of workers whose games would not be ours."""
    return Refusal(
        Phrase(
            "A worker of the cluster has another Rollwright or another version of this game: install the same there."
        )
    )


def missing_module(name: str) -> Refusal:
    """Return the refusal of workers that cannot import what plays."""
    return Refusal(
        Phrase(
            "A worker of the cluster cannot import '{name}': install this module there, too.",
            name=printable(name),
        )
    )
