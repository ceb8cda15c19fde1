"""The dice that the server rolls by itself: those of bots, and of people who are absent while others play.

As no undo crosses a roll, it lets a moment pass after a person's last move. A page is told of that moment.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rollwright.live.pace import Pace
from rollwright.store.errors import Conflict
from rollwright.table.events import Arrangement
from rollwright.table.models import DiceKind

if TYPE_CHECKING:
    from rollwright.live.room import Room

LOG = logging.getLogger(__name__)


class Outdated(Exception):  # noqa: N818 - control flow, not an error
    """The situation for which a bot wanted to do something has changed."""


@dataclass(frozen=True)
class PlannedRoll:
    """A roll that the server will make."""

    place: int
    """The length of the table's log: if it changes, the plan is void."""
    seat: int
    early: bool
    """Whether it is the first roll, and somebody may still be about to come, or to send a nonce for it."""
    due: float
    """When the dice are rolled, by the monotonic clock."""
    moment: float
    """The seconds that it leaves for an undo; 0 if there is nothing to undo."""


class BotDice:
    """Rolls the dice of bots, and of people who are absent."""

    def __init__(self, room: "Room", pace: Pace) -> None:
        """Plan no roll yet."""
        self._room = room
        self._pace = pace
        self._plan: PlannedRoll | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._pausing: asyncio.Task[None] | None = None
        """The task that waits until its roll is due: it can be dropped, unlike one that is rolling."""
        self._last_move = (0, 0.0)
        """The place in the log of a person's last move that can be undone, and when it was first seen."""

    @property
    def plan(self) -> PlannedRoll | None:
        """The roll that comes next, if it is the server's."""
        return self._plan

    def wake(self, delay: float = 0.0) -> None:
        """Plan the roll that is due, if it is the server's; `delay` seconds are left to another process to make it."""
        room, now = self._room, self._room.environment.monotonic()
        last = self._last_undoable()
        if last != self._last_move[0]:
            self._last_move = last, now
        if not self._is_ours():
            self._drop_plan()
            return
        key = len(room.table.log), room.table.roller, self._is_early()
        if self._plan and key == (self._plan.place, self._plan.seat, self._plan.early):
            return
        moment = self._pace.moment if last else 0.0
        due = max(now + self._pace.step, self._last_move[1] + moment if last else now)
        if key[2]:
            due = max(due, now + self._pace.moment)
        self._drop_plan()
        self._plan = PlannedRoll(*key, due, moment)
        task = self._pausing = asyncio.create_task(self._roll_when_due(self._plan, delay))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _drop_plan(self) -> None:
        self._plan = None
        if self._pausing:
            self._pausing.cancel()
            self._pausing = None

    def stop(self) -> None:
        """Roll no more."""
        for task in self._tasks:
            task.cancel()

    def _last_undoable(self) -> int:
        """Return the place in the log of the last move that a person here can undo; 0 if there is none."""
        room, table = self._room, self._room.table
        people = [
            seat for seat in table.moved_this_epoch() if seat not in room.bots and not room.presence.is_away(seat)
        ]
        return max((table.own_moves(seat)[-1] for seat in people), default=0)

    def _is_ours(self) -> bool:
        """Say whether the server rolls the dice that are due; real dice are always rolled by people."""
        room, table = self._room, self._room.table
        if not room.company.started or room.company.closing.closed or room.deleted:
            return False
        if room.head.dice == DiceKind.OWN or not table.dice_due:
            return False
        return table.roller in room.bots or self._is_missed(table.roller)

    def _is_missed(self, roller: int) -> bool:
        """Say whether a person is absent while somebody else is here and waits for the roll."""
        room = self._room
        people = [seat for seat, chair in enumerate(room.company.chairs) if chair.holders and seat not in room.bots]
        others = (seat for seat in people if seat != roller)
        return room.presence.is_absent(roller) and not all(map(room.presence.is_away, others))

    def _is_early(self) -> bool:
        """Say whether nobody is connected to see the first roll, or a browser has not given its nonce for it."""
        room = self._room
        if room.table.rolls:
            return False
        asked = room.company.number_givers if room.head.dice == DiceKind.FAIR else frozenset()
        return not room.presence.listeners or not asked <= room.company.numbers.nonces.keys()

    async def _roll_when_due(self, plan: PlannedRoll, delay: float) -> None:
        """Roll when a planned roll is due, unless the plan has changed by then."""
        room = self._room
        try:
            await self._pace.pause(delay + plan.due - room.environment.monotonic())
            if self._plan is plan:
                self._pausing = None
            with suppress(Conflict, Outdated):
                await self._roll(plan)
            if self._plan is plan:  # it was not ours any more; the next change may bring another plan
                self._plan = None
        except Exception:
            LOG.exception("the dice of a bot could not be rolled")
            await room.environment.sleep(room.environment.settings.bot_retry)
            if self._plan is plan:
                self._plan = None
                self.wake()

    async def _roll(self, plan: PlannedRoll) -> None:
        def act() -> Sequence[Arrangement]:
            if self._plan is not plan or not self._is_ours():
                raise Outdated
            self._room.first_roll.check()
            self._room.table.roll()
            return ()

        if self._plan is plan:
            await self._room.first_roll.then(lambda: self._room.do(None, act))
