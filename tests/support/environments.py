"""Environments for tests: dice that are known before they fall, days that stand still, bots that do not wait."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from rollwright.live.environment import FAIR_LABEL, Environment, LiveSettings
from rollwright.table.models import DiceKind
from rollwright.web.ops.metrics import MetricsObserver

QUICK = Environment(
    observer=MetricsObserver(),
    settings=LiveSettings(bot_pause=0, absent_after=0, default_dice=DiceKind.SEEDED),
)
"""Bots do not wait, whoever is away is absent at once, and dice follow from a seed without players' numbers."""


def with_settings(environment: Environment, **changes: Any) -> Environment:
    """Return an environment with some other settings."""
    return replace(environment, settings=replace(environment.settings, **changes))


@dataclass(frozen=True)
class SameSeed:
    """Randomness that gives every table the same seed."""

    seed: int

    def __call__(self, bits: int) -> int:
        return self.seed


@dataclass(frozen=True)
class StoppedTime:
    """A time of the day that does not pass."""

    moment: datetime

    def __call__(self) -> datetime:
        return self.moment


@dataclass
class HandSetTime:
    """A clock, or a calendar, that a test sets by hand."""

    now: Any

    def __call__(self) -> Any:
        return self.now


@dataclass(frozen=True)
class Numbered:
    """Tokens that count up instead of being random; they must stay as long as they are."""

    name: Callable[[int, int], str]
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def __call__(self, size: int) -> str:
        return self.name(next(self._numbers), size)


DICE = 20_261
"""The seed of the dice of every table that a browser test plays."""

NOON = datetime(2099, 11, 20, 12, tzinfo=UTC)
"""Far ahead, as the store itself says when a game ended, and that must be before the day closes."""

BROWSER = with_settings(
    replace(QUICK, random_bits=SameSeed(DICE), utc_now=StoppedTime(NOON)),
    bot_pause=0.1,
    record_dice=DiceKind.SEEDED,
    dice_labels={DiceKind.SEEDED: FAIR_LABEL, **LiveSettings().dice_labels},
)
"""One and the same day, the same dice in every run, and bots that hardly wait for people to see what has fallen. A
record of its own dice counts as a game that was played, so that a test need not play it."""
