"""What is done once, before the snapshot of Python's memory from which the page starts.

Modules are imported, games and templates are loaded, catalogues are read. The files of the package are no part of the
memory that is snapshot, so they are taken into it here, and written again at each start.
"""

import gc
import importlib
import linecache
from pathlib import Path
from typing import Any

from babel.dates import format_datetime
from babel.numbers import format_decimal

import rollwright.games
from rollwright.core.game import all_games
from rollwright.core.language import LANGUAGES
from rollwright.view.face import view_of
from rollwright.web.http.assets import asset
from rollwright.web.http.rendering import TEMPLATES

NOT_IN_THE_PAGE = {".pyc", ".wasm", ".ttf", ".woff2", ".png", ".po"}
"""Files that nothing reads in the page: catalogues are in memory by then."""

LATER = ("jinja2.debug", "importlib.resources")
"""Modules that others import only when they need them."""

GAMES = Path(*rollwright.games.__path__)

_FILES: dict[str, bytes] = {}


def take_files(*folders: Path) -> None:
    """Take the files of folders into memory."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            is_code = path.suffix == ".py" and GAMES not in path.parents  # games are found by their folders
            if path.is_file() and path.suffix not in NOT_IN_THE_PAGE and not is_code:
                _FILES[str(path)] = path.read_bytes()


def write_files() -> None:
    """Write the files of the package where they were."""
    for name, content in _FILES.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def warm_up() -> None:
    """Load what the first pages need."""
    for game in all_games():
        game.rules(compiled=False)
        for part in ("moves", "words", "view", "text"):
            game.part(part)
        view_of(game)
        for language in LANGUAGES:
            game.speech(language)
    for language in LANGUAGES:  # Babel reads its data when it first writes a number and a date
        format_decimal(1, locale=language)
        format_datetime(0, locale=language)
    for module in LATER:
        importlib.import_module(module)
    linecache.updatecache = _without_lines
    asset("")  # the digest of all static files, which the service worker hands over
    for name in TEMPLATES.list_templates():
        TEMPLATES.get_template(name)
    gc.collect()


def _without_lines(filename: str, module_globals: dict[str, Any] | None = None) -> list[str]:
    """Return no lines of source: the archive of the standard library is empty in the page, and looking there fails.

    Whoever wrote a fault into the log would fail by that, too.
    """
    return []
