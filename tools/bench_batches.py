"""Measure batches of games beside EnvPool and Pgx: steps a second of one core, with observations.

The smallest table of each game is measured once more with masks, and as Gymnasium's vector environment, which has masks
and copies what it returns.

Neither EnvPool nor Pgx is among the packages of the checks. Where one is not installed, a sentence says so;
`pip install envpool` and `pip install pgx` bring them.
"""

import importlib
import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from rollwright.batch import Batch
from rollwright.core.game import all_games
from rollwright.core.options import seated
from rollwright.lab.bench.measure import bench_seats

GAMES, STEPS, ROUNDS = 512, 100, 9
"""Games at once, steps in a round, and rounds."""

ENVPOOL_TASK, PGX_GAME = "CartPole-v1", "backgammon"
"""What the others play: EnvPool's smallest environment, and the one game with dice of Pgx."""

Run = Callable[[], None]


def rates(run: Run) -> list[float]:
    """Return steps a second of processor time in each round, slowest first."""
    run()
    found = []
    for _ in range(ROUNDS):
        started = time.process_time()
        run()
        found.append(GAMES * STEPS / (time.process_time() - started))
    return sorted(found)


def ours(batch: Batch) -> Run:
    """Step our games with random legal moves."""

    def run() -> None:
        for _ in range(STEPS):
            batch.step(batch.sample())

    return run


def in_gymnasium(game: str, seats: int) -> Run:
    """Step our games as a vector environment of Gymnasium, with random legal moves."""
    environments: Any = importlib.import_module("rollwright.adapters.vector_env").BatchEnv(game, GAMES, seats)
    environments.reset(seed=1)

    def run() -> None:
        for _ in range(STEPS):
            environments.step(environments.batch.sample())

    return run


def envpool() -> Run:
    """Step EnvPool's environments with random actions."""
    package: Any = importlib.import_module("envpool")
    environments = package.make_gymnasium(ENVPOOL_TASK, num_envs=GAMES, num_threads=1)
    environments.reset()
    random = np.random.default_rng(1)

    def run() -> None:
        for _ in range(STEPS):
            environments.step(random.integers(0, 2, GAMES))

    return run


def pgx() -> Run:
    """Step games of Pgx with the first legal action, on the processor."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    package: Any = importlib.import_module("pgx")
    jax: Any = importlib.import_module("jax")
    environment = package.make(PGX_GAME)
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    start = jax.jit(jax.vmap(environment.init))(keys)
    step = jax.jit(jax.vmap(environment.step))

    def run() -> None:
        state = start
        for _ in range(STEPS):
            state = step(state, state.legal_action_mask.argmax(axis=1), keys)
        state.observation.block_until_ready()

    return run


OTHERS = {"envpool": (f"EnvPool, {ENVPOOL_TASK}", envpool), "pgx": (f"Pgx, {PGX_GAME}", pgx)}


def row(what: str, run: Run) -> None:
    """Print one line."""
    found = rates(run)
    print(f"{what:40} {median(found):>12,.0f} {found[0]:>12,.0f} {found[-1]:>12,.0f}")


def main() -> None:
    """Print the table."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, also for those who would take more
    print(f"{f'steps a second, {GAMES} games at once':40} {'median':>12} {'slowest':>12} {'fastest':>12}")
    for name, (what, made) in OTHERS.items():
        if not find_spec(name):
            print(f"{what}: not installed, so not measured.")
            continue
        try:
            row(what, made())
        except (ImportError, OSError) as fault:
            print(f"{what}: installed, but it cannot be loaded ({fault}).")
    for game in all_games():
        for seats in bench_seats(game):
            row(f"{game.title}, {seated(seats)}", ours(Batch(game, GAMES, seats, seed=1)))
        seats = bench_seats(game)[0]
        row(f"{game.title}, {seated(seats)}, masks", ours(Batch(game, GAMES, seats, seed=1, masks="bool")))
        if find_spec("gymnasium"):
            row(f"{game.title}, {seated(seats)}, Gymnasium", in_gymnasium(game.name, seats))
        else:
            print(f"{game.title}, Gymnasium: not installed, so not measured.")


if __name__ == "__main__":
    main()
