"""The analysis of a game in the browser: told to everybody, and its costliest choices tried again, by mouse and keys.

Both windows have the same game, as all games have the same page.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.game import open_game
from tests.support.browser.axe import violations
from tests.support.browser.hands import eventually
from tests.support.browser.windows import PHONE, Opener

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
GAME = "terminal_dispute"

THINKING = 180_000
"""The milliseconds that an analysis may take: bots step back for everything else that a busy machine does."""

TARGETS = """
() => [...document.querySelectorAll("#analysis a, #analysis button, .drawer-pages button")]
  .map((each) => each.getBoundingClientRect()).filter((each) => each.width)
  .map((each) => Math.min(each.width, each.height))
"""


def watch(page: Page) -> None:
    """Open the record of a whole game to watch it."""
    record = (open_game(GAME).folder / "golden" / "1-seats.txt").read_text(encoding="utf-8")
    page.locator("textarea").fill(record)
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_url("**/replay*")


def place(page: Page) -> int:
    return int(page.locator("#replay-slider").input_value())


@pytest.mark.parametrize("kind", [WIDE, PHONE], ids=["1440", "390"])
def test_luck_and_choices_are_told_and_a_costly_choice_is_tried_again_by_keys(
    kind: dict[str, Any], opened: Opener
) -> None:
    page = opened("/tables", kind)
    watch(page)
    if kind is PHONE:
        page.locator("#ticker").click()
    page.get_by_role("button", name="Luck and choices").press("Enter")
    costly = page.locator(".costly-row")
    expect(costly.first).to_be_visible(timeout=THINKING)
    expect(page.locator("#analysis-progress")).to_be_hidden(timeout=THINKING)
    assert costly.count() == 3
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= kind["viewport"]["width"]
    assert min(page.evaluate(TARGETS)) >= 24
    expect(page.locator("#analysis-sum")).to_contain_text("Luck")

    costly.nth(1).focus()
    page.keyboard.press("Enter")
    question = page.locator(".retry")
    expect(question).to_contain_text("What would you play here?")
    assert place(page) == int(costly.nth(1).get_attribute("data-puzzle") or 0) - 1, "before the choice was made"
    expect(page.locator("#analysis-step .option")).to_have_count(0)
    expect(page.locator("#analysis-step-title")).to_have_text("The next step")
    assert violations(page, dark=False) == []
    expect(question.locator("[data-try]").first).to_be_focused()
    page.keyboard.press("Enter")
    answer = page.locator("#analysis-step")
    expect(answer.locator(".option.best").first).to_be_visible()
    expect(answer.locator(".option.made")).to_have_count(1)
    expect(answer.locator(".retry-told")).to_be_visible()
    expect(answer).to_be_focused()
    assert violations(page, dark=False) == []

    page.keyboard.press("Home")
    eventually(lambda: place(page) == 0, page)
    page.keyboard.press("ArrowRight")
    expect(answer.locator(".judged-verdict")).to_be_visible()
    expect(page.locator("#analysis-step-title")).to_have_text("This step")
    page.get_by_role("button", name="Steps").click()
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#analysis")).to_be_hidden()


def test_the_curve_leads_to_its_steps_and_an_address_opens_the_analysis(opened: Opener) -> None:
    page = opened("/tables", WIDE)
    watch(page)
    page.goto(page.url.partition("?")[0] + "?analysis=1")
    expect(page.locator(".costly-row").first).to_be_visible()
    disc = page.locator("#analysis-curve [data-place]").filter(has_text="1").first
    disc.click()
    eventually(lambda: place(page) == int(disc.get_attribute("data-place") or -1), page)
    expect(page.locator("#replay-judged")).to_have_text("?")
    page.locator("#analysis-step button").click()
    expect(page.locator(".retry")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#analysis-step .option.best").first).to_be_visible()
