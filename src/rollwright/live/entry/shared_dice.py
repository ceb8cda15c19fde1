"""Opens tables that share their dice with others: daily games, and repeats of a finished table."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from rollwright.core.dice import SEED_BYTES, FairDice, SeededDice
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase
from rollwright.live.entry import invitations, new_table
from rollwright.live.entry.identity import known_as
from rollwright.live.entry.new_table import keep, new_table_id
from rollwright.live.environment import Environment
from rollwright.live.room import Room
from rollwright.store.protocol import Store
from rollwright.table import Event, Table
from rollwright.table.company import Company
from rollwright.table.deals import Daily, fallen_dice, is_sealed, own_deal
from rollwright.table.events import Gave
from rollwright.table.models import DiceKind, Head, InvitationKind, Listed, Player, SeatKind
from rollwright.table.seats.player_names import check_names, unlike

SECRET = "daily"
"""The name of the store's secret from which the seeds of all daily games are derived."""

SEALED = Phrase(
    "This replay opens when you have finished your own attempt at this daily game, or when its leaderboard closes."
)


class DailySeeds:
    """The seeds of daily deals. The store's secret never changes, so it is read once."""

    def __init__(self, store: Store) -> None:
        """Read nothing yet."""
        self._store = store
        self._secret: bytes | None = None

    async def seed(self, daily: Daily) -> int:
        """Return the seed of a daily game's dice."""
        if self._secret is None:
            self._secret = await asyncio.wrap_future(self._store.secret(SECRET))
        return daily.seed(self._secret)


def daily_players(daily: Daily, name: str) -> list[Player]:
    """Return the players of a daily game: one person, and as many bots as the game needs at least."""
    game = open_game(daily.game)
    _, *bots = new_table.quick_players(game)
    names = unlike(new_table.BOT_NAMES, [name])
    return [Player(name, SeatKind.HERE), *(replace(bot, name=own) for bot, own in zip(bots, names, strict=False))]


async def open_daily(
    store: Store, environment: Environment, token: str, daily: Daily, seed: int, name: str, ranked: bool
) -> str:
    """Open a table of a daily game, for the one ranked try or for practice; a second ranked try is refused."""
    game = open_game(daily.game)
    players = daily_players(daily, name)
    names = [player.name for player in players]
    dice = FairDice(seed.to_bytes(SEED_BYTES, "big"), [""] * len(players))
    table = Table(game, len(players), dice, daily.setting(game), names=names, rolls_itself=False, compiled=False)
    named = tuple(replace(player, name=clean) for clean, player in zip(table.names, players, strict=True))
    table_id, opened = new_table_id(environment), environment.now()
    head = Head(table_id, known_as(token), opened, named, seed, DiceKind.DEALT, 0, daily.name, ranked)
    await keep(store, environment, head, table, table.log)
    return head.table_id


def seat_plays(game: Game, setting: Mapping[str, Sequence[str]], seat: int) -> list[Phrase]:
    """Return a deal's choices for a seat, such as its race."""
    return [
        Phrase(choice.label or choice.name)
        for option in game.options
        if option.per_seat
        for choice in option.choices
        if choice.name == setting[option.name][seat]
    ]


async def tries(store: Store, holder: str, deals: Sequence[str]) -> dict[str, Listed | None]:
    """Return a browser's ranked tries by deal; None for one whose table was deleted."""
    made = await asyncio.wrap_future(store.tried(holder, deals)) if holder else {}
    tables = await asyncio.wrap_future(store.list_tables(holder)) if made else []
    listed = {each.head.table_id: each for each in tables}
    return {deal: listed.get(table_id) for deal, table_id in made.items()}


async def may_know(store: Store, holder: str, deal: str, now: datetime) -> bool:
    """Say whether a browser may see the dice of a deal at this time: once it is closed, or after its own try."""
    if not is_sealed(deal, now):
        return True
    made = await tries(store, holder, [deal])
    return deal in made and is_over(made[deal])


def is_over(made: Listed | None) -> bool:
    """Say whether a try is over: finished or deleted, so that nothing can be spoiled any more."""
    return made is None or made.ended is not None


async def open_same(store: Store, environment: Environment, token: str, room: Room, players: Sequence[Player]) -> str:
    """Open a table with the dice and setup of a finished one, for these players."""
    names = [player.name for player in players]
    check_names(names, [seat for seat, player in enumerate(players) if player.kind != SeatKind.LINK])
    first = room.head
    table = Table(room.game, len(players), SeededDice(0), room.table.setting, names=names,
                  rolls_itself=False, compiled=False)  # fmt: skip
    named = tuple(replace(player, name=name) for name, player in zip(table.names, players, strict=True))
    dice = DiceKind.DEALT if first.dice in (DiceKind.FAIR, DiceKind.DEALT) else DiceKind.SEEDED
    deal = first.deal if first.deal and first.dice != DiceKind.LESSON else own_deal(first.table_id)
    head = Head(new_table_id(environment), known_as(token), environment.now(), named, first.seed, dice, 0, deal)
    log: list[Event] = [*table.log, *_dealt(room)]
    company = Company(head, new_table.opened_event(table))
    log += [] if company.started else [invitations.renewed(token, company, InvitationKind.JOIN)]
    await keep(store, environment, head, table, log)
    return head.table_id


def _dealt(room: Room) -> list[Event]:
    """Return the events that give a new table the same dice: the players' nonces, or the faces themselves where people
    rolled their own dice."""
    if room.head.dice in (DiceKind.FAIR, DiceKind.DEALT):
        return [Gave(seat, nonce) for seat, nonce in sorted(room.company.numbers.nonces.items())]
    if room.company.dealt:
        return [room.company.dealt]
    return [] if room.head.dice == DiceKind.SEEDED else [fallen_dice(room.table.log)]


def same_players(room: Room) -> list[Player]:
    """Return the default players of a repeat: this screen in the first person's seat, others by link, the same bots."""
    people = [seat for seat, chair in enumerate(room.company.chairs) if chair.player.kind != SeatKind.BOT]
    return [
        Player("", SeatKind.HERE if seat == people[0] else SeatKind.LINK) if seat in people else chair.player
        for seat, chair in enumerate(room.company.chairs)
    ]
