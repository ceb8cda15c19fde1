"""Accepts all connections in the parent process, and passes each to a worker: those about one table to the same worker.

The viewers of a table then share what their worker has drawn, and hear of a move without the database. The acceptor
only peeks at the beginning of the first request, so that the worker reads all of it. A later request on the same
connection may be about another table; any worker can serve any table, only with more work. A connection that does not
say what it wants is closed after a while, and nobody waits for it.
"""

import logging
import os
import re
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue

from rollwright.web.ops.handover import CONNECTION, READY, TABLE_PATH, weight
from rollwright.web.web_settings import WebSettings

LOG = logging.getLogger(__name__)

PEEKED = 256
"""Bytes of a request that are looked at; a path of a table ends before."""

ACCEPTED_AT_ONCE = 64
"""Connections that are accepted before other events are handled."""

MAX_SENT = 64
"""Connections that a worker has been sent and has not acknowledged, well below what fits into the socket's buffer."""

MAX_HELD = 1024
"""Connections that wait for a busy worker; beyond that, new ones wait in the listen backlog."""

STUCK_AFTER = 5.0
"""Seconds without an acknowledgement after which a worker gets no new connections if another one is responsive."""

START_TIMEOUT = 3.0
"""Seconds for which the first worker waits for the others at the start, so that it does not get all tables."""

STOP_TIMEOUT = 1.0
"""Seconds in which workers must receive what has been accepted before a stop."""

RETRY_DELAY = 1.0
"""Seconds until connections are accepted again when there were too many open files."""

TICK = 0.1
"""Seconds between two looks at slow clients and at timeouts."""

METHOD = re.compile(r"[A-Z]{1,16}(?: |$)")
"""How a request begins, as far as it has arrived."""


def table_of(head: bytes) -> str | None:
    """Return the table that a request is about, "" if it is about none, or None if that is not clear yet."""
    text = head.decode("latin-1")
    target = text.partition(" ")[2]
    if METHOD.match(text) and (found := TABLE_PATH.match(target)):
        return found[1]
    is_clear = not METHOD.match(text) or len(head) >= PEEKED or " " in target or "\n" in text
    return "" if is_clear else None


@dataclass(eq=False)
class Pending:
    """A connection that no worker has received yet."""

    connection: socket.socket
    until: float
    """When it is closed unless its request has begun."""
    table: str = ""


@dataclass(eq=False)
class Lane:
    """The way to one worker."""

    number: int
    channel: socket.socket
    succeeds: bool
    """Whether it takes the place of a worker that is still serving, and so has lost no tables."""
    ready: bool = False
    held: deque[Pending] = field(default_factory=deque)
    """Connections still to be sent."""
    sent: deque[Pending] = field(default_factory=deque)
    """Connections that were sent, and not acknowledged yet."""
    heard: float = 0.0
    """When it acknowledged last, or was sent something after it had acknowledged everything."""

    def is_stuck(self, now: float) -> bool:
        """Say whether it does not respond."""
        return bool(self.sent) and now - self.heard > STUCK_AFTER


