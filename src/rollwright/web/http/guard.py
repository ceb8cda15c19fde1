"""Security middleware: allowed hosts, same-origin requests, limits on bodies, security headers."""

import asyncio
import re
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

LARGEST_BODY = 16 * 1024
"""The most bytes of a request body: no form, action or message of ours comes near it."""

LARGEST_RECORD = 512 * 1024
"""The most bytes of a request that brings a record; that of a long game has about ten thousand."""

BROUGHT = "/offline/brought"
"""The path to which games are brought that were played without a connection."""

RECORD_PATHS = frozenset({"/open", BROUGHT})
"""The paths to which whole games are sent."""

MEASURED_PATH = re.compile(r"/table/[^/]+/replay/analysis/measured")
"""The path to which pages send the sums of an analysis, some tens of thousand bytes for a long game."""

LONGEST_QUERY = 2 * 1024
"""The most characters of an address after the `?`: to read many takes a while, and ours are short."""

MOST_DIGITS = 20
"""The most digits of a length that are read, as in h11, which refuses longer ones; any such length is too large."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with "no-referrer" browsers send our own forms without an Origin
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class TooLarge(Refusal):
    """The body of a request is too large."""

    def __init__(self, most: int) -> None:
        """Say how many bytes a request may have."""
        super().__init__(Phrase("That is too large: a request can have at most {size} kB.", size=most // 1024))


class TooSlow(Refusal):
    """The body of a request did not arrive in time."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(Phrase("The request took too long to arrive: try again."))


def largest_body(path: str) -> int:
    """Return the most bytes of the body of a request to a path."""
    return LARGEST_RECORD if path in RECORD_PATHS or MEASURED_PATH.fullmatch(path) else LARGEST_BODY


def is_foreign(connection: HTTPConnection) -> bool:
    """Say whether a request comes from another site's page: its Origin is not the requested host."""
    if site := connection.headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != connection.headers.get("host")
    except ValueError:  # not a valid address
        return True


class Guard:
    """The middleware that all requests pass."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], body_timeout: float) -> None:
        """Guard an app that accepts the loopback's host names and, if `hosts` are given, those and any IP address.

        DNS rebinding can make another site's page reach us under that site's name, but never under an IP address.
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
        if scope["type"] == "websocket":  # its route checks the origin before it accepts
            await (self.app if self._is_known(scope) else _close)(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            answer = refused(Request(scope), refusal[1], refusal[0])
            answer.headers["Connection"] = "close"  # the rest of the body is not read
            await answer(scope, receive, _with_headers(send))
            return
        await self.app(scope, _counted(receive, self.body_timeout, largest_body(scope["path"])), _with_headers(send))

    def _is_known(self, scope: Scope) -> bool:
        host = Headers(scope=scope).get("host", "").lower()
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        return name in self.hosts or (self.takes_addresses and is_address(name.strip("[]")))

    def _refusal(self, scope: Scope) -> tuple[int, Phrase] | None:
        if not self._is_known(scope) and scope["path"] not in PROBES:
            return 421, Phrase("This server does not answer to that name: use localhost.")
        if scope["method"] not in ("GET", "HEAD") and is_foreign(HTTPConnection(scope)):
            return 403, Phrase("This was sent from another website. Only our own pages can do that.")
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers and "content-length" in headers:  # request smuggling
            return 400, Phrase("The request could not be understood.")
        if len(scope["query_string"]) > LONGEST_QUERY:
            return 414, Phrase(
                "This address is too long: after its question mark it can have at most {n} characters.", n=LONGEST_QUERY
            )
        if stated_length(headers.get("content-length", "")) > (most := largest_body(scope["path"])):
            return 413, TooLarge(most).phrase
        charset = parse_options_header(headers.get("content-type", ""))[1].get(b"charset", b"utf-8")
        if charset.lower() not in (b"utf-8", b"utf8"):  # it would decode forms, and some codecs take minutes
            return 400, Phrase("The request must be encoded in UTF-8.")
        return None


def is_address(name: str) -> bool:
    """Say whether a host is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def stated_length(text: str) -> int:
    """Return the length that a request states of its body, or 0; of more digits than can be meant the first ones do."""
    return int(text[:MOST_DIGITS]) if text.isdecimal() else 0


async def _close(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})


def _counted(receive: Receive, timeout: float, most: int) -> Receive:
    """Enforce the limits on a body as it arrives: its bytes, and `timeout` seconds for all of it."""
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
        if taken > most:
            raise TooLarge(most)
        return message

    return counting


def _with_headers(send: Send) -> Send:
    """Add the security headers to a response."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
