"""What a SQLite file notes about abandoned tables: see `store.protocol.SweepNotes`."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from rollwright.store.stale_marks import MarkStatements, StaleMarks
from rollwright.table.models import DiceKind

Work = Callable[[sqlite3.Connection], Any]

CREATE = (
    "CREATE TABLE IF NOT EXISTS running (seconds REAL NOT NULL)",
    "INSERT INTO running SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM running)",
    """CREATE TABLE IF NOT EXISTS stale (
        table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, touched REAL NOT NULL, found REAL NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS secret_moves (
        table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, made REAL NOT NULL
    ) WITHOUT ROWID""",
)
"""Creates what is noted. It belongs to no version of the schema, as an older program can do without it, and to no
back-up, as another server begins anew. `secret_moves` says when something was done at a table that no list may show;
nothing else reads it."""

NOTE_SECRET_MOVE = "INSERT OR REPLACE INTO secret_moves VALUES (?, ?)"

QUIET = "NOT EXISTS (SELECT 1 FROM secret_moves WHERE secret_moves.table_id = tables.id AND made >= :before)"
"""Whether nothing was done in secret at a table since a time."""

UNMARKED = f"""
    SELECT id FROM tables LEFT JOIN stale ON table_id = id AND stale.touched = tables.touched
    WHERE (ended IS NULL OR dice = '{DiceKind.WATCHED}') AND tables.touched < :before AND {QUIET}
        AND table_id IS NULL
    ORDER BY tables.touched, id LIMIT :most"""

MARKED = f"""
    SELECT id FROM stale JOIN tables ON id = table_id AND tables.touched = stale.touched
    WHERE tables.touched < :before AND {QUIET} AND found <= :found ORDER BY tables.touched, id LIMIT :most"""

UNMARK = f"""
    DELETE FROM stale WHERE NOT EXISTS (
        SELECT 1 FROM tables WHERE id = stale.table_id AND tables.touched = stale.touched AND tables.touched < :before
            AND {QUIET}
    )"""

MARK = f"""
    INSERT OR REPLACE INTO stale SELECT id, touched, :found FROM tables
    WHERE id IN (SELECT value FROM json_each(:tables)) AND touched < :before AND {QUIET}"""


STATEMENTS = MarkStatements(UNMARKED, MARKED, UNMARK, MARK)


class SweepNotes(StaleMarks):
    """The notes in a SQLite file."""

    def __init__(self, read: Callable[[Work], Future[Any]], write: Callable[[str, Work], Future[Any]]) -> None:
        """Use a store's ways of reading and writing."""
        super().__init__(read, STATEMENTS)
        self._write = write

    def count_running(self, seen: float, seconds: float) -> Future[float]:
        """Add to the running time if it is still what was seen; return what it is now."""

        def work(connection: sqlite3.Connection) -> float:
            connection.execute("UPDATE running SET seconds = seconds + ? WHERE seconds = ?", (seconds, seen))
            return float(connection.execute("SELECT seconds FROM running").fetchone()[0])

        return self._write("", work)

    def newest(self) -> Future[float | None]:
        """Return when any table was changed last."""
        return self._read(lambda connection: connection.execute("SELECT max(touched) FROM tables").fetchone()[0])

    def _as_value(self, tables: Sequence[str]) -> object:
        return json.dumps(list(tables))

    def _execute(self, statement: str, values: dict[str, Any]) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)

        return self._write("", work)
