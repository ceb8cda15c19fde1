"""Rooms: tables that are being played now, each with its log in the store, its listeners and its bots."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from rollwright.bots.search import Advice
from rollwright.core.dice import SeededDice
from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase, Speech
from rollwright.core.options import seated
from rollwright.table import Event, Opened, Rolled, Table, Undone
from rollwright.table.store import BOT, HERE, Conflict, Head, NoSuchTable, Store, Summary
from rollwright.table.telling import Telling
from rollwright.web.workshop import Workshop

LOG = logging.getLogger(__name__)

PAUSE = 0.7
"""Seconds a bot waits after dice fell, so that people see them before it acts."""

MOST_ROOMS = 500
"""Rooms kept in memory; one that nobody listens to is forgotten first, and loaded again when it is wanted."""

RETRY = 5.0
"""Seconds after which a bot that could not move tries again."""

MOST_HINTS = 4
"""Hints that one table's people may wait for at once."""


Check = Callable[[], None]
"""Refuses what a page may not do, when its turn has come."""


class Room:
    """A table being played. Whatever is done is in the store before anybody hears of it."""

    def __init__(
        self,
        head: Head,
        log: list[Event],
        keys: set[str],
        store: Store,
        workshop: Workshop,
        pause: float = PAUSE,
        compiled: bool = False,
    ) -> None:
        """Take a table from its log; `keys` name the requests that were done before."""
        self.boot = secrets.token_hex(8)
        self.head = head
        self.store = store
        self.workshop = workshop
        self.pause = pause
        self.lock = asyncio.Lock()
        self.version = 1
        self.deleted = False
        self._stale = False
        self.listeners: set[asyncio.Event] = set()
        self.pages: dict[Any, Any] = {}
        self.notes: dict[Any, Any] = {}
        self._keys = keys
        self._bots: dict[int, asyncio.Task[None]] = {}
        self._hints: dict[tuple[int, bytes], asyncio.Task[Advice]] = {}
        self._build(log, compiled)

    def _build(self, log: list[Event], compiled: bool) -> None:
        names = [player.name for player in self.head.players]
        self.table = Table.from_log(log, SeededDice(self.head.seed), names=names, compiled=compiled)
        self.telling = Telling(self.table)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    def speech(self, language: str) -> Speech:
        """Return a language to speak in at this table: its game's words, and the names of its players."""
        return self.game.speech(language).naming(self.table.players)

    @property
    def bots(self) -> frozenset[int]:
        """The seats of bots."""
        return frozenset(seat for seat, player in enumerate(self.head.players) if player.kind == BOT)

    @property
    def people(self) -> list[int]:
        """The seats of people at this screen."""
        return [seat for seat, player in enumerate(self.head.players) if player.kind == HERE]

    async def play(
        self, seat: int, text: str, key: str | None, instead: str | None = None, check: Check = lambda: None
    ) -> None:
        """Make a move for a person, perhaps in place of another, which is named; `check` may still refuse it."""
        self.check_person(seat)
        if instead is None:
            await self._do(key, lambda: self.table.play(seat, text), check)
        else:
            await self._do(key, lambda: self.table.instead(seat, instead, text), check)

    async def roll(self, key: str | None) -> None:
        """Roll the dice that are due. People at this screen roll for each other, and for bots."""
        await self._do(key, lambda: self.table.roll())  # noqa: PLW0108 - the table may be another by then

    async def undo(self, seat: int, key: str | None, check: Check = lambda: None) -> None:
        """Take back a person's last move, unless `check` refuses; bots whose moves depended on it move again."""
        self.check_person(seat)
        await self._do(key, lambda: self.table.undo(seat, droppable=self.bots), check)

    def check_person(self, seat: int) -> None:
        """Refuse to act for, or to see as, a seat that is not a person's at this screen."""
        if seat not in range(self.table.seats):
            raise Refusal(Phrase("There is no such seat: this table has {seats}.", seats=seated(self.table.seats)))
        if seat not in self.people:
            raise NotYourTurn(Phrase("{name} is a bot and plays by itself.", name=self.table.name(seat)))

    async def _do(self, key: str | None, act: Callable[[], object], check: Check = lambda: None) -> None:
        """Do something unless `check` refuses it, keep it, and only then tell of it."""
        async with self.lock:
            if self.deleted:
                raise NoSuchTable
            if self._stale:
                await self._reload()
            if key is not None and key in self._keys:  # asked for twice, by a page that missed the answer
                return
            self.table.use(self.workshop.rules(self.game))
            place = len(self.table.log)
            try:
                check()
                act()
            except Refusal:
                if key is None or key not in await asyncio.wrap_future(self.store.keys(self.head.table_id)):
                    raise
                await self._reload()  # done already, through another server on the same store
                return
            except BaseException:
                await self._reload()  # a game's own fault, perhaps in the middle of something
                raise
            try:
                events = self.table.log[place:]
                written = self.store.append(self.head.table_id, place, events, key, Summary.of(self.table))
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
        """Go back to what the store holds: it is the truth. If that fails, it is done before the room's next use."""
        self._stale = True
        try:
            _, log = await asyncio.wrap_future(self.store.load(self.head.table_id))
        except NoSuchTable:
            self.delete()
            raise
        self._build(log, self.table.rules.compiled)
        self._stale = False
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self.notes.clear()
        for news in self.listeners:
            news.set()
        self.wake_bots()

    def wake_bots(self) -> None:
        """Let every bot that is waited for think, unless it already does."""
        for seat in self.bots.intersection(self.table.waiting):
            task = self._bots.get(seat)
            if (task is None or task.done()) and not self.deleted:
                self._bots[seat] = asyncio.create_task(self._play_bot(seat))

    async def _play_bot(self, seat: int) -> None:
        """Move for a bot until it is not waited for any more."""
        try:
            while seat in self.table.waiting and not self.deleted:
                situation = self._situation(seat)
                since = time.monotonic()
                advice = await self.advise(seat, self.head.players[seat].level, self.table.seen_by(seat).tobytes())
                if isinstance(self.table.log[-1], Rolled):
                    await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - since)))
                await self._play_if_fresh(seat, situation, advice.move)
        except Exception:
            LOG.exception("a bot could not move")
            await asyncio.sleep(RETRY)
            asyncio.get_running_loop().call_soon(self.wake_bots)

    def _situation(self, seat: int) -> tuple[int, tuple[int, ...], int]:
        """Return what a thought of a seat depends on. Others' moves are not among it: seats waited for commute."""
        undone = sum(isinstance(event, Undone) for event in self.table.log)
        return int(self.table.position.epoch), self.table.recent(seat), undone

    async def _play_if_fresh(self, seat: int, situation: tuple[int, tuple[int, ...], int], move: int) -> None:
        """Make a bot's move unless its situation has changed while it thought."""

        def act() -> None:
            if self._situation(seat) != situation or move not in self.table.legal_moves(seat):
                raise Conflict
            self.table.make(seat, move)

        with suppress(Conflict):
            await self._do(None, act)

    async def hint(self, seat: int, level: str) -> tuple[bytes, Advice]:
        """Ask for advice as a person may: once for a position, however often the button is pressed."""
        async with self.lock:
            position = self.table.seen_by(seat).tobytes()
        self._hints = {key: task for key, task in self._hints.items() if not task.done() or key == (seat, position)}
        task = self._hints.get((seat, position))
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            if len(self._hints) >= MOST_HINTS:
                raise Refusal(Phrase("The bots are still thinking about earlier questions: ask again in a moment."))
            task = self._hints[seat, position] = asyncio.create_task(self.advise(seat, level, position))
        await asyncio.wait([task])
        if task.cancelled():  # the room was closed
            raise NoSuchTable
        return position, task.result()

    async def advise(self, seat: int, level: str, position: bytes) -> Advice:
        """Ask what a bot of this level would do in a seat, from what that seat may know."""
        seed = int.from_bytes(sha256(f"bot {self.head.seed}/{seat}".encode()).digest()[:6], "big")
        return await self.workshop.think(self.game, position, seat, level, seed)

    def leave(self, news: asyncio.Event) -> None:
        """Let a listener go. With the last one the room forgets what pages have seen, and its run gets another name."""
        self.listeners.discard(news)
        if not self.listeners:
            self.pages.clear()
            self.boot = secrets.token_hex(8)

    def close(self) -> None:
        """Stop the bots of this room."""
        for task in (*self._bots.values(), *self._hints.values()):
            task.cancel()

    def delete(self) -> None:
        """Close the room of a table that is deleted, and let everybody hear it."""
        self.deleted = True
        self.close()
        for news in self.listeners:
            news.set()


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
                    self._rooms[table_id] = await self._load(table_id)
                    self._make_space(table_id)
        room = self._rooms[table_id]
        if room.deleted:  # by another server on the same store
            del self._rooms[table_id]
            raise NoSuchTable
        self._rooms.move_to_end(table_id)
        room.wake_bots()
        return room

    async def _load(self, table_id: str) -> Room:
        head, log = await asyncio.wrap_future(self.store.load(table_id))
        keys = await asyncio.wrap_future(self.store.keys(table_id))
        assert isinstance(log[0], Opened), "a log begins with the opening of its table"
        compiled = self.workshop.rules(open_game(log[0].game)).compiled
        return await asyncio.to_thread(Room, head, log, keys, self.store, self.workshop, self.pause, compiled)

    async def delete(self, table_id: str) -> None:
        """Delete a table for good."""
        async with self._loading:  # else it could come back to life while it goes
            await asyncio.wrap_future(self.store.delete(table_id))
            if room := self._rooms.pop(table_id, None):
                room.delete()

    def _make_space(self, wanted: str) -> None:
        """Forget rooms that nobody listens to, the longest unused first, but never the one that is wanted now."""
        in_use = {name for name, room in self._rooms.items() if room.listeners or room.lock.locked()}
        idle = [name for name in self._rooms if name != wanted and name not in in_use]
        for name in idle[: max(0, len(self._rooms) - MOST_ROOMS)]:
            self._rooms.pop(name).close()

    async def close(self) -> None:
        """Stop everything."""
        for room in self._rooms.values():
            room.close()
