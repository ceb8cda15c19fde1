"""The routes of an analysis whose playouts the page makes: what it is asked to measure, and how that is told in words.

Only a browser that had the table for itself is asked; what it measured is shown to it and to nobody else. Of the
analysis nothing is kept; what luck and decisions came to is kept with the results, which are that browser's own.
"""

import asyncio
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollwright.bots.analysis.account import Analysis, Walk
from rollwright.bots.analysis.measuring import OF_A_DECISION
from rollwright.bots.analysis.page_task import BadSums, analysis_of, task
from rollwright.core.language import Phrase
from rollwright.live.analysis import analyses
from rollwright.live.analysis.analyses import Stage, judged, people_of
from rollwright.table.models import DiceKind
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import peer_of
from rollwright.web.http.rendering import Reader, what_thinks
from rollwright.web.http.requests import Malformed, answer, number, read_json
from rollwright.web.replay.access import ReplayViewer, replay_viewer_of
from rollwright.web.replay.analysis_route import check_analysable
from rollwright.web.replay.analysis_view import AnalysisView
from rollwright.web.replay.frames import Perspective, ReplayView
from rollwright.web.services import services_of

BUDGET = ("FEWEST", "MOST", "VALUE_FACTOR", "LONGEST_JOB", "TIMES", "LOOKED_FOR")
"""The numbers by which the server plans an analysis: a page plans by the same."""


NOT_UNDERSTOOD = Phrase("The request could not be understood.")


def may_measure(viewer: ReplayViewer, holder: str) -> bool:
    """Say whether a browser's page may measure a game: the table was its own, and nobody compares results with it."""
    room = viewer.room
    return viewer.played.over and not room.head.deal and room.bot_players.pages.is_home_of(holder)


async def analysis_task(request: Request) -> Response:
    """Return what the page has to measure; nothing if the server has done it, or is to do it."""
    viewer, body = await replay_viewer_of(request), await read_json(request)
    await check_analysable(request, viewer, number(body, "sheet"))
    services, version = services_of(request), (await what_thinks(viewer.played.game)).get("version")
    is_current = bool(version) and body.get("thinks") == version
    if not is_current or not may_measure(viewer, holder_of(request)) or await _is_kept(request, viewer):
        return answer({"task": None})
    settings = services.environment.settings
    passes = 1 + settings.analysis_refinements

    def made() -> dict[str, Any]:
        return task(Walk.of(viewer.played), viewer.played, people_of(viewer.room), passes)

    budget = {name.lower(): getattr(analyses, name) for name in BUDGET}
    budget |= {
        "moves": OF_A_DECISION,
        "seconds": settings.analysis_seconds,
        "playouts": settings.analysis_playouts,
        "passes": passes,
    }
    return answer({"task": await asyncio.to_thread(made), "budget": budget})


async def measured(request: Request) -> Response:
    """Tell in words what a page has measured, to that page."""
    viewer, body = await replay_viewer_of(request), await read_json(request)
    sheet = number(body, "sheet")
    await check_analysable(request, viewer, sheet)
    if not may_measure(viewer, holder_of(request)):
        raise Malformed(NOT_UNDERSTOOD)
    try:
        analysis = await asyncio.to_thread(_read, viewer, body)
    except BadSums as fault:
        raise Malformed(NOT_UNDERSTOOD) from fault
    is_complete, is_first = body.get("complete") is True, body.get("partial") is True
    stage = Stage.COMPLETE if is_complete else Stage.FIRST if is_first else Stage.REFINING
    if is_complete:
        await _keep_judged(request, viewer, analysis)
    is_mine = viewer.screen.seats == (sheet,) and viewer.room.head.dice != DiceKind.WATCHED
    shown = partial(_told, analysis=analysis, people=people_of(viewer.room), mine=is_mine, stage=stage)
    look = Perspective(viewer, sheet, Reader.of(request).language)
    return answer(await services_of(request).replays.ask(peer_of(request), look, shown))


def _read(viewer: ReplayViewer, body: dict[str, Any]) -> Analysis:
    return analysis_of(Walk.of(viewer.played), viewer.played.rules, body)


def _told(
    showing: ReplayView, analysis: Analysis, people: frozenset[int], *, mine: bool, stage: Stage
) -> dict[str, Any]:
    return AnalysisView(showing, analysis, people, mine=mine, stage=stage).told()


async def _is_kept(request: Request, viewer: ReplayViewer) -> bool:
    """Say whether the server has an analysis of the game."""
    kept = await asyncio.wrap_future(services_of(request).store.analysis(viewer.room.head.table_id))
    return bool(kept)


async def _keep_judged(request: Request, viewer: ReplayViewer, analysis: Analysis) -> None:
    """Keep what luck and decisions came to with the results of the table, unless the server knows it better."""
    room = viewer.room
    if await _is_kept(request, viewer):
        return
    async with room.settled():
        place = room.length
    await asyncio.wrap_future(room.store.keep_analysis(room.head.table_id, place, "", judged(analysis)))
