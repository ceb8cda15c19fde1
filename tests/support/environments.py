"""Environments for tests: known dice, fixed dates, bots without pauses."""

import asyncio
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
    settings=LiveSettings(bot_pace=0, bot_quick_pace=0, bot_moment=0, absent_after=0, default_dice=DiceKind.SEEDED),
)
"""Bots do not pause, players who are away count as absent at once, and dice are seeded, without nonces."""


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
    """A time that does not pass."""

    moment: datetime

    def __call__(self) -> datetime:
        return self.moment


@dataclass
class HandSetTime:
    """A clock, or a calendar, that a test sets by hand."""

    now: Any

    def __call__(self) -> Any:
        return self.now


GONE = with_settings(QUICK, active_for=-1)
"""Whoever has no live connection is away at once."""


class Hours:
    """Both clocks of a server, set by hand."""

    def __init__(self) -> None:
        self.unix, self.monotonic = HandSetTime(2_000_000_000.0), HandSetTime(1_000.0)

    def environment(self, base: Environment = GONE) -> Environment:
        return replace(base, now=self.unix, monotonic=self.monotonic)

    def pass_by(self, seconds: float) -> None:
        self.unix.now += seconds
        self.monotonic.now += seconds


@dataclass
class HandEndedSleep:
    """Pauses that last until a test ends them."""

    asked: list[tuple[float, "asyncio.Future[None]"]] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        over = asyncio.get_running_loop().create_future()
        self.asked.append((seconds, over))
        await over

    @property
    def lengths(self) -> list[float]:
        """How long the pauses are meant to be that have not ended."""
        return [round(seconds, 3) for seconds, over in self.asked if not over.done()]

    def end(self) -> None:
        """End all pauses."""
        for _, over in self.asked:
            if not over.done():
                over.set_result(None)


@dataclass(frozen=True)
class Numbered:
    """Tokens that count up instead of being random, with the length of real ones."""

    name: Callable[[int, int], str]
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def __call__(self, size: int) -> str:
        return self.name(next(self._numbers), size)


DICE = 20_261
"""The seed of the dice in browser tests."""

NOON = datetime(2099, 11, 20, 12, tzinfo=UTC)
"""In the far future, as the store dates the end of a game by the real time, which must be before the day closes."""

BROWSER = with_settings(
    replace(QUICK, random_bits=SameSeed(DICE), utc_now=StoppedTime(NOON)),
    record_dice=DiceKind.SEEDED,
    dice_labels={DiceKind.SEEDED: FAIR_LABEL, **LiveSettings().dice_labels},
    analysis_playouts=32,
    analysis_refinements=0,
)
"""A fixed day, the same dice in every run, and analyses that take a moment and are the same. Games opened from a record
count as played, so that a test need not play them."""
