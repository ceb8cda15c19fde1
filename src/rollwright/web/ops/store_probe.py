"""Checks whether the store answers."""

import asyncio
from concurrent.futures import Future

from rollwright.store.protocol import Store


class StoreProbe:
    """Asks the store a small question. However many wait for the answer, it is asked once at a time."""

    def __init__(self, store: Store, timeout: float) -> None:
        """Ask nothing yet; an answer must come within `timeout` seconds."""
        self._store = store
        self._timeout = timeout
        self._asked: Future[set[str]] | None = None

    async def check(self) -> None:
        """Wait for the store's answer; raise TimeoutError if it takes too long, or the store's refusal."""
        if self._asked is None or self._asked.done():
            self._asked = self._store.keys("")  # of no table
        await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), self._timeout)
