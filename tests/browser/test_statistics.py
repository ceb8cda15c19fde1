"""Your results as they look: everybody can read, reach and touch them, and forget them."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from random import Random
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.game import all_games
from rollwright.live.entry.identity import known_as
from rollwright.store.sqlite import SQLiteStore
from rollwright.table import Opened
from rollwright.table.events import Greeted
from rollwright.table.models import Head, Player, Result, SeatKind, Summary
from tests.support.browser.axe import violations
from tests.support.browser.serving import Server
from tests.support.browser.windows import DESKTOP, PHONE, Opener

SMALLEST = 24
"""Pixels of what a finger can touch."""

SIZES = """
() => [...document.querySelectorAll(".dots a")].map((each) => each.getBoundingClientRect())
  .filter((each) => each.width).map((each) => Math.min(each.width, each.height))
"""


def played(holder: str) -> Iterator[Result]:
    """Yield results of all games in turn, against everybody and nobody; those of the first are many, and alike."""
    rng, shelf = Random(1), all_games()
    for number, game in enumerate([*shelf[1:] * 3, *shelf[:1] * 24]):
        alike = game is shelf[0]
        seats = game.seats[-1] if alike else game.seats[number % len(game.seats)]
        against = "alone" if seats == 1 else ["easy", "normal", "hard", "people"][number % 4]
        offered = {option.name: option.names(seats) for option in game.options}
        chosen = {name: names[0 if alike else -1] for name, names in offered.items() if names}
        deal = f"daily/{number}/{game.name}" if number % 5 == 0 else ""
        yield Result(token_hex(8), 0, holder, game.name, 1.7e9 + 40_000 * number, rng.randrange(20, 170),
                     rng.randint(1, seats), seats, against, json.dumps(chosen), deal, "Ana",
                     *((rng.uniform(-9, 9), rng.uniform(0, 20), 40) if number % 2 else ()))  # fmt: skip


def remember(page: Page, server: Server) -> None:
    """Let the server keep results for a browser; every third has no table any more."""
    token = token_hex(16)
    page.context.add_cookies([{"name": "rollwright", "value": token, "url": server.address}])
    with closing(SQLiteStore(server.data / "tables.sqlite3")) as store:
        for number, result in enumerate(played(known_as(token))):
            head = Head(result.table_id, result.holder, 0.0, (Player("", SeatKind.HERE),) * result.seats, 1)
            over = Summary(1, (0,) * result.seats, True)
            store.open_table(head, [Opened(result.game, result.seats, {})], over)
            kept = store.append(result.table_id, 1, [Greeted(0, "bye")], None, None, [result])
            if number % 3 == 0:
                store.delete(result.table_id)
        assert kept.result()


@pytest.mark.parametrize(("kind", "shown"), [(DESKTOP, 20), (PHONE, 10)], ids=["desktop", "phone"])
def test_everybody_can_read_and_reach_them(kind: dict[str, Any], shown: int, opened: Opener, server: Server) -> None:
    page = opened("/about", kind)
    remember(page, server)
    page.goto("/statistics")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= kind["viewport"]["width"]
    assert min(page.evaluate(SIZES)) >= SMALLEST
    pictures = page.get_by_role("group", name=f"The last {shown} results").filter(visible=True)
    expect(pictures.first).to_be_visible()
    expect(pictures.first.locator(".dot-body")).to_have_count(shown)
    dot = pictures.first.get_by_role("link").first
    assert re.fullmatch(r"/table/\w+/replay", str(dot.get_attribute("href")))
    assert re.match(r"\w+ \d+, \d{4}: \d+½?, (Alone|Against)", str(dot.get_attribute("aria-label")))
    dot.focus()
    page.keyboard.press("Tab")
    expect(pictures.first.get_by_role("link").nth(1)).to_be_focused()


def test_they_are_forgotten_after_one_more_question(opened: Opener, server: Server) -> None:
    page = opened("/about")
    remember(page, server)
    page.goto("/statistics")
    page.get_by_role("link", name="Delete my results").click()
    assert violations(page) == []
    page.get_by_role("link", name="Keep them").click()
    expect(page.locator(".results").first).to_be_visible()
    page.get_by_role("link", name="Delete my results").click()
    page.get_by_role("button", name="Delete my results").click()
    expect(page.get_by_role("status")).to_contain_text("Your results have been deleted")
    expect(page.get_by_role("link", name="Choose a game")).to_be_visible()
    assert violations(page) == []
    page.reload()
    expect(page.locator(".results")).to_have_count(0)
