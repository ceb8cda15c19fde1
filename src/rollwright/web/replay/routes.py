"""The routes of a replay: its page, its steps in words, and its frames drawn, a few at a time."""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.language import Phrase, Speech, together
from rollwright.table.deals import is_daily
from rollwright.view import Part, tabs
from rollwright.web.http.limits import peer_of
from rollwright.web.http.redirects import SEE_OTHER
from rollwright.web.http.rendering import Reader, inside_html, page, rules_page, wants_json
from rollwright.web.http.requests import number, query
from rollwright.web.http.script_text import REPLAY_WORDS, page_words
from rollwright.web.replay.access import ReplayViewer, Sealed, watched
from rollwright.web.replay.frames import Perspective, ReplayView
from rollwright.web.services import services_of
from rollwright.web.table.routes import is_savable

T = TypeVar("T")

UNLISTED = {"X-Robots-Tag": "noindex"}
"""An address that somebody was given is not for everybody who searches."""


@dataclass(frozen=True)
class _Asked:
    """What an address asks for: how to look at a replay, at which position, and what of it there is not."""

    look: Perspective
    at: str
    wrong: tuple[Phrase, ...] = ()

    @classmethod
    def of(cls, request: Request, watcher: ReplayViewer) -> "_Asked":
        """Read it. A sheet that there is not gives way to the first one, and whoever asks is told."""
        said, language = request.query_params, Reader.of(request).language
        sheet, seats = said.get("sheet", ""), watcher.course.opened.seats
        asked = cls(Perspective(watcher, watcher.first_sheet, language), said.get("at", ""))
        if not sheet:
            return asked
        wanted = int(sheet) - 1 if sheet.isdecimal() and len(sheet) < 3 else -1
        if wanted in range(seats):
            return replace(asked, look=replace(asked.look, sheet=wanted))
        name = watcher.course.players[watcher.first_sheet]
        return replace(
            asked, wrong=(Phrase("There is no such sheet at this table: this is that of {name}.", name=name),)
        )

    def found(self, showing: ReplayView) -> dict[str, Any]:
        """Return which of the frames is asked for, and what to say if that is not quite the one.

        Without a position that is the beginning of a game that is over, and now while it goes on.
        """
        place, right = 0 if showing.course.over else len(showing.frames) - 1, True
        if self.at:
            place, right = showing.replay.find(self.at, showing.frames)
        wrong = [*self.wrong]
        if not right:
            wrong.append(Phrase("The position of this address is not there: this is the nearest one before it."))
        return {"place": place, "wrong": showing.say(together(wrong)) if wrong else ""}


async def _answered(request: Request, asked: _Asked, question: Callable[[ReplayView], T]) -> T:
    """Answer a question about a replay, when its turn has come."""
    return await services_of(request).replays.ask(peer_of(request), asked.look, question)


async def replay_page(request: Request) -> Response:
    """Show a replay; of a daily game that one is still to play the board, which says why."""
    try:
        watcher = await watched(request)
    except Sealed as sealed:
        if wants_json(request):
            raise
        return RedirectResponse(f"/{sealed.deal}?sealed", SEE_OTHER)
    asked = _Asked.of(request, watcher)

    def start(showing: ReplayView) -> tuple[dict[str, Any], list[Part], Speech]:
        found = asked.found(showing)
        chunk = json.loads(gzip.decompress(showing.chunk(found["place"])))
        return {**showing.index, **found, "chunk": chunk}, showing.parts(found["place"]), showing.say

    begun, parts, say = await _answered(request, asked, start)
    follows = begun["alike"] and watcher.course.opened.seats > 1
    game = watcher.course.game
    shown = page(
        request, "replay.html", game, table_id=watcher.room.head.table_id, parts=parts, tabs=tabs(parts), notes=False,
        known=watcher.known, savable=watcher.known and is_savable(watcher.room), over=watcher.course.over,
        daily=is_daily(watcher.room.head.deal),
        sealed=watcher.room.is_sealed,
        players=watcher.course.players, rules=rules_page(game, asked.look.language), start=inside_html(begun),
        words=inside_html(page_words(say, REPLAY_WORDS)), follows=follows,
    )  # fmt: skip
    shown.headers.update(UNLISTED)
    return shown


async def replay_steps(request: Request) -> Response:
    """Answer which steps there are by now, for a page that knows those of before by their key, and where it is."""
    asked = _Asked.of(request, await watched(request))
    known = request.query_params.get("key", "")

    def steps(showing: ReplayView) -> bytes:
        index = {"key": known, "same": True} if showing.index["key"] == known else showing.index
        return gzip.compress(json.dumps(index | asked.found(showing), ensure_ascii=False).encode(), mtime=0)

    return _sent(request, await _answered(request, asked, steps))


async def replay_frames(request: Request) -> Response:
    """Send some frames, of which one is asked for by its place: the first whole, of the others what changes."""
    asked = _Asked.of(request, await watched(request))
    place = number(query(request), "from")

    def frames(showing: ReplayView) -> bytes:
        return showing.chunk(min(place, len(showing.frames) - 1))

    return _sent(request, await _answered(request, asked, frames))


def _sent(request: Request, compressed: bytes) -> Response:
    """Send JSON that is compressed already, to whoever can read it so."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding", **UNLISTED}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(compressed), media_type="application/json", headers=headers)
