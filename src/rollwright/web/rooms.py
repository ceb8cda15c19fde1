"""Rooms: tables that are being played now, each with its log in the store, its listeners and its bots."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from rollwright.bots.search import Advice
from rollwright.core.dice import SeededDice
from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.table import Event, Rolled, Table
from rollwright.table.store import Conflict, Head, Store, Summary
from rollwright.table.telling import Telling
from rollwright.web.workshop import Workshop

LOG = logging.getLogger(__name__)

PAUSE = 0.7
"""Seconds a bot waits after dice fell, so that people see them before it acts."""

MOST_ROOMS = 500
"""Rooms kept in memory; one that nobody listens to is forgotten first, and loaded again when it is wanted."""

RETRY = 5.0
"""Seconds after which a bot that could not move tries again."""

BOT = "bot"


class Listener:
    """Somebody who wants to hear of changes: one connection of one page."""

    def __init__(self) -> None:
        """Begin with something to hear: how the table stands."""
        self.news = asyncio.Event()
        self.news.set()


class Room:
    """A table being played. Whatever is done is in the store before anybody hears of it."""

    def __init__(
        self, head: Head, log: list[Event], keys: set[str], store: Store, workshop: Workshop, pause: float = PAUSE
    ) -> None:
        """Take a table from its log; `keys` name the requests that were done before."""
        self.head = head
        self.store = store
        self.workshop = workshop
        self.pause = pause
        self.lock = asyncio.Lock()
        self.version = 1
        self.closed = False
        self.listeners: set[Listener] = set()
        self.pages: dict[Any, Any] = {}
        self._keys = keys
        self._bots: dict[int, asyncio.Task[None]] = {}
        self._hint: tuple[tuple[int, bytes], asyncio.Task[Advice]] | None = None
        self._build(log)

    def _build(self, log: list[Event]) -> None:
        names = [player.name for player in self.head.players]
        self.table = Table.from_log(log, SeededDice(self.head.seed), names=names, compiled=False)
        self.telling = Telling(self.table)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def bots(self) -> frozenset[int]:
        """The seats of bots."""
        return frozenset(seat for seat, player in enumerate(self.head.players) if player.kind == BOT)

    @property
    def people(self) -> list[int]:
        """The seats of people at this screen."""
        return [seat for seat in range(self.table.seats) if seat not in self.bots]

    def summary(self) -> Summary:
        """Return how the table stands, for lists."""
        table = self.table
        halves = tuple(table.halves(seat) for seat in range(table.seats))
        return Summary(table.round_no, halves, table.over, tuple(table.waiting))

    async def play(self, seat: int, text: str, key: str | None) -> None:
        """Make a move for a person."""
        self._check_person(seat)
        await self._do(key, lambda: self.table.play(seat, text))

    async def roll(self, key: str | None) -> None:
        """Roll the dice that are due. People at this screen roll for each other, and for bots."""
        await self._do(key, self.table.roll)

    async def undo(self, seat: int, key: str | None) -> None:
        """Take back a person's last move; bots whose moves depended on it move again."""
        self._check_person(seat)
        await self._do(key, lambda: self.table.undo(seat, droppable=self.bots))

    def _check_person(self, seat: int) -> None:
        if seat in self.bots:
            raise NotYourTurn(Phrase("{name} is a bot and plays by itself.", name=self.table.name(seat)))

    async def _do(self, key: str | None, act: Callable[[], object]) -> None:
        """Do something, keep it, and only then tell of it."""
        async with self.lock:
            if self.closed:
                raise Refusal(Phrase("This table has been deleted."))
            if key is not None and key in self._keys:  # asked for twice, by a page that missed the answer
                return
            self.table.use(self.workshop.rules(self.game))
            place = len(self.table.log)
            act()
            try:
                events = self.table.log[place:]
                written = self.store.append(self.head.table_id, place, events, key, self.summary())
                fresh = await asyncio.shield(asyncio.wrap_future(written))
            except BaseException:
                await self._reload()
                raise
            if not fresh:
                await self._reload()
            elif key is not None:
                self._keys.add(key)
            self.telling.follow()
            self._changed()

    async def _reload(self) -> None:
        """Go back to what the store holds: it is the truth."""
        _, log = await asyncio.wrap_future(self.store.load(self.head.table_id))
        self._build(log)
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        for listener in self.listeners:
            listener.news.set()
        self.wake_bots()

    def wake_bots(self) -> None:
        """Let every bot that is waited for think, unless it already does."""
        for seat in self.bots.intersection(self.table.waiting):
            task = self._bots.get(seat)
            if (task is None or task.done()) and not self.closed:
                self._bots[seat] = asyncio.create_task(self._play_bot(seat))

    async def _play_bot(self, seat: int) -> None:
        """Move for a bot until it is not waited for any more."""
        try:
            while seat in self.table.waiting and not self.closed:
                position = self.table.seen_by(seat).tobytes()
                since = time.monotonic()
                advice = await self.advise(seat, self.head.players[seat].level, position)
                if isinstance(self.table.log[-1], Rolled):
                    await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - since)))
                await self._play_if_unchanged(seat, position, advice.move)
        except asyncio.CancelledError:
            raise
        except Exception:
            LOG.exception("a bot could not move")
            await asyncio.sleep(RETRY)
            asyncio.get_running_loop().call_soon(self.wake_bots)

    async def _play_if_unchanged(self, seat: int, position: bytes, move: int) -> None:
        """Make a bot's move unless what it saw has changed while it thought."""

        def act() -> None:
            if seat not in self.table.waiting or self.table.seen_by(seat).tobytes() != position:
                raise Conflict
            self.table.make(seat, move)

        with suppress(Conflict):
            await self._do(None, act)

    async def hint(self, seat: int, level: str, position: bytes) -> Advice:
        """Ask for advice as a person may: once for a position, however often the button is pressed."""
        if self._hint is None or self._hint[0] != (seat, position):
            if self._hint:
                self._hint[1].cancel()
            self._hint = (seat, position), asyncio.create_task(self.advise(seat, level, position))
        return await asyncio.shield(self._hint[1])

    async def advise(self, seat: int, level: str, position: bytes) -> Advice:
        """Ask what a bot of this level would do in a seat, from what that seat may know."""
        seed = int.from_bytes(sha256(f"{self.head.table_id}/{seat}".encode()).digest()[:6], "big")
        return await self.workshop.think(self.game, position, seat, level, seed)

    def close(self) -> None:
        """Stop the bots of this room, and let everybody hear that it is closed."""
        self.closed = True
        for task in self._bots.values():
            task.cancel()
        for listener in self.listeners:
            listener.news.set()


