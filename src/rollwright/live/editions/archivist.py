"""Keeps the ends of finished games in a form that needs no rules, in a commit of its own after the end.

Nobody waits for it, as drawing takes some time. What is missing after a crash, or was finished by an earlier release,
is kept when the table is next loaded, which `mend` does for all tables after the start.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rollwright.core.contract import SPECTATOR, Record, Rules, copy
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.core.position import Position
from rollwright.live.editions.replaying import told
from rollwright.store.protocol import Store
from rollwright.table.editions.archive import Archive, Place, Telling
from rollwright.table.editions.replayable import CannotReplay
from rollwright.table.results import place_of
from rollwright.table.story import StoryEntry
from rollwright.view import Pen, draw_parts

if TYPE_CHECKING:  # a room tells its archivist that its game is over
    from rollwright.live.room import Room
    from rollwright.live.rooms import Rooms

LOG = logging.getLogger(__name__)

ATTEMPTS = 5
"""The most attempts to keep an end while the log grows, as people greet each other."""

CLOSE_TIMEOUT = 10.0
"""Seconds in which ends must be kept that are still being drawn when the program closes."""

MEND_DELAY = 60.0
"""Seconds from the start until ends that are missing are looked for."""

MEND_PAUSE = 0.2
"""Seconds between two of them, so that people who play notice nothing."""


@dataclass(frozen=True)
class Ended:
    """A snapshot of a finished game, which can be drawn in a thread while people look at the table."""

    game: Game
    rules: Rules
    position: Record
    players: Sequence[Phrase]
    places: Sequence[Place]
    story: Sequence[StoryEntry]

    @classmethod
    def of(cls, room: "Room") -> "Ended":
        """Take a snapshot of a room that nobody changes meanwhile."""
        table = room.table
        names = table.names or [""] * table.seats
        places = [Place(names[seat], table.halves(seat), place_of(table, seat)) for seat in range(table.seats)]
        story = room.story.entries(SPECTATOR)
        return cls(table.game, table.rules, copy(table.position), list(table.players), places, story)

    def archive(self) -> Archive:
        """Draw and tell it in every language."""
        return Archive(self.places, {language: self._telling(language) for language in LANGUAGES})

    def _telling(self, language: str) -> Telling:
        say = self.game.speech(language).naming(self.players)
        pen = Pen(say, live=False)
        return Telling(
            [self._sheet(seat, pen) for seat in range(len(self.places))],
            [(entry.round_no, entry.seat, say(entry.phrase)) for entry in self.story],
            [say(phrase) for phrase in self.game.words.closing(self.position)],
        )

    def _sheet(self, seat: int, pen: Pen) -> list[str]:
        seen = Position(self.rules, self.position).seen(seat).record
        parts = draw_parts(self.game, seen, seat, pen, self.rules)
        return [part.svg(pen) for part in parts if part.where == "sheet" and part.pictured]


class Archivist:
    """Keeps the ends of games, one after the other."""

    def __init__(self, store: Store) -> None:
        """Keep nothing yet."""
        self._store = store
        self._drawing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, room: "Room") -> asyncio.Task[None]:
        """Keep the end of a room's game soon, unless that was done."""
        task = asyncio.create_task(self._keep(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep(self, room: "Room") -> None:
        try:
            async with self._drawing:
                for _ in range(ATTEMPTS):
                    if await self._try(room):
                        return
        except Refusal as refusal:
            LOG.info("The end of %s is kept later: %s", room.head.in_logs, refusal)
        except Exception as fault:  # what draws a game may be broken, and must not end the server's task
            LOG.error("The end of %s is not kept: %s", room.head.in_logs, told(fault))

    async def _try(self, room: "Room") -> bool:
        """Keep the end of a game; return False if the log has grown meanwhile."""
        table_id = room.head.table_id
        async with room.settled():
            if room.deleted or not room.table.over or await self._is_kept(table_id):
                return True
            ended, place = Ended.of(room), room.length
        content = await asyncio.to_thread(lambda: ended.archive().text())
        return await asyncio.wrap_future(self._store.keep_archive(table_id, place, content))

    async def _is_kept(self, table_id: str) -> bool:
        content = await asyncio.wrap_future(self._store.archive(table_id))
        return bool(content)  # an empty one is a note of `mend`

    async def close(self) -> None:
        """Finish what was begun: the next program may have other rules."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_TIMEOUT)


async def mend(rooms: "Rooms") -> None:
    """Keep the ends of all finished tables that were not kept, one after the other.

    Of one that cannot be replayed, it is noted that there is nothing to keep, so that it is not tried at every start;
    if it can be after all, its end is kept when it is next loaded.
    """
    missing = await asyncio.wrap_future(rooms.store.unarchived())
    random.shuffle(missing)  # several processes may do this at the same time
    for table_id in missing:
        try:
            await rooms.archivist.keep(await rooms.room(table_id))
        except CannotReplay as refusal:
            await asyncio.wrap_future(rooms.store.keep_archive(table_id, refusal.kept.length, ""))
        except Refusal as refusal:
            LOG.info("The end of a table is not kept: %s", refusal)
        except Exception as fault:  # the computer may be at its limits
            LOG.error("The end of a table is not kept now: %s", told(fault))
        await asyncio.sleep(MEND_PAUSE)


async def mend_later(rooms: "Rooms") -> None:
    """Mend once, some time after the start."""
    await asyncio.sleep(MEND_DELAY)
    try:
        await mend(rooms)
    except Refusal as refusal:
        LOG.warning("The ends of games are kept later: %s", refusal)
    except Exception:
        LOG.exception("the ends of games are not kept now")
