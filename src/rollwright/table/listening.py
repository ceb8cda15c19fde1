"""Hearing at once what other processes have written into the same PostgreSQL database."""

import logging
from collections.abc import Callable
from functools import partial
from threading import Event, Thread

import psycopg

from rollwright.table.link import Address, Connection

LOG = logging.getLogger(__name__)

CHANNEL = "rollwright"
"""Where it is told that a table has changed, as `table:length`."""

GLANCE = 0.5
"""Seconds between two looks whether the listener is closed, and between two attempts to reach the server."""


class Listener:
    """A thread with a connection of its own that hears of every change from now on."""

    def __init__(self, address: Address, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Begin to listen; raises psycopg's errors if the server cannot be reached at first."""
        self._address = address
        self._heard = heard
        self._missed = missed
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
            connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                for note in self._connection.notifies(timeout=GLANCE):
                    self._tell(partial(self._read_out, note.payload))
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
