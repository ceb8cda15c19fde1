"""Playing without a connection: the page that holds the app, and what a browser fetches to run it."""

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from rollwright.core.game import playable_games
from rollwright.live.entry.brought_tables import bring
from rollwright.live.entry.identity import new_token
from rollwright.web.http.assets import CHECKED_EACH_TIME, KEPT_FOR_EVER, STATIC, asset
from rollwright.web.http.cookies import remember_token, token_of
from rollwright.web.http.guard import HEADERS
from rollwright.web.http.limits import peer_of
from rollwright.web.http.rendering import engine, page
from rollwright.web.http.requests import answer, read_json
from rollwright.web.install.bundle import Bundle
from rollwright.web.services import services_of

PLAY = "/offline/play"
"""The page that holds the app: it stays open while pages change inside of it."""

BUNDLE = "/offline/bundle"
"""What there is to fetch."""

MAY_FRAME = "frame-src 'self'; worker-src 'self'"

KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}

NOT_FETCHED = {".ts"}
"""Static files that no page uses."""


def files_of(bundle: Bundle) -> list[str]:
    """Return the addresses of all that a browser keeps, the page itself first."""
    static = (path for path in STATIC.rglob("*") if path.is_file() and path.suffix not in NOT_FETCHED)
    return [
        PLAY,
        *sorted(asset(path.relative_to(STATIC).as_posix()) for path in static),
        *filter(None, map(engine, playable_games())),
        *(f"/offline/files/{bundle.version}/{name}" for name in bundle.names),
    ]


async def brought(request: Request) -> Response:
    """Take a table that this browser played without a connection."""
    services = services_of(request)
    services.limits.opening.spend(peer_of(request))
    token = token_of(request) or new_token(services.environment)
    sent = await read_json(request)  # first, as a body that comes slowly must not take a place
    with services.limits.bringing(peer_of(request)):
        table_id, length = await bring(services.store, services.environment, token, sent)
    services.rooms.log_changed(table_id, length)
    answered = answer({"table": table_id})
    remember_token(answered, request, token)
    return answered


def _offered(request: Request) -> Bundle:
    bundle = services_of(request).bundle
    if bundle is None:
        raise HTTPException(404)
    return bundle


async def bundle_about(request: Request) -> Response:
    """Send what there is to fetch, and how many bytes it has; null if nothing is offered, or not before a restart."""
    bundle = services_of(request).bundle
    if bundle is None or not bundle.is_there:
        return JSONResponse(None, headers={"Cache-Control": CHECKED_EACH_TIME})
    content = {"version": bundle.version, "size": bundle.sent_size, "kept": bundle.kept_size, "files": files_of(bundle)}
    return JSONResponse(content, headers={"Cache-Control": CHECKED_EACH_TIME})


async def bundle_file(request: Request) -> Response:
    """Send a file of Python for the page, in the best encoding that the browser knows."""
    bundle = _offered(request)
    if request.path_params["version"] != bundle.version:
        raise HTTPException(404)
    found = bundle.file(request.path_params["name"], request.headers.get("accept-encoding", ""))
    if found is None:
        raise HTTPException(404)
    path, encoding = found
    kind = KINDS.get(f".{request.path_params['name'].rpartition('.')[2]}", "application/octet-stream")
    headers = {"Cache-Control": KEPT_FOR_EVER, "Vary": "Accept-Encoding"}
    # Always named: what has an encoding is not compressed again, and these files are large.
    headers["Content-Encoding"] = encoding or "identity"
    return FileResponse(path, headers=headers, media_type=kind)


async def play_page(request: Request) -> Response:
    """Show the page that holds the app."""
    bundle = _offered(request)
    start: dict[str, Any] = {
        "version": bundle.version,
        "files": f"/offline/files/{bundle.version}/",
        "engines": {game.name: engine(game) for game in playable_games()},
        "lock": json.dumps({"info": bundle.about["lock"], "packages": {}}),
    }
    shown = page(request, "play.html", start=start)
    shown.headers["Content-Security-Policy"] = f"{HEADERS['Content-Security-Policy']}; {MAY_FRAME}"
    return shown
