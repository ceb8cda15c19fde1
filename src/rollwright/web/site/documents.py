"""Pages to read: rules, sheets to print, about, fair dice; and what a reader prefers."""

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rollwright.core.game import any_speech, open_game, playable_games
from rollwright.core.language import LANGUAGES
from rollwright.view.paper import choices, sheets
from rollwright.web.http.assets import CHECKED_EACH_TIME, KEPT_FOR_EVER
from rollwright.web.http.cookies import remember
from rollwright.web.http.redirects import SEE_OTHER
from rollwright.web.http.rendering import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, Reader, page, rules_page, style
from rollwright.web.site.verify_text import verify_words


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
    kept = KEPT_FOR_EVER if style(game).endswith(f"?{request.url.query}") else CHECKED_EACH_TIME
    return Response(text, media_type="text/css", headers={"Cache-Control": kept})


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
