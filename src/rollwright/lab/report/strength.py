"""The strength of the bots: whole games of every level, duels between levels, and choices against choices."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rollwright.core.game import Game
from rollwright.lab.gate.contests import contests
from rollwright.lab.gate.gate import Judged, run_gate
from rollwright.lab.gate.trust import POOLS, SEEDS, Trust, play_pool, trust
from rollwright.lab.matches import (
    BY_THE_GUIDE,
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
from rollwright.lab.report.measures import Measures, take_measures
from rollwright.lab.report.plans import Plan
from rollwright.lab.report.sampled_settings import for_one, in_turn
from rollwright.lab.simulate import Simulation, simulate_with
from rollwright.lab.statistics import Estimate
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import counting

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
    gate: list[Judged] = field(default_factory=list)
    """What the balance gate found of each pairing."""
    trusted: list[Trust] = field(default_factory=list)
    """How far the gate can be trusted, if there is one."""
    measures: list[Measures] = field(default_factory=list)
    """What designers measure, if it was."""


def measure(workers: Workers, game: Game, plan: Plan, seed: int, progress: Progress = lambda text: None) -> Strength:
    """Play all the games of a plan; all bots get the same dice."""
    workers.prepare(game.name).result()
    found = Strength(game)
    players = [player for player in PLAYERS if plan.games.get(player)]
    if 1 in game.seats:
        for player in players:
            for each in _alone(workers, game, player, plan.games[player], seed, progress):
                name = setting_name(game, each.setting, per_seat=False)
                found.alone.setdefault(name, {}).setdefault(player, []).append(each)
    else:
        for player in players:
            shares, found.endings[player] = _among_random(workers, game, player, plan.games[player], seed, progress)
            found.wins[player] = Estimate.of_share(shares)
    for (one, other), count in plan.dice.items() if 2 in game.seats else ():
        seatings = duel_seatings(game, one, other, count, seed)
        told = counting(progress, f"{game.title}: {one} against {other}, games", len(seatings))
        found.duels[one, other] = _duel(play_matches(workers, game, seatings, told))
    for trials in plan.trials:
        tried: dict[str, dict[int, Balance]] = {}
        for seats in sorted(set(trials.dice) & set(game.seats)):
            for option in weighed_options(game, seats):
                tried.setdefault(option.name, {})[seats] = weigh(workers, game, option, seats, trials, seed, progress)
        for name, by_seats in tried.items():
            found.balance.setdefault(name, []).append((trials, by_seats))
    _gate(workers, found, plan, seed, progress)
    if plan.watched:
        found.measures.append(take_measures(workers, game, plan.watched, seed, progress))
    return found


def _gate(workers: Workers, found: Strength, plan: Plan, seed: int, progress: Progress) -> None:
    """Run the balance gate, and find out how far it can be trusted."""
    every = contests(found.game, plan.over) if plan.gate else []
    if every:
        found.gate.extend(run_gate(workers, found.game, every, BY_THE_GUIDE, seed, plan.gate, progress))
        sets, seeds = POOLS * plan.gate, min(SEEDS, plan.gate // 10)
        others = seed + 1  # other dice than the gate's
        pool = play_pool(workers, found.game, every, BY_THE_GUIDE, others, sets, progress)
        found.trusted.append(trust(pool, plan.gate, seeds))


def setting_name(game: Game, setting: Mapping[str, Sequence[str]], *, per_seat: bool) -> str:
    """Return the name of a solo setting, such as "sheet large": its options with more than one choice.

    These are the options of the seat (`per_seat`) or of the table; the name may be empty.
    """
    options = [option for option in game.options if option.per_seat == per_seat and len(option.names(1)) > 1]
    return ", ".join(f"{option.name} {setting[option.name][0]}" for option in options)


def _alone(workers: Workers, game: Game, player: str, games: int, seed: int, progress: Progress) -> list[Simulation]:
    """Play solo games with each setting of the table, split evenly over the player's choices, each on its own dice."""
    runs = [
        Run(len(range(first, games, len(settings))), seed + first * SEED_STRIDE, setting)
        for settings in for_one(game.options)
        for first, setting in enumerate(settings[:games])
    ]
    told = counting(progress, f"{game.title}: {player}, alone, games", sum(run.games for run in runs))
    if player == RANDOM:
        return [simulate_with(workers, game, 1, run.games, run.seed, run.setting) for run in runs]
    return play_bots(workers, game, player, 1, runs, told)


def _among_random(
    workers: Workers, game: Game, player: str, games: int, seed: int, progress: Progress
) -> tuple[Sequence[float], Endings]:
    """Play games against random players, on each seat in turn, rotating the choices of the seats.

    Returns the player's share of each win, and how the games ended.
    """
    few = game.seats[0]
    settings = in_turn(game.options, few)
    told = counting(progress, f"{game.title}: {player}, games", games)
    if player == RANDOM:
        return _all_random(workers, game, games, seed, settings)
    seats = [number % few for number in range(games)]
    seatings = [
        Seating([player if other == seat else RANDOM for other in range(few)], seed + number, setting)
        for number, seat in enumerate(seats)
        for setting in [settings[number // few % len(settings)]]
    ]
    played = play_matches(workers, game, seatings, told)
    return [match.share(seat) for match, seat in zip(played, seats, strict=True)], endings_of(played)


def _all_random(
    workers: Workers, game: Game, games: int, seed: int, settings: Sequence[Mapping[str, Sequence[str]]]
) -> tuple[Sequence[float], Endings]:
    """Play games between random players, split evenly over the settings, and take the share of each seat in turn."""
    few = game.seats[0]
    shares, endings = list[float](), Endings()
    for first, setting in enumerate(settings[:games]):
        part = len(range(first, games, len(settings)))
        random = simulate_with(workers, game, few, part, seed + first * SEED_STRIDE, setting)
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
    """Evaluate duels, in which the first player sits first in every other game; two games share their dice."""
    shares = [match.share(number % 2) for number, match in enumerate(played)]
    ahead = [(match.halves[number % 2] - match.halves[1 - number % 2]) / 2 for number, match in enumerate(played)]
    return Estimate.of_share_in_sets(_pairs(shares)), Estimate.of_mean_in_sets(_pairs(ahead))


def _pairs(values: Sequence[float]) -> list[Sequence[float]]:
    """Return the values two by two, as the games on the same dice follow each other."""
    return [values[first : first + 2] for first in range(0, len(values), 2)]
