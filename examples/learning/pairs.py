"""Two moves of one position, and the guide plays on from both to the end on the same dice: what the second move gains.

Written against the contract and compiled for each game, as the guide's games are (see `Game.bind`).
"""

import numpy as np
from numpy.typing import NDArray
from policy import Floats, Ints

from rollwright.bots.guided_playouts import favourite
from rollwright.bots.playout import ROLLS_PER_DECISION, STUCK
from rollwright.core import compiler
from rollwright.core.contract import Record, conceal, dice, legal, play, roll, score
from rollwright.core.game import Game
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import WORD
from rollwright.lab.simple_players.fixed_dice import ROLLERS, ROUNDS, mixed, roll_fixed
from rollwright.lab.simple_players.simple_games import as_words, check_ended, next_seat

THEN, SEEN = range(2)
"""Positions that there must be room for: the one that is played on from, and what the mover sees of it."""


def lead(s: Record, seat: int) -> int:
    """Return by how many half points a seat is ahead of the best other one; alone its score."""
    own = int(score(s, seat))
    best = 0
    met = False
    for other in range(s.seat_count):
        if other != seat:
            halves = int(score(s, other))
            if not met or halves > best:
                best = halves
                met = True
    return own - best


def play_on(
    work: NDArray[np.void], first: int, second: int, had: Ints, sides: Ints, moves: Ints, limit: int
) -> int:  # fmt: skip
    """Let the guide play all seats from THEN to the end; return 0, or STUCK.

    Dice depend on the seed, the round, the roller and the place of the die, and which of equally liked moves is made on
    the seed and on how many were made since the last roll: so two games that differ little go on alike.
    """
    s = work[THEN]
    for row in range(had.shape[0]):
        for roller in range(had.shape[1]):
            had[row, roller] = 0
    rolls = 0
    decisions = 0
    since = 0
    while decisions <= limit and rolls <= ROLLS_PER_DECISION * (limit + 1):
        count = dice(s, sides)
        if count > 0:
            roll_fixed(s, sides, count, had, first, second)
            roll(s, sides)
            rolls += 1
            since = 0
            continue
        seat = next_seat(s)
        if seat < 0:
            return 0
        count = legal(s, seat, moves)
        if count == 0:
            return STUCK
        turn = (int(s.round_no) & (ROUNDS - 1)) * ROLLERS + (int(s.roller) & (ROLLERS - 1))
        drawn = mixed((second + mixed((first + turn) & WORD) + since) & WORD)
        work[SEEN] = s
        known = work[SEEN]
        conceal(known, seat)
        play(s, seat, favourite(known, seat, moves, count, drawn * count >> 32))
        decisions += 1
        since += 1
    return STUCK


def try_pairs(
    roots: NDArray[np.void], seats: Ints, pairs: Ints, seeds: Ints, work: NDArray[np.void],
    had: Ints, sides: Ints, moves: Ints, limit: int, found: Ints,
) -> int:  # fmt: skip
    """Play on after each move of each pair, with one seed for both; write the seat's leads; return 0, or STUCK."""
    for number in range(len(roots)):
        for which in range(2):
            work[THEN] = roots[number]
            play(work[THEN], seats[number], pairs[number, which])
            if play_on(work, seeds[number, 0], seeds[number, 1], had, sides, moves, limit) == STUCK:
                return STUCK
            found[number, which] = lead(work[THEN], seats[number])
    return 0


_INTS, _INTS_2D, _RECORDS = Argument.INTS, Argument.INTS_2D, Argument.RECORDS

PAIRS = library(
    NativeFunction(
        try_pairs,
        (_RECORDS, _INTS, _INTS_2D, _INTS_2D, _RECORDS, _INTS_2D, _INTS, _INTS, Argument.NUMBER, _INTS_2D),
        is_long=True,
    )
)
"""The native library of pairs."""


def gains(game: Game, roots: NDArray[np.void], seats: Ints, pairs: Ints, first_seed: int) -> Floats:
    """Return what the second move of each pair gains on the first one for its seat: in points, or points of lead."""
    if compiler.is_enabled():
        game.make_native(PAIRS)
    rules = game.rules()
    found = np.zeros((len(roots), 2), np.int64)
    ended = game.bind(try_pairs)(
        roots, seats, pairs, as_words(range(first_seed, first_seed + len(roots))), np.zeros(2, rules.state),
        np.zeros((ROUNDS, ROLLERS), np.int64), np.zeros(rules.max_dice, np.int64),
        np.zeros(rules.max_moves, np.int64), game.max_decisions, found,
    )  # fmt: skip
    check_ended(game, int(ended))
    gained: Floats = ((found[:, 1] - found[:, 0]) / 2).astype(np.float32)
    return gained
