"""How the scores of a game have grown."""

import numpy as np

from rollwright.core.contract import Record
from rollwright.table.events import Rolled, standing
from rollwright.table.table import Table


def history(table: Table) -> list[list[int]]:
    """Return everybody's half points at the beginning, after each round, and as they stand: for the end of a game,
    when there is nothing left to hide."""
    rules, position = table.rules, table.rules.new()
    rules.begin(position, table.seats, table.game.options_array(table.seats, table.setting))
    told = [_all_halves(table, position)]
    closed = False
    for event in standing(table.log):
        round_no = int(position.round_no)
        if isinstance(event, Rolled):
            rules.roll(position, np.array(event.faces, np.int64))
        else:
            rules.play(position, event.seat, event.move)
        closed = position.round_no > round_no > 0  # round 0 is the set-up
        if closed:
            told.append(_all_halves(table, position))
    return told if closed else [*told, _all_halves(table, position)]


def _all_halves(table: Table, position: Record) -> list[int]:
    return [int(table.rules.score(position, seat)) for seat in range(table.seats)]
