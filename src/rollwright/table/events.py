"""What can happen at a table. The log of these is the truth; a position is what they add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Opened:
    """A table was opened: always the first event, and only the first."""

    game: str
    seats: int
    setting: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Rolled:
    """Dice fell."""

    round_no: int
    roller: int
    sides: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Moved:
    """A seat made a move, given by its one written text."""

    seat: int
    move: int
    text: str


@dataclass(frozen=True)
class Undone:
    """A seat took back the move at a place of the log."""

    seat: int
    place: int
    text: str


Event = Opened | Rolled | Moved | Undone


def standing(log: Iterable[Event]) -> list[Rolled | Moved]:
    """Return the dice and moves that still stand: all of them but those taken back."""
    log = list(log)
    gone = {event.place for event in log if isinstance(event, Undone)}
    return [event for place, event in enumerate(log) if isinstance(event, Rolled | Moved) and place not in gone]
