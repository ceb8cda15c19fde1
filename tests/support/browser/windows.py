"""Kinds of browser windows, and a watch on the requests and errors of their pages."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip

LANDSCAPE: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}

TOUCHABLE = 32
"""The smallest size of a touch target, in pixels."""

NOWHERE = "about:blank"
"""The first page of a window that goes to a table at once, so that it does not load the home page."""

LOST = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_CONTENT_LENGTH_MISMATCH",  # in the middle of a response
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_FAILED",
)
"""The browser's console messages for a server that has stopped."""

UNHEARD = "Service Worker registration blocked by Playwright"
"""What Playwright writes to the console of a window that keeps service workers out."""

REFUSED = ("the server responded with a status of 422",)

Opener = Callable[..., Page]
"""Opens a window at an address: ``opened("/about", PHONE, color_scheme="dark")``."""


class Watch:
    """The requests and errors of all pages of a test."""

    def __init__(self) -> None:
        """Start with none."""
        self.hosts: set[str] = set()
        self.complaints: list[str] = []
        self.allowed: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        """Listen to every page of a window."""
        context.on("request", self._asked)
        context.on("console", self._said)
        context.on("weberror", self._threw)

    def leave(self, context: BrowserContext) -> None:
        """Listen no longer."""
        context.remove_listener("request", self._asked)
        context.remove_listener("console", self._said)
        context.remove_listener("weberror", self._threw)

    def allow(self, *texts: str) -> None:
        """Allow errors that the test causes on purpose."""
        self.allowed += texts

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about"):
            self.hosts.add(parts.netloc)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != UNHEARD:
            where = urlsplit(message.location["url"]).path.rpartition("/")[2]  # which request was refused, say
            self.complaints.append(f"{message.type}: {message.text} [{where}]")

    def _threw(self, fault: WebError) -> None:
        self.complaints.append(f"thrown: {fault.error}")

    def check(self, address: str) -> None:
        """Fail if a page requested something from another host, or logged an error."""
        assert self.hosts <= {urlsplit(address).netloc}
        wrong = [each for each in self.complaints if not any(text in each for text in self.allowed)]
        assert wrong == [], wrong
