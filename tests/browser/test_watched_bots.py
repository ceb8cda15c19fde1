"""Bots in a real browser: a ring fills before they roll, which people stop or skip, and people choose their speed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.serving import Server
from tests.support.browser.shared_windows import SharedWindows
from tests.support.pages import expanded
from tests.support.wire import ANY_NUMBER

RING = ".bot-roll"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots leave a minute for an undo."""
    server = Server(tmp_path_factory.mktemp("watched"), "watched")
    yield server
    server.stop()


@pytest.fixture
def page(windows: SharedWindows, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A table at which a bot is about to roll."""
    motion: Any = getattr(request, "param", "no-preference")
    settings = {"base_url": server.address, "reduced_motion": motion, "service_workers": "block"}
    page = windows.open(settings)
    form: Any = {"kind-0": "here", "kind-1": "easy", "option-start": "1"}
    opened = page.context.request.post(f"/new/{ANY_NUMBER}", form=form, max_redirects=0)
    page.goto(opened.headers["location"])
    act(page, "roll")
    while not (values := look(page))["state"]["bot_roll"]:
        if moves := [move["move"] for move in values["moves"] if "instead" not in move]:
            act(page, "play", move=moves[0])
        else:
            page.wait_for_timeout(20)
    yield page
    windows.leave(page, settings, altered=False)


def act(page: Page, what: str, **body: str) -> None:
    answer = page.context.request.post(f"{page.url}/{what}", data={"seat": 0, **body})
    assert answer.ok, answer.text()


def look(page: Page) -> dict[str, Any]:
    answer = page.context.request.get(f"{page.url}/view", params={"show": 0, "version": 0, "told": 0})
    values: dict[str, Any] = expanded(answer.json())["values"]
    return values


def faces(page: Page) -> str:
    """Return what the dice in the tray look like."""
    return page.locator(".tray .felt").inner_html()


def test_undo_stops_the_ring(page: Page) -> None:
    expect(page.locator(RING)).to_be_visible()
    expect(page.locator("#ask")).to_contain_text("rolls next")
    page.keyboard.press("u")
    expect(page.locator(RING)).to_have_count(0)
    expect(page.locator(".spot.lit").first).to_be_visible()


@pytest.mark.parametrize("way", ["click on the ring", "click on the dice", "f", " "])
def test_the_roll_of_a_bot_is_seen_as_soon_as_one_likes(page: Page, way: str) -> None:
    ring = page.locator(RING)
    expect(ring).to_be_visible()
    before = faces(page)
    if way == "click on the ring":
        ring.click()
    elif way == "click on the dice":
        page.locator(".tray .felt").click(position={"x": 20, "y": 20})
    else:
        page.locator("#ask").focus()
        page.keyboard.press(way)
    expect(ring).to_have_count(0)
    page.wait_for_function("(before) => document.querySelector('.tray .felt').innerHTML !== before", arg=before)
    expect(page.locator("#last")).to_contain_text("Ada")


@pytest.mark.parametrize("page", ["reduce"], indirect=True)
def test_without_motion_the_ring_is_a_sentence(page: Page) -> None:
    expect(page.locator(RING)).to_have_text(re.compile(r"^Ada rolls in \d+ s\. Click to see it now\.$"))
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_speed_is_remembered_and_told(page: Page) -> None:
    expect(page.locator(RING)).to_be_visible()
    page.locator("#menu-open").click()
    page.get_by_label("At once").check(force=True)
    page.reload()
    page.locator("#menu-open").click()
    expect(page.get_by_label("At once")).to_be_checked()
    expect(page.get_by_label("Watch them")).not_to_be_checked()
    page.keyboard.press("Escape")
    page.locator("#ask").focus()
    page.keyboard.press("u")
    expect(page.locator(RING)).to_have_count(0)
    while not (found := (values := look(page))["state"]["bot_roll"]):
        if moves := [move["move"] for move in values["moves"] if "instead" not in move]:
            act(page, "play", move=moves[0])
    assert found["of_ms"] == 15_000, "a quarter of the minute"
