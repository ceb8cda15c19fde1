"""Tables and events as the rows that a database keeps, and back."""

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import Any

from rollwright.table.events import Carried, Event, Left, Linked, Opened, Seated, Started, from_json, to_json
from rollwright.table.models import OF_A_TABLE, DiceKind, Head, Listed, Player, Result, SeatKind, Summary

HEAD = "id, owner, opened, players, seed, dice, clock, deal, ranked"
"""The columns that `head_of` reads."""

LISTED = f"game, seats, summary, touched, ended, {HEAD}"
"""The columns that `listed_of` reads."""

RESULT = ", ".join(field.name for field in fields(Result))
"""The columns of a result, which are its own fields in their order."""


def table_row(head: Head, events: Sequence[Event], summary: Summary) -> dict[str, str | float | None]:
    """Return a new table as it is kept, touched now, by the names of the columns."""
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
        "summary": standing(summary),
        "dice": head.dice,
        "clock": head.clock,
        "deal": head.deal,
        "ranked": int(head.ranked),
    }


def event_text(event: Event) -> str:
    """Return an event as it is kept."""
    return json.dumps(to_json(event), separators=(",", ":"))


def event_of(text: str) -> Event:
    """Read an event back."""
    return from_json(json.loads(text))


def standing(summary: Summary) -> str:
    """Return how a game stands as it is kept."""
    told = (summary.round_no, summary.halves, summary.over, summary.names, summary.asked, summary.waits)
    return json.dumps(told)  # once for each write: `astuple`, which copies deeply, would cost a quarter of it


def head_of(
    table_id: str, owner: str, opened: float, players: str, seed: str, dice: str, clock: int, deal: str, ranked: int
) -> Head:
    """Read back what is known of a table beside its log."""
    seated = tuple(Player(name, SeatKind(kind), level) for name, kind, level in json.loads(players))
    return Head(table_id, owner, opened, seated, int(seed, 16), DiceKind(dice), clock, deal, bool(ranked))


def listed_of(game: str, seats: int, summary: str, touched: float, ended: float | None, *head: Any) -> Listed:
    """Read back a table of a list of tables."""
    stands: list[Any] = [tuple(part) if isinstance(part, list) else part for part in json.loads(summary)]
    return Listed(head_of(*head), game, seats, Summary(*stands), touched, ended)


def first_of(deal: str) -> str | None:
    """Return the table whose own deal this is, if it is a table's."""
    return deal.removeprefix(OF_A_TABLE) if deal.startswith(OF_A_TABLE) else None


def new_secret() -> str:
    """Draw a secret, as it is kept: 32 bytes in hexadecimal digits."""
    return secrets.token_hex(32)


CHANGES = frozenset({Seated, Carried, Left, Linked, Started})
"""The events that say who has a seat."""


def changes_holders(events: Iterable[Event]) -> bool:
    """Say whether other people have the seats after these events."""
    return any(type(event) in CHANGES for event in events)


def held_after(held: Iterable[tuple[int, str]], events: Iterable[Event]) -> list[tuple[int, str]]:
    """Return who has which seat by a link after some events, from who had one before, as (seat, holder).

    Whoever is at the opener's screen is not among them: the tables one opened are found without.
    """
    now = set(held)
    for event in events:
        match event:
            case Linked() if event.holders:
                now = {(seat, holder) for seat, holder in now if seat != event.seat or holder in event.holders}
            case Seated() if (event.seat, event.holder) not in now:
                now = {(seat, holder) for seat, holder in now if seat != event.seat} | {(event.seat, event.holder)}
            case Carried():
                now.add((event.seat, event.holder))
            case Left():
                now = {(seat, holder) for seat, holder in now if seat != event.seat}
            case Started():
                now = {(event.chairs.index(seat), holder) for seat, holder in now if seat in event.chairs}
    return sorted(now)
