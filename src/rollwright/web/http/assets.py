"""Static files: their addresses and caching.

Modules import each other by relative addresses, so the path contains one digest of all files:
``/static/<digest>/table/table.js`` imports ``./state.js`` of the same digest, and never one of another version.
"""

import os
import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import quote

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rollwright.core.digests.file_digest import files_digest

STATIC = Path(__file__).parent.parent / "static"

KEPT_FOR_EVER = "public, max-age=31536000, immutable"
"""The Cache-Control header of files with a digest in their address."""

CHECKED_EACH_TIME = "no-cache"

SPRITE = "sprite.svg"
"""The file of all icons and faces."""

ENGINE_WORKER, PYTHON_WORKER = "engine/engine_worker.js", "offline/python_worker.js"
ENGINE_WORKERS = frozenset({ENGINE_WORKER, PYTHON_WORKER})
"""The scripts of workers that run a game's engine, or Python: only they may compile WebAssembly, and no page may.

A worker obeys the policy that comes with its script, not that of the page that starts it.
"""

ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

_DIGEST = re.compile(r"[0-9a-f]{12}")
_IMPORT = re.compile(r"""^import (?:.* from )?"(\.[^"]+)";$""", re.MULTILINE)


@cache
def digest() -> str:
    """Return a digest of the names and contents of all files."""
    _stamps()
    return files_digest(STATIC, (path for path in STATIC.rglob("*") if path.is_file()))[:12]


@cache
def _stamps() -> dict[str, tuple[int, int]]:
    """Return when each file was last changed, and its size, as of when the digest was made."""
    return {path.relative_to(STATIC).as_posix(): _stamp(path) for path in STATIC.rglob("*") if path.is_file()}


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def asset(name: str) -> str:
    """Return the address of a file, which changes when any file does."""
    return f"/static/{digest()}/{name}"


def styles(*names: str) -> Markup:
    """Return the links to style sheets."""
    link = Markup('<link rel="stylesheet" href="{}">')
    return Markup("\n").join(link.format(asset(f"style/{name}.css")) for name in names)


def line_icon(name: str) -> Markup:
    """Return an icon of our sprite; it takes the colour of the text."""
    drawn = Markup('<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>')
    return drawn.format(asset(SPRITE), name)


def face(who: str) -> Markup:
    """Return the face of a player: `person`, `free`, or a bot's by its level; it takes the colour `--face`."""
    drawn = Markup('<svg class="face-of" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#face-{}"/></svg>')
    return drawn.format(asset(SPRITE), who)


def script(name: str) -> Markup:
    """Return the tag of a page's script, with preload tags for all modules that it imports."""
    link = Markup('<link rel="modulepreload" href="{}">')
    tags = [link.format(asset(module)) for module in imported(name)]
    return Markup("\n").join([*tags, Markup('<script type="module" src="{}"></script>').format(asset(name))])


@cache
def imported(name: str) -> list[str]:
    """Return the modules that a module imports, directly or indirectly."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        module = waiting.pop()
        text = (STATIC / module).read_text(encoding="utf-8")
        for address in _IMPORT.findall(text):
            other = normpath(PurePosixPath(module).parent / address)
            if other != name and other not in found:
                found.append(other)
                waiting.append(other)
    return sorted(found)


class StaticAssets(StaticFiles):
    """The files under /static, with or without a digest in the path."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Send a file.

        Another digest belongs to another version, whose pages are still open while a server is being replaced: they are
        led to our version of the file. What that file imports is then below our digest too, so that no page mixes
        modules of two versions.
        """
        named, _, rest = path.partition(os.sep)
        kept = CHECKED_EACH_TIME
        if _DIGEST.fullmatch(named):
            if named != digest():
                if not self.lookup_path(rest)[1]:
                    raise HTTPException(404)
                return RedirectResponse(quote(asset(rest)), 307, {"Cache-Control": "no-store"})
            path, kept = rest, KEPT_FOR_EVER if _is_unchanged(rest) else CHECKED_EACH_TIME
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = kept
        if path.replace(os.sep, "/") in ENGINE_WORKERS:
            response.headers["Content-Security-Policy"] = ENGINE_POLICY
        return response


def _is_unchanged(name: str) -> bool:
    """Say whether a file is as it was when the digest was made: an update may replace it under a running server."""
    try:
        return _stamp(STATIC / name) == _stamps().get(name)
    except OSError:
        return False
