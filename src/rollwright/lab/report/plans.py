"""How many games the report plays: the default counts, or a game's own, for games that take long."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rollwright.core.game import Game, cannot_load
from rollwright.lab.gate.sequential_test import MOST
from rollwright.lab.matches import GUIDE, PLAYERS, RANDOM
from rollwright.lab.report.balance import Trials

OWN = "report.toml"
"""The file in a game's folder with its own counts."""

AGAINST = " against "
"""The separator between two players in that file."""


@dataclass(frozen=True)
class Plan:
    """How many games to play."""

    games: Mapping[str, int]
    """Games of each player: solo, for each setting, or against random players if the game has no solo mode."""
    dice: Mapping[tuple[str, str], int]
    """For two players against each other: sets of dice, each played twice with seats swapped."""
    trials: tuple[Trials, ...] = ()
    """How the choices of the seats are tried against one another, one entry per kind of bot."""
    gate: int = 0
    """The most sets of dice for each pairing of the balance gate; 0 to leave it out."""
    watched: int = 0
    """Games that are watched for the designers' measures; 0 to leave them out."""

    @property
    def over(self) -> tuple[str, ...]:
        """Options of the table that go round where choices are tried."""
        return self.trials[0].over if self.trials else ()


FULL = Plan(
    {RANDOM: 100_000, "easy": 1_000, "normal": 1_000, "hard": 40, "expert": 10},
    {("easy", RANDOM): 200, ("normal", "easy"): 200, ("hard", "normal"): 40, ("expert", "hard"): 8},
    (
        Trials(GUIDE, dice={2: 4_000, 3: 1_000}, alike={2: 1_000, 3: 100}, most=30_000),
        Trials(400, dice={2: 150, 3: 40}, alike={2: 60, 3: 2}, most=2_000),
    ),
    gate=MOST,
    watched=100,
)
"""On one core: some five minutes for each solo setting of a game and as many for duels, mostly for the expert.

So few games of the expert leave a wide interval, which the report states. Each option of the seats takes half an hour
more, nearly all of it for bots with playouts: a game that has such options says counts of its own.
"""

QUICK = Plan(
    {RANDOM: 1_000, "easy": 10, "normal": 5, "hard": 1, "expert": 1},
    {("normal", "easy"): 3},
    (
        Trials(GUIDE, dice={2: 2, 3: 1}, alike={2: 1, 3: 1}, most=60),
        Trials(10, dice={2: 1, 3: 1}, alike={2: 1, 3: 1}, most=30),
    ),
    gate=100,
    watched=4,
)
"""Enough to see that everything works, not for conclusions."""


def plan_of(game: Game, *, quick: bool = False) -> Plan:
    """Return the plan for a game; refuse a file that cannot be read."""
    path = game.folder / OWN
    usual = QUICK if quick else FULL
    if not path.exists():
        return usual
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8"))
        return _read_plan(game, own["quick" if quick else "full"], usual)
    except Exception as fault:  # written by hand, so anything can be wrong
        raise cannot_load(f"{game.name}/{OWN}", fault) from fault


def _read_plan(game: Game, counts: Mapping[str, Any], usual: Plan) -> Plan:
    """Read a plan; what it leaves out is not played, but for the gate and the measures, which cost little."""
    known = {"games", "duels", "trials", "gate", "watched"}
    assert set(counts) <= known, f"counts are {', '.join(sorted(known))}, not {', '.join(sorted(set(counts) - known))}"
    duels = {tuple(pair.split(AGAINST)): count for pair, count in counts.get("duels", {}).items()}
    players = {*counts.get("games", {}), *(player for pair in duels for player in pair)}
    assert players <= set(PLAYERS), f"players are {', '.join(PLAYERS)}, not {', '.join(sorted(players - set(PLAYERS)))}"
    return Plan(
        counts.get("games", {}),
        {(one, other): count for (one, other), count in duels.items()},
        tuple(_read_trials(game, each) for each in counts.get("trials", [])),
        counts.get("gate", usual.gate),
        counts.get("watched", usual.watched),
    )


def _read_trials(game: Game, counts: Mapping[str, Any]) -> Trials:
    """Read how choices are tried; check that the game has the named options of the table."""
    shared = [option.name for option in game.options if not option.per_seat]
    by_seats = {name: {int(seats): dice for seats, dice in counts.get(name, {}).items()} for name in ("dice", "alike")}
    over = tuple(counts.get("over", ()))
    assert set(over) <= set(shared), f"the table's options are {', '.join(shared)}, not {', '.join(over)}"
    return Trials(**{**counts, **by_seats, "over": over})
