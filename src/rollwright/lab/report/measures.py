"""Measures that designers of games know: decisiveness, drama, lead changes, decision factor, a skill ladder, and luck.

docs/research.md defines each and names its source. The players are simple ones, whose games are compiled; what a
position is worth is told by guided playouts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rollwright.core.game import Game, open_game
from rollwright.lab.matches import BLUNDERS, SEED_STRIDE
from rollwright.lab.report.luck import Luck, find_luck
from rollwright.lab.report.sampled_settings import in_turn
from rollwright.lab.simple_players.simple_games import CHOICES, DECISIONS, MOVES, SimpleGames
from rollwright.lab.statistics import Estimate
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import counting, spread

Floats = NDArray[np.float64]

PLAYOUTS = 64
"""Playouts that tell the chances of a position."""

CLEAR = 0.1
"""By how much another seat's chance must be greater to take the lead: less could be an error of the playouts."""

DICE_PER_GAME = 4
"""Sets of dice of a rung, for each game that is watched."""

REPLAYED_PER_GAME = 20
"""Sets of dice that are replayed to tell luck, for each game that is watched: a covariance needs many."""

NEWCOMER_SLIPS = round(100 * BLUNDERS)

RUNGS = (("random", 100), ("errs every other move", 50), ("newcomer", NEWCOMER_SLIPS), ("guide", 0))
"""The lower rungs of the ladder: players that make so many of a hundred moves at random."""

Setting = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Course:
    """How a game went: each seat's chance to win before each roll, and how it ended; and what was counted."""

    chances: Floats
    counts: NDArray[np.int64]

    @property
    def winner(self) -> int | None:
        """The seat that won alone, if one did."""
        best = np.flatnonzero(self.chances[-1] == self.chances[-1].max())
        return int(best[0]) if len(best) == 1 else None

    def decisiveness(self) -> float | None:
        """Return the part of the game that was left when its winner's chance first passed every loser's best."""
        winner = self.winner
        if winner is None:
            return None
        threshold = np.delete(self.chances, winner, axis=1).max()
        passed = np.flatnonzero(self.chances[:, winner] > threshold)
        last = len(self.chances) - 1
        return float(last - passed[0]) / last if len(passed) else 0.0

    def drama(self) -> float | None:
        """Return how far its winner was behind the leader, on average over the times when it was behind."""
        winner = self.winner
        if winner is None:
            return None
        behind = self.chances.max(axis=1) - self.chances[:, winner]
        return float(behind[behind > 0].mean()) if (behind > 0).any() else 0.0

    def lead_changes(self) -> int:
        """Return how often another seat clearly took the lead."""
        leader, changes = -1, 0
        for row in self.chances:
            best = int(row.argmax())
            if leader < 0:
                others = np.delete(row, best)
                leader = best if row[best] - others.max() >= CLEAR else -1
            elif row[best] - row[leader] >= CLEAR:
                leader, changes = best, changes + 1
        return changes


@dataclass(frozen=True)
class Measures:
    """All measures of one game."""

    seats: int
    watched: int
    decisiveness: Estimate | None
    drama: Estimate | None
    lead_changes: Estimate | None
    decisions: Estimate
    """Decisions of a game."""
    choices: Estimate
    """The share of decisions with more than one move."""
    factor: Estimate
    """The number of moves at those."""
    ladder: tuple[tuple[str, str, Estimate], ...]
    """Rungs: a player, the one below, and the first one's share of the victories."""
    luck: Luck


def watch_part(name: str, seats: int, pieces: Sequence[tuple[Setting, int]]) -> list[Course]:
    """Watch games of the guide."""
    simple = SimpleGames(open_game(name))
    return [Course(*simple.tell(setting, [0] * seats, seed, PLAYOUTS)) for setting, seed in pieces]


def pair_part(name: str, setting: Setting, first: int, second: int, seeds: Sequence[int]) -> list[float]:
    """Play sets of dice twice, seats swapped; return the first player's share of the two victories.

    Of a game for one, both play alone on the same dice, and who has more points wins.
    """
    game = open_game(name)
    simple = SimpleGames(game)
    shares: Floats
    if 2 not in game.seats:
        one, other = (simple.play(setting, [slips], seeds) for slips in (first, second))
        merit = np.sign(one.halves[:, 0] - other.halves[:, 0]) * 2 + np.sign(one.ties[:, 0] - other.ties[:, 0])
        shares = (1 + np.sign(merit)) / 2
    else:
        one, other = (simple.play(setting, slips, seeds) for slips in ([first, second], [second, first]))
        shares = (one.shares()[:, 0] + other.shares()[:, 1]) / 2
    found: list[float] = shares.tolist()
    return found


def take_measures(
    workers: Workers, game: Game, watched: int, seed: int, progress: Callable[[str], None] = lambda text: None
) -> Measures:
    """Play the games and work out all measures."""
    seats = 2 if 2 in game.seats else game.seats[0]
    settings = in_turn(game.options, seats)
    seeds = [seed * SEED_STRIDE + number for number in range(watched * DICE_PER_GAME)]
    wanted = [(settings[number % len(settings)], each) for number, each in enumerate(seeds[:watched])]
    told = counting(progress, f"{game.title}: watched games", len(wanted))
    courses = spread(workers, watch_part, (game.name, seats), wanted, told)
    usual = game.setting(seats, {})
    ladder = []
    for (below, often), (above, seldom) in pairwise(RUNGS):
        told = counting(progress, f"{game.title}: {above} against {below}, sets of dice", len(seeds))
        shares = spread(workers, pair_part, (game.name, usual, seldom, often), seeds, told)
        ladder.append((above, below, Estimate.of_share_in_sets([[each] for each in shares])))
    replayed = [seed * SEED_STRIDE + number for number in range(watched * REPLAYED_PER_GAME)]
    counts = np.array([course.counts for course in courses])
    together = seats > 1
    return Measures(
        seats,
        watched,
        _mean([course.decisiveness() for course in courses]) if together else None,
        _mean([course.drama() for course in courses]) if together else None,
        _mean([course.lead_changes() for course in courses]) if together else None,
        Estimate.of_mean(counts[:, DECISIONS]),
        Estimate.of_mean(counts[:, CHOICES] / counts[:, DECISIONS]),
        Estimate.of_mean(counts[:, MOVES] / np.maximum(1, counts[:, CHOICES])),
        tuple(ladder),
        find_luck(workers, game, NEWCOMER_SLIPS, replayed, progress),
    )


def _mean(values: Sequence[float | None]) -> Estimate | None:
    """Estimate the mean of the values that there are."""
    known = [float(value) for value in values if value is not None]
    return Estimate.of_mean(known) if known else None
