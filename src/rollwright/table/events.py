"""What can happen at a table. The log of these is the truth; a position is what they add up to.

There are two kinds: the course of the game (`Step`), and the comings and goings around it (`Arrangement`). Places that
events speak of, such as the move that was taken back, count the steps only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias, get_args


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


@dataclass(frozen=True)
class Corrected:
    """The dice that fell at a place of the log showed other faces than were entered; who said so, if it is known."""

    place: int
    faces: tuple[int, ...]
    seat: int = -1


Step: TypeAlias = Opened | Rolled | Moved | Undone | Corrected


@dataclass(frozen=True)
class Linked:
    """A link is good from now on, in place of the one before: to "join", to "watch", or to bring a "seat" along to
    another device. Only the digest of its secret is kept."""

    link: str
    digest: str
    seat: int = -1
    holders: Sequence[str] = ()
    """The browsers that keep the seat, of those that had it; all of them if none is named."""


@dataclass(frozen=True)
class Admitted:
    """A browser, known by the digest of its token, came by a link to join or to watch."""

    holder: str
    link: str


@dataclass(frozen=True)
class Seated:
    """Somebody took a free seat, or who sat there already chose another name or other options."""

    seat: int
    holder: str
    name: str
    choices: Mapping[str, str]


@dataclass(frozen=True)
class Carried:
    """The player of a seat has it on another device, too."""

    seat: int
    holder: str


@dataclass(frozen=True)
class Left:
    """A player left; once the game has begun, a bot plays on until somebody takes the seat."""

    seat: int


@dataclass(frozen=True)
class Lent:
    """A bot plays for an absent player."""

    seat: int
    level: str


@dataclass(frozen=True)
class Returned:
    """The player is back, and plays on."""

    seat: int


@dataclass(frozen=True)
class Overdue:
    """A player's time was up, and a bot decided once."""

    seat: int


@dataclass(frozen=True)
class Started:
    """The game began: with the players who had come, in these of the chairs, and with these options."""

    chairs: Sequence[int]
    bots: Mapping[str, Sequence[str]]
    """The bots in chairs that stayed empty: their names and levels, by the chair's number."""
    setting: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Gave:
    """A player's browser added its own random number, of which every die depends."""

    seat: int
    nonce: str


@dataclass(frozen=True)
class Dealt:
    """The dice are those that fell at another table: the sides and the face of each, by round and roller."""

    dice: Mapping[str, Sequence[Sequence[int]]]


@dataclass(frozen=True)
class Greeted:
    """A player said one of the ready-made greetings."""

    seat: int
    greeting: str


@dataclass(frozen=True)
class Followed:
    """The same people play again, at another table."""

    table_id: str


Arrangement: TypeAlias = (
    Linked
    | Admitted
    | Seated
    | Carried
    | Left
    | Lent
    | Returned
    | Overdue
    | Started
    | Gave
    | Dealt
    | Greeted
    | Followed
)
Event: TypeAlias = Step | Arrangement

_ARRANGEMENTS: dict[str, type[Arrangement]] = {kind.__name__.lower(): kind for kind in get_args(Arrangement)}


def standing(log: Iterable[Event]) -> list[Rolled | Moved]:
    """Return the dice and moves that still stand: all of them but those taken back, the dice as corrected."""
    stands: dict[int, Rolled | Moved] = {}
    for place, event in enumerate(log):
        match event:
            case Rolled() | Moved():
                stands[place] = event
            case Undone():
                del stands[event.place]
            case Corrected():
                rolled = stands[event.place]
                assert isinstance(rolled, Rolled), "only dice are corrected"
                stands[event.place] = replace(rolled, faces=event.faces)
    return list(stands.values())


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
        case Corrected():
            return {"is": "corrected", "place": event.place, "faces": [int(face) for face in event.faces],
                    "seat": event.seat}  # fmt: skip
        case _:
            return {"is": type(event).__name__.lower(), **asdict(event)}


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
        case "corrected":
            return Corrected(said["place"], tuple(said["faces"]), said["seat"])
    if kind := _ARRANGEMENTS.get(said["is"]):
        return kind(**{name: value for name, value in said.items() if name != "is"})
    raise ValueError(f"'{said['is']}' is no kind of event.")
