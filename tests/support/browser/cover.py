"""Private sheets that are covered until their player reveals them."""

from playwright.sync_api import Page, expect

PRIVATE = ".question, .tray, .deeds, .sheet, #others, #guide, #end"
"""Selector of everything that must be absent while a sheet is covered."""
LEFT = """
() => ["svg[data-part]", "#log", "#score", "#actions", "#confirm", "#ask", "#legal", "#note.note:not(.empty)"]
  .flatMap((where) => [...document.querySelectorAll(`${where} > *`)]).map((each) => each.outerHTML)
  .concat(["scenes-text", "scenes-count"].map((id) => document.getElementById(id).textContent).filter(Boolean))
"""
"""Script: whatever of a sheet is in the document, visible or not."""


def check_covered(page: Page, name: str, asked: bool = True) -> None:
    """Check that a player's sheet is covered, the page contains nothing of any sheet, and the button is focused."""
    button = page.get_by_role("button", name=f"I am {name}: show my sheet")
    expect(button).to_be_focused()
    title = f"Hand the screen to {name}." if asked else f"{name} has nothing more to do for now."
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    for each in page.locator(PRIVATE).all():
        expect(each).to_be_hidden()
    assert page.evaluate(LEFT) == []
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def uncover(page: Page) -> None:
    """Reveal the sheet by its button, which must have the focus."""
    page.keyboard.press("Enter")
    expect(page.locator("#cover")).to_be_hidden()
    expect(page.locator("#ask")).to_be_focused()
