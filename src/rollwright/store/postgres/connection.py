"""Connections to a PostgreSQL server: addresses, session settings, reconnecting, and error messages for people."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.group_commit import BUSY_TIMEOUT, not_opened

Connection = psycopg.Connection[tuple[Any, ...]]

CONNECTION_DEFAULTS = {
    "application_name": "rollwright",
    "client_encoding": "utf8",
    "connect_timeout": int(BUSY_TIMEOUT),
    "target_session_attrs": "read-write",  # of several servers, the primary one
    # So that a server that vanished without closing the connection is noticed.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""Parameters of a connection, unless the address has others."""

SESSION_SETTINGS = f"""SELECT
    set_config('lock_timeout', '{BUSY_TIMEOUT}s', false),
    set_config('idle_in_transaction_session_timeout', '{BUSY_TIMEOUT}s', false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)"""
"""Sets up a session: how long to wait for locks, how long the server waits for us in the middle of a transaction, and
that a commit is on the disk before it is acknowledged. A server that waits for its replicas too goes on doing so."""


class Address:
    """The address of a database; `shown` is the address without its password, to show to people."""

    def __init__(self, text: str) -> None:
        """Parse an address: `postgresql://user:password@host:port/database`, or libpq's `key=value` form."""
        given = _parse(text)
        if given is None:
            raise not_opened("PostgreSQL", Phrase("its address is not valid"))
        user, host, port, name = (str(given.get(part) or "") for part in ("user", "host", "port", "dbname"))
        self.settings: dict[str, Any] = CONNECTION_DEFAULTS | given
        self.shown = f"postgresql://{user}{'@' if user else ''}{host}{':' if port else ''}{port}/{name}"

    def connect(self) -> Connection:
        """Open a connection, whose transactions are begun and ended explicitly."""
        connection = psycopg.connect(**self.settings, autocommit=True)
        try:
            connection.execute(SESSION_SETTINGS)
        except BaseException:
            connection.close()
            raise
        return connection


def _parse(text: str) -> dict[str, Any] | None:
    """Return the parts of an address; None if it cannot be parsed. It is not said why: that might tell the password."""
    try:
        given = conninfo_to_dict(text)
    except psycopg.ProgrammingError:
        return None
    # A password with a character that should have been percent-encoded spills into the host or the port.
    host, ports = str(given.get("host") or ""), str(given.get("port") or "0").split(",")
    return given if "@" not in host[1:] and all(port.isdecimal() for port in ports) else None


class ReconnectingConnection:
    """A connection that is opened again after it was lost, for use by one thread at a time."""

    def __init__(self, address: Address) -> None:
        """Connect, or raise an error of psycopg's."""
        self._address = address
        self.connection = address.connect()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Connection]:
        """Run a transaction, which is rolled back unless the body commits it."""
        self._begin(begin)
        try:
            yield self.connection
        finally:
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                with suppress(psycopg.Error):
                    self.connection.execute("ROLLBACK")
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                self.connection.close()

    def in_transaction(self) -> bool:
        """Return whether the transaction can go on, or at least be rolled back to a savepoint."""
        return self.connection.info.transaction_status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}

    def reconnect(self) -> None:
        """Replace the connection by a new one."""
        self.connection.close()
        self.connection = self._address.connect()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _begin(self, begin: str) -> None:
        if not self.connection.closed:
            with suppress(psycopg.Error):  # it may have been lost while it was idle
                self.connection.execute(begin)
                return
        self.reconnect()
        self.connection.execute(begin)


def reason(error: Exception) -> Phrase:
    """Return what went wrong, in words for a player."""
    if isinstance(error, psycopg.Error):
        code = error.sqlstate or ""
        lost = isinstance(error, psycopg.OperationalError) and code[:2] in {"", "08", "57"}
        if lost or code == "25P03":  # idle_in_transaction_session_timeout
            return Phrase("the database is not responding")
    return connect_reason(error)


def connect_reason(error: Exception) -> Phrase:
    """Return why a database cannot be opened, in words for whoever gave its address."""
    if isinstance(error, Refusal):
        return error.phrase
    if isinstance(error, errors.DiskFull):
        return Phrase("the disk is full")
    if isinstance(error, errors.LockNotAvailable | errors.DeadlockDetected):
        return Phrase("another program is using the database")
    message = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return Phrase("{text}", text=" ".join((message or str(error)).split()).removesuffix("."))
