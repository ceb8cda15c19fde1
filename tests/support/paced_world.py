"""A server whose clock and whose pauses are in the hands of a test."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rollwright.core.game import open_game
from rollwright.live.engine import Engine
from rollwright.live.entry import new_table
from rollwright.live.environment import Environment
from rollwright.live.room import Room
from rollwright.live.rooms import Rooms
from rollwright.store.sqlite import SQLiteStore
from rollwright.table.models import DiceKind, Player, SeatKind
from tests.support.environments import QUICK, HandEndedSleep, HandSetTime, with_settings
from tests.support.loops import run_apart
from tests.support.wire import ANY_NUMBER, QuickThinkers

TOKEN = "0" * 32
PACE, QUICK_PACE, MOMENT = 0.75, 0.15, 3.0
HERE, BOT, FRIEND = Player("", SeatKind.HERE), Player("Ada", SeatKind.BOT, "easy"), Player("", SeatKind.LINK)


@dataclass
class World:
    """A server whose clock and whose pauses are in the hands of a test."""

    store: SQLiteStore
    clock: HandSetTime = field(default_factory=lambda: HandSetTime(1_000.0))
    sleep: HandEndedSleep = field(default_factory=HandEndedSleep)
    thinkers: type[QuickThinkers] = QuickThinkers
    rooms: Rooms = field(init=False)

    @property
    def environment(self) -> Environment:
        handed = replace(QUICK, monotonic=self.clock, sleep=self.sleep)
        return with_settings(handed, bot_pace=PACE, bot_quick_pace=QUICK_PACE, bot_moment=MOMENT)

    def start(self) -> None:
        self.rooms = Rooms(self.store, Engine(self.thinkers(), self.environment), self.environment)

    async def open(self, players: Sequence[Player], start: str, dice: DiceKind = DiceKind.SEEDED) -> str:
        game = open_game(ANY_NUMBER)
        options = {"start": [start]}
        return await new_table.open_table(self.store, self.environment, TOKEN, game, players, options, dice)

    async def room(self, players: Sequence[Player], start: str, dice: DiceKind = DiceKind.SEEDED) -> Room:
        """Open a table at which the first player is connected, and return its room."""
        self.start()
        room = await self.rooms.room(await self.open(players, start, dice))
        room.join(asyncio.Event(), (0,))
        return room


def tried(world: World, attempt: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        try:
            await attempt()
        finally:
            await world.rooms.close()

    run_apart(run())


async def until(done: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.005)


async def paused(world: World, *lengths: float) -> None:
    """Wait until exactly these pauses are being made."""
    try:
        await until(lambda: sorted(world.sleep.lengths) == sorted(lengths))
    except TimeoutError:
        raise AssertionError(f"pauses of {world.sleep.lengths} and not of {lengths} seconds") from None
