"""Who is connected to a table now: here, and as other processes say."""

import asyncio
import math
import time
from collections.abc import Callable, Iterable

GRACE = 4.0
"""Seconds after which a player who has gone counts as away: a page that is loaded anew is back sooner."""

ACTED = 30.0
"""Seconds for which who has done something is not away, though the connection may not work."""

ABSENT = 60.0
"""Seconds that somebody must be away before others may do something about it: a phone is locked in between."""

KNOWN_FOR = 45.0
"""Seconds for which the word of another process holds."""


class Presence:
    """The listeners of a room, and the seats that are connected."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """Nobody is here yet; `changed` hears when somebody comes or has gone."""
        self.listeners: dict[asyncio.Event, tuple[int, ...]] = {}
        self._changed = changed
        self._elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        self._lingering: dict[int, float] = {}
        self._acted: dict[int, float] = {}
        self._since = time.monotonic()
        self._gone: dict[int, float] = {}
        self._told: frozenset[int] = frozenset()

    @property
    def here(self) -> frozenset[int]:
        """The seats connected to this process."""
        return frozenset(seat for seats in self.listeners.values() for seat in seats)

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose players are connected, or were a moment ago."""
        now = time.monotonic()
        lingering = {seat for seat, until in self._lingering.items() if until > now}
        elsewhere = (seats for until, seats in self._elsewhere.values() if until > now)
        return self.here.union(lingering, *elsewhere)

    def acted(self, seats: Iterable[int]) -> None:
        """Take note that the players of these seats have just done something, connected or not."""
        self._acted |= dict.fromkeys(seats, time.monotonic())

    def is_away(self, seat: int) -> bool:
        """Say whether a seat's player is not connected, and has not done anything for a while either."""
        return seat not in self.seats and self._acted.get(seat, -math.inf) + ACTED < time.monotonic()

    def is_absent(self, seat: int) -> bool:
        """Say whether a seat's player has been away for so long that others may do something about it."""
        return self.is_away(seat) and self._gone.get(seat, self._since) + ABSENT <= time.monotonic()

    def tell(self) -> None:
        """Let everybody who listens look."""
        for news in self.listeners:
            news.set()

    def join(self, news: asyncio.Event, seats: Iterable[int]) -> None:
        """Let a listener in, who plays these seats."""
        self.listeners[news] = tuple(seats)
        self.review()
        now = time.monotonic()
        for until in self._lingering.values():  # who left while nobody listened is seen to be away in time
            if until > now:
                asyncio.get_running_loop().call_later(until - now + 0.1, self.review)

    def move(self, news: asyncio.Event, seats: Iterable[int]) -> bool:
        """Take note of the seats that a listener has by now; say whether they are others than before."""
        has_moved = news in self.listeners and self.listeners[news] != tuple(seats)
        if has_moved:
            self.join(news, seats)
        return has_moved

    def leave(self, news: asyncio.Event) -> None:
        """Let a listener go; soon, unless it is back, its seats are away."""
        seats = self.listeners.pop(news, ())
        for seat in seats:
            self._lingering[seat] = time.monotonic() + GRACE
            self._acted.pop(seat, None)
        if seats and self.listeners:
            asyncio.get_running_loop().call_later(GRACE + 0.1, self.review)

    def hear(self, process: str, seats: Iterable[int]) -> None:
        """Take another process's word for who is connected there."""
        now = time.monotonic()
        self._elsewhere = {name: word for name, word in self._elsewhere.items() if word[0] > now}  # others have ended
        self._elsewhere[process] = now + KNOWN_FOR, frozenset(seats)
        self.review()

    def review(self) -> None:
        """Say that somebody came or has gone, if so it is."""
        now = self.seats
        if now == self._told:
            return
        if gone := self._told - now:
            self._gone |= dict.fromkeys(gone, time.monotonic())
            asyncio.get_running_loop().call_later(ABSENT + 0.1, self._changed)
        self._told = now
        self._changed()
