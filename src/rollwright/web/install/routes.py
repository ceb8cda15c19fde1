"""What makes the site an app that can be installed: its manifest, its service worker, its offline page."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rollwright.core.game import any_speech
from rollwright.core.language import N_
from rollwright.web.http.assets import CHECKED_EACH_TIME, asset
from rollwright.web.http.rendering import Reader, page
from rollwright.web.install.worker import titles, worker_text

COLOUR = "#f6efe2"
"""What the window shows while the app starts: the page's colour in light mode (`--page`)."""

ABOUT = N_("A home for roll-and-write games: play alone, against bots or with friends.")

SHORTCUTS = (("/tables", N_("Your tables")), ("/daily", N_("Daily")), ("/puzzles", N_("Puzzles")))
"""The pages that a long press on the app's icon offers."""


async def manifest(request: Request) -> Response:
    """Send what a browser needs to know to install the app, in the reader's language."""
    say = any_speech(Reader.of(request).language)
    content = {
        "id": "/",
        "name": "Rollwright",
        "short_name": "Rollwright",
        "description": say(ABOUT),
        "lang": say.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "categories": ["games"],
        "icons": [
            {"src": asset("icons/app-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": asset("icons/app-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": asset("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "shortcuts": [{"name": say(name), "url": address} for address, name in SHORTCUTS],
    }
    kept = {"Cache-Control": CHECKED_EACH_TIME, "Vary": "Cookie, Accept-Language"}
    return JSONResponse(content, headers=kept, media_type="application/manifest+json")


async def service_worker(request: Request) -> Response:
    """Send the script that runs behind the pages; a browser asks for it anew with every page."""
    return Response(worker_text(), media_type="text/javascript", headers={"Cache-Control": CHECKED_EACH_TIME})


async def offline(request: Request) -> Response:
    """Show the page that the service worker keeps for when the server cannot be reached."""
    return page(request, "offline.html", titles=titles())
