"""Rules, sheets to print, the about page, checking fair dice; and the reader's preferences."""

import asyncio
import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from rollwright.core.game import any_speech, open_game, playable_games
from rollwright.core.language import LANGUAGES
from rollwright.view.art import picture
from rollwright.view.browser_sheets import choices, sheets
from rollwright.view.symbols import symbols_of
from rollwright.web.http.assets import CHECKED_EACH_TIME, KEPT_FOR_EVER
from rollwright.web.http.cookies import remember
from rollwright.web.http.limits import browser_of
from rollwright.web.http.redirects import SEE_OTHER
from rollwright.web.http.rendering import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    Reader,
    art,
    compressed_engine,
    engine,
    engine_content,
    page,
    page_search,
    search_facts_text,
    style,
    style_text,
)
from rollwright.web.http.requests import read_form
from rollwright.web.http.rules_pages import rules_page
from rollwright.web.services import services_of
from rollwright.web.site.verify_text import verify_words


async def rules(request: Request) -> Response:
    """Show a game's rules."""
    game = open_game(request.path_params["game"])
    return page(request, "rules.html", game, text=rules_page(game, Reader.of(request).language))


async def symbols(request: Request) -> Response:
    """Send what a game's symbols mean, by the beginnings of their names."""
    game = open_game(request.path_params["game"])
    say = game.speech(Reader.of(request).language)
    found = {name: {"say": say(each.say), "rule": each.rule} for name, each in symbols_of(game).items()}
    return JSONResponse(found, headers={"Cache-Control": CHECKED_EACH_TIME, "Vary": "Cookie, Accept-Language"})


async def print_sheet(request: Request) -> Response:
    """Show empty sheets to print, for the options in the address or else the default ones."""
    game = open_game(request.path_params["game"])
    asked = dict(request.query_params)
    say = game.speech(Reader.of(request).language)
    return page(request, "print.html", game, sheets=sheets(game, asked, say), choices=choices(game, asked))


async def game_style(request: Request) -> Response:
    """Send a game's style sheet."""
    game = open_game(request.path_params["game"])
    kept = KEPT_FOR_EVER if style(game).endswith(f"?{request.url.query}") else CHECKED_EACH_TIME
    return Response(style_text(game), media_type="text/css", headers={"Cache-Control": kept})


async def game_art(request: Request) -> Response:
    """Send a picture of a game."""
    game, name = open_game(request.path_params["game"]), request.path_params["name"]
    path = picture(game, name)
    if path is None:
        raise HTTPException(404)
    kept = KEPT_FOR_EVER if art(game, path.stem).endswith(f"?{request.url.query}") else CHECKED_EACH_TIME
    text = path.read_text(encoding="utf-8")
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": kept})


async def game_engine(request: Request) -> Response:
    """Send a game's rules and search as WebAssembly."""
    game = open_game(request.path_params["game"])
    packed = "gzip" in request.headers.get("accept-encoding", "")
    address, content = await asyncio.to_thread(
        lambda: (engine(game), compressed_engine(game) if packed else engine_content(game))
    )
    if not address:
        raise HTTPException(404)
    kept = KEPT_FOR_EVER if address.endswith(f"?{request.url.query}") else CHECKED_EACH_TIME
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if packed else {})
    return Response(content, media_type="application/wasm", headers=headers)


async def game_search(request: Request) -> Response:
    """Send what the search of a page goes by."""
    game = open_game(request.path_params["game"])
    address, text = await asyncio.to_thread(lambda: (page_search(game), search_facts_text(game)))
    kept = KEPT_FOR_EVER if address.endswith(f"?{request.url.query}") else CHECKED_EACH_TIME
    return Response(text, media_type="application/json", headers={"Cache-Control": kept})


async def about(request: Request) -> Response:
    """Show the about page, with the credits of the games."""
    language = Reader.of(request).language
    return page(request, "about.html", games=[(game, game.speech(language)) for game in playable_games()])


async def verify(request: Request) -> Response:
    """Show the page that checks a finished game's fair dice in the browser."""
    return page(request, "verify.html", words=verify_words(any_speech(Reader.of(request).language)))


async def set_preference(request: Request) -> Response:
    """Set the language or the theme, and redirect back."""
    services_of(request).limits.asking.spend(browser_of(request))
    form = await read_form(request)
    back = form.get("back", "/")
    ours = re.fullmatch(r"/(?![/\\])[^\s\\]*", back)  # no open redirects
    response = RedirectResponse(back if ours else "/", SEE_OTHER)
    language, theme = form.get("language", ""), form.get("theme", "")
    if language in LANGUAGES:
        remember(response, LANGUAGE_COOKIE, language)
    if theme in THEMES:
        remember(response, THEME_COOKIE, theme)
    return response
