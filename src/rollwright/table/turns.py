"""Who is asked for a move, as far as somebody may know it."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.table.events import Moved
from rollwright.table.table import Table


def seats_asked(table: Table, view: Record) -> list[int]:
    """Return the seats that somebody, from what they see, knows to be asked for a move.

    A seat whose secrets are blanked seems to be choosing still, unless it has said openly that it is done.
    """
    seeming = table.waited_for(view)
    return [seat for seat in seeming if not has_announced(table, seat)] if table.game.secrets else seeming


def has_announced(table: Table, seat: int) -> bool:
    """Say whether a seat is done, by a move that everybody was told of."""
    mine: Sequence[int] = () if seat in table.waiting else table.recent(seat)
    last = table.log[mine[-1]] if mine else None
    return isinstance(last, Moved) and not table.game.moves.form(last.move).secret
