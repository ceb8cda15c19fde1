"""Playouts that follow a game's guide, written once against the contract and compiled for each game (see `Game.bind`).

A playout goes to the end of the game, or only until so many rolls have fallen; then the game's learned value says how
the game would end (see :mod:`rollwright.bots.learned_value`).
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.playout import ROLLS_PER_DECISION
from rollwright.core.contract import (
    Ints,
    Record,
    dice,
    features,
    legal,
    play,
    prefer,
    roll,
    score,
    tiebreak,
    waiting,
)
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw

TO_THE_END = -1
"""As a number of rolls: a playout is not cut short."""

ENDED = -1
"""As a stage: a playout came to the end of the game."""

VALUE_UNIT = 256
"""Worth is counted in half points times this, so that learned values keep their fractions."""

WIN = 8
"""What winning adds to the margin, in half points: enough to prefer a safe win, too little to gamble for one."""

VICTORY = 60
"""A whole victory, so that it can be shared among up to six seats in whole numbers."""

WORTH, HALVES, SHARE = 0, 1, 2
"""What is kept of a playout for a seat: its worth in VALUE_UNITs, its score, and its share of the victory."""

KEPT = 3


def favourite(s: Record, seat: int, moves: Ints, count: int, start: int) -> int:
    """Return the move with the greatest weight; among equals the first from `start` on, wrapping around."""
    best: int = moves[start]
    weight = prefer(s, seat, best)
    for i in range(start + 1, start + count):
        move = moves[i if i < count else i - count]
        its_weight = prefer(s, seat, move)
        if its_weight > weight:
            weight = its_weight
            best = move
    return best


def weigh(s: Record, seat: int, moves: Ints, weights: Ints) -> None:
    """Write the guide's weight of each of these moves."""
    for i in range(len(moves)):
        weights[i] = prefer(s, seat, moves[i])


def finish(
    s: Record, seat: int, luck: Ints, guided: bool, cut: int, sides: Ints, moves: Ints, noted: Ints, limit: int
) -> int:
    """Play on; `luck` holds a random stream for the dice, then one for each seat's choices.

    Stops at the end of the game and returns ENDED; or, once `cut` rolls have fallen, when dice are due and the position
    can be valued: then it returns the stage, and `noted` holds the features of this seat.
    """
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
        start = draw(luck[1 + mover], count)
        play(s, mover, favourite(s, mover, moves, count, start) if guided else moves[start])
        decisions += 1
    return ENDED


def worth(s: Record, seat: int) -> int:
    """Return the value of a final position for a seat, in half points.

    For a solo game it is the score plus the tie-break; otherwise the margin to the best other seat, plus or minus WIN.
    """
    own = int(score(s, seat))
    if s.seat_count == 1:
        return own + int(tiebreak(s, seat))
    best = 0
    best_tie = 0
    met = False
    for other in range(s.seat_count):
        if other != seat:
            halves = int(score(s, other))
            tie = int(tiebreak(s, other))
            if not met or halves > best or (halves == best and tie > best_tie):
                best = halves
                best_tie = tie
                met = True
    tie = int(tiebreak(s, seat))
    if own > best or (own == best and tie > best_tie):
        return own - best + WIN
    if own == best and tie == best_tie:
        return own - best
    return own - best - WIN


def learned(stage: int, weights: Ints, noted: Ints) -> int:
    """Return the learned value of a position with these features, in VALUE_UNITs."""
    total = 0
    for k in range(weights.shape[1]):
        total += weights[stage, k] * noted[k]
    return total


def share(s: Record, seat: int) -> int:
    """Return a seat's share of the victory at the end of a game, in parts of VICTORY."""
    own = score(s, seat)
    tie = tiebreak(s, seat)
    winners = 1
    for other in range(s.seat_count):
        if other != seat:
            halves = score(s, other)
            if halves > own:
                return 0
            if halves == own:
                its = tiebreak(s, other)
                if its > tie:
                    return 0
                if its == tie:
                    winners += 1
    return VICTORY // winners


def set_luck(luck: Ints, streams: Ints) -> None:
    """Start a playout's streams of random numbers."""
    for stream in range(luck.shape[0]):
        for word in range(luck.shape[1]):
            luck[stream, word] = streams[stream, word]


def try_moves(
    root: Record,
    seat: int,
    tried: Ints,
    lucks: Ints,
    guided: bool,
    cut: int,
    weights: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    noted: Ints,
    limit: int,
    found: Ints,
) -> None:
    """Make one playout of each tried move with each of the lucks; `found[number, i]` is what came of it for the seat.

    Of a playout that was cut short only the worth is known; its score is the one it had then.
    """
    for number in range(len(tried)):
        for i in range(len(lucks)):
            work[0] = root
            s = work[0]
            set_luck(luck, lucks[i])
            play(s, seat, tried[number])
            stage = finish(s, seat, luck, guided, cut, sides, moves, noted, limit)
            found[number, i, WORTH] = learned(stage, weights, noted) if stage >= 0 else VALUE_UNIT * worth(s, seat)
            found[number, i, HALVES] = score(s, seat)
            found[number, i, SHARE] = share(s, seat)


_RECORD, _NUMBER, _INTS = Argument.RECORD, Argument.NUMBER, Argument.INTS
_RECORDS, _INTS_2D, _INTS_3D = Argument.RECORDS, Argument.INTS_2D, Argument.INTS_3D

SEARCH = library(
    NativeFunction(
        try_moves,
        (_RECORD, _NUMBER, _INTS, _INTS_3D, _NUMBER, _NUMBER, _INTS_2D,
         _RECORDS, _INTS_2D, _INTS, _INTS, _INTS, _NUMBER, _INTS_3D),
        is_long=True,
    ),
    NativeFunction(favourite, (_RECORD, _NUMBER, _INTS, _NUMBER, _NUMBER)),
    NativeFunction(weigh, (_RECORD, _NUMBER, _INTS, _INTS)),
    NativeFunction(finish, (_RECORD, _NUMBER, _INTS_2D, _NUMBER, _NUMBER, _INTS, _INTS, _INTS, _NUMBER)),
)  # fmt: skip
"""The native library of the bots."""
