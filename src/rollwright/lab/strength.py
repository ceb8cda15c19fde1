"""How strong the bots are: whole games by every level, levels against one another, and choices against choices."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rollwright.bots.crew import Crew
from rollwright.core.game import Game
from rollwright.lab.balance import Balance, Trials, weigh, weighed_options
from rollwright.lab.endings import Endings
from rollwright.lab.matches import GUIDE, PLAYERS, RANDOM, SEEDS, Match, Seating, endings_of, play_bots, play_matches
from rollwright.lab.scores import Estimate
from rollwright.lab.settings import handful, in_turn
from rollwright.lab.simulate import Simulation, simulate

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How many games to play."""

    games: Mapping[str, int]
    """Games by each player: alone, for each setting, or against random ones where a game cannot be played alone."""
    dice: Mapping[tuple[str, str], int]
    """For two players against each other: how many sets of dice, each played twice with seats swapped."""
    trials: tuple[Trials, ...] = ()
    """How the choices of the seats are tried against one another, perhaps by several kinds of bots."""


FULL = Plan(
    {RANDOM: 100_000, "easy": 1_000, "normal": 1_000, "hard": 40},
    {("easy", RANDOM): 200, ("normal", "easy"): 200, ("hard", "normal"): 50},
    (
        Trials(GUIDE, dice={2: 4_000, 3: 1_000}, alike={2: 1_000, 3: 100}, most=30_000),
        Trials(400, dice={2: 150, 3: 40}, alike={2: 60, 3: 2}, most=2_000),
    ),
)
"""On two cores two to ten minutes for each way to play a game alone and four for its duels: the hard bot thinks.

Where seats choose, some fifteen minutes more for each such option: the guides are quick, the others think.
"""

QUICK = Plan(
    {RANDOM: 1_000, "easy": 10, "normal": 5, "hard": 1},
    {("normal", "easy"): 3},
    (
        Trials(GUIDE, dice={2: 2, 3: 1}, alike={2: 1, 3: 1}, most=60),
        Trials(10, dice={2: 1, 3: 1}, alike={2: 1, 3: 1}, most=30),
    ),
)
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
    balance: dict[str, list[tuple[Trials, dict[int, Balance]]]] = field(default_factory=dict)
    """For each option in which seats can differ, by its name: how its choices were tried, and how good they are by the
    number of seats."""


def measure(crew: Crew, game: Game, plan: Plan, seed: int, progress: Progress = lambda text: None) -> Strength:
    """Play all the games of a plan. All bots meet the same dice."""
    found = Strength(game)
    players = [player for player in PLAYERS if plan.games.get(player)]
    if 1 in game.seats:
        for setting in handful(game.options, 1):
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
        found.duels[one, other] = _duel(play_matches(crew, game, duel_seatings(game, one, other, count, seed)))
    for trials in plan.trials:
        tried: dict[str, dict[int, Balance]] = {}
        for seats in sorted(set(trials.dice) & set(game.seats)):
            for option in weighed_options(game, seats):
                progress(f"{game.title}: {option.name}, {seats} seats, {trials.playouts} playouts")
                tried.setdefault(option.name, {})[seats] = weigh(crew, game, option, seats, trials, seed)
        for name, by_seats in tried.items():
            found.balance.setdefault(name, []).append((trials, by_seats))
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
    """Let a player play against random ones, on each seat in turn, while the choices of the seats go round.

    Returns its parts of the victories, and how the games ended.
    """
    few = game.seats[0]
    settings = in_turn(game.options, few)
    if player == RANDOM:
        return _all_random(crew, game, games, seed, settings)
    seats = [number % few for number in range(games)]
    seatings = [
        Seating([player if other == seat else RANDOM for other in range(few)], seed + number, setting)
        for number, seat in enumerate(seats)
        for setting in [settings[number // few % len(settings)]]
    ]
    played = play_matches(crew, game, seatings)
    return [match.share(seat) for match, seat in zip(played, seats, strict=True)], endings_of(played)


def _all_random(
    crew: Crew, game: Game, games: int, seed: int, settings: Sequence[Mapping[str, Sequence[str]]]
) -> tuple[Sequence[float], Endings]:
    """Let all be random, and look at each seat in turn; every setting gets its part of the games."""
    few = game.seats[0]
    shares, endings = list[float](), Endings()
    for first, setting in enumerate(settings[:games]):
        part = len(range(first, games, len(settings)))
        random = simulate(game, few, part, seed + first * SEEDS, setting, workers=crew.workers)
        shares += random.shares()[np.arange(part), np.arange(part) % few].tolist()
        endings += random.endings
    return shares, endings


def duel_seatings(game: Game, one: str, other: str, count: int, seed: int) -> list[Seating]:
    """Seat two players for so many sets of dice, each twice with seats swapped.

    What the seats chose stays with the seats, so that each player plays either side; from one set to the next the
    choices go round.
    """
    settings = in_turn(game.options, 2)
    return [
        Seating(players, seed + number, settings[number % len(settings)])
        for number in range(count)
        for players in ((one, other), (other, one))
    ]


def _duel(played: Sequence[Match]) -> tuple[Estimate, Estimate]:
    """Judge games of two, the first player sitting first in every other one."""
    shares = [match.share(number % 2) for number, match in enumerate(played)]
    ahead = [(match.halves[number % 2] - match.halves[1 - number % 2]) / 2 for number, match in enumerate(played)]
    return Estimate.of_share(shares), Estimate.of_mean(ahead)
