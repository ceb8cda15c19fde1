"""Takes tables that a browser played without a connection: every roll and every move is checked before one is kept.

Such a table has one screen, and its dice come from a seed that the browser chose. So what is checked is that the rules
were kept and that the dice are those of the seed; that nobody knew them before, only the browser could tell, and lists
and the table's story say where it was played.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from functools import partial
from typing import Any

from rollwright.bots.levels import LEVELS
from rollwright.core.dice import SEED_BYTES
from rollwright.core.errors import BadOption
from rollwright.core.game import open_game
from rollwright.core.language import Phrase, printable
from rollwright.live.entry.identity import known_as
from rollwright.live.environment import Environment
from rollwright.live.history.folded_log import dice_of
from rollwright.store.errors import Conflict, NoSuchTable
from rollwright.store.protocol import Store
from rollwright.table import Event, Table
from rollwright.table.company import Company
from rollwright.table.editions.replayable import company_of
from rollwright.table.events import (
    Agreed,
    Brought,
    Closed,
    CommitmentsClosed,
    Committed,
    Corrected,
    Disagreed,
    Gave,
    Lent,
    Moved,
    Opened,
    Returned,
    Rolled,
    Step,
    Undone,
    from_json,
    to_json,
)
from rollwright.table.fair.fair_numbers import COMMITMENT, NUMBER
from rollwright.table.models import DiceKind, Head, Player, SeatKind
from rollwright.table.results import results_of
from rollwright.table.table import MAX_NAME_LENGTH

DICE = frozenset({DiceKind.FAIR, DiceKind.OWN})
"""The dice of tables that can be played without a connection."""

DONE = (Rolled, Moved, Undone, Corrected, Committed, CommitmentsClosed, Gave, Lent, Returned, Agreed, Disagreed, Closed)
"""What can have happened there since a table was opened."""

MAX_EVENTS = 5_000
"""The most events of a log that is taken; a long game has a tenth of it."""

NOT_OURS = Phrase("This is no game that was played here without a connection.")

NOT_FOLLOWED = Phrase("This game was not played by its own dice, or not by the rules.")

_ID = re.compile(r"[\w-]{16,64}", re.ASCII)

_thread = ThreadPoolExecutor(1, "rollwright brought game")
"""Reads brought games and plays them anew, one after the other: one with thousands of undos takes seconds, and nobody
else waits."""


def is_brought_home(head: Head, log: Sequence[Event]) -> bool:
    """Return whether a table of the app in a page is one that a server takes."""
    alone = all(player.kind in (SeatKind.HERE, SeatKind.BOT) for player in head.players)
    plain = head.dice in DICE and not head.deal and head.clock == 0
    return alone and plain and all(isinstance(event, DONE) for event in log[1:])


def packed(head: Head, log: Sequence[Event], over: bool) -> dict[str, Any]:
    """Return a table as it is sent."""
    return {
        "table": head.table_id,
        "opened": head.opened,
        "players": [astuple(player) for player in head.players],
        "seed": f"{head.seed:x}",
        "dice": head.dice,
        "clock": head.clock,
        "edition": head.edition,
        "over": over,
        "events": [to_json(event) for event in log],
    }


def unpacked(sent: Mapping[str, Any], holder: str, now: float) -> tuple[Head, list[Event]]:
    """Return the head and the log that were sent, as a table of this browser; refuse what is none of ours."""
    try:
        players = tuple(_player(*each) for each in sent["players"])
        seed, dice = int(sent["seed"], 16), DiceKind(sent["dice"])
        opened = min(max(0.0, float(sent["opened"])), now)  # the clock of a device may be wrong
        head = Head(str(sent["table"]), holder, opened, players, seed, dice, int(sent["clock"]))
        log = [from_json(event) for event in sent["events"][: MAX_EVENTS + 1]]
        head = replace(head, edition=int(sent["edition"]))
        parts_are_sound = all(_is_sound(event, len(players)) for event in log)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as fault:
        raise BadOption(NOT_OURS) from fault
    whole = bool(log) and isinstance(log[0], Opened) and len(log) <= MAX_EVENTS
    sound = _ID.fullmatch(head.table_id) and 0 <= seed < 1 << (8 * SEED_BYTES)
    if not (parts_are_sound and whole and sound and is_brought_home(head, log)):
        raise BadOption(NOT_OURS)
    return head, log


def _player(name: str, kind: str, level: str) -> Player:
    """Return a player with a name as it is kept where tables are opened."""
    if SeatKind(kind) is SeatKind.BOT and level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    return Player(printable(name.replace(",", " "), MAX_NAME_LENGTH), SeatKind(kind), level if level in LEVELS else "")


def _is_sound(event: Event, seats: int) -> bool:
    """Return whether an event could come of our own app; whether a step is what follows, playing it anew will tell."""
    match event:
        case Opened():
            return (type(event.game), type(event.seats)) == (str, int) and event.seats == seats
        case Committed():
            return _is_seat(event.seat, seats) and bool(COMMITMENT.fullmatch(event.commitment))
        case Gave():
            return _is_seat(event.seat, seats) and bool(NUMBER.fullmatch(event.nonce))
        case Lent():
            return _is_seat(event.seat, seats) and event.level in LEVELS and type(event.unasked) is bool
        case Returned() | Agreed() | Disagreed():
            return _is_seat(event.seat, seats)
    return True


def _is_seat(seat: object, seats: int) -> bool:
    return type(seat) is int and 0 <= seat < seats


def replayed(head: Head, log: Sequence[Event]) -> tuple[Company, Table, list[Event]]:
    """Return a table played anew, and its log as that wrote it; refuse what says otherwise than the rules or the seed.

    What was sent is only compared: 1.0 or true equals 1, and could not be replayed everywhere.
    """
    opened = log[0]
    assert isinstance(opened, Opened), "a log begins with the opening of its table"
    game = open_game(opened.game)
    if head.edition != game.edition:
        raise BadOption(Phrase("This game was played by other rules than those of this server."))
    try:
        first = Opened(game.name, opened.seats, game.setting(opened.seats, opened.setting))
        company = company_of(head, [first, *log[1:]])
        table = Table.from_log([first], dice_of(head, company), names=company.names, compiled=False)
        for event in log[1:]:
            if isinstance(event, Step):
                _follow(table, event, head.dice)
        steps = iter(table.log)
        own = [next(steps) if isinstance(event, Step) else event for event in log]
        is_followed = own[1:] == log[1:] and next(steps, None) is None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError, OverflowError) as fault:
        raise BadOption(NOT_FOLLOWED) from fault
    if not is_followed:
        raise BadOption(NOT_FOLLOWED)
    return company, table, own


def _follow(table: Table, event: Step, dice: DiceKind) -> None:
    """Do what an event says; whether that is what it says, a comparison of the logs will tell."""
    match event:
        case Rolled():
            table.roll(_whole(event.faces) if dice == DiceKind.OWN else None)
        case Moved():
            table.play(int(event.seat), event.text, exact=True)
        case Corrected() if dice == DiceKind.OWN:
            table.correct(_whole(event.faces), seat=int(event.seat))
        case Undone():
            table.undo(int(event.seat), int(event.place))
        case _:
            raise BadOption(NOT_FOLLOWED)


def _whole(faces: Sequence[int]) -> list[int]:
    return [int(face) for face in faces]


async def bring(store: Store, environment: Environment, token: str, sent: Mapping[str, Any]) -> tuple[str, int]:
    """Check and store a table for the browser with this token, once however often it is sent.

    Return its id and the length of its log.
    """
    run = partial(asyncio.get_running_loop().run_in_executor, _thread)
    head, log = await run(unpacked, sent, known_as(token), environment.now())
    company, table, log = await run(replayed, head, log)
    mark = Brought()
    company.follow(mark, len(table.log))
    summary, whole = company.summary(table), [*log, mark]
    results = results_of(company, table, environment.now(), LEVELS) if table.over else []
    try:
        await asyncio.wrap_future(await run(store.open_table, head, whole, summary, results))
    except Conflict:  # it was sent before
        stored = await _stored(store, head)
        rest = _rest(stored, log)
        if rest:  # by which the game may have another end, or none any more: its results change with its log
            await asyncio.wrap_future(store.append(head.table_id, len(stored), rest, None, summary, results))
        return head.table_id, len(stored) + len(rest)
    environment.observer.table_opened(table.game.name)
    return head.table_id, len(whole)


async def _stored(store: Store, head: Head) -> list[Event]:
    """Return the log of a table that this browser has brought before."""
    try:
        known, stored = await asyncio.wrap_future(store.load(head.table_id))
    except NoSuchTable:
        raise BadOption(Phrase("This game was here before and was deleted: it is not taken again.")) from None
    if known.owner != head.owner or known.seed != head.seed:
        raise BadOption(NOT_OURS)
    return stored


def _rest(stored: Sequence[Event], log: Sequence[Event]) -> list[Event]:
    """Return what is to be added to a log that was stored before; nothing if all that was sent is there.

    A page that was cut off before it heard that its game is here may have played on without a connection.
    """
    known = [event for event in stored if not isinstance(event, Brought)]
    if known[: len(log)] == log:
        return []
    if log[: len(known)] != known:
        raise BadOption(
            Phrase("This game has been played on here: what was played elsewhere after that cannot be added to it.")
        )
    return [*log[len(known) :], Brought()]
