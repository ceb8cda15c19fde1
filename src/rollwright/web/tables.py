"""A table on the wire: its page, what can be done at it, and the live connection that keeps pages in step."""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollwright.core.errors import NotYourTurn, Refusal
from rollwright.core.game import game_names, title_of
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.core.options import seated
from rollwright.records import write
from rollwright.table.store import Head, NoSuchTable
from rollwright.view import Pen, tabs
from rollwright.web import opening
from rollwright.web.guard import is_foreign
from rollwright.web.hints import hint as find_hint
from rollwright.web.notes import note
from rollwright.web.owner import COOKIE, owner_of, remember
from rollwright.web.page_words import page_words
from rollwright.web.privacy import is_covered, seats_asked
from rollwright.web.rendering import Reader, page, rules_page
from rollwright.web.rooms import Room
from rollwright.web.updates import sight

LOG = logging.getLogger(__name__)

LONGEST_TEXT = 200
GONE, TRY_LATER = 4004, 1013
"""The codes a live connection is closed with when there is no such table (any more), or none can be read now."""


class Malformed(Refusal):
    """A request that is not written as requests are."""


async def room_of(connection: HTTPConnection) -> Room:
    """Return the room that is asked for; a table is only there for the browser that opened it."""
    room: Room = await connection.app.state.rooms.room(connection.path_params["table"])
    check_owner(connection, room.head)
    return room


def check_owner(connection: HTTPConnection, head: Head) -> None:
    """Refuse a table that another browser has opened, as if it were not there."""
    if not owner_of(connection) or head.owner != owner_of(connection):
        raise NoSuchTable


async def table_page(request: Request) -> Response:
    """Show a table."""
    room = await room_of(request)
    language = Reader.of(request).language
    say = room.speech(language)
    async with room.lock:
        shown = sight(room, _first_seat(room), language)
        update = shown.since(0, 0) | {"opened": 0}
        parts = room.game.part("view").parts(room.table.seen_by(shown.viewer), shown.seat, Pen(say))
    response = page(
        request, "table.html", room.game, room=room, parts=parts, tabs=tabs(parts), savable=_is_savable(room),
        notes=room.game.optional("view", "about") is not None, rules=rules_page(room.game, language),
        start=_inside_html(update), words=_inside_html(page_words(say)),
    )  # fmt: skip
    remember(response, COOKIE, request.cookies[COOKIE], secure=request.url.scheme == "https")  # another year
    return response


