"""The strength of the bots: whole games of every level, duels between levels, and choices against choices."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rollwright.bots.thinkers import Thinkers
from rollwright.core.game import Game
from rollwright.lab.matches import (
    PLAYERS,
    RANDOM,
    SEED_STRIDE,
    Match,
    Run,
    Seating,
    endings_of,
    play_bots,
    play_matches,
)
from rollwright.lab.report.balance import Balance, Trials, weigh, weighed_options
from rollwright.lab.report.endings import Endings
from rollwright.lab.report.plans import Plan
from rollwright.lab.report.sampled_settings import for_one, in_turn
from rollwright.lab.simulate import Simulation, simulate
from rollwright.lab.statistics import Estimate

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Strength:
    """The results for one game."""

    game: Game
    alone: dict[str, dict[str, list[Simulation]]] = field(default_factory=dict)
    """Solo games, by name of the table's setting and by player, one for each choice of the player; empty if the game
    has no solo mode."""
    wins: dict[str, Estimate] = field(default_factory=dict)
    """Each player's share of wins against random players; only if the game has no solo mode."""
    endings: dict[str, Endings] = field(default_factory=dict)
    """How those games ended, by player."""
    duels: dict[tuple[str, str], tuple[Estimate, Estimate]] = field(default_factory=dict)
    """For two players against each other: share of wins and lead in points of the first one."""
    balance: dict[str, list[tuple[Trials, dict[int, Balance]]]] = field(default_factory=dict)
    """By name of an option of the seats: how its choices were tried, and the results by number of seats."""


def measure(thinkers: Thinkers, game: Game, plan: Plan, seed: int, progress: Progress = lambda text: None) -> Strength:
    """Play all the games of a plan; all bots get the same dice."""
    found = Strength(game)
    players = [player for player in PLAYERS if plan.games.get(player)]
    if 1 in game.seats:
        for player in players:
            progress(f"{game.title}: {player}, alone")
            for each in _alone(thinkers, game, player, plan.games[player], seed):
                name = setting_name(game, each.setting, per_seat=False)
                found.alone.setdefault(name, {}).setdefault(player, []).append(each)
    else:
        for player in players:
            progress(f"{game.title}: {player}")
            shares, found.endings[player] = _among_random(thinkers, game, player, plan.games[player], seed)
            found.wins[player] = Estimate.of_share(shares)
    for (one, other), count in plan.dice.items() if 2 in game.seats else ():
        progress(f"{game.title}: {one} against {other}")
        found.duels[one, other] = _duel(play_matches(thinkers, game, duel_seatings(game, one, other, count, seed)))
    for trials in plan.trials:
        tried: dict[str, dict[int, Balance]] = {}
        for seats in sorted(set(trials.dice) & set(game.seats)):
            for option in weighed_options(game, seats):
                progress(f"{game.title}: {option.name}, {seats} seats, {trials.playouts} playouts")
                tried.setdefault(option.name, {})[seats] = weigh(thinkers, game, option, seats, trials, seed)
        for name, by_seats in tried.items():
            found.balance.setdefault(name, []).append((trials, by_seats))
    return found


def setting_name(game: Game, setting: Mapping[str, Sequence[str]], *, per_seat: bool) -> str:
    """Return the name of a solo setting, such as "sheet large": its options with more than one choice.

    These are the options of the seat (`per_seat`) or of the table; the name may be empty.
    """
    options = [option for option in game.options if option.per_seat == per_seat and len(option.names(1)) > 1]
    return ", ".join(f"{option.name} {setting[option.name][0]}" for option in options)


def _alone(thinkers: Thinkers, game: Game, player: str, games: int, seed: int) -> list[Simulation]:
    """Play solo games with each setting of the table, split evenly over the player's choices, each on its own dice."""
    runs = [
        Run(len(range(first, games, len(settings))), seed + first * SEED_STRIDE, setting)
        for settings in for_one(game.options)
        for first, setting in enumerate(settings[:games])
    ]
    if player == RANDOM:
        return [simulate(game, 1, run.games, run.seed, run.setting, workers=thinkers.workers) for run in runs]
    return play_bots(thinkers, game, player, 1, runs)


def _among_random(
    thinkers: Thinkers, game: Game, player: str, games: int, seed: int
) -> tuple[Sequence[float], Endings]:
    """Play games against random players, on each seat in turn, rotating the choices of the seats.

    Returns the player's share of each win, and how the games ended.
    """
    few = game.seats[0]
    settings = in_turn(game.options, few)
    if player == RANDOM:
        return _all_random(thinkers, game, games, seed, settings)
    seats = [number % few for number in range(games)]
    seatings = [
        Seating([player if other == seat else RANDOM for other in range(few)], seed + number, setting)
        for number, seat in enumerate(seats)
        for setting in [settings[number // few % len(settings)]]
    ]
    played = play_matches(thinkers, game, seatings)
    return [match.share(seat) for match, seat in zip(played, seats, strict=True)], endings_of(played)


def _all_random(
    thinkers: Thinkers, game: Game, games: int, seed: int, settings: Sequence[Mapping[str, Sequence[str]]]
) -> tuple[Sequence[float], Endings]:
    """Play games between random players, split evenly over the settings, and take the share of each seat in turn."""
    few = game.seats[0]
    shares, endings = list[float](), Endings()
    for first, setting in enumerate(settings[:games]):
        part = len(range(first, games, len(settings)))
        random = simulate(game, few, part, seed + first * SEED_STRIDE, setting, workers=thinkers.workers)
        shares += random.shares()[np.arange(part), np.arange(part) % few].tolist()
        endings += random.endings
    return shares, endings


def duel_seatings(game: Game, one: str, other: str, count: int, seed: int) -> list[Seating]:
    """Seat two players for `count` sets of dice, each played twice with seats swapped.

    Choices stay with the seats, so that each player plays both sides; they rotate from one set of dice to the next.
    """
    settings = in_turn(game.options, 2)
    return [
        Seating(players, seed + number, settings[number % len(settings)])
        for number in range(count)
        for players in ((one, other), (other, one))
    ]


def _duel(played: Sequence[Match]) -> tuple[Estimate, Estimate]:
    """Evaluate duels, in which the first player sits first in every other game."""
    shares = [match.share(number % 2) for number, match in enumerate(played)]
    ahead = [(match.halves[number % 2] - match.halves[1 - number % 2]) / 2 for number, match in enumerate(played)]
    return Estimate.of_share(shares), Estimate.of_mean(ahead)
