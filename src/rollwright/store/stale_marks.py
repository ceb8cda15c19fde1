"""The marks of tables that were found stale: both stores keep them alike, each by statements of its own."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class MarkStatements:
    """The statements of a store, in its own dialect."""

    unmarked: str
    marked: str
    unmark: str
    mark: str


class StaleMarks(ABC):
    """Marks tables and finds those that are marked; see `store.protocol.SweepNotes`."""

    def __init__(self, read: Callable[[Callable[[Any], Any]], Future[Any]], statements: MarkStatements) -> None:
        """Use a store's way of reading, and its statements."""
        self._read = read
        self._statements = statements

    def unmarked(self, before: float, most: int) -> Future[list[str]]:
        """Return stale tables that were not found before, the oldest first."""
        return self._names(self._statements.unmarked, {"before": before, "most": most})

    def marked(self, before: float, found: float, most: int) -> Future[list[str]]:
        """Return stale tables that were found by a running time, the oldest first."""
        return self._names(self._statements.marked, {"before": before, "found": found, "most": most})

    def unmark(self, before: float) -> Future[None]:
        """Forget the marks of tables that are not stale, or were changed."""
        return self._execute(self._statements.unmark, {"before": before})

    def mark(self, tables: Sequence[str], before: float, found: float) -> Future[None]:
        """Mark those of these tables that are stale."""
        new = {"tables": self._as_value(tables), "before": before, "found": found}
        return self._execute(self._statements.mark, new)

    def _names(self, statement: str, values: Mapping[str, Any]) -> Future[list[str]]:
        return self._read(lambda connection: [name for (name,) in connection.execute(statement, values)])

    @abstractmethod
    def _as_value(self, tables: Sequence[str]) -> object:
        """Return ids as one value of a statement."""

    @abstractmethod
    def _execute(self, statement: str, values: dict[str, Any]) -> Future[None]:
        """Write by a statement."""
