"""How a seat of a running game gets another player: without what the one before has chosen in secret."""

from collections.abc import Mapping, Sequence

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.entry.absence import check_may_be_freed
from rollwright.live.room import Room
from rollwright.table.events import Arrangement
from rollwright.table.turns import could_move_in_secret


def take(room: Room, seat: int, holder: str, name: str, choices: Mapping[str, str]) -> Sequence[Arrangement]:
    """Take a free seat, or change the name and choices of one's own."""
    _check_not_over(room)
    arranged = room.company.take(seat, holder, name, choices)
    if _must_withdraw(room, seat, holder) and _has_advised(room, seat):
        raise Refusal(
            Phrase(
                "A bot played for somebody at this seat, where moves can be secret: sit down once these are revealed."
            )
        )
    _withdraw_moves(room, seat, holder)
    return arranged


def free(room: Room, seat: int) -> Sequence[Arrangement]:
    """Free the seat of somebody who has been gone for long from a running game."""
    _check_not_over(room)
    check_may_be_freed(room, seat)
    return room.company.leave(seat, freed=True)


def reclaim(room: Room, seat: int, holder: str) -> Sequence[Arrangement]:
    """Come back to a seat that others freed, also from somebody new who has not been seen to move there."""
    arranged = room.company.reclaim(seat, holder)
    _withdraw_moves(room, seat, holder)
    return arranged


def _check_not_over(room: Room) -> None:
    """Refuse to give a seat of a finished game to others: they could take its last move back, and all results."""
    if room.table.over:
        raise Refusal(Phrase("The game is over: its seats stay with those who played. Open a new table to play on."))


def _has_advised(room: Room, seat: int) -> bool:
    """Say whether somebody who had a seat could see in this epoch what a bot chose there in secret.

    They had lent it, or sat down again where a bot had played, and may be back with another browser to choose anew.
    """
    table, stand_ins = room.table, room.company.stand_ins
    looked = any(stand_ins.was_seen(seat, place) for place in table.recent(seat))
    return looked or stand_ins.was_lent(seat, table.epoch_place)


def _must_withdraw(room: Room, seat: int, holder: str) -> bool:
    return room.company.changes_hands(seat, holder) and could_move_in_secret(room.table, seat)


def _withdraw_moves(room: Room, seat: int, holder: str) -> None:
    """Take back all moves of this epoch of a seat that changes hands, if it could move in secret.

    Open ones go too, also if there is no secret one: else everybody would learn by what stays whether there was one.
    """
    table = room.table
    if not _must_withdraw(room, seat, holder):
        return
    try:
        for place in reversed(table.recent(seat)):
            table.undo(seat, place, room.bots)
    except Refusal as refusal:
        raise Refusal(
            Phrase(
                "Others have built on what was done at this seat, where moves can be secret: sit down once these are "
                "revealed."
            )
        ) from refusal
