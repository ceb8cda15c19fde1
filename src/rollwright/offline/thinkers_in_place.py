"""The bots of the app in the page: they think where the app runs, by the game's engine."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import TypeVar

from rollwright.bots.levels import choose, level_named
from rollwright.bots.makers import Further, nothing_further
from rollwright.bots.search import Advice
from rollwright.core.game import Game, open_game

Answer = TypeVar("Answer")

BREATH = 0.01
"""Seconds before something long begins, so that what was answered just before reaches the page."""


class ThinkersInPlace:
    """Answers as `bots.thinkers.Thinkers` does, without other processes."""

    workers = 1
    further: Further = staticmethod(nothing_further)

    def __init__(self, load: Callable[[Game], Awaitable[None]]) -> None:
        """Take what loads the engine of a game."""
        self._load = load
        self._loaded: dict[str, Future[None]] = {}

    def think(self, game_name: str, position: bytes, seat: int, level: str, seed: int) -> Future[Advice]:
        """Choose a seat's next move; `position` is concealed for that seat. Refuses an unknown level."""
        return self.ask(choose, open_game(game_name), position, seat, level_named(level).name, seed)

    def prepare(self, game_name: str, further: Further | None = None) -> Future[None]:
        """Have the engine of a game loaded."""
        if game_name not in self._loaded:
            self._loaded[game_name] = Future()
            asyncio.get_running_loop().create_task(self._prepare(game_name))
        return self._loaded[game_name]

    async def _prepare(self, game_name: str) -> None:
        answer = self._loaded[game_name]
        try:
            await self._load(open_game(game_name))
        except Exception as fault:
            del self._loaded[game_name]  # the next who asks tries again
            answer.set_exception(fault)
        else:
            answer.set_result(None)

    def is_making(self, game_name: str) -> bool:
        """Return whether something is compiled that takes long: never here."""
        return False

    def hurry(self, game_name: str) -> None:
        """Do nothing: no game waits for another."""

    def ask(self, job: Callable[..., Answer], *arguments: object) -> Future[Answer]:
        """Do a long job in a moment."""
        answer: Future[Answer] = Future()
        asyncio.get_running_loop().call_later(BREATH, _do, answer, job, arguments)
        return answer

    def close(self) -> None:
        """Do nothing: no processes were started."""


def _do(answer: Future[Answer], job: Callable[..., Answer], arguments: tuple[object, ...]) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(job(*arguments))
    except Exception as fault:
        answer.set_exception(fault)
