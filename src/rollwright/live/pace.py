"""How fast bots act: slowly enough to be watched, as fast as the people at the table like it.

Each person chooses a speed, and the slowest one counts, so that nobody misses what another does not care to see.
"""

import asyncio
from enum import StrEnum

from rollwright.live.environment import Environment


class Speed(StrEnum):
    """How fast somebody likes bots to act, the slowest first."""

    WATCH = "watch"
    QUICK = "quick"
    AT_ONCE = "at-once"


MOMENTS = {Speed.WATCH: 1.0, Speed.QUICK: 0.5, Speed.AT_ONCE: 0.25}
"""The part of the moment before a bot's roll that is left at each speed: some of it always is, as it is for an undo."""


class Pace:
    """The speed of a room's bots, and their pauses, which a person may cut short."""

    def __init__(self, environment: Environment) -> None:
        """Begin at the slowest speed."""
        self._settings = environment.settings
        self._sleep = environment.sleep
        self._chosen: dict[str, Speed] = {}
        """By browser: the speed that it asked for."""
        self._pauses: set[asyncio.Future[None]] = set()
        self._hurried = False

    @property
    def speed(self) -> Speed:
        """The slowest speed that anybody here has chosen."""
        return next((speed for speed in Speed if speed in self._chosen.values()), Speed.WATCH)

    @property
    def step(self) -> float:
        """The seconds that one deed of a bot takes: a roll or a move, with the time to think about it."""
        quick = self._settings.bot_quick_pace
        step = {Speed.WATCH: self._settings.bot_pace, Speed.QUICK: quick, Speed.AT_ONCE: 0.0}[self.speed]
        return min(step, quick) if self._hurried else step

    @property
    def moment(self) -> float:
        """The seconds that a bot lets pass after a person's last move before it rolls."""
        return self._settings.bot_moment * MOMENTS[self.speed]

    def choose(self, holder: str, speed: Speed) -> None:
        """Note the speed that a browser asks for."""
        self._chosen[holder] = speed

    def forget(self, holder: str) -> None:
        """Forget the speed of a browser that has disconnected."""
        self._chosen.pop(holder, None)

    def hurry(self) -> None:
        """End all pauses now, and let bots act quickly until a person is asked."""
        self._hurried = True
        for pause in self._pauses:
            pause.cancel()

    def calm(self) -> None:
        """Go back to the chosen speed: a person is asked."""
        self._hurried = False

    async def pause(self, seconds: float) -> None:
        """Wait, or until somebody hurries."""
        if seconds <= 0:
            return
        pause = asyncio.ensure_future(self._sleep(seconds))
        self._pauses.add(pause)
        try:
            await asyncio.wait([pause])
        finally:
            self._pauses.discard(pause)
            if not pause.get_loop().is_closed():
                pause.cancel()
