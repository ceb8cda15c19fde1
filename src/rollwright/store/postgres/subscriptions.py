"""Where browsers want to be told of their turn, in a PostgreSQL database: see `store.subscriptions`."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from rollwright.store.group_commit import GroupCommit
from rollwright.store.postgres.connection import Connection
from rollwright.store.subscriptions import COLUMNS, KeptSubscriptions, in_postgres

LOCKED = "push"
"""What these writes lock within one process, so that they keep their order."""

CREATE = (
    f"""CREATE TABLE IF NOT EXISTS rollwright.push_subscriptions (
        table_id text COLLATE "C" NOT NULL REFERENCES rollwright.tables ON DELETE CASCADE,
        {COLUMNS.format(text='text COLLATE "C"', real="double precision")}
    )""",
    """CREATE INDEX IF NOT EXISTS push_subscriptions_of_holder ON rollwright.push_subscriptions (holder)""",
)


class Subscriptions(KeptSubscriptions):
    """The subscriptions in a PostgreSQL database."""

    schema = "rollwright."

    def __init__(
        self, read: Callable[[Callable[[Connection], Any]], Future[Any]], group_commit: GroupCommit[Connection]
    ) -> None:
        """Use a store's ways of reading and writing."""
        self._read_by, self._group_commit = read, group_commit

    def _write(self, work: Callable[[Callable[[str, dict[str, Any]], list[Any]]], Any]) -> Future[Any]:
        def send(connection: Connection) -> Callable[[], Any]:
            def run(statement: str, values: dict[str, Any]) -> list[Any]:
                done = connection.execute(in_postgres(self._named(statement)), values)
                return done.fetchall() if done.description else []

            return lambda: work(run)

        return self._group_commit.write("", send, LOCKED)

    def _read(self, statement: str, values: dict[str, Any], found: Callable[[list[Any]], Any]) -> Future[Any]:
        query = in_postgres(self._named(statement))
        return self._read_by(lambda connection: found(connection.execute(query, values).fetchall()))
