"""A server and a browser for these tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support.browser.serving import Server
from tests.support.browser.windows import DESKTOP, Opener, Watch
from tools.chromium import ARGUMENTS, find_chromium

TIMEOUT = 20_000
"""Milliseconds after which something that does not happen has failed the test."""


LONGEST = {"test_campaigns.py", "test_play.py", "test_accessible.py", "test_online.py", "test_replay.py"}
"""Files whose tests take many seconds each: they are run first, so that no process is left with one at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)


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


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def opened(browser: Browser, watch: Watch, server: Server) -> Iterator[Opener]:
    """Open windows, watched, that nobody else shares cookies with; moving pictures are off unless asked for."""
    contexts = []

    def open_window(path: str = "/", kind: dict[str, Any] | None = None, **more: Any) -> Page:
        settings: dict[str, Any] = {"locale": "en-US", "reduced_motion": "reduce", **(kind or DESKTOP), **more}
        context = browser.new_context(base_url=server.address, **settings)
        context.set_default_timeout(TIMEOUT)
        watch.follow(context)
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_window
    for context in contexts:
        context.close()
    watch.check(server.address)
