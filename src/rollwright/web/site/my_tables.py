"""The list of this browser's tables, and opening a record."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.errors import BadOption, BadRecord, UnknownGame
from rollwright.core.game import game_names, open_game, title_of
from rollwright.core.language import Phrase, player_name
from rollwright.core.scoring import points
from rollwright.live.cleanup import swept_when
from rollwright.live.entry import new_table
from rollwright.live.entry.lesson_tables import progress_at
from rollwright.table.deals import is_daily
from rollwright.table.editions.replayable import is_outdated
from rollwright.table.lessons.puzzle_file import DEAL as PUZZLE
from rollwright.table.models import DiceKind, Listed, SeatKind
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.redirects import open_and_redirect, opening_form
from rollwright.web.http.rendering import Reader, art, page, wants_json
from rollwright.web.services import services_of
from rollwright.web.site.going_on import lesson_step

OPENING_SECONDS = 10.0
"""Within which a table that was opened from a record is written, at the slowest."""
MAX_ROWS = 200
"""The most tables listed; older ones can still be reached by their addresses."""


async def tables(request: Request) -> Response:
    """Show this browser's tables: first those where it must move, then the latest first."""
    return await _tables_page(request)


async def _tables_page(request: Request, status: int = 200, **values: object) -> Response:
    listed = (await listed_tables(request))[:MAX_ROWS]
    rows = [table_row(request, each) | {"lesson": await _lesson(request, each)} for each in listed]
    swept = swept_when(services_of(request).sweep_days)
    return page(request, "tables.html", None, status, rows=rows, swept=swept, **values)


async def listed_tables(request: Request) -> list[Listed]:
    """Return this browser's tables, first those where it must move."""
    holder = holder_of(request)
    found = await asyncio.wrap_future(services_of(request).store.list_tables(holder)) if holder else []
    played = [listed for listed in found if not _is_only_watched(listed)]
    return sorted(played, key=lambda listed: not _is_asked(listed, holder))


async def _lesson(request: Request, listed: Listed) -> Phrase | None:
    """Say how far the lesson of a table is, if it has one; its log is read for that."""
    if listed.head.dice != DiceKind.LESSON:
        return None
    progress = await progress_at(services_of(request).store, listed)
    if progress is None or progress.is_done:
        return Phrase("Puzzle") if listed.head.deal.startswith(PUZZLE) else Phrase("Lesson")
    return lesson_step(progress, listed.head.deal)


def _is_only_watched(listed: Listed) -> bool:
    """Say whether a table only shows a record: nobody has played on there since it was opened."""
    return listed.head.dice == DiceKind.WATCHED and listed.touched - listed.head.opened < OPENING_SECONDS


def _is_asked(listed: Listed, holder: str) -> bool:
    """Say whether others wait for this browser; never at a table without others."""
    by_link = any(player.kind == SeatKind.LINK for player in listed.head.players)
    return by_link and holder in listed.summary.asked and not listed.summary.over


def table_row(request: Request, listed: Listed) -> dict[str, Any]:
    """Return what a list shows of a table."""
    reader = Reader.of(request)
    summary = listed.summary
    game = open_game(listed.game) if listed.game in game_names() else None
    seated = len(summary.halves)  # may be fewer than the planned seats
    hidden = game is not None and game.hides_totals(seated, over=summary.over)
    named = listed.names
    seats = enumerate(zip(named, summary.halves, strict=True), start=1)
    return {
        "id": listed.head.table_id,
        "game": listed.game,
        "title": title_of(listed.game),
        "playable": game is not None,
        "cover": art(game, "cover") if game else "",
        "outdated": is_outdated(listed),
        "savable": game is not None
        and not is_outdated(listed)
        and not summary.waits
        and not game.keeps_secrets(seated, over=summary.over),
        "players": [
            (
                player_name(name, n - 1),
                None if hidden or summary.waits else points(halves),
            )
            for n, (name, halves) in seats
        ],
        "asked": _is_asked(listed, holder_of(request)),
        "brought": summary.brought,
        "not_taken": services_of(request).not_taken.get(listed.head.table_id, ""),
        "daily": is_daily(listed.head.deal),
        "ranked": listed.head.ranked,
        "waits": summary.waits,
        "host": listed.head.owner == holder_of(request),
        "round": summary.round_no,
        "over": summary.over,
        "closed": summary.closed,
        "goes_on": summary.goes_on and not is_outdated(listed),
        "when": reader.written_moment(listed.touched),
        "stamp": reader.moment(listed.touched).isoformat(timespec="seconds"),
    }


async def open_record(request: Request) -> Response:
    """Open a table from a saved record, to watch it or to play on."""
    form = await opening_form(request)
    text = form.get("file") or form.get("text", "")
    try:
        return await open_and_redirect(request, new_table.open_record, text, form.get("how") == "watch")
    except (BadOption, BadRecord, UnknownGame) as refusal:
        if wants_json(request):
            raise
        return await _tables_page(request, 422, refusal=refusal.phrase, text=text)
