"""Games of self-play, compiled for each game, and the sums from which weights are fitted.

Whenever dice are due, the features of every seat are written down; when the game has ended, they are added to sums of
whole numbers together with what the seat came to. Sums of whole numbers are the same on every machine.
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import VALUE_UNIT, favourite, finish, learned, worth
from rollwright.bots.playout import ROLLS_PER_DECISION, STUCK
from rollwright.bots.valued_playouts import NO_ROLLS
from rollwright.core.contract import Ints, Record, begin, conceal, dice, features, legal, play, roll, waiting
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw

SEAT, STAGE, FIRST = 0, 1, 2
"""The columns of what is written down: the seat, the stage, and from FIRST on the features."""

HUNDRED = 100


def best_by_value(
    s: Record,
    seat: int,
    weights: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    count: int,
    limit: int,
) -> int:
    """Return the move after which the position is worth most by its learned value, when dice are due next."""
    best: int = moves[0]
    most = 0
    for i in range(count):
        work[1] = s
        then = work[1]
        conceal(then, seat)
        play(then, seat, moves[i])
        stage = finish(then, seat, luck, True, NO_ROLLS, sides, others, noted, limit)
        value = learned(stage, weights, noted) if stage >= 0 else VALUE_UNIT * worth(then, seat)
        if i == 0 or value > most:
            most = value
            best = moves[i]
    return best


def note_features(s: Record, noted: Ints, rows: Ints, row: int) -> int:
    """Write down the features of every seat, if there is room; return the next free row."""
    for seat in range(s.seat_count):
        stage = features(s, seat, noted)
        if stage >= 0 and row < len(rows):
            rows[row, SEAT] = seat
            rows[row, STAGE] = stage
            for k in range(len(noted)):
                rows[row, FIRST + k] = noted[k]
            row += 1
    return row


def add_up(s: Record, rows: Ints, count: int, sums: Ints) -> None:
    """Add the rows of a game that has ended to the sums: products of features, and with what the seat came to."""
    width = sums.shape[1]
    for row in range(count):
        stage = rows[row, STAGE]
        result = worth(s, rows[row, SEAT])
        for i in range(width):
            one = rows[row, FIRST + i]
            for j in range(width):
                sums[stage, i, j] += one * rows[row, FIRST + j]
            sums[stage, i, width] += one * result
            sums[stage, i, width + 1] += 1


def self_play(
    seats: int,
    options: Ints,
    streams: Ints,
    weights: Ints,
    by_value: bool,
    slips: int,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    rows: Ints,
    sums: Ints,
    limit: int,
) -> int:
    """Play a game with each of the streams, by the value or by the guide; return the decisions, or STUCK.

    Of a hundred decisions `slips` are random, so that other positions are seen, too.
    """
    total = 0
    for number in range(len(streams)):
        stream = streams[number]
        work[0] = work[2]
        s = work[0]
        begin(s, seats, options)
        row = 0
        decisions = 0
        rolls = 0
        while decisions <= limit and rolls <= ROLLS_PER_DECISION * (limit + 1):
            count = dice(s, sides)
            if count > 0:
                row = note_features(s, noted, rows, row)
                for i in range(count):
                    sides[i] = draw(stream, sides[i]) + 1
                roll(s, sides)
                rolls += 1
                continue
            left = waiting(s)
            if left == 0:
                break
            seat = 0
            while left & 1 == 0:
                left >>= 1
                seat += 1
            count = legal(s, seat, moves)
            if count == 0:
                return STUCK
            start = draw(stream, count)
            move = moves[start]
            if draw(stream, HUNDRED) >= slips:
                if by_value:
                    move = best_by_value(s, seat, weights, work, luck, sides, moves, others, noted, count, limit)
                else:
                    move = favourite(s, seat, moves, count, start)
            play(s, seat, move)
            decisions += 1
        add_up(s, rows, row, sums)
        total += decisions
    return total


_NUMBER, _INTS, _INTS_2D = Argument.NUMBER, Argument.INTS, Argument.INTS_2D

TRAINING = library(
    NativeFunction(
        self_play,
        (_NUMBER, _INTS_2D, _INTS_2D, _INTS_2D, _NUMBER, _NUMBER, Argument.RECORDS, _INTS_2D, _INTS, _INTS, _INTS,
         _INTS, _INTS_2D, Argument.INTS_3D, _NUMBER),
        is_long=True,
    ),
)  # fmt: skip
"""The native library of training."""
