"""Checks that the store answers."""

import asyncio
from concurrent.futures import Future

from rollwright.store.protocol import Store


class StoreProbe:
    """Sends the store a small query. Concurrent checks share one query."""

    def __init__(self, store: Store, timeout: float) -> None:
        """Query nothing yet; an answer must come within `timeout` seconds."""
        self._store = store
        self._timeout = timeout
        self._asked: Future[set[str]] | None = None

    async def check(self) -> None:
        """Wait for the store's answer; raise TimeoutError if it takes too long, or the store's refusal."""
        if self._asked is None or self._asked.done():
            self._asked = self._store.keys("")  # a table that does not exist
        await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), self._timeout)
