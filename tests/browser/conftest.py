"""A server and a browser for these tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.browser.serving import Server
from tests.support.browser.shared_windows import SharedWindows, note_alterations
from tests.support.browser.windows import DESKTOP, Opener, Watch
from tools.chromium import ARGUMENTS, find_chromium

TIMEOUT = 60_000
"""Milliseconds after which something that does not happen has failed the test."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of this process; one that stops it starts it again."""
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()
    assert running.log() == ""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> SharedWindows:
    return SharedWindows(browser)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def opened(windows: SharedWindows, watch: Watch, server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opener]:
    """Open windows, watched, that nobody else shares cookies with; moving pictures are off unless asked for."""
    shown: list[tuple[Page, dict[str, Any]]] = []
    alterations = note_alterations(monkeypatch)

    def open_window(path: str = "/", kind: dict[str, Any] | None = None, **more: Any) -> Page:
        settings = {"locale": "en-US", "reduced_motion": "reduce", **(kind or DESKTOP), **more}
        settings.setdefault("service_workers", "block")  # one would stay behind, and answer when the network is cut
        settings["base_url"] = server.address
        page = windows.open(settings)
        page.context.set_default_timeout(TIMEOUT)
        watch.follow(page.context)
        shown.append((page, settings))
        page.goto(path)
        return page

    yield open_window
    for page, settings in shown:
        watch.leave(page.context)
        windows.leave(page, settings, altered=bool(alterations))
    watch.check(server.address)
