"""A sheet that is covered until its player is there."""

from playwright.sync_api import Page, expect

PRIVATE = ".bar, .sheet, .dice, #others, #guide, #end"
"""What is not there while a sheet is covered."""
LEFT = """
() => ["svg[data-part]", "#log", "#score", "#actions", "#ask", "#legal", "#note.note:not(.empty)"]
  .flatMap((where) => [...document.querySelectorAll(`${where} > *`)]).map((each) => each.outerHTML)
  .concat(["scenes-text", "scenes-count"].map((id) => document.getElementById(id).textContent).filter(Boolean))
"""
"""What of a sheet is in the page at all, seen or not."""


def check_covered(page: Page, name: str, asked: bool = True) -> None:
    """See that somebody's sheet is covered, that nothing of any sheet is on the page, and the button has the focus."""
    button = page.get_by_role("button", name=f"I am {name}: show my sheet")
    expect(button).to_be_focused()
    title = f"Hand the screen to {name}." if asked else f"Nothing more is asked of {name} now."
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    for each in page.locator(PRIVATE).all():
        expect(each).to_be_hidden()
    assert page.evaluate(LEFT) == []
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def uncover(page: Page) -> None:
    """Open the sheet by its button, which has the focus."""
    page.keyboard.press("Enter")
    expect(page.locator("#cover")).to_be_hidden()
    expect(page.locator("#ask")).to_be_focused()
