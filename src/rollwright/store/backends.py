"""Choosing what keeps tables: a file on this computer, or a database that several processes share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rollwright.core.language import Phrase
from rollwright.store.group_commit import not_opened
from rollwright.store.protocol import Store
from rollwright.store.sqlite import SQLiteStore

SERVERS = ("postgresql://", "postgres://")
"""How the address of a database on a server begins."""


def open_store(where: str | Path) -> Store:
    """Open the store in a file of SQLite's, or at the address of a PostgreSQL database."""
    if not on_server(where):
        return SQLiteStore(Path(where))
    with needs_psycopg():
        from rollwright.store.postgres.store import PostgresStore
    return PostgresStore(str(where))


def on_server(where: str | Path) -> bool:
    """Say whether a place is a database on a server, and not a file."""
    return isinstance(where, str) and where.startswith(SERVERS)


@contextmanager
def needs_psycopg() -> Iterator[None]:
    """Say what is missing where something is loaded that not everybody has."""
    try:
        yield
    except ImportError as missing:
        reason = Phrase("the package psycopg is missing, which pip install 'rollwright[postgres]' brings")
        raise not_opened("PostgreSQL", reason) from missing
