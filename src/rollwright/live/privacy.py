"""What people who share a screen may not see of each other: whose sheet is private, and which sheet is covered.

Everything here depends only on what a spectator may know, and on public moves. So no decision based on it, such as
whose sheet is shown next, reveals what somebody has done in secret.
"""

from typing import TYPE_CHECKING

from rollwright.core.contract import SPECTATOR
from rollwright.live.versioned_cache import VersionedCache
from rollwright.table import Table

if TYPE_CHECKING:
    from rollwright.live.room import Room
    from rollwright.live.screen import Screen


class Privacy:
    """The private sheets of a room, computed once for each version of it."""

    def __init__(self, room: "Room") -> None:
        """Compute nothing yet."""
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
    """Say whether a seat knows, or may now do, something that others may not see.

    Secret moves are concealed from a spectator, for whom the seat still seems to be choosing. So while a seat can move
    in secret, the answer does not depend on whether it has.
    """
    watched = table.seen_by(SPECTATOR)
    if seat in table.waited_for(watched):
        chosen = table.moves_at(watched, seat)
        if any(table.game.moves.is_secret(move) for move in chosen):
            return True
    return table.seen_by(seat).tobytes() != watched.tobytes()


def is_covered(screen: "Screen", seat: int, revealed: int) -> bool:
    """Say whether a sheet is covered on a page; `revealed` is the last reveal number that the page sent, or 0."""
    return seat in private(screen) and revealed != reveal_number(screen, seat)


def reveal_number(screen: "Screen", seat: int) -> int:
    """Return the number, never 0, that a page sends to prove that its player has revealed this sheet.

    It differs for each seat and epoch, so a sheet is covered again when the epoch changes.
    """
    return 1 + seat + screen.room.table.seats * int(screen.room.table.position.epoch)


def shows_total(screen: "Screen", seat: int, viewer: int) -> bool:
    """Say whether a page may show a seat's total.

    In games with hidden totals, people who share a screen see their own total only on a private sheet, as everybody
    there sees any other sheet.
    """
    table = screen.room.table
    if not table.shows_total(seat, viewer):
        return False
    hides = len(screen.seats) > 1 and screen.room.game.hides_totals(table.seats, over=table.over)
    return not hides or seat in private(screen)
