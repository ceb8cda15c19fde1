"""Two players against each other on the same dice: how they are seated, and what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rollwright.core.game import Game
from rollwright.lab.matches import SEED_STRIDE, Match, Player, Seating
from rollwright.lab.report.sampled_settings import in_turn
from rollwright.lab.statistics import Estimate


@dataclass(frozen=True)
class Seats:
    """The seats of two players in all games: on each set of dice, the one sits where the other sat.

    With more than two seats, one of them sits alone among the other's, on each seat in turn; so two equal players share
    the victories equally. A game for one is played by each alone, on the same dice.
    """

    seats: int
    dice: int

    @classmethod
    def of(cls, game: Game, seats: int | None, games: int) -> "Seats":
        """Seat two players for so many games, or one more if that is odd; by default at a table of two, if there is."""
        count = seats or (2 if 2 in game.seats else game.seats[0])
        game.check_seats(count)
        return cls(count, games if count == 1 else -(-games // 2))

    @property
    def firsts(self) -> list[tuple[int, ...]]:
        """The seats of the first player in each game."""
        if self.seats == 1:
            return [(0,), ()] * self.dice
        every = range(self.seats)
        alone = [number % self.seats if self.seats > 2 else 0 for number in range(self.dice)]
        return [taken for seat in alone for taken in ((seat,), tuple(other for other in every if other != seat))]

    def seatings(
        self,
        game: Game,
        first: Player,
        second: Player,
        seed: int,
        options: Mapping[str, str | Sequence[str]] | None = None,
    ) -> list[Seating]:
        """Return the games to play; what seats can choose goes round from dice to dice, unless it is said."""
        settings = [dict(options)] if options is not None else in_turn(game.options, self.seats)
        return [
            Seating(
                [first if seat in taken else second for seat in range(self.seats)],
                seed * SEED_STRIDE + number // 2,
                settings[number // 2 % len(settings)],
            )
            for number, taken in enumerate(self.firsts)
        ]

    def judge(self, played: Sequence[Match]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the mean points of both players in each game, and the first one's share of each victory."""
        if self.seats == 1:
            pairs = list(zip(played[::2], played[1::2], strict=True))
            points = np.array([(one.halves[0], other.halves[0]) for one, other in pairs]) / 2
            merits = [((one.halves[0], one.ties[0]), (other.halves[0], other.ties[0])) for one, other in pairs]
            return points, np.array([(mine > yours) + (mine == yours) / 2 for mine, yours in merits], float)
        rows, shares = [], []
        for match, taken in zip(played, self.firsts, strict=True):
            others = [seat for seat in range(self.seats) if seat not in taken]
            rows.append([float(np.mean([match.halves[seat] for seat in some])) / 2 for some in (taken, others)])
            shares.append(sum(match.share(seat) for seat in taken))
        return np.array(rows), np.array(shares, float)

    def in_sets(self, values: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Split values of games by dice: at a table each set of dice is played twice."""
        size = 1 if self.seats == 1 else 2
        return [values[at : at + size] for at in range(0, len(values), size)]

    def share(self, shares: NDArray[np.float64]) -> Estimate:
        """Return the first player's share of the victories; games on the same dice are one observation."""
        return Estimate.of_share_in_sets(self.in_sets(shares))

    def lead(self, points: NDArray[np.float64]) -> Estimate:
        """Return by how many points the first player led, likewise."""
        return Estimate.of_mean_in_sets(self.in_sets(points[:, 0] - points[:, 1]))
