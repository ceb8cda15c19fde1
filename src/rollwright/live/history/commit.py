"""Waiting until the store has committed the events of a room, which whoever watches the server is told."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rollwright.table import Event
from rollwright.table.models import Result, Summary

if TYPE_CHECKING:
    from rollwright.live.room import Room


async def commit(
    room: "Room", events: Sequence[Event], key: str | None, summary: Summary | None, results: Sequence[Result] | None
) -> bool:
    """Wait until the store has committed events; return False if it already had a request with this key."""
    observer, monotonic = room.environment.observer, room.environment.monotonic
    started = monotonic()
    try:
        written = room.store.append(room.head.table_id, room.length, events, key, summary, results)
        fresh = await asyncio.shield(asyncio.wrap_future(written))  # disconnecting must not cancel a write
    except BaseException as fault:
        observer.write_failed(fault)
        raise
    if fresh:
        observer.write_committed(room.table, events, monotonic() - started)
    else:
        observer.write_repeated()
    return fresh
