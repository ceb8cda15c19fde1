"""Back-ups: a consistent copy of a whole store in one file, from which an empty store of either kind can be filled.

A back-up is taken from one snapshot, while people play on. One of a SQLite file can be restored into a PostgreSQL
database, and the other way round.
"""

import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

from rollwright.store.backends import needs_psycopg, on_server
from rollwright.store.backup import sqlite
from rollwright.store.backup.file import check, read_parts, write
from rollwright.store.backup.parts import Source, Target


def back_up(where: str | Path, file: BinaryIO) -> dict[str, int]:
    """Write a snapshot of a store into an open file, and return the number of rows of each part."""
    with _source(where) as source:
        return write(source, file, time.time())


def restore(where: str | Path, file: BinaryIO, name: str) -> dict[str, int]:
    """Fill an empty store from an open file, and return the number of rows of each part.

    The file is read twice: first to its end, to check that it is complete. If anything is wrong with it, or the store
    is not empty, the restore is refused and nothing is written. `name` is the name of the file in messages.
    """
    version, counts = check(file, name)
    with _target(where, name) as target:
        for part, columns, rows in read_parts(file, name):
            target.put(part, columns, rows)
        target.finish(version)
    return counts


def _source(where: str | Path) -> AbstractContextManager[Source]:
    if not on_server(where):
        return sqlite.source(Path(where))
    with needs_psycopg():
        from rollwright.store.backup import postgres
    return postgres.source(str(where))


def _target(where: str | Path, name: str) -> AbstractContextManager[Target]:
    if not on_server(where):
        return sqlite.target(Path(where), name)
    with needs_psycopg():
        from rollwright.store.backup import postgres
    return postgres.target(str(where), name)
