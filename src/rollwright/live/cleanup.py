"""Deletes abandoned tables; finished games are kept until somebody deletes them.

A clock that is wrong for a while must delete nothing. So a table is deleted only if it was found stale twice, a day of
running time apart, and never was found otherwise in between; and nothing happens as long as even the table that was
changed last seems stale, nor in a process that has seen the clock jump ahead and not back. Running time is counted in
the store, by the monotonic clocks of the servers that use it. It goes on where it was after a restart, so that a server
that is restarted every day sweeps, too.
"""

import asyncio
import logging
import random

from rollwright.core.language import Phrase, plural
from rollwright.live.rooms import Rooms
from rollwright.store.errors import NoSuchTable, StoreRefused

LOG = logging.getLogger(__name__)

A_DAY = 24 * 3600
FIRST_SWEEP = 300
"""Seconds from the start to the first sweep: pages with an open table have reconnected by then."""
COUNT_INTERVAL = 600
"""Seconds between two times that the running time is counted; less than that is lost when a server stops."""
SWEEP_INTERVAL = 6 * 3600
"""Seconds between two sweeps."""
NEVER = -1.0
"""A running time that never was."""


async def keep_sweeping(rooms: Rooms, days: int) -> None:
    """Sweep periodically. Intervals are randomised, so that several processes do not sweep at the same time."""
    sweeper = Sweeper(rooms, days)
    pause = FIRST_SWEEP * random.uniform(1, 2)
    while True:
        try:
            await sweeper.look()
        except StoreRefused as refusal:
            LOG.warning("No tables are swept now: %s", refusal)
        except Exception:
            LOG.exception("no tables are swept now")
        await asyncio.sleep(pause)
        pause = COUNT_INTERVAL * random.uniform(0.9, 1.1)


class Sweeper:
    """Counts the running time and sweeps now and then, in one process of perhaps several."""

    def __init__(self, rooms: Rooms, days: int) -> None:
        """Begin to count; tables without a change for so many days are stale."""
        self._rooms = rooms
        self._days = days
        self._notes = rooms.store.sweep_notes
        self._running = NEVER
        """The running time, as it was seen last."""
        self._counted = self._began = rooms.environment.monotonic()
        self._swept: float | None = None
        self._has_warned = False
        self._jumps = ClockJumps(rooms.environment.now(), self._began)

    async def look(self) -> int:
        """Count the running time, and sweep if it is time to; return how many tables were deleted."""
        now, monotonic = self._rooms.environment.now(), self._rooms.environment.monotonic()
        self._jumps.look(now, monotonic)
        await self._count(monotonic)
        due = self._began + FIRST_SWEEP if self._swept is None else self._swept + SWEEP_INTERVAL
        if monotonic < due:
            return 0
        self._swept = monotonic
        before = now - self._days * A_DAY
        if not await self._is_clock_right(before) or self._jumps.are_ahead():
            return 0
        await self._mark(before)
        swept = await sweep(self._rooms, before, self._running - A_DAY)
        if swept:
            LOG.info("%s tables were deleted, as nobody has touched them for %s days.", swept, self._days)
        return swept

    async def _count(self, monotonic: float) -> None:
        """Add the time since the last call to the running time, unless another process has counted meanwhile."""
        counting = self._notes.count_running(self._running, monotonic - self._counted)
        self._counted = monotonic
        self._running = await asyncio.wrap_future(counting)

    async def _is_clock_right(self, before: float) -> bool:
        """Say whether any table looks fresh; otherwise tell the operator, once, that the clock may be wrong."""
        newest = await asyncio.wrap_future(self._notes.newest())
        wrong = newest is not None and newest < before
        if wrong and not self._has_warned:
            LOG.warning(
                "No tables are deleted: by this computer's clock nobody has played for more than %s days. If that is "
                "so, nothing needs to be done; if not, set the clock.",
                self._days,
            )
        self._has_warned = wrong
        return not wrong

    async def _mark(self, before: float) -> None:
        """Mark all tables that are stale now, and only those."""
        batch = self._rooms.environment.settings.sweep_batch
        await asyncio.wrap_future(self._notes.unmark(before))
        while found := await asyncio.wrap_future(self._notes.unmarked(before, batch)):
            await asyncio.wrap_future(self._notes.mark(found, before, self._running))


class ClockJumps:
    """How far the wall clock has jumped ahead while this process ran, in steps of more than a day.

    Smaller steps are not counted: a clock is set right now and then, and a computer may sleep at night.
    """

    def __init__(self, now: float, monotonic: float) -> None:
        """Begin with the time of both clocks."""
        self._now, self._monotonic = now, monotonic
        self._ahead = 0.0
        self._has_warned = False

    def look(self, now: float, monotonic: float) -> None:
        """Compare how far both clocks have gone since the last look."""
        step = (now - self._now) - (monotonic - self._monotonic)
        self._now, self._monotonic = now, monotonic
        if abs(step) > A_DAY:
            self._ahead += step

    def are_ahead(self) -> bool:
        """Say whether the clock has jumped ahead and not back; tell the operator, once."""
        ahead = self._ahead > A_DAY
        if ahead and not self._has_warned:
            LOG.warning(
                "No tables are deleted: this computer's clock has jumped ahead by %s days while the server ran. If it "
                "is right now, restart the server; if not, set the clock.",
                round(self._ahead / A_DAY),
            )
        self._has_warned = ahead
        return ahead


async def sweep(rooms: Rooms, before: float, found: float) -> int:
    """Delete tables last touched before a Unix time, and found so by a running time, that nobody has open.

    Return how many.
    """
    swept, spared = 0, set[str]()
    while stale := await _stale(rooms, before, found, spared):
        free = await rooms.unused(stale)
        free &= await _stale(rooms, before, found, spared)  # drop those that were touched meanwhile
        for table_id in free:
            if rooms.is_open(table_id):  # opened since we asked
                continue
            try:
                await rooms.delete(table_id)
            except NoSuchTable:  # another process was faster
                continue
            swept += 1
            rooms.environment.observer.table_swept()
        spared |= stale - free
    return swept


async def _stale(rooms: Rooms, before: float, found: float, spared: set[str]) -> set[str]:
    """Return a batch of tables to delete. Spared tables stay in the store's list, so that many more are asked for."""
    batch = rooms.environment.settings.sweep_batch
    listed = await asyncio.wrap_future(rooms.store.sweep_notes.marked(before, found, batch + len(spared)))
    return set(listed) - spared


def swept_when(days: int) -> Phrase | None:
    """Return a sentence that says when tables are swept, or None if they never are."""
    if not days:
        return None
    return plural(
        "Unfinished games are deleted after {n} day without activity.",
        "Unfinished games are deleted after {n} days without activity.",
        days,
    )
