"""What is known of a table beside its log, and what is kept of a game when it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rollwright.core.contract import SPECTATOR
from rollwright.table.table import Table


class SeatKind(StrEnum):
    """Who a seat is for: a person at the host's screen, whoever comes by an invitation, or a bot."""

    HERE = "here"
    LINK = "link"
    BOT = "bot"


class DiceKind(StrEnum):
    """Where a table's dice come from."""

    FAIR = "fair"
    """Provably fair: committed to before the first roll, and checked by anybody after the last."""
    SEEDED = "seeded"
    """Those of a number alone."""
    OWN = "own"
    """The players' real dice."""
    DEALT = "dealt"
    """Fair ones of a seed that other tables share."""
    RECORD = "record"
    """Those of a record that was opened, and then those of a number."""


class InvitationKind(StrEnum):
    """What an invitation is for: to take a free seat, to watch, or to bring one's own seat along to another device."""

    JOIN = "join"
    WATCH = "watch"
    SEAT = "seat"


OF_A_TABLE = "table/"
"""How the name of a deal begins that is a table's own, played again by others; what follows is that table's id."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: a person at the opener's screen, whoever comes by a link, or a bot of some level."""

    name: str
    kind: SeatKind
    level: str = ""


@dataclass(frozen=True)
class Head:
    """What is known of a table beside its log: whose it is, who plays, and the secret number its dice follow from."""

    table_id: str
    owner: str
    opened: float
    """When, in seconds of Unix time."""
    players: tuple[Player, ...]
    seed: int
    dice: DiceKind = DiceKind.SEEDED
    clock: int = 0
    """Seconds a player has for a decision before a bot decides; 0: as long as it takes."""
    deal: str = ""
    """The name of the dice and the set-up that it shares with other tables; empty for a table of its own."""
    ranked: bool = False
    """Whether it is its owner's one try at that deal that counts."""


@dataclass(frozen=True)
class Summary:
    """How a game stands, for a list of tables: what a spectator may know of it."""

    round_no: int
    halves: tuple[int, ...]
    over: bool
    names: tuple[str, ...] = ()
    """What the players are called by now, seat by seat; none if they are called as the head says."""
    asked: tuple[str, ...] = ()
    """The browsers whose people are asked for something, by the digests of their tokens."""
    waits: bool = False
    """Whether the game has not begun, as players are waited for."""

    @classmethod
    def of(
        cls, table: Table, names: Sequence[str] = (), asked: Sequence[str] = (), *, waits: bool = False
    ) -> "Summary":
        """Sum up a table."""
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
    """When something last happened there, in seconds of Unix time."""
    ended: float | None = None
    """When the game ended; None while it goes on."""

    @property
    def names(self) -> Sequence[str]:
        """What the players are called by now, seat by seat; nothing for who gave no name."""
        return self.summary.names or [player.name for player in self.head.players]


@dataclass(frozen=True)
class Result:
    """What came of a finished game for one player, who keeps it when the table is long gone."""

    table_id: str
    seat: int
    holder: str
    """Whose it is, by the digest of the browser's token."""
    game: str
    ended: float
    """When, in seconds of Unix time."""
    halves: int
    place: int
    """1 for who won; those who share a place share its number."""
    seats: int
    against: str
    """"alone", the level of the strongest bot, or "people" if another person played."""
    setting: str
    """This seat's options, as JSON."""
    deal: str
    name: str
