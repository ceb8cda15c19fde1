"""The WebSocket of a page: the page reports what it shows and has received, acts, and is sent what changes.

A message with ``do`` is an action. It is answered as soon as it is committed, or with a refusal; the update follows.
A page that says it ``thinks`` may be asked to ``think`` for a bot, and answers with a ``thought``."""

import asyncio
import logging
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollwright.core.errors import Refusal
from rollwright.live.thinking.page_thinkers import Question, ThinkingPage
from rollwright.store.errors import NoSuchTable
from rollwright.table.editions.replayable import CannotReplay
from rollwright.web.http.access import Visitor
from rollwright.web.http.guard import is_foreign
from rollwright.web.http.limits import LiveConnection, TooMany, browser_of
from rollwright.web.http.rendering import what_thinks
from rollwright.web.http.requests import Malformed, number, parsed, word
from rollwright.web.ops.metrics import SOCKETS
from rollwright.web.services import services_of
from rollwright.web.table.actions import act, choose_speed, spend_action
from rollwright.web.table.cursor import PageCursor
from rollwright.web.table.page_memory import PageMemory

LOG = logging.getLogger(__name__)

GONE, TRY_LATER, OTHER_PAGE = 4004, 1013, 4009
"""Close codes: the table does not exist (any more), it cannot be read now, or it has another page since the rules have
changed."""

NOT_TEXT, NOT_UNDERSTOOD = 1003, 1007
"""Close codes of the standard: a message is binary, or is no message of ours."""

CLOSE_TIMEOUT = 1.0
"""Seconds in which a client must complete the closing handshake."""


async def live(socket: WebSocket) -> None:
    """Keep a page up to date."""
    if is_foreign(socket):
        await socket.close(1008)
        return
    try:
        visitor = await Visitor.of(socket)
        limits, table_id = services_of(socket).limits, visitor.room.head.table_id
        with (
            limits.connected(visitor.holder, table_id, plays=visitor.plays) as connection,
            SOCKETS.track_inprogress(),
        ):
            await _attend(socket, visitor, connection)
    except Refusal as refusal:
        await socket.accept()
        await socket.close(_code(refusal))


