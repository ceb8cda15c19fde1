"""Fits a game's weights stage by stage, from the end of the game backwards (see `backward`)."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.learned_value import LearnedValue, Training, declared_features
from rollwright.bots.playout import STUCK
from rollwright.core.contract import Ints
from rollwright.core.game import Game
from rollwright.core.random_stream import streams
from rollwright.lab.training.backward import gather, look_ahead
from rollwright.lab.training.least_squares import fit_rows

SLIPS = 6
"""Of a hundred decisions so many are random."""

AHEAD = 2
"""Rolls that are tried in each position."""

REMEMBERED = 2
"""Rounds whose positions are learned from: the last ones."""

GATHERING, LOOKING = 0, 1
"""The parts of a round's random numbers."""

Tell = Callable[[str], None]
Settings = Sequence[Mapping[str, Sequence[str]]]


def train_backward(
    game: Game, settings: Settings, seed: int, rounds: int, games: int, tell: Tell = lambda text: None
) -> LearnedValue:
    """Return the weights that so many rounds of games alone, with these settings in turn, teach."""
    names, stages = declared_features(game)
    values = np.zeros((stages, len(names)), np.int64)
    met: list[tuple[NDArray[np.void], Ints]] = []
    for number in range(rounds):
        met = [*met, _gather(game, settings, seed, number, games, values)][-REMEMBERED:]
        kept, found = (np.concatenate(each) for each in zip(*met, strict=True))
        for stage in range(stages):
            tell(f"{game.title}: round {number + 1} of {rounds}, stage {stage + 1} of {stages}")
            here = np.ascontiguousarray(kept[found == stage])
            if len(here):
                values[stage] = _learn(game, here, values, seed, 2 * (number * stages + stage) + LOOKING)
    return LearnedValue(names, values, Training(seed, rounds, games))


def _buffers(game: Game, width: int) -> tuple[NDArray[np.void], Ints, Ints, Ints, Ints, Ints]:
    rules = game.rules()
    sides, moves, others, noted = (
        np.zeros(size, np.int64) for size in (rules.max_dice, rules.max_moves, rules.max_moves, width)
    )
    return np.zeros(3, rules.state), streams(0, 0, 2), sides, moves, others, noted


def _gather(
    game: Game, settings: Settings, seed: int, number: int, games: int, values: Ints
) -> tuple[NDArray[np.void], Ints]:
    """Play a round of games; return the positions and their stages."""
    run = game.bind(gather)
    parts = []
    for place, setting in enumerate(settings):
        count = len(range(place, games, len(settings)))
        kept = np.zeros(count * len(values), game.rules().state)
        stages = np.zeros(len(kept), np.int64)
        luck = streams(seed, 2 * (number * len(settings) + place) + GATHERING, count)
        options = game.options_array(1, setting)
        buffers = _buffers(game, values.shape[1])
        found = int(run(options, luck, values, SLIPS, *buffers, kept, stages, game.max_decisions))
        assert found != STUCK, "a game did not end"
        parts.append((kept[:found], stages[:found]))
    kept, stages = (np.concatenate(each) for each in zip(*parts, strict=True))
    return kept, stages


def _learn(game: Game, here: NDArray[np.void], values: Ints, seed: int, part: int) -> list[int]:
    """Return the weights of one stage."""
    width = values.shape[1]
    rows = np.zeros((len(here), width + 1), np.int64)
    luck = streams(seed, part, AHEAD * len(here))
    game.bind(look_ahead)(here, luck, values, *_buffers(game, width), rows, game.max_decisions)
    return fit_rows((rows[:, :width].T @ rows).tolist(), len(here), AHEAD)
