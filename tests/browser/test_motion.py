"""Motion and sound in a real browser: dice that tumble, points that fly, and silence until it is broken on purpose."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.game import game_names
from tests.support.browser.hands import Mouse, eventually, offer, open_menu, record, settled, sit_down
from tests.support.browser.windows import DESKTOP, NOWHERE, Opener
from tests.support.sampling import some

WATCH_ROLL = """
() => {
  window.seen = { asked: [], lit: [] };
  new MutationObserver(() => {
    if (!document.querySelector(".tumbling")) return;
    window.seen.asked.push(document.getElementById("ask").innerText);
    window.seen.lit.push(document.querySelectorAll(".spot.lit").length);
  }).observe(document.querySelector(".felt"), { subtree: true, childList: true, attributes: true });
}
"""

COUNT_SOUNDS = """
() => {
  window.played = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.played += 1; return make.call(this); };
}
"""

FLOWN = """
() => new MutationObserver((all) => {
  for (const node of all.flatMap((each) => [...each.addedNodes])) {
    if (node.className === "flying-gain") window.flown = node.textContent;
  }
}).observe(document.body, { childList: true })
"""

ROLL_FIRST = "terminal_dispute"
"""A game that begins with a roll, alone."""
DECIDED_BY_A_DIE = "starcraft"
"""A game that begins with a roll for who goes first: the die is gone from the tray when it has fallen."""


def to_the_roll(page: Page) -> None:
    """Sit down alone where the dice can be rolled."""
    sit_down(page, ROLL_FIRST)
    assert offer(page).roll


@pytest.mark.parametrize("how", ["button", "space", "dice"])
def test_the_dice_are_rolled_by_the_button_by_space_and_by_a_click_on_them(how: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    to_the_roll(page)
    if how == "button":
        page.locator("#roll").click()
    elif how == "space":
        page.locator("#ask").focus()
        page.keyboard.press("Space")
    else:
        page.locator(".felt").click()
    settled(page)
    eventually(lambda: "roll" in record(page), page)


def test_a_double_click_on_the_dice_rolls_once_and_moves_nothing(opened: Opener) -> None:
    page = opened(NOWHERE)
    to_the_roll(page)
    before = record(page).count("\n")
    page.locator(".felt").dblclick()
    settled(page)
    page.wait_for_timeout(300)
    assert record(page).count("\n") == before + 1


def test_the_words_wait_until_the_dice_have_landed(opened: Opener) -> None:
    page = opened(NOWHERE, DESKTOP, reduced_motion="no-preference")
    to_the_roll(page)
    page.evaluate(WATCH_ROLL)
    page.locator("#roll").click()
    expect(page.locator(".tumbling").first).to_be_visible()
    expect(page.locator(".tumbling")).to_have_count(0)
    seen = page.evaluate("window.seen")
    assert set(seen["asked"]) == {"Rolling ..."}
    assert set(seen["lit"]) == {0}
    expect(page.locator("#ask")).not_to_have_text("Rolling ...")
    expect(page.locator(".spot.lit").first).to_be_visible()


def test_what_a_roll_decides_at_once_is_told(opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, DECIDED_BY_A_DIE, "easy")
    page.locator("#roll").click()
    expect(page.locator("#aside")).to_contain_text("goes first")


@pytest.mark.parametrize(("motion", "flies"), [("no-preference", True), ("reduce", False)])
def test_points_fly_to_whoever_has_earned_them(motion: str, flies: bool, opened: Opener) -> None:
    page = opened(NOWHERE, DESKTOP, reduced_motion=motion)
    to_the_roll(page)
    page.evaluate(FLOWN)
    rng = Random(7)
    while page.locator("[data-scored='0']").first.text_content() in ("0", ""):
        Mouse().play(page, rng, offer(page))
        settled(page)
        page.wait_for_timeout(50)
    page.wait_for_timeout(100)
    assert bool(page.evaluate("window.flown")) == flies
    eventually(lambda: page.locator(".flying-gain").count() == 0, page)


FLIGHTS = """
() => {
  window.flights = [];
  new MutationObserver((all) => {
    for (const node of all.flatMap((each) => [...each.addedNodes]).filter((each) => each.className === "flying-gain")) {
      const ends = node.getAnimations()[0].effect.getKeyframes().map((each) => each.transform.match(/[-.0-9]+px/g));
      const [x, y] = ends[0].map(parseFloat), [toX, toY] = ends.at(-1).map(parseFloat);
      const score = document.querySelector("[data-scored='1']").getBoundingClientRect();
      const toAda = Math.hypot(toX - score.x - score.width / 2, toY - score.y - score.height / 2) < 4;
      window.flights.push([toAda, Math.hypot(x - toX, y - toY)]);
    }
  }).observe(document.body, { childList: true });
}
"""
"""Script: watch points that fly: whether they are those of the second seat, and how far they go."""


def test_points_of_others_rise_at_their_own_strip(opened: Opener) -> None:
    """From anywhere else they would fly across the sheet that is shown, as if it had brought them."""
    page = opened(NOWHERE, DESKTOP, reduced_motion="no-preference")
    sit_down(page, DECIDED_BY_A_DIE, "easy")
    page.evaluate(FLIGHTS)
    rng = Random(7)

    def of_ada() -> list[float]:
        return [far for is_ada, far in page.evaluate("window.flights") if is_ada]

    for _ in range(200):
        if of_ada():
            break
        Mouse().play(page, rng, offer(page))
        settled(page)
    assert 0 < max(of_ada()) < 60


def test_sounds_are_off_until_they_are_switched_on_and_that_is_remembered(opened: Opener) -> None:
    page = opened(NOWHERE)
    page.add_init_script(f"({COUNT_SOUNDS})()")
    to_the_roll(page)
    page.locator("#roll").click()
    settled(page)
    offer(page)
    assert page.evaluate("window.played") == 0
    open_menu(page)
    switch = page.locator("#sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    eventually(lambda: page.evaluate("window.played") > 0, page)
    page.reload()
    offer(page)
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("game", some(game_names(), turn=1))
def test_the_dice_are_seen_in_the_tray(game: str, opened: Opener) -> None:
    """After a roll that one writes, its dice lie in the tray, as large as they can be touched."""
    page = opened(NOWHERE)
    sit_down(page, game)
    rng = Random(3)
    for _ in range(40):
        now = offer(page)
        if now.over or (not now.roll and page.locator(".felt .die-face:visible").count()):
            break
        Mouse().play(page, rng, now)
    box = page.locator(".felt .die-face:visible").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 40
