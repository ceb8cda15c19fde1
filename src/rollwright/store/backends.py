"""Choosing the backend: a SQLite file on this computer, or a PostgreSQL database that several processes share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rollwright.core.language import Phrase
from rollwright.store.group_commit import not_opened
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore

SERVERS = ("postgresql://", "postgres://")
"""The schemes of a PostgreSQL address."""


def open_store(where: str | Path) -> Store:
    """Open the store in a SQLite file, or at the address of a PostgreSQL database."""
    if not on_server(where):
        return SQLiteStore(Path(where))
    with needs_psycopg():
        from rollwright.store.postgres.store import PostgresStore
    return PostgresStore(str(where))


def on_server(where: str | Path) -> bool:
    """Return whether this is the address of a PostgreSQL database, and not the path of a file."""
    return isinstance(where, str) and where.startswith(SERVERS)


@contextmanager
def needs_psycopg() -> Iterator[None]:
    """Turn a failed import of psycopg, an optional dependency, into a refusal that says how to install it."""
    try:
        yield
    except ImportError as missing:
        reason = Phrase("the package psycopg is missing: install it with pip install 'rollwright[postgres]'")
        raise not_opened("PostgreSQL", reason) from missing
