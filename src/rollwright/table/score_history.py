"""The scores of a game, round by round."""

from rollwright.core.position import Position
from rollwright.table.events import Rolled, effective_events
from rollwright.table.table import Table


def history(table: Table) -> list[list[int]]:
    """Return the half points of all seats at the beginning, after each round, and now.

    Only for finished games: nothing is concealed.
    """
    position = Position.new(table.game, table.seats, table.setting, rules=table.rules)
    scores = [_all_halves(position)]
    closed = False
    for event in effective_events(table.log):
        round_no = position.round_no
        position = position.rolled(event.faces) if isinstance(event, Rolled) else position.after(event.seat, event.move)
        closed = position.round_no > round_no > 0  # round 0 is the set-up
        if closed:
            scores.append(_all_halves(position))
    return scores if closed else [*scores, _all_halves(position)]


def _all_halves(position: Position) -> list[int]:
    return [position.score(seat) for seat in range(position.seats)]
