"""Renders pages from templates in the reader's language."""

import asyncio
import gzip
import json
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import orjson
from babel.dates import format_datetime
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from rollwright.bots.page_engine import search_facts
from rollwright.core.game import Game, any_speech
from rollwright.core.language import LANGUAGES, Phrase, Speech
from rollwright.core.wasm.engine_file import ENGINE_FILE
from rollwright.view.art import emblem_html, picture
from rollwright.web.http.assets import asset, digest, face, line_icon, script, styles

WEB = Path(__file__).parent.parent
THEMES = ("light", "dark")

LANGUAGE_COOKIE = "language"
THEME_COOKIE = "theme"
ZONE_COOKIE = "zone"
"""The reader's time zone, which a script of ours writes: see static/shared/time_zone.js."""


@cache
def style(game: Game) -> str:
    """Return the address of a game's style sheet."""
    return f"/style/{game.name}?v={sha256(style_text(game).encode()).hexdigest()[:12]}"


@cache
def style_text(game: Game) -> str:
    """Return a game's style sheet: its own, if it has one, and where the picture of its surface is."""
    path = game.folder / "view.css"
    own = path.read_text(encoding="utf-8") if path.exists() else ""
    surface = f'linear-gradient(var(--veil), var(--veil)), url("{art(game, "surface")}")'
    return f"{own}\n.of-{game.name} {{ --surface: {surface}; }}\n"


@cache
def art(game: Game, name: str) -> str:
    """Return the address of a picture of a game, such as its cover, or an empty text if there is none."""
    path = picture(game, f"{name}.svg")
    if path is None:
        return ""
    return f"/art/{game.name}/{path.name}?v={sha256(path.read_bytes()).hexdigest()[:12]}"


@cache
def engine_content(game: Game) -> bytes:
    """Return a game's rules and search as WebAssembly, or nothing if it has none.

    An update may replace the file under a running server, so its address and what is sent are of one reading.
    """
    path = game.folder / ENGINE_FILE
    return path.read_bytes() if path.exists() else b""


@cache
def compressed_engine(game: Game) -> bytes:
    """Return the same, compressed; the first time takes up to a seventh of a second, so in a thread."""
    return gzip.compress(engine_content(game), mtime=0)


@cache
def engine(game: Game) -> str:
    """Return the address of a game's rules and search as WebAssembly, or an empty text if it has none."""
    content = engine_content(game)
    return f"/engine/{game.name}?v={sha256(content).hexdigest()[:12]}" if content else ""


@cache
def search_facts_text(game: Game) -> str:
    """Return what the search of a page goes by, as JSON; the first time takes up to half a second, so in a thread."""
    return json.dumps(search_facts(game), separators=(",", ":"))


@cache
def page_search(game: Game) -> str:
    """Return the address of what the search of a page goes by; the first time takes as long as that."""
    return f"/engine/{game.name}/search?v={sha256(search_facts_text(game).encode()).hexdigest()[:12]}"


async def what_thinks(game: Game) -> dict[str, str]:
    """Return where a page that may think finds a game's engine and what the search goes by, and the version of it all.

    A page that was open when the server was updated has another version, and is not asked. Nothing without an engine.
    """
    if not (where := engine(game)):
        return {}
    search = await asyncio.to_thread(page_search, game)
    version = sha256(f"{where} {search} {digest()}".encode()).hexdigest()[:12]
    return {"engine": where, "search": search, "version": version}


def emblem(game: Game, key: str, seat: int) -> Markup:
    """Return the emblem of a player."""
    return Markup(emblem_html(game, key, seat))  # drawn by us


@pass_context
def _say(context: Context, phrase: Phrase | str, **values: object) -> str:
    speech: Speech = context["speech"]
    return speech(phrase, **values)


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # saves a stat call for each template
    )
    environment.globals.update(
        say=_say, asset=asset, script=script, styles=styles, style=style, languages=LANGUAGES, art=art, emblem=emblem,
        face=face, line_icon=line_icon,
    )  # fmt: skip
    return environment


TEMPLATES = _environment()


def render(template: str, say: Speech, **values: object) -> str:
    """Render a template."""
    return TEMPLATES.get_template(template).render(speech=say, language=say.language, **values)


def inside_html(data: object) -> str:
    """Return JSON that is escaped for use inside a script element."""
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode().replace("<", "\\u003c")


@dataclass(frozen=True)
class Reader:
    """Who reads a page: their language, the theme they chose, if they did, and their time zone, if it is known."""

    language: str
    theme: str
    zone: tzinfo | None = None

    @classmethod
    def of(cls, request: HTTPConnection) -> "Reader":
        """Read the preferences in a request: our cookies, or else the browser's headers."""
        theme = request.cookies.get(THEME_COOKIE, "")
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        language = chosen if chosen in LANGUAGES else accepted_language(request.headers.get("accept-language", ""))
        zone = zone_named(unquote(request.cookies.get(ZONE_COOKIE, "")))
        return cls(language, theme if theme in THEMES else "", zone)

    def moment(self, unix_time: float) -> datetime:
        """Return a moment by the reader's clock, or in Coordinated Universal Time."""
        return datetime.fromtimestamp(unix_time, self.zone or UTC)

    def written_moment(self, unix_time: float) -> str:
        """Write a moment by the reader's clock; in Coordinated Universal Time it is said that it is."""
        written = format_datetime(self.moment(unix_time), "medium", locale=self.language)
        return written if self.zone else f"{written} UTC"


@cache
def _zones() -> frozenset[str]:
    """The names of regions; other names, such as that of the server's own zone, are no business of a browser."""
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")


def zone_named(name: str) -> tzinfo | None:
    """Return the time zone of this name, if there is one.

    >>> str(zone_named("Europe/Madrid")), zone_named("../secret"), zone_named("")
    ('Europe/Madrid', None, None)
    """
    try:
        return ZoneInfo(name) if name in _zones() else None
    except (ZoneInfoNotFoundError, OSError):
        return None


def accepted_language(header: str) -> str:
    """Return the language that a browser prefers among ours.

    >>> accepted_language("pt, es-MX;q=0.8, en;q=0.5"), accepted_language("de"), accepted_language("")
    ('es', 'en', 'en')
    """
    wanted = []
    for place, entry in enumerate(header.split(",")[:20]):
        name, _, quality = entry.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        if name[:2].lower() in LANGUAGES and weight > 0:
            wanted.append((-weight, place, name[:2].lower()))
    return min(wanted)[2] if wanted else "en"


def page(
    request: Request, template: str, game: Game | None = None, status: int = 200, **values: object
) -> HTMLResponse:
    """Render a whole page for the reader of a request."""
    reader = Reader.of(request)
    say = game.speech(reader.language) if game else any_speech(reader.language)
    path = request.url.path if request.method == "GET" else "/"
    in_page = request.app.state.services.in_page  # not by `services_of`, which knows what renders
    content = render(template, say, reader=reader, path=path, game=game, in_page=in_page, **values)
    return HTMLResponse(content, status, {"Cache-Control": "no-store"})


def wants_json(request: Request) -> bool:
    """Say whether a request asks for JSON instead of a page."""
    return "application/json" in request.headers.get("accept", "") or "application/json" in request.headers.get(
        "content-type", ""
    )


def refused(request: Request, phrase: Phrase, status: int) -> Response:
    """Return the response to a refused request: one sentence, as a page or as JSON."""
    if wants_json(request):
        sentence = any_speech(Reader.of(request).language)(phrase)
        return JSONResponse({"refused": sentence}, status, {"Cache-Control": "no-store"})
    return page(request, "refused.html", status=status, phrase=phrase)
