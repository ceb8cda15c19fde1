"""Random play, written once against the contract and compiled for each game (see `Game.bind`)."""

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints, Record, begin, dice, legal, play, roll, score, waiting
from rollwright.core.game import Game
from rollwright.core.stream import draw

STUCK = -1
"""A game that did not end: somebody was waited for and had no move, or the limit of decisions was passed."""


def playout(s: Record, stream: Ints, sides: Ints, moves: Ints, limit: int) -> int:
    """Play a position to its end with uniformly random moves; return how many decisions that took, or STUCK.

    `sides` and `moves` are buffers of at least MAX_DICE and MAX_MOVES.
    """
    decisions = 0
    while decisions <= limit:
        count = dice(s, sides)
        if count > 0:
            for i in range(count):
                sides[i] = draw(stream, sides[i]) + 1
            roll(s, sides)
            continue
        seats = waiting(s)
        if seats == 0:
            return decisions
        seat = 0
        while seats:
            if seats & 1:
                count = legal(s, seat, moves)
                if count == 0:
                    return STUCK
                play(s, seat, moves[draw(stream, count)])
                decisions += 1
                break
            seats >>= 1
            seat += 1
    return STUCK


def whole_games(
    states: NDArray[np.void],
    seats: int,
    options: Ints,
    streams: Ints,
    sides: Ints,
    moves: Ints,
    scores: Ints,
    limit: int,
) -> int:
    """Play a game in each of the zeroed states, fill in the scores, and return all decisions or STUCK."""
    decisions = 0
    for i in range(len(states)):
        s = states[i]
        begin(s, seats, options)
        taken = playout(s, streams[i], sides, moves, limit)
        if taken == STUCK:
            return STUCK
        decisions += taken
        for seat in range(seats):
            scores[i, seat] = score(s, seat)
    return decisions


def random_games(game: Game, seats: int, options: Ints, words: Ints, compiled: bool | None = None) -> tuple[int, Ints]:
    """Play a whole random game for each stream of `words`; return all decisions (or STUCK) and the scores in halves."""
    rules = game.rules(compiled)
    run = game.bind(whole_games, compiled)
    count = len(words)
    scores = np.zeros((count, seats), np.int64)
    states = np.zeros(count, rules.state)
    sides = np.zeros(rules.max_dice, np.int64)
    moves = np.zeros(rules.max_moves, np.int64)
    return int(run(states, seats, options, words, sides, moves, scores, game.max_decisions)), scores
