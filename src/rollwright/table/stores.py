"""Choosing what keeps tables: a file on this computer, or a database that several processes share."""

from pathlib import Path

from rollwright.core.language import Phrase
from rollwright.table.sqlite import SQLiteStore
from rollwright.table.store import Store
from rollwright.table.writing import not_opened

SERVERS = ("postgresql://", "postgres://")
"""How the address of a database on a server begins."""


def open_store(where: str | Path) -> Store:
    """Open the store in a file of SQLite's, or at the address of a PostgreSQL database."""
    if not isinstance(where, str) or not where.startswith(SERVERS):
        return SQLiteStore(Path(where))
    try:
        from rollwright.table.postgres import PostgresStore
    except ImportError as missing:
        reason = Phrase("the package psycopg is missing, which pip install 'rollwright[postgres]' brings")
        raise not_opened("PostgreSQL", reason) from missing
    return PostgresStore(where)
