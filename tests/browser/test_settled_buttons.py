"""A click in haste presses nothing: a button waits for a moment after it has appeared or moved."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.actions import actions, watch_actions
from tests.support.browser.hands import open_rules
from tests.support.browser.serving import Server

HASTE, CALM = 100, 450
"""Milliseconds: well before a button may be pressed, and well after."""


@pytest.fixture(scope="module")
def calm_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("calm"), "calm")
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, calm_server: Server) -> Iterator[Page]:
    settings: Any = {"locale": "en-US", "reduced_motion": "reduce", "service_workers": "block"}
    context = browser.new_context(base_url=calm_server.address, **settings)
    yield context.new_page()
    context.close()


APPEAR = """() => {
  const button = document.createElement("button");
  button.dataset.move = "pass";
  button.textContent = "No unit";
  document.getElementById("actions").append(button);
}"""
"""A button for a move comes up, as one does after a roll."""


def sit_down_and_stop_the_clock(page: Page) -> None:
    """Open a table whose time passes only when the test says so, however busy the computer is."""
    page.clock.install()
    page.goto("/new/starcraft")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#roll")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


def test_a_button_that_has_just_appeared_is_not_pressed(page: Page) -> None:
    sit_down_and_stop_the_clock(page)
    watch_actions(page)
    page.evaluate(APPEAR)
    box = page.get_by_role("button", name="No unit").bounding_box()
    assert box
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.clock.run_for(HASTE)
    page.mouse.click(*where)
    assert actions(page) == [], "in haste"
    page.clock.run_for(CALM)
    page.mouse.click(*where)
    assert [action["do"] for action in actions(page)] == ["play"]


def test_a_button_that_has_moved_waits_too(page: Page) -> None:
    sit_down_and_stop_the_clock(page)
    watch_actions(page)
    page.evaluate("document.querySelector('.first').style.marginLeft = '40px'")
    page.clock.run_for(HASTE)
    page.locator("#roll").click()
    assert actions(page) == [], "in haste"
    page.clock.run_for(CALM)
    page.locator("#roll").click()
    page.clock.resume()
    expect(page.locator("#roll")).to_be_hidden()


def test_a_button_that_sinks_while_it_is_pressed_has_not_moved(page: Page) -> None:
    """Pressing closes what was open, such as a symbol's card, and so the buttons are looked at in that moment."""
    page.goto("/new/starcraft")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    page.wait_for_timeout(CALM)
    page.locator("#roll").click()
    expect(page.locator("#roll")).to_be_hidden()


def test_keys_are_never_too_early(page: Page) -> None:
    page.goto("/new/starcraft")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    page.wait_for_timeout(CALM)
    watch_actions(page)
    page.evaluate(APPEAR)
    page.get_by_role("button", name="No unit").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(HASTE)
    assert [action["do"] for action in actions(page)] == ["play"]


def test_a_dialog_can_be_closed_whenever_the_page_changes(page: Page) -> None:
    page.goto("/new/starcraft")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    page.wait_for_timeout(CALM)
    open_rules(page)
    page.evaluate("document.getElementById('live').textContent = 'the page changes'")
    page.locator("#rules").get_by_role("button", name="Close").click()
    expect(page.locator("#rules")).to_be_hidden()
