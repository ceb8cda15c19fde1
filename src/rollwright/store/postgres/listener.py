"""Notifications between the processes that share a PostgreSQL database, by LISTEN and NOTIFY."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, Full, Queue
from threading import Event, Thread

import psycopg

from rollwright.store.postgres.connection import Address, Connection, ReconnectingConnection

LOG = logging.getLogger(__name__)

CHANNEL = "rollwright"
"""The channel for changes of tables, as `table:length`."""

MESSAGE_CHANNEL = "rollwright_aside"
"""The channel for messages that are not stored."""

MAX_MESSAGE = 7_000
"""The largest message in bytes; PostgreSQL allows a little more."""

MAX_QUEUED = 1_000
"""The number of messages that may wait to be sent; any more are dropped."""

POLL_INTERVAL = 0.5
"""Seconds between two checks whether the listener is closed, and between two attempts to reconnect."""


class Listener:
    """A thread that receives notifications on a connection of its own, and calls back."""

    def __init__(
        self,
        address: Address,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None],
    ) -> None:
        """Begin to listen, or raise an error of psycopg's if the server cannot be reached now."""
        self._address = address
        self._heard = heard
        self._missed = missed
        self._told = told
        self._closed = Event()
        self._connection = self._connect()
        self._thread = Thread(target=self._listen, name="rollwright store listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, after the callback that is running."""
        self._closed.set()
        self._thread.join()

    def _connect(self) -> Connection:
        connection = self._address.connect()
        try:
            connection.execute(f"LISTEN {CHANNEL}; LISTEN {MESSAGE_CHANNEL}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                for note in self._connection.notifies(timeout=POLL_INTERVAL):
                    receive = self._told if note.channel == MESSAGE_CHANNEL else self._receive_change
                    self._call(partial(receive, note.payload))
            except psycopg.Error:
                self._connection.close()
                self._reconnect()
        self._connection.close()

    def _reconnect(self) -> None:
        """Connect again, and only then report the gap: from now on nothing is missed."""
        while not self._closed.wait(POLL_INTERVAL):
            try:
                self._connection = self._connect()
            except psycopg.Error:
                continue
            self._call(self._missed)
            return

    def _receive_change(self, payload: str) -> None:
        table_id, _, length = payload.rpartition(":")
        self._heard(table_id, int(length))

    def _call(self, callback: Callable[[], None]) -> None:
        try:
            callback()
        except Exception:  # a callback that fails once is still called for the next notification
            LOG.exception("news of a table could not be told")


class Notifier:
    """A thread that sends messages on a connection of its own; nobody waits for it."""

    def __init__(self, address: Address) -> None:
        """Start the thread, which connects when there is the first message to send."""
        self._address = address
        self._texts: Queue[str | None] = Queue(MAX_QUEUED)
        self._closed = Event()
        self._thread = Thread(target=self._send_all, name="rollwright store notifier", daemon=True)
        self._thread.start()

    def send(self, text: str) -> None:
        """Queue a message, or drop it if too many are queued."""
        if len(text.encode()) > MAX_MESSAGE:
            raise ValueError(f"a message has at most {MAX_MESSAGE} bytes")
        with suppress(Full):
            if not self._closed.is_set():
                self._texts.put_nowait(text)

    def close(self) -> None:
        """Send what is queued, unless that takes long, and stop."""
        self._closed.set()
        try:
            self._texts.put_nowait(None)
        except Full:
            self._clear()
        self._thread.join(POLL_INTERVAL)

    def _send_all(self) -> None:
        connection: ReconnectingConnection | None = None
        while (text := self._texts.get()) is not None:
            try:
                if connection is None or connection.connection.closed:
                    connection = self._connect()
                connection.connection.execute("SELECT pg_notify(%s, %s)", (MESSAGE_CHANNEL, text))
            except psycopg.Error:
                if (
                    connection is None or connection.connection.closed
                ):  # what is queued will be outdated when the server is back
                    self._clear()
        if connection:
            connection.close()

    def _connect(self) -> ReconnectingConnection:
        opened = ReconnectingConnection(self._address)
        opened.connection.execute("SET synchronous_commit = off")  # messages are not stored
        return opened

    def _clear(self) -> None:
        with suppress(Empty):
            while True:
                self._texts.get_nowait()
        if self._closed.is_set():  # the end of the queue, which was removed with the rest
            self._texts.put_nowait(None)
