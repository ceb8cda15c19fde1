"""Random games in bulk on a GPU: byte for byte the results that `rollwright.lab.simulate.simulate` finds on the CPU."""

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rollwright.core.game import Game
from rollwright.lab.gpu.random_games import RandomGames
from rollwright.lab.report.endings import Endings, count_endings
from rollwright.lab.simulate import Simulation, finished


def simulate_on_gpu(
    game: Game,
    seats: int,
    games: int,
    seed: int,
    options: Mapping[str, str | Sequence[str]] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play random games and return their results; refuse if there is no GPU."""
    setting = game.setting(seats, options or {})
    array = game.options_array(seats, setting)
    random = RandomGames(game, with_states=game.words.tells_endings)
    for _ in random.play(seats, array, seed, 1):
        pass  # compiles the kernel, or loads it from the cache
    halves, ties, endings = list[NDArray[np.int64]](), list[NDArray[np.int64]](), Endings()
    decisions, seconds, done = 0, 0.0, 0
    started = time.perf_counter()
    for each in random.play(seats, array, seed, games):
        seconds += time.perf_counter() - started
        played = finished(game, each)
        halves.append(played.halves)
        ties.append(played.ties)
        endings += count_endings(game, played.states)
        decisions += played.decisions
        done += len(played.halves)
        progress(done)
        started = time.perf_counter()
    scores = np.concatenate(halves), np.concatenate(ties)
    return Simulation(game, seats, games, seed, setting, decisions, seconds, *scores, endings)