class Acceptor:
    """Accepts connections in a thread of its own, and passes them to workers."""

    def __init__(self, listening: socket.socket, count: int, settings: WebSettings) -> None:
        """Accept from a listening socket once `count` workers are ready."""
        self._listening = listening
        self._count = count
        self._settings = settings
        self._selector = selectors.DefaultSelector()
        self._lanes: dict[int, Lane] = {}
        self._replaced: set[Lane] = set()
        """The ways to workers that were replaced and have not ended yet."""
        self._unrouted: dict[Pending, None] = {}
        """Connections whose request has not begun, the oldest first."""
        self._slow: set[Pending] = set()
        """Those of them that have sent a part of what is needed: looked at from time to time, as they stay readable."""
        self._homeless: deque[Pending] = deque()
        """Connections that came when there was no worker."""
        self._turn = 0
        self._accepts = self._started = False
        self._not_before = 0.0
        self._first_ready = 0.0
        self._stop_by: float | None = None
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._woken, self._wake = socket.socketpair()
        for each in (listening, self._woken):
            each.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ, self._obey)
        self._thread = threading.Thread(target=self._run, name="acceptor", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def attach(self, number: int, channel: socket.socket) -> None:
        """Pass connections to a worker from now on, as soon as it is ready, in place of any earlier one."""
        channel.setblocking(False)
        done = threading.Event()
        self._order(partial(self._attach, number, channel, done))
        done.wait(STOP_TIMEOUT)

    def stop(self) -> None:
        """Stop accepting; pass on what has arrived, and close the rest."""
        if self._thread.is_alive():
            self._order(self._begin_stop)
            self._thread.join(2 * STOP_TIMEOUT)

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        with suppress(OSError):  # it has ended
            self._wake.send(b"o")

    def _run(self) -> None:
        try:
            while self._stop_by is None or (self._in_flight() and time.monotonic() < self._stop_by):
                for key, _ in self._selector.select(TICK if self._has_timeouts() else None):
                    if self._selector.get_map().get(key.fd) is key:  # not closed by an event before it
                        key.data()
                self._tick(time.monotonic())
                self._listen_or_not()
        except Exception:
            LOG.exception("The acceptor failed, so the service ends.")
            os._exit(1)  # nobody could connect any more; the workers notice it and end by themselves
        finally:
            self._close()

    def _in_flight(self) -> bool:
        return bool(self._homeless) or any(lane.held or lane.sent for lane in (*self._lanes.values(), *self._replaced))

    def _has_timeouts(self) -> bool:
        pending = self._unrouted or self._not_before or self._stop_by is not None or self._in_flight()
        return bool(pending) or (not self._started and bool(self._first_ready))

    def _tick(self, now: float) -> None:
        for pending in list(self._slow):
            self._peek(pending)
        while self._unrouted and (oldest := next(iter(self._unrouted))).until <= now:
            self._drop(oldest)
        for lane in list(self._lanes.values()):
            if lane.is_stuck(now) and lane.held:
                held, lane.held = lane.held, deque()
                for pending in held:
                    self._route(pending)
            self._send(lane)
        if now >= self._not_before:
            self._not_before = 0.0
        if self._first_ready and now - self._first_ready >= START_TIMEOUT:
            self._started = True

    def _listen_or_not(self) -> None:
        """Accept while somebody can serve; otherwise clients wait in the listen backlog."""
        ready = any(lane.ready for lane in self._lanes.values())
        held = len(self._homeless) + sum(len(lane.held) for lane in self._lanes.values())
        wanted = self._started and ready and held < MAX_HELD and not self._not_before and self._stop_by is None
        if wanted and not self._accepts:
            self._selector.register(self._listening, selectors.EVENT_READ, self._accept)
        elif self._accepts and not wanted:
            self._selector.unregister(self._listening)
        self._accepts = wanted

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as fault:
                LOG.error("No connection can be accepted: %s.", fault.strerror)
                self._not_before = time.monotonic() + RETRY_DELAY
                return
            connection.setblocking(False)
            pending = Pending(connection, time.monotonic() + self._settings.request_line_timeout)
            self._unrouted[pending] = None
            self._selector.register(connection, selectors.EVENT_READ, partial(self._peek, pending))
            if len(self._unrouted) > self._settings.max_silent_connections:
                oldest = next(iter(self._unrouted))
                self._peek(oldest)  # its request may just have arrived
                if oldest in self._unrouted:
                    self._drop(oldest)

    def _peek(self, pending: Pending) -> None:
        """Look at what a client has sent so far."""
        try:
            head = pending.connection.recv(PEEKED, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            head = b""
        if not head:  # it has gone
            self._drop(pending)
        elif (table := table_of(head)) is not None:
            pending.table = table
            self._forget(pending)
            self._route(pending)
        elif pending not in self._slow:
            self._slow.add(pending)
            self._selector.unregister(pending.connection)

    def _forget(self, pending: Pending) -> None:
        del self._unrouted[pending]
        if pending in self._slow:
            self._slow.discard(pending)
        else:
            self._selector.unregister(pending.connection)

    def _drop(self, pending: Pending) -> None:
        self._forget(pending)
        pending.connection.close()

    def _route(self, pending: Pending) -> None:
        """Choose a worker for a connection."""
        now = time.monotonic()
        ready = [lane for lane in self._lanes.values() if lane.ready]
        ready = [lane for lane in ready if not lane.is_stuck(now)] or ready
        if not ready:
            self._homeless.append(pending)
            return
        if pending.table:
            lane = max(ready, key=lambda lane: weight(lane.number, pending.table))
        else:
            self._turn += 1
            lane = ready[self._turn % len(ready)]
        lane.held.append(pending)
        self._send(lane)

    def _send(self, lane: Lane) -> None:
        """Send a worker the connections that it can take now."""
        while lane.held and len(lane.sent) < MAX_SENT:
            try:
                socket.send_fds(lane.channel, [CONNECTION], [lane.held[0].connection.fileno()])
            except OSError:  # too many on their way: tried again at the next tick
                return  # or it has ended: `_hear` reads what it took before, and then that
            if not lane.sent:
                lane.heard = time.monotonic()
            lane.sent.append(lane.held.popleft())

    def _hear(self, lane: Lane) -> None:
        """Read what a worker says."""
        try:
            said = lane.channel.recv(4096)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            said = b""
        if not said:
            self._lose(lane)
            return
        for place in range(len(said)):
            if said[place : place + 1] == READY:
                self._joined(lane)
            else:
                lane.sent.popleft().connection.close()
                lane.heard = time.monotonic()
        self._send(lane)

    def _joined(self, lane: Lane) -> None:
        """Begin to pass connections to a worker; its tables come back from those that took them over."""
        lane.ready = True
        ready = [each for each in self._lanes.values() if each.ready]
        self._first_ready = self._first_ready or time.monotonic()
        if self._started and not lane.succeeds:
            for other in ready:
                if other is not lane:
                    with suppress(OSError):  # it has ended, or is stuck: then its pages stay, which is slower
                        other.channel.send(bytes([lane.number]))
        self._started = self._started or len(ready) >= self._count
        homeless, self._homeless = self._homeless, deque()
        for pending in homeless:
            self._route(pending)

    def _lose(self, lane: Lane) -> None:
        """Pass to others what a worker that has ended did not receive."""
        self._selector.unregister(lane.channel)
        lane.channel.close()
        if self._lanes.get(lane.number) is lane:
            del self._lanes[lane.number]
        self._replaced.discard(lane)
        orphans, lane.sent, lane.held = [*lane.sent, *lane.held], deque(), deque()
        for pending in orphans:
            self._route(pending)

    def _obey(self) -> None:
        self._woken.recv(4096)
        while not self._orders.empty():
            self._orders.get()()

    def _attach(self, number: int, channel: socket.socket, done: threading.Event) -> None:
        before = self._lanes.get(number)
        lane = self._lanes[number] = Lane(number, channel, succeeds=before is not None and before.ready)
        self._selector.register(channel, selectors.EVENT_READ, partial(self._hear, lane))
        self._hear(lane)
        if before:
            self._replaced.add(before)
            held, before.held = before.held, deque()
            for pending in held:
                self._route(pending)
        done.set()

    def _begin_stop(self) -> None:
        self._stop_by = time.monotonic() + STOP_TIMEOUT
        for pending in list(self._unrouted):
            self._peek(pending)

    def _close(self) -> None:
        for lane in (*self._lanes.values(), *self._replaced):
            lane.channel.close()
            self._homeless.extend((*lane.sent, *lane.held))
        for pending in (*self._unrouted, *self._homeless):
            pending.connection.close()
        self._selector.close()
        self._woken.close()
        self._wake.close()
