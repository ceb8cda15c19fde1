"""The form of a new table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rollwright.bots.levels import LEVELS, level_name
from rollwright.core.errors import BadOption, BadRecord
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase
from rollwright.live import new_table
from rollwright.table.models import SeatKind
from rollwright.web.http.redirects import open_and_redirect
from rollwright.web.http.rendering import page, wants_json


async def new_table_page(request: Request) -> Response:
    """Show the form of a new table, or open one."""
    game = open_game(request.path_params["game"])
    if request.method != "POST":
        return _form(request, game, {}, None)
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    try:
        if "quick" in form:
            return await open_and_redirect(request, new_table.open_table, game, new_table.quick_players(game), {})
        players, rows = new_table.players_from_form(game, form)
        options = new_table.options_from_form(game, form, rows)
        return await open_and_redirect(
            request, new_table.open_table, game, players, options, *new_table.dice_and_clock(form)
        )
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
    choices = {"dice": new_table.KINDS_OF_DICE.items(), "dice_now": new_table.DICE, "clocks": new_table.CLOCKS.items()}
    status = 422 if refusal else 200
    return page(request, "new.html", game, status, rows=rows, levels=levels, refusal=refusal, form=form, **choices)
