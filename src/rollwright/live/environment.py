"""What running tables are handed from outside: time, randomness, settings and an observer.

A server uses the defaults. A test makes an environment of its own, and patches nothing.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from rollwright.core.language import N_
from rollwright.live.observer import Observer
from rollwright.table.models import DiceKind

FAIR_LABEL = N_("Fair dice, which everybody can check")
OWN_LABEL = N_("Our own dice: we roll and enter them")

CLOCKS = {
    0: N_("No clock"),
    60: N_("1 minute"),
    300: N_("5 minutes"),
    3600: N_("1 hour"),
    86400: N_("1 day"),
    259200: N_("3 days"),
}


@dataclass(frozen=True)
class LiveSettings:
    """Durations, limits and choices of running tables. Durations are in seconds."""

    bot_pause: float = 0.7
    """How long a bot waits after dice were rolled, so that people see them before it acts."""
    bot_retry: float = 5.0
    """When a bot that could not move tries again."""
    bot_takeover: float = 4.0
    """How long a bot's move is left to the process that wrote last, before another process makes it."""
    clock_retry: float = 5.0
    """When the clock tries again to move for somebody who is late."""
    reconnect_grace: float = 4.0
    """How long a player who disconnected still counts as connected: a page that reloads is back sooner."""
    active_for: float = 30.0
    """How long a player who has done something is not away, even without a connection."""
    absent_after: float = 60.0
    """How long a player must be away before others may act on it: phones get locked in between."""
    presence_lifetime: float = 45.0
    """How long the word of another process on who is connected there is believed."""
    presence_reminder: float = 20.0
    """How often other processes are told again who is connected here."""
    sweep_answer: float = 5.0
    """How long other processes have to say that somebody has a table open there."""
    sweep_batch: int = 50
    """Abandoned tables deleted before other writes have their turn."""
    max_rooms: int = 500
    """Rooms kept in memory; one without listeners is dropped first, and loaded again when needed."""
    max_undos: int = 1_000
    """Moves that one player may take back at a table with others, who are told of each."""
    default_dice: DiceKind = DiceKind.FAIR
    """The dice of a table when nobody chooses."""
    record_dice: DiceKind = DiceKind.RECORD
    """The dice of a table that is opened from a record."""
    dice_labels: Mapping[DiceKind, str] = field(
        default_factory=lambda: {DiceKind.FAIR: FAIR_LABEL, DiceKind.OWN: OWN_LABEL}
    )
    """The dice that the form of a new table offers, and their labels."""
    clocks: Mapping[int, str] = field(default_factory=lambda: dict(CLOCKS))
    """The clocks that can be chosen: seconds for a decision before a bot makes it, and their labels."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _random_bits(bits: int) -> int:  # a function of a module, unlike that of `secrets`, can be sent to worker processes
    return secrets.randbits(bits)


@dataclass(frozen=True)
class Environment:
    """Time, randomness, settings and an observer. It can be pickled, as worker processes are sent theirs."""

    now: Callable[[], float] = time.time
    """Unix time, by which clocks run and tables are dated."""
    monotonic: Callable[[], float] = time.monotonic
    """Seconds from any fixed moment, by which durations are measured."""
    utc_now: Callable[[], datetime] = _utc_now
    """The date and time by which daily deals open and close; apart from `now`, so that a test can choose the day."""
    random_bits: Callable[[int], int] = _random_bits
    """A secret number of so many bits, from which a table's dice follow."""
    token_hex: Callable[[int], str] = secrets.token_hex
    """A secret of so many bytes in hexadecimal digits."""
    token_urlsafe: Callable[[int], str] = secrets.token_urlsafe
    """A secret of so many bytes that can stand in an address."""
    settings: LiveSettings = field(default_factory=LiveSettings)
    observer: Observer = field(default_factory=Observer)
