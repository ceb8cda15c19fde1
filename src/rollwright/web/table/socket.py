"""The live connection of a page: it says what it shows and what it has seen, and is sent the rest as it happens."""

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
from rollwright.web.http.limits import TokenBucket, TooMany, limits_of
from rollwright.web.http.requests import parsed
from rollwright.web.ops.metrics import SOCKETS
from rollwright.web.table.cursor import PageCursor

LOG = logging.getLogger(__name__)

GONE, TRY_LATER = 4004, 1013
"""The codes a live connection is closed with when there is no such table (any more), or none can be read now."""

UNREAD_FOR = 20.0
"""Seconds after which a client that does not read what it is sent is let go."""

GOODBYE = 1.0
"""Seconds in which it must take the last word."""


async def live(socket: WebSocket) -> None:
    """Keep a page in step."""
    if is_foreign(socket):
        await socket.close(1008)
        return
    try:
        visitor = await Visitor.of(socket)
        connected = limits_of(socket).connected(visitor.holder, visitor.room.head.table_id)
        with connected as messages, SOCKETS.track_inprogress():
            await _attend(socket, visitor, messages)
    except Refusal as refusal:
        await socket.accept()
        await socket.close(GONE if isinstance(refusal, NoSuchTable) else TRY_LATER)


async def _attend(socket: WebSocket, visitor: Visitor, messages: TokenBucket) -> None:
    """Hear what a page says, as long as it does not say too much, and send it what is new."""
    await socket.accept()
    news = asyncio.Event()
    visitor.room.join(news, visitor.screen.seats)
    heard: deque[PageCursor] = deque(maxlen=1)  # of what a page says only the last counts
    sending = asyncio.create_task(_send_news(socket, visitor, news, heard))
    sending.add_done_callback(_told_of_fault)
    hearing = asyncio.create_task(_hear(socket, visitor, messages, news, heard))
    try:
        await asyncio.wait([sending, hearing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        hearing.cancel()
        visitor.room.leave(news)


async def _hear(
    socket: WebSocket, visitor: Visitor, messages: TokenBucket, news: asyncio.Event, heard: deque[PageCursor]
) -> None:
    """Hear what a page says, until it is gone or says what no page would."""
    try:
        while True:
            text = await socket.receive_text()
            messages.spend()
            heard.append(PageCursor.of(socket, visitor, parsed(text)))
            news.set()
    except (WebSocketDisconnect, RuntimeError, KeyError):  # gone, or not text
        pass
    except Refusal as refusal:
        await _close(socket, TRY_LATER if isinstance(refusal, TooMany) else 1007)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection and say why; one that takes nothing any more is not waited for."""
    with suppress(RuntimeError, TimeoutError):
        async with asyncio.timeout(GOODBYE):
            await socket.close(code)


def _told_of_fault(task: asyncio.Task[None]) -> None:
    """Put into the server's log what stopped a live connection, unless it was its own end."""
    fault = None if task.cancelled() else task.exception()
    if fault is not None and not isinstance(fault, (WebSocketDisconnect, RuntimeError, TimeoutError)):
        LOG.error("a live connection failed", exc_info=fault)


async def _send_news(socket: WebSocket, visitor: Visitor, news: asyncio.Event, heard: deque[PageCursor]) -> None:
    """Send what changes, as fast as the page takes it; changes that come faster are sent together."""
    room = visitor.room
    looking: PageCursor | None = None
    try:
        while True:
            await news.wait()
            news.clear()
            room.move(news, visitor.screen.seats)
            if room.deleted or not room.company.knows(visitor.holder):
                await _close(socket, GONE)
                return
            asked = bool(heard)
            looking = heard.pop() if heard else looking
            if looking is None:  # the page has not said yet what it shows
                continue
            update = await looking.update()
            if asked or update["values"] or update["told"]:  # nothing is sent of what cannot be seen
                async with asyncio.timeout(UNREAD_FOR):
                    await socket.send_text(json.dumps(update, ensure_ascii=False))
            told = update["first"] + len(update["told"])
            looking = replace(
                looking, version=update["version"], told=told, covered=update["covered"], boot=update["boot"]
            )
    except Refusal as refusal:  # the store is away, or the table
        await _close(socket, GONE if isinstance(refusal, NoSuchTable) else TRY_LATER)
    except Exception:
        await _close(socket, 1011)
        raise
