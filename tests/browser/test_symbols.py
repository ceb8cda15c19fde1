"""Everything on a sheet answers to pointing, long touch and keyboard with what it means and the rule it comes from."""

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.game import game_names, open_game
from rollwright.view.symbols import symbol_for, symbols_of
from tests.support.browser.hands import aim, offer, sheet, sit_down
from tests.support.browser.windows import NOWHERE, PHONE, Opener
from tests.support.sampling import some

GAMES = [name for name in game_names() if symbols_of(open_game(name))]

LONG_TOUCH = """
async ([x, y, name]) => {
  const target = document.getElementById(name);
  const touch = { bubbles: true, isPrimary: true, pointerId: 7, pointerType: "touch", clientX: x, clientY: y };
  target.dispatchEvent(new PointerEvent("pointerdown", touch));
  await new Promise((done) => setTimeout(done, 700));
  target.dispatchEvent(new PointerEvent("pointerup", touch));
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: y }));
}
"""


def first_spot(page: Page) -> str:
    """Return something on the sheet that is drawn in the visible part."""
    names: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.sheet svg[data-part] .spot')]"
        ".filter((each) => each.getClientRects().length).map((each) => each.id)"
    )
    return names[0]


def meaning(game: str, name: str) -> tuple[str, str]:
    found = symbol_for(symbols_of(open_game(game)), name)
    assert found
    return found.say, found.rule


@pytest.mark.parametrize("game", some(GAMES))
def test_a_mouse_that_rests_is_told_and_led_to_the_rule(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, game)
    offer(page)
    name = first_spot(page)
    say, rule = meaning(game, name)
    page.mouse.move(*aim(page.locator(f"#{name}")))
    card = page.locator("#symbol-card")
    expect(card).to_contain_text(say)
    before = sheet(page)
    card.get_by_role("button", name=rule).click()
    stated = page.locator(f"#rules #rule-{rule}")
    expect(stated).to_be_visible()
    expect(stated).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert sheet(page) == before


@pytest.mark.parametrize("game", some(GAMES, turn=1))
def test_a_long_touch_is_told_and_moves_nothing(game: str, opened: Opener) -> None:
    page = opened(NOWHERE, PHONE)
    sit_down(page, game)
    before = offer(page)
    name = first_spot(page)
    page.evaluate(LONG_TOUCH, [*aim(page.locator(f"#{name}")), name])
    expect(page.locator("#symbol-card")).to_contain_text(meaning(game, name)[0])
    after = offer(page)
    assert (after.pending, after.held, after.lit) == (before.pending, before.held, before.lit)


@pytest.mark.parametrize("game", some(GAMES))
def test_a_key_tells_about_what_has_the_focus(game: str, opened: Opener) -> None:
    page = opened(NOWHERE)
    sit_down(page, game)
    offer(page)
    name = first_spot(page)
    page.locator(f"#{name}").focus()
    page.keyboard.press("?")
    card = page.locator("#symbol-card")
    expect(card).to_contain_text(meaning(game, name)[0])
    expect(page.locator("#live")).to_contain_text(meaning(game, name)[0])
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
