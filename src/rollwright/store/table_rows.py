"""Converting tables and events to database rows and back, the same for both kinds of databases."""

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import Any

from rollwright.store.errors import UnreadableLog
from rollwright.table.events import (
    Carried,
    Event,
    Kept,
    Left,
    Linked,
    Opened,
    Reclaimed,
    Seated,
    Started,
    from_json,
    to_json,
)
from rollwright.table.models import OF_A_TABLE, DiceKind, Head, Listed, Player, Result, SeatKind, Summary

HEAD = "id, owner, opened, players, seed, dice, clock, deal, ranked, edition"
"""The columns that `head_of` takes."""

LISTED = f"game, seats, summary, touched, ended, {HEAD}"
"""The columns that `listed_of` takes."""

RESULT = ", ".join(field.name for field in fields(Result))
"""The columns of a result: the fields of `Result`, in their order."""


def table_row(head: Head, events: Sequence[Event], summary: Summary) -> dict[str, str | float | None]:
    """Return the row of a new table, by the names of its columns."""
    opened = events[0]
    assert isinstance(opened, Opened), "a log begins with the opening of its table"
    now = time.time()
    return {
        "id": head.table_id,
        "owner": head.owner,
        "opened": head.opened,
        "touched": now,
        "ended": now if summary.over else None,
        "game": opened.game,
        "seats": opened.seats,
        "seed": f"{head.seed:x}",
        "players": json.dumps([astuple(player) for player in head.players]),
        "summary": summary_text(summary),
        "dice": head.dice,
        "clock": head.clock,
        "deal": head.deal,
        "ranked": int(head.ranked),
        "edition": head.edition,
        "score": score_of(summary) if head.ranked else None,
    }


def event_text(event: Event) -> str:
    """Return an event as JSON text."""
    return json.dumps(to_json(event), separators=(",", ":"))


def event_of(text: str) -> Event:
    """Return the event of a JSON text; UnreadableLog if it is none that we know."""
    try:
        return from_json(json.loads(text))
    except (ValueError, KeyError, TypeError) as fault:
        raise UnreadableLog from fault


def summary_text(summary: Summary) -> str:
    """Return a summary as JSON text."""
    who = summary.names, summary.asked
    values = (summary.round_no, summary.halves, summary.over, *who, summary.waits, summary.closed, summary.brought)
    return json.dumps(values)  # not `astuple`: it copies deeply, which would take a quarter of the time of a write


def summary_columns(summary: Summary | None) -> dict[str, str | int | bool | None]:
    """Return what a summary that comes with an append changes in the row of its table."""
    if summary is None:
        return {"summary": None, "over": False, "score": None}
    return {"summary": summary_text(summary), "over": summary.over, "score": score_of(summary)}


def score_of(summary: Summary) -> int | None:
    """Return the score of a ranked table, in half points: that of seat 0, its owner; None while the game goes on."""
    return summary.halves[0] if summary.over else None


def head_of(
    table_id: str,
    owner: str,
    opened: float,
    players: str,
    seed: str,
    dice: str,
    clock: int,
    deal: str,
    ranked: int,
    edition: int,
) -> Head:
    """Return the head of a table from its columns."""
    seated = tuple(Player(name, SeatKind(kind), level) for name, kind, level in json.loads(players))
    return Head(table_id, owner, opened, seated, int(seed, 16), DiceKind(dice), clock, deal, bool(ranked), edition)


def listed_of(game: str, seats: int, summary: str, touched: float, ended: float | None, *head: Any) -> Listed:
    """Return a table of a list from its columns."""
    stands: list[Any] = [tuple(part) if isinstance(part, list) else part for part in json.loads(summary)]
    return Listed(head_of(*head), game, seats, Summary(*stands), touched, ended)


def first_of(deal: str) -> str | None:
    """Return the id of the first table of a deal, if the deal is named after a table."""
    return deal.removeprefix(OF_A_TABLE) if deal.startswith(OF_A_TABLE) else None


def new_secret() -> str:
    """Return 32 new random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


SEATING = frozenset({Seated, Carried, Left, Reclaimed, Kept, Linked, Started})
"""The events that change who has a seat."""


def edition_after(events: Iterable[Event]) -> int:
    """Return the edition of the rules with which some events start a game, or 0: a lobby may be older than its game."""
    return next((event.edition for event in events if isinstance(event, Started)), 0)


def changes_holders(events: Iterable[Event]) -> bool:
    """Return whether any of these events changes who has a seat."""
    return any(type(event) in SEATING for event in events)


def held_after(held: Iterable[tuple[int, str]], events: Iterable[Event]) -> list[tuple[int, str]]:
    """Return who holds which seat by invitation after some events, given who did before, as (seat, holder).

    People at the host's screen are not among them: the host's tables are found by their owner. Those who may come back
    to a seat that others freed are among them, with its number below zero: -1 for the first seat.
    """
    now = set(held)
    for event in events:
        match event:
            case Linked() if event.holders:
                now = {(seat, holder) for seat, holder in now if seat != event.seat or holder in event.holders}
            case Seated() if (event.seat, event.holder) not in now:
                gone = {event.seat, ~event.seat} if (~event.seat, event.holder) in now else {event.seat}
                now = {(seat, holder) for seat, holder in now if seat not in gone} | {(event.seat, event.holder)}
            case Carried():
                now.add((event.seat, event.holder))
            case Left():
                former = {(~seat, holder) for seat, holder in now if seat == event.seat and event.freed}
                if any((~seat, holder) in now for seat, holder in now if seat == event.seat):  # who has come back
                    now = {(seat, holder) for seat, holder in now if seat != ~event.seat}
                known = any(seat == ~event.seat for seat, _ in now)
                now = {(seat, holder) for seat, holder in now if seat != event.seat} | (set() if known else former)
            case Reclaimed():
                now = {(seat, holder) for seat, holder in now if seat != event.seat}
                now = {(event.seat if seat == ~event.seat else seat, holder) for seat, holder in now}
            case Kept():
                now = {(seat, holder) for seat, holder in now if seat != ~event.seat}
            case Started():
                now = {(event.chairs.index(seat), holder) for seat, holder in now if seat in event.chairs}
    return sorted(now)
