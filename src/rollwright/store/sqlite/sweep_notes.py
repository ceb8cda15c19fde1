"""What a SQLite file notes about abandoned tables: see `store.protocol.SweepNotes`."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

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


class SweepNotes:
    """The notes in a SQLite file."""

    def __init__(self, read: Callable[[Work], Future[Any]], write: Callable[[str, Work], Future[Any]]) -> None:
        """Use a store's ways of reading and writing."""
        self._read = read
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

    def unmarked(self, before: float, most: int) -> Future[list[str]]:
        """Return stale tables that were not found before, the oldest first."""
        values = {"before": before, "most": most}
        return self._read(lambda connection: [name for (name,) in connection.execute(UNMARKED, values)])

    def marked(self, before: float, found: float, most: int) -> Future[list[str]]:
        """Return stale tables that were found by a running time, the oldest first."""
        values = {"before": before, "found": found, "most": most}
        return self._read(lambda connection: [name for (name,) in connection.execute(MARKED, values)])

    def unmark(self, before: float) -> Future[None]:
        """Forget the marks of tables that are not stale, or were changed."""
        return self._execute(UNMARK, {"before": before})

    def mark(self, tables: Sequence[str], before: float, found: float) -> Future[None]:
        """Mark those of these tables that are stale."""
        new = {"tables": json.dumps(list(tables)), "before": before, "found": found}
        return self._execute(MARK, new)

    def _execute(self, statement: str, values: dict[str, Any]) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)

        return self._write("", work)
