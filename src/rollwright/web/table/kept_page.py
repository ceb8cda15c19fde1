"""The page of a table whose log cannot be replayed: what was kept of it, without any rules."""

import asyncio
import logging
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.game import open_game
from rollwright.core.language import Phrase, player_name
from rollwright.core.scoring import points
from rollwright.table.editions.archive import Archive, Place, UnreadableArchive
from rollwright.table.editions.replayable import Unreplayed
from rollwright.table.models import Head, Listed
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.rendering import Reader, page
from rollwright.web.services import services_of

LOG = logging.getLogger(__name__)


async def kept_page(request: Request, kept: Unreplayed) -> Response:
    """Show how a game ended, or that it cannot go on, in one sentence and with what was kept."""
    listed, reader = kept.listed, Reader.of(request)
    game, head, summary = open_game(listed.game), listed.head, listed.summary
    archive = await _archive(request, head) if summary.over else None
    told = archive.telling(reader.language) if archive else None
    hidden = game.hides_totals(len(summary.halves), over=summary.over)
    places = archive.places if archive else _places(listed)
    names = [player_name(place.name, seat) for seat, place in enumerate(places)]
    when = listed.ended or listed.touched
    shown = page(
        request, "kept.html", game, phrase=kept.phrase, table_id=head.table_id, over=summary.over,
        host=head.owner == holder_of(request), deal=head.deal,
        places=sorted(_rows(places, names, hidden), key=lambda row: row["place"]),
        sheets=[(name, [Markup(svg) for svg in parts]) for name, parts in zip(names, told.sheets, strict=True)]
        if told else [],  # drawn by us
        story=told.story if told else [],
        closing=told.closing if told else [],
        when=reader.written_moment(when),
        stamp=reader.moment(when).isoformat(timespec="seconds"),
    )  # fmt: skip
    shown.headers["X-Robots-Tag"] = "noindex"
    return shown


async def _archive(request: Request, head: Head) -> Archive | None:
    """Return what was kept of the end of a game, if it can be read."""
    text = await asyncio.wrap_future(services_of(request).store.archive(head.table_id))
    try:
        return Archive.read(text) if text else None
    except UnreadableArchive as fault:
        LOG.error("What was kept of %s cannot be read: %s", head.in_logs, fault)
        return None


def _places(listed: Listed) -> list[Place]:
    """Return how each seat ended, from the summary alone; ties are not broken."""
    halves = listed.summary.halves
    return [
        Place(name, own, 1 + sum(other > own for other in halves))
        for name, own in zip(listed.names, halves, strict=False)
    ]


def _rows(places: Any, names: list[Phrase], hidden: bool) -> list[dict[str, Any]]:
    return [
        {"place": seat if hidden else place.place, "name": name, "points": "" if hidden else points(place.halves)}
        for seat, (place, name) in enumerate(zip(places, names, strict=True))
    ]
