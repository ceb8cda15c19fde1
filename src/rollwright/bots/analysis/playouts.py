"""Playouts whose results are kept one by one, written against the contract and compiled for each game.

Each playout's result is kept, not only the sum, because two moves are compared playout by playout: with the same dice
the difference of two results spreads far less than either of them.
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.search import finish, worth
from rollwright.core.contract import Ints, Record, play, score, tiebreak
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw

VICTORY = 60
"""A whole victory, so that it can be shared among up to six seats in whole numbers."""

HALVES, SHARE, WORTH = 0, 1, 2
"""What is kept of a playout for a seat: its score, its share of the victory, and what bots call its worth."""

KEPT = 3


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


def from_here(
    root: Record,
    lucks: Ints,
    drawn: Ints,
    guided: bool,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    limit: int,
    found: Ints,
) -> None:
    """Play a position to its end with each of the lucks; `found[i, seat]` is what came of it for each seat.

    `drawn` says how many numbers of each stream belong to what was played before, and are skipped: so all positions of
    a game meet the same dice later on, and a move that the guide would have made changes nothing.
    """
    for i in range(len(lucks)):
        work[0] = root
        s = work[0]
        for stream in range(luck.shape[0]):
            for word in range(luck.shape[1]):
                luck[stream, word] = lucks[i, stream, word]
            for _ in range(drawn[stream]):
                draw(luck[stream], 1)
        finish(s, luck, guided, sides, moves, limit)
        for seat in range(s.seat_count):
            found[i, seat, HALVES] = score(s, seat)
            found[i, seat, SHARE] = share(s, seat)


def after_each(
    root: Record,
    seat: int,
    tried: Ints,
    lucks: Ints,
    guided: bool,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    limit: int,
    found: Ints,
) -> None:
    """Do the same after each of a seat's moves; `found[number, i]` is what came of it for this seat."""
    for number in range(len(tried)):
        for i in range(len(lucks)):
            work[0] = root
            s = work[0]
            for stream in range(luck.shape[0]):
                for word in range(luck.shape[1]):
                    luck[stream, word] = lucks[i, stream, word]
            play(s, seat, tried[number])
            finish(s, luck, guided, sides, moves, limit)
            found[number, i, HALVES] = score(s, seat)
            found[number, i, SHARE] = share(s, seat)
            found[number, i, WORTH] = worth(s, seat)


_RECORD, _NUMBER, _INTS = Argument.RECORD, Argument.NUMBER, Argument.INTS
_RECORDS, _INTS_2D, _INTS_3D = Argument.RECORDS, Argument.INTS_2D, Argument.INTS_3D

ANALYSIS = library(
    NativeFunction(
        from_here,
        (_RECORD, _INTS_3D, _INTS, _NUMBER, _RECORDS, _INTS_2D, _INTS, _INTS, _NUMBER, _INTS_3D),
        is_long=True,
    ),
    NativeFunction(
        after_each,
        (_RECORD, _NUMBER, _INTS, _INTS_3D, _NUMBER, _RECORDS, _INTS_2D, _INTS, _INTS, _NUMBER, _INTS_3D),
        is_long=True,
    ),
)
"""The native library of analyses: apart from the bots', as nobody waits for it while a game goes on."""
