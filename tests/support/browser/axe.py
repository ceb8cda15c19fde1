"""Accessibility checks: violations found by axe-core, and spots without a name."""

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.support import LONG

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
UNNAMED = """
() => [...document.querySelectorAll(".spot.lit, .spot.picked, .spot.also")]
  .filter((each) => each.role !== "button" || !each.ariaLabel?.trim() || !each.hasAttribute("aria-pressed"))
  .map((each) => each.outerHTML)
"""
RUN = "(rules) => axe.run(document, { resultTypes: ['violations'], ...rules }).then((found) => found.violations)"
EVERY_RULE: dict[str, Any] = {}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The axe rules that depend on the theme."""


def violations(page: Page, *, dark: bool = True) -> list[str]:
    """Return axe-core's violations on a page in both themes, or without the dark one if it is checked elsewhere."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for theme in THEMES if dark or LONG else THEMES[:1]:
        page.emulate_media(color_scheme=theme)
        for violation in page.evaluate(RUN, EVERY_RULE if theme == "light" else COLOURS):
            nodes: list[dict[str, Any]] = violation["nodes"]
            found += [f"{theme}: {violation['id']}: {node['html']} {node['failureSummary']}" for node in nodes]
    return found


def unnamed(page: Page) -> list[str]:
    """Return the spots that can be picked but are not buttons or have no accessible name."""
    found: list[str] = page.evaluate(UNNAMED)
    return found
