"""A sequential test of whether one side wins too often: Wald's SPRT in its generalised form, on sets of dice.

The two games on one set of dice, seats swapped, are one observation: the mean of the shares of the victory in both, one
of 0, 1/4, 1/2, 3/4 and 1. Nothing is assumed of how often each occurs: the likelihoods that are compared are the
greatest that a distribution with a mean of LOW and one with a mean of HIGH can give to what was seen. This is the
pentanomial GSPRT, by which chess engines are tested on fishtest (M. Van den Bergh, "The Generalized Maximum Likelihood
Ratio for the Expectation Value of a Distribution"; X. Li, J. Liu, Z. Ying, "Generalized Sequential Probability Ratio
Test for Separate Families of Hypotheses", 2014).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

import numpy as np
from numpy.typing import NDArray

LOW, HIGH = 0.53, 0.57
"""A side that wins LOW or less is within its bounds, one that wins HIGH or more is not."""

ERROR = 0.05
"""The greatest probability of either mistake, over all tests of a game together."""

MOST = 4_000
"""The most observations of a test; then the likelier of the two is taken."""

STEP = 50
"""Observations between two looks at the likelihoods: fixed, so that a result does not depend on who looks when."""

UNSEEN = 1e-3
"""What stands for the number of observations of a kind that was not seen, as on fishtest."""

KINDS = 5
"""Kinds of observations: a pair of games has 0 to 4 quarters of two victories."""


class Verdict(StrEnum):
    """What a test found."""

    WITHIN = "within"
    OVER = "over"
    OPEN = "open"


def likelihood_ratio(counts: Sequence[float], low: float = LOW, high: float = HIGH) -> float:
    """Return the logarithm of how much likelier these observations are with a mean of `high` than of `low`.

    >>> likelihood_ratio([0, 0, 10, 0, 0]) < 0 < likelihood_ratio([1, 1, 2, 3, 13])
    True
    """
    seen = [max(float(count), UNSEEN) for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    one, other = _tilt(shares, low), _tilt(shares, high)
    values = [place / (len(seen) - 1) for place in range(len(seen))]
    return sum(
        count * (log(1 + one * (value - low)) - log(1 + other * (value - high)))
        for count, value in zip(seen, values, strict=True)
    )


def _tilt(shares: Sequence[float], mean: float) -> float:
    """Return x so that the shares p / (1 + x (a - mean)) of the values a are the likeliest with this mean."""
    values = [place / (len(shares) - 1) - mean for place in range(len(shares))]
    low, high = -1 / values[-1], -1 / values[0]
    for _ in range(40):  # what is looked for falls in x, so halving finds it
        middle = (low + high) / 2
        if sum(share * value / (1 + middle * value) for share, value in zip(shares, values, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True)
class Bounds:
    """When a test ends."""

    tests: int
    """Tests of a game: two for each pairing, one in each direction. Each may err so much less often."""
    most: int = MOST

    @property
    def limit(self) -> float:
        """The logarithm of the ratio at which a test ends, in both directions, as both errors are the same."""
        error = ERROR / self.tests
        return log((1 - error) / error)

    def judge(self, observations: NDArray[np.int64]) -> tuple[Verdict, int]:
        """Return what is found of a side with these observations (in quarters), and after how many."""
        counts = [0] * KINDS
        for start in range(0, min(self.most, len(observations)), STEP):
            stop = min(start + STEP, self.most)
            if stop > len(observations):
                break
            for place, more in enumerate(np.bincount(observations[start:stop], minlength=KINDS).tolist()):
                counts[place] += more
            ratio = likelihood_ratio(counts)
            if ratio >= self.limit:
                return Verdict.OVER, stop
            if ratio <= -self.limit:
                return Verdict.WITHIN, stop
            if stop == self.most:
                return (Verdict.OVER if ratio > 0 else Verdict.WITHIN), stop
        return Verdict.OPEN, len(observations)

    def judge_both(self, observations: NDArray[np.int64]) -> tuple[Verdict, Verdict, int]:
        """Return what is found of the first side and of the second, and after how many observations that is known.

        As soon as one side wins too often, the other need not be known.
        """
        first, after = self.judge(observations)
        second, then = self.judge(KINDS - 1 - observations)
        over = [each for verdict, each in ((first, after), (second, then)) if verdict == Verdict.OVER]
        return first, second, min(over, default=max(after, then))

    def is_sure(self, observations: NDArray[np.int64], verdicts: tuple[Verdict, Verdict]) -> bool:
        """Return whether these observations are enough for the verdicts of both sides: for one that a side is over."""
        wanted = [each == Verdict.OVER for each in verdicts] if Verdict.OVER in verdicts else [True, True]
        sides = observations, KINDS - 1 - observations
        ratios = [likelihood_ratio(np.bincount(side, minlength=KINDS).tolist()) for side in sides]
        return all(abs(ratio) >= self.limit for ratio, is_wanted in zip(ratios, wanted, strict=True) if is_wanted)