class Rooms:
    """All rooms that are in use."""

    def __init__(self, store: Store, workshop: Workshop, pause: float = PAUSE) -> None:
        """Open no room yet."""
        self.store = store
        self.workshop = workshop
        self.pause = pause
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading = asyncio.Lock()

    async def room(self, table_id: str) -> Room:
        """Return the room of a table, from the store if need be."""
        if table_id not in self._rooms:
            async with self._loading:
                if table_id not in self._rooms:
                    head, log = await asyncio.wrap_future(self.store.load(table_id))
                    keys = await asyncio.wrap_future(self.store.keys(table_id))
                    self._rooms[table_id] = Room(head, log, keys, self.store, self.workshop, self.pause)
                    self._make_space()
        self._rooms.move_to_end(table_id)
        room = self._rooms[table_id]
        self.workshop.prepare(room.game)
        room.wake_bots()
        return room

    async def delete(self, table_id: str) -> None:
        """Delete a table for good."""
        await asyncio.wrap_future(self.store.delete(table_id))
        if room := self._rooms.pop(table_id, None):
            room.close()

    def _make_space(self) -> None:
        idle = [name for name, room in self._rooms.items() if not room.listeners]
        for name in idle[: max(0, len(self._rooms) - MOST_ROOMS)]:
            self._rooms.pop(name).close()

    async def close(self) -> None:
        """Stop everything."""
        for room in self._rooms.values():
            room.close()
