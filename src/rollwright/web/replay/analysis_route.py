"""The route of an analysis: begins it, and tells how far it is and what is known."""

from starlette.requests import Request
from starlette.responses import Response

from rollwright.bots.thinking_queue import Asker
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.analysis.analyses import Stage, people_of
from rollwright.live.entry.shared_dice import may_know
from rollwright.table.models import DiceKind
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import browser_of, peer_of
from rollwright.web.http.rendering import Reader
from rollwright.web.http.requests import answer, number, read_json
from rollwright.web.replay.access import ReplayViewer, Sealed, replay_viewer_of
from rollwright.web.replay.analysis_view import AnalysisView
from rollwright.web.replay.frames import Perspective, ReplayView
from rollwright.web.services import services_of

NOT_OVER = Phrase("A game can be analysed once it is over.")
FAILED = Phrase("The analysis could not be made. Try again in a moment.")


async def replay_analysis(request: Request) -> Response:
    """Begin a game's analysis if need be; return how far it is, and all that is known if the page has an older one.

    Whoever may watch the replay may ask for it once the game is over; of a daily game whose board is open, only those
    who have had their own try, as it tells how its dice are played best.
    """
    viewer = await replay_viewer_of(request)
    services, body = services_of(request), await read_json(request)
    sheet, known = number(body, "sheet"), number(body, "version")
    await check_analysable(request, viewer, sheet)
    peer = peer_of(request)
    asker = Asker(peer, browser_of(request), viewer.room.head.table_id)
    work = await services.analyses.look(viewer.room, viewer.played, asker)
    told = {"stage": work.stage, "done": round(work.done, 3), "version": work.version}
    look = Perspective(viewer, sheet, Reader.of(request).language)
    if work.stage == Stage.FAILED:
        told["wrong"] = viewer.room.game.speech(look.language)(FAILED)
    if work.analysis is None or work.version == known:
        return answer(told)
    analysis, stage, people = work.analysis.copy(), work.stage, people_of(viewer.room)
    mine = viewer.screen.seats == (sheet,) and viewer.room.head.dice != DiceKind.WATCHED

    def shown(showing: ReplayView) -> dict[str, object]:
        return AnalysisView(showing, analysis, people, mine=mine, stage=stage).told()

    return answer(told | await services.replays.ask(peer, look, shown))


async def check_analysable(request: Request, viewer: ReplayViewer, sheet: int) -> None:
    """Refuse a game that goes on, dice that this browser may still play, and a sheet that does not exist."""
    room, services = viewer.room, services_of(request)
    if not viewer.played.over:
        raise Refusal(NOT_OVER)
    if not await may_know(room.store, holder_of(request), room.head.deal, services.environment.utc_now()):
        raise Sealed(room.head.deal)
    if sheet not in range(viewer.played.opened.seats):
        raise Refusal(Phrase("There is no such sheet at this table."))
