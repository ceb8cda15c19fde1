"""Opening a table: from the form, from a record, or again as one that was played."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from rollwright.bots.levels import LEVELS
from rollwright.core.dice import SeededDice
from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.records import replay
from rollwright.table import Table
from rollwright.table.store import BOT, HERE, Head, Player, Store, Summary

BOT_NAMES = ("Ada", "Blaise", "Carla", "Dima", "Emmy", "Félix")
NOBODY = "none"
DEFAULT_LEVEL = "normal"
LONGEST_RECORD = 5_000
"""Lines of a record that is opened."""


def quick_players(game: Game) -> list[Player]:
    """Return who sits down when somebody just wants to play: alone if the game can, else against a bot."""
    bots = max(0, game.seats[0] - 1)
    return [Player("", HERE), *(Player(BOT_NAMES[i], BOT, DEFAULT_LEVEL) for i in range(bots))]


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
            players.append(Player(name or next(bots), BOT, kind))
        elif kind == HERE:
            players.append(Player(name, HERE))
        else:
            raise BadOption(Phrase("A seat is for a person, for a bot or for nobody."))
        rows.append(row)
    if not any(player.kind == HERE for player in players):
        raise BadOption(Phrase("Somebody must sit at the table: choose a person for at least one seat."))
    game.check_seats(len(players))
    return players, rows


def options_from_form(game: Game, form: Mapping[str, Any], rows: Sequence[int]) -> dict[str, list[str]]:
    """Return the options by the form: a value a seat, or one for the table."""
    chosen = {}
    for option in game.options:
        names = [f"option-{option.name}-{row}" for row in rows]
        if option.per_seat and any(name in form for name in names):
            chosen[option.name] = [str(form.get(name, "")) for name in names]
        elif f"option-{option.name}" in form:
            chosen[option.name] = [str(form[f"option-{option.name}"])]
    return chosen


async def open_table(
    store: Store, owner: str, game: Game, players: Sequence[Player], options: Mapping[str, Sequence[str]]
) -> str:
    """Open a table and keep it; return its id."""
    seed = secrets.randbits(128)
    table = Table(game, len(players), SeededDice(seed), options, names=[player.name for player in players],
                  rolls_itself=False, compiled=False)  # fmt: skip
    return await _keep(store, owner, table, players, seed)


async def open_record(store: Store, owner: str, text: str) -> str:
    """Open a table from a record, to look at or to play on; everybody at it is a person here."""
    if len(text.splitlines()) > LONGEST_RECORD:
        raise BadOption(Phrase("That is too long for a record: it may have {n} lines.", n=LONGEST_RECORD))
    seed = secrets.randbits(128)
    table = await asyncio.to_thread(replay, text, SeededDice(seed), False)
    names = table.names or [""] * table.seats
    return await _keep(store, owner, table, [Player(name, HERE) for name in names], seed)


async def _keep(store: Store, owner: str, table: Table, players: Sequence[Player], seed: int) -> str:
    named = tuple(
        Player(name, player.kind, player.level)
        for name, player in zip(table.names or [""] * table.seats, players, strict=True)
    )
    head = Head(secrets.token_urlsafe(12), owner, time.time(), named, seed)
    await asyncio.wrap_future(store.open_table(head, table.log, Summary.of(table)))
    return head.table_id
