"""What a PostgreSQL database notes about abandoned tables: see `store.protocol.SweepNotes`."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from rollwright.store.group_commit import GroupCommit
from rollwright.store.postgres.connection import Connection
from rollwright.store.stale_marks import MarkStatements, StaleMarks
from rollwright.table.models import DiceKind

CLAIM = "sweep"
"""What these writes lock, so that two processes take turns."""

CREATE = (
    "CREATE TABLE IF NOT EXISTS rollwright.running (seconds double precision NOT NULL)",
    "INSERT INTO rollwright.running SELECT 0 WHERE NOT EXISTS (SELECT FROM rollwright.running)",
    """CREATE TABLE IF NOT EXISTS rollwright.stale (
        table_id text COLLATE "C" PRIMARY KEY REFERENCES rollwright.tables ON DELETE CASCADE,
        touched double precision NOT NULL, found double precision NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS rollwright.secret_moves (
        table_id text COLLATE "C" PRIMARY KEY REFERENCES rollwright.tables ON DELETE CASCADE,
        made double precision NOT NULL
    )""",
)
"""Creates what is noted. It belongs to no version of the schema, as an older program can do without it, and to no
back-up, as another server begins anew. `secret_moves` says when something was done at a table that no list may show;
nothing else reads it."""

QUIET = """NOT EXISTS (
        SELECT FROM rollwright.secret_moves WHERE secret_moves.table_id = tables.id AND made >= %(before)s
    )"""
"""Whether nothing was done in secret at a table since a time."""

UNMARKED = f"""
    SELECT id FROM rollwright.tables LEFT JOIN rollwright.stale ON table_id = id AND stale.touched = tables.touched
    WHERE (ended IS NULL OR dice = '{DiceKind.WATCHED}') AND tables.touched < %(before)s AND table_id IS NULL
        AND {QUIET}
    ORDER BY tables.touched, id LIMIT %(most)s"""

MARKED = f"""
    SELECT id FROM rollwright.stale JOIN rollwright.tables ON id = table_id AND tables.touched = stale.touched
    WHERE tables.touched < %(before)s AND found <= %(found)s AND {QUIET}
    ORDER BY tables.touched, id LIMIT %(most)s"""

UNMARK = f"""
    DELETE FROM rollwright.stale WHERE NOT EXISTS (
        SELECT FROM rollwright.tables
        WHERE id = stale.table_id AND tables.touched = stale.touched AND tables.touched < %(before)s AND {QUIET}
    )"""

MARK = f"""
    INSERT INTO rollwright.stale
    SELECT id, touched, %(found)s FROM rollwright.tables
    WHERE id = ANY (%(tables)s) AND touched < %(before)s AND {QUIET}
    ON CONFLICT (table_id) DO UPDATE SET touched = excluded.touched, found = excluded.found"""


STATEMENTS = MarkStatements(UNMARKED, MARKED, UNMARK, MARK)


class SweepNotes(StaleMarks):
    """The notes in a PostgreSQL database."""

    def __init__(
        self, read: Callable[[Callable[[Connection], Any]], Future[Any]], group_commit: GroupCommit[Connection]
    ) -> None:
        """Use a store's ways of reading and writing."""
        super().__init__(read, STATEMENTS)
        self._group_commit = group_commit

    def count_running(self, seen: float, seconds: float) -> Future[float]:
        """Add to the running time if it is still what was seen; return what it is now."""
        more = "UPDATE rollwright.running SET seconds = seconds + %s WHERE seconds = %s"

        def send(connection: Connection) -> Callable[[], float]:
            connection.execute(more, (seconds, seen))

            def answer() -> float:
                [(now,)] = connection.execute("SELECT seconds FROM rollwright.running").fetchall()
                return float(now)

            return answer

        return self._group_commit.write("", send, CLAIM)

    def newest(self) -> Future[float | None]:
        """Return when any table was changed last."""

        def read(connection: Connection) -> float | None:
            [(newest,)] = connection.execute("SELECT max(touched) FROM rollwright.tables").fetchall()
            return None if newest is None else float(newest)

        return self._read(read)

    def _as_value(self, tables: Sequence[str]) -> object:
        return list(tables)

    def _execute(self, statement: str, values: dict[str, Any]) -> Future[None]:
        def send(connection: Connection) -> Callable[[], None]:
            connection.execute(statement, values)
            return lambda: None

        return self._group_commit.write("", send, CLAIM)
