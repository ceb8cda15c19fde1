"""What a back-up consists of, and where it comes from and goes to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase


@dataclass(frozen=True)
class Part:
    """One table of the database, with the version of the schema that brought it."""

    name: str
    since: int
    order: str
    """The columns of its key, in whose order its rows are written."""
    columns: tuple[str, ...]


def _part(name: str, since: int, order: str, columns: str) -> Part:
    return Part(name, since, order, tuple(columns.split()))


PARTS = (
    _part(
        "tables",
        1,
        "id",
        "id owner opened touched game seats seed players summary dice clock deal ranked ended",
    ),
    _part("events", 1, "table_id, place", "table_id place event"),
    _part("requests", 1, "table_id, name", "table_id name"),
    _part("holders", 2, "table_id, seat, holder", "table_id seat holder"),
    _part("tries", 3, "holder, deal", "holder deal table_id"),
    _part(
        "results",
        3,
        "table_id, seat, holder",
        "table_id seat holder game ended halves place seats against setting deal name",
    ),
    _part("secrets", 3, "name", "name value"),
)
"""All that is kept, in an order in which it can be filled in: tables first, then what belongs to them. What a place
works out for itself, as the length of a log, is no part of it."""

ENDS_SINCE = 3
"""The version of the schema that says when a game has ended; for older tables it is worked out."""

FOUND = ("tables", "tries", "results")
"""A place that holds any of these is not empty. A secret does not count: a server that nobody has played on yet may
have drawn one, and that of the back-up takes its place."""

BROKEN = """
    SELECT count(*) FROM (
        SELECT id FROM {tables} LEFT JOIN {events} ON table_id = id
        GROUP BY id HAVING count(place) = 0 OR min(place) <> 0 OR max(place) <> count(place) - 1
    ) AS broken"""
"""How many tables have a log that does not begin at its beginning, or has a gap, or is not there."""


class Source(Protocol):
    """A place as it was at one moment."""

    version: int
    """Of its schema."""

    def rows(self, part: Part) -> tuple[list[str], Iterable[Sequence[Any]]]:
        """Return the columns of a part that are there, and its rows, which are read one after the other."""
        ...


class Target(Protocol):
    """A place that is being filled; nothing is there to see until it is finished."""

    def put(self, part: Part, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Fill in rows of a part."""
        ...

    def finish(self, version: int) -> None:
        """Work out what a back-up of an older version lacks, see that everything fits together, and keep it."""
        ...


class BackupRefused(Refusal):
    """A back-up was not taken or not restored; nothing has changed."""


def nothing_there(where: object) -> BackupRefused:
    """Say that there is nothing to back up."""
    return BackupRefused(Phrase("There are no games in {path} to back up: name the place where they are.", path=where))


def not_empty(where: object) -> BackupRefused:
    """Say that a place is in use."""
    said = Phrase("There are games in {path} already, and nothing was restored: name an empty place.", path=where)
    return BackupRefused(said)


def does_not_fit(name: str) -> BackupRefused:
    """Say that a back-up is no place's state at any moment."""
    return BackupRefused(
        Phrase(
            "The logs and the tables in '{path}' do not belong together, and nothing was restored: "
            "use another back-up.",
            path=name,
        )
    )
