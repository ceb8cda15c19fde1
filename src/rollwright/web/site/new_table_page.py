"""The form of a new table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollwright.bots.levels import LEVELS, level_name
from rollwright.core.errors import BadOption, BadRecord
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase
from rollwright.live.entry import new_table
from rollwright.table.lessons.lesson_file import lessons_of
from rollwright.table.models import SeatKind
from rollwright.web.http.redirects import open_and_redirect, opening_form
from rollwright.web.http.rendering import page, wants_json
from rollwright.web.services import services_of

ALONE, AGAINST_A_BOT = "alone", "bot"
"""What a quick game may be asked to be; any other is as its game proposes."""

QUICK_SEATS = {ALONE: 1, AGAINST_A_BOT: 2}


async def new_table_page(request: Request) -> Response:
    """Show the form of a new table, or open one."""
    game = open_game(request.path_params["game"])
    if request.method != "POST":
        return _form(request, game, {}, None)
    form = await opening_form(request)
    try:
        if "quick" in form:
            seats = QUICK_SEATS.get(form["quick"], game.quick_seats)
            players, options = new_table.quick_players(game, seats), new_table.quick_options(game, seats, form)
            return await open_and_redirect(request, new_table.open_table, game, players, options)
        players, rows = new_table.players_from_form(game, form)
        options = new_table.options_from_form(game, form, rows)
        dice, clock = new_table.dice_and_clock(form, services_of(request).environment.settings)
        return await open_and_redirect(request, new_table.open_table, game, players, options, dice, clock)
    except (BadOption, BadRecord) as refusal:
        if wants_json(request):
            raise
        return _form(request, game, form, refusal.phrase)


def _form(request: Request, game: Game, form: dict[str, Any], refusal: Phrase | None) -> Response:
    fewest, friends = game.seats[0], "friends" in request.query_params
    other, few = (SeatKind.LINK, 2) if friends else (new_table.DEFAULT_LEVEL, 0)
    rows = [
        {
            "row": row,
            "kind": form.get(
                f"kind-{row}", SeatKind.HERE if row == 0 else other if row < max(fewest, few) else new_table.NOBODY
            ),
            "name": form.get(f"name-{row}", ""),
        }
        for row in range(game.seats[-1])
    ]
    levels = [(level, level_name(level)) for level in LEVELS]
    settings, status = services_of(request).environment.settings, 422 if refusal else 200
    clocks = [(str(seconds), label) for seconds, label in settings.clocks.items()]
    return page(
        request, "new.html", game, status, rows=rows, levels=levels, refusal=refusal, form=form, clocks=clocks,
        lessons=lessons_of(game), dice=settings.dice_labels.items(), dice_now=settings.default_dice,
    )  # fmt: skip
