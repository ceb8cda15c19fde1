"""A back-up: everything that a place for tables holds, in one file from which any other place can be filled.

It is taken at one moment while people play on, and it does not matter whether the place was a file of SQLite's or a
database of PostgreSQL's: what one has given, the other can take.
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
    """Write all that a place holds into an open file, as it is at this moment, and say how much of what that is."""
    with _source(where) as source:
        return write(source, file, time.time())


def restore(where: str | Path, file: BinaryIO, name: str) -> dict[str, int]:
    """Fill an empty place from an open file, which is read twice: first to its end, to see that it is whole.

    Refused, and nothing is kept, if anything is wrong with it, or if the place is not empty. `name` is what people call
    the file.
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
