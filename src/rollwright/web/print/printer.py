"""The printer: makes papers in a thread of its own, within bounds, and remembers the last ones."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rollwright.core.language import Phrase
from rollwright.web.http.limits import RateLimiter, TooMany
from rollwright.web.web_settings import WebSettings

RETRY_AFTER = 3
"""Seconds after which a request that was refused because of a full queue may be retried."""

T = TypeVar("T", bytes, list[bytes])


class Printer:
    """Makes papers one after the other, so that they never keep a game waiting, and few at a time for one address."""

    def __init__(self, settings: WebSettings, limiter: RateLimiter) -> None:
        """Begin with nothing remembered."""
        self._settings = settings
        self._limiter = limiter
        self._thread = ThreadPoolExecutor(1, "papers")
        self._waiting: Counter[str] = Counter()
        self._made: OrderedDict[Hashable, bytes | list[bytes]] = OrderedDict()
        self._size = 0

    async def made(self, peer: str, key: Hashable | None, make: Callable[[], T]) -> T:
        """Return what is made, or what was made before under the same key; None as key is never remembered.

        Refuses an address that asks too often for something new, or that has too much waiting.
        """
        if key is not None and key in self._made:
            self._made.move_to_end(key)
            return self._made[key]  # type: ignore[return-value]
        self._limiter.spend(peer)
        most, most_of_one = self._settings.max_print_queue, self._settings.max_print_queue_per_address
        if self._waiting.total() >= most or self._waiting[peer] >= most_of_one:
            raise TooMany(RETRY_AFTER, Phrase("Too much is being printed: try again in a moment."))
        self._waiting[peer] += 1
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        finally:
            self._waiting[peer] -= 1
            if not self._waiting[peer]:
                del self._waiting[peer]
        if key is not None:
            self._remember(key, made)
        return made

    def _remember(self, key: Hashable, made: bytes | list[bytes]) -> None:
        """Remember a paper; the oldest make room."""
        if key not in self._made:
            self._made[key] = made
            self._size += _size(made)
        while self._size > self._settings.max_printed_size and self._made:
            self._size -= _size(self._made.popitem(last=False)[1])

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(cancel_futures=True)


def _size(made: bytes | list[bytes]) -> int:
    return len(made) if isinstance(made, bytes) else sum(map(len, made))
