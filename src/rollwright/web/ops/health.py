"""Probes for load balancers and orchestrators: whether this process is alive, and whether it can serve.

They are answered under any host name, as a probe often knows only an IP address, and they reveal nothing else.
"""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rollwright.core.game import any_speech
from rollwright.core.language import Phrase
from rollwright.store.errors import StoreRefused
from rollwright.web.http.rendering import Reader
from rollwright.web.services import services_of

HEALTH, READY = "/health", "/ready"

PROBES = frozenset({HEALTH, READY})
"""Paths that are answered under any host name."""


async def health(request: Request) -> Response:
    """Say that this process is alive."""
    return _said(request, Phrase("Rollwright is running."), 200)


async def ready(request: Request) -> Response:
    """Say whether this process can serve, and if not, why."""
    services = services_of(request)
    if services.shutdown.begun:
        return _said(request, Phrase("This server is shutting down: try another one."), 503)
    try:
        await services.store_probe.check()
    except TimeoutError:
        return _said(request, Phrase("The games cannot be read: the database is not responding in time."), 503)
    except StoreRefused as refusal:
        return _said(request, refusal.phrase, 503)
    return _said(request, Phrase("Rollwright is ready."), 200)


def _said(request: Request, phrase: Phrase, status: int) -> Response:
    say = any_speech(Reader.of(request).language)
    return PlainTextResponse(f"{say(phrase)}\n", status, {"Cache-Control": "no-store"})
