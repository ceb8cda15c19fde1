"""The layout of a table in a real browser: everything keeps its place, is large enough to read and to touch."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from rollwright.core.game import game_names
from tests.support.browser.hands import Mouse, Touch, company, offer, open_menu, play_on, settled, sit_down
from tests.support.browser.windows import DESKTOP, LANDSCAPE, NOWHERE, PHONE, TOUCHABLE, Opener
from tests.support.sampling import dealt, some

READABLE = 12
"""The smallest text on a sheet at 1280 x 800, in pixels."""

SMALL_DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LARGE_DESKTOP: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}

PLACES = """
() => Object.fromEntries(
  [...document.querySelectorAll(".bar, .stage, .dock, .question, .tray, .first, #undo, .sheet, .sheet svg, .bay svg")]
    .filter((each) => each.getClientRects().length)
    .map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.id || each.dataset.part || each.className, [x, y, width, height].map(Math.round)];
    })
)
"""

TEXTS = """
(smallest) => [...document.querySelectorAll(".sheet text, .felt text, .sheet h2, .bay figcaption")]
  .filter((each) => each.textContent.trim() && each.getClientRects().length && !each.closest(".overlay"))
  .map((each) => {
    const scale = each.getScreenCTM ? Math.abs(each.getScreenCTM().d) || Math.abs(each.getScreenCTM().b) : 1;
    return [each.textContent, parseFloat(getComputedStyle(each).fontSize) * scale];
  })
  .filter(([, size]) => size < smallest - 0.05)
"""

SMALL_BUTTONS = """
(least) => [...document.querySelectorAll("#table button, #table a, .menu button, .menu a")]
  .filter((each) => each.getClientRects().length && getComputedStyle(each).visibility === "visible")
  .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least - 0.5)
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)
"""

BEYOND = """
() => [...document.querySelectorAll(
  ".sheet .parts figure svg, .bay svg, .bay .spot, .question, .first, .second button"
)]
  .filter((each) => each.getClientRects().length && getComputedStyle(each).visibility === "visible")
  .map((each) => [each.id || each.dataset.part || each.className, each.matches(".bay svg") ? each.parentElement : each])
  .map(([name, each]) => [name, each.getBoundingClientRect()])
  .filter(([, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name} ${box.left} ${box.top} ${box.right} ${box.bottom}`)
"""


@pytest.mark.parametrize(("game", "kind"), dealt(some(game_names()), ["desktop", "phone"]))
def test_nothing_moves_while_one_picks(kind: str, game: str, opened: Opener) -> None:
    """What is picked changes the question and the buttons, and never the place of anything."""
    page = opened(NOWHERE, PHONE if kind == "phone" else DESKTOP)
    sit_down(page, game, *company(game))
    rng, hand, picked = Random(f"layout {game}"), Touch() if kind == "phone" else Mouse(), 0
    for _ in range(60):
        now = offer(page)
        if now.over or picked >= 8:
            break
        tab, before = page.locator("#table").get_attribute("data-tab"), page.evaluate(PLACES)
        hand.play(page, rng, now)
        settled(page)
        if page.locator(".spot.picked, .spot.pending").count():
            picked += 1
            if page.locator("#table").get_attribute("data-tab") == tab:
                after = page.evaluate(PLACES)
                assert {name: after.get(name) for name in before} == before
    assert picked, "nothing was picked"


@pytest.mark.parametrize("game", some(game_names()))
def test_text_on_a_sheet_can_be_read(game: str, opened: Opener) -> None:
    page = opened(NOWHERE, SMALL_DESKTOP)
    sit_down(page, game, *company(game))
    for steps in (0, 6, 12):
        play_on(page, Mouse(), Random(f"text {game}"), steps=steps)
        offer(page)
        assert page.evaluate(TEXTS, READABLE) == []
        assert page.evaluate(BEYOND) == []


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_a_large_window_is_used(game: str, opened: Opener) -> None:
    """Beyond 1280 pixels, the sheet goes on growing."""
    page = opened(NOWHERE, SMALL_DESKTOP)
    sit_down(page, game, *company(game))
    offer(page)
    areas = []
    for window in (SMALL_DESKTOP, LARGE_DESKTOP):
        page.set_viewport_size(window["viewport"])
        page.wait_for_timeout(200)
        box = page.locator(".sheet").bounding_box()
        assert box
        areas.append(box["width"] * box["height"])
    assert areas[1] > 1.5 * areas[0]


@pytest.mark.parametrize(("game", "kind"), dealt(some(game_names(), turn=1), ["landscape", "portrait"]))
def test_everything_on_a_phone_can_be_touched(kind: str, game: str, opened: Opener) -> None:
    page = opened(NOWHERE, PHONE if kind == "portrait" else LANDSCAPE)
    sit_down(page, game, *company(game))
    rng = Random(f"touch {kind} {game}")
    for _ in range(20):
        now = offer(page)
        if now.over:
            break
        assert now.smallest >= TOUCHABLE - 0.5, now
        assert page.evaluate(SMALL_BUTTONS, TOUCHABLE) == []
        assert page.evaluate(BEYOND) == []
        Touch().play(page, rng, now)
    open_menu(page)
    assert page.evaluate(SMALL_BUTTONS, TOUCHABLE) == []


def test_the_menu_the_log_and_typing_are_at_hand(opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, game_names()[0])
    offer(page)
    expect(page.locator("#log")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#log")).to_be_hidden()
    expect(page.locator("#typed")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.locator("#typed input")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#typed")).to_be_hidden()
    open_menu(page)
    page.locator("#menu").get_by_role("link", name="Your tables").click()
    page.wait_for_url("**/tables")


def test_new_dice_turn_to_the_part_where_one_acts_next(opened: Opener) -> None:
    """A line may be shaded before the numbers are written: without it the charger would stay, whatever is asked."""
    page, rng = opened(NOWHERE, PHONE), Random("tabs")
    sit_down(page, "terminal_dispute")
    table = page.locator("#table")
    for _ in range(3):
        while not offer(page).roll:
            Touch().play(page, rng, offer(page))
            settled(page)
        page.locator("#tab-charger").tap()
        page.locator("#roll").tap()
        settled(page)
        expect(table).to_have_attribute("data-tab", "matrix")
