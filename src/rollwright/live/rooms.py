"""All rooms of this process, and the messages between processes that share a store."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from rollwright.core.game import open_game
from rollwright.live.editions.archivist import Archivist
from rollwright.live.editions.replaying import Differs, replaying
from rollwright.live.engine import Engine
from rollwright.live.entry import invitations
from rollwright.live.environment import Environment
from rollwright.live.history.folded_log import in_thread
from rollwright.live.room import Room
from rollwright.store.errors import NoSuchTable, StoreRefused
from rollwright.store.protocol import Shared, Store
from rollwright.table import Event, Opened
from rollwright.table.editions.replayable import CannotReplay, Unreplayed, difference
from rollwright.table.models import Head, SeatKind

LOG = logging.getLogger(__name__)

PROCESS_BYTES = 8
"""Random bytes in this process's name, which it sends with messages to other processes."""


class Rooms:
    """The rooms in memory, loaded from the store when needed."""

    def __init__(self, store: Store, engine: Engine, environment: Environment) -> None:
        """Load no room yet."""
        self.store = store
        self.engine = engine
        self.environment = environment
        self.process = environment.token_hex(PROCESS_BYTES)
        self.archivist = Archivist(store)
        self.changed: Callable[[Room], object] = lambda room: None
        """Called with each room that was loaded or has changed."""
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each table that is being loaded or deleted: a long log keeps nobody waiting at another table."""
        self._unreplayed: OrderedDict[str, Unreplayed] = OrderedDict()
        """Tables that cannot be replayed, so that this is not tried again and again."""
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._unseen: set[str] = set()
        """Tables that have changed in the store and were not read since."""
        self._reminding: asyncio.Task[None] | None = None
        self._used: set[str] = set()
        """Of the tables in the last sweep's question, those that are open in some process."""
        self._answered = asyncio.Event()

    async def room(self, table_id: str) -> Room:
        """Return the room of a table, loading it if need be; CannotReplay if the rules do not fit its log."""
        if known := self._unreplayed.get(table_id):
            raise CannotReplay(known)
        if table_id not in self._rooms:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                if table_id not in self._rooms:
                    self._rooms[table_id] = await self._loaded(table_id)
                    self._make_space(table_id)
                    self.environment.observer.room_count(len(self._rooms))
                    if isinstance(self.store, Shared):
                        self._catch_up(table_id)  # notifications that came while it was loading were missed
        room = self._rooms[table_id]
        if room.is_outdated:
            try:
                async with room.settled():
                    pass
            except CannotReplay:
                self._rooms.pop(table_id, room).close()
                raise
            return await self.room(table_id)  # it may have been dropped meanwhile
        if room.deleted:  # by another process on the same store
            del self._rooms[table_id]
            raise NoSuchTable
        self._rooms.move_to_end(table_id)
        room.bot_players.wake()
        return room

    def knows_already(self, table_id: str, holder: str) -> bool | None:
        """Say whether a table knows a browser, as far as memory tells; None if its log must be searched for that."""
        room = self._rooms.get(table_id)
        if room and (room.company.knows(holder) or not isinstance(self.store, Shared)):
            return room.company.knows(holder)
        return None

    def has_link(self, table_id: str, secret: str) -> bool | None:
        """Say whether a table has a link with this secret, as far as memory tells; None if its log must be searched."""
        room = self._rooms.get(table_id)
        if room and (invitations.find(room.company, secret) or not isinstance(self.store, Shared)):
            return invitations.find(room.company, secret) is not None
        return None

    async def mentions(self, table_id: str, holder: str) -> bool:
        """Say whether a table may know a browser or a link, without loading it: whether its log mentions the digest."""
        return await asyncio.wrap_future(self.store.mentions(table_id, holder))

    def is_loaded(self, table_id: str) -> bool:
        """Say whether a table is in memory."""
        return table_id in self._rooms

    async def refreshed(self, table_id: str) -> Room:
        """Return the room of a table with all that other processes have committed, heard of or not.

        It is for who would be told that something is not there. Those who ask during a read share the next one.
        """
        room = await self.room(table_id)
        if isinstance(self.store, Shared):
            self._catch_up(table_id)
            await asyncio.shield(self._catching_up[table_id])
            room = await self.room(table_id)
        return room

    async def has_news(self, table_id: str) -> bool:
        """Read what other processes have written at a table, and return whether there was anything."""
        before = (await self.room(table_id)).length
        return (await self.refreshed(table_id)).length != before

    async def _loaded(self, table_id: str) -> Room:
        """Load a table, and note one that cannot be replayed."""
        try:
            return await self._load(table_id)
        except CannotReplay as refusal:
            self._unreplayed[table_id] = refusal.kept
            if len(self._unreplayed) > self.environment.settings.max_rooms:
                self._unreplayed.popitem(last=False)
            raise

    async def _load(self, table_id: str) -> Room:
        log: list[Event] = []
        async with replaying(self.store, table_id, log):
            head, read = await asyncio.wrap_future(self.store.load(table_id))
            log += read
            room = await self._replayed(head, log)
        if head.clock or any(player.kind == SeatKind.LINK for player in head.players):
            room.touched = (await asyncio.wrap_future(self.store.listed(table_id))).touched
            room.clock.start(room.touched)
        room.announce = lambda: self._announce(room)
        room.after_change = lambda: self.changed(room)
        room.ended = lambda: self.archivist.keep(room)
        if room.table.over:
            room.ended()
        self._tell(t=table_id, asks=True)
        self.changed(room)
        return room

    async def _replayed(self, head: Head, log: list[Event]) -> Room:
        """Return the room of a log; Differs if it comes to something else than was kept of it."""
        keys = await asyncio.wrap_future(self.store.keys(head.table_id))
        assert isinstance(log[0], Opened), "a log begins with the opening of its table"
        compiled = self.engine.rules(open_game(log[0].game)).compiled
        room = await in_thread(
            len(log), lambda: Room(head, log, keys, self.store, self.engine, self.environment, compiled)
        )
        if room.company.started:
            listed = await asyncio.wrap_future(self.store.listed(head.table_id))
            wrong = difference(room.table, listed)
            if wrong and not await asyncio.wrap_future(self.store.since(head.table_id, len(log))):
                raise Differs(wrong)  # and nobody has written between the two reads
        return room

    async def delete(self, table_id: str) -> None:
        """Delete a table for good."""
        async with self._loading.setdefault(table_id, asyncio.Lock()):  # it must not be loaded again meanwhile
            await asyncio.wrap_future(self.store.delete(table_id))
            self._unreplayed.pop(table_id, None)
            if room := self._rooms.pop(table_id, None):
                room.delete()
                self.environment.observer.room_count(len(self._rooms))

    def _make_space(self, wanted: str) -> None:
        """Drop rooms without listeners, least recently used first, but never the `wanted` one."""
        in_use = {name for name, room in self._rooms.items() if room.presence.listeners or room.lock.locked()}
        idle = [name for name in self._rooms if name != wanted and name not in in_use]
        for name in idle[: max(0, len(self._rooms) - self.environment.settings.max_rooms)]:
            self._rooms.pop(name).close()

    # Messages from other processes that share the store.

    def log_changed(self, table_id: str, length: int) -> None:
        """Note that a log has grown to a length, perhaps by our own write; 0 means that the table was deleted."""
        if (known := self._unreplayed.get(table_id)) and length != known.length:
            del self._unreplayed[table_id]
        room = self._rooms.get(table_id)
        if room and length != room.length and not room.deleted:
            if room.must_follow or not length:
                self._catch_up(table_id)
            else:  # people play in another process, and nobody here
                room.outdate()

    def reload_all(self) -> None:
        """Read every table again, as messages may have been lost."""
        for table_id in self._rooms:
            self._catch_up(table_id)

    def message_received(self, text: str) -> None:
        """Handle a message of another process: who is connected there, or a question about that."""
        said: dict[str, Any] = json.loads(text)
        room = self._rooms.get(said.get("t", ""))
        if said.get("p") == self.process:
            return
        if open_here := {table_id for table_id in said.get("unused", ()) if self.is_open(table_id)}:
            self._tell(used=sorted(open_here))
        self._used.update(said.get("used", ()))
        self._answered.set()
        if room is None:
            return
        if said.get("asks"):
            self._announce(room)
        else:
            room.presence.hear(said["p"], said["seats"])

    async def unused(self, tables: set[str]) -> set[str]:
        """Return the tables that nobody has open, neither here nor in other processes; those are asked by message."""
        self._used = {table_id for table_id in tables if self.is_open(table_id)}
        if isinstance(self.store, Shared):
            self._tell(unused=sorted(tables))
            with suppress(TimeoutError):
                async with asyncio.timeout(self.environment.settings.sweep_answer):
                    while not tables <= self._used:
                        self._answered.clear()
                        await self._answered.wait()
        return {table_id for table_id in tables - self._used if not self.is_open(table_id)}

    def is_open(self, table_id: str) -> bool:
        """Say whether a table has listeners in this process."""
        return table_id in self._rooms and bool(self._rooms[table_id].presence.listeners)

    def _catch_up(self, table_id: str) -> None:
        """Read a table's new events; messages that arrive during a read are coalesced into one more read."""
        self._unseen.add(table_id)
        running = self._catching_up.get(table_id)
        if running is None or running.done():
            task = self._catching_up[table_id] = asyncio.create_task(self._look(table_id))
            task.add_done_callback(lambda done: self._looked(table_id, done))

    async def _look(self, table_id: str) -> None:
        while table_id in self._unseen:
            self._unseen.discard(table_id)
            if room := self._rooms.get(table_id):
                await room.catch_up()

    def _looked(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._catching_up.get(table_id) is task:
            del self._catching_up[table_id]
        fault = None if task.cancelled() else task.exception()
        # The store may be unavailable: `reload_all` is called when it is back. A log that cannot be replayed is logged.
        if fault and not isinstance(fault, StoreRefused | CannotReplay):
            LOG.error("a table could not be followed", exc_info=fault)

    def _announce(self, room: Room) -> None:
        """Tell the other processes who is connected to a table here."""
        if room.company.has_invited_seats:
            self._tell(t=room.head.table_id, seats=sorted(room.presence.here))
            if self._reminding is None and isinstance(self.store, Shared):
                self._reminding = asyncio.create_task(self._remind())

    async def _remind(self) -> None:
        while True:
            await asyncio.sleep(self.environment.settings.presence_reminder)
            for room in list(self._rooms.values()):
                room.presence.review()  # a process that no longer reports has ended
                if room.presence.here:
                    self._announce(room)

    def _tell(self, **news: object) -> None:
        if isinstance(self.store, Shared):  # no other process can use an unshared store
            self.store.tell(json.dumps({"p": self.process, **news}))

    async def close(self) -> None:
        """Stop all tasks, keep the ends that are not kept yet, and close all rooms."""
        await self.archivist.close()
        for task in (*self._catching_up.values(), *([self._reminding] if self._reminding else [])):
            task.cancel()
        for room in self._rooms.values():
            room.close()
