"""How far the gate can be trusted: how often it would stop the game as it is, and how often a planted imbalance.

Many sets of dice of each contest are played; the gate then runs with many seeds on sets drawn from these with
replacement, tables and orders of seats taking turns as they do where it plays. The planted imbalance is a head start
for the first side of the first contest, on as many sets of dice as make it win PLANTED of the games that were played.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.game import Game
from rollwright.lab.gate.contests import Contest, Lead, as_quarters, play_dice
from rollwright.lab.gate.sequential_test import KINDS, Bounds, Verdict
from rollwright.lab.matches import SEED_STRIDE, Player
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import counting, spread

POOLS = 3
"""Sets of dice of each contest that are played, for each that the gate plays at most.

Of fewer, such as one for each, the number of runs that stop the game tells of these sets, not of the game.
"""

SEEDS = 100
"""How often the gate is run on them."""

MOST_AS_IS, LEAST_PLANTED = 0.05, 0.95
"""The greatest part of the runs that may stop the game as it is, and the least that must stop a planted imbalance."""

PLANTED = 0.6
"""How often the favoured side wins at least."""

MOST_AHEAD = 1_000
"""The greatest head start that is tried, in half points."""


@dataclass(frozen=True)
class Trust:
    """What came of running the gate again and again."""

    seeds: int
    pool: int
    as_is: int
    """Runs that stopped the game as it is."""
    favoured: str
    """The side that the head start was for."""
    points: float
    """The head start."""
    part: float
    """The part of the games that have it."""
    share: float
    """How often that side wins with it."""
    planted: int
    """Runs that stopped the game with the head start."""

    @property
    def is_harsh(self) -> bool:
        """Whether it stops the game as it is too often."""
        return self.as_is > MOST_AS_IS * self.seeds

    @property
    def is_lax(self) -> bool:
        """Whether it stops the planted imbalance too seldom."""
        return self.planted < LEAST_PLANTED * self.seeds


def with_head_start(found: Sequence[Lead], halves: int) -> Ints:
    """Return the observations as they would be, were the first side given so many half points more.

    >>> with_head_start([Lead(0, (-3, -1)), Lead(2, (2, -2))], 2).tolist()
    [2, 3]
    """
    each = [[lead + halves for lead in one.leads] for one in found]
    return np.array(
        [sum((4 // len(leads)) * (lead > 0) + (2 // len(leads)) * (lead == 0) for lead in leads) for leads in each],
        np.int64,
    )


def plant(found: Sequence[Lead], share: float = PLANTED) -> tuple[int, int]:
    """Return the least head start, in half points, with which the first side can win this share of the games.

    And on how many sets of dice, from the first on, it needs that.
    """
    as_is = as_quarters(found)
    for halves in range(1, MOST_AHEAD):
        gained = np.cumsum(with_head_start(found, halves) - as_is)
        enough = np.flatnonzero(as_is.sum() + gained >= share * (KINDS - 1) * len(found))
        if len(enough):
            return halves, int(enough[0]) + 1
    return MOST_AHEAD, len(found)


def stops(pool: Mapping[Contest, Ints], bounds: Bounds, seed: int) -> bool:
    """Return whether the gate stops a game, run on sets of dice drawn from those that were played."""
    for number, (contest, observations) in enumerate(pool.items()):
        places = drawn(len(observations), contest.period, bounds.most, [seed, number])
        if Verdict.OVER in bounds.judge_both(observations[places])[:2]:
            return True
    return False


def drawn(sets: int, period: int, count: int, seed: Sequence[int]) -> Ints:
    """Draw so many of these sets with replacement, for each place from those whose turn it could be there."""
    period = period if period <= sets else 1
    rounds = np.random.default_rng(seed).integers(0, sets // period, count)
    return rounds * period + np.arange(count) % period


def play_pool(
    workers: Workers,
    game: Game,
    every: Sequence[Contest],
    player: Player,
    seed: int,
    sets: int,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[Contest, list[Lead]]:
    """Play so many sets of dice of each contest."""
    wanted = [(contest, number, seed * SEED_STRIDE + number) for contest in every for number in range(sets)]
    found: dict[Contest, list[Lead]] = {contest: [] for contest in every}
    told = counting(progress, f"{game.title}: how far the gate can be trusted, sets of dice", len(wanted))
    played = spread(workers, play_dice, (game.name, player), wanted, told)
    for (contest, _, _), lead in zip(wanted, played, strict=True):
        found[contest].append(lead)
    return found


def trust(found: Mapping[Contest, Sequence[Lead]], most: int, seeds: int = SEEDS) -> Trust:
    """Run the gate with many seeds on the game as it is, and with a head start."""
    bounds = Bounds(2 * len(found), most)
    pool = {contest: as_quarters(leads) for contest, leads in found.items()}
    contest, leads = next(iter(found.items()))
    halves, sets = plant(leads)
    planted = {**pool, contest: np.concatenate([with_head_start(leads[:sets], halves), pool[contest][sets:]])}
    return Trust(
        seeds,
        len(leads),
        sum(stops(pool, bounds, seed) for seed in range(seeds)),
        contest.sides[0],
        halves / 2,
        sets / len(leads),
        float(planted[contest].mean()) / (KINDS - 1),
        sum(stops(planted, bounds, seed) for seed in range(seeds)),
    )
