"""The events of a table. Their log is the source of truth; a position is computed from it.

There are two kinds: events of the game (`Step`) and events about people (`Arrangement`). A `place` in the log, such as
that of the move that was taken back, is an index that counts steps only.
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
    """Dice were rolled."""

    round_no: int
    roller: int
    sides: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Moved:
    """A seat made a move, with its canonical text."""

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
    """The faces of the roll at a place of the log were corrected, by a seat or by somebody unknown (-1)."""

    place: int
    faces: tuple[int, ...]
    seat: int = -1


Step: TypeAlias = Opened | Rolled | Moved | Undone | Corrected


@dataclass(frozen=True)
class Linked:
    """An invitation became valid and replaced the previous one of its kind.

    `link` is its kind: to "join", to "watch", or to bring one's own "seat" to another device. Only the digest of its
    secret is stored.
    """

    link: str
    digest: str
    seat: int = -1
    holders: Sequence[str] = ()
    """The browsers that keep the seat; empty if all of them do."""


@dataclass(frozen=True)
class Admitted:
    """A browser, identified by the digest of its token, came by an invitation to join or to watch."""

    holder: str
    link: str


@dataclass(frozen=True)
class Seated:
    """Somebody took a free seat, or changed the name or the options of their seat."""

    seat: int
    holder: str
    name: str
    choices: Mapping[str, str]


@dataclass(frozen=True)
class Carried:
    """A player opened their seat on another device."""

    seat: int
    holder: str


@dataclass(frozen=True)
class Left:
    """A player left a seat, or others freed it; once the game has begun, a bot plays it until somebody takes it."""

    seat: int
    freed: bool = False
    """Whether others freed it in a running game: its player may come back."""


@dataclass(frozen=True)
class Reclaimed:
    """A player came back to a seat that others had freed."""

    seat: int
    holder: str


@dataclass(frozen=True)
class Kept:
    """Somebody new on a freed seat was seen to move there, so its former player can no longer come back."""

    seat: int


@dataclass(frozen=True)
class Lent:
    """A bot took over for an absent player."""

    seat: int
    level: str
    unasked: bool = False
    """Whether others let it, though no time was up: its player has not asked, and can undo what it does."""


@dataclass(frozen=True)
class Returned:
    """A player came back and took over from the bot."""

    seat: int


@dataclass(frozen=True)
class Overdue:
    """A player's time was up, so a bot made one decision."""

    seat: int
    secretly: bool = False
    """Whether that was a secret move, so that nobody may learn of it."""


@dataclass(frozen=True)
class Started:
    """The game began, with the players on these chairs and with these options."""

    chairs: Sequence[int]
    bots: Mapping[str, Sequence[str]]
    """(name, level) of the bots on chairs that stayed empty, by the number of the chair."""
    setting: Mapping[str, Sequence[str]]
    edition: int = 0
    """The edition of the rules, which may be newer than that of the lobby; 0 if it is the same or not known."""


@dataclass(frozen=True)
class Committed:
    """A player's browser committed to its random number for the dice, which it does not show yet."""

    seat: int
    commitment: str


@dataclass(frozen=True)
class CommitmentsClosed:
    """No more commitments are accepted: from now on the numbers are shown."""


@dataclass(frozen=True)
class Gave:
    """A player's browser showed its own random number, on which all dice depend.

    In older logs, and at tables with the dice of another one, nobody committed to it before.
    """

    seat: int
    nonce: str


@dataclass(frozen=True)
class Dealt:
    """The table uses the dice of another table: (sides, face) of each die, by "round/roller"."""

    dice: Mapping[str, Sequence[Sequence[int]]]


@dataclass(frozen=True)
class Greeted:
    """A player sent one of the ready-made greetings."""

    seat: int
    greeting: str


@dataclass(frozen=True)
class Agreed:
    """A player agreed to close the game before its end."""

    seat: int


@dataclass(frozen=True)
class Disagreed:
    """A player took back that they agreed to close the game."""

    seat: int


@dataclass(frozen=True)
class Closed:
    """Everybody with a seat had agreed, and the game was closed: nothing more can be played."""


@dataclass(frozen=True)
class Followed:
    """The same people opened another table to play again."""

    table_id: str


@dataclass(frozen=True)
class Brought:
    """The table was played in a browser without a connection until now, and was brought to the server."""


Arrangement: TypeAlias = (
    Linked
    | Admitted
    | Seated
    | Carried
    | Left
    | Reclaimed
    | Kept
    | Lent
    | Returned
    | Overdue
    | Started
    | Committed
    | CommitmentsClosed
    | Gave
    | Dealt
    | Greeted
    | Agreed
    | Disagreed
    | Closed
    | Followed
    | Brought
)
Event: TypeAlias = Step | Arrangement

_ARRANGEMENTS: dict[str, type[Arrangement]] = {kind.__name__.lower(): kind for kind in get_args(Arrangement)}


def effective_events(log: Iterable[Event]) -> list[Rolled | Moved]:
    """Return the rolls and moves in effect: without moves that were taken back, and with the dice as corrected."""
    found: dict[int, Rolled | Moved] = {}
    for place, event in enumerate(log):
        match event:
            case Rolled() | Moved():
                found[place] = event
            case Undone():
                del found[event.place]
            case Corrected():
                rolled = found[event.place]
                assert isinstance(rolled, Rolled), "only dice are corrected"
                found[event.place] = replace(rolled, faces=event.faces)
    return list(found.values())


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as a JSON object, for a file or a database."""
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
