"""Puts the web app together: its services, routes, middleware and error handlers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rollwright.core.errors import Refusal, UnknownGame, need
from rollwright.core.game import playable_games
from rollwright.core.language import Phrase
from rollwright.live.analysis.analyses import Analyses
from rollwright.live.cleanup import keep_sweeping
from rollwright.live.editions.archivist import mend_later
from rollwright.live.engine import Engine
from rollwright.live.entry.invitations import BadLink
from rollwright.live.entry.shared_dice import DailySeeds
from rollwright.live.environment import Environment
from rollwright.live.notices.turn_notices import TurnNotices
from rollwright.live.rooms import Rooms
from rollwright.store.errors import Conflict, NoSuchTable, StoreRefused, UnreadableLog
from rollwright.store.protocol import Shared, Store
from rollwright.table.editions.replayable import CannotReplay
from rollwright.web.daily.routes import NoSuchDay
from rollwright.web.http.addresses import PublicAddress
from rollwright.web.http.guard import HEADERS, Guard, TooLarge, TooSlow
from rollwright.web.http.limits import Limits, TooMany
from rollwright.web.http.rendering import refused
from rollwright.web.http.requests import Malformed
from rollwright.web.install.bundle import Bundle
from rollwright.web.lobby.join import NoSuchLink
from rollwright.web.ops.logs import REQUEST
from rollwright.web.ops.metrics import MetricsObserver
from rollwright.web.ops.request_log import RequestLog
from rollwright.web.ops.shutdown import Shutdown
from rollwright.web.ops.store_probe import StoreProbe
from rollwright.web.print.printer import Printer
from rollwright.web.replay.cache import ReplayCache
from rollwright.web.routes import IN_PAGE, ROUTES
from rollwright.web.services import Services
from rollwright.web.table.page_cache import PageCache
from rollwright.web.web_settings import WebSettings

if TYPE_CHECKING:
    from rollwright.bots.thinkers import Thinkers
    from rollwright.web.push.messenger import Messenger

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
    CannotReplay: 409,
    UnreadableLog: 409,
    TooMany: 429,
    StoreRefused: 503,
}
"""The HTTP status of refusals; any other is answered with 422 (Unprocessable Content)."""


async def on_refusal(request: Request, fault: Exception) -> Response:
    """Answer a refusal with its sentence and status."""
    assert isinstance(fault, Refusal)
    status = next((code for kind, code in STATUS.items() if isinstance(fault, kind)), 422)
    answer = refused(request, fault.phrase, status)
    if isinstance(fault, TooMany):
        answer.headers["Retry-After"] = str(fault.seconds)
    return answer


async def on_http_error(request: Request, fault: Exception) -> Response:
    """Answer an unknown address or method with a sentence."""
    assert isinstance(fault, HTTPException)
    phrases = {
        404: Phrase("There is no page at this address."),
        405: Phrase("This address does not accept that kind of request."),
    }
    wrong = Phrase("The request could not be understood.")
    return refused(request, phrases.get(fault.status_code, wrong), fault.status_code)


async def on_disconnect(request: Request, fault: Exception) -> Response:
    """Note, by a status that nobody receives, that a client was gone before its request was complete."""
    return Response(status_code=400)


async def on_fault(request: Request, fault: Exception) -> Response:
    """Answer with status 500; the details are in the server's log."""
    answer = refused(
        request, Phrase("Something went wrong on our side. What you did before is saved: please try again."), 500
    )
    answer.headers.update(HEADERS)  # an unhandled exception bypasses the guard
    answer.headers["X-Request-Id"] = request.scope[REQUEST]
    return answer


async def _listen(store: Shared, rooms: Rooms) -> None:
    """Forward notifications and messages from other processes on the same store to the rooms, in this event loop."""
    loop = asyncio.get_running_loop()

    def in_loop(hear: Callable[..., None]) -> Callable[..., None]:
        def hop(*news: object) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(hear, *news)

        return hop

    await asyncio.to_thread(
        store.listen, in_loop(rooms.log_changed), in_loop(rooms.reload_all), in_loop(rooms.message_received)
    )


