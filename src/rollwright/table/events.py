"""What can happen at a table. The log of these is the truth; a position is what they add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


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


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as plain values, for a file or a database."""
    match event:
        case Opened():
            return {"is": "opened", "game": event.game, "seats": event.seats,
                    "setting": {name: list(values) for name, values in event.setting.items()}}  # fmt: skip
        case Rolled():
            return {"is": "rolled", "round": event.round_no, "roller": event.roller,
                    "sides": [int(n) for n in event.sides], "faces": [int(face) for face in event.faces]}  # fmt: skip
        case Moved():
            return {"is": "moved", "seat": event.seat, "move": event.move, "text": event.text}
        case Undone():
            return {"is": "undone", "seat": event.seat, "place": event.place, "text": event.text}


def from_json(said: Mapping[str, Any]) -> Event:
    """Return the event that `to_json` made this from."""
    match said["is"]:
        case "opened":
            return Opened(said["game"], said["seats"], said["setting"])
        case "rolled":
            return Rolled(said["round"], said["roller"], tuple(said["sides"]), tuple(said["faces"]))
        case "moved":
            return Moved(said["seat"], said["move"], said["text"])
        case "undone":
            return Undone(said["seat"], said["place"], said["text"])
    raise ValueError(f"'{said['is']}' is no kind of event.")
