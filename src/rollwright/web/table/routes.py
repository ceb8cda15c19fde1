"""The routes of a table: its page, and the moves and questions that the page sends."""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from rollwright.core.errors import Refusal
from rollwright.core.game import game_names, title_of
from rollwright.core.language import Phrase
from rollwright.live.room import Room
from rollwright.records import write
from rollwright.store.errors import NoSuchTable
from rollwright.table.deals import is_daily
from rollwright.table.editions.replayable import CannotReplay
from rollwright.table.lessons.lesson_file import lesson_after, lessons_of
from rollwright.table.lessons.puzzle_file import is_puzzle
from rollwright.view import Pen, draw_parts, tabs, view_of
from rollwright.web.http.access import Visitor, check_failures, look_again, seat_in
from rollwright.web.http.cookies import holder_of, remember_token, token_of
from rollwright.web.http.limits import peer_of
from rollwright.web.http.rendering import Reader, inside_html, page, wants_json, what_thinks
from rollwright.web.http.requests import answer, query, read_json, word
from rollwright.web.http.script_text import page_words
from rollwright.web.lobby.page import greetings, is_invited, lobby_page
from rollwright.web.services import services_of
from rollwright.web.table.actions import act
from rollwright.web.table.cursor import PageCursor, SheetCovered
from rollwright.web.table.hints import hint as find_hint
from rollwright.web.table.kept_page import kept_page
from rollwright.web.table.notes import note
from rollwright.web.table.page_memory import PageMemory
from rollwright.web.table.pieces.lesson_state import lesson_shown


async def table_page(request: Request) -> Response:
    """Show a table, or its lobby before the game begins, or what was kept of it if it cannot be replayed."""
    try:
        visitor = await Visitor.of(request)
    except CannotReplay as refusal:
        if wants_json(request):
            raise
        return await kept_page(request, refusal.kept)
    response = await (_playing_page if visitor.room.company.started else lobby_page)(request, visitor)
    remember_token(response, request, token_of(request))
    return response


async def _playing_page(request: Request, visitor: Visitor) -> Response:
    room, services = visitor.room, services_of(request)
    language = Reader.of(request).language
    say = room.speech(language)
    async with room.settled():
        shown = services.pages.page(visitor.screen, visitor.first_seat(), language)
        update = shown.since(0, 0, PageMemory()) | {"opened": 0}
        parts = draw_parts(room.game, room.table.seen_by(shown.viewer), shown.seat, Pen(say))
    return page(
        request, "table.html", room.game, room=room, parts=parts, tabs=tabs(parts), savable=is_savable(room),
        daily=is_daily(room.head.deal), one_die=room.table.rules.max_dice == 1, notes=view_of(room.game).has_notes,
        lesson=inside_html(lesson_shown(room, say)) if room.course else "", lessons=lessons_of(room.game),
        puzzle=room.course is not None and is_puzzle(room.course.lesson),
        next_lesson=lesson_after(room.course.lesson) if room.course else None,
        start=inside_html(update), words=inside_html(page_words(say)), greetings=greetings(),
        invited=is_invited(visitor), full=_is_full(visitor),
        settle=round(1000 * services.settings.button_delay),
        push=services.messenger.public_key if services.messenger else "",
        thinking=await what_thinks(room.game) if room.bot_players.pages.is_home_of(visitor.holder) else {},
    )  # fmt: skip


def _is_full(visitor: Visitor) -> bool:
    """Say whether somebody came to play and finds no free seat; the host has a seat, or wanted none."""
    company = visitor.room.company
    return is_invited(visitor) and not visitor.is_host and not visitor.screen.seats and not company.free


def is_savable(room: Room) -> bool:
    """Say whether the record may be downloaded: not during a game with secrets, as it would contain them."""
    return room.company.started and not room.game.keeps_secrets(room.table.seats, over=room.table.over)


async def view(request: Request) -> Response:
    """Return an update, for a page without a live connection."""
    visitor = await Visitor.asking(request)
    return answer(await PageCursor.of(request, visitor, query(request)).update())


