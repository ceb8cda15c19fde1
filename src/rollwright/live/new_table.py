"""Opening a table: from the form, from a record, or again as one that was played."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rollwright.bots.levels import LEVELS
from rollwright.core.dice import SEED_BYTES, SeededDice
from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import N_, Phrase
from rollwright.live import invitations
from rollwright.live.identity import known_as
from rollwright.live.room import Room
from rollwright.records import replay
from rollwright.store.protocol import Store
from rollwright.table import Event, Opened, Table
from rollwright.table.company import Company
from rollwright.table.events import Admitted, Carried, Seated, Started
from rollwright.table.models import DiceKind, Head, InvitationKind, Player, SeatKind
from rollwright.web.ops.metrics import TABLES

BOT_NAMES = ("Ada", "Blaise", "Carla", "Dima", "Emmy", "Félix")
NOBODY = "none"
DEFAULT_LEVEL = "normal"
TABLE_BYTES = 16
"""Random bytes of a table's name: whoever knows it can watch the replay when the game is over."""
LONGEST_RECORD = 5_000
"""Lines of a record that is opened."""
DICE = DiceKind.FAIR
"""Where dice come from if nobody says otherwise."""
OPENED_RECORD = DiceKind.RECORD
"""Where those of a record come from."""
KINDS_OF_DICE = {
    DiceKind.FAIR: N_("Fair dice, which everybody can check"),
    DiceKind.OWN: N_("Our own dice: we roll and enter them"),
}
"""The dice that can be chosen."""
CLOCKS = {
    "0": N_("No clock"),
    "60": N_("1 minute"),
    "300": N_("5 minutes"),
    "3600": N_("1 hour"),
    "86400": N_("1 day"),
    "259200": N_("3 days"),
}
"""How long a decision may take before a bot makes it: seconds, and what to call them."""


def quick_players(game: Game) -> list[Player]:
    """Return who sits down when somebody just wants to play: alone if the game can, else against a bot."""
    bots = max(0, game.seats[0] - 1)
    return [Player("", SeatKind.HERE), *(Player(BOT_NAMES[i], SeatKind.BOT, DEFAULT_LEVEL) for i in range(bots))]


def players_from_form(game: Game, form: Mapping[str, Any]) -> tuple[list[Player], list[int]]:
    """Return who sits down by the form, and which of its rows they are."""
    players, rows = [], []
    bots = iter(BOT_NAMES)
    for row in range(game.seats[-1]):
        kind = str(form.get(f"kind-{row}", NOBODY))
        if kind == NOBODY:
            continue
        name = str(form.get(f"name-{row}", "")).strip()
        if kind in LEVELS:
            players.append(Player(name or next(bots), SeatKind.BOT, kind))
        elif kind == SeatKind.HERE:
            players.append(Player(name, SeatKind.HERE))
        elif kind == SeatKind.LINK:
            players.append(Player("", SeatKind.LINK))
        else:
            raise BadOption(Phrase("A seat is for a person, for a bot or for nobody."))
        rows.append(row)
    if not any(player.kind in (SeatKind.HERE, SeatKind.LINK) for player in players):
        raise BadOption(Phrase("Somebody must sit at the table: choose a person for at least one seat."))
    game.check_seats(len(players))
    return players, rows


def dice_and_clock(form: Mapping[str, Any]) -> tuple[DiceKind, int]:
    """Return which dice are chosen by the form, and which clock."""
    dice, clock = str(form.get("dice", DICE)), str(form.get("clock", "0"))
    if dice not in (DiceKind.FAIR, DiceKind.SEEDED, DiceKind.OWN):
        raise BadOption(Phrase("Dice are fair ones of ours, or your own."))
    if clock not in CLOCKS:
        raise BadOption(Phrase("There is no such clock: choose one of those that are offered."))
    return DiceKind(dice), int(clock)


def options_from_form(game: Game, form: Mapping[str, Any], rows: Sequence[int]) -> dict[str, list[str]]:
    """Return the options by the form: a value a seat, or one for the table.

    Friends who come by a link choose for themselves: until then they have what nobody else wants, where no two can
    have the same.
    """
    chosen = {}
    for option in game.options:
        names = [f"option-{option.name}-{row}" for row in rows]
        if option.per_seat and any(name in form for name in names):
            found = [str(form.get(name, "")) for name in names]
            if option.distinct:
                theirs = [form.get(f"kind-{row}") == SeatKind.LINK for row in rows]
                wanted = {name for name, link in zip(found, theirs, strict=True) if not link}
                left = iter([name for name in option.names(len(rows)) if name not in wanted])
                found = [next(left, name) if link else name for name, link in zip(found, theirs, strict=True)]
            chosen[option.name] = found
        elif f"option-{option.name}" in form:
            chosen[option.name] = [str(form[f"option-{option.name}"])]
    return chosen


