"""Finds out who is to be told of their turn: people who wanted it, and have no page open at the table.

A turn begins when somebody is asked and others have openly done something since their own last deed: what others do in
secret tells nobody anything. Its number is how much was done at their seats so far, so it follows from the log: every
process finds the same one, and the store lets only the first of them tell it.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from rollwright.core.errors import Refusal
from rollwright.live.room import Room
from rollwright.live.rooms import Rooms
from rollwright.store.errors import NoSuchTable
from rollwright.store.subscriptions import Subscription
from rollwright.table import Table
from rollwright.table.events import Corrected, Event, Moved, Rolled, Undone

LOG = logging.getLogger(__name__)

MAX_KNOWN = 20_000
"""The most turns that are remembered as looked at; one that was forgotten is only looked at again."""


@dataclass(frozen=True)
class Notice:
    """A turn that a browser is to be told of."""

    room: Room
    holder: str
    turn: int
    subscription: Subscription

    def is_due(self) -> bool:
        """Return whether it is still this turn, as far as this process knows."""
        return not self.room.deleted and turns_of(self.room).get(self.holder) == self.turn


def turns_of(room: Room) -> dict[str, int]:
    """Return the browsers whose players are to do something that others have led to, each with the turn's number.

    Bots are not told, nor is anybody at a table without guests: there nothing happens while they are away.
    """
    company, table = room.company, room.table
    if table.over or not company.goes_on or not company.has_invited_seats:
        return {}
    asked = [table.roller] if table.dice_due else table.waiting
    people = [company.chairs[seat] for seat in asked if seat not in room.bots]
    found = {holder: _turn(table, company.seats_of(holder)) for chair in people for holder in chair.holders}
    return {holder: turn for holder, turn in found.items() if turn is not None}


def turn_seen(room: Room, holder: str) -> int:
    """Return the number of the last turn that somebody knows of who looks at the table now: the present one, if it is
    theirs, or else the one before."""
    seats = room.company.seats_of(holder)
    return sum(_is_of(event, seats) for event in room.table.log) - (holder not in turns_of(room))


def _turn(table: Table, seats: tuple[int, ...]) -> int | None:
    """Return the number of a turn; None if whoever plays these seats did the last thing, and knows that they go on.

    What others have done in secret is passed over: a message that followed it would tell that, and when.
    """
    log, places = table.log, range(len(table.log))
    known = (log[place] for place in reversed(places) if _is_of(log[place], seats) or not _is_hidden(table, place))
    if _is_of(next(known), seats):
        return None
    return sum(_is_of(event, seats) for event in log)


def _is_hidden(table: Table, place: int) -> bool:
    """Return whether only its own player may know yet what was done at a place of the log."""
    event = table.log[place]
    if isinstance(event, Undone):
        place, event = event.place, table.log[event.place]
    return place >= table.epoch_place and isinstance(event, Moved) and table.game.moves.is_secret(event.move)


def _is_of(event: Event, seats: tuple[int, ...]) -> bool:
    match event:
        case Moved() | Undone() | Corrected():
            return event.seat in seats
        case Rolled():
            return event.roller in seats
    return False


class TurnNotices:
    """Looks at every change of a table, and some seconds later tells those who have no page open."""

    def __init__(self, rooms: Rooms, deliver: Callable[[Notice], None]) -> None:
        """Follow the tables of this process; `deliver` must not wait."""
        self._rooms = rooms
        self._deliver = deliver
        self._settings = rooms.environment.settings
        self._known: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.changed = self.look

    def look(self, room: Room) -> None:
        """Note whose turn it is at a table; whoever has it is told later, unless it was noted before."""
        for holder, turn in turns_of(room).items():
            key = room.head.table_id, holder
            if self._known.get(key) == turn:
                continue
            self._known[key] = turn
            self._known.move_to_end(key)
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
            task = asyncio.create_task(self._tell_later(*key, turn))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def look_around(self) -> None:
        """Look at the tables where somebody wants to be told: a turn may have begun just before a restart."""
        await asyncio.sleep(self._settings.notice_start)
        try:
            for table_id in await asyncio.wrap_future(self._rooms.store.subscriptions.tables()):
                try:
                    await self._rooms.room(table_id)  # a room that is loaded is looked at
                except Refusal:  # it was deleted, or cannot be replayed
                    continue
        except Refusal as refusal:
            LOG.warning("Nobody is told of turns from before the start: %s", refusal)

    async def _tell_later(self, table_id: str, holder: str, turn: int) -> None:
        await asyncio.sleep(self._settings.notice_delay)
        try:
            await self._tell(table_id, holder, turn)
        except NoSuchTable:
            return
        except Refusal as refusal:
            self._known.pop((table_id, holder), None)
            LOG.warning("Nobody is told of a turn: %s", refusal)
        except Exception:
            LOG.exception("nobody is told of a turn")

    async def _tell(self, table_id: str, holder: str, turn: int) -> None:
        """Tell somebody of their turn, if it still is; who has a page open has seen it."""
        room, kept = await self._rooms.room(table_id), self._rooms.store.subscriptions
        if turns_of(room).get(holder) != turn:
            if self._known.get((table_id, holder)) == turn:
                del self._known[table_id, holder]  # what led to it was taken back: it may begin again
            return
        if not await asyncio.wrap_future(kept.is_due(table_id, holder, turn)):
            return
        away = all(room.presence.is_away(seat) for seat in room.company.seats_of(holder))
        for subscription in await asyncio.wrap_future(kept.claim(table_id, holder, turn)):
            if away:
                self._deliver(Notice(room, holder, turn, subscription))

    async def close(self) -> None:
        """Tell nobody any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
