"""Statistics of many games: means and shares with confidence intervals, and distributions of scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import floor, sqrt

import numpy as np
from numpy.typing import NDArray

Z = 1.96
"""Half the width, in standard deviations, of the central 95% of a normal distribution."""

MAX_BINS = 20
"""Maximum number of bins of a distribution."""

Numbers = Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% confidence interval."""

    games: int
    mean: float
    low: float
    high: float

    @classmethod
    def of_mean(cls, values: Numbers) -> "Estimate":
        """Estimate the mean of the population of these values."""
        mean = float(np.mean(values))
        around = Z * deviation(values) / sqrt(len(values))
        return cls(len(values), mean, mean - around, mean + around)

    @classmethod
    def of_share(cls, values: Numbers) -> "Estimate":
        """Estimate a share from games won and lost, with Wilson's interval, which is valid even if all are won."""
        return cls(len(values), *_wilson(float(np.mean(values)), len(values)))

    @classmethod
    def of_count(cls, part: int, games: int) -> "Estimate":
        """Estimate a share from a count, with Wilson's interval."""
        return cls(games, *_wilson(part / games, games))

    @classmethod
    def of_mean_in_sets(cls, sets: Sequence[Numbers]) -> "Estimate":
        """Estimate a mean from sets of games; games of a set share their dice, so only the sets are independent."""
        games, mean, error = _over_sets(sets)
        return cls(games, mean, mean - Z * error, mean + Z * error)

    @classmethod
    def of_share_in_sets(cls, sets: Sequence[Numbers], weights: Sequence[float] | None = None) -> "Estimate":
        """Estimate a share from sets of games: Wilson's interval with the effective number of independent games."""
        games, mean, error = _over_sets(sets, weights)
        effective = mean * (1 - mean) / error**2 if error > 0 else games
        return cls(games, *_wilson(mean, effective))


def _wilson(mean: float, n: float) -> tuple[float, float, float]:
    """Return a share and its Wilson interval after `n` games."""
    middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    around = Z * sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return mean, max(0.0, middle - around), min(1.0, middle + around)  # rounding may exceed the bounds


def _over_sets(sets: Sequence[Numbers], weights: Sequence[float] | None = None) -> tuple[int, float, float]:
    """Return the number of values, their mean, and its standard error, clustered by set."""
    weight = np.ones(len(sets)) if weights is None else np.array(weights)
    counts = weight * [len(each) for each in sets]
    sums = weight * [float(np.sum(each)) for each in sets]
    mean = float(sums.sum() / counts.sum())
    off = sums - mean * counts
    error = sqrt(float(off @ off) * len(sets) / max(1, len(sets) - 1)) / float(counts.sum())
    return sum(map(len, sets)), mean, error if error > 1e-12 else 0.0  # below that it is a rounding error


def deviation(values: Numbers) -> float:
    """Return the sample standard deviation; 0 for a single value."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else 0.0


def distribution(columns: Sequence[NDArray[np.float64]]) -> list[tuple[str, list[int]]]:
    """Count the scores of several players in the same bins, lowest first: (name of the bin, count of each player).

    >>> distribution([np.array([3.0, 4, 4]), np.array([6.0])])
    [('3', [1, 0]), ('4', [2, 0]), ('5', [0, 0]), ('6', [0, 1])]
    """
    every = np.concatenate(columns)
    low, high = float(every.min()), float(every.max())
    width = next(width for width in _widths() if high // width - low // width < MAX_BINS)
    edges = [width * number for number in range(floor(low / width), floor(high / width) + 2)]
    step = 0.5 if (every % 1).any() else 1  # distance between the last score of a bin and the next bin
    counts = [np.histogram(column, edges)[0] for column in columns]
    return [
        (_bin_name(edge, edge + width - step), [int(column[place]) for column in counts])
        for place, edge in enumerate(edges[:-1])
    ]


def _widths() -> Iterator[int]:
    """Yield round widths for bins: 1, 2, 5, 10, 20, 50 and so on."""
    yield from (first * 10**zeros for zeros in count() for first in (1, 2, 5))


def _bin_name(first: float, last: float) -> str:
    return f"{first:g}" if first == last else f"{first:g} to {last:g}"
