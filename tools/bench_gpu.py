"""Measure random games on this machine's GPU beside one core of its processor; without a GPU, say so.

`python -m tools.bench_gpu [--games N] [--blocks N] [GAME ...]`. The kernel is compiled, or loaded from the cache, and
run once before it is timed. What is timed ends when the GPU has finished, or when the scores have come back.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from rollwright.bots.playout import random_games
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, all_games, open_game
from rollwright.core.gpu.device import open_device
from rollwright.core.gpu.device_twins import BLOCKS
from rollwright.core.options import seated
from rollwright.core.random_stream import streams
from rollwright.lab.bench.measure import bench_seats
from rollwright.lab.simulate import PART, simulate

GAMES, ROUNDS = 2_000_000, 5
"""Games of a launch, and how often it is timed: the best counts."""

COMPARED = 20
"""Parts of a simulation whose final positions are compared with those of the CPU."""


def timed(run: Callable[[], object]) -> float:
    """Return the seconds of the fastest of several runs, after one that is not timed."""
    run()
    found = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        run()
        found.append(time.perf_counter() - started)
    return min(found)


def measure(game: Game, seats: int, games: int, blocks: int) -> None:
    """Print one line."""
    from rollwright.core.gpu.launch import Launcher
    from rollwright.lab.gpu.random_games import RandomGames, pools_of

    random, options = (
        RandomGames(game, with_states=False, blocks=blocks),
        game.options_array(seats, game.setting(seats, {})),
    )
    there, seeds = Launcher.give(options), pools_of(1, 0, games)
    decisions = random.collected(random.launch(games, seats, there, seeds)).decisions

    def play() -> None:
        random.launch(games, seats, there, seeds)
        Launcher.wait()

    kernel = decisions / timed(play)
    whole = decisions / timed(lambda: list(random.play(seats, options, 1, games)))
    core = simulate(game, seats, min(games, 40_000 // seats), seed=1).decisions_per_second
    same, compared = alike(game, seats, min(games, COMPARED * PART))
    print(
        f"{f'{game.title}, {seated(seats)}':32} {kernel:>15,.0f} {whole:>15,.0f} {core:>13,.0f} "
        f"{kernel / core:>7,.0f} x   {same:,} of {compared:,}",
        flush=True,
    )


def alike(game: Game, seats: int, games: int) -> tuple[int, int]:
    """Return how many final positions and scores are those of the CPU, and how many were compared."""
    from rollwright.lab.gpu.random_games import RandomGames

    options, same, first = game.options_array(seats, game.setting(seats, {})), 0, 0
    for there in RandomGames(game, with_states=True).play(seats, options, 1, games):
        for start in range(0, len(there.states), PART):
            end = min(start + PART, len(there.states))
            here = random_games(game, seats, options, streams(1, first, end - start))
            rows = there.states[start:end].view(np.uint8).reshape(end - start, -1)
            as_here = (rows == here.states.view(np.uint8).reshape(end - start, -1)).all(axis=1)
            as_here &= (here.halves == there.halves[start:end]).all(axis=1)
            same += int((as_here & (here.ties == there.ties[start:end]).all(axis=1)).sum())
            first += 1
    return same, games


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", metavar="GAME")
    asked.add_argument("--games", dest="count", type=int, default=GAMES, help="games of a launch")
    asked.add_argument("--blocks", type=int, default=BLOCKS, help="blocks that must fit into a processor of the GPU")
    chosen = asked.parse_args()
    try:
        device = open_device()
    except Refusal as refusal:
        print(refusal)
        return
    print(f"{device.name}, {chosen.count:,} games at once; decisions a second, and final positions like the CPU's")
    print(f"{'':32} {'kernel':>15} {'with scores':>15} {'one core':>13}")
    for game in [open_game(name) for name in chosen.games] or all_games():
        for seats in bench_seats(game):
            measure(game, seats, chosen.count, chosen.blocks)


if __name__ == "__main__":
    main()
