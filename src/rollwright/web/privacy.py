"""What people at one screen may not see of each other: whose sheet is private now, and which is covered.

Everything here follows from what a spectator may know, or from moves that everybody was told of: so nothing that is
decided by it, such as whose sheet comes up next, tells one person what another has secretly done.
"""

from collections.abc import Sequence

from rollwright.core.contract import SPECTATOR, Record
from rollwright.table import Moved, Table
from rollwright.web.rooms import Room


def private(room: Room) -> list[int]:
    """Return whose sheets, of the people at this screen, hold what the others here may not see; none if one is alone.

    It is worked out once for a position.
    """
    if not room.game.secrets or len(room.people) < 2:
        return []
    if private not in room.notes:
        room.notes[private] = [seat for seat in room.people if is_private(room.table, seat)]
    found: list[int] = room.notes[private]
    return found


def is_private(table: Table, seat: int) -> bool:
    """Say whether a seat knows, or may now do, what others may not see.

    What was done in secret is blanked for a spectator, to whom the seat seems to be choosing still; so as long as it
    could choose secretly, this is the same whatever it has chosen.
    """
    watched = table.seen_by(SPECTATOR)
    if seat in table.waited_for(watched):
        chosen = table.moves_at(watched, seat)
        if any(table.game.moves.form(move).secret for move in chosen):
            return True
    return table.seen_by(seat).tobytes() != watched.tobytes()


def is_covered(room: Room, seat: int, opened: int) -> bool:
    """Say whether a sheet is covered for a page on which its player has `opened` it (see `opening`), or not (0)."""
    return seat in private(room) and opened != opening(room, seat)


def opening(room: Room, seat: int) -> int:
    """Return what a page says of a sheet that is opened now: a number of its own, new after every reveal, never 0."""
    return 1 + seat + room.table.seats * int(room.table.position.epoch)


def shows_total(room: Room, seat: int, viewer: int) -> bool:
    """Say whether a page may show a seat's total. Where totals are hidden, people at one screen see their own only on a
    sheet that is private: any other is seen by everybody."""
    if not room.table.shows_total(seat, viewer):
        return False
    hides = len(room.people) > 1 and room.game.hides_totals(room.table.seats, over=room.table.over)
    return not hides or seat in private(room)


def seats_asked(room: Room, view: Record) -> list[int]:
    """Return the seats that somebody, from what they see, knows to be asked for a move.

    A seat whose secrets are blanked seems to be choosing still, unless it has said openly that it is done.
    """
    table = room.table
    seeming = table.waited_for(view)
    return [seat for seat in seeming if not has_announced(table, seat)] if room.game.secrets else seeming


def has_announced(table: Table, seat: int) -> bool:
    """Say whether a seat is done, by a move that everybody was told of."""
    mine: Sequence[int] = () if seat in table.waiting else table.recent(seat)
    last = table.log[mine[-1]] if mine else None
    return isinstance(last, Moved) and not table.game.moves.form(last.move).secret
