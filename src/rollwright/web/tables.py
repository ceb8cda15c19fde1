"""A table on the wire: its page, what can be done at it, and the live connection that keeps pages in step."""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.records import write
from rollwright.table.store import NoSuchTable
from rollwright.view import Pen
from rollwright.web import opening
from rollwright.web.guard import is_foreign
from rollwright.web.hints import hint as find_hint
from rollwright.web.owner import owner_of
from rollwright.web.page_words import page_words
from rollwright.web.rendering import Reader, page, rules_page
from rollwright.web.rooms import Listener, Room
from rollwright.web.updates import BOOT, sight

LOG = logging.getLogger(__name__)

LONGEST_TEXT = 200
GONE = 4004
"""The code a live connection is closed with when there is no such table (any more)."""


class Malformed(Refusal):
    """A request that is not written as requests are."""


async def room_of(connection: HTTPConnection) -> Room:
    """Return the room that is asked for; a table is only there for the browser that opened it."""
    room: Room = await connection.app.state.rooms.room(connection.path_params["table"])
    if not owner_of(connection) or room.head.owner != owner_of(connection):
        raise NoSuchTable
    return room


async def table_page(request: Request) -> Response:
    """Show a table."""
    room = await room_of(request)
    language = Reader.of(request).language
    say = room.game.speech(language)
    seat = _first_seat(room)
    async with room.lock:
        update = sight(room, seat, language).since(0, 0)
        parts = room.game.part("view").parts(room.table.seen_by(seat), seat, Pen(say))
    return page(
        request, "table.html", room.game, room=room, parts=parts,
        start=json.dumps(update, ensure_ascii=False).replace("</", "<\\/"),
        words=json.dumps(page_words(say), ensure_ascii=False),
        rules=rules_page(room.game, language),
    )  # fmt: skip


def _first_seat(room: Room) -> int:
    """Return the seat whose sheet is shown first: a person who is asked for something, if there is one."""
    asked = [seat for seat in room.people if seat in room.table.waiting]
    return (asked or room.people or [0])[0]


