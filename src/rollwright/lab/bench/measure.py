"""The measurements of the benchmark. Speeds vary with machine and time; ratios to the yardstick vary less."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from rollwright.batch import Batch
from rollwright.bots.levels import LEVELS, NORMAL, choose
from rollwright.bots.search import warm_up
from rollwright.core import compiler
from rollwright.core.game import Game, all_games
from rollwright.core.options import seated
from rollwright.lab.bench.store import store_speeds
from rollwright.lab.bench.yardstick import play_games
from rollwright.lab.matches import play_match
from rollwright.lab.simulate import simulate

ROUNDS = 5
"""Each speed is measured this often, alternating with the yardstick; the best of each counts."""

YARDSTICK_GAMES = 300

BATCH_GAMES, BATCH_STEPS = 512, 100
"""Games that are stepped at once, and how often, when the speed of batches is measured."""

FIRST_DECISION = """
import time
start = time.perf_counter()
import rollwright
table = rollwright.open({name!r}, seed=1)
table.play(table.waiting[0], table.legal(table.waiting[0])[0])
print(time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Speed:
    """Decisions per second in whole random games."""

    what: str
    decisions_per_second: float
    times_yardstick: float


@dataclass(frozen=True)
class Thought:
    """The speed of a bot over the decisions of a game."""

    level: str
    milliseconds: float
    """Mean time per decision."""
    playouts_per_second: float
    times_yardstick: float
    """Playouts per whole game of the yardstick; a playout is half a game on average."""


@dataclass(frozen=True)
class Measured:
    """All measurements of one game."""

    game: str
    speeds: list[Speed]
    thoughts: list[Thought]
    position_bytes: int
    first_decision_cold: float
    first_decision_cached: float


def measure(progress: Callable[[str], None] = lambda text: None) -> dict[str, object]:
    """Measure every game and the yardstick."""
    measured = []
    yardstick = 0.0
    for game in all_games():
        progress(f"{game.title}: speed")
        yardstick, speeds = _speeds(game)
        progress(f"{game.title}: bots")
        thoughts = _thoughts(game)
        progress(f"{game.title}: first decision")
        cold, cached = _first_decision(game)
        size = game.rules().state.itemsize
        measured.append(Measured(game.name, speeds, thoughts, size, round(cold, 2), round(cached, 2)))
    return {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
        "yardstick": round(yardstick),
        "store": store_speeds(all_games()[0]),
        "games": [asdict(each) for each in measured],
    }


def bench_seats(game: Game) -> list[int]:
    """Return the seat counts that are measured: the fewest, 2, 4 and the most."""
    return sorted({game.seats[0], game.seats[-1], *(seats for seats in (2, 4) if seats in game.seats)})


def _speeds(game: Game) -> tuple[float, list[Speed]]:
    """Measure the yardstick, compiled and plain play in alternation, so that load affects all equally."""
    runs: dict[str, Callable[[], tuple[int, float]]] = {"yardstick": _run_yardstick}
    for seats in bench_seats(game):
        runs[f"{seated(seats)}, compiled"] = _runner(game, seats, 40_000 // seats, True)
        runs[f"{seated(seats)}, batch"] = _batch_runner(game, seats)
    few = game.seats[0]
    runs[f"{seated(few)}, uncompiled"] = _runner(game, few, 20, False)
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for what, run in runs.items():
            decisions, seconds = run()
            best[what] = max(best[what], decisions / seconds)
    yardstick = best.pop("yardstick")
    return yardstick, [Speed(what, round(speed), round(speed / yardstick, 3)) for what, speed in best.items()]


def _runner(game: Game, seats: int, count: int, compiled: bool) -> Callable[[], tuple[int, float]]:
    def run() -> tuple[int, float]:
        played = simulate(game, seats, count, seed=1, compiled=compiled)
        return played.decisions, played.seconds

    return run


def _batch_runner(game: Game, seats: int) -> Callable[[], tuple[int, float]]:
    """Step a batch with random moves; every step writes observations and legal ids."""
    batch = Batch(game, BATCH_GAMES, seats, seed=1)

    def run() -> tuple[int, float]:
        started = time.perf_counter()
        for _ in range(BATCH_STEPS):
            batch.step(batch.sample())
        return BATCH_GAMES * BATCH_STEPS, time.perf_counter() - started

    return run


def _run_yardstick() -> tuple[int, float]:
    started = time.perf_counter()
    return play_games(YARDSTICK_GAMES, seed=1), time.perf_counter() - started


def _thoughts(game: Game) -> list[Thought]:
    """Measure every level on the same decisions: those of a game between bots of the normal level."""
    asked: list[tuple[bytes, int]] = []
    play_match(game, [NORMAL.name] * game.seats[0], seed=1, watch=lambda view, seat: asked.append((view, seat)))
    warm_up(game)
    games_per_second = YARDSTICK_GAMES / min(_run_yardstick()[1] for _ in range(ROUNDS))
    found = []
    for level in LEVELS:
        started = time.perf_counter()
        playouts = sum(choose(game, view, seat, level, seed=1).playouts for view, seat in asked)
        seconds = time.perf_counter() - started
        speed = playouts / seconds
        ratio = round(speed / games_per_second, 3)
        found.append(Thought(level, round(1_000 * seconds / len(asked), 3), round(speed), ratio))
    return found


def _first_decision(game: Game) -> tuple[float, float]:
    """Return the seconds from import to the first decision: with an empty cache, and with a filled one."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, compiler.CACHE_FOLDER: folder}
        script = FIRST_DECISION.format(name=game.name)
        times = [
            float(
                subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True).stdout
            )
            for _ in range(4)
        ]
    return times[0], min(times[1:])
