"""Passes accepted connections from the acceptor to a worker process, over a Unix socket between the two.

Every message is one byte, as a stream keeps a file descriptor with the byte that it was sent with. The acceptor sends
a connection, or the number of a worker that has come back. The worker acknowledges each connection that it has
received: until then the acceptor keeps it open, and if the worker ends, passes it to another one.
"""

import asyncio
import logging
import re
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from hashlib import blake2b
from typing import Any

LOG = logging.getLogger(__name__)

READY, RECEIVED = b"r", b"c"
"""What a worker says: it is serving; it has received a connection."""

CONNECTION = b"\xff"
"""The message that carries a connection; any smaller byte is the number of a worker that has come back."""

RECEIVED_AT_ONCE = 16
"""Connections that a worker receives in one iteration of its loop, so that a burst does not delay its pages."""

RELEASED_AT_ONCE, RELEASE_PAUSE = 10, 0.02
"""Live connections that are closed together, and the seconds until the next: their pages reconnect at once."""

TABLE_PATH = re.compile(r"/table/([\w-]+)[/? ]", re.ASCII)
"""The path of a request that is about a table."""

LiveConnection = tuple[str, Callable[[], None]]
"""The path of a live connection, and a function that asks its page to reconnect."""


def weight(worker: int, table: str) -> bytes:
    """Return the weight of a worker for a table: the worker with the largest one serves it (rendezvous hashing).

    When a worker ends, only its own tables move, and they spread over all others.
    """
    return blake2b(table.encode(), digest_size=8, salt=worker.to_bytes(2, "big")).digest()


class Handover:
    """The worker's end: receives connections, and gives them to a server."""

    def __init__(self, number: int, channel: socket.socket) -> None:
        """Take the number of this worker, and its end of the socket."""
        self._number = number
        self._channel = channel
        self._connecting: set[asyncio.Task[None]] = set()
        self._releasing: set[asyncio.Task[None]] = set()

    def begin(self, protocol: Callable[[], asyncio.Protocol], live: Callable[[], list[LiveConnection]]) -> None:
        """Start receiving: each connection gets a new `protocol`, and `live` returns all live ones."""
        self._protocol = protocol
        self._live = live
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._receive, RECEIVED_AT_ONCE)
        self._say(READY)

    async def end(self) -> None:
        """Receive what was sent before, then nothing more."""
        asyncio.get_running_loop().remove_reader(self._channel)
        while self._receive(RECEIVED_AT_ONCE):
            pass
        self._channel.close()
        for task in self._releasing:
            task.cancel()
        if self._connecting:
            await asyncio.wait(self._connecting)

    def _receive(self, most: int) -> bool:
        """Receive messages; say whether there may be more."""
        for _ in range(most):
            try:
                message, descriptors, _, _ = socket.recv_fds(self._channel, 1, 1)
            except (BlockingIOError, InterruptedError):
                return False
            except OSError:
                message, descriptors = b"", []
            if not message:  # the acceptor has ended
                asyncio.get_running_loop().remove_reader(self._channel)
                return False
            if message != CONNECTION:
                _start(self._release(message[0]), self._releasing)
                continue
            self._say(RECEIVED)
            if descriptors:
                connection = socket.socket(fileno=descriptors[0])
                connection.setblocking(False)
                connection.set_inheritable(False)
                _start(self._connect(connection), self._connecting)
            else:
                LOG.error("A connection was lost, as this process has too many open files.")
        return True

    def _say(self, message: bytes) -> None:
        with suppress(OSError):  # the acceptor has ended, and this process is about to
            self._channel.send(message)

    async def _connect(self, connection: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:  # the client has gone
            connection.close()

    async def _release(self, other: int) -> None:
        """Close the live connections of tables that belong to a worker that has come back."""
        moved = [
            reconnect
            for path, reconnect in self._live()
            if (found := TABLE_PATH.match(path)) and weight(other, found[1]) > weight(self._number, found[1])
        ]
        for place, reconnect in enumerate(moved):
            reconnect()
            if place % RELEASED_AT_ONCE == RELEASED_AT_ONCE - 1:
                await asyncio.sleep(RELEASE_PAUSE)


def _start(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
    """Run a coroutine as a task that is kept until it is done."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
