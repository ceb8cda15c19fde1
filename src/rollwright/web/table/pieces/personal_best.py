"""Solo games: what a page needs to keep the best results on this device."""

from collections.abc import Iterable
from typing import Any

from rollwright.core.dice import DiceSource, RollCounter
from rollwright.live.history.folded_log import dice_of
from rollwright.live.room import Room
from rollwright.table import Event, Rolled
from rollwright.table.events import effective_events
from rollwright.table.models import DiceKind


def alone(room: Room, seat: int, viewer: int) -> dict[str, Any] | None:
    """Return the key under which a solo game's results are compared, and its score, for its player; None for any other
    game or viewer.

    Games opened from a record, or with dice that were not rolled here, do not count.
    """
    table = room.table
    if room.head.deal and not room.head.ranked:  # the player may know these dice
        return None
    if (
        table.seats != 1
        or viewer != seat
        or room.head.dice in (DiceKind.RECORD, DiceKind.WATCHED)
        or not _rolled_here(table.log, dice_of(room.head, room.company))
    ):
        return None
    chosen = {(name, values[0]) for name, values in table.setting.items()}
    chosen -= {(option.name, option.unsaid) for option in room.game.options}  # the key from before there was the option
    setting = [f"{name}-{value}" for name, value in sorted(chosen)]
    return {
        "key": "-".join([room.game.name, *setting]),
        "halves": table.halves(seat, viewer),
        "opened": round(1000 * room.head.opened),
    }


def _rolled_here(log: Iterable[Event], own: DiceSource) -> bool:
    """Say whether all dice in a log were rolled at this table."""
    rolls = RollCounter()
    return all(
        own.faces(rolls.next(event.round_no, event.roller, event.sides)) == list(event.faces)
        for event in effective_events(log)
        if isinstance(event, Rolled)
    )
