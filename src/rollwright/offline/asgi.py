"""Calls an ASGI app without a server: one request, or one live connection, at a time."""

import asyncio
import logging
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from starlette.types import ASGIApp

LOG = logging.getLogger(__name__)

Header = tuple[str, str]


@dataclass(frozen=True)
class Place:
    """Where the app seems to be: the scheme and the host of the page's own address."""

    scheme: str
    host: str

    def scope(self, kind: str, address: str, headers: Iterable[Header]) -> dict[str, Any]:
        """Return the scope of a request to an address below it."""
        asked, own = urlsplit(address), urlsplit(f"//{self.host}")
        port = own.port or (443 if self.scheme == "https" else 80)
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "path": unquote(asked.path),
            "raw_path": asked.path.encode(),
            "query_string": asked.query.encode(),
            "root_path": "",
            "scheme": self.scheme.replace("http", "ws") if kind == "websocket" else self.scheme,
            "server": (own.hostname or "", port),
            "client": ("127.0.0.1", 0),
            "headers": [(b"host", self.host.encode()), *raw],
        }


@dataclass
class Answer:
    """An app's answer to a request."""

    status: int = 500
    headers: list[Header] = field(default_factory=list)
    body: bytes = b""


async def answer(app: ASGIApp, scope: MutableMapping[str, Any], body: bytes) -> Answer:
    """Ask the app, and return its whole answer.

    Whoever asks gets the page that the app shows after a fault of its own; that it then raises it is for a server.
    """
    found, parts = Answer(), list[bytes]()
    begun = False
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> MutableMapping[str, Any]:
        if pending:
            return pending.pop()
        await asyncio.Event().wait()  # nobody leaves before the answer
        raise AssertionError("this is never reached")

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            found.status = message["status"]
            found.headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))

    try:
        await app(scope, receive, send)
    except Exception:
        if not begun:
            raise
        LOG.exception("a request failed")
    found.body = b"".join(parts)
    return found


class Connection:
    """A live connection to the app."""

    def __init__(
        self,
        app: ASGIApp,
        scope: MutableMapping[str, Any],
        tell: Callable[[str], object],
        left: Callable[[int], object],
    ) -> None:
        """Connect; `tell` is given each message of the app, `left` the code with which it closes the connection."""
        self._arriving: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._arriving.put_nowait({"type": "websocket.connect"})
        self._tell, self._left = tell, left
        self._task = asyncio.get_running_loop().create_task(self._run(app, scope))

    def hear(self, text: str) -> None:
        """Give the app a message of the page."""
        self._arriving.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """Tell the app that the page has gone."""
        self._arriving.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def _run(self, app: ASGIApp, scope: MutableMapping[str, Any]) -> None:
        closed = False

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal closed
            if message["type"] == "websocket.send":
                self._tell(message["text"])
            elif message["type"] == "websocket.close" and not closed:
                closed = True
                self._left(message.get("code", 1000))

        try:
            await app(scope, self._arriving.get, send)
        finally:
            if not closed:
                self._left(1006)
