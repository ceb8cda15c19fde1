"""Playouts of a true position, for all seats at once, written against the contract and compiled for each game."""

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import HALVES, SHARE, TO_THE_END, finish, set_luck, share
from rollwright.core.contract import Ints, Record, score
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw


def from_here(
    root: Record,
    lucks: Ints,
    drawn: Ints,
    guided: bool,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    noted: Ints,
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
        set_luck(luck, lucks[i])
        for stream in range(luck.shape[0]):
            for _ in range(drawn[stream]):
                draw(luck[stream], 1)
        finish(s, 0, luck, guided, TO_THE_END, sides, moves, noted, limit)
        for seat in range(s.seat_count):
            found[i, seat, HALVES] = score(s, seat)
            found[i, seat, SHARE] = share(s, seat)


_RECORD, _NUMBER, _INTS = Argument.RECORD, Argument.NUMBER, Argument.INTS
_RECORDS, _INTS_2D, _INTS_3D = Argument.RECORDS, Argument.INTS_2D, Argument.INTS_3D

ANALYSIS = library(
    NativeFunction(
        from_here,
        (_RECORD, _INTS_3D, _INTS, _NUMBER, _RECORDS, _INTS_2D, _INTS, _INTS, _INTS, _NUMBER, _INTS_3D),
        is_long=True,
    ),
)
"""The native library of analyses: apart from the bots', as nobody waits for it while a game goes on."""
