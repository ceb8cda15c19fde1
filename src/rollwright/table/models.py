"""Data about a table besides its log, and the results of finished games."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rollwright.core.contract import SPECTATOR
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
    """Computed from a seed alone."""
    OWN = "own"
    """The players' real dice."""
    DEALT = "dealt"
    """Fair dice from a seed that other tables share."""
    RECORD = "record"
    """The dice of a record that was opened, followed by seeded dice."""


class InvitationKind(StrEnum):
    """What an invitation is for: to take a free seat, to watch, or to bring one's own seat to another device."""

    JOIN = "join"
    WATCH = "watch"
    SEAT = "seat"


OF_A_TABLE = "table/"
"""Prefix of the names of deals that were first played at a table; the id of the table follows."""


@dataclass(frozen=True)
class Player:
    """Who plays a seat; `level` is the strength of a bot."""

    name: str
    kind: SeatKind
    level: str = ""


@dataclass(frozen=True)
class Head:
    """Data about a table besides its log: its host, its players, and the secret seed of its dice."""

    table_id: str
    owner: str
    opened: float
    """Unix time in seconds."""
    players: tuple[Player, ...]
    seed: int
    dice: DiceKind = DiceKind.SEEDED
    clock: int = 0
    """Seconds that a player has for a decision before a bot decides; 0 means no limit."""
    deal: str = ""
    """The name of the deal that it plays; empty for none."""
    ranked: bool = False
    """Whether this is the host's one try at the deal that counts."""


@dataclass(frozen=True)
class Summary:
    """The state of a game for a list of tables: what a spectator may know."""

    round_no: int
    halves: tuple[int, ...]
    over: bool
    names: tuple[str, ...] = ()
    """The players' current names, in the order of the seats; empty if those of the head still hold."""
    asked: tuple[str, ...] = ()
    """The browsers that are to move or to roll, by the digests of their tokens."""
    waits: bool = False
    """Whether the table is still a lobby: the game has not begun."""

    @classmethod
    def of(
        cls, table: Table, names: Sequence[str] = (), asked: Sequence[str] = (), *, waits: bool = False
    ) -> "Summary":
        """Return the summary of a table."""
        halves = tuple(table.halves(seat, SPECTATOR) for seat in range(table.seats))
        return cls(table.round_no, halves, table.over, tuple(names), tuple(asked), waits)


@dataclass(frozen=True)
class Listed:
    """A table in a list of tables."""

    head: Head
    game: str
    seats: int
    summary: Summary
    touched: float
    """When something last happened there: Unix time in seconds."""
    ended: float | None = None
    """When the game ended, likewise; None while it goes on."""

    @property
    def names(self) -> Sequence[str]:
        """The players' current names, in the order of the seats; empty for a player without a name."""
        return self.summary.names or [player.name for player in self.head.players]


@dataclass(frozen=True)
class Result:
    """The result of a finished game for one player; it is kept after the table is deleted."""

    table_id: str
    seat: int
    holder: str
    """The digest of the browser's token."""
    game: str
    ended: float
    """Unix time in seconds."""
    halves: int
    place: int
    """1 for the winner; tied players have the same place."""
    seats: int
    against: str
    """"alone", the level of the strongest bot, or "people" if another person played."""
    setting: str
    """This seat's options, as JSON."""
    deal: str
    name: str
