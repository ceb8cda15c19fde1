"""Plays a few games of one game in Numba's CUDA simulator and prints what came of them, for a test to compare.

The simulator is chosen when Numba is imported, so this is a process of its own, with NUMBA_ENABLE_CUDASIM=1:
`python -m tests.support.simulated_gpu GAME`.
"""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np

import rollwright.games
from rollwright.bots.guided_playouts import TO_THE_END
from rollwright.bots.learned_value import learned_value
from rollwright.bots.search import Budget
from rollwright.core.compiler import SWITCH
from rollwright.core.dice import RollCounter
from rollwright.core.game import Game, open_game
from rollwright.core.gpu.device import GPU
from rollwright.core.position import Position
from tests.support import SKETCHES

SEED, PART, GAMES = 7, 3, 3
"""Random games: those of this part of a simulation."""

SLIPS, SEEDS = 50, [5, 2**40 + 1]
"""Games of players who make so many of a hundred moves at random."""

MOVES, LUCKS = 2, 2
"""Playouts: of so many moves with so many lucks each."""

CUT = 1
"""Where a game has a learned value, playouts end after so many rolls."""


def budget_of(game: Game) -> Budget:
    """Return a budget with short playouts, if the game allows."""
    return Budget(LUCKS, cut=CUT if len(learned_value(game).weights) else TO_THE_END)


def late_position(game: Game) -> tuple[bytes, int]:
    """Return a position near the end of a random game, in which a seat has a choice, and the seat."""
    random = np.random.default_rng(SEED)
    position, rolls, found = Position.new(game, game.seats[0], None), RollCounter(), (b"", 0)
    while True:
        if roll := position.next_roll(rolls):
            rolls.count(roll)
            position = position.rolled([int(random.integers(sides)) + 1 for sides in roll.sides])
        elif not position.waiting:
            return found
        else:
            seat = position.waiting[0]
            legal = position.legal(seat)
            if len(legal) >= MOVES:
                found = bytes(position.seen(seat)), seat
            position = position.after(seat, legal[int(random.integers(len(legal)))])


def play_all(game: Game) -> dict[str, Any]:
    """Play everything in the simulator."""
    from rollwright.lab.gpu.device_games import DeviceGames
    from rollwright.lab.gpu.device_playouts import DeviceThought
    from rollwright.lab.gpu.random_games import RandomGames

    seats = game.seats[0]
    setting = game.setting(seats, {})
    random = RandomGames(game, with_states=True)
    (games,) = random.play(seats, game.options_array(seats, setting), SEED, GAMES, PART)
    simple = DeviceGames(game).play(setting, [SLIPS] * seats, SEEDS)
    thought = DeviceThought(game, *late_position(game), SEED, budget_of(game))
    thought.keep(np.arange(MOVES))
    thought.play_out(LUCKS)
    return {
        "decisions": games.decisions,
        "random": [games.halves.tolist(), games.ties.tolist(), games.states.tobytes().hex()],
        "simple": [simple.halves.tolist(), simple.ties.tolist(), simple.counts.tolist(), simple.states.tobytes().hex()],
        "playouts": [thought.worths.tolist(), thought.halves.tolist()],
    }


def simulated(name: str) -> dict[str, Any]:
    """Return what the games of one game come to in the simulator."""
    found: dict[str, Any] = json.loads(run("-m", "tests.support.simulated_gpu", name))
    return found


def judged(on_gpu: bool) -> str:
    """Return what the gate says of a game that the choices decide, small enough to be played in the simulator."""
    from rollwright.lab.gate.contests import contests
    from rollwright.lab.gate.gate import run_gate
    from rollwright.lab.workers.pool import Here

    os.environ[SWITCH] = "off"
    rollwright.games.__path__.append(str(SKETCHES))
    game = open_game("foot_race")
    return repr(run_gate(Here(), game, contests(game), "newcomer", SEED, 50, on_gpu=on_gpu))


def run(*arguments: str) -> str:
    """Run Python with these arguments, with kernels in the simulator, and return what it prints."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    ran = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


if __name__ == "__main__":
    if sys.argv[1] == "gate":
        sys.stdout.write(judged(sys.argv[2] == GPU))
    else:
        json.dump(play_all(open_game(sys.argv[1])), sys.stdout)
