"""Windows that one test leaves to the next: a new one takes a second of the processor, an emptied one a fraction.

A window is kept only if nothing was done to it that cannot be undone; what it remembers is deleted.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

ALTERING: tuple[tuple[type, tuple[str, ...]], ...] = (
    (BrowserContext, ("add_init_script", "route", "route_web_socket", "set_offline", "grant_permissions")),
    (BrowserContext, ("new_cdp_session", "expose_function", "expose_binding", "set_extra_http_headers", "clock")),
    (Page, ("add_init_script", "route", "route_web_socket", "emulate_media", "set_viewport_size", "on", "once")),
    (Page, ("expose_function", "expose_binding", "set_extra_http_headers", "add_locator_handler", "clock")),
)
"""What changes a window for good, or at least after the test."""

SMALL_FILE = "/static/icon.svg"
"""A page of the server without scripts, at which what its other pages keep can be deleted."""

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
BESIDE = (-10, -10)
"""A place for the mouse where it points at nothing."""


class SharedWindows:
    """The windows of a browser, by the settings that they were opened with."""

    def __init__(self, browser: Browser) -> None:
        """Start without any."""
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    def open(self, settings: dict[str, Any]) -> Page:
        """Return a window that remembers nothing: one that is free, or a new one."""
        if free := self._free.get(repr(settings)):
            return free.pop()
        return self._browser.new_context(**settings).new_page()

    def leave(self, page: Page, settings: dict[str, Any], *, altered: bool) -> None:
        """Keep a window for later tests, or close it if it was altered, closed, or cannot be emptied."""
        if not altered and not page.is_closed():
            with suppress(Error):
                empty(page, settings["base_url"])
                self._free.setdefault(repr(settings), []).append(page)
                return
        page.context.close()


def empty(page: Page, address: str) -> None:
    """Close what else its browser shows, and delete what it remembers."""
    context = page.context
    for other in context.pages:
        if other is not page:
            other.close()
    page.goto(f"{address}{SMALL_FILE}")
    page.evaluate(FORGET)
    page.mouse.move(*BESIDE)
    context.clear_cookies()
    page.goto("about:blank")


def note_alterations(patch: pytest.MonkeyPatch) -> list[str]:
    """Return a list in which from now on every use is noted of what alters a window."""
    noted: list[str] = []

    def noting(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted_call(*arguments: Any, **more: Any) -> Any:
            noted.append(name)
            return call(*arguments, **more)

        return noted_call

    for kind, names in ALTERING:
        for name in names:
            used: Any = getattr(kind, name)
            getter: Any = getattr(used, "fget", None)
            patch.setattr(kind, name, property(noting(name, getter)) if getter else noting(name, used))
    return noted
