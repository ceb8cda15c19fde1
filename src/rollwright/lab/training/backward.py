"""Learning a value from the end of a game backwards, where a game's stages count down to its end.

Games of self-play, with slips, give positions of all stages. Then the stages are learned one after the other, the last
one first: what a position is worth is the mean over a few rolls of what the best moves make of it, and the stage after
it says what that is. So no stage learns from the mistakes of the moves that happened to follow, as it would from the
results of whole games; a value learned from those wavers from round to round.
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import VALUE_UNIT, learned, worth
from rollwright.bots.playout import ROLLS_PER_DECISION, STUCK
from rollwright.bots.valued_playouts import best_considered
from rollwright.core.contract import Ints, Record, begin, dice, features, legal, play, roll, waiting
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw
from rollwright.lab.training.self_play import HUNDRED

CONSIDERED = 8
"""Of the moves, those that the guide likes most are followed: so many."""


def play_on(
    s: Record,
    stream: Ints,
    values: Ints,
    slips: int,
    stage: int,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    limit: int,
) -> int:
    """Roll and play until dice are due at a stage below this one, or to the end; return that stage, or -1.

    Of a hundred decisions `slips` are random, so that other positions are seen, too.
    """
    decisions = 0
    rolls = 0
    while decisions <= limit and rolls <= ROLLS_PER_DECISION * (limit + 1):
        count = dice(s, sides)
        if count > 0:
            if rolls > 0:
                reached = features(s, 0, noted)
                if 0 <= reached < stage:
                    return reached
            for i in range(count):
                sides[i] = draw(stream, sides[i]) + 1
            roll(s, sides)
            rolls += 1
            continue
        if waiting(s) == 0:
            return -1
        count = legal(s, 0, moves)
        if count == 0:
            return -1
        move = moves[draw(stream, count)]
        if draw(stream, HUNDRED) >= slips:
            move = best_considered(s, 0, CONSIDERED, values, work, luck, sides, moves, others, noted, count, limit)
        play(s, 0, move)
        decisions += 1
    return -1


def gather(
    options: Ints,
    streams: Ints,
    values: Ints,
    slips: int,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    kept: NDArray[np.void],
    stages: Ints,
    limit: int,
) -> int:
    """Play a game with each of the streams and keep the positions in which dice are due; return how many."""
    count = 0
    for number in range(len(streams)):
        work[0] = work[2]
        s = work[0]
        begin(s, 1, options)
        while waiting(s) != 0:  # what comes before the first roll
            found = legal(s, 0, moves)
            if found == 0:
                return STUCK
            play(s, 0, best_considered(s, 0, CONSIDERED, values, work, luck, sides, moves, others, noted, found, limit))
        stage = features(s, 0, noted)
        while stage >= 0 and count < len(kept):
            kept[count] = s
            stages[count] = stage
            count += 1
            stage = play_on(s, streams[number], values, slips, stage, work, luck, sides, moves, others, noted, limit)
    return count


def look_ahead(
    kept: NDArray[np.void],
    streams: Ints,
    values: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    others: Ints,
    noted: Ints,
    rows: Ints,
    limit: int,
) -> None:
    """Write the features of each of these positions, and after them what its rolls are worth, added up."""
    width = rows.shape[1] - 1
    ahead = len(streams) // max(1, len(kept))
    for i in range(len(kept)):
        stage = features(kept[i], 0, noted)
        for k in range(width):
            rows[i, k] = noted[k]
        rows[i, width] = 0
        for n in range(ahead):
            work[0] = kept[i]
            s = work[0]
            reached = play_on(
                s, streams[i * ahead + n], values, 0, stage, work, luck, sides, moves, others, noted, limit
            )
            rows[i, width] += learned(reached, values, noted) if reached >= 0 else VALUE_UNIT * worth(s, 0)


_NUMBER, _INTS, _INTS_2D, _RECORDS = Argument.NUMBER, Argument.INTS, Argument.INTS_2D, Argument.RECORDS

BACKWARD = library(
    NativeFunction(
        gather,
        (_INTS_2D, _INTS_2D, _INTS_2D, _NUMBER, _RECORDS, _INTS_2D, _INTS, _INTS, _INTS, _INTS, _RECORDS, _INTS,
         _NUMBER),
        is_long=True,
    ),
    NativeFunction(
        look_ahead,
        (_RECORDS, _INTS_2D, _INTS_2D, _RECORDS, _INTS_2D, _INTS, _INTS, _INTS, _INTS, _INTS_2D, _NUMBER),
        is_long=True,
    ),
)  # fmt: skip
"""The native library of learning backwards."""
