"""What people at one screen may not see of each other: whose sheet is private now, and which is covered.

Everything here follows from what a spectator may know, or from moves that everybody was told of: so nothing that is
decided by it, such as whose sheet comes up next, tells one person what another has secretly done.
"""

from rollwright.core.contract import SPECTATOR
from rollwright.live.screen import Screen
from rollwright.table import Table


def private(screen: Screen) -> list[int]:
    """Return whose sheets, of the people at a screen, hold what the others there may not see; none if one is alone.

    It is worked out once for a position.
    """
    room, key = screen.room, (private, screen.seats)
    if not room.game.secrets or len(screen.seats) < 2:
        return []
    if key not in room.notes:
        room.notes[key] = [seat for seat in screen.seats if is_private(room.table, seat)]
    found: list[int] = room.notes[key]
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


def is_covered(screen: Screen, seat: int, opened: int) -> bool:
    """Say whether a sheet is covered for a page on which its player has `opened` it (see `opening`), or not (0)."""
    return seat in private(screen) and opened != opening(screen, seat)


def opening(screen: Screen, seat: int) -> int:
    """Return what a page says of a sheet that is opened now: a number of its own, new after every reveal, never 0."""
    return 1 + seat + screen.room.table.seats * int(screen.room.table.position.epoch)


def shows_total(screen: Screen, seat: int, viewer: int) -> bool:
    """Say whether a page may show a seat's total. Where totals are hidden, people at one screen see their own only on a
    sheet that is private: any other is seen by everybody."""
    table = screen.room.table
    if not table.shows_total(seat, viewer):
        return False
    hides = len(screen.seats) > 1 and screen.room.game.hides_totals(table.seats, over=table.over)
    return not hides or seat in private(screen)
