"""The pages around the tables: home, a new table, your tables, rules, print, about, fair dice."""

import asyncio
import re
from datetime import datetime
from typing import Any

from babel.dates import format_datetime
from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.bots.levels import LEVELS
from rollwright.core.contract import Record
from rollwright.core.errors import BadOption, BadRecord, UnknownGame
from rollwright.core.game import Game, any_speech, game_names, open_game, playable_games, title_of
from rollwright.core.language import LANGUAGES, Phrase, Speech, plural
from rollwright.core.scoring import points
from rollwright.records.record import read, steps
from rollwright.table.deals import is_daily
from rollwright.table.store import HERE, LINK, Listed
from rollwright.view import Pen
from rollwright.web import opening
from rollwright.web.arriving import SEE_OTHER, arrive
from rollwright.web.levels import level_name
from rollwright.web.owner import owner_of, remember
from rollwright.web.paper import choices, sheets
from rollwright.web.rendering import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, Reader, page, rules_page, wants_json
from rollwright.web.sweeping import swept_when
from rollwright.web.verify_words import verify_words

MOST_ROWS = 200
"""Tables that are listed; older ones are kept, and can be reached by their addresses."""
KEPT_FOR_EVER = "public, max-age=31536000, immutable"
"""For what has its digest in its address."""
SHOWN = 0.6
"""How far the game is played that stands for it on the home page."""


async def home(request: Request) -> Response:
    """Show the games, and the tables that are not finished."""
    language = Reader.of(request).language
    games = [
        {"game": game, "say": say, "drawn": _picture(game, say), "seats": _seats(game)}
        for game in playable_games()
        for say in [game.speech(language)]
    ]
    unfinished = [listed for listed in await _listed(request) if not listed.summary.over]
    return page(request, "home.html", games=games, unfinished=[_row(request, listed) for listed in unfinished[:3]])


def _seats(game: Game) -> Phrase:
    """Say how many can play."""
    low, high = game.seats[0], game.seats[-1]
    if low == high:
        return plural("{n} player", "{n} players", low)
    return Phrase("{low} to {high} players", low=low, high=high)


_IN_PLAY: dict[str, Record] = {}
_PICTURES: dict[tuple[str, str], Markup] = {}


def _picture(game: Game, say: Speech) -> Markup:
    """Draw a game as it looks in play: a golden record, most of the way; nothing for a game that has none yet."""
    path = min((game.folder / "golden").glob("*-seats.txt"), default=None)
    if path is None:
        return Markup("")
    if game.name not in _IN_PLAY:
        record = read(path.read_text(encoding="utf-8"))
        wanted = int(len(record.lines) * SHOWN)
        table = next(table for at, table in enumerate(steps(record, compiled=False)) if at == wanted)
        _IN_PLAY[game.name] = table.seen_by(0)
    key = game.name, say.language
    if key not in _PICTURES:
        pen = Pen(say, live=False)
        shown = game.part("view").parts(_IN_PLAY[game.name], 0, pen)
        drawn = "".join(part.svg(pen, aria_hidden="true") for part in shown if part.where == "sheet" and part.pictured)
        _PICTURES[key] = Markup(drawn)  # drawn by us
    return _PICTURES[key]


async def new_table(request: Request) -> Response:
    """Show the form of a new table, or open one."""
    game = open_game(request.path_params["game"])
    if request.method != "POST":
        return _form(request, game, {}, None)
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    try:
        if "quick" in form:
            return await arrive(request, opening.open_table, game, opening.quick_players(game), {})
        players, rows = opening.players_from_form(game, form)
        options = opening.options_from_form(game, form, rows)
        return await arrive(request, opening.open_table, game, players, options, *opening.dice_and_clock(form))
    except (BadOption, BadRecord) as refusal:
        if wants_json(request):
            raise
        return _form(request, game, form, refusal.phrase)


def _form(request: Request, game: Game, form: dict[str, Any], refusal: Phrase | None) -> Response:
    fewest, friends = game.seats[0], "friends" in request.query_params
    other, few = (LINK, 2) if friends else (opening.DEFAULT_LEVEL, 0)
    rows = [
        {
            "row": row,
            "kind": form.get(f"kind-{row}", HERE if row == 0 else other if row < max(fewest, few) else opening.NOBODY),
            "name": form.get(f"name-{row}", ""),
        }
        for row in range(game.seats[-1])
    ]
    levels = [(level, level_name(level)) for level in LEVELS]
    choices = {"dice": opening.KINDS_OF_DICE.items(), "dice_now": opening.DICE, "clocks": opening.CLOCKS.items()}
    status = 422 if refusal else 200
    return page(request, "new.html", game, status, rows=rows, levels=levels, refusal=refusal, form=form, **choices)


