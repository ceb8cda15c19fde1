"""The routes of a replay: its page, its steps in words, and chunks of drawn frames."""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.language import Phrase, Speech, together
from rollwright.table.deals import is_daily
from rollwright.table.editions.replayable import CannotReplay
from rollwright.view import Part, tabs
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import peer_of
from rollwright.web.http.redirects import SEE_OTHER
from rollwright.web.http.rendering import Reader, inside_html, page, wants_json, what_thinks
from rollwright.web.http.requests import number, query
from rollwright.web.http.script_text import REPLAY_WORDS, page_words
from rollwright.web.replay.access import ReplayViewer, Sealed, replay_viewer_of
from rollwright.web.replay.frames import Perspective, ReplayView
from rollwright.web.replay.page_analysis import may_measure
from rollwright.web.services import services_of
from rollwright.web.table.kept_page import kept_page
from rollwright.web.table.routes import is_savable

T = TypeVar("T")

UNLISTED = {"X-Robots-Tag": "noindex"}
"""Keeps search engines from listing replays."""


@dataclass(frozen=True)
class _Asked:
    """A parsed address: the perspective, the position, and messages about what does not exist."""

    look: Perspective
    at: str
    wrong: tuple[Phrase, ...] = ()

    @classmethod
    def of(cls, request: Request, replay_viewer: ReplayViewer) -> "_Asked":
        """Parse the address of a request. A sheet that does not exist is replaced by the first one, with a message."""
        said, language = request.query_params, Reader.of(request).language
        sheet, seats = said.get("sheet", ""), replay_viewer.played.opened.seats
        asked = cls(Perspective(replay_viewer, replay_viewer.first_sheet, language), said.get("at", ""))
        if not sheet:
            return asked
        wanted = int(sheet) - 1 if sheet.isdecimal() and len(sheet) < 3 else -1
        if wanted in range(seats):
            return replace(asked, look=replace(asked.look, sheet=wanted))
        name = replay_viewer.played.players[replay_viewer.first_sheet]
        return replace(
            asked, wrong=(Phrase("There is no such sheet at this table: this is the sheet of {name}.", name=name),)
        )

    def found(self, showing: ReplayView) -> dict[str, Any]:
        """Return the index of the requested frame, and a message if it is only the nearest one.

        Without a position it is the first frame of a finished game, and the last frame of a running one.
        """
        place, right = 0 if showing.played.over else len(showing.frames) - 1, True
        if self.at:
            place, right = showing.replay.find(self.at, showing.frames)
        wrong = [*self.wrong]
        if not right:
            wrong.append(Phrase("The position in this link does not exist: this is the nearest one before it."))
        return {"place": place, "wrong": showing.say(together(wrong)) if wrong else ""}


async def _answered(request: Request, asked: _Asked, question: Callable[[ReplayView], T]) -> T:
    """Evaluate a question about a replay in the cache's thread."""
    return await services_of(request).replays.ask(peer_of(request), asked.look, question)


async def replay_page(request: Request) -> Response:
    """Show a replay, or how the game ended if it cannot be replayed.

    For a daily game that is still sealed, redirect to its board, which says why.
    """
    try:
        replay_viewer = await replay_viewer_of(request)
    except Sealed as sealed:
        if wants_json(request):
            raise
        return RedirectResponse(f"/{sealed.deal}?sealed", SEE_OTHER)
    except CannotReplay as refusal:
        if wants_json(request):
            raise
        return await kept_page(request, refusal.kept)
    asked = _Asked.of(request, replay_viewer)

    def start(showing: ReplayView) -> tuple[dict[str, Any], list[Part], Speech]:
        found = asked.found(showing)
        chunk = json.loads(gzip.decompress(showing.chunk(found["place"])))
        return {**showing.index, **found, "chunk": chunk}, showing.parts(found["place"]), showing.say

    begun, parts, say = await _answered(request, asked, start)
    room, played, known = replay_viewer.room, replay_viewer.played, replay_viewer.known
    follows = begun["alike"] and played.opened.seats > 1
    shown = page(
        request, "replay.html", played.game, table_id=room.head.table_id, parts=parts, tabs=tabs(parts), notes=False,
        known=known, savable=known and is_savable(room), over=played.over,
        daily=is_daily(room.head.deal),
        sealed=room.is_sealed,
        players=played.players, start=inside_html(begun),
        words=inside_html(page_words(say, REPLAY_WORDS)), follows=follows,
        thinking=await what_thinks(played.game) if may_measure(replay_viewer, holder_of(request)) else {},
    )  # fmt: skip
    shown.headers.update(UNLISTED)
    return shown


async def replay_steps(request: Request) -> Response:
    """Return the current steps and the page's place in them; only the key, if the page has these steps already."""
    asked = _Asked.of(request, await replay_viewer_of(request))
    known = request.query_params.get("key", "")

    def steps(showing: ReplayView) -> bytes:
        index = {"key": known, "same": True} if showing.index["key"] == known else showing.index
        return gzip.compress(json.dumps(index | asked.found(showing), ensure_ascii=False).encode(), mtime=0)

    return _sent(request, await _answered(request, asked, steps))


async def replay_frames(request: Request) -> Response:
    """Return the chunk that contains the requested frame."""
    asked = _Asked.of(request, await replay_viewer_of(request))
    place = number(query(request), "from")

    def frames(showing: ReplayView) -> bytes:
        return showing.chunk(min(place, len(showing.frames) - 1))

    return _sent(request, await _answered(request, asked, frames))


def _sent(request: Request, compressed: bytes) -> Response:
    """Send compressed JSON, or decompress it for a client that does not accept gzip."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding", **UNLISTED}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(compressed), media_type="application/json", headers=headers)
