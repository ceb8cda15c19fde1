"""The middleware before every request: known hosts, our own pages only, bodies of a sensible size, strict headers."""

import asyncio
import time
from collections.abc import MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.web.http.rendering import refused
from rollwright.web.ops.health import PROBES

LARGEST_BODY = 512 * 1024
"""Bytes of a request: a record of a long game has some ten thousand."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with "no-referrer" our own forms would come without their origin
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class TooLarge(Refusal):
    """The request is larger than anything we take."""

    def __init__(self) -> None:
        """Say how large a request may be."""
        super().__init__(Phrase("That is too large: a request may have {size} kB.", size=LARGEST_BODY // 1024))


class TooSlow(Refusal):
    """The request did not arrive in time."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(Phrase("The request took too long to come: try again."))


def is_foreign(connection: HTTPConnection) -> bool:
    """Say whether another site's page has sent this: its Origin is not the host that it asks."""
    if site := connection.headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != connection.headers.get("host")
    except ValueError:  # no address at all
        return True


class Guard:
    """The middleware that all requests pass."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], body_timeout: float) -> None:
        """Guard an app that answers to the loopback's names and, if there are further hosts, to bare addresses too.

        DNS rebinding could lead a page of another site here under that site's name, but never under a bare address.
        The whole body of a request must arrive within `body_timeout` seconds.
        """
        self.app = app
        self.body_timeout = body_timeout
        self.hosts = {*LOOPBACK, *hosts}
        self.takes_addresses = bool(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":  # it checks its origin itself, before it is accepted
            await (self.app if self._is_known(scope) else _close)(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            answer = refused(Request(scope), refusal[1], refusal[0])
            answer.headers["Connection"] = "close"  # nobody is to guess where its body ends
            await answer(scope, receive, _with_headers(send))
            return
        await self.app(scope, _counted(receive, self.body_timeout), _with_headers(send))

    def _is_known(self, scope: Scope) -> bool:
        host = Headers(scope=scope).get("host", "").lower()
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        return name in self.hosts or (self.takes_addresses and is_address(name.strip("[]")))

    def _refusal(self, scope: Scope) -> tuple[int, Phrase] | None:
        if not self._is_known(scope) and scope["path"] not in PROBES:
            return 421, Phrase("This server does not answer to that name: use localhost.")
        if scope["method"] not in ("GET", "HEAD") and is_foreign(HTTPConnection(scope)):
            return 403, Phrase("This was sent from another site's page, and only our own pages may.")
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers and "content-length" in headers:  # a proxy may believe the other one
            return 400, Phrase("The request was not understood.")
        if int_or_zero(headers.get("content-length", "")) > LARGEST_BODY:
            return 413, TooLarge().phrase
        charset = parse_options_header(headers.get("content-type", ""))[1].get(b"charset", b"utf-8")
        if charset.lower() not in (b"utf-8", b"utf8"):  # forms would be decoded with it, and some codecs take minutes
            return 400, Phrase("A request must be written in UTF-8.")
        return None


def is_address(name: str) -> bool:
    """Say whether a host is named by its bare address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def int_or_zero(text: str) -> int:
    """Return the number a text says, or 0."""
    return int(text) if text.isdecimal() and len(text) < 18 else 0


async def _close(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})


def _counted(receive: Receive, timeout: float) -> Receive:
    """Count the bytes of a body that does not say its length, and the time that all of it takes."""
    taken, whole = 0, False
    until = asyncio.get_running_loop().time() + timeout

    async def counting() -> Message:
        nonlocal taken, whole
        try:
            async with asyncio.timeout_at(None if whole else until):
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        whole = not message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise TooLarge
        return message

    return counting


def _with_headers(send: Send) -> Send:
    """Add our headers to an answer, and how long it took here: a page can then tell our time from the network's."""
    started = time.perf_counter()

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers["Server-Timing"] = f"app;dur={1000 * (time.perf_counter() - started):.1f}"
        await send(message)

    return sending
