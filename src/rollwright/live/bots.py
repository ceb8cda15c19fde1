"""The bots of a room: a page thinks for them, or a worker process, and a move is dropped if the table has changed
meanwhile."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from rollwright.bots.search import Advice
from rollwright.bots.thinking_queue import Asker
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.bot_dice import BotDice, Outdated
from rollwright.live.pace import Pace
from rollwright.live.thinking.page_thinkers import PageThinkers
from rollwright.store.errors import Conflict, NoSuchTable
from rollwright.table.events import Arrangement, Overdue

if TYPE_CHECKING:
    from rollwright.live.room import Room

LOG = logging.getLogger(__name__)

MAX_HINTS = 4
"""Hints that may be pending at one table at the same time."""


class BotPlayers:
    """The bots that play at a table, and those that advise people or stand in for them."""

    def __init__(self, room: "Room") -> None:
        """Start no bot yet."""
        self._room = room
        self._bots: dict[int, asyncio.Task[None]] = {}
        self._hints: dict[tuple[int, bytes], asyncio.Task[Advice]] = {}
        self._address = ""
        """Where the host is, or whoever came first; in memory only."""
        self.pace = Pace(room.environment)
        self.dice = BotDice(room, self.pace)
        self.pages = PageThinkers(room)

    @property
    def _due(self) -> frozenset[int]:
        """The bots that must move now."""
        room = self._room
        return frozenset() if room.company.closing.closed else room.bots.intersection(room.table.waiting)

    def wake(self, delay: float = 0.0) -> None:
        """Start every bot that must move or roll and is idle; for `delay` seconds another process may do it."""
        if not self._room.company.started:
            return
        if not self._room.bots.issuperset(self._room.asked):
            self.pace.calm()
        self.dice.wake(delay)
        for seat in self._due:
            task = self._bots.get(seat)
            if (task is None or task.done()) and not self._room.deleted:
                self._bots[seat] = asyncio.create_task(self._play(seat, delay))

    async def _play(self, seat: int, delay: float) -> None:
        """Make moves for a bot as long as it must move."""
        room, monotonic = self._room, self._room.environment.monotonic
        try:
            await self.pace.pause(delay)
            while seat in self._due and not room.deleted:
                situation = self._situation(seat)
                since = monotonic()
                level = room.company.chairs[seat].level
                move = room.course.scripted_move(room.table, seat) if room.course else None
                if move is None:
                    move = (await self._choose(seat, level)).move
                if not room.game.moves.is_secret(move):  # of a secret move there is nothing to be seen
                    await self.pace.pause(self.pace.step - (monotonic() - since))
                await self._play_if_fresh(seat, situation, move)
        except Exception:
            LOG.exception("a bot could not move")
            await room.environment.sleep(room.environment.settings.bot_retry)
            asyncio.get_running_loop().call_soon(self.wake)

    def _situation(self, seat: int) -> tuple[int, tuple[int, ...], int]:
        """Return what a bot's choice depends on. Moves of other seats are left out: moves within an epoch commute."""
        table = self._room.table
        return int(table.position.epoch), table.recent(seat), self._room.taken_back.undos()

    async def _play_if_fresh(self, seat: int, situation: tuple[int, tuple[int, ...], int], move: int) -> None:
        """Make a bot's move, unless its situation has changed while it was thinking."""
        room = self._room

        def act() -> Sequence[Arrangement]:
            fresh = self._situation(seat) == situation and move in room.table.legal_moves(seat)
            if not fresh or room.company.closing.closed or seat not in room.bots | room.clock.late:
                raise Outdated
            room.table.make(seat, move)
            if seat in room.bots:
                return ()
            # That a secret move was late must not be told; but it is not by it that somebody new keeps a freed seat.
            return [Overdue(seat, secretly=room.game.moves.is_secret(move))]

        with suppress(Conflict, Outdated):
            await room.do(None, act)

    async def roll_late(self) -> None:
        """Roll for a person whose time is up."""
        room = self._room

        def act() -> Sequence[Arrangement]:
            if room.table.roller not in room.clock.late:
                raise Outdated
            room.first_roll.check()
            return [Overdue(room.table.roll().roller)]

        with suppress(Outdated):
            await room.first_roll.then(lambda: room.do(None, act))

    async def stand_in(self, seat: int, level: str) -> None:
        """Make one move for a person whose time is up."""
        situation = self._situation(seat)
        advice = await self._advise(seat, level, self._room.table.seen_by(seat).tobytes())
        await self._play_if_fresh(seat, situation, advice.move)

    async def hint(self, seat: int, level: str) -> tuple[bytes, Advice]:
        """Return the seat's position and a bot's advice for it; advice for the same position is computed once."""
        async with self._room.settled():
            position = self._room.table.seen_by(seat).tobytes()
        self._hints = {key: task for key, task in self._hints.items() if not task.done() or key == (seat, position)}
        task = self._hints.get((seat, position))
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            if len(self._hints) >= MAX_HINTS:
                raise Refusal(Phrase("The bots are busy: ask again in a moment."))
            task = self._hints[seat, position] = asyncio.create_task(self._find_hint(seat, level, position))
        await asyncio.wait([task])
        if task.cancelled():  # the room was closed
            raise NoSuchTable
        return position, task.result()

    def note_address(self, holder: str, address: str) -> None:
        """Note where a browser is: the bots share the thinking time of the host's address."""
        if holder == self._room.head.owner or not self._address:
            self._address = address

    async def _choose(self, seat: int, level: str) -> Advice:
        """Return the advice that a bot follows: of a page of this table, or else of a thinker."""
        position = self._room.table.seen_by(seat).tobytes()
        return await self.pages.choose(seat, level, self._seed(seat)) or await self._advise(seat, level, position)

    async def _find_hint(self, seat: int, level: str, position: bytes) -> Advice:
        """Return a bot's advice for a person: of a page at which the seat is played, or else of a thinker."""
        found = await self.pages.advise(seat, level, position, self._seed(seat))
        return found or await self._advise(seat, level, position, True)

    def _seed(self, seat: int) -> int:
        return int.from_bytes(sha256(f"bot {self._room.head.seed}/{seat}".encode()).digest()[:6], "big")

    async def _advise(self, seat: int, level: str, position: bytes, wanted: bool = False) -> Advice:
        """Return the advice of a bot of this level for a seat, given only what that seat may know.

        `wanted` says that a person waits for it; else the table counts as watched only while somebody looks at it.
        """
        room = self._room
        asker = Asker(self._address, room.head.owner, room.head.table_id, lambda: wanted or room.presence.is_watched)
        return await room.engine.think(room.game, position, seat, level, self._seed(seat), asker)

    def stop(self) -> None:
        """Cancel all thinking and all rolls."""
        self.dice.stop()
        for task in (*self._bots.values(), *self._hints.values()):
            task.cancel()
