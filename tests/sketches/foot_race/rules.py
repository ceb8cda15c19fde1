"""The rules of Foot Race: a hare makes three steps, a fox two, a snail one, and each step is a point.

A die says who begins; of two hares or foxes with as many points the first to move wins, and snails share.
"""

import numpy as np

from rollwright.core.contract import HEADER, Ints, Record

STEP = 0
SNAIL = 2

MAX_DICE = 1
MAX_MOVES = 1
STATE = np.dtype((np.record, [*HEADER, ("wet", "i1"), ("first", "i1"), ("animals", "i1", (3,)), ("steps", "i1", (3,))]))


def begin(s: Record, seats: int, options: Ints) -> None:
    s.seat_count = seats
    s.wet = options[1, 0]
    for seat in range(seats):
        s.animals[seat] = options[0, seat]


def dice(s: Record, sides: Ints) -> int:
    sides[0] = s.seat_count
    return 1 if s.round_no == 0 else 0


def roll(s: Record, faces: Ints) -> None:
    s.epoch += 1
    s.round_no = 1
    s.first = faces[0] - 1


def waiting(s: Record) -> int:
    seats = 0
    for seat in range(s.seat_count):
        if s.round_no > 0 and s.steps[seat] + s.animals[seat] < 3:
            seats |= 1 << seat
    return seats


def legal(s: Record, seat: int, moves: Ints) -> int:
    moves[0] = STEP
    return 1


def play(s: Record, seat: int, move: int) -> None:
    s.steps[seat] += 1


def score(s: Record, seat: int) -> int:
    return 2 * int(s.steps[seat])


def tiebreak(s: Record, seat: int) -> int:
    return 0 if s.animals[seat] == SNAIL else -((seat - int(s.first)) % int(s.seat_count))


def conceal(s: Record, seat: int) -> None:
    pass
