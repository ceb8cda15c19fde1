"""Whose turn it is, as far as a viewer may know."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rollwright.core.contract import Record
from rollwright.core.position import Position
from rollwright.table.events import Moved, Rolled, Undone
from rollwright.table.table import Table


def seats_asked(table: Table, view: Record) -> list[int]:
    """Return the seats that are to move, as far as can be known from a concealed position.

    A seat whose secrets are concealed seems to be still choosing, unless an open move of it shows that it is done.
    """
    apparent = table.waited_for(view)
    return [seat for seat in apparent if not has_announced(table, seat)] if table.game.secrets else apparent


def has_announced(table: Table, seat: int) -> bool:
    """Return whether a seat is done and its last move was an open one, so that everybody knows it."""
    mine: Sequence[int] = () if seat in table.waiting else table.recent(seat)
    last = table.log[mine[-1]] if mine else None
    return isinstance(last, Moved) and not table.game.moves.is_secret(last.move)


def moves_of_epoch(table: Table) -> list[int]:
    """Return the places in the log of all moves of this epoch."""
    return sorted(place for seat in range(table.seats) for place in table.recent(seat))


def moves_learnt(table: Table, place: int, epoch: int, earlier: Iterable[int]) -> list[tuple[int, int]]:
    """Return the moves of which everybody has learnt since a place of the log, each as (seat, its own place).

    Those are open moves; when the epoch that was then has ended, also the secret ones of it, with those at `earlier`
    places.
    """
    ended = int(table.position.epoch) != epoch
    places = [*(earlier if ended else ()), *range(place, len(table.log))]
    moves = [(each, event) for each in places if isinstance(event := table.log[each], Moved)]
    return [(event.seat, each) for each, event in moves if ended or not table.game.moves.is_secret(event.move)]


def could_move_in_secret(table: Table, seat: int) -> bool:
    """Return whether a seat that has moved in this epoch could have moved in secret instead.

    Everybody can know that: until a seat can move in secret for the first time, all that it has done is public.
    """
    position = Position(table.rules, table.epoch_start)
    for event in (table.log[place] for place in moves_of_epoch(table)):
        assert isinstance(event, Moved)
        if event.seat == seat and any(table.game.moves.is_secret(move) for move in position.legal(seat)):
            return True
        position = position.after(event.seat, event.move)
    return False


def seats_skipped(table: Table) -> frozenset[int]:
    """Return the seats that had nothing to decide in the last finished turn, in which others had.

    A turn goes from a roll until the dice of another round or roller are due.
    """
    present = (table.round_no, table.roller) if table.dice_due else None
    finished: tuple[int, int] | None = None
    movers: Counter[int] = Counter()
    since: Counter[int] = Counter()
    for event in reversed(table.log):
        if isinstance(event, Moved):
            since[event.seat] += 1
        elif isinstance(event, Undone):
            since[event.seat] -= 1
        elif isinstance(event, Rolled):
            turn = event.round_no, event.roller
            present = present or turn
            if finished is None and turn != present:
                finished = turn
            if finished is not None and turn != finished:
                break
            if finished is not None:
                movers += since
            since = Counter()
    return frozenset(range(table.seats)).difference(movers) if movers else frozenset()
