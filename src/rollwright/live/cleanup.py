"""Tables that nobody plays on are deleted after a while; games that are over are kept until somebody deletes them."""

import asyncio
import logging
import random
import time

from rollwright.core.language import Phrase, plural
from rollwright.live.rooms import Rooms
from rollwright.store.errors import NoSuchTable, StoreRefused
from rollwright.web.ops.metrics import SWEPT

LOG = logging.getLogger(__name__)

A_DAY = 24 * 3600
FIRST = 300
"""Seconds after the start: those who have a table open are connected again by then."""
EVERY = 6 * 3600
"""Seconds between two looks."""
BATCH = 50
"""Tables that are deleted before others have a turn to write."""


async def keep_sweeping(rooms: Rooms, days: int) -> None:
    """Sweep now and then. Several processes do, each at times of its own."""
    await asyncio.sleep(FIRST * random.uniform(1, 2))
    while True:
        try:
            swept = await sweep(rooms, time.time() - days * A_DAY)
            if swept:
                LOG.info("%s tables were deleted, as nobody has touched them for %s days.", swept, days)
        except StoreRefused as refusal:
            LOG.warning("No tables are swept now: %s", refusal)
        except Exception:
            LOG.exception("no tables are swept now")
        await asyncio.sleep(EVERY * random.uniform(0.9, 1.1))


async def sweep(rooms: Rooms, before: float) -> int:
    """Delete unfinished tables that nobody has touched since then, and that nobody has open; return how many."""
    swept, spared = 0, set[str]()
    while found := await _untouched(rooms, before, spared):
        free = await rooms.left_alone(found)
        free &= await _untouched(rooms, before, spared)  # but for those that were touched in the meantime
        for table_id in free:
            if rooms.is_open(table_id):  # just now
                continue
            try:
                await rooms.delete(table_id)
            except NoSuchTable:  # another process was faster
                continue
            swept += 1
            SWEPT.inc()
        spared |= found - free
    return swept


async def _untouched(rooms: Rooms, before: float, spared: set[str]) -> set[str]:
    """Return some tables that may go. Those that are spared stay in the store's list, so it is asked for more."""
    found = await asyncio.wrap_future(rooms.store.unfinished_since(before, BATCH + len(spared)))
    return set(found) - spared


def swept_when(days: int) -> Phrase | None:
    """Say what is swept when; nothing if nothing is."""
    if not days:
        return None
    return plural(
        "A game that is not finished is deleted when nothing has happened in it for {n} day.",
        "A game that is not finished is deleted when nothing has happened in it for {n} days.",
        days,
    )
