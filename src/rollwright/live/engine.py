"""The rules of all games and the bots that use them.

The web process never imports the compiler: other processes make native libraries, and a thread then loads them. Until
then tables use the plain rules, which behave the same and are fast enough for people, and bots play by `prefer` alone.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from rollwright.bots.analysis.jobs import analysis_functions
from rollwright.bots.search import Advice, guess
from rollwright.bots.thinking_queue import Asker, ThinkingQueue
from rollwright.core import compiler
from rollwright.core.contract import Rules
from rollwright.core.game import Game
from rollwright.core.native.declaration import RULES
from rollwright.live.environment import Environment

if TYPE_CHECKING:  # the app in the page has no processes
    from rollwright.bots.thinkers import Thinkers

LOG = logging.getLogger(__name__)

NOBODY = Asker()
"""Whoever asks a bot without a table."""

Answer = TypeVar("Answer")

LOOK_EVERY = 0.1
"""Seconds between two looks whether a library has been made, or is being made."""


class Engine:
    """Provides the rules of each game, compiled as soon as possible, and the bots."""

    def __init__(self, thinkers: "Thinkers", environment: Environment) -> None:
        """Take the workers that compile and think; nothing is started yet."""
        self.thinkers = thinkers
        self._environment = environment
        self.queue = ThinkingQueue(max(1, thinkers.workers), environment.monotonic, environment.observer.bot_waited)
        self._rules: dict[str, Rules] = {}
        self._ready: dict[str, asyncio.Task[Rules]] = {}
        self._analysable: dict[str, asyncio.Future[None]] = {}

    def prepare(self, game: Game) -> asyncio.Task[Rules]:
        """Start compiling a game's rules and search, unless they are compiled or being compiled."""
        task = self._ready.get(game.name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._ready[game.name] = asyncio.create_task(self._prepare(game))
        return task

    async def _prepare(self, game: Game) -> Rules:
        prepared = asyncio.wrap_future(self.thinkers.prepare(game.name))
        while not await self._load(game) and not prepared.done():  # the rules are made first
            await asyncio.wait([prepared], timeout=LOOK_EVERY)
        await prepared
        if not await self._load(game):
            if compiler.is_enabled():
                LOG.warning("%s has no native library: its rules are compiled in this process", game.name)
            self._rules[game.name] = await asyncio.to_thread(game.rules, None)
        if further := self.thinkers.further(game):
            await asyncio.to_thread(game.load_native, further)
        return self._rules[game.name]

    async def _load(self, game: Game) -> bool:
        """Load a game's rules if their library is on disk, and return whether they are loaded."""
        if game.name not in self._rules and compiler.is_enabled() and await asyncio.to_thread(game.load_native, RULES):
            self._rules[game.name] = await asyncio.to_thread(game.rules, None)
        return game.name in self._rules

    def is_ready(self, game: Game) -> bool:
        """Say whether a game's bots can search."""
        return self.prepare(game).done()

    def rules(self, game: Game) -> Rules:
        """Return the compiled rules if they are loaded, else the plain ones."""
        self.prepare(game)
        self.thinkers.hurry(game.name)
        return self._rules.get(game.name) or game.rules(False)

    async def settled(self) -> None:
        """Wait until every compilation that was started has finished or failed."""
        await asyncio.gather(*map(asyncio.shield, self._ready.values()), return_exceptions=True)

    async def think(
        self, game: Game, position: bytes, seat: int, level: str, seed: int, asker: Asker = NOBODY
    ) -> Advice:
        """Let a bot choose a move: in a worker process, or by `prefer` alone while the search is compiled or loaded.

        It waits for its turn in the part of the thinking time that is the asker's.
        """
        started = self._environment.monotonic()
        ready = self.prepare(game)
        while not ready.done():
            self.thinkers.hurry(game.name)
            waited = self._environment.monotonic() - started
            if self.thinkers.is_making(game.name) or waited >= self._environment.settings.bot_patience:
                return await asyncio.to_thread(guess, game, self.rules(game), position, seat, seed)
            await asyncio.wait([ready], timeout=LOOK_EVERY)
        ready.result()
        async with self.queue.turn(asker):  # here, where a request can be cancelled, and not at the workers
            advice = await asyncio.wrap_future(self.thinkers.think(game.name, position, seat, level, seed))
        self._environment.observer.bot_answered(game.name, level, self._environment.monotonic() - started)
        return advice

    async def prepare_analysis(self, game: Game) -> None:
        """Have compiled what the analysis of a game needs, once its bots can search: nobody waits for it meanwhile."""
        await asyncio.shield(self.prepare(game))
        task = self._analysable.get(game.name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            made = asyncio.wrap_future(self.thinkers.prepare(game.name, analysis_functions))
            task = self._analysable[game.name] = asyncio.ensure_future(made)
        await asyncio.shield(task)

    async def ask(self, asker: Asker, job: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a job done in a worker process, when it is its turn in the part of the time that is the asker's."""
        async with self.queue.turn(asker):
            return await asyncio.wrap_future(self.thinkers.ask(job, *arguments))

    async def close(self) -> None:
        """Stop the workers."""
        for task in self._ready.values():
            task.cancel()
        await asyncio.gather(*self._ready.values(), return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)
