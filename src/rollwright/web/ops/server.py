"""Graceful shutdown.

Load balancers learn of it first, from `/ready`, while everything is still answered. Then no new connection is accepted;
running requests are answered, pages are told that the server restarts, so that they reconnect by themselves, and only
then everything is closed. A second signal cuts all waiting short and ends the process in any case: what was
acknowledged is committed anyway.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine
from multiprocessing import parent_process
from types import FrameType
from typing import Any

import uvicorn

from rollwright.web.ops import metrics

LOG = logging.getLogger(__name__)

ANNOUNCED = signal.SIGUSR1
"""Says to a process that it is going to be stopped: whoever asks whether it is ready is told."""

AT_ONCE = 2.0
"""Seconds in which a server has ended that was asked twice, whatever hinders it."""

LAST_ANSWERS = 0.2
"""Seconds for those who are just asking: their answers tell them to connect anew, and what has come is taken up."""


class Shutdown:
    """Whether a server was asked to shut down."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self.begun = False

    def begin(self) -> None:
        """Let readiness probes and responses tell it from now on."""
        self.begun = True
        metrics.DRAINING.set(1)


class Server(uvicorn.Server):
    """A server that shuts down without losing requests."""

    def __init__(
        self,
        config: uvicorn.Config,
        shutdown: Shutdown,
        queue: int,
        drain: float = 0.0,
        started: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Plan a server at whose sockets so many may wait, and that goes on for `drain` seconds when asked to stop.

        `started` is awaited when it answers.
        """
        super().__init__(config)
        self._shutdown = shutdown
        self._queue = queue
        self._drain = drain
        self._started = started
        self._telling: asyncio.Task[None] | None = None
        self._asked = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        self._loop = asyncio.get_running_loop()
        self._loop.add_signal_handler(ANNOUNCED, self._shutdown.begin)
        if not has_terminal():
            self._loop.add_signal_handler(signal.SIGHUP, _stay)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {ANNOUNCED})
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(self._queue)  # asyncio has made it as long as what it takes up at once
        LOG.info("This process serves.")
        if self._started:
            self._telling = asyncio.create_task(self._started())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; asked twice, stop at once. Ctrl-C is for whoever has started us, who asks us then."""
        if sig == signal.SIGINT and parent_process():
            return
        self._captured_signals.append(sig)
        if self._asked:
            self.should_exit = self.force_exit = True
            end = threading.Timer(AT_ONCE, os._exit, [1])
            end.daemon = True
            end.start()
            return
        self._asked = True
        self._shutdown.begin()
        if self._drain and self._loop:
            self._loop.call_soon_threadsafe(self._loop.call_later, self._drain, self._leave)
        else:
            self._leave()

    def _leave(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody new in, answer who has been, and close everything."""
        LOG.info("This process stops.")
        for listening in sockets or []:
            asyncio.get_running_loop().remove_reader(listening)
        if self.server_state.connections and not self.force_exit:
            await asyncio.sleep(LAST_ANSWERS)
        await super().shutdown(sockets)
        if self.force_exit:  # then nobody has closed the app
            await self.lifespan.shutdown()
        LOG.info("This process has stopped.")


def has_terminal() -> bool:
    """Say whether somebody sits before this program: when they close its window, it hears what makes others reload."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def _stay() -> None:
    LOG.warning("One process cannot be replaced while it serves: restart it, or let several serve.")
