"""What people who share a screen may not see of each other: whose sheet is private now, and which one is covered.

Everything here follows from what a spectator may know, or from moves that everybody was told of. So nothing decided by
it, such as whose sheet comes up next, tells one person what another has secretly done.
"""

from typing import TYPE_CHECKING

from rollwright.core.contract import SPECTATOR
from rollwright.live.versioned_cache import VersionedCache
from rollwright.table import Table

if TYPE_CHECKING:
    from rollwright.live.room import Room
    from rollwright.live.screen import Screen


class Privacy:
    """The private sheets of a room, worked out once for each version of it."""

    def __init__(self, room: "Room") -> None:
        """Work nothing out yet."""
        self._room = room
        self._private: VersionedCache[tuple[int, ...], list[int]] = VersionedCache()

    def private(self, seats: tuple[int, ...]) -> list[int]:
        """Return which of the seats at one screen have sheets that the others there may not see."""
        room = self._room
        if not room.game.secrets or len(seats) < 2:
            return []
        return self._private.get(room.version, seats, lambda: [seat for seat in seats if is_private(room.table, seat)])


def private(screen: "Screen") -> list[int]:
    """Return which of the people at a screen have sheets that the others there may not see."""
    return screen.room.privacy.private(screen.seats)


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


def is_covered(screen: "Screen", seat: int, revealed: int) -> bool:
    """Say whether a sheet is covered on a page that was last revealed as number `revealed`, or never (0)."""
    return seat in private(screen) and revealed != reveal_number(screen, seat)


def reveal_number(screen: "Screen", seat: int) -> int:
    """Return the number that a page sends to show that its player has revealed this sheet, never 0.

    It is another one for each seat and each epoch, so a sheet is covered again as soon as secrets were opened.
    """
    return 1 + seat + screen.room.table.seats * int(screen.room.table.position.epoch)


def shows_total(screen: "Screen", seat: int, viewer: int) -> bool:
    """Say whether a page may show a seat's total.

    Where totals are hidden, people who share a screen see their own only on a sheet that is private: any other sheet is
    seen by everybody there.
    """
    table = screen.room.table
    if not table.shows_total(seat, viewer):
        return False
    hides = len(screen.seats) > 1 and screen.room.game.hides_totals(table.seats, over=table.over)
    return not hides or seat in private(screen)
