"""The routes of a browser's own results: statistics, and deleting them."""

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.game import any_speech, playable_games
from rollwright.core.language import plural
from rollwright.store.protocol import MAX_RESULTS
from rollwright.table.models import Result
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import browser_of
from rollwright.web.http.redirects import SEE_OTHER
from rollwright.web.http.rendering import Reader, page
from rollwright.web.results.presentation import Shown
from rollwright.web.results.tally import LAST, Month, repeated, tally
from rollwright.web.services import services_of


async def statistics(request: Request) -> Response:
    """Show the results of this browser; no cookie is set for a browser without any."""
    services_of(request).limits.asking.spend(browser_of(request))
    found = await _results(request)
    if not found:
        return page(request, "statistics.html", games=[], last=[], forgotten="forgotten" in request.query_params)
    listed = await asyncio.wrap_future(services_of(request).store.list_tables(holder_of(request)))
    here = {each.head.table_id for each in listed}
    shown = await asyncio.to_thread(_shown, found, here, Reader.of(request))  # others play meanwhile
    return page(request, "statistics.html", **shown)


def _shown(found: Sequence[Result], here: set[str], reader: Reader) -> dict[str, Any]:
    """Add up results, and draw them."""
    games = {game.name: game for game in playable_games()}
    again = repeated(found)
    counted = [result for result in found if result.table_id not in again]
    shown = Shown(any_speech(reader.language), reader, games, here, again)

    def month_of(ended: float) -> Month:
        moment = reader.moment(ended)
        return moment.year, moment.month

    return {
        "games": [shown.game(name, played) for name, played in tally(counted, games, month_of).items()],
        "last": [shown.listed(result) for result in found[:LAST]],
        "most": MAX_RESULTS if len(found) >= MAX_RESULTS else 0,
        "total": plural("{n} game finished", "{n} games finished", len(counted)),
    }


async def forget(request: Request) -> Response:
    """Show the confirmation for deleting this browser's results, or delete them."""
    services_of(request).limits.asking.spend(browser_of(request))
    found = await _results(request)
    if request.method != "POST" and found:
        return page(request, "forget.html")
    if found:
        await asyncio.wrap_future(services_of(request).store.forget(holder_of(request)))
    return RedirectResponse("/statistics?forgotten", SEE_OTHER)


async def _results(request: Request) -> list[Result]:
    """Return the results of this browser, the last finished first."""
    holder = holder_of(request)
    return await asyncio.wrap_future(services_of(request).store.results(holder)) if holder else []
