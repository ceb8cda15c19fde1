"""How the scores of a game have grown."""

from rollwright.core.position import Position
from rollwright.table.events import Rolled, standing
from rollwright.table.table import Table


def history(table: Table) -> list[list[int]]:
    """Return everybody's half points at the beginning, after each round, and as they stand: for the end of a game,
    when there is nothing left to hide."""
    position = Position.new(table.game, table.seats, table.setting, rules=table.rules)
    told = [_all_halves(position)]
    closed = False
    for event in standing(table.log):
        round_no = position.round_no
        position = position.rolled(event.faces) if isinstance(event, Rolled) else position.after(event.seat, event.move)
        closed = position.round_no > round_no > 0  # round 0 is the set-up
        if closed:
            told.append(_all_halves(position))
    return told if closed else [*told, _all_halves(position)]


def _all_halves(position: Position) -> list[int]:
    return [position.score(seat) for seat in range(position.seats)]