async def open_table(
    store: Store,
    token: str,
    game: Game,
    players: Sequence[Player],
    options: Mapping[str, Sequence[str]],
    dice: DiceKind | None = None,
    clock: int = 0,
) -> str:
    """Open a table for the browser with this token and keep it, with a link if others are to come; return its id."""
    dice = dice or DICE
    names = [player.name for player in players]
    seed = new_seed(dice)
    table = Table(game, len(players), SeededDice(seed), options, names=names, rolls_itself=False, compiled=False)
    named = tuple(replace(player, name=name) for name, player in zip(table.names, players, strict=True))
    head = Head(new_table_id(), known_as(token), time.time(), named, seed, dice, clock)
    company = Company(head, opening_of(table))
    arranged = [] if company.started else [invitations.renewed(token, company, InvitationKind.JOIN)]
    await keep(store, head, table, [*table.log, *arranged])
    return head.table_id


async def open_record(store: Store, token: str, text: str, watched: bool) -> str:
    """Open a table from a record, to watch or to play on; everybody at it is a person here.

    Return where to go: to its replay, if it is to be watched or there is nothing left to play, or to the table.
    """
    if len(text.splitlines()) > LONGEST_RECORD:
        raise BadOption(Phrase("That is too long for a record: it may have {n} lines.", n=LONGEST_RECORD))
    seed = new_seed(OPENED_RECORD)
    table = await asyncio.to_thread(replay, text, SeededDice(seed), False)
    players = tuple(Player(name, SeatKind.HERE) for name in table.names or [""] * table.seats)
    head = Head(new_table_id(), known_as(token), time.time(), players, seed, OPENED_RECORD)
    await keep(store, head, table, table.log)
    return f"{head.table_id}/replay" if watched or table.over else head.table_id


async def open_again(store: Store, room: Room) -> str:
    """Open a table for another game of the same people, who move up by one seat, so that another one starts.

    Who comes to it finds everything as it was: names, choices and who watches. A seat that its player has left is a
    bot's now.
    """
    company, count = room.company, room.table.seats
    order = [(seat + 1) % count for seat in range(count)]
    chairs = [company.chairs[seat] for seat in order]
    setting = {name: [values[seat] for seat in order] for name, values in room.table.setting.items()}
    for option in room.game.options:
        if not option.per_seat:
            setting[option.name] = list(room.table.setting[option.name])
    players = tuple(
        Player(chair.player.name, SeatKind.BOT, chair.level)
        if chair.player.kind == SeatKind.LINK and not chair.holders
        else chair.player
        for chair in chairs
    )
    dice = room.head.dice if room.head.dice in (DiceKind.FAIR, DiceKind.OWN) else DICE  # others are met once
    seed = new_seed(dice)
    head = Head(new_table_id(), room.head.owner, time.time(), players, seed, dice, room.head.clock)
    table = Table(room.game, count, SeededDice(seed), setting, names=[player.name for player in players],
                  rolls_itself=False, compiled=False)  # fmt: skip
    arranged: list[Event] = [Admitted(holder, link) for holder, link in company.guests.items()]
    for seat, chair in enumerate(chairs):
        if chair.player.kind == SeatKind.LINK and chair.holders:
            arranged.append(Seated(seat, chair.holders[0], chair.player.name, {}))
        others = chair.holders[1:] if chair.holders else ()
        arranged += [Carried(seat, holder) for holder in others]
    if company.is_open and not Company(head, opening_of(table)).started:
        arranged.append(Started(list(range(count)), {}, table.setting))
    await keep(store, head, table, [*table.log, *arranged])
    return head.table_id


def opening_of(table: Table) -> Opened:
    """Return how a table was opened."""
    return Opened(table.game.name, table.seats, table.setting)


def new_seed(dice: DiceKind) -> int:
    """Return the secret number that a table's dice follow from; fair ones want 32 bytes."""
    return secrets.randbits(8 * SEED_BYTES if dice == DiceKind.FAIR else 128)


def new_table_id() -> str:
    """Return a name for a new table, which nobody can guess."""
    return secrets.token_urlsafe(TABLE_BYTES)


async def keep(store: Store, head: Head, table: Table, log: Sequence[Event]) -> None:
    """Keep a new table."""
    company = Company(head, opening_of(table))
    for event in log:
        company.follow(event, len(table.log))
    await asyncio.wrap_future(store.open_table(head, log, company.summary(table)))
    TABLES.labels(table.game.name).inc()
