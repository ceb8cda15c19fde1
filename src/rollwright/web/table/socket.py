"""The WebSocket of a page: the page reports what it shows and has received, and is sent what changes."""

import asyncio
import json
import logging
from collections import deque
from contextlib import suppress
from dataclasses import replace

from starlette.websockets import WebSocket, WebSocketDisconnect

from rollwright.core.errors import Refusal
from rollwright.store.errors import NoSuchTable
from rollwright.web.http.access import Visitor
from rollwright.web.http.guard import is_foreign
from rollwright.web.http.limits import TokenBucket, TooMany
from rollwright.web.http.requests import parsed
from rollwright.web.ops.metrics import SOCKETS
from rollwright.web.services import services_of
from rollwright.web.table.cursor import PageCursor

LOG = logging.getLogger(__name__)

GONE, TRY_LATER = 4004, 1013
"""Close codes: the table does not exist (any more), or it cannot be read now."""

CLOSE_TIMEOUT = 1.0
"""Seconds in which a client must complete the closing handshake."""


async def live(socket: WebSocket) -> None:
    """Keep a page up to date."""
    if is_foreign(socket):
        await socket.close(1008)
        return
    try:
        visitor = await Visitor.of(socket)
        connected = services_of(socket).limits.connected(visitor.holder, visitor.room.head.table_id)
        with connected as messages, SOCKETS.track_inprogress():
            await _attend(socket, visitor, messages)
    except Refusal as refusal:
        await socket.accept()
        await socket.close(GONE if isinstance(refusal, NoSuchTable) else TRY_LATER)


async def _attend(socket: WebSocket, visitor: Visitor, messages: TokenBucket) -> None:
    """Receive a page's messages, within its limits, and send updates."""
    await socket.accept()
    wake = asyncio.Event()
    visitor.room.join(wake, visitor.screen.seats)
    heard: deque[PageCursor] = deque(maxlen=1)  # only a page's last message counts
    sending = asyncio.create_task(_send_updates(socket, visitor, wake, heard))
    sending.add_done_callback(_told_of_fault)
    hearing = asyncio.create_task(_hear(socket, visitor, messages, wake, heard))
    try:
        await asyncio.wait([sending, hearing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        hearing.cancel()
        visitor.room.leave(wake)
        services_of(socket).pages.release(visitor.room)


async def _hear(
    socket: WebSocket, visitor: Visitor, messages: TokenBucket, wake: asyncio.Event, heard: deque[PageCursor]
) -> None:
    """Receive a page's messages until it disconnects or sends an invalid one."""
    try:
        while True:
            text = await socket.receive_text()
            messages.spend()
            heard.append(PageCursor.of(socket, visitor, parsed(text)))
            wake.set()
    except (WebSocketDisconnect, RuntimeError, KeyError):  # disconnected, or not text
        pass
    except Refusal as refusal:
        await _close(socket, TRY_LATER if isinstance(refusal, TooMany) else 1007)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection with a code, without waiting long for a client that does not respond."""
    with suppress(RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await socket.close(code)


def _told_of_fault(task: asyncio.Task[None]) -> None:
    """Log the exception that ended a live connection, unless the client closed it."""
    fault = None if task.cancelled() else task.exception()
    if fault is not None and not isinstance(fault, (WebSocketDisconnect, RuntimeError, TimeoutError)):
        LOG.error("a live connection failed", exc_info=fault)


async def _send_updates(socket: WebSocket, visitor: Visitor, wake: asyncio.Event, heard: deque[PageCursor]) -> None:
    """Send updates as fast as the page reads them; faster changes are combined."""
    room, unread_timeout = visitor.room, services_of(socket).settings.unread_timeout
    cursor: PageCursor | None = None
    try:
        while True:
            await wake.wait()
            wake.clear()
            room.update_listener(wake, visitor.screen.seats)
            if room.deleted or not room.company.knows(visitor.holder):
                await _close(socket, GONE)
                return
            asked = bool(heard)
            cursor = heard.pop() if heard else cursor
            if cursor is None:  # the page has not reported yet what it shows
                continue
            update = await cursor.update()
            if asked or update["values"] or update["told"]:  # invisible changes are not sent
                async with asyncio.timeout(unread_timeout):
                    await socket.send_text(json.dumps(update, ensure_ascii=False))
            told = update["first"] + len(update["told"])
            cursor = replace(
                cursor, version=update["version"], told=told, covered=update["covered"], boot=update["boot"]
            )
    except Refusal as refusal:  # the store or the table is unavailable
        await _close(socket, GONE if isinstance(refusal, NoSuchTable) else TRY_LATER)
    except Exception:
        await _close(socket, 1011)
        raise
