"""The parts of a back-up, the interfaces of its source and its target, and its refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase


@dataclass(frozen=True)
class Part:
    """One table of the database, and the schema version that added it."""

    name: str
    since: int
    order: str
    """The columns of its primary key, by which its rows are sorted."""
    columns: tuple[str, ...]


def _part(name: str, since: int, order: str, columns: str) -> Part:
    return Part(name, since, order, tuple(columns.split()))


PARTS = (
    _part(
        "tables",
        1,
        "id",
        "id owner opened touched game seats seed players summary dice clock deal ranked ended score edition",
    ),
    _part("events", 1, "table_id, place", "table_id place event"),
    _part("requests", 1, "table_id, name", "table_id name"),
    _part("holders", 2, "table_id, seat, holder", "table_id seat holder"),
    _part("tries", 3, "holder, deal", "holder deal table_id"),
    _part(
        "results",
        3,
        "table_id, seat, holder",
        "table_id seat holder game ended halves place seats against setting deal name luck loss decisions",
    ),
    _part("secrets", 3, "name", "name value"),
    _part("archives", 5, "table_id", "table_id content"),
    _part("analyses", 6, "table_id", "table_id content"),
)
"""All tables of the database, in an order that satisfies their foreign keys. What PostgreSQL alone has, such as the
length of a log, is worked out when a back-up is restored."""

IN_USE = ("tables", "tries", "results")
"""A store with rows in any of these is not empty. Secrets do not count: a server on which nobody has played yet may
have created one, which the back-up's replaces."""

BROKEN = """
    SELECT count(*) FROM (
        SELECT id FROM {tables} LEFT JOIN {events} ON table_id = id
        GROUP BY id HAVING count(place) = 0 OR min(place) <> 0 OR max(place) <> count(place) - 1
    ) AS broken"""
"""Counts the tables whose log is missing, does not begin at place 0, or has a gap."""


class Source(Protocol):
    """A snapshot of a store."""

    version: int
    """The schema version."""

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        """Return the columns of a part that this store has, and an iterator over its rows."""
        ...


class Target(Protocol):
    """A store that is being filled; nothing is visible until `finish`."""

    def put(self, part: Part, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Write the rows of a part."""
        ...

    def finish(self, version: int) -> None:
        """Fill in the columns that a back-up of this schema version lacks, check the logs, and commit."""
        ...


class BackupRefused(Refusal):
    """A back-up that was not taken, or not restored; nothing has changed."""


def nothing_there(where: object) -> BackupRefused:
    """Return the refusal for a store that does not exist."""
    return BackupRefused(
        Phrase("There are no games in {path} to back up: choose the place where they are stored.", path=where)
    )


def not_empty(where: object) -> BackupRefused:
    """Return the refusal for a target that is not empty."""
    said = Phrase("There are already games in {path}, so nothing was restored: choose an empty place.", path=where)
    return BackupRefused(said)


def does_not_fit(name: str) -> BackupRefused:
    """Return the refusal for a back-up whose parts contradict each other."""
    return BackupRefused(
        Phrase(
            "The logs and tables in '{path}' do not match, so nothing was restored: use another backup.",
            path=name,
        )
    )
