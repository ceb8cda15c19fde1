"""Hearing at once what other processes have written into the same PostgreSQL database, or only have to say."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, Full, Queue
from threading import Event, Thread

import psycopg

from rollwright.store.postgres.connection import Address, Connection, Line

LOG = logging.getLogger(__name__)

CHANNEL = "rollwright"
"""Where it is told that a table has changed, as `table:length`."""

ASIDE = "rollwright_aside"
"""Where it is told what is not kept."""

LONGEST_ASIDE = 7_000
"""Bytes of what is told at once; PostgreSQL takes a little more."""

MOST_ASIDES = 1_000
"""Of these wait to be told at most; what comes then is lost."""

GLANCE = 0.5
"""Seconds between two looks whether the listener is closed, and between two attempts to reach the server."""


class Listener:
    """A thread with a connection of its own that hears of every change from now on."""

    def __init__(
        self,
        address: Address,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None],
    ) -> None:
        """Begin to listen; raises psycopg's errors if the server cannot be reached at first."""
        self._address = address
        self._heard = heard
        self._missed = missed
        self._told = told
        self._closed = Event()
        self._connection = self._connect()
        self._thread = Thread(target=self._listen, name="rollwright store listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening; what is being told is told to its end."""
        self._closed.set()
        self._thread.join()

    def _connect(self) -> Connection:
        connection = self._address.connect()
        try:
            connection.execute(f"LISTEN {CHANNEL}; LISTEN {ASIDE}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                for note in self._connection.notifies(timeout=GLANCE):
                    read_out = self._told if note.channel == ASIDE else self._read_out
                    self._tell(partial(read_out, note.payload))
            except psycopg.Error:
                self._connection.close()
                self._return()
        self._connection.close()

    def _return(self) -> None:
        """Connect again, and only then say that something may have been missed: from now on nothing is."""
        while not self._closed.wait(GLANCE):
            try:
                self._connection = self._connect()
            except psycopg.Error:
                continue
            self._tell(self._missed)
            return

    def _read_out(self, payload: str) -> None:
        table_id, _, length = payload.rpartition(":")
        self._heard(table_id, int(length))

    def _tell(self, tell: Callable[[], None]) -> None:
        try:
            tell()
        except Exception:  # who does not bear one piece of news shall still hear the next
            LOG.exception("news of a table could not be told")


class Teller:
    """A thread with a connection of its own that says things aside; nobody waits for it, nor it for a server."""

    def __init__(self, address: Address) -> None:
        """Begin to wait for something to say; the server is only reached for then."""
        self._address = address
        self._texts: Queue[str | None] = Queue(MOST_ASIDES)
        self._closed = Event()
        self._thread = Thread(target=self._tell_all, name="rollwright store teller", daemon=True)
        self._thread.start()

    def tell(self, text: str) -> None:
        """Say something, if there is time for it."""
        if len(text.encode()) > LONGEST_ASIDE:
            raise ValueError(f"more than {LONGEST_ASIDE} bytes cannot be told at once")
        with suppress(Full):
            if not self._closed.is_set():
                self._texts.put_nowait(text)

    def close(self) -> None:
        """Say what is still to be said, unless that takes long."""
        self._closed.set()
        try:
            self._texts.put_nowait(None)
        except Full:
            self._forget()
        self._thread.join(GLANCE)

    def _tell_all(self) -> None:
        line: Line | None = None
        while (text := self._texts.get()) is not None:
            try:
                if line is None or line.connection.closed:
                    line = self._connect()
                line.connection.execute("SELECT pg_notify(%s, %s)", (ASIDE, text))
            except psycopg.Error:
                if line is None or line.connection.closed:  # what waits is old news when the server is back
                    self._forget()
        if line:
            line.close()

    def _connect(self) -> Line:
        line = Line(self._address)
        line.connection.execute("SET synchronous_commit = off")  # there is nothing to keep
        return line

    def _forget(self) -> None:
        with suppress(Empty):
            while True:
                self._texts.get_nowait()
        if self._closed.is_set():  # then nothing comes any more but the end
            self._texts.put_nowait(None)
