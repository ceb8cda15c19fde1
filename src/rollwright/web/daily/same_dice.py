"""Plays a finished table's dice and setup again, and compares the results."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.bots.levels import LEVELS, level_name
from rollwright.core.errors import BadOption, Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase, Speech, player_name
from rollwright.core.scoring import points, signed
from rollwright.live.entry.new_table import players_from_form
from rollwright.live.entry.shared_dice import open_same, same_players, seat_plays
from rollwright.live.room import Room
from rollwright.store.errors import NoSuchTable
from rollwright.table.deals import Daily, own_deal
from rollwright.table.editions.replayable import CannotReplay
from rollwright.table.models import DiceKind, Listed, SeatKind
from rollwright.table.score_history import history
from rollwright.view.charts.lines import chart
from rollwright.web.http.access import look_again
from rollwright.web.http.redirects import SEE_OTHER, open_and_redirect, opening_form
from rollwright.web.http.rendering import Reader, page, wants_json
from rollwright.web.replay.access import replay_viewer_of
from rollwright.web.replay.routes import UNLISTED
from rollwright.web.services import services_of

MAX_COMPARED = 6
"""The most tables in one chart."""


async def _finished(request: Request) -> Room:
    """Return the table in the address; refuse one that is not over, as its dice are still secret."""
    room = (await replay_viewer_of(request)).room
    if not room.table.over:
        raise Refusal(Phrase("This game is not over yet: you can play its dice again when it is."))
    return room


@look_again
async def same_dice(request: Request) -> Response:
    """Show the form for playing a finished table's dice again, or open that table."""
    room = await _finished(request)
    if daily := Daily.of(room.head.deal):  # daily games have a page of their own for this
        return RedirectResponse(f"/{daily.name}", SEE_OTHER)
    if request.method != "POST":
        return _form(request, room, {}, None)
    form = await opening_form(request)
    try:
        players, _ = players_from_form(room.game, form)
        if len(players) != room.table.seats:
            raise BadOption(Phrase("The same dice need as many seats as before: {n}.", n=room.table.seats))
        return await open_and_redirect(request, open_same, room, players)
    except BadOption as refusal:
        if wants_json(request):
            raise
        return _form(request, room, form, refusal.phrase)


def _form(request: Request, room: Room, form: dict[str, Any], refusal: Phrase | None) -> Response:
    challenged = _challenged(room) if "friend" in request.query_params else None
    rows = [
        {
            "row": row,
            "kind": form.get(f"kind-{row}", SeatKind.LINK if row == challenged else player.level or player.kind),
            "name": form.get(f"name-{row}", player.name),
            "before": room.table.name(row),
            "plays": seat_plays(room.game, room.table.setting, row),
        }
        for row, player in enumerate(same_players(room))
    ]
    levels = [(level, level_name(level)) for level in LEVELS]
    shown = page(request, "same.html", room.game, 422 if refusal else 200, rows=rows, levels=levels, refusal=refusal,
                 table_id=room.head.table_id, alone=room.table.seats == 1)  # fmt: skip
    shown.headers.update(UNLISTED)
    return shown


def _challenged(room: Room) -> int:
    """Return the seat for a friend who is challenged: the only one, or the first that this screen would not play."""
    return next((row for row, player in enumerate(same_players(room)) if player.kind != SeatKind.HERE), 0)


@look_again
async def compare(request: Request) -> Response:
    """Compare the results of all tables with the same dice."""
    this, setting, repeatable = await _compared(request)
    head, game, count = this.head, open_game(this.game), len(this.summary.halves)
    if daily := Daily.of(head.deal):
        return RedirectResponse(f"/{daily.name}", SEE_OTHER)
    deal = head.deal if head.dice != DiceKind.LESSON else ""
    deal = deal or own_deal(head.table_id)
    listed = await asyncio.wrap_future(services_of(request).store.dealt(deal))
    say = game.speech(Reader.of(request).language)
    rooms = await _rooms(request, head.table_id, listed)
    rows = [_row(each, this) for each in listed]
    grown = [history(each.table) for each in rooms] if len(rooms) > 1 else []
    charts = [_chart(rooms, grown, seat, say) for seat in range(count)] if grown else []
    seats = [_seat(game, setting, seat) for seat in range(count)]
    shown = page(
        request, "compare.html", game, rows=rows, charts=charts, seats=seats, table_id=head.table_id,
        repeatable=repeatable,
    )  # fmt: skip
    shown.headers.update(UNLISTED)
    return shown


async def _compared(request: Request) -> tuple[Listed, Mapping[str, Sequence[str]], bool]:
    """Return the table in the address, its setting, and whether its dice can be played again.

    A finished game whose log cannot be replayed can be compared all the same, by what was kept of it.
    """
    try:
        room = await _finished(request)
    except CannotReplay as refusal:
        kept = refusal.kept
        if not kept.listed.summary.over:
            raise
        return kept.listed, kept.company.setting if kept.company else {}, False
    listed = await asyncio.wrap_future(services_of(request).store.listed(room.head.table_id))
    return listed, room.table.setting, True


async def _rooms(request: Request, table_id: str, listed: list[Listed]) -> list[Room]:
    """Return the rooms of the tables in the chart: this one, the first one, and those that finished last."""
    ids = [each.head.table_id for each in listed]
    wanted = list(dict.fromkeys([*ids[:1], table_id, *reversed(ids)]))[:MAX_COMPARED]
    found = []
    for each in wanted:
        try:
            other = await services_of(request).rooms.room(each)
        except (NoSuchTable, CannotReplay):  # deleted meanwhile, or only its result is known
            continue
        if other.table.over:
            found.append(other)
    return found


def _seat(game: Game, setting: Mapping[str, Sequence[str]], seat: int) -> Phrase:
    plays = seat_plays(game, setting, seat) if setting else []
    number = Phrase("Seat {n}", n=seat + 1)
    return Phrase("{seat}: {plays}", seat=number, plays=plays[0]) if plays else number


def _row(listed: Listed, this: Listed) -> dict[str, Any]:
    """Return a table's results by seat, each with its difference from this table's."""
    names = listed.names
    mine = listed.head.table_id == this.head.table_id
    return {
        "table_id": listed.head.table_id,
        "this": mine,
        "brought": listed.summary.brought,
        "seats": [
            (
                player_name(name, seat),
                points(halves),
                "" if mine else signed(halves - this.summary.halves[seat]),
            )
            for seat, (name, halves) in enumerate(zip(names, listed.summary.halves, strict=True))
        ],
    }


def _chart(rooms: list[Room], grown: list[list[list[int]]], seat: int, say: Speech) -> str:
    """Draw a seat's points over time at each table."""
    lines = [[halves[seat] / 2 for halves in each] for each in grown]
    longest = max(map(len, lines))
    held = [[*line, *[line[-1]] * (longest - len(line))] for line in lines]  # lines of shorter games are extended
    names = [say(each.table.name(seat)) for each in rooms]
    return chart(held, names, say(Phrase("Points by round")))
