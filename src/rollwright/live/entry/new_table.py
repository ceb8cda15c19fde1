"""Opens tables: from the form, from a record, or again for the players of a finished table."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from rollwright.bots.levels import LEVELS
from rollwright.core.dice import SEED_BYTES, SeededDice
from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.options import first_offered
from rollwright.live.entry import invitations
from rollwright.live.entry.identity import known_as
from rollwright.live.environment import Environment, LiveSettings
from rollwright.live.room import Room
from rollwright.records import replay
from rollwright.store.protocol import Store
from rollwright.table import Event, Opened, Table
from rollwright.table.company import Company
from rollwright.table.events import Admitted, Carried, Seated, Started
from rollwright.table.models import DiceKind, Head, InvitationKind, Player, SeatKind
from rollwright.table.seats.player_names import check_names

BOT_NAMES = ("Ada", "Blaise", "Carla", "Dima", "Emmy", "Félix")
NOBODY = "none"
DEFAULT_LEVEL = "normal"
TABLE_BYTES = 16
"""Random bytes in a table's id, which must be unguessable: whoever knows it can watch the replay of a finished game."""
MAX_RECORD_LINES = 5_000
"""The most lines of a record that can be opened."""


def quick_players(game: Game, seats: int | None = None) -> list[Player]:
    """Return the players of a quick game: one person, and bots for the other seats, by default as few as possible."""
    wanted = game.seats[0] if seats is None else seats
    game.check_seats(wanted)
    bots = wanted - 1
    return [Player("", SeatKind.HERE), *(Player(BOT_NAMES[i], SeatKind.BOT, DEFAULT_LEVEL) for i in range(bots))]