def make_services(
    store: Store,
    thinkers: "Thinkers",
    *,
    environment: Environment | None = None,
    settings: WebSettings | None = None,
    limits: Limits | None = None,
    public_address: PublicAddress | None = None,
    shutdown: Shutdown | None = None,
    sweep_days: int = 0,
    push: str = "",
    bundle: Bundle | None = None,
    in_page: bool = False,
    not_taken: Mapping[str, str] | None = None,
) -> Services:
    """Build the services of an app; the defaults are those of a server that is reachable from this computer only.

    `push` is the operator's address for push services; without one nothing is sent to any. `bundle` is what browsers
    fetch to play without a connection; `in_page` says that this app is what they run then, and `not_taken` why the
    server did not take some of its tables.
    """
    environment = environment or Environment(observer=MetricsObserver())
    settings = settings or WebSettings()
    engine = Engine(thinkers, environment)
    limits = limits or Limits(settings.limit_factor, environment.monotonic)
    messenger = _messenger(push, store, settings, environment) if push else None
    return Services(
        environment=environment,
        settings=settings,
        store=store,
        engine=engine,
        rooms=Rooms(store, engine, environment),
        daily_seeds=DailySeeds(store),
        pages=PageCache(),
        replays=ReplayCache(settings),
        analyses=Analyses(engine, environment),
        printer=Printer(settings, limits.printing),
        limits=limits,
        public_address=public_address or PublicAddress(listens_beyond=False, port=0),
        shutdown=shutdown or Shutdown(),
        store_probe=StoreProbe(store, settings.probe_timeout),
        messenger=messenger,
        bundle=bundle,
        in_page=in_page,
        not_taken=not_taken or {},
        sweep_days=sweep_days,
    )


def _messenger(contact: str, store: Store, settings: WebSettings, environment: Environment) -> "Messenger":
    need("rollwright.web.push.messenger", "push")
    from rollwright.web.push.messenger import Messenger

    return Messenger(contact, store, settings, environment)


@asynccontextmanager
async def _telling_turns(services: Services) -> AsyncIterator[None]:
    """Tell people of their turn while no page of theirs is open, if this server does."""
    if services.messenger is None:
        yield
        return
    await services.messenger.start()
    notices = TurnNotices(services.rooms, services.messenger.deliver)
    looking = asyncio.create_task(notices.look_around())
    try:
        yield
    finally:
        looking.cancel()
        await notices.close()
        await services.messenger.close()


def make_app(
    services: Services,
    hosts: tuple[str, ...] = (),
    on_stop: Callable[[], None] = lambda: None,
) -> Starlette:
    """Return an app with these services.

    `hosts` are the host names it accepts besides those of the loopback. `on_stop` is called in a thread when
    everything has stopped.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if isinstance(services.store, Shared):
            await _listen(services.store, services.rooms)
        for game in playable_games():
            services.engine.prepare(game)
        days = services.sweep_days
        sweeping = asyncio.create_task(keep_sweeping(services.rooms, days)) if days else None
        mending = asyncio.create_task(mend_later(services.rooms))
        try:
            async with _telling_turns(services):
                yield
        finally:
            mending.cancel()
            if sweeping:
                sweeping.cancel()
            await services.analyses.close()
            await services.rooms.close()
            await services.engine.close()
            services.replays.close()
            services.printer.close()
            await asyncio.to_thread(on_stop)  # here, as a signal may end the process right afterwards

    app = Starlette(
        routes=IN_PAGE if services.in_page else ROUTES,
        middleware=[
            Middleware(RequestLog, shutdown=services.shutdown),
            Middleware(Guard, hosts=hosts, body_timeout=services.settings.body_timeout),
            Middleware(GZipMiddleware, minimum_size=600),
        ],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            ClientDisconnect: on_disconnect,
            Exception: on_fault,
        },
        lifespan=lifespan,
    )
    app.state.services = services
    return app
