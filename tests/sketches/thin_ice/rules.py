"""The rules of Thin Ice: four rolls lead across, unless the ice breaks under a low one, or one goes home before."""

import numpy as np
from rollwright.games.thin_ice import moves as notation

from rollwright.core.contract import HEADER, Ints, Record

ON = notation.ON.layout[0]
HOME = notation.HOME.layout[0]
ACROSS = 4

MAX_DICE = 1
MAX_MOVES = 2
STATE = np.dtype((np.record, [*HEADER, ("ice", "i1"), ("rolled", "i1"), ("steps", "i1"), ("end", "i1")]))


def begin(s: Record, seats: int, options: Ints) -> None:
    s.seat_count, s.round_no, s.ice = seats, 1, 1 + options[0, 0]


def dice(s: Record, sides: Ints) -> int:
    sides[0] = 6
    return 1 if s.rolled == 0 and s.end == 0 else 0


def roll(s: Record, faces: Ints) -> None:
    s.epoch += 1
    s.rolled = faces[0]
    s.steps += faces[0]
    s.end = 1 if s.rolled <= s.ice else 2 if s.round_no == ACROSS else 0


def waiting(s: Record) -> int:
    return 1 if s.rolled > 0 and s.end == 0 else 0


def legal(s: Record, seat: int, moves: Ints) -> int:
    moves[0], moves[1] = ON, HOME
    return 2


def play(s: Record, seat: int, move: int) -> None:
    if move == HOME:
        s.end = 3
    else:
        s.rolled = 0
        s.round_no += 1


def score(s: Record, seat: int) -> int:
    return 0 if s.end == 1 else 2 * int(s.steps)


def conceal(s: Record, seat: int) -> None:
    pass
