"""The home page: the games, and this browser's unfinished tables."""

from functools import cache

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from rollwright.core.contract import Record
from rollwright.core.game import Game, playable_games
from rollwright.core.language import Phrase, plural
from rollwright.records.record import read, steps
from rollwright.view import Pen, draw_parts
from rollwright.web.http.rendering import Reader, page
from rollwright.web.site.my_tables import listed_tables, table_row

PROGRESS_SHOWN = 0.6
"""The share of a golden record's moves after which a game is drawn on the home page."""


async def home(request: Request) -> Response:
    """Show the games, and this browser's unfinished tables."""
    language = Reader.of(request).language
    games = [
        {"game": game, "say": say, "drawn": _picture(game, language), "seats": _seats(game)}
        for game in playable_games()
        for say in [game.speech(language)]
    ]
    unfinished = [listed for listed in await listed_tables(request) if not listed.summary.over]
    return page(request, "home.html", games=games, unfinished=[table_row(request, listed) for listed in unfinished[:3]])


def _seats(game: Game) -> Phrase:
    """Say how many players a game takes."""
    low, high = game.seats[0], game.seats[-1]
    if low == high:
        return plural("{n} player", "{n} players", low)
    return Phrase("{low} to {high} players", low=low, high=high)


@cache
def _picture(game: Game, language: str) -> Markup:
    """Draw a game in play; empty for a game without a golden record."""
    position = _position_in_play(game)
    if position is None:
        return Markup("")
    pen = Pen(game.speech(language), live=False)
    shown = draw_parts(game, position, 0, pen)
    drawn = "".join(part.svg(pen, aria_hidden="true") for part in shown if part.where == "sheet" and part.pictured)
    return Markup(drawn)  # drawn by us


@cache
def _position_in_play(game: Game) -> Record | None:
    """Return the position of a game's first golden record after most of its moves."""
    path = min((game.folder / "golden").glob("*-seats.txt"), default=None)
    if path is None:
        return None
    record = read(path.read_text(encoding="utf-8"))
    wanted = int(len(record.lines) * PROGRESS_SHOWN)
    table = next(table for at, table in enumerate(steps(record, compiled=False)) if at == wanted)
    return table.seen_by(0)
