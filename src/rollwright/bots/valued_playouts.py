"""Playouts in which the seat itself plays by its learned value, and only the others follow the guide.

The seat tries the moves that the guide likes best, follows each of them until dice are due, and makes the one after
which its learned value is greatest. So it plays in a playout nearly as well as it will play in the game: what needs
good play later is not misjudged.

What follows a move is left to the guide: that takes some five times as long as a playout by the guide alone. Or it is
chosen by the value, too: that takes some three times as long again, and is better where a round has several decisions,
as a good first one is not missed because the guide makes little of it.

Written once against the contract and compiled for each game (see `Game.bind`).
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import (
    ENDED,
    HALVES,
    SHARE,
    TO_THE_END,
    VALUE_UNIT,
    WORTH,
    favourite,
    finish,
    learned,
    set_luck,
    share,
    worth,
)
from rollwright.bots.playout import ROLLS_PER_DECISION
from rollwright.core.contract import Ints, Record, conceal, dice, features, legal, play, prefer, roll, score, waiting
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw

NO_ROLLS = 0
"""A move is followed only until dice are due: then the value is asked."""


def sort_by_guide(s: Record, seat: int, moves: Ints, weights: Ints, count: int, considered: int) -> None:
    """Put the moves that the guide likes most first, as many as are considered."""
    for i in range(count):
        weights[i] = prefer(s, seat, moves[i])
    for i in range(min(considered, count)):
        best = i
        for j in range(i + 1, count):
            if weights[j] > weights[best]:
                best = j
        move = moves[best]
        weight = weights[best]
        for j in range(best, i, -1):
            moves[j] = moves[j - 1]
            weights[j] = weights[j - 1]
        moves[i] = move
        weights[i] = weight


def best_considered(
    s: Record,
    seat: int,
    considered: int,
    values: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    count: int,
    limit: int,
) -> int:
    """Return the move, of so many that the guide likes best, after which the position is worth most to the seat.

    What follows a move until dice are due is left to the guide. Moves are tried in `work[1]`, and `luck` is not that of
    the game: nobody knows the dice to come.
    """
    sort_by_guide(s, seat, moves, others, count, considered)
    best: int = moves[0]
    most = 0
    for i in range(min(considered, count)):
        work[1] = s
        then = work[1]
        conceal(then, seat)
        play(then, seat, moves[i])
        value = value_when_dice_are_due(then, seat, values, luck, sides, others, noted, limit)
        if i == 0 or value > most:
            most = value
            best = moves[i]
    return best


def value_when_dice_are_due(
    s: Record, seat: int, values: Ints, luck: Ints, sides: Ints, moves: Ints, noted: Ints, limit: int
) -> int:
    """Follow the guide until dice are due, or the game is over; return what the position is worth to the seat then."""
    stage = finish(s, seat, luck, True, NO_ROLLS, sides, moves, noted, limit)
    return learned(stage, values, noted) if stage >= 0 else VALUE_UNIT * worth(s, seat)


def play_until_dice_are_due(
    s: Record,
    seat: int,
    follows: int,
    values: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    limit: int,
) -> int:
    """Play on until dice are due, or the game is over; return what the position is worth to the seat then.

    The seat chooses by the value, among so many moves that the guide likes best; with 0 it follows the guide, like the
    other seats.
    """
    decisions = 0
    while follows > 0 and decisions <= limit and dice(s, sides) == 0:
        seats = waiting(s)
        if seats == 0:
            break
        mover = 0
        while seats & 1 == 0:
            seats >>= 1
            mover += 1
        count = legal(s, mover, moves)
        if count == 0:
            break
        if mover == seat and count > 1:
            move = best_considered(s, seat, follows, values, work, luck, sides, moves, others, noted, count, limit)
        else:
            move = favourite(s, mover, moves, count, draw(luck[1 + mover], count))
        play(s, mover, move)
        decisions += 1
    return value_when_dice_are_due(s, seat, values, luck, sides, moves, noted, limit)


def best_followed(
    s: Record,
    seat: int,
    considered: int,
    follows: int,
    values: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    after: Ints,
    others: Ints,
    noted: Ints,
    count: int,
    limit: int,
) -> int:
    """Return the best move like `best_considered`, but choose what follows it by the value, among so many moves, too.

    Moves are tried in `work[2]`, what follows them in `work[1]`.
    """
    if follows == 0:
        return best_considered(s, seat, considered, values, work, luck, sides, moves, others, noted, count, limit)
    sort_by_guide(s, seat, moves, others, count, considered)
    best: int = moves[0]
    most = 0
    for i in range(min(considered, count)):
        work[2] = s
        then = work[2]
        conceal(then, seat)
        play(then, seat, moves[i])
        value = play_until_dice_are_due(then, seat, follows, values, work, luck, sides, after, others, noted, limit)
        if i == 0 or value > most:
            most = value
            best = moves[i]
    return best


def finish_by_value(
    s: Record,
    seat: int,
    luck: Ints,
    ahead: Ints,
    considered: int,
    follows: int,
    cut: int,
    values: Ints,
    work: NDArray[np.void],
    sides: Ints,
    moves: Ints,
    after: Ints,
    others: Ints,
    noted: Ints,
    limit: int,
) -> int:
    """Play on like `finish`, but let the seat itself play by its learned value; `ahead` is the luck it expects."""
    decisions = 0
    rolls = 0
    while decisions <= limit and rolls <= ROLLS_PER_DECISION * (limit + 1):
        count = dice(s, sides)
        if count > 0:
            if cut != TO_THE_END and rolls >= cut:
                stage = features(s, seat, noted)
                if stage >= 0:
                    return stage
            for i in range(count):
                sides[i] = draw(luck[0], sides[i]) + 1
            roll(s, sides)
            rolls += 1
            continue
        seats = waiting(s)
        if seats == 0:
            return ENDED
        mover = 0
        while seats & 1 == 0:
            seats >>= 1
            mover += 1
        count = legal(s, mover, moves)
        if count == 0:
            return ENDED
        if mover == seat and count > 1:
            move = best_followed(
                s, seat, considered, follows, values, work, ahead, sides, moves, after, others, noted, count, limit
            )
        else:
            move = favourite(s, mover, moves, count, draw(luck[1 + mover], count))
        play(s, mover, move)
        decisions += 1
    return ENDED


def try_moves_by_value(
    root: Record,
    seat: int,
    tried: Ints,
    lucks: Ints,
    considered: int,
    follows: int,
    cut: int,
    weights: Ints,
    work: NDArray[np.void],
    luck: Ints,
    ahead: Ints,
    sides: Ints,
    moves: Ints,
    after: Ints,
    others: Ints,
    noted: Ints,
    limit: int,
    found: Ints,
) -> None:
    """Make playouts like `try_moves`, but let the seat play by its learned value.

    The first half of the streams of each of the lucks falls in the playout, the second is what the seat expects in it.
    """
    streams = luck.shape[0]
    for number in range(len(tried)):
        for i in range(len(lucks)):
            work[0] = root
            s = work[0]
            set_luck(luck, lucks[i, :streams])
            set_luck(ahead, lucks[i, streams:])
            play(s, seat, tried[number])
            stage = finish_by_value(
                s, seat, luck, ahead, considered, follows, cut, weights, work, sides, moves, after, others, noted, limit
            )
            found[number, i, WORTH] = learned(stage, weights, noted) if stage >= 0 else VALUE_UNIT * worth(s, seat)
            found[number, i, HALVES] = score(s, seat)
            found[number, i, SHARE] = share(s, seat)


def foresee(
    root: Record,
    seat: int,
    tried: Ints,
    streams: Ints,
    follows: int,
    values: Ints,
    ends: NDArray[np.void],
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    limit: int,
    found: Ints,
) -> None:
    """Follow each tried move until dice are due: write where it ends, and the learned value there."""
    for number in range(len(tried)):
        ends[number] = root
        s = ends[number]
        set_luck(luck, streams)
        play(s, seat, tried[number])
        found[number] = play_until_dice_are_due(
            s, seat, follows, values, work, luck, sides, moves, others, noted, limit
        )


_RECORD, _NUMBER, _INTS = Argument.RECORD, Argument.NUMBER, Argument.INTS
_RECORDS, _INTS_2D, _INTS_3D = Argument.RECORDS, Argument.INTS_2D, Argument.INTS_3D

VALUED = library(
    NativeFunction(
        try_moves_by_value,
        (_RECORD, _NUMBER, _INTS, _INTS_3D, _NUMBER, _NUMBER, _NUMBER, _INTS_2D, _RECORDS, _INTS_2D, _INTS_2D, _INTS,
         _INTS, _INTS, _INTS, _INTS, _NUMBER, _INTS_3D),
        is_long=True,
    ),
    NativeFunction(
        foresee,
        (_RECORD, _NUMBER, _INTS, _INTS_2D, _NUMBER, _INTS_2D, _RECORDS, _RECORDS, _INTS_2D, _INTS, _INTS, _INTS, _INTS,
         _NUMBER, _INTS),
    ),
)  # fmt: skip
"""The native library of these playouts; only games with a learned value need it."""
