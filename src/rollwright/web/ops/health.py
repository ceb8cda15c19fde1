"""What a load balancer or whoever starts containers asks: whether this process lives, and whether it can serve.

Anybody may ask, by whatever name: a probe often knows no more than an address, and the answers tell nothing but that.
"""

import asyncio
from concurrent.futures import Future

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rollwright.core.game import any_speech
from rollwright.core.language import Phrase
from rollwright.store.errors import StoreRefused
from rollwright.store.protocol import Store
from rollwright.web.http.rendering import Reader

HEALTH, READY = "/health", "/ready"

PROBES = frozenset({HEALTH, READY})
"""What is answered whatever name it is asked by."""

PATIENCE = 2.0
"""Seconds in which the store must answer."""


class StoreProbe:
    """Whether the store answers. However many ask, it is asked once at a time."""

    def __init__(self, store: Store) -> None:
        """Feel nothing yet."""
        self._store = store
        self._asked: Future[set[str]] | None = None

    async def feel(self) -> None:
        """Wait for the store's answer to a small question; raise TimeoutError if it takes too long, or its refusal."""
        if self._asked is None or self._asked.done():
            self._asked = self._store.keys("")  # of no table
        await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), PATIENCE)


async def health(request: Request) -> Response:
    """Say that this process lives."""
    return _said(request, Phrase("Rollwright is here."), 200)


async def ready(request: Request) -> Response:
    """Say whether this process can serve, or why not."""
    state = request.app.state
    if state.stopping.begun:
        return _said(request, Phrase("This server is stopping: ask another one."), 503)
    try:
        await state.pulse.feel()
    except TimeoutError:
        return _said(request, Phrase("The games cannot be read, as the store does not answer in time."), 503)
    except StoreRefused as refusal:
        return _said(request, refusal.phrase, 503)
    return _said(request, Phrase("Rollwright is ready."), 200)


def _said(request: Request, phrase: Phrase, status: int) -> Response:
    say = any_speech(Reader.of(request).language)
    return PlainTextResponse(f"{say(phrase)}\n", status, {"Cache-Control": "no-store"})