@dataclass
class _Link:
    """A live connection to a page: what it last reported, and what it remembers."""

    socket: WebSocket
    visitor: Visitor
    connection: LiveConnection
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    cursor: PageCursor | None = None
    """What the page shows and has received; None before its first message."""
    asked: bool = False
    """Whether the page waits for an update, even if nothing has changed."""
    acting: bool = False
    """Whether the page waits for the answer to an action: updates are held back until then, so that it comes first."""
    memory: PageMemory = field(default_factory=PageMemory)

    def __post_init__(self) -> None:
        """Let the page be asked to think, once it says that it can."""
        self.thinking = ThinkingPage(self.visitor.holder, self.ask)

    async def ask(self, question: Question) -> None:
        """Ask the page to think for a bot; a page that is gone will not answer."""
        position, seed = b64encode(question.position).decode(), str(question.seed)
        told = {"seat": question.seat, "level": question.level, "position": position, "seed": seed}
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.send({"think": question.key, "question": told})

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message; raise TimeoutError if the page does not read."""
        async with asyncio.timeout(services_of(self.socket).settings.unread_timeout):
            await self.socket.send_text(orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode())


async def _attend(socket: WebSocket, visitor: Visitor, connection: LiveConnection) -> None:
    """Receive a page's messages, within its limits, and send updates."""
    await socket.accept()
    link = _Link(socket, visitor, connection)
    visitor.room.join(link.wake, visitor.screen.connected)
    sending = asyncio.create_task(_send_updates(link))
    sending.add_done_callback(_told_of_fault)
    hearing = asyncio.create_task(_hear(link))
    hearing.add_done_callback(_told_of_fault)
    try:
        await asyncio.wait([sending, hearing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        hearing.cancel()
        visitor.room.leave(link.wake)
        visitor.room.bot_players.pages.withdraw(link.thinking)
        visitor.room.bot_players.pace.forget(visitor.holder)
        services_of(socket).pages.release(visitor.room)


async def _hear(link: _Link) -> None:
    """Receive a page's messages until it disconnects or sends an invalid one."""
    limits, who = services_of(link.socket).limits, browser_of(link.socket)
    try:
        while True:
            try:
                text = await link.socket.receive_text()
            except (WebSocketDisconnect, RuntimeError):  # disconnected
                return
            except KeyError:  # binary
                await _close(link.socket, NOT_TEXT, "Only text messages are understood here.")
                return
            link.connection.messages.spend()
            said = parsed(text)
            if "thought" in said:
                link.visitor.room.bot_players.pages.answered(link.thinking, number(said, "thought"), said.get("advice"))
                continue
            reported = PageCursor.of(link.socket, link.visitor, said)
            if "do" in said:
                await _act(link, reported, said)
            else:
                limits.asking.spend(who)
                choose_speed(link.visitor, said.get("speed"))
                await _note_thinking(link, said.get("thinks"))
                link.cursor, link.asked = replace(reported, memory=link.memory), True
                link.wake.set()
    except Refusal as refusal:
        await _close(link.socket, TRY_LATER if isinstance(refusal, TooMany) else NOT_UNDERSTOOD)


async def _note_thinking(link: _Link, thinks: object) -> None:
    """Note whether a page can think for the bots: by its version, as one from before an update thinks otherwise."""
    room = link.visitor.room
    can_think = bool(thinks) and thinks == (await what_thinks(room.game)).get("version")
    (room.bot_players.pages.offer if can_think else room.bot_players.pages.withdraw)(link.thinking)


async def _act(link: _Link, reported: PageCursor, said: dict[str, Any]) -> None:
    """Do what a page asks for, and tell it so as soon as that is committed, or why it is refused."""
    answer: dict[str, Any] = {"action": number(said, "action")}
    room, link.acting = link.visitor.room, True
    try:
        try:
            spend_action(link.socket, link.visitor)
            await act(link.visitor, reported, word(said, "do"), said)
            answer["now"] = round(1000 * room.environment.now())
            link.asked = True
        except Malformed:
            raise
        except Refusal as refusal:
            answer["refused"] = room.speech(reported.language)(refusal.phrase)
        await link.send(answer)
    finally:
        link.acting = False
        link.wake.set()


def _code(refusal: Refusal) -> int:
    """Return the close code for a refusal."""
    if isinstance(refusal, CannotReplay):
        return OTHER_PAGE
    return GONE if isinstance(refusal, NoSuchTable) else TRY_LATER


async def _close(socket: WebSocket, code: int, reason: str | None = None) -> None:
    """Close a connection with a code, without waiting long for a client that does not respond."""
    with suppress(RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await socket.close(code, reason)


def _told_of_fault(task: asyncio.Task[None]) -> None:
    """Log the exception that ended a live connection, unless the client closed it."""
    fault = None if task.cancelled() else task.exception()
    if fault is not None and not isinstance(fault, (WebSocketDisconnect, RuntimeError, TimeoutError)):
        LOG.error("a live connection failed", exc_info=fault)


async def _send_updates(link: _Link) -> None:
    """Send updates as fast as the page reads them; faster changes are combined."""
    socket, visitor, room = link.socket, link.visitor, link.visitor.room
    try:
        while True:
            await link.wake.wait()
            link.wake.clear()
            room.update_listener(link.wake, visitor.screen.connected)
            if room.deleted or not room.company.knows(visitor.holder):
                await _close(socket, GONE)
                return
            link.connection.change(plays=visitor.plays)
            held_back = link.acting and not room.first_roll.is_waiting  # then the roll waits for what the page sends
            if link.cursor is None or held_back:  # the page has not reported yet what it shows, or waits
                continue
            asked, link.asked = link.asked, False
            cursor = link.cursor
            update = await cursor.update()
            if asked or _tells(update):  # invisible changes are not sent
                await link.send(update)
            if link.cursor is cursor:  # else the page has reported anew meanwhile
                link.cursor = cursor.after(update)
    except Refusal as refusal:  # the store or the table is unavailable
        await _close(socket, _code(refusal))
    except Exception:
        await _close(socket, 1011)
        raise


def _tells(update: dict[str, Any]) -> bool:
    """Say whether an update tells a page anything."""
    return any(update.get(name) for name in ("values", "told", "codes", "thumbnails", "template"))
