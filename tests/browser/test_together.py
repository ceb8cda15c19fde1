"""Two people at one screen, and a sheet that stays where it is while somebody points at it."""

from playwright.sync_api import Page, expect

from tests.support.browser.hands import open_record, record, settled
from tests.support.browser.windows import NOWHERE, PHONE, Opener

WRITING = """rollwright: 1
game: terminal_dispute
seats: 2
names: Ana, Ben
start: 1

dice 2 2 5 5 3
1 allocate nav 2 5 phone 2 5
1 write 5 e4
1 write 2 d1
"""

ALONE = """rollwright: 1
game: terminal_dispute
seats: 1
start: random

dice 2 2 5 5 3
1 allocate nav 2 5 phone 2 5
"""


def shown(page: Page) -> str:
    return page.locator("[data-show][aria-current] strong").inner_text()


def test_the_turn_passes_to_the_other_whose_sheet_comes_up(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, WRITING)
    assert shown(page) == "Ana"
    page.locator(".hex.lit").first.click()
    page.locator(".hex.lit").last.click()
    expect(page.locator("[data-show='1']")).to_have_attribute("aria-current", "true")
    expect(page.locator("#ask")).to_contain_text("Ben")


def test_one_can_look_at_the_other_s_sheet_and_take_back_one_s_last_move(opened: Opener) -> None:
    page = opened(NOWHERE)
    open_record(page, WRITING)
    before = record(page)
    page.locator("[data-show='1']").click()
    expect(page.locator("#ask")).to_contain_text("Ben")
    page.locator("[data-show='0']").click()
    expect(page.locator("#ask")).to_contain_text("Ana")
    page.locator(".hex.lit").first.click()
    page.locator(".hex.lit").last.click()
    expect(page.locator("#ask")).to_contain_text("Ben")
    page.locator("[data-show='0']").click()
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").click()
    settled(page)
    expect(page.locator(".hex.lit").first).to_be_visible()
    assert record(page) == before


def test_the_sheet_stays_under_the_finger(opened: Opener) -> None:
    page = opened("/", PHONE)
    page.evaluate("() => localStorage.setItem('guide-terminal_dispute', 'off')")
    open_record(page, ALONE)
    box = page.locator("#box-a1")

    def height() -> float:
        found = box.bounding_box()
        assert found
        return found["y"]

    still = height()
    page.locator("#nav-1").tap()
    assert height() == still
    page.locator("#box-b2").tap()
    assert height() == still
    page.locator("#let-go").tap()
    page.locator("#nav-1").tap()
    page.locator("#unused").tap()
    expect(page.locator("#notice")).to_be_visible()
    assert height() == still
