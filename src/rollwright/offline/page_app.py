"""The app in the page: the web app with a store that the browser keeps, and bots that think by the games' engines.

A worker of the page calls `open_app` once, and then hands over what pages ask for. Nothing here knows the browser: what
only a browser can do is handed in.
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Protocol, cast

from rollwright.bots.page_engine import engine_functions
from rollwright.core.game import Game
from rollwright.live.entry.brought_tables import is_brought_home, packed
from rollwright.live.entry.identity import known_as
from rollwright.live.environment import NO_CLOCK, Environment, LiveSettings
from rollwright.offline import asgi
from rollwright.offline.commit_in_place import CommitInPlace
from rollwright.offline.engine_library import Engine, EngineLibrary
from rollwright.offline.thinkers_in_place import ThinkersInPlace
from rollwright.store.errors import NoSuchTable
from rollwright.store.sqlite import SQLiteStore
from rollwright.web.app import make_app, make_services
from rollwright.web.http.cookies import COOKIE, GUARDED
from rollwright.web.http.rendering import LANGUAGE_COOKIE, THEME_COOKIE
from rollwright.web.web_settings import WebSettings

FILE = Path("/tmp/rollwright.db")
"""Where the store's file is in the memory of the worker."""

IDENTITY = "page"
"""The name of the secret that is this browser's token in the page."""

ONE_BROWSER = 1_000.0
"""The factor of the rate limits: nobody but the reader asks."""

PATIENCE = 60.0
"""Seconds for which bots wait for their engine, which is on the device: a plain guide would have to be worked out."""

POLICY, NOT_FRAMED, FRAMED = "content-security-policy", "frame-ancestors 'none'", "frame-ancestors 'self'"
"""The pages of the app in the page are shown in a frame of ours."""


class Bytes(Protocol):
    """Bytes of the page."""

    def to_bytes(self) -> bytes:
        """Return them as Python's."""
        ...


class Browser(Protocol):
    """What only a browser can do."""

    def keep(self, content: bytes, played: str) -> Awaitable[object]:
        """Keep the store's file, and what is to be brought to the server; done when it cannot be lost any more."""
        ...

    def engine(self, game: str) -> Awaitable[Engine]:
        """Load a game's engine."""
        ...


@dataclass(frozen=True)
class Reader:
    """Who reads the pages."""

    scheme: str
    host: str
    language: str
    theme: str


class PageApp:
    """The running app."""

    def __init__(self, app: Any, place: asgi.Place, cookies: dict[str, str]) -> None:
        """Take the app, where it seems to be, and the cookies of the browser there."""
        self._app, self._place, self._cookies = app, place, cookies
        self._running = AsyncExitStack()

    async def start(self) -> None:
        """Start what the app does by itself."""
        await self._running.enter_async_context(self._app.router.lifespan_context(self._app))

    async def close(self) -> None:
        """End it."""
        await self._running.aclose()

    async def answer(self, method: str, address: str, headers: str, body: Bytes | None) -> tuple[int, str, bytes]:
        """Answer a request: the status, the headers as JSON, as those of the request are, and the body."""
        asked = [(name, value) for name, value in json.loads(headers) if name not in ("cookie", "accept-encoding")]
        scope = self._place.scope("http", address, [*asked, self._cookie()]) | {"method": method}
        found = await asgi.answer(self._app, scope, body.to_bytes() if body else b"")
        told = [(name, _in_frame(name, value)) for name, value in found.headers if not self._remembers(name, value)]
        return found.status, json.dumps(told), found.body

    def connect(self, address: str, tell: Callable[[str], object], left: Callable[[int], object]) -> asgi.Connection:
        """Open a live connection."""
        return asgi.Connection(self._app, self._place.scope("websocket", address, [self._cookie()]), tell, left)

    def _cookie(self) -> asgi.Header:
        return "cookie", "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def _remembers(self, name: str, value: str) -> bool:
        """Remember a cookie that an answer sets: the browser would not, as the answer is none of the server's."""
        if name != "set-cookie":
            return False
        self._cookies.update({each.key: each.coded_value for each in SimpleCookie(value).values()})
        return True


