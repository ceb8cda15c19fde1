"""The rules of Lucky Hand: each seat rolls a die, then raises a hand four times, the left one or the right one.

The option says what points are: the face of the die, or how often it was the right hand.
"""

import numpy as np
from rollwright.games.lucky_hand import moves as notation

from rollwright.core.contract import HEADER, Ints, Record

LEFT = notation.LEFT.layout[0]
RIGHT = notation.RIGHT.layout[0]
RAISED = 4

MAX_DICE = 2
MAX_MOVES = 2
STATE = np.dtype(
    (np.record, [*HEADER, ("by_choices", "i1"), ("faces", "i1", (2,)), ("raised", "i1", (2,)), ("right", "i1", (2,))])
)


def begin(s: Record, seats: int, options: Ints) -> None:
    s.seat_count, s.by_choices = seats, options[0, 0]


def dice(s: Record, sides: Ints) -> int:
    sides[: s.seat_count] = 6
    return int(s.seat_count) if s.round_no == 0 else 0


def roll(s: Record, faces: Ints) -> None:
    s.epoch += 1
    s.round_no = 1
    s.faces[: s.seat_count] = faces[: s.seat_count]


def waiting(s: Record) -> int:
    return sum(1 << seat for seat in range(s.seat_count) if s.round_no > 0 and s.raised[seat] < RAISED)


def legal(s: Record, seat: int, moves: Ints) -> int:
    moves[0], moves[1] = LEFT, RIGHT
    return 2


def play(s: Record, seat: int, move: int) -> None:
    s.raised[seat] += 1
    s.right[seat] += move == RIGHT


def score(s: Record, seat: int) -> int:
    return 2 * int(s.right[seat] if s.by_choices else s.faces[seat])


def conceal(s: Record, seat: int) -> None:
    pass
