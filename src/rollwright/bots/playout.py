"""Random play, written once against the contract and compiled for each game (see `Game.bind`)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints, Record, begin, dice, legal, play, roll, score, tiebreak, waiting
from rollwright.core.game import Game
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw

STUCK = -1
"""Result of a game that did not end: a seat had to act but had no move, or the limit of decisions was exceeded."""


ROLLS_PER_DECISION = 64
"""Limit of rolls per decision; a game that exceeds it does not end either."""


def playout(s: Record, stream: Ints, sides: Ints, moves: Ints, limit: int) -> int:
    """Play a position to its end with uniformly random moves; return the number of decisions, or STUCK.

    `sides` and `moves` are buffers of at least MAX_DICE and MAX_MOVES.
    """
    decisions = 0
    rolls = 0
    while decisions <= limit and rolls <= ROLLS_PER_DECISION * (limit + 1):
        count = dice(s, sides)
        if count > 0:
            for i in range(count):
                sides[i] = draw(stream, sides[i]) + 1
            roll(s, sides)
            rolls += 1
            continue
        seats = waiting(s)
        if seats == 0:
            return decisions
        seat = 0
        while seats & 1 == 0:
            seats >>= 1
            seat += 1
        count = legal(s, seat, moves)
        if count == 0:
            return STUCK
        play(s, seat, moves[draw(stream, count)])
        decisions += 1
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
    """Play a game in each of the zeroed states; return the number of decisions in all, or STUCK.

    Fills in `scores[game, seat]`: half points and tie-break value.
    """
    decisions = 0
    for i in range(len(states)):
        s = states[i]
        begin(s, seats, options)
        taken = playout(s, streams[i], sides, moves, limit)
        if taken == STUCK:
            return STUCK
        decisions += taken
        for seat in range(seats):
            scores[i, seat, 0] = score(s, seat)
            scores[i, seat, 1] = tiebreak(s, seat)
    return decisions


SIMULATION = library(
    NativeFunction(
        whole_games,
        (Argument.RECORDS, Argument.NUMBER, Argument.INTS_2D, Argument.INTS_2D, Argument.INTS, Argument.INTS,
         Argument.INTS_3D, Argument.NUMBER),
        is_long=True,
    ),
)  # fmt: skip
"""The native library of simulations."""


@dataclass(frozen=True)
class Games:
    """The results of random games."""

    decisions: int
    """Number of decisions in all games together, or STUCK."""
    halves: NDArray[np.int64]
    """Scores in half points: one row per game, one column per seat."""
    ties: NDArray[np.int64]
    """Tie-break values, likewise."""
    states: NDArray[np.void]
    """The final positions."""


def random_games(game: Game, seats: int, options: Ints, streams: Ints, compiled: bool | None = None) -> Games:
    """Play one whole random game with each of the streams."""
    rules = game.rules(compiled)
    run = game.bind(whole_games, compiled)
    scores = np.zeros((len(streams), seats, 2), np.int64)
    states = np.zeros(len(streams), rules.state)
    sides = np.zeros(rules.max_dice, np.int64)
    moves = np.zeros(rules.max_moves, np.int64)
    decisions = int(run(states, seats, options, streams, sides, moves, scores, game.max_decisions))
    return Games(decisions, scores[:, :, 0], scores[:, :, 1], states)