async def tables(request: Request) -> Response:
    """Show the tables of this browser: those where it is waited for, then the last ones first."""
    return await _tables_page(request)


async def _tables_page(request: Request, status: int = 200, **values: object) -> Response:
    rows = [_row(request, listed) for listed in (await _listed(request))[:MOST_ROWS]]
    return page(request, "tables.html", None, status, rows=rows, swept=swept_when(request.app.state.sweep), **values)


async def _listed(request: Request) -> list[Listed]:
    owner = owner_of(request)
    found = await asyncio.wrap_future(request.app.state.store.list_tables(owner)) if owner else []
    return sorted(found, key=lambda listed: not _is_asked(listed, owner))


def _is_asked(listed: Listed, owner: str) -> bool:
    """Say whether others wait for somebody at this browser; at one's own screen it is always one's turn."""
    by_link = any(player.kind == LINK for player in listed.head.players)
    return by_link and owner in listed.summary.asked and not listed.summary.over


def _row(request: Request, listed: Listed) -> dict[str, Any]:
    language = Reader.of(request).language
    touched = datetime.fromtimestamp(listed.touched).astimezone()
    summary = listed.summary
    game = open_game(listed.game) if listed.game in game_names() else None
    seated = len(summary.halves)  # fewer than were planned, perhaps
    hidden = game is not None and game.hides_totals(seated, over=summary.over)
    named = listed.names
    seats = enumerate(zip(named, summary.halves, strict=True), start=1)
    return {
        "id": listed.head.table_id,
        "game": listed.game,
        "title": title_of(listed.game),
        "playable": game is not None,
        "savable": game is not None and not summary.waits and not game.keeps_secrets(seated, over=summary.over),
        "players": [
            (
                Phrase("{name}", name=name) if name else Phrase("Player {n}", n=n),
                None if hidden or summary.waits else points(halves),
            )
            for n, (name, halves) in seats
        ],
        "asked": _is_asked(listed, owner_of(request)),
        "daily": is_daily(listed.head.deal),
        "ranked": listed.head.ranked,
        "waits": summary.waits,
        "opener": listed.head.owner == owner_of(request),
        "round": summary.round_no,
        "over": summary.over,
        "when": format_datetime(touched, "medium", locale=language),
        "stamp": touched.isoformat(timespec="seconds"),
    }


async def open_record(request: Request) -> Response:
    """Open a table from a record that was saved, to watch it or to play on."""
    async with request.form() as form:
        text, file, watched = form.get("text", ""), form.get("file"), form.get("how") == "watch"
        if isinstance(file, UploadFile) and file.filename:
            text = (await file.read()).decode("utf-8", "replace")
    try:
        return await arrive(request, opening.open_record, str(text), watched)
    except (BadOption, BadRecord, UnknownGame) as refusal:
        if wants_json(request):
            raise
        return await _tables_page(request, 422, refusal=refusal.phrase, text=str(text))


async def rules(request: Request) -> Response:
    """Show a game's rules."""
    game = open_game(request.path_params["game"])
    return page(request, "rules.html", game, text=rules_page(game, Reader.of(request).language))


async def print_sheet(request: Request) -> Response:
    """Show empty sheets to print: those of the table's choices that the address names, or else of the usual ones."""
    game = open_game(request.path_params["game"])
    asked = dict(request.query_params)
    say = game.speech(Reader.of(request).language)
    return page(request, "print.html", game, sheets=sheets(game, asked, say), choices=choices(game, asked))


async def game_style(request: Request) -> Response:
    """Send a game's own style."""
    game = open_game(request.path_params["game"])
    path = game.folder / "view.css"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return Response(text, media_type="text/css", headers={"Cache-Control": KEPT_FOR_EVER})


async def about(request: Request) -> Response:
    """Say what this is, and whose the games are."""
    language = Reader.of(request).language
    return page(request, "about.html", games=[(game, game.speech(language)) for game in playable_games()])


async def verify(request: Request) -> Response:
    """Show the page on which a browser checks the fair dice of a finished game by itself."""
    return page(request, "verify.html", words=verify_words(any_speech(Reader.of(request).language)))


async def set_preference(request: Request) -> Response:
    """Change the language or the theme, and go back."""
    form = await request.form()
    back = str(form.get("back", "/"))
    ours = re.fullmatch(r"/(?![/\\])[^\s\\]*", back)  # never another site's address
    response = RedirectResponse(back if ours else "/", SEE_OTHER)
    language, theme = str(form.get("language", "")), str(form.get("theme", ""))
    if language in LANGUAGES:
        remember(response, LANGUAGE_COOKIE, language)
    if theme in THEMES:
        remember(response, THEME_COOKIE, theme)
    return response
