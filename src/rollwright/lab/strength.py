"""How strong the bots are: whole games by every level, and levels against one another."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rollwright.bots.crew import Crew
from rollwright.core.game import Game
from rollwright.core.options import all_settings
from rollwright.lab.endings import Endings
from rollwright.lab.matches import PLAYERS, RANDOM, Match, endings_of, play_bots, play_matches
from rollwright.lab.scores import Estimate
from rollwright.lab.simulate import Simulation, simulate

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How many games to play."""

    games: Mapping[str, int]
    """Games by each player: alone, for each setting, or against random ones where a game cannot be played alone."""
    dice: Mapping[tuple[str, str], int]
    """For two players against each other: how many sets of dice, each played twice with seats swapped."""


FULL = Plan(
    {RANDOM: 100_000, "easy": 1_000, "normal": 1_000, "hard": 40},
    {("easy", RANDOM): 200, ("normal", "easy"): 200, ("hard", "normal"): 50},
)
"""On two cores two to ten minutes for each way to play a game alone and four for its duels: the hard bot thinks."""

QUICK = Plan({RANDOM: 1_000, "easy": 10, "normal": 5, "hard": 1}, {("normal", "easy"): 3})
"""Enough to see that everything works, not to say anything."""


@dataclass(frozen=True)
class Strength:
    """What was found out about one game."""

    game: Game
    alone: dict[str, dict[str, Simulation]] = field(default_factory=dict)
    """Each player's games alone, for each setting by its name; nothing where a game is not played alone."""
    wins: dict[str, Estimate] = field(default_factory=dict)
    """The share of games each player wins against random ones; only where a game is not played alone."""
    endings: dict[str, Endings] = field(default_factory=dict)
    """How those games ended."""
    duels: dict[tuple[str, str], tuple[Estimate, Estimate]] = field(default_factory=dict)
    """For two players against each other: the share the first one wins, and by how many points it is ahead."""


def measure(crew: Crew, game: Game, plan: Plan, seed: int, progress: Progress = lambda text: None) -> Strength:
    """Play all the games of a plan. All bots meet the same dice."""
    found = Strength(game)
    players = [player for player in PLAYERS if plan.games.get(player)]
    if 1 in game.seats:
        for setting in all_settings(game.options, 1):
            name = setting_name(game, setting)
            found.alone[name] = {}
            for player in players:
                progress(", ".join(filter(None, (f"{game.title}: {player}", name))))
                found.alone[name][player] = _alone(crew, game, player, plan.games[player], seed, setting)
    else:
        for player in players:
            progress(f"{game.title}: {player}")
            shares, found.endings[player] = _among_random(crew, game, player, plan.games[player], seed)
            found.wins[player] = Estimate.of_share(shares)
    for (one, other), count in plan.dice.items() if 2 in game.seats else ():
        progress(f"{game.title}: {one} against {other}")
        seeds = range(seed, seed + count)
        swapped = [(players, each) for each in seeds for players in ((one, other), (other, one))]
        found.duels[one, other] = _duel(play_matches(crew, game, swapped))
    return found


def setting_name(game: Game, setting: Mapping[str, Sequence[str]]) -> str:
    """Name a lone player's setting by what could have been chosen otherwise: "sheet large", or nothing."""
    chosen = [(option.name, setting[option.name][0]) for option in game.options if len(option.names(1)) > 1]
    return ", ".join(" ".join(pair) for pair in chosen)


def _alone(
    crew: Crew, game: Game, player: str, games: int, seed: int, setting: Mapping[str, Sequence[str]]
) -> Simulation:
    """Let a player play alone."""
    if player == RANDOM:
        return simulate(game, 1, games, seed, setting, workers=crew.workers)
    return play_bots(crew, game, player, 1, games, seed, setting)


def _among_random(crew: Crew, game: Game, player: str, games: int, seed: int) -> tuple[Sequence[float], Endings]:
    """Let a player play against random ones, on each seat in turn; return its parts of the victories."""
    few = game.seats[0]
    seeds = range(seed, seed + games)
    seats = [each % few for each in seeds]
    if player == RANDOM:
        random = simulate(game, few, games, seed, workers=crew.workers)
        return random.shares()[np.arange(games), seats].tolist(), random.endings
    seatings = [[player if other == seat else RANDOM for other in range(few)] for seat in seats]
    played = play_matches(crew, game, list(zip(seatings, seeds, strict=True)))
    return [match.share(seat) for match, seat in zip(played, seats, strict=True)], endings_of(played)


def _duel(played: Sequence[Match]) -> tuple[Estimate, Estimate]:
    """Judge games of two, the first player sitting first in every other one."""
    shares = [match.share(number % 2) for number, match in enumerate(played)]
    ahead = [(match.halves[number % 2] - match.halves[1 - number % 2]) / 2 for number, match in enumerate(played)]
    return Estimate.of_share(shares), Estimate.of_mean(ahead)
