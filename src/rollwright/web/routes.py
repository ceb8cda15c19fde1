"""The routes of the web app."""

from starlette.routing import Mount, Route, WebSocketRoute

from rollwright.web.daily import same_dice
from rollwright.web.daily.routes import board_page, daily_page, play_daily
from rollwright.web.http.assets import STATIC, StaticAssets
from rollwright.web.http.guard import BROUGHT
from rollwright.web.install import play_routes as playing
from rollwright.web.install import routes as installing
from rollwright.web.install.play_routes import BUNDLE, PLAY
from rollwright.web.install.worker import OFFLINE, WORKER
from rollwright.web.lobby import seating
from rollwright.web.lobby.join import join, join_page
from rollwright.web.lobby.page import company
from rollwright.web.ops.health import HEALTH, READY, health, ready
from rollwright.web.print import routes as printing
from rollwright.web.print.table_papers import table_card, table_sheet
from rollwright.web.push.routes import tell_turns
from rollwright.web.replay.analysis_route import replay_analysis
from rollwright.web.replay.page_analysis import analysis_task, measured
from rollwright.web.replay.routes import replay_frames, replay_page, replay_steps
from rollwright.web.results.routes import forget, statistics
from rollwright.web.site import documents
from rollwright.web.site.home import home
from rollwright.web.site.learn import learn, learn_page
from rollwright.web.site.my_tables import open_record, tables
from rollwright.web.site.new_table_page import new_table_page
from rollwright.web.site.puzzles import puzzles_page, solve_puzzle
from rollwright.web.table import routes as table
from rollwright.web.table.actions import ACTIONS
from rollwright.web.table.socket import live

ROUTES = [
    Route(HEALTH, health),
    Route(READY, ready),
    Route("/", home),
    Route("/manifest.webmanifest", installing.manifest),
    Route(WORKER, installing.service_worker),
    Route(OFFLINE, installing.offline),
    Route(PLAY, playing.play_page),
    Route(BUNDLE, playing.bundle_about),
    Route(BROUGHT, playing.brought, methods=["POST"]),
    Route("/offline/files/{version}/{name}", playing.bundle_file),
    Route("/new/{game}", new_table_page, methods=["GET", "POST"]),
    Route("/puzzles", puzzles_page),
    Route("/puzzles/{game}", solve_puzzle, methods=["POST"]),
    Route("/learn/{game}", learn_page),
    Route("/learn/{game}", learn, methods=["POST"]),
    Route("/daily", daily_page),
    Route("/daily/{day}", daily_page),
    Route("/daily/{day}/{game}", board_page),
    Route("/daily/{day}/{game}", play_daily, methods=["POST"]),
    Route("/tables", tables),
    Route("/statistics", statistics),
    Route("/statistics/forget", forget, methods=["GET", "POST"]),
    Route("/join", join_page),
    Route("/join", join, methods=["POST"]),
    Route("/open", open_record, methods=["POST"]),
    Route("/rules/{game}", documents.rules),
    Route("/symbols/{game}", documents.symbols),
    Route("/print/{game}", printing.print_page),
    Route("/print/{game}/paper.pdf", printing.paper_pdf),
    Route("/print/{game}/page/{number:int}", printing.paper_picture),
    Route("/print/{game}/sheet", documents.print_sheet),
    Route("/about", documents.about),
    Route("/verify", documents.verify),
    Route("/style/{game}", documents.game_style),
    Route("/art/{game}/{name}", documents.game_art),
    Route("/engine/{game}", documents.game_engine),
    Route("/engine/{game}/search", documents.game_search),
    Route("/set", documents.set_preference, methods=["POST"]),
    Route("/table/{table}", table.table_page),
    Route("/table/{table}/view", table.view),
    Route("/table/{table}/about", table.about),
    Route("/table/{table}/score", table.score),
    *(Route(f"/table/{{table}}/{name}", table.action, methods=["POST"], name=name) for name in ACTIONS),
    Route("/table/{table}/hint", table.hint, methods=["POST"]),
    Route("/table/{table}/record", table.record),
    Route("/table/{table}/sheet.pdf", table_sheet),
    Route("/table/{table}/card.{form}", table_card),
    Route("/table/{table}/replay", replay_page),
    Route("/table/{table}/replay/steps", replay_steps),
    Route("/table/{table}/replay/frames", replay_frames),
    Route("/table/{table}/replay/analysis", replay_analysis, methods=["POST"]),
    Route("/table/{table}/replay/analysis/task", analysis_task, methods=["POST"]),
    Route("/table/{table}/replay/analysis/measured", measured, methods=["POST"]),
    Route("/table/{table}/again", seating.again, methods=["POST"]),
    Route("/table/{table}/same", same_dice.same_dice, methods=["GET", "POST"]),
    Route("/table/{table}/compare", same_dice.compare),
    Route("/table/{table}/begin", seating.begin, methods=["POST"]),
    Route("/table/{table}/sit", seating.sit, methods=["POST"]),
    Route("/table/{table}/leave", seating.leave, methods=["POST"]),
    Route("/table/{table}/lend", seating.lend, methods=["POST"]),
    Route("/table/{table}/return", seating.return_to, methods=["POST"]),
    Route("/table/{table}/agree", seating.agree, methods=["POST"]),
    Route("/table/{table}/disagree", seating.disagree, methods=["POST"]),
    Route("/table/{table}/link", seating.renew, methods=["POST"]),
    Route("/table/{table}/greet", seating.greet, methods=["POST"]),
    Route("/table/{table}/commitment", seating.commit, methods=["POST"]),
    Route("/table/{table}/nonce", seating.reveal, methods=["POST"]),
    Route("/table/{table}/company", company),
    Route("/table/{table}/push", tell_turns, methods=["POST"]),
    Route("/table/{table}/delete", table.delete, methods=["GET", "POST"]),
    WebSocketRoute("/table/{table}/live", live),
    Mount("/static", StaticAssets(directory=STATIC)),
]

ONLINE_ONLY = ("/daily", "/join", "/offline", "/print", "/service-worker", "/manifest", "/table/{table}/push",
               "/table/{table}/sheet", "/table/{table}/card", "/table/{table}/link")  # fmt: skip
"""How the paths begin that make no sense where there is no connection: what other people or the server take part in."""

IN_PAGE = [each for each in ROUTES if not str(getattr(each, "path", "")).startswith(ONLINE_ONLY)]
"""The routes of the app in a page."""
