"""Kinds of browser windows, and eyes on everything their pages ask for and complain of."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip

TOUCHABLE = 24
"""How many pixels a thing must measure to be hit by a finger."""

NOWHERE = "about:blank"
"""Where a window opens that goes to a table at once: it need not draw the first page before."""

LOST = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_CONTENT_LENGTH_MISMATCH",  # in the middle of an answer
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_FAILED",
)
"""What a browser itself says of a server that has gone."""

REFUSED = ("the server responded with a status of 422",)

Opener = Callable[..., Page]
"""Opens a window at an address: ``opened("/about", PHONE, color_scheme="dark")``."""


class Watch:
    """What the pages of a test asked for and complained of."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.hosts: set[str] = set()
        self.complaints: list[str] = []
        self.allowed: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        """Listen to every page of a window."""
        context.on("request", self._asked)
        context.on("console", self._said)
        context.on("weberror", self._threw)

    def allow(self, *texts: str) -> None:
        """Say what a page may complain of, because the test makes it happen."""
        self.allowed += texts

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about"):
            self.hosts.add(parts.netloc)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _threw(self, fault: WebError) -> None:
        self.complaints.append(f"thrown: {fault.error}")

    def check(self, address: str) -> None:
        """Fail if a page asked another host for something, or complained."""
        assert self.hosts <= {urlsplit(address).netloc}
        wrong = [each for each in self.complaints if not any(text in each for text in self.allowed)]
        assert wrong == [], wrong
