"""The clock of a table: when a player's time is up, a bot moves for them, so that nobody waits forever.

It measures only what is public: from when a seat is asked, or has made a public move, until it is no longer asked. So
the clock does not reveal whether somebody has made a secret move.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

from rollwright.core.errors import Refusal
from rollwright.table import Moved
from rollwright.table.company import STAND_IN

if TYPE_CHECKING:
    from rollwright.live.room import Room

LOG = logging.getLogger(__name__)

MAX_SLEEP = 3600.0
"""The longest time in seconds between two checks of the deadlines."""


class Clock:
    """Measures the time that people take, at a table that has a clock."""

    def __init__(self, room: "Room") -> None:
        """Watch a room; nothing is measured before `start`."""
        self._room = room
        self._now = room.environment.now
        self._retry = room.environment.settings.clock_retry
        self._since: dict[int, float] = {}
        self._seen = 0
        self._task: asyncio.Task[None] | None = None
        self._epoch = 0

    @property
    def deadlines(self) -> dict[int, float]:
        """The deadline of each person who is asked, as Unix time by seat; empty at a table without a clock."""
        limit = self._room.head.clock
        return {seat: since + limit for seat, since in self._since.items()} if limit else {}

    @property
    def late(self) -> frozenset[int]:
        """The seats whose time is up, for which a bot may move."""
        now = self._now()
        return frozenset(seat for seat, until in self.deadlines.items() if until <= now)

    def start(self, touched: float) -> None:
        """Start measuring at `touched`, the Unix time of the table's last event, perhaps long before it was loaded."""
        if self._room.head.clock:
            self._since = dict.fromkeys(self._asked(), touched)
            self._seen = len(self._room.table.log)
            self._epoch = int(self._room.table.position.epoch)
            self._watch()

    def set(self) -> None:
        """Update after a change: a seat that is newly asked, or has made a public move, gets its full time again."""
        if not self._room.head.clock:
            return
        now, log = self._now(), self._room.table.log
        moved = {
            event.seat
            for event in log[self._seen :]
            if isinstance(event, Moved) and not self._room.game.moves.is_secret(event.move)
        }
        epoch = int(self._room.table.position.epoch)
        if self._epoch != epoch:  # dice fell or secrets were revealed, so everybody gets the full time
            moved = set(self._asked())
            self._epoch = epoch
        self._seen = len(log)
        self._since = {seat: now if seat in moved else self._since.get(seat, now) for seat in self._asked()}
        self._watch()

    def stop(self) -> None:
        """Stop watching."""
        if self._task:
            self._task.cancel()

    def _asked(self) -> list[int]:
        return [seat for seat in self._room.asked if seat not in self._room.bots]

    def _watch(self) -> None:
        if self.deadlines and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Wait for the next deadline and act on it, as long as there is one."""
        while self.deadlines and not self._room.deleted:
            wait = min(self.deadlines.values()) - self._now()
            if wait > 0:
                await asyncio.sleep(min(wait + 0.01, MAX_SLEEP))
                continue
            try:
                await self._decide()
            except Refusal:  # it could not be committed, or another process was first
                await asyncio.sleep(self._retry)
            except Exception:
                LOG.exception("the clock could not move for somebody")
                await asyncio.sleep(self._retry)

    async def _decide(self) -> None:
        """Roll, or make one move for everybody who is late."""
        room = self._room
        before = room.length
        if room.table.dice_due:
            if room.table.roller in self.late:
                await room.bot_players.roll_late()
        else:
            for seat in self.late.intersection(room.table.waiting):
                await room.bot_players.stand_in(seat, STAND_IN)
        if room.length == before:  # the late seats have already moved in secret: nothing to do
            await asyncio.sleep(self._retry)