def _inside_html(data: object) -> str:
    """Return JSON that can stand inside a page, whatever texts it holds."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def _first_seat(room: Room) -> int:
    """Return the seat whose sheet is shown first: a person who is asked for something, if there is one."""
    waiting = seats_asked(room, room.table.seen_by())
    return ([seat for seat in room.people if seat in waiting] or room.people or [0])[0]


def _is_savable(room: Room) -> bool:
    """Say whether a record may be had: where a game with secrets goes on, it holds what others may not see."""
    return not room.game.keeps_secrets(room.table.seats, over=room.table.over)


async def read_json(request: Request) -> dict[str, Any]:
    """Read the body of a request: one JSON object."""
    return _parsed(await request.body())


def _parsed(text: str | bytes) -> dict[str, Any]:
    try:
        body = json.loads(text)
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
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        wrong = Phrase("The field '{name}' must be a text of at most {n} printable signs.", name=name, n=LONGEST_TEXT)
        raise Malformed(wrong)
    return value


@dataclass(frozen=True)
class Looking:
    """What a page says of itself: which sheet it shows, in which language, and what it has seen and been told."""

    seat: int
    language: str
    version: int
    told: int
    """Things it was told."""
    opened: int = 0
    """Which sheet with secrets its player has opened there: that of now, if it is `opening` of now."""
    covered: bool = False
    """Whether the version is one of the cover, and not of the sheet."""

    @classmethod
    def of(cls, connection: HTTPConnection, room: Room, said: dict[str, Any]) -> "Looking":
        """Read it; a page that knows another run of the room has seen nothing of this one."""
        known = said.get("boot") == room.boot
        language = said.get("language")
        return cls(
            _seat(room, said, "show") if "show" in said else _first_seat(room),
            language if isinstance(language, str) and language in LANGUAGES else Reader.of(connection).language,
            max(0, number(said, "version")) if known else 0,
            max(0, number(said, "told")),
            number(said, "opened"),
            said.get("covered") in (True, "true"),
        )

    async def update(self, room: Room) -> dict[str, Any]:
        """Return what the page has not seen yet."""
        async with room.lock:
            shown = sight(room, self.seat, self.language, self.opened)
            known = shown.covered == self.covered  # else the page has seen nothing of what it is to show now
            update = shown.since(self.version if known else 0, self.told if known else 0)
        return update | {"opened": self.opened}

    def check_open(self, room: Room, seat: int) -> None:
        """Refuse to tell of a sheet that is covered on this page."""
        room.check_person(seat)
        if is_covered(room, seat, self.opened):
            raise NotYourTurn(Phrase("This sheet is covered: only {name} may open it.", name=room.table.name(seat)))


def _seat(room: Room, body: dict[str, Any], name: str = "seat") -> int:
    seat = number(body, name)
    if seat not in range(room.table.seats):
        raise Refusal(Phrase("There is no such seat: this table has {seats}.", seats=seated(room.table.seats)))
    return seat


def _answer(content: dict[str, Any]) -> Response:
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


async def view(request: Request) -> Response:
    """Answer how a table stands, for a page whose live connection does not work."""
    room = await room_of(request)
    return _answer(await Looking.of(request, room, _query(request)).update(room))


def _query(request: Request) -> dict[str, Any]:
    """Return what an address asks for; what looks like a number is one."""
    asked = request.query_params.items()
    return {name: int(value) if value.isdecimal() and len(value) < 10 else value for name, value in asked}


async def about(request: Request) -> Response:
    """Answer what there is to know of a spot that somebody points at: what it would bring, or why it brings nothing."""
    room, said = await room_of(request), _query(request)
    seat, spot, looking = _seat(room, said), word(said, "spot"), Looking.of(request, room, said)
    async with room.lock:
        looking.check_open(room, seat)
        found = note(room, seat, spot, looking.language, looking.opened)
    return _answer(found)


async def play(request: Request) -> Response:
    """Make a move."""
    room, body = await room_of(request), await read_json(request)
    looking = Looking.of(request, room, body)
    instead = word(body, "instead") if body.get("instead") is not None else None
    seat = _seat(room, body)
    await room.play(seat, word(body, "move"), _key(body), instead, lambda: looking.check_open(room, seat))
    return _answer(await looking.update(room))


async def roll(request: Request) -> Response:
    """Roll the dice that are due."""
    room, body = await room_of(request), await read_json(request)
    looking = Looking.of(request, room, body)
    await room.roll(_key(body))
    return _answer(await looking.update(room))


async def undo(request: Request) -> Response:
    """Take back a move."""
    room, body = await room_of(request), await read_json(request)
    looking = Looking.of(request, room, body)
    seat = _seat(room, body)
    await room.undo(seat, _key(body), lambda: looking.check_open(room, seat))
    return _answer(await looking.update(room))


def _key(body: dict[str, Any]) -> str | None:
    return word(body, "key") if body.get("key") is not None else None


async def hint(request: Request) -> Response:
    """Answer what a bot would do."""
    room, body = await room_of(request), await read_json(request)
    looking, seat = Looking.of(request, room, body), _seat(room, body)
    async with room.lock:
        looking.check_open(room, seat)
    return _answer(await find_hint(room, seat, room.speech(looking.language)))


async def record(request: Request) -> Response:
    """Send the record of a table, to keep."""
    room = await room_of(request)
    if not _is_savable(room):
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
    """Ask whether to delete a table, or do it; its game need not be here any more."""
    table_id = request.path_params["table"]
    head, log = await asyncio.wrap_future(request.app.state.store.load(table_id))
    check_owner(request, head)
    if request.method == "GET":
        name = log[0].game
        savable = name in game_names() and _is_savable(await room_of(request))
        return page(request, "delete.html", table_id=table_id, title=title_of(name), savable=savable)
    await request.app.state.rooms.delete(table_id)
    return RedirectResponse("/tables", 303)


async def live(socket: WebSocket) -> None:
    """Keep a page in step: it says what it shows and what it has seen, and is sent the rest as it happens."""
    if is_foreign(socket):
        await socket.close(1008)
        return
    try:
        room = await room_of(socket)
    except Refusal as refusal:
        await socket.accept()
        await socket.close(GONE if isinstance(refusal, NoSuchTable) else TRY_LATER)
        return
    news = asyncio.Event()
    room.listeners.add(news)
    heard: asyncio.Queue[Looking] = asyncio.Queue(1)
    sending = asyncio.create_task(_send_news(socket, room, news, heard))
    sending.add_done_callback(_told_of_fault)
    try:
        await socket.accept()
        while not sending.done():
            looking = Looking.of(socket, room, _parsed(await socket.receive_text()))
            if heard.full():  # only the last one counts
                heard.get_nowait()
            heard.put_nowait(looking)
    except (WebSocketDisconnect, RuntimeError, KeyError):  # gone, or not text
        pass
    except Refusal:
        with suppress(RuntimeError):
            await socket.close(1007)
    finally:
        sending.cancel()
        room.leave(news)


def _told_of_fault(task: asyncio.Task[None]) -> None:
    """Put into the server's log what stopped a live connection, unless it was its own end."""
    fault = None if task.cancelled() else task.exception()
    if fault is not None and not isinstance(fault, (WebSocketDisconnect, RuntimeError)):
        LOG.error("a live connection failed", exc_info=fault)


async def _send_news(socket: WebSocket, room: Room, news: asyncio.Event, heard: "asyncio.Queue[Looking]") -> None:
    """Send what changes, as fast as the page takes it; changes that come faster are sent together."""
    try:
        looking = await heard.get()
        asked = True
        while True:
            update = await looking.update(room)
            if asked or update["values"] or update["told"]:  # nothing is sent of what cannot be seen
                await socket.send_text(json.dumps(update, ensure_ascii=False))
            told = update["first"] + len(update["told"])
            looking = replace(looking, version=update["version"], told=told, covered=update["covered"])
            waits = [asyncio.ensure_future(news.wait()), asyncio.ensure_future(heard.get())]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                asked = waits[1].done()
                looking = waits[1].result() if waits[1].done() else looking  # type: ignore[assignment]
            finally:
                for each in waits:
                    each.cancel()
            news.clear()
            if room.deleted:
                await socket.close(GONE)
                return
    except Exception:
        with suppress(RuntimeError):
            await socket.close(1011)
        raise
