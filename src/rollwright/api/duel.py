"""Two players against each other, on the same dice."""

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rollwright.api.own_bots import Bot, as_player, name_of
from rollwright.api.progress_bar import Progress, follower
from rollwright.api.simulation import Setting, check_counts, html_table, matches
from rollwright.core.game import Game, open_game
from rollwright.lab.duels import Seats
from rollwright.lab.statistics import Estimate

if TYPE_CHECKING:
    import altair


@dataclass(frozen=True)
class Duel:
    """The result of a duel: how much of the victory the first player had, and by how many points it led.

    >>> import rollwright
    >>> result = rollwright.duel("terminal_dispute", "guide", "random", 20)
    >>> result.first, result.second, result.games
    ('guide', 'random', 20)
    >>> result.share.mean
    1.0
    """

    game: Game
    first: str
    second: str
    points: NDArray[np.float64]
    """One row for each game, with the points of the first player and of the second."""
    shares: NDArray[np.float64]
    """The first player's share of each victory: 1, 1/2 or 0."""
    seats: Seats
    """Where the two sat."""

    @property
    def games(self) -> int:
        """How many games each of them played.

        >>> import rollwright
        >>> rollwright.duel("terminal_dispute", "guide", "random", 2).games
        2
        """
        return len(self.shares)

    @property
    def share(self) -> Estimate:
        """The first player's share of the victories, with its 95% confidence interval.

        Games on the same dice count as one observation.

        >>> import rollwright
        >>> share = rollwright.duel("terminal_dispute", "guide", "random", 10).share
        >>> share.low > 0.5
        True
        """
        return self.seats.share(self.shares)

    @property
    def lead(self) -> Estimate:
        """By how many points the first player led at the end, with its 95% confidence interval.

        >>> import rollwright
        >>> rollwright.duel("terminal_dispute", "guide", "random", 10).lead.mean > 10
        True
        """
        return self.seats.lead(self.points)

    @property
    def elo(self) -> float:
        """The difference in Elo points that this share means; infinite if one of them won every game.

        >>> import rollwright
        >>> rollwright.duel("terminal_dispute", "guide", "random", 10).elo
        inf
        """
        mean = self.share.mean
        return float("inf") if mean == 1 else float("-inf") if mean == 0 else 400 * log10(mean / (1 - mean))

    def summary(self) -> str:
        """Return the result as a sentence.

        >>> import rollwright
        >>> print(rollwright.duel("terminal_dispute", "guide", "random", 10).summary().split(":")[0])
        Terminal Dispute, guide against random, 10 games
        """
        share, lead = self.share, self.lead
        return (
            f"{self.game.title}, {self.first} against {self.second}, {self.games:,} games: "
            f"{self.first} has {share.mean:.1%} of the victories ({share.low:.1%} to {share.high:.1%}) "
            f"and leads by {lead.mean:.2f} points ({lead.low:.2f} to {lead.high:.2f})"
        )

    def chart(self) -> "altair.Chart":
        """Return both distributions of scores as an Altair chart; needs ``pip install 'rollwright[lab]'``.

        >>> import rollwright
        >>> chart = rollwright.duel("terminal_dispute", "guide", "random", 10).chart()
        >>> chart.to_dict()["mark"]["type"]
        'bar'
        """
        from rollwright.api.altair_charts import histogram

        names = [self.first, self.second if self.second != self.first else f"{self.second} (second)"]
        return histogram(dict(zip(names, self.points.T, strict=True)), self.game.title)

    def __repr__(self) -> str:
        """Return the summary."""
        return f"<Duel: {self.summary()}>"

    def _repr_html_(self) -> str:
        """Return the result as a table, which notebooks show."""
        share = self.share
        rows = [
            [self.first, f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})", f"{self.points[:, 0].mean():.2f}"],
            [self.second, f"{1 - share.mean:.1%} ({1 - share.high:.1%} to {1 - share.low:.1%})",
             f"{self.points[:, 1].mean():.2f}"],
        ]  # fmt: skip
        head = ["player", "victories (95%)", "mean score"]
        return html_table(f"{self.game.title}: {self.games:,} games on the same dice", head, rows)


def duel(
    game: str,
    first: str | Bot,
    second: str | Bot,
    games: int = 100,
    *,
    seed: int = 1,
    seats: int | None = None,
    options: Setting | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress = None,
) -> Duel:
    """Let two players play against each other, and measure who is better.

    Each set of dice is played twice with the seats swapped, so neither luck nor the seat decides; an odd number of
    games is raised by one. Choices such as races go round unless `options` say them. A game for one is played by each
    alone, on the same dice, and more points win. At a table of more `seats`, one of them sits alone among the other's,
    on each seat in turn, then the other way round. `cluster` is the address of a Dask scheduler, as tcp://HOST:PORT.

    >>> import rollwright
    >>> def greedy(position):
    ...     return max(position.legal(), key=lambda move: move.gain or 0)
    >>> rollwright.duel("tou_shi", greedy, "random", 20).share.low > 0.5
    True
    """
    check_counts(workers, cluster, seed)
    opened = open_game(game)
    table = Seats.of(opened, seats, games)
    seatings = table.seatings(opened, as_player(first), as_player(second), seed, options)
    played = matches(opened, seatings, workers, follower(progress, len(seatings), "games"), cluster)
    return Duel(opened, name_of(first), name_of(second), *table.judge(played), table)
