"""The store that keeps tables in one SQLite file."""

from rollwright.store.sqlite.store import SQLiteStore

__all__ = ["SQLiteStore"]
