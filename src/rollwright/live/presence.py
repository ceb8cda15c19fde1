"""Who is connected to a table: in this process, and in others as they report it."""

import asyncio
import math
from collections.abc import Callable, Iterable

from rollwright.live.environment import Environment

TIMER_MARGIN = 0.1
"""Seconds by which a timer fires after its deadline, so that the deadline has certainly passed."""


class Presence:
    """The listeners of a room, and the seats that are connected.

    Who may come back to a freed seat is counted under its number below zero: -1 for the first seat.
    """

    def __init__(self, environment: Environment, changed: Callable[[], None]) -> None:
        """Start with nobody connected; `changed` is called when somebody connects, or counts as disconnected."""
        self.listeners: dict[asyncio.Event, tuple[int, ...]] = {}
        self._changed = changed
        self._monotonic = environment.monotonic
        self._settings = environment.settings
        self._elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        """By process: until when its report is valid, and the seats it reported."""
        self._lingering: dict[int, float] = {}
        """By seat: until when a player who disconnected still counts as connected."""
        self._acted: dict[int, float] = {}
        """By seat: when its player last did something."""
        self._since = self._monotonic()
        self._gone: dict[int, float] = {}
        """By seat: when its player went away."""
        self._reported: frozenset[int] = frozenset()
        """The connected seats when `changed` was last called."""

    @property
    def here(self) -> frozenset[int]:
        """The seats connected to this process."""
        return frozenset(seat for seats in self.listeners.values() for seat in seats)

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose players are connected, or were until a moment ago."""
        now = self._monotonic()
        lingering = {seat for seat, until in self._lingering.items() if until > now}
        elsewhere = (seats for until, seats in self._elsewhere.values() if until > now)
        return self.here.union(lingering, *elsewhere)

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks at the table: a page is connected, here or elsewhere, or has just sent a request."""
        recently = self._monotonic() - self._settings.active_for
        return bool(self.listeners or self.seats) or any(acted >= recently for acted in self._acted.values())

    def acted(self, seats: Iterable[int]) -> None:
        """Note that the players of these seats have just sent a request, connected or not."""
        self._acted |= dict.fromkeys(seats, self._monotonic())

    def is_away(self, seat: int) -> bool:
        """Say whether a seat's player is not connected and has sent no request for a while."""
        acted = self._acted.get(seat, -math.inf)
        return seat not in self.seats and acted + self._settings.active_for < self._monotonic()

    def is_absent(self, seat: int) -> bool:
        """Say whether a seat's player has been away for so long that others may let a bot play for them."""
        gone = self._gone.get(seat, self._since)
        return self.is_away(seat) and gone + self._settings.absent_after <= self._monotonic()

    def away_for(self, seat: int) -> float:
        """Return for how many seconds, at least, a seat's player has been away; 0 if they are here."""
        if not self.is_away(seat):
            return 0.0
        known = (times[seat] for times in (self._gone, self._acted, self._lingering) if seat in times)
        return max(0.0, self._monotonic() - max((self._since, *known)))

    def note_freed(self, seat: int) -> None:
        """Note since when the player of a seat that others have just freed is away."""
        self._gone[~seat] = self._monotonic() - self.away_for(seat)

    def forget_freed(self) -> None:
        """Forget since when players of freed seats are away, as they may be others by now."""
        self._gone = {seat: gone for seat, gone in self._gone.items() if seat >= 0}

    def former_away_for(self, seat: int) -> float:
        """Return for how many seconds, at least, who may come back to a seat has been away."""
        away = self.away_for(~seat)
        return away if ~seat in self._gone else min(away, self.away_for(seat))

    def was_seen(self, seat: int) -> bool:
        """Say whether a seat's player was connected or sent a request since the table was loaded."""
        return seat in self.seats | self._reported or any(
            seat in times for times in (self._gone, self._acted, self._lingering)
        )

    def tell(self) -> None:
        """Wake every listener."""
        for wake in self.listeners:
            wake.set()

    def join(self, wake: asyncio.Event, seats: Iterable[int]) -> None:
        """Add a listener, who plays these seats."""
        self.listeners[wake] = tuple(seats)
        self.review()
        now = self._monotonic()
        for until in self._lingering.values():  # for players who left while nobody listened
            if until > now:
                asyncio.get_running_loop().call_later(until - now + TIMER_MARGIN, self.review)
        unseen = self._since + self._settings.absent_after - now
        if unseen > 0:  # those who have not come back since the table was loaded count as absent then
            asyncio.get_running_loop().call_later(unseen + TIMER_MARGIN, self._changed)

    def update_listener(self, wake: asyncio.Event, seats: Iterable[int]) -> bool:
        """Update the seats that a listener plays; return whether they have changed."""
        has_changed = wake in self.listeners and self.listeners[wake] != tuple(seats)
        if has_changed:
            self.join(wake, seats)
        return has_changed

    def leave(self, wake: asyncio.Event) -> None:
        """Remove a listener; its seats count as disconnected after a grace period, unless it reconnects."""
        seats = self.listeners.pop(wake, ())
        grace = self._settings.reconnect_grace
        for seat in seats:
            self._lingering[seat] = self._monotonic() + grace
            self._acted.pop(seat, None)
        if seats and self.listeners:
            asyncio.get_running_loop().call_later(grace + TIMER_MARGIN, self.review)

    def hear(self, process: str, seats: Iterable[int]) -> None:
        """Take another process's report of its connected seats."""
        now = self._monotonic()
        self._elsewhere = {name: word for name, word in self._elsewhere.items() if word[0] > now}  # drop expired ones
        self._elsewhere[process] = now + self._settings.presence_lifetime, frozenset(seats)
        self.review()

    def review(self) -> None:
        """Call `changed` if somebody has connected or disconnected since it was last called."""
        now = self.seats
        if now == self._reported:
            return
        if gone := self._reported - now:
            self._gone |= dict.fromkeys(gone, self._monotonic())
            later = self._settings.absent_after + TIMER_MARGIN
            asyncio.get_running_loop().call_later(later, self._changed)
        self._reported = now
        self._changed()
