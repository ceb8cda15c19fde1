"""Deletes abandoned tables; finished games are kept until somebody deletes them."""

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
SWEEP_INTERVAL = 6 * 3600
"""Seconds between two sweeps."""


async def keep_sweeping(rooms: Rooms, days: int) -> None:
    """Sweep periodically. Intervals are randomised, so that several processes do not sweep at the same time."""
    await asyncio.sleep(FIRST_SWEEP * random.uniform(1, 2))
    while True:
        try:
            swept = await sweep(rooms, rooms.environment.now() - days * A_DAY)
            if swept:
                LOG.info("%s tables were deleted, as nobody has touched them for %s days.", swept, days)
        except StoreRefused as refusal:
            LOG.warning("No tables are swept now: %s", refusal)
        except Exception:
            LOG.exception("no tables are swept now")
        await asyncio.sleep(SWEEP_INTERVAL * random.uniform(0.9, 1.1))


async def sweep(rooms: Rooms, before: float) -> int:
    """Delete unfinished tables last touched before a Unix time that nobody has open; return how many."""
    swept, spared = 0, set[str]()
    while found := await _untouched(rooms, before, spared):
        free = await rooms.unused(found)
        free &= await _untouched(rooms, before, spared)  # drop those that were touched meanwhile
        for table_id in free:
            if rooms.is_open(table_id):  # opened since we asked
                continue
            try:
                await rooms.delete(table_id)
            except NoSuchTable:  # another process was faster
                continue
            swept += 1
            rooms.environment.observer.table_swept()
        spared |= found - free
    return swept


async def _untouched(rooms: Rooms, before: float, spared: set[str]) -> set[str]:
    """Return a batch of tables to delete. Spared tables stay in the store's list, so that many more are asked for."""
    batch = rooms.environment.settings.sweep_batch
    found = await asyncio.wrap_future(rooms.store.unfinished_since(before, batch + len(spared)))
    return set(found) - spared


def swept_when(days: int) -> Phrase | None:
    """Return a sentence that says when tables are swept, or None if they never are."""
    if not days:
        return None
    return plural(
        "Unfinished games are deleted after {n} day without activity.",
        "Unfinished games are deleted after {n} days without activity.",
        days,
    )
