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
from functools import partial
from multiprocessing import parent_process
from types import FrameType
from typing import Any

import uvicorn

from rollwright.web.ops.handover import Handover, LiveConnection
from rollwright.web.ops.http_protocol import TolerantHTTP
from rollwright.web.ops.shutdown import Shutdown
from rollwright.web.ops.websocket_protocol import BoundedWebSocket

LOG = logging.getLogger(__name__)

TRANSPORT: dict[str, Any] = {
    "loop": "auto",
    "http": TolerantHTTP,
    "ws": BoundedWebSocket,
    "ws_per_message_deflate": False,
}
"""How uvicorn talks to clients: with uvloop where it is installed. Requests are few, as moves come over the live
connection, and h11 bounds the size of a request's head, which httptools does not. Updates are small, and compressing
each of them would take longer than all the rest."""

SHUTDOWN_ANNOUNCED = signal.SIGUSR1
"""The signal that announces a shutdown to a worker, which then reports that it is not ready."""

FORCED_STOP_TIMEOUT = 2.0
"""Seconds after a second signal until the process is ended in any case."""

LAST_REQUESTS = 0.2
"""Seconds for requests that are just arriving on open connections; their responses ask to reconnect."""


class Server(uvicorn.Server):
    """A server that shuts down without losing requests."""

    def __init__(
        self,
        config: uvicorn.Config,
        shutdown: Shutdown,
        queue: int,
        drain: float = 0.0,
        started: Callable[[], Coroutine[Any, Any, None]] | None = None,
        handover: Handover | None = None,
    ) -> None:
        """Set up a server with a listen backlog of `queue` that keeps serving for `drain` seconds when asked to stop.

        `started` is awaited once it is serving. A worker does not listen: its connections come from `handover`.
        """
        super().__init__(config)
        self._shutdown = shutdown
        self._queue = queue
        self._drain = drain
        self._started = started
        self._handover = handover
        self._telling: asyncio.Task[None] | None = None
        self._asked = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving."""
        self._loop = asyncio.get_running_loop()
        self._loop.add_signal_handler(SHUTDOWN_ANNOUNCED, self._shutdown.begin)
        if not has_terminal():
            self._loop.add_signal_handler(signal.SIGHUP, _stay)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {SHUTDOWN_ANNOUNCED})
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(self._queue)  # asyncio has set the backlog to uvicorn's setting
        if self._handover:
            self._handover.begin(self._protocol, self._live)
        LOG.info("This process serves.")
        if self._started:
            self._telling = asyncio.create_task(self._started())

    def _protocol(self) -> asyncio.Protocol:
        """Return a protocol for a new connection, as uvicorn makes them for those that it accepts itself."""
        make: Any = self.config.http_protocol_class
        made: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=self._loop
        )
        return made

    def _live(self) -> list[LiveConnection]:
        scopes = [(getattr(each, "scope", None), each) for each in self.server_state.connections]
        live = [(scope["path"], each) for scope, each in scopes if scope and scope["type"] == "websocket"]

        def reconnect(each: Any) -> None:
            if each in self.server_state.connections:
                each.shutdown()

        return [(path, partial(reconnect, each)) for path, each in live]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown; a second signal forces it. A worker ignores Ctrl-C, as its parent handles that."""
        if sig == signal.SIGINT and parent_process():
            return
        self._captured_signals.append(sig)
        if self._asked:
            self.should_exit = self.force_exit = True
            end = threading.Timer(FORCED_STOP_TIMEOUT, os._exit, [1])
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
        """Stop accepting, finish running requests, and close everything."""
        LOG.info("This process stops.")
        for listening in sockets or []:
            asyncio.get_running_loop().remove_reader(listening)
        if self._handover:
            await self._handover.end()
        if self.server_state.connections and not self.force_exit:
            await asyncio.sleep(LAST_REQUESTS)
        await super().shutdown(sockets)
        if self.force_exit:  # uvicorn skips this when forced
            await self.lifespan.shutdown()
        LOG.info("This process has stopped.")


def has_terminal() -> bool:
    """Say whether this program runs in a terminal, where SIGHUP means that the window was closed, not to reload."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def _stay() -> None:
    LOG.warning("One process cannot be replaced while it serves: restart it, or let several serve.")
