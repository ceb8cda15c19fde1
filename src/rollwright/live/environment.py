"""What running tables are handed from outside: time, randomness, settings and an observer.

A server uses the defaults. A test makes an environment of its own, and patches nothing.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from rollwright.core.language import N_
from rollwright.live.observer import Observer
from rollwright.table.models import DiceKind

FAIR_LABEL = N_("Fair dice that everyone can check")
OWN_LABEL = N_("Our own dice: we roll them and enter the faces")

NO_CLOCK = {0: N_("No clock")}

CLOCKS = {
    **NO_CLOCK,
    60: N_("1 minute"),
    300: N_("5 minutes"),
    3600: N_("1 hour"),
    86400: N_("1 day"),
    259200: N_("3 days"),
}


PACE, QUICK_PART, MOMENT_FACTOR = 0.75, 0.2, 4.0
"""The seconds of a bot's deed; the part of it that is left for people in a hurry; how many deeds an undo has time."""


@dataclass(frozen=True)
class LiveSettings:
    """Durations, limits and choices of running tables. Durations are in seconds."""

    bot_pace: float = PACE
    """How long each deed of a bot takes, a roll or a move with its thinking, so that people can watch it."""
    bot_quick_pace: float = PACE * QUICK_PART
    """The same for people who want to see it quickly."""
    bot_moment: float = PACE * MOMENT_FACTOR
    """How long a bot waits after a person's last move before it rolls, as no undo crosses a roll."""
    bot_patience: float = 2.0
    """How long a bot waits for its search to be loaded; then it plays by the guide."""
    page_patience: float = 1.5
    """How long beyond the time of its level a page has to answer for a bot; then the server thinks, and does not ask
    that page again."""
    bot_retry: float = 5.0
    """How long a bot that could not move waits before it tries again."""
    bot_takeover: float = 4.0
    """How long a bot's move is left to the process that wrote last, before another process makes it."""
    number_wait: float = 3.0
    """How long the first roll of fair dice waits for browsers that are here: to commit to their numbers, and again as
    long to show them."""
    clock_retry: float = 5.0
    """How long the clock waits before it tries again to move for somebody who is late."""
    reconnect_grace: float = 4.0
    """How long a disconnected player still counts as connected, so that reloading a page does not show."""
    active_for: float = 30.0
    """How long a player counts as present after their last request, even without a connection."""
    absent_after: float = 60.0
    """How long a player must be away before others may let a bot play for them; phones get locked for shorter times."""
    abandoned_after: float = 3 * 24 * 3600.0
    """How long a player must be away before the host may free their seat in a running game without a clock."""
    presence_lifetime: float = 45.0
    """How long another process's report of its connections is valid."""
    presence_reminder: float = 20.0
    """The interval at which this process repeats its report to others; shorter than `presence_lifetime`."""
    notice_delay: float = 10.0
    """How long somebody's turn lasts before they are told of it, if they have no page open."""
    notice_start: float = 20.0
    """How long after a start turns from before it are looked for: open pages have connected again by then."""
    sweep_answer: float = 5.0
    """How long a sweep waits for other processes to report which tables are open there."""
    sweep_batch: int = 50
    """The most abandoned tables listed at a time by a sweep."""
    max_rooms: int = 500
    """The most rooms kept in memory; rooms without listeners are dropped, and loaded again when needed."""
    max_undos: int = 500
    """The most undos of one seat: each is told to the others, and makes the table's log longer for good."""
    max_corrections: int = 200
    """The most corrections of dice by the people at one screen, for the same reasons."""
    analysis_seconds: float = 5.0
    """How long the first view of a game's analysis is planned to take on one core."""
    analysis_playouts: int = 0
    """The playouts of each move in a first view; 0 for as many as that time allows."""
    analysis_refinements: int = 2
    """How often an analysis is refined while somebody looks at it, each time with four times as many playouts."""
    default_dice: DiceKind = DiceKind.FAIR
    """The dice of a table when nobody chooses."""
    record_dice: DiceKind = DiceKind.RECORD
    """The dice of a table that is opened from a record."""
    dice_labels: Mapping[DiceKind, str] = field(
        default_factory=lambda: {DiceKind.FAIR: FAIR_LABEL, DiceKind.OWN: OWN_LABEL}
    )
    """The dice that the form of a new table offers, and their labels."""
    clocks: Mapping[int, str] = field(default_factory=lambda: dict(CLOCKS))
    """The clocks that can be chosen, with their labels: seconds until a bot makes a player's decision."""

    def at_pace(self, seconds: float) -> "LiveSettings":
        """Return the same settings with bots whose deeds take so long; all that follows from it is in proportion."""
        quick, moment = seconds * QUICK_PART, seconds * MOMENT_FACTOR
        return replace(self, bot_pace=seconds, bot_quick_pace=quick, bot_moment=moment)


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _random_bits(bits: int) -> int:  # `secrets.randbits` cannot be pickled, a function can
    return secrets.randbits(bits)


@dataclass(frozen=True)
class Environment:
    """Time, randomness, settings and an observer. Can be pickled, as it is sent to worker processes."""

    now: Callable[[], float] = time.time
    """Unix time in seconds, for clocks and timestamps."""
    monotonic: Callable[[], float] = time.monotonic
    """Monotonic time in seconds, for durations."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits for some seconds; the pauses of bots are made of it."""
    utc_now: Callable[[], datetime] = _utc_now
    """The date and time by which daily deals open and close; separate from `now`, so that a test can choose the day."""
    random_bits: Callable[[int], int] = _random_bits
    """Returns a secret number of the given number of bits, the seed of a table's dice."""
    token_hex: Callable[[int], str] = secrets.token_hex
    """Returns a secret of the given number of bytes as hexadecimal digits."""
    token_urlsafe: Callable[[int], str] = secrets.token_urlsafe
    """Returns a secret of the given number of bytes as URL-safe text."""
    settings: LiveSettings = field(default_factory=LiveSettings)
    observer: Observer = field(default_factory=Observer)
