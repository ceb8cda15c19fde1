"""The web app put together: what is where, and what stands guard before it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from rollwright.bots.thinkers import Thinkers
from rollwright.core.errors import Refusal, UnknownGame
from rollwright.core.game import playable_games
from rollwright.core.language import Phrase
from rollwright.live.cleanup import keep_sweeping
from rollwright.live.engine import Engine
from rollwright.live.invitations import BadLink
from rollwright.live.room import PAUSE
from rollwright.live.rooms import Rooms
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused
from rollwright.store.protocol import Shared, Store
from rollwright.web.daily.routes import NoSuchDay
from rollwright.web.http.addresses import Reach
from rollwright.web.http.guard import HEADERS, Guard, TooLarge, TooSlow
from rollwright.web.http.limits import Limits, TooMany
from rollwright.web.http.rendering import refused
from rollwright.web.http.requests import Malformed
from rollwright.web.lobby.join import NoSuchLink
from rollwright.web.ops.health import StoreProbe
from rollwright.web.ops.logs import REQUEST
from rollwright.web.ops.request_log import RequestLog
from rollwright.web.ops.server import Shutdown
from rollwright.web.replay.cache import ReplayCache
from rollwright.web.routes import ROUTES

STATUS: dict[type[Refusal], int] = {
    UnknownGame: 404,
    NoSuchTable: 404,
    NoSuchDay: 404,
    TooLarge: 413,
    TooSlow: 408,
    Malformed: 400,
    BadLink: 400,
    NoSuchLink: 404,
    Conflict: 409,
    TooMany: 429,
    StoreRefused: 503,
}
"""How refusals answer over HTTP; any other is 422: understood, and not possible."""


async def on_refusal(request: Request, fault: Exception) -> Response:
    """Turn a refusal into an answer."""
    assert isinstance(fault, Refusal)
    status = next((code for kind, code in STATUS.items() if isinstance(fault, kind)), 422)
    answer = refused(request, fault.phrase, status)
    if isinstance(fault, TooMany):
        answer.headers["Retry-After"] = str(fault.seconds)
    return answer


async def on_http_error(request: Request, fault: Exception) -> Response:
    """Turn an address nobody has, or a method it does not know, into a sentence."""
    assert isinstance(fault, HTTPException)
    phrases = {
        404: Phrase("There is no page at this address."),
        405: Phrase("This address does not take that kind of request."),
    }
    wrong = Phrase("The request was not understood.")
    return refused(request, phrases.get(fault.status_code, wrong), fault.status_code)


async def on_fault(request: Request, fault: Exception) -> Response:
    """Say that it is our fault; the server's log says what happened."""
    answer = refused(request, Phrase("Something broke on our side; what you did before is kept. Try again."), 500)
    answer.headers.update(HEADERS)  # a fault passes by the guard
    answer.headers["X-Request-Id"] = request.scope[REQUEST]
    return answer


async def _attend(store: Shared, rooms: Any) -> None:
    """Let the rooms know what other processes at the same store write and say."""
    loop = asyncio.get_running_loop()

    def here(hear: Callable[..., None]) -> Callable[..., None]:
        def hop(*news: object) -> None:
            with suppress(RuntimeError):  # there is nobody left who could be told
                loop.call_soon_threadsafe(hear, *news)

        return hop

    await asyncio.to_thread(store.listen, here(rooms.heard), here(rooms.missed), here(rooms.told))


def make_app(
    store: Store,
    thinkers: Thinkers,
    pause: float = PAUSE,
    hosts: tuple[str, ...] = (),
    closing: Callable[[], None] = lambda: None,
    limits: Limits | None = None,
    reach: Reach | None = None,
    stopping: Shutdown | None = None,
    sweep: int = 0,
    opening: Callable[[], None] = lambda: None,
) -> Starlette:
    """Return the app, with this store and these bots.

    `hosts` are names it answers to besides the loopback's; `opening` is called before anybody is let in, and may take a
    moment; `closing` is called when it has stopped;
    `limits` are the usual ones unless others are given; `reach` says how other devices come here, if they can;
    `stopping` knows when it is to stop; unfinished tables are deleted after `sweep` days, or never.
    """
    stopping = stopping or Shutdown()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        engine = app.state.engine = Engine(thinkers)
        app.state.rooms = Rooms(store, engine, pause)
        app.state.replays = ReplayCache()
        if isinstance(store, Shared):
            await _attend(store, app.state.rooms)
        for game in playable_games():
            engine.prepare(game)
        sweeping = asyncio.create_task(keep_sweeping(app.state.rooms, sweep)) if sweep else None
        await asyncio.to_thread(opening)
        try:
            yield
        finally:
            if sweeping:
                sweeping.cancel()
            await app.state.rooms.close()
            await engine.close()
            app.state.replays.close()
            await asyncio.to_thread(closing)  # here, as a signal may end the process right after

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(RequestLog, stopping=stopping),
            Middleware(Guard, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=600),
        ],
        exception_handlers={Refusal: on_refusal, HTTPException: on_http_error, Exception: on_fault},
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.stopping = stopping
    app.state.pulse = StoreProbe(store)
    app.state.sweep = sweep
    app.state.limits = limits or Limits()
    app.state.reach = reach or Reach(listens_beyond=False, port=0)
    return app
