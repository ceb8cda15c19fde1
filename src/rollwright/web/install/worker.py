"""The service worker: its text, with the version and the files that it keeps written before it."""

import json
import re
from functools import cache
from hashlib import sha256
from posixpath import normpath
from urllib.parse import urljoin

from rollwright.core.game import any_speech, playable_games
from rollwright.core.language import LANGUAGES
from rollwright.web.http.assets import SPRITE, STATIC, asset
from rollwright.web.http.rendering import Reader, render

WORKER = "/service-worker.js"
"""Its address: at the top, as it may only serve what is below."""

OFFLINE = "/offline"
"""The page that it shows when the server cannot be reached."""

SOURCE = STATIC / "worker" / "service_worker.js"

_NAMED = re.compile(r'(?:href|src)="(/static/[^"#]+)')
_URL = re.compile(r'url\("([^"]+)"\)')


@cache
def titles() -> dict[str, str]:
    """Return the titles of games by their names, for what the offline page finds in the browser."""
    return {game.name: game.title for game in playable_games()}


@cache
def offline_pages() -> tuple[str, ...]:
    """Return the offline page in each language, as it is without a chosen theme."""
    values = {"path": OFFLINE, "game": None, "in_page": False, "titles": titles()}
    return tuple(
        render("offline.html", any_speech(language), **values, reader=Reader(language, "")) for language in LANGUAGES
    )


@cache
def kept_files() -> tuple[str, ...]:
    """Return the addresses of the files that the offline page shows or runs, fonts in its style sheets included.

    The icon of the app is among them, as notifications show it.
    """
    named = {address for page in offline_pages() for address in _NAMED.findall(page)}
    drawn = {
        urljoin(address, url)
        for address in named
        if address.endswith(".css")
        for url in _URL.findall((STATIC / address.removeprefix(asset(""))).read_text(encoding="utf-8"))
    }
    return tuple(sorted({*named, *map(normpath, drawn), asset(SPRITE), asset(APP_ICON)}))


APP_ICON = "icons/app-192.png"


@cache
def worker_text() -> str:
    """Return the worker's script; it differs, and replaces the one before, whenever anything that it keeps does."""
    source = SOURCE.read_text(encoding="utf-8")
    whole = "\n".join((source, *offline_pages(), *kept_files()))
    built = {
        "version": sha256(whole.encode()).hexdigest()[:12],
        "offline": OFFLINE,
        "files": kept_files(),
        "icon": asset(APP_ICON),
    }
    return f"const BUILT = {json.dumps(built)};\n{source}"
