"""How strong the bots are: whole games by every level, and levels against one another, written down as a report."""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import sqrt

import numpy as np

from rollwright.bots.crew import Crew
from rollwright.bots.levels import LEVELS
from rollwright.core.game import Game
from rollwright.lab.matches import PLAYERS, RANDOM, Match, play_matches

Z = 1.96
"""A normal distribution has 95% of its weight within so many standard deviations."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How many games to play."""

    games: Mapping[str, int]
    """Games by each player: alone, or against random players where a game cannot be played alone."""
    dice: Mapping[tuple[str, str], int]
    """For two players against each other: how many sets of dice, each played twice with seats swapped."""


FULL = Plan(
    {RANDOM: 2_000, "easy": 1_000, "normal": 1_000, "hard": 150},
    {("easy", RANDOM): 200, ("normal", "easy"): 200, ("hard", "normal"): 50},
)
"""Some ten minutes for a game on two cores, nearly all of them for the hard bot."""

QUICK = Plan({RANDOM: 20, "easy": 10, "normal": 5, "hard": 1}, {("normal", "easy"): 3})
"""Enough to see that everything works, not to say anything."""


@dataclass(frozen=True)
class Estimate:
    """A mean, and the bounds between which the true one lies 19 times in 20."""

    games: int
    mean: float
    low: float
    high: float

    @classmethod
    def of_mean(cls, values: Sequence[float]) -> "Estimate":
        """Estimate the mean of what these were drawn from."""
        mean = float(np.mean(values))
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
        around = Z * spread / sqrt(len(values))
        return cls(len(values), mean, mean - around, mean + around)

    @classmethod
    def of_share(cls, values: Sequence[float]) -> "Estimate":
        """Estimate a share from games won and lost (Wilson's interval, which is honest even if all are won)."""
        n, mean = len(values), float(np.mean(values))
        middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
        around = Z * sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return cls(n, mean, middle - around, middle + around)


@dataclass(frozen=True)
class Strength:
    """What was found out about one game."""

    game: Game
    points: dict[str, Estimate] = field(default_factory=dict)
    """Points of each player, alone; nothing where a game is not played alone."""
    wins: dict[str, Estimate] = field(default_factory=dict)
    """The share of games each player wins against random ones; only where a game is not played alone."""
    duels: dict[tuple[str, str], tuple[Estimate, Estimate]] = field(default_factory=dict)
    """For two players against each other: the share the first one wins, and by how many points it is ahead."""


def measure(crew: Crew, game: Game, plan: Plan, seed: int, progress: Progress = lambda text: None) -> Strength:
    """Play all the games of a plan. All players meet the same dice."""
    found = Strength(game)
    few = game.seats[0]
    for player in (player for player in PLAYERS if plan.games.get(player)):
        progress(f"{game.title}: {player}")
        seeds = range(seed, seed + plan.games[player])
        if few == 1:
            alone = play_matches(crew, game, [((player,), each) for each in seeds])
            found.points[player] = Estimate.of_mean([match.halves[0] / 2 for match in alone])
        else:
            seats = [each % few for each in seeds]
            seatings = [[player if other == seat else RANDOM for other in range(few)] for seat in seats]
            played = play_matches(crew, game, list(zip(seatings, seeds, strict=True)))
            shares = [match.share(seat) for match, seat in zip(played, seats, strict=True)]
            found.wins[player] = Estimate.of_share(shares)
    for (one, other), count in plan.dice.items() if 2 in game.seats else ():
        progress(f"{game.title}: {one} against {other}")
        seeds = range(seed, seed + count)
        swapped = [(players, each) for each in seeds for players in ((one, other), (other, one))]
        found.duels[one, other] = _duel(play_matches(crew, game, swapped))
    return found


def _duel(played: Sequence[Match]) -> tuple[Estimate, Estimate]:
    """Judge games of two, the first player sitting first in every other one."""
    shares = [match.share(number % 2) for number, match in enumerate(played)]
    ahead = [(match.halves[number % 2] - match.halves[1 - number % 2]) / 2 for number, match in enumerate(played)]
    return Estimate.of_share(shares), Estimate.of_mean(ahead)


def report(
    games: Sequence[Game], plan: Plan, seed: int, *, workers: int | None = None, progress: Progress = lambda text: None
) -> str:
    """Measure these games and return what was found, as a page."""
    with Crew(workers) as crew:
        found = [measure(crew, game, plan, seed, progress) for game in games]
    levels = ", ".join(f"{level.name} {level.playouts:,}" for level in LEVELS.values())
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    head = (
        "# How strong the bots are\n\n"
        f"Written by `make report` on {date.today().isoformat()}, on a machine with {machine}. Seed {seed}: game "
        "number n of every row has the dice of seed + n, whoever plays, so the same seed and counts give the same "
        "numbers anywhere; bots take all the time they need.\n\n"
        f"Levels are playouts for a decision: {levels}. `random` makes any legal move. Behind each number stands the "
        "interval that holds the true one 19 times in 20.\n"
    )
    return head + "".join(_page(each) for each in found)


def _page(found: Strength) -> str:
    lines = [f"\n## {found.game.title}\n"]
    if found.points:
        lines += ["Alone, points:\n", "| player | games | mean | 95% |", "| --- | --- | --- | --- |"]
        lines += [f"| {player} | {_points(estimate)} |" for player, estimate in found.points.items()]
    if found.wins:
        few = found.game.seats[0]
        lines += [f"Games won against random players, {few} seats:\n"]
        lines += ["| player | games | won | 95% |", "| --- | --- | --- | --- |"]
        lines += [f"| {player} | {_share(estimate)} |" for player, estimate in found.wins.items()]
    if found.duels:
        lines += ["\nTwo seats, all dice played twice with seats swapped; a tie is half a win:\n"]
        lines += ["| players | games | first wins | 95% | ahead by | 95% |", "| --- | --- | --- | --- | --- | --- |"]
        for (one, other), (won, ahead) in found.duels.items():
            margin = _points(ahead).partition(" | ")[2]
            lines.append(f"| {one} against {other} | {_share(won)} | {margin} |")
    return "\n".join(lines) + "\n"


def _points(estimate: Estimate) -> str:
    return f"{estimate.games} | {estimate.mean:.1f} | {estimate.low:.1f} to {estimate.high:.1f}"


def _share(estimate: Estimate) -> str:
    return f"{estimate.games} | {estimate.mean:.1%} | {estimate.low:.1%} to {estimate.high:.1%}"
