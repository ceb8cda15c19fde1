"""What a PostgreSQL store keeps of finished games beside their logs: how they ended, and their analyses."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from typing import TypeVar

from rollwright.store.group_commit import GroupCommit
from rollwright.store.postgres import statements
from rollwright.store.postgres.connection import Connection
from rollwright.table.models import Judged

T = TypeVar("T")


class KeptGames(ABC):
    """The part of a store that keeps finished games."""

    _group_commit: GroupCommit[Connection]

    @abstractmethod
    def _read(self, read: Callable[[Connection], T]) -> Future[T]:
        """Queue a read."""

    def keep_archive(self, table_id: str, place: int, content: str) -> Future[bool]:
        """Keep the end of a finished game; False if it was kept before, or the log does not end at that place."""
        new = {"id": table_id, "place": place, "content": content}

        def send(connection: Connection) -> Callable[[], bool]:
            sent = connection.execute(statements.NEW_ARCHIVE, new)
            return lambda: bool(sent.rowcount)

        return self._group_commit.write(table_id, send)

    def archive(self, table_id: str) -> Future[str | None]:
        """Return what was kept of the end of a game."""
        return self._kept("archives", table_id)

    def keep_analysis(self, table_id: str, place: int, content: str, judged: Sequence[Judged]) -> Future[bool]:
        """Keep the analysis of a finished game; False if the log does not end at that place."""
        new = {"id": table_id, "place": place, "content": content}

        def send(connection: Connection) -> Callable[[], bool]:
            sent = connection.execute(statements.NEW_ANALYSIS, new)

            def answer() -> bool:
                if not sent.rowcount:
                    return False
                for each in judged:
                    connection.execute(statements.JUDGE, {"id": table_id, **asdict(each)})
                return True

            return answer

        return self._group_commit.write(table_id, send)

    def analysis(self, table_id: str) -> Future[str | None]:
        """Return the analysis of a game, if one was kept."""
        return self._kept("analyses", table_id)

    def _kept(self, where: str, table_id: str) -> Future[str | None]:
        query = f"SELECT content FROM rollwright.{where} WHERE table_id = %s"

        def read(connection: Connection) -> str | None:
            row = connection.execute(query, (table_id,)).fetchone()
            return None if row is None else str(row[0])

        return self._read(read)

    def unarchived(self) -> Future[list[str]]:
        """Return the ids of finished tables of whose end nothing was kept yet."""
        return self._read(lambda connection: [name for (name,) in connection.execute(statements.UNARCHIVED)])
