"""The data of a table beside its log: its head, its summary for lists, and the results of a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from rollwright.core.contract import SPECTATOR
from rollwright.core.facts import NO_EDITION
from rollwright.table.table import Table


class SeatKind(StrEnum):
    """Who a seat is for: a person at the host's screen, an invited player, or a bot."""

    HERE = "here"
    LINK = "link"
    BOT = "bot"


class DiceKind(StrEnum):
    """Where a table's dice come from."""

    FAIR = "fair"
    """Provably fair: committed to before the first roll, and verifiable by anybody after the last."""
    SEEDED = "seeded"
    """Pseudo-random, from the table's seed alone."""
    OWN = "own"
    """The players' real dice."""
    DEALT = "dealt"
    """Fair dice of a seed that the tables of one deal share."""
    WATCHED = "watched"
    """As RECORD, at a table that was made only to watch a record: no list shows it."""
    RECORD = "record"
    """Those of an opened record, and after its end pseudo-random ones."""
    LESSON = "lesson"
    """Those of a lesson's script, and after its end pseudo-random ones; the deal names the lesson."""


class InvitationKind(StrEnum):
    """What an invitation is for: to take a free seat, to watch, or to use one's own seat on another device."""

    JOIN = "join"
    WATCH = "watch"
    SEAT = "seat"


OF_A_TABLE = "table/"
"""The prefix of a deal that is named after the table that played it first; the table's id follows."""


@dataclass(frozen=True)
class Player:
    """The player of a seat when the table was opened. `level` is that of a bot, and empty for a person."""

    name: str
    kind: SeatKind
    level: str = ""


@dataclass(frozen=True)
class Head:
    """What is fixed when a table is opened and is not in its log; the seed is secret while the game goes on."""

    table_id: str
    owner: str
    """The browser that opened it, by the digest of its token."""
    opened: float
    """The time when it was opened, in Unix seconds."""
    players: tuple[Player, ...]
    seed: int
    """The secret number from which the dice are derived."""
    dice: DiceKind = DiceKind.SEEDED
    clock: int = 0
    """Seconds that a player has for a decision before a bot makes it; 0 for no limit."""
    deal: str = ""
    """The name of the deal, which is the dice and the setting shared with other tables; empty if they are its own."""
    ranked: bool = False
    """Whether this is its owner's one try at the deal that counts."""
    edition: int = NO_EDITION
    """The edition of the rules that it is played by: of the day it was opened, or its game began; 0 if not known."""

    @property
    def in_logs(self) -> str:
        """What a server's log calls this table: not by its id, which lets people see it, but by when it was opened."""
        return f"the table opened {datetime.fromtimestamp(self.opened, UTC):%Y-%m-%d %H:%M:%S} UTC"


@dataclass(frozen=True)
class Summary:
    """The state of a game for a list of tables, as far as a spectator may know it."""

    round_no: int
    halves: tuple[int, ...]
    """The score of each seat, in half points."""
    over: bool
    names: tuple[str, ...] = ()
    """The present name of each seat's player; empty if they are those of the head."""
    asked: tuple[str, ...] = ()
    """The browsers whose players can act now, by the digests of their tokens."""
    waits: bool = False
    """Whether the table is still in its lobby."""
    closed: bool = False
    """Whether its people have agreed to end the game early."""
    brought: bool = False
    """Whether it was played in a browser without a connection, at least in part."""

    @classmethod
    def of(
        cls,
        table: Table,
        names: Sequence[str] = (),
        asked: Sequence[str] = (),
        *,
        waits: bool = False,
        closed: bool = False,
        brought: bool = False,
    ) -> "Summary":
        """Make the summary of a table."""
        halves = tuple(table.halves(seat, SPECTATOR) for seat in range(table.seats))
        return cls(table.round_no, halves, table.over, tuple(names), tuple(asked), waits, closed, brought)

    @property
    def goes_on(self) -> bool:
        """Whether it can still be played: it is neither over nor closed."""
        return not self.over and not self.closed


@dataclass(frozen=True)
class Listed:
    """A table in a list of tables."""

    head: Head
    game: str
    seats: int
    summary: Summary
    touched: float
    """The time of the last change, in Unix seconds."""
    ended: float | None = None
    """The time when the game ended, in Unix seconds; None while it goes on."""

    @property
    def names(self) -> Sequence[str]:
        """The present name of each seat's player; empty for one without a name."""
        return self.summary.names or [player.name for player in self.head.players]


@dataclass(frozen=True)
class Judged:
    """What the analysis of a game says about one seat; it is kept with the result."""

    seat: int
    luck: float
    loss: float
    decisions: int


@dataclass(frozen=True)
class Result:
    """The result of a finished game for one browser; it is kept when the table is deleted."""

    table_id: str
    seat: int
    holder: str
    """The browser, by the digest of its token."""
    game: str
    ended: float
    """The time when the game ended, in Unix seconds."""
    halves: int
    """The score, in half points."""
    place: int
    """1 for the winner; players who share a place have the same number."""
    seats: int
    """The number of seats at the table."""
    against: str
    """The opponents: `alone`, `people` if there was another person, or else the level of the strongest bot."""
    setting: str
    """The options of this seat, as JSON."""
    deal: str
    """The deal of the table, as in its head."""
    name: str
    """The name that the player had at the table."""
    luck: float | None = None
    """The points that luck brought, if the game was analysed; negative if it cost points."""
    loss: float | None = None
    """What the player's decisions lost in all against the best moves: points if alone, else shares of the victory."""
    decisions: int | None = None
    """How many decisions that was."""
