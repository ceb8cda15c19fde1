"""The rules of all games and the bots that use them; both run in worker processes.

The web process never compiles: a worker compiles into the disk cache, and a thread then loads the compiled rules from
there. Until then tables use the plain rules, which behave the same and are fast enough for people; only bots must wait.
"""

import asyncio

from rollwright.bots.search import Advice
from rollwright.bots.thinkers import Thinkers
from rollwright.core.contract import Rules
from rollwright.core.game import Game
from rollwright.live.environment import Environment


class Engine:
    """Provides the rules of each game, compiled as soon as possible, and the bots."""

    def __init__(self, thinkers: Thinkers, environment: Environment) -> None:
        """Take the workers that compile and think; nothing is started yet."""
        self.thinkers = thinkers
        self._environment = environment
        self._free = asyncio.Semaphore(max(1, thinkers.workers))
        self._ready: dict[str, asyncio.Task[Rules]] = {}

    def prepare(self, game: Game) -> asyncio.Task[Rules]:
        """Start compiling a game's rules, unless they are compiled or being compiled."""
        task = self._ready.get(game.name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._ready[game.name] = asyncio.create_task(self._compile(game))
        return task

    async def _compile(self, game: Game) -> Rules:
        await asyncio.wrap_future(self.thinkers.prepare(game.name))
        return await asyncio.to_thread(game.rules, None)

    def is_ready(self, game: Game) -> bool:
        """Say whether a game's bots can play."""
        return self.prepare(game).done()

    def rules(self, game: Game) -> Rules:
        """Return the compiled rules if they are ready, else the plain ones."""
        return self.prepare(game).result() if self.is_ready(game) else game.rules(False)

    async def settled(self) -> None:
        """Wait until every compilation that was started has finished or failed."""
        await asyncio.gather(*map(asyncio.shield, self._ready.values()), return_exceptions=True)

    async def think(self, game: Game, position: bytes, seat: int, level: str, seed: int) -> Advice:
        """Let a bot choose a move, in a worker process."""
        started = self._environment.monotonic()
        await asyncio.shield(self.prepare(game))
        async with self._free:  # queue here, where a request can be cancelled, and not at the workers
            advice = await asyncio.wrap_future(self.thinkers.think(game.name, position, seat, level, seed))
        self._environment.observer.bot_answered(game.name, level, self._environment.monotonic() - started)
        return advice

    async def close(self) -> None:
        """Stop the workers."""
        for task in self._ready.values():
            task.cancel()
        await asyncio.gather(*self._ready.values(), return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)