def quick_options(game: Game, seats: int, form: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the options of a quick game: what its one person chose, if anything, and for bots what is left.

    Where seats would differ by default, bots get the choices that follow the person's.
    """
    chosen = {}
    for option in game.options:
        field = f"option-{option.name}-0"
        if not option.per_seat or field not in form:
            continue
        mine = str(form[field])
        option.index(mine, seats)  # refuses a name that is not offered
        names, default = option.names(seats), option.default(seats) or []
        at = names.index(mine)
        differ = option.distinct or option.varied
        bots = [names[(at + seat) % len(names)] if differ else default[seat] for seat in range(1, seats)]
        chosen[option.name] = [mine, *bots]
    return chosen


def players_from_form(game: Game, form: Mapping[str, Any]) -> tuple[list[Player], list[int]]:
    """Return the players in the form, and the form row of each."""
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
        raise BadOption(Phrase("Someone has to play: choose a person for at least one seat."))
    game.check_seats(len(players))
    return players, rows


def dice_and_clock(form: Mapping[str, Any], settings: LiveSettings) -> tuple[DiceKind, int]:
    """Return the dice and the clock that the form chooses."""
    dice, clock = str(form.get("dice", settings.default_dice)), str(form.get("clock", "0"))
    if dice not in (DiceKind.FAIR, DiceKind.SEEDED, DiceKind.OWN):
        raise BadOption(Phrase("Use our provably fair dice, or roll your own."))
    if clock not in map(str, settings.clocks):
        raise BadOption(Phrase("There is no such time limit: choose one from the list."))
    return DiceKind(dice), int(clock)


def options_from_form(game: Game, form: Mapping[str, Any], rows: Sequence[int]) -> dict[str, list[str]]:
    """Return the options chosen in the form: one value for each seat, or one for the table.

    Players who join by a link choose for themselves later. Until then, where values must be distinct, they get values
    that nobody else has chosen.
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
        elif f"option-{option.name}" in form and option.names(len(rows)):
            chosen[option.name] = [str(form[f"option-{option.name}"])]
    return chosen


async def open_table(
    store: Store,
    environment: Environment,
    token: str,
    game: Game,
    players: Sequence[Player],
    options: Mapping[str, Sequence[str]],
    dice: DiceKind | None = None,
    clock: int = 0,
) -> str:
    """Open and store a table for the browser with this token, with an invitation if others are to join.

    Return its id.
    """
    dice = dice or environment.settings.default_dice
    names = [player.name for player in players]
    check_names(names, [seat for seat, player in enumerate(players) if player.kind != SeatKind.LINK])
    seed = new_seed(environment, dice)
    offered = first_offered(game.options, len(players), options)
    table = Table(game, len(players), SeededDice(seed), offered, names=names, rolls_itself=False, compiled=False)
    named = tuple(replace(player, name=name) for name, player in zip(table.names, players, strict=True))
    head = Head(new_table_id(environment), known_as(token), environment.now(), named, seed, dice, clock)
    company = Company(head, opened_event(table))
    invitation = [] if company.started else [invitations.renewed(token, company, InvitationKind.JOIN)]
    await keep(store, environment, head, table, [*table.log, *invitation])
    return head.table_id


async def open_record(store: Store, environment: Environment, token: str, text: str, watched: bool) -> str:
    """Open a table from a record, to watch or to play on, with all seats at this screen.

    Return the path below `/table/` to redirect to: the replay if `watched` or the game is over, else the table.
    """
    if len(text.splitlines()) > MAX_RECORD_LINES:
        raise BadOption(Phrase("That is too long for a record: it can have at most {n} lines.", n=MAX_RECORD_LINES))
    dice = DiceKind.WATCHED if watched else environment.settings.record_dice
    seed = new_seed(environment, dice)
    table = await asyncio.to_thread(replay, text, SeededDice(seed), False)
    players = tuple(Player(name, SeatKind.HERE) for name in table.names or [""] * table.seats)
    head = Head(new_table_id(environment), known_as(token), environment.now(), players, seed, dice)
    await keep(store, environment, head, table, table.log)
    return f"{head.table_id}/replay" if watched or table.over else head.table_id


async def open_again(room: Room) -> str:
    """Open a table for another game of the same players, each moved up by one seat, so that somebody else starts.

    Names, choices and spectators stay as they were. A bot takes a seat that its player has left.
    """
    company, count, environment = room.company, room.table.seats, room.environment
    order = [(seat + 1) % count for seat in range(count)]
    chairs = [company.chairs[seat] for seat in order]
    setting = {name: [values[seat] for seat in order] for name, values in room.table.setting.items()}
    for option in room.game.options:
        if option.name in setting and not option.per_seat:
            setting[option.name] = list(room.table.setting[option.name])
    players = tuple(
        Player(chair.player.name, SeatKind.BOT, chair.level)
        if chair.player.kind == SeatKind.LINK and not chair.holders
        else chair.player
        for chair in chairs
    )
    reusable = room.head.dice in (DiceKind.FAIR, DiceKind.OWN)  # the dice of records and deals are not used twice
    dice = room.head.dice if reusable else environment.settings.default_dice
    seed = new_seed(environment, dice)
    head = Head(new_table_id(environment), room.head.owner, environment.now(), players, seed, dice, room.head.clock)
    table = Table(room.game, count, SeededDice(seed), setting, names=[player.name for player in players],
                  rolls_itself=False, compiled=False)  # fmt: skip
    seating: list[Event] = [Admitted(holder, link) for holder, link in company.guests.items()]
    for seat, chair in enumerate(chairs):
        if chair.player.kind == SeatKind.LINK and chair.holders:
            seating.append(Seated(seat, chair.holders[0], chair.player.name, {}))
        others = chair.holders[1:] if chair.holders else ()
        seating += [Carried(seat, holder) for holder in others]
    if company.has_invited_seats and not Company(head, opened_event(table)).started:
        seating.append(Started(list(range(count)), {}, table.setting))
    await keep(room.store, environment, head, table, [*table.log, *seating])
    return head.table_id


def opened_event(table: Table) -> Opened:
    """Return the first event of a table's log."""
    return Opened(table.game.name, table.seats, table.setting)


def new_seed(environment: Environment, dice: DiceKind) -> int:
    """Return a secret seed for a table's dice: 256 bits for fair dice, 128 for others."""
    return environment.random_bits(8 * SEED_BYTES if dice == DiceKind.FAIR else 128)


def new_table_id(environment: Environment) -> str:
    """Return an unguessable id for a new table."""
    return environment.token_urlsafe(TABLE_BYTES)


async def keep(store: Store, environment: Environment, head: Head, table: Table, log: Sequence[Event]) -> None:
    """Store a new table, with the edition of the rules that it is played by.

    The log of a long record takes a while to write down, and others play meanwhile.
    """
    head = replace(head, edition=table.game.edition)

    def begin() -> Future[None]:
        company = Company(head, opened_event(table))
        for event in log:
            company.follow(event, len(table.log))
        return store.open_table(head, log, company.summary(table))

    await asyncio.wrap_future(await asyncio.to_thread(begin))
    environment.observer.table_opened(table.game.name)