@look_again
async def score(request: Request) -> Response:
    """Return the lines of the score, which a page asks for when somebody opens them."""
    visitor = await Visitor.asking(request)
    cursor = PageCursor.of(request, visitor, query(request))
    async with visitor.room.settled():
        return answer({"html": cursor.shown().score_lines()})


async def about(request: Request) -> Response:
    """Return the note about a spot, or null if its sheet is covered.

    That is no fault of the page: a move, its own or another's, may have covered the sheet while the question was under
    way, as questions and moves come over different connections.
    """
    try:
        return await _about(request)
    except SheetCovered:
        return answer(None)


@look_again
async def _about(request: Request) -> Response:
    visitor, said = await Visitor.asking(request), query(request)
    seat, spot, cursor = seat_in(visitor.room, said), word(said, "spot"), PageCursor.of(request, visitor, said)
    async with visitor.room.settled():
        cursor.check_open(seat)
        found = note(cursor.pages, visitor.screen, seat, spot, cursor.language, cursor.revealed)
    return answer(found)


async def action(request: Request) -> Response:
    """Do what a page without a live connection asks for, and return an update."""
    visitor, body = await Visitor.acting(request), await read_json(request)
    cursor = PageCursor.of(request, visitor, body)
    await act(visitor, cursor, request.url.path.rpartition("/")[2], body)
    return answer(await cursor.update())


@look_again
async def hint(request: Request) -> Response:
    """Return a bot's advice."""
    visitor, body = await Visitor.acting(request), await read_json(request)
    cursor, seat = PageCursor.of(request, visitor, body), seat_in(visitor.room, body)
    async with visitor.room.settled():
        cursor.check_plays(seat)
    return answer(await find_hint(visitor.room, seat, visitor.room.speech(cursor.language)))


@look_again
async def record(request: Request) -> Response:
    """Send the record of a table as a download, with all that is committed: it is what people prove a game by."""
    rooms, table_id = services_of(request).rooms, request.path_params["table"]
    remembered = rooms.is_loaded(table_id)  # what is loaded now is up to date
    room = (await Visitor.asking(request)).room
    if remembered:
        room = await rooms.refreshed(table_id)
    room.check_begun()
    if not is_savable(room):
        raise Refusal(Phrase("A game with secret information can only be saved once it is over."))
    async with room.settled():
        text = write(room.table, room.proof())
    name = f"{room.game.name}-{room.head.table_id[:6]}.txt"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=disposition)


@look_again
async def delete(request: Request) -> Response:
    """Show the confirmation for deleting a table, or delete it, even if its game cannot be played any more."""
    services, table_id, peer = services_of(request), request.path_params["table"], peer_of(request)
    await check_failures(request)
    try:
        listed = await asyncio.wrap_future(services.store.listed(table_id))
        if not holder_of(request) or listed.head.owner != holder_of(request):
            raise NoSuchTable
    except NoSuchTable:
        services.limits.failing.spend(peer)
        raise
    room = await _room_to_delete(request, listed.game)
    if room and _is_shared(room):
        raise Refusal(
            Phrase(
                "Other people are playing at this table: you can delete it when the game is over, or when everybody "
                "has agreed to close it."
            )
        )
    if request.method != "POST":
        savable = room is not None and is_savable(room)
        return page(
            request,
            "delete.html",
            table_id=table_id,
            title=title_of(listed.game),
            savable=savable,
            ranked=listed.head.ranked,
        )
    await services.rooms.delete(table_id)
    return RedirectResponse("/tables", 303)


async def _room_to_delete(request: Request, game: str) -> Room | None:
    """Return the room of a table, or None if it cannot be played any more, so that nobody is in the middle of it."""
    try:
        return (await Visitor.of(request)).room if game in game_names() else None
    except CannotReplay:
        return None


def _is_shared(room: Room) -> bool:
    """Say whether a game goes on in which anybody but the host has a seat, or may come back to one."""
    company = room.company
    if not company.has_invited_seats or not company.started or company.closing.closed or room.table.over:
        return False
    holders = {holder for chair in company.chairs for holder in chair.holders}
    return bool(holders - {room.head.owner}) or any(chair.former for chair in company.chairs)
