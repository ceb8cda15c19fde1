"""What is where."""

from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rollwright.web import arranging, daily, gathering, joining, pages, replay_pages, same_dice, statistics, tables
from rollwright.web.health import HEALTH, READY, health, ready
from rollwright.web.live import live
from rollwright.web.rendering import STATIC


class Files(StaticFiles):
    """Our files; an address that names a file's digest never changes, so browsers may keep it for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Send a file."""
        response = await super().get_response(path, scope)
        kept = pages.KEPT_FOR_EVER if b"v=" in scope["query_string"] else "no-cache"
        response.headers["Cache-Control"] = kept
        return response


ROUTES = [
    Route(HEALTH, health),
    Route(READY, ready),
    Route("/", pages.home),
    Route("/new/{game}", pages.new_table, methods=["GET", "POST"]),
    Route("/daily", daily.daily_page),
    Route("/daily/{day}", daily.daily_page),
    Route("/daily/{day}/{game}", daily.board_page),
    Route("/daily/{day}/{game}", daily.play_daily, methods=["POST"]),
    Route("/tables", pages.tables),
    Route("/statistics", statistics.statistics),
    Route("/statistics/forget", statistics.forget, methods=["GET", "POST"]),
    Route("/join", joining.join_page),
    Route("/join", arranging.join, methods=["POST"]),
    Route("/open", pages.open_record, methods=["POST"]),
    Route("/rules/{game}", pages.rules),
    Route("/print/{game}", pages.print_sheet),
    Route("/about", pages.about),
    Route("/verify", pages.verify),
    Route("/style/{game}", pages.game_style),
    Route("/set", pages.set_preference, methods=["POST"]),
    Route("/table/{table}", tables.table_page),
    Route("/table/{table}/view", tables.view),
    Route("/table/{table}/about", tables.about),
    Route("/table/{table}/play", tables.play, methods=["POST"]),
    Route("/table/{table}/roll", tables.roll, methods=["POST"]),
    Route("/table/{table}/undo", tables.undo, methods=["POST"]),
    Route("/table/{table}/correct", tables.correct, methods=["POST"]),
    Route("/table/{table}/hint", tables.hint, methods=["POST"]),
    Route("/table/{table}/record", tables.record),
    Route("/table/{table}/replay", replay_pages.replay_page),
    Route("/table/{table}/replay/steps", replay_pages.replay_steps),
    Route("/table/{table}/replay/frames", replay_pages.replay_frames),
    Route("/table/{table}/again", arranging.again, methods=["POST"]),
    Route("/table/{table}/same", same_dice.same_dice, methods=["GET", "POST"]),
    Route("/table/{table}/compare", same_dice.compare),
    Route("/table/{table}/begin", arranging.begin, methods=["POST"]),
    Route("/table/{table}/sit", arranging.sit, methods=["POST"]),
    Route("/table/{table}/leave", arranging.leave, methods=["POST"]),
    Route("/table/{table}/lend", arranging.lend, methods=["POST"]),
    Route("/table/{table}/return", arranging.return_to, methods=["POST"]),
    Route("/table/{table}/link", arranging.renew, methods=["POST"]),
    Route("/table/{table}/greet", arranging.greet, methods=["POST"]),
    Route("/table/{table}/nonce", arranging.give, methods=["POST"]),
    Route("/table/{table}/company", gathering.company),
    Route("/table/{table}/delete", tables.delete, methods=["GET", "POST"]),
    WebSocketRoute("/table/{table}/live", live),
    Mount("/static", Files(directory=STATIC)),
]
