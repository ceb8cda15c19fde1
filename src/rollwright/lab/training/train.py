"""Fits a game's weights to the games it plays with itself: the same seed gives the same weights everywhere.

The first round is played by the guide; in the rounds after it every move is the one that the weights so far value most,
as positions that only the guide reaches teach little about better play. A game whose stages count down to its end may
say so in its features (``BACKWARD = True``): then it learns from the end backwards, see `train_backward`.
"""

from collections.abc import Callable

import numpy as np

from rollwright.bots.learned_value import LearnedValue, Training, declared_features
from rollwright.bots.playout import STUCK
from rollwright.core.contract import Ints
from rollwright.core.game import Game
from rollwright.core.random_stream import streams
from rollwright.lab.report.sampled_settings import handful, in_turn
from rollwright.lab.training.least_squares import fit
from rollwright.lab.training.self_play import FIRST, self_play
from rollwright.lab.training.train_backward import train_backward

ROUNDS, GAMES = 5, 4_000
"""Rounds of self-play, and games in each of them for each number of seats."""

MOST_SEATS = 3
"""The greatest number of seats that is trained: more take longer and teach the same."""

SLIPS = 5
"""Of a hundred decisions so many are random."""

MAX_ROWS = 4_096
"""Rows that are kept of one game at the most."""

Tell = Callable[[str], None]


def train(
    game: Game, seed: int, rounds: int = ROUNDS, games: int = GAMES, tell: Tell = lambda text: None
) -> LearnedValue:
    """Return the weights that so many rounds of games teach."""
    if getattr(game.part("features"), "BACKWARD", False):
        return train_backward(game, settings_played(game, 1), seed, rounds, games, tell)
    names, stages = declared_features(game)
    weights = np.zeros((stages, len(names)), np.int64)
    for number in range(rounds):
        tell(f"{game.title}: round {number + 1} of {rounds}")
        sums = play_round(game, seed, number, games, weights, len(names))
        weights = np.array([fit(each) for each in sums.tolist()], np.int64).reshape(weights.shape)
    return LearnedValue(names, weights, Training(seed, rounds, games))


def play_round(game: Game, seed: int, number: int, games: int, weights: Ints, width: int) -> Ints:
    """Play a round of games with all numbers of seats up to MOST_SEATS, and return the sums for each stage."""
    rules = game.rules()
    run = game.bind(self_play)
    sums = np.zeros((len(weights), width, width + 2), np.int64)
    rows = np.zeros((MAX_ROWS, FIRST + width), np.int64)
    sides, moves, others, noted = (
        np.zeros(size, np.int64) for size in (rules.max_dice, rules.max_moves, rules.max_moves, width)
    )
    for seats in [each for each in game.seats if each <= MOST_SEATS]:
        settings = settings_played(game, seats)
        luck = streams(seed, 0, 1 + seats)
        for place, setting in enumerate(settings):
            count = len(range(place, games, len(settings)))
            part = 1 + (number * MOST_SEATS + seats) * len(settings) + place
            played = run(
                seats, game.options_array(seats, setting), streams(seed, part, count), weights, number > 0, SLIPS,
                np.zeros(3, rules.state), luck, sides, moves, others, noted, rows, sums, game.max_decisions,
            )  # fmt: skip
            assert int(played) != STUCK, "a game did not end"
    return sums


def settings_played(game: Game, seats: int) -> list[dict[str, list[str]]]:
    """Return the settings that the games of a round take turns with."""
    own = [option for option in game.options if option.per_seat]
    tables = handful([option for option in game.options if not option.per_seat], seats)
    return [{**table, **chosen} for table in tables for chosen in in_turn(own, seats)]