async def read_json(request: Request) -> dict[str, Any]:
    """Read the body of a request: one JSON object."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError) as fault:
        raise Malformed(Phrase("The request is not JSON that can be read.")) from fault
    if not isinstance(body, dict):
        raise Malformed(Phrase("The request must be one JSON object."))
    return body


def number(body: dict[str, Any], name: str, default: int = 0) -> int:
    """Return a whole number that a request gives."""
    value = body.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
        raise Malformed(Phrase("The field '{name}' must be a whole number.", name=name))
    return value


def word(body: dict[str, Any], name: str, default: str | None = None) -> str:
    """Return a short text that a request gives."""
    value = body.get(name, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise Malformed(Phrase("The field '{name}' must be a text of at most {n} signs.", name=name, n=LONGEST_TEXT))
    return value


def _seat(room: Room, body: dict[str, Any], name: str = "seat") -> int:
    seat = number(body, name)
    room.table.halves(seat)  # refuses a seat that the table does not have
    return seat


async def _update(request: HTTPConnection, room: Room, body: dict[str, Any]) -> Response:
    """Answer with what the page that asks has not seen yet."""
    seat = _seat(room, body, "show") if "show" in body else _first_seat(room)
    known = body.get("boot") == BOOT
    async with room.lock:
        update = sight(room, seat, Reader.of(request).language).since(
            number(body, "version") if known else 0, max(0, number(body, "told"))
        )
    return JSONResponse(update, headers={"Cache-Control": "no-store"})


async def view(request: Request) -> Response:
    """Answer how a table stands, for a page whose live connection does not work."""
    return await _update(request, await room_of(request), _query(request))


def _query(request: Request) -> dict[str, Any]:
    """Return what an address asks for; what looks like a number is one."""
    asked = request.query_params.items()
    return {name: int(value) if value.isdecimal() and len(value) < 10 else value for name, value in asked}


async def why(request: Request) -> Response:
    """Answer why nothing can be done with a spot that somebody pointed at."""
    room, asked = await room_of(request), _query(request)
    seat, spot = _seat(room, asked), word(asked, "spot")
    say = room.game.speech(Reader.of(request).language)
    known = room.table.seen_by(seat)
    drawn = {name for part in room.game.part("view").parts(known, seat, Pen(say)) for name in part.groups}
    reason = room.game.part("view").why_not(known, seat, spot) if spot in drawn else None
    nothing = Phrase("Nothing can be done with that now.")
    return JSONResponse({"why": say(reason or nothing)}, headers={"Cache-Control": "no-store"})


async def play(request: Request) -> Response:
    """Make a move."""
    room, body = await room_of(request), await read_json(request)
    await room.play(_seat(room, body), word(body, "move"), _key(body))
    return await _update(request, room, body)


async def roll(request: Request) -> Response:
    """Roll the dice that are due."""
    room, body = await room_of(request), await read_json(request)
    await room.roll(_key(body))
    return await _update(request, room, body)


async def undo(request: Request) -> Response:
    """Take back a move."""
    room, body = await room_of(request), await read_json(request)
    await room.undo(_seat(room, body), _key(body))
    return await _update(request, room, body)


def _key(body: dict[str, Any]) -> str | None:
    return word(body, "key") if body.get("key") is not None else None


async def hint(request: Request) -> Response:
    """Answer what a bot would do."""
    room, body = await room_of(request), await read_json(request)
    say = room.game.speech(Reader.of(request).language)
    return JSONResponse(await find_hint(room, _seat(room, body), say), headers={"Cache-Control": "no-store"})


async def record(request: Request) -> Response:
    """Send the record of a table, to keep."""
    room = await room_of(request)
    if room.game.secrets and not room.table.over:
        raise Refusal(Phrase("A game with secrets can be saved when it is over."))
    async with room.lock:
        text = write(room.table)
    name = f"{room.game.name}-{room.head.table_id[:6]}.txt"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=disposition)


async def again(request: Request) -> Response:
    """Open a table like this one: the same game, players and options."""
    room = await room_of(request)
    table_id = await opening.open_table(
        request.app.state.store, room.head.owner, room.game, room.head.players, room.table.setting
    )
    return RedirectResponse(f"/table/{table_id}", 303)


async def delete(request: Request) -> Response:
    """Ask whether to delete a table, or do it."""
    room = await room_of(request)
    if request.method == "GET":
        return page(request, "delete.html", room.game, room=room)
    await request.app.state.rooms.delete(room.head.table_id)
    return RedirectResponse("/tables", 303)


async def live(socket: WebSocket) -> None:
    """Keep a page in step: it says what it shows and what it has seen, and is sent the rest as it happens."""
    if is_foreign(socket):
        await socket.close(1008)
        return
    try:
        room = await room_of(socket)
    except Refusal:
        await socket.accept()
        await socket.close(GONE)
        return
    await socket.accept()
    listener = Listener()
    listener.news.clear()
    looking: dict[str, Any] = {}
    room.listeners.add(listener)
    sending = asyncio.create_task(_send_news(socket, room, listener, looking))
    sending.add_done_callback(_told_of_fault)
    try:
        while True:
            looking.update(_looked(room, await socket.receive_text()))
            listener.news.set()
    except (WebSocketDisconnect, RuntimeError):
        pass
    except Refusal:
        with suppress(RuntimeError):
            await socket.close(1007)
    finally:
        room.listeners.discard(listener)
        sending.cancel()


def _told_of_fault(task: asyncio.Task[None]) -> None:
    """Put into the server's log what stopped a live connection, unless it was its own end."""
    fault = None if task.cancelled() else task.exception()
    if fault is not None and not isinstance(fault, (WebSocketDisconnect, RuntimeError)):
        LOG.error("a live connection failed", exc_info=fault)


def _looked(room: Room, text: str) -> dict[str, Any]:
    """Read what a page says it shows."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Malformed(Phrase("The request is not JSON that can be read.")) from fault
    if not isinstance(said, dict):
        raise Malformed(Phrase("The request must be one JSON object."))
    known = said.get("boot") == BOOT
    return {
        "seat": _seat(room, said, "show"),
        "version": number(said, "version") if known else 0,
        "told": max(0, number(said, "told")),
    }


async def _send_news(socket: WebSocket, room: Room, listener: Listener, looking: dict[str, Any]) -> None:
    """Send what changes, as fast as the page takes it; changes that come faster are sent together."""
    language = Reader.of(socket).language
    while True:
        await listener.news.wait()
        listener.news.clear()
        if room.closed:
            await socket.close(GONE)
            return
        if not looking:
            continue
        async with room.lock:
            update = sight(room, looking["seat"], language).since(looking["version"], looking["told"])
        looking["version"] = update["version"]
        looking["told"] += len(update["told"])
        await socket.send_text(json.dumps(update, ensure_ascii=False))
