"""Games played alone: what a page must know to keep the best result of this device."""

from collections.abc import Iterable
from typing import Any

from rollwright.core.dice import DiceSource, RollCounter
from rollwright.live.room import Room
from rollwright.table import Event, Rolled
from rollwright.table.events import effective_events
from rollwright.table.models import DiceKind


def alone(room: Room, seat: int, viewer: int) -> dict[str, Any] | None:
    """Return the name under which a game played alone is compared with others, and how it stands, to who plays it;
    None for any other game, and to anybody else.

    A record that was opened is no game played here, nor is one whose dice were not rolled here.
    """
    table = room.table
    if room.head.deal and not room.head.ranked:  # these dice may have been met before
        return None
    if (
        table.seats != 1
        or viewer != seat
        or room.head.dice == DiceKind.RECORD
        or not _rolled_here(table.log, room.dice())
    ):
        return None
    setting = [f"{name}-{values[0]}" for name, values in sorted(table.setting.items())]
    return {
        "key": "-".join([room.game.name, *setting]),
        "halves": table.halves(seat, viewer),
        "opened": round(1000 * room.head.opened),
    }


def _rolled_here(log: Iterable[Event], own: DiceSource) -> bool:
    """Say whether all dice of a log are the table's own."""
    rolls = RollCounter()
    return all(
        own.faces(rolls.next(event.round_no, event.roller, event.sides)) == list(event.faces)
        for event in effective_events(log)
        if isinstance(event, Rolled)
    )
