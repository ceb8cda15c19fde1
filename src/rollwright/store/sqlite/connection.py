"""Connections to a SQLite file: how they are made, transactions, and error messages for people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.group_commit import BUSY_TIMEOUT


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection that any one thread at a time may use; its transactions are begun and ended explicitly."""
    return sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)


@contextmanager
def transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """Run a transaction, which is rolled back unless the body commits it."""
    connection.execute(begin)
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def error_code(error: BaseException) -> int:
    """Return SQLite's primary result code of an error, such as SQLITE_BUSY; 0 if it is none of SQLite's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def reason(error: Exception) -> Phrase:
    """Return what went wrong, in words for a person."""
    if isinstance(error, Refusal):
        return error.phrase
    code = error_code(error)
    if code == sqlite3.SQLITE_FULL or (isinstance(error, OSError) and error.errno == ENOSPC):
        return Phrase("the disk is full")
    if code == sqlite3.SQLITE_IOERR:
        return Phrase("the disk is full or broken")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Phrase("another program is using the file")
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return Phrase("it is not a Rollwright file, or it is damaged")
    return Phrase("{text}", text=(error.strerror if isinstance(error, OSError) else None) or str(error))


def without_log(content: bytes) -> bytes:
    """Return a whole file as one that has no write-ahead log: one in memory can have none.

    The numbers that say so are the bytes 18 and 19 of SQLite's file format.
    """
    return content[:18] + b"\1\1" + content[20:]
