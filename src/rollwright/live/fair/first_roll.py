"""The wait before the first roll of fair dice: browsers that are here commit to their numbers, then show them.

Usually all of them have done so before anybody rolls, and nothing waits. Whoever is not here is not waited for, and
whoever takes too long is not waited for any longer: what is missing counts as empty, and the proof says so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from rollwright.live.bot_dice import Outdated
from rollwright.table.events import Arrangement
from rollwright.table.models import DiceKind

if TYPE_CHECKING:
    from rollwright.live.room import Room


class _Due(Enum):
    """What must happen before the first roll."""

    COMMITMENTS = auto()
    CLOSING = auto()
    NUMBERS = auto()


class NumbersDue(Outdated):
    """The dice cannot be rolled yet, because numbers of players are still expected."""


class FirstRoll:
    """Lets the first roll of fair dice wait for the numbers of the browsers that are here."""

    def __init__(self, room: "Room") -> None:
        """Wait for nothing yet."""
        self._room = room
        self._change = asyncio.Event()
        self._waited: set[_Due] = set()
        """What has been waited for long enough."""
        self._waits = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a roll is waiting for numbers."""
        return self._waits > 0

    def check(self) -> None:
        """Raise `NumbersDue` if the dice must not be rolled yet; called while the room is locked."""
        if self._due():
            raise NumbersDue

    def changed(self) -> None:
        """Look again whether everything has arrived."""
        self._change.set()

    async def then(self, roll: Callable[[], Awaitable[None]]) -> None:
        """Roll as soon as it is possible; `roll` calls `check` before it does."""
        while True:
            try:
                await roll()
                return
            except NumbersDue:
                await self._advance()

    def _due(self) -> _Due | None:
        room = self._room
        if room.head.dice != DiceKind.FAIR or room.table.rolls or not room.table.dice_due:
            return None  # who asks for a roll that is not due is refused, and must not close anything for others
        numbers, here = room.company.numbers, room.presence.seats
        if numbers.closed:
            late = numbers.unrevealed & here
            return _Due.NUMBERS if late and _Due.NUMBERS not in self._waited else None
        late = (room.company.number_givers & here) - numbers.commitments.keys() - numbers.nonces.keys()
        if late and _Due.COMMITMENTS not in self._waited:
            return _Due.COMMITMENTS
        return _Due.CLOSING if numbers.commitments else None

    async def _advance(self) -> None:
        room, due = self._room, self._due()

        def close() -> Sequence[Arrangement]:
            return room.company.numbers.close()

        if due is _Due.CLOSING:
            await room.arrange(None, close)
        elif due:
            await self._wait(due)

    async def _wait(self, due: _Due) -> None:
        """Wait until something is no longer due, but not for ever."""
        environment = self._room.environment
        patience = asyncio.ensure_future(environment.sleep(environment.settings.number_wait))
        self._waits += 1
        self._room.presence.tell()  # a page that asks for the roll is told what it has to send
        try:
            while self._due() is due and not patience.done() and not self._room.deleted:
                self._change.clear()
                change = asyncio.ensure_future(self._change.wait())
                await asyncio.wait([patience, change], return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
        finally:
            self._waits -= 1
            patience.cancel()
        self._waited.add(due)