def _in_frame(name: str, value: str) -> str:
    return value.replace(NOT_FRAMED, FRAMED) if name == POLICY else value


@dataclass
class _Kept:
    """What the browser keeps: the file of the store, and what is to be brought to the server."""

    browser: Browser
    refused: dict[str, str]
    """Why the server does not take a table as it is, by its id."""
    store: SQLiteStore = field(init=False)
    last: bytes = field(init=False)
    """The file as it was kept last, or opened."""

    def open_store(self) -> None:
        """Open the file, which is there if anything was kept."""
        self.store = SQLiteStore(FILE, lambda commit_group, reason: CommitInPlace(commit_group, reason, self))
        self.last = self.store.content()

    def keep(self, tables: Iterable[str]) -> Awaitable[object]:
        """Have everything kept after tables were changed."""
        return self._keep(self.store.content(), {table: self._packed(table) for table in tables if table})

    async def _keep(self, content: bytes, played: dict[str, str | None]) -> None:
        await self.browser.keep(content, json.dumps(played))
        self.last = content
        for table in played:
            self.refused.pop(table, None)

    def undo(self) -> None:
        """Return to what was kept last."""
        self.store.return_to(self.last)

    def _packed(self, table_id: str) -> str | None:
        """Return a table as it is to be sent; None if it is deleted, or is none that the server takes."""
        try:
            head, log = self.store.load(table_id).result()
        except NoSuchTable:
            return None
        over = self.store.listed(table_id).result().summary.over
        return json.dumps(packed(head, log, over)) if is_brought_home(head, log) else None

    async def drop_brought(self, holder: str, left: Collection[str]) -> None:
        """Delete the tables that were to be brought to the server, but for those that are left to be brought."""
        for listed in await asyncio.wrap_future(self.store.list_tables(holder)):
            head, log = await asyncio.wrap_future(self.store.load(listed.head.table_id))
            if is_brought_home(head, log) and head.table_id not in left:
                await asyncio.wrap_future(self.store.delete(head.table_id))


async def open_app(saved: Bytes | None, browser: Browser, reader: str, left: str) -> PageApp:
    """Open the app on what the browser has kept.

    `reader` is a `Reader` as JSON. `left` tells the tables that the server does not have, each with why it does not
    take it, or an empty text if it was not asked yet.
    """
    random.seed()  # the state of a snapshot is the same for everybody
    FILE.parent.mkdir(parents=True, exist_ok=True)
    if saved:
        FILE.write_bytes(saved.to_bytes())
    unbrought: dict[str, str] = json.loads(left)
    kept = _Kept(browser, {table: why for table, why in unbrought.items() if why})
    who = Reader(**json.loads(reader))
    kept.open_store()

    async def load(game: Game) -> None:
        game.provide(engine_functions(game), EngineLibrary(await browser.engine(game.name)))

    token = (await asyncio.wrap_future(kept.store.secret(IDENTITY))).hex()
    await kept.drop_brought(known_as(token), unbrought)
    thinkers = cast(Any, ThinkersInPlace(load))
    services = make_services(
        kept.store,
        thinkers,
        environment=Environment(settings=LiveSettings(bot_patience=PATIENCE, clocks=NO_CLOCK)),
        settings=WebSettings(limit_factor=ONE_BROWSER),
        in_page=True,
        not_taken=kept.refused,
    )
    cookies = {
        GUARDED if who.scheme == "https" else COOKIE: token,
        LANGUAGE_COOKIE: who.language,
        THEME_COOKIE: who.theme,
    }
    app = PageApp(make_app(services, hosts=(who.host.partition(":")[0],)), asgi.Place(who.scheme, who.host), cookies)
    await app.start()
    return app
