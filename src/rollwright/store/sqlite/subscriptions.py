"""Where browsers want to be told of their turn, in a SQLite file: see `store.subscriptions`."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from rollwright.store.subscriptions import COLUMNS, KeptSubscriptions

Work = Callable[[sqlite3.Connection], Any]

CREATE = (
    f"""CREATE TABLE IF NOT EXISTS push_subscriptions (
        table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, {COLUMNS.format(text="TEXT", real="REAL")}
    ) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS push_subscriptions_of_holder ON push_subscriptions (holder)",
)


class Subscriptions(KeptSubscriptions):
    """The subscriptions in a SQLite file."""

    def __init__(self, read: Callable[[Work], Future[Any]], write: Callable[[str, Work], Future[Any]]) -> None:
        """Use a store's ways of reading and writing."""
        self._read_by, self._write_by = read, write

    def _write(self, work: Callable[[Callable[[str, dict[str, Any]], list[Any]]], Any]) -> Future[Any]:
        def within(connection: sqlite3.Connection) -> Any:
            return work(lambda statement, values: connection.execute(self._named(statement), values).fetchall())

        return self._write_by("", within)

    def _read(self, statement: str, values: dict[str, Any], found: Callable[[list[Any]], Any]) -> Future[Any]:
        query = self._named(statement)
        return self._read_by(lambda connection: found(connection.execute(query, values).fetchall()))
