"""Deals: dice and a set-up that several tables share, so that their results can be compared.

The deal of a table is named after the table, a daily deal after its day and game. A daily deal accepts results from the
beginning of its day, in UTC, until `GRACE_PERIOD` after its end. Until it closes, its dice are only revealed by playing
it.
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256

from rollwright.core.game import Game
from rollwright.table.events import Dealt, Event, Rolled, effective_events
from rollwright.table.models import OF_A_TABLE

DAILY = "daily/"
"""Prefix of the names of daily deals; the day and the game follow."""

GRACE_PERIOD = timedelta(hours=6)
"""How long after the end of its day a daily game still counts."""


def own_deal(table_id: str) -> str:
    """Return the name of a table's own deal.

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
        """Return the daily deal of this name, or None if it is not the name of a daily deal.

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
        """When results are no longer accepted and the dice may be revealed."""
        return datetime.combine(self.day + timedelta(days=1), time(), UTC) + GRACE_PERIOD

    def is_today(self, now: datetime) -> bool:
        """Return whether a ranked game can be started now; `now` is in UTC."""
        return self.day == now.date()

    def is_open(self, now: datetime) -> bool:
        """Return whether results are still accepted, so that the dice must stay secret."""
        return now < self.closes

    def seed(self, secret: bytes) -> int:
        """Return the seed of its dice, which cannot be computed without the server's secret."""
        return int.from_bytes(hmac.new(secret, self.name.encode(), sha256).digest(), "big")

    def setting(self, game: Game) -> dict[str, list[str]]:
        """Return the set-up of the day, chosen by a digest of the deal's name; it is not secret.

        An option with `unsaid` keeps that choice, so that the game of a day is the same for all who ever play it.
        """
        seats, chosen = game.seats[0], {}
        for option in game.options:
            if option.unsaid or not option.names(seats):
                continue
            ways = list(option.settings(seats))
            digest = sha256(f"{self.name}/{option.name}".encode()).digest()
            chosen[option.name] = [*ways[int.from_bytes(digest[:8], "big") % len(ways)]]
        return game.setting(seats, chosen)


def is_daily(deal: str) -> bool:
    """Return whether this is the name of a daily deal."""
    return deal.startswith(DAILY)


def is_sealed(deal: str, now: datetime) -> bool:
    """Return whether the dice of a deal must still be hidden from those who have not played it."""
    daily = Daily.of(deal)
    return daily is not None and daily.is_open(now)


def fallen_dice(log: Iterable[Event]) -> Dealt:
    """Return the dice that were rolled at a table, for use at another.

    >>> fallen_dice([Rolled(1, 0, (6, 8), (5, 7)), Rolled(1, 0, (6,), (2,))]).dice
    {'1/0': [(6, 5), (8, 7), (6, 2)]}
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for event in effective_events(log):
        if isinstance(event, Rolled):
            dice = found.setdefault(f"{event.round_no}/{event.roller}", [])
            dice += zip(event.sides, event.faces, strict=True)
    return Dealt(found)


def dice_by_round(dealt: Dealt) -> dict[tuple[int, int], Sequence[tuple[int, int]]]:
    """Return (sides, face) of all dealt dice, by (round, roller)."""
    found: dict[tuple[int, int], Sequence[tuple[int, int]]] = {}
    for name, dice in dealt.dice.items():
        round_no, _, roller = name.partition("/")
        found[int(round_no), int(roller)] = [(sides, face) for sides, face in dice]
    return found
