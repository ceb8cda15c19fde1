"""Deals: dice and a set-up that several tables share, so that what people make of them can be compared.

A table's own deal bears the table's name; a daily one bears its day's and its game's. A daily deal takes results from
the beginning of its day, in Coordinated Universal Time, to a few hours after its end, for whoever still plays then.
Until it closes nothing tells its dice but playing it.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256

from rollwright.core.game import Game
from rollwright.table.events import Dealt, Event, Rolled, standing
from rollwright.table.models import OF_A_TABLE

DAILY = "daily/"
"""How the name of a deal begins that everybody meets on one day; what follows is the day and the game."""

LATE = timedelta(hours=6)
"""How long after its day a game still counts that was begun on it."""


def own_deal(table_id: str) -> str:
    """Return the name of the deal that a table was the first to play.

    >>> own_deal("Xr3t")
    'table/Xr3t'
    """
    return OF_A_TABLE + table_id


@dataclass(frozen=True)
class Daily:
    """The deal of a day for a game."""

    day: date
    game: str

    @classmethod
    def of(cls, deal: str) -> "Daily | None":
        """Return the daily deal of this name, or None if it names another kind.

        >>> Daily.of("daily/2026-11-16/tou_shi").day.isoformat(), Daily.of("table/Xr3t")
        ('2026-11-16', None)
        """
        if not is_daily(deal):
            return None
        day, _, game = deal.removeprefix(DAILY).partition("/")
        return cls(date.fromisoformat(day), game)

    @property
    def name(self) -> str:
        """The name of this deal."""
        return f"{DAILY}{self.day.isoformat()}/{self.game}"

    @property
    def closes(self) -> datetime:
        """When the last result is taken, and the dice may be told."""
        return datetime.combine(self.day + timedelta(days=1), time(), UTC) + LATE

    def is_today(self, now: datetime) -> bool:
        """Say whether a try that counts can be begun at a time, which is in UTC."""
        return self.day == now.date()

    def is_open(self, now: datetime) -> bool:
        """Say whether results are still taken at a time, so that nothing may tell the dice."""
        return now < self.closes

    def seed(self, secret: bytes) -> int:
        """Return the number that its dice follow from, which nobody can know who does not know the server's secret."""
        return int.from_bytes(hmac.new(secret, self.name.encode(), sha256).digest(), "big")

    def setting(self, game: Game) -> dict[str, list[str]]:
        """Return the set-up of the day, one of all there are: the day itself chooses, so anybody can know it."""
        seats, chosen = game.seats[0], {}
        for option in game.options:
            ways = list(option.settings(seats))
            digest = sha256(f"{self.name}/{option.name}".encode()).digest()
            chosen[option.name] = [*ways[int.from_bytes(digest[:8], "big") % len(ways)]]
        return game.setting(seats, chosen)


def is_daily(deal: str) -> bool:
    """Say whether a deal is one that everybody meets once a day."""
    return deal.startswith(DAILY)


def is_sealed(deal: str, now: datetime) -> bool:
    """Say whether at a time the dice of a deal are still to be kept from who has not played it."""
    daily = Daily.of(deal)
    return daily is not None and daily.is_open(now)


def fallen_dice(log: Iterable[Event]) -> Dealt:
    """Return the dice that fell at a table, to be dealt again at another.

    >>> fallen_dice([Rolled(1, 0, (6, 8), (5, 7)), Rolled(1, 0, (6,), (2,))]).dice
    {'1/0': [(6, 5), (8, 7), (6, 2)]}
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for event in standing(log):
        if isinstance(event, Rolled):
            dice = found.setdefault(f"{event.round_no}/{event.roller}", [])
            dice += zip(event.sides, event.faces, strict=True)
    return Dealt(found)


def laid(dealt: Dealt) -> dict[tuple[int, int], Sequence[tuple[int, int]]]:
    """Return dealt dice by round and roller."""
    found: dict[tuple[int, int], Sequence[tuple[int, int]]] = {}
    for name, dice in dealt.dice.items():
        round_no, _, roller = name.partition("/")
        found[int(round_no), int(roller)] = [(sides, face) for sides, face in dice]
    return found
