"""Everybody can use every page: axe-core finds nothing to complain of, in light and in dark, large and small."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from rollwright.core.game import game_names, open_game

from .hands import Mouse, Touch, ask_for_hint, offer, open_record, settled, sit_down
from .windows import DESKTOP, PHONE, Opener, Watch

EVERY_GAME = pytest.mark.parametrize("game", game_names())
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

UNNAMED = """
() => [...document.querySelectorAll(".spot.lit, .spot.picked, .spot.also")]
  .filter((each) => each.role !== "button" || !each.ariaLabel?.trim() || !each.hasAttribute("aria-pressed"))
  .map((each) => each.outerHTML)
"""

RUN = "(rules) => axe.run(document, { resultTypes: ['violations'], ...rules }).then((found) => found.violations)"
EVERY_RULE: dict[str, Any] = {}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What can differ between the themes: nothing else in a page depends on them."""


def violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with a page, in both themes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for violation in page.evaluate(RUN, EVERY_RULE if theme == "light" else COLOURS):
            nodes: list[dict[str, Any]] = violation["nodes"]
            found += [f"{theme}: {violation['id']}: {node['html']} {node['failureSummary']}" for node in nodes]
    return found


@EVERY_GAME
def test_pages(game: str, opened: Opener, watch: Watch) -> None:
    watch.allow("the server responded with a status of 404", "the server responded with a status of 422")
    page = opened("/")
    for address in ("/", f"/new/{game}", "/tables", f"/rules/{game}", "/about", f"/print/{game}", "/nowhere"):
        page.goto(address)
        assert violations(page) == [], address
    sit_down(page, game, "easy")
    table = page.url
    for address in ("/", "/tables", f"{table}/delete"):
        page.goto(address)
        assert violations(page) == [], address
    page.goto("/tables")
    page.locator("textarea").fill("nonsense")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []


def moments(page: Page, game: str, hand: Mouse) -> Iterator[str]:
    """Bring a table to the moments that look different, and say which it is."""
    rng = Random(f"moments {game}")
    yield "before the first roll, guided"
    hand.press(page.locator("[data-do=guide-off]"))
    while not (now := offer(page)).lit:
        hand.play(page, rng, now)
    yield "something to choose"
    ask_for_hint(page)
    yield "a hint"
    for step in range(5):
        now = offer(page)
        hand.play(page, rng, now)
        settled(page)
        yield f"after step {step}: {now}"
    hand.press(page.locator("[data-show='1']"))
    expect(page.locator("#back")).to_be_visible()
    yield "another's sheet"


@EVERY_GAME
@pytest.mark.parametrize("kind", ["desktop", "phone"])
def test_a_table(kind: str, game: str, opened: Opener) -> None:
    page = opened("/", PHONE if kind == "phone" else DESKTOP)
    sit_down(page, game, "easy")
    hand = Touch() if kind == "phone" else Mouse()
    for moment in moments(page, game, hand):
        assert unnamed(page) == [], moment
        assert violations(page) == [], moment
    page.locator("#rules-open").focus()
    page.keyboard.press("Enter")
    assert violations(page) == [], "the rules' drawer"


@EVERY_GAME
def test_the_end(game: str, opened: Opener) -> None:
    page = opened("/")
    for path in (open_game(game).folder / "golden").glob("*-seats.txt"):
        open_record(page, path.read_text(encoding="utf-8"))
        expect(page.locator("#end-title")).to_be_visible()
        assert violations(page) == [], path.name


def unnamed(page: Page) -> list[str]:
    """Return the spots that can be picked and yet are no button, or have no name to call them by."""
    found: list[str] = page.evaluate(UNNAMED)
    return found
