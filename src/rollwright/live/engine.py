"""Where rules are made ready: plain ones at once, compiled ones as soon as a worker has compiled them.

The web process never compiles: a worker does, into the disk cache, and then the compiled rules are loaded from there
in a thread. Until then tables are played by the plain rules, which are the same rules and quick enough for people;
only bots must wait.
"""

import asyncio
import time

from rollwright.bots.search import Advice
from rollwright.bots.thinkers import Thinkers
from rollwright.core.contract import Rules
from rollwright.core.game import Game
from rollwright.web.ops.metrics import THINKING


class Engine:
    """The rules of every game, as good as they are by now, and the bots that play by them."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Take the workers who compile and think; nothing is started yet."""
        self.thinkers = thinkers
        self._free = asyncio.Semaphore(max(1, thinkers.workers))
        self._ready: dict[str, asyncio.Task[Rules]] = {}

    def prepare(self, game: Game) -> asyncio.Task[Rules]:
        """Begin to make a game's rules ready, if nobody has, or if that failed."""
        task = self._ready.get(game.name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._ready[game.name] = asyncio.create_task(self._make(game))
        return task

    async def _make(self, game: Game) -> Rules:
        await asyncio.wrap_future(self.thinkers.prepare(game.name))
        return await asyncio.to_thread(game.rules, None)

    def is_ready(self, game: Game) -> bool:
        """Say whether a game's bots can play."""
        return self.prepare(game).done()

    def rules(self, game: Game) -> Rules:
        """Return the best rules there are by now."""
        return self.prepare(game).result() if self.is_ready(game) else game.rules(False)

    async def settled(self) -> None:
        """Wait until all that was begun to be made ready is, or cannot be."""
        await asyncio.gather(*map(asyncio.shield, self._ready.values()), return_exceptions=True)

    async def think(self, game: Game, position: bytes, seat: int, level: str, seed: int) -> Advice:
        """Let a bot choose a move, in another process."""
        started = time.perf_counter()
        await asyncio.shield(self.prepare(game))
        async with self._free:  # questions wait here, where they can be withdrawn, and not at the workers
            advice = await asyncio.wrap_future(self.thinkers.think(game.name, position, seat, level, seed))
        THINKING.labels(game.name, level).observe(time.perf_counter() - started)
        return advice

    async def close(self) -> None:
        """Stop the bots."""
        for task in self._ready.values():
            task.cancel()
        await asyncio.gather(*self._ready.values(), return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)
