"""Whole games to their end, through real input: by mouse, by touch, by keyboard alone.

By mouse a short game is played whole; else its beginning and its end are, unless there is time for all of it.
"""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from rollwright.core.game import game_names, open_game
from rollwright.records import replay
from tests.support import LONG
from tests.support.browser.hands import (
    Keyboard,
    Mouse,
    Touch,
    before_the_end,
    check_the_end,
    company,
    eventually,
    happened,
    offer,
    open_record,
    play_on,
    record,
    settled,
    sheet,
    shown_seat,
    sit_down,
    type_move,
)
from tests.support.browser.serving import Server
from tests.support.browser.windows import LOST, NOWHERE, PHONE, TOUCHABLE, Opener, Watch
from tests.support.sampling import some

EVERY_GAME = pytest.mark.parametrize("game", game_names())
EVERY_SEED = pytest.mark.parametrize("seed", range(8 if LONG else 1))
"""What decides which of the lit things are picked."""

NEVER_ALONE = [name for name in game_names() if 1 not in open_game(name).seats and 3 in open_game(name).seats]

WHOLE = 300
"""The most decisions of a game that is always played whole by mouse."""

BEGINNING = 16
"""How many things are done before the middle of a long game is left out."""

LAST = 7
"""How many moves are left to make then."""


def undo_and_redo(page: Page, rng: Random) -> None:
    """Take back a move and make the same one again, by typing it."""
    undo = page.locator("#undo")
    while undo.is_disabled():
        play_on(page, Mouse(), rng, steps=1)
        settled(page)
    while offer(page).held:
        page.keyboard.press("Escape")
    before, seen, offered = record(page), sheet(page)["spots"], offer(page).lit
    undo.click()
    settled(page)
    assert happened(record(page)) == happened(before)[:-1]
    assert (sheet(page)["spots"], offer(page).lit) != (seen, offered)
    type_move(page, happened(before)[-1].partition(" ")[2])
    assert record(page) == before
    assert sheet(page)["spots"] == seen
    assert offer(page).lit == offered


def reload(page: Page) -> None:
    """Load the page anew: everything is as it was."""
    before = sheet(page)
    page.reload()
    offer(page)
    assert sheet(page) == before


def restart(page: Page, server: Server) -> None:
    """Kill the server and start it again: the page says that it is lost, and heals by itself."""
    before, kept = sheet(page), record(page)
    server.stop(crash=True)
    expect(page.locator("#lost")).to_be_visible()
    server.start()
    expect(page.locator("#lost")).to_be_hidden()
    assert sheet(page) == before
    assert record(page) == kept


def second_tab(page: Page, rng: Random) -> Page:
    """Open the table in a second tab, which stays in step; return it, to go on there."""
    other = page.context.new_page()
    other.goto(page.url)
    play_on(page, Mouse(), rng, steps=6)
    settled(page)
    eventually(lambda: sheet(other) == sheet(page), other)
    return other


@EVERY_GAME
@EVERY_SEED
def test_by_mouse(seed: int, game: str, server: Server, opened: Opener, watch: Watch) -> None:
    watch.allow(*LOST)
    rng = Random(f"mouse {game} {seed}")
    page = opened("/")
    starts = page.locator(f"form.buttons[action='/new/{game}'] button")
    alone = starts.and_(page.locator("[value=alone]"))  # of a game with secrets there is no record before its end
    (alone if alone.count() else starts.first).click()
    page.wait_for_url("**/table/*")
    play_on(page, Mouse(), rng, steps=9)
    undo_and_redo(page, rng)
    play_on(page, Mouse(), rng, steps=4)
    settled(page)
    reload(page)
    play_on(page, Mouse(), rng, steps=5)
    settled(page)
    restart(page, server)
    other = second_tab(page, rng)
    assert not offer(other).over, "all this happened in the middle of a game"
    if leave_out_the_middle(other, game, whole=WHOLE):
        page.goto(other.url)
    play_on(other, Mouse(), rng)
    expect(page.locator("#end-title")).to_be_visible()
    eventually(lambda: sheet(other) == sheet(page), page)
    check_the_end(other)


def leave_out_the_middle(page: Page, game: str, seats: int = 0, whole: int = 0) -> bool:
    """Go to another table, where the same game is nearly over, if it is longer than is played whole; say whether."""
    if LONG or open_game(game).max_decisions <= whole:
        return False
    open_record(page, before_the_end(game, seats or open_game(game).seats[0], LAST))
    return True


@EVERY_GAME
@EVERY_SEED
def test_by_touch_in_spanish(seed: int, game: str, opened: Opener) -> None:
    """Two people play a game for two, one plays a game for one, and one a game that needs others with two bots."""
    rng = Random(f"touch {game} {seed}")
    page = opened(NOWHERE, PHONE, locale="es-ES")
    others = company(game, "here") if 1 in open_game(game).seats else ["easy", "easy"]
    sit_down(page, game, *others)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    look_at_the_score(page)
    play_by_touch(page, rng, BEGINNING)
    leave_out_the_middle(page, game, 1 + len(others))
    play_by_touch(page, rng)
    check_the_end(page)


def play_by_touch(page: Page, rng: Random, steps: int = 10_000) -> None:
    """Tap so often, or to the end; everything that can be tapped is large enough, and nothing too wide."""
    for _ in range(steps):
        now = offer(page)
        if now.over:
            return
        assert now.smallest >= TOUCHABLE, now
        Touch().play(page, rng, now)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def look_at_the_score(page: Page) -> None:
    """Open the drawer with score and log, and close it; the drawings are behind tabs of their own."""
    expect(page.locator("#score")).to_be_hidden()
    page.locator("#ticker").tap()
    expect(page.locator("#score")).to_be_visible()
    page.locator("#drawer-close").tap()
    expect(page.locator("#score")).to_be_hidden()
    for tab in page.locator("[role=tab]:visible").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-selected", "true")
        of_tab = page.locator(f".sheet .parts figure[data-tab-of={tab.get_attribute('data-tab')}]:visible")
        expect(of_tab).not_to_have_count(0)
        expect(page.locator(".sheet .parts figure:visible")).to_have_count(of_tab.count())


@EVERY_GAME
@EVERY_SEED
def test_by_keyboard_alone_in_russian(seed: int, game: str, opened: Opener) -> None:
    """A game for two is played against a bot, a game for one alone."""
    rng = Random(f"keyboard {game} {seed}")
    hand = Keyboard()
    page = opened("/", locale="ru-RU")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    hand.reach(page, f"a[href='/new/{game}']:not([tabindex])")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/*")
    if company(game):
        added = page.locator("[name=kind-1][value=normal]")
        if not added.is_checked():  # nobody is there yet
            hand.reach(page, "[name=kind-1]:checked")
            page.keyboard.press("ArrowDown")
            expect(added).to_be_checked()
        hand.reach(page, "[name=kind-1]:checked")
        page.keyboard.press("ArrowUp")
        expect(page.locator("[name=kind-1][value=easy]")).to_be_checked()
    hand.reach(page, f"[name=name-{len(company(game))}]")
    page.keyboard.type("Robot")
    hand.reach(page, "main form button.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator("#players")).to_contain_text("Robot")
    play_on(page, hand, rng, steps=BEGINNING)
    leave_out_the_middle(page, game)
    play_on(page, hand, rng)
    check_the_end(page)


@pytest.mark.parametrize("game", NEVER_ALONE)
@EVERY_SEED
def test_three_at_one_screen(seed: int, game: str, opened: Opener) -> None:
    """The sheet that comes up is always of somebody who can go on, and each looks as its player chose."""
    rng = Random(f"three {game} {seed}")
    page = opened(NOWHERE)
    own = {option.name: option.names(3)[::-1][:3] for option in open_game(game).options if option.per_seat}
    sit_down(page, game, "here", "here", **own)
    drawn: dict[int, str] = {}
    while replay(record(page)).round_no < 2 and not offer(page).over:
        drawn[check_whose_turn(page)] = str(page.locator("svg[data-part]").first.get_attribute("aria-label"))
        play_on(page, Mouse(), rng, steps=1)
        settled(page)
    assert set(drawn) == {0, 1, 2}
    assert len(set(drawn.values())) == (3 if own else 1)
    leave_out_the_middle(page, game, 3)
    while not offer(page).over:
        check_whose_turn(page)
        play_on(page, Mouse(), rng, steps=1)
        settled(page)
    check_the_end(page)


def check_whose_turn(page: Page) -> int:
    """The sheet that is shown is of somebody who is waited for, if anybody is; return whose it is."""
    waiting = replay(record(page)).waiting
    eventually(lambda: not waiting or shown_seat(page) in waiting, page)
    return shown_seat(page)


ARROWS_LEAD = """
() => [...document.querySelectorAll("svg[data-part]")].map((drawing) => {
  const lead = (spot, key) => {
    spot.focus();
    spot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return document.activeElement.id;
  };
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const spots = [...drawing.querySelectorAll(".spot")];
  const able = spots.filter((spot) => spot.matches(".lit, .picked, .also")).map((spot) => spot.id);
  return [able, Object.fromEntries(spots.map((spot) => [spot.id, arrows.map((key) => lead(spot, key))]))];
})
"""


@pytest.mark.parametrize("game", some(game_names()))
def test_arrows_reach_everything_that_is_lit(game: str, opened: Opener) -> None:
    """From anything that can be picked in a drawing, arrows lead to everything else that can."""
    page = opened(NOWHERE)
    sit_down(page, game)
    rng = Random(f"arrows {game}")
    for _ in range(12 if LONG else 6):
        play_on(page, Mouse(), rng, steps=1)
        for able, leads in page.evaluate(ARROWS_LEAD):
            assert all(set(able) <= reachable(start, leads) for start in able)


def reachable(start: str, leads: dict[str, list[str]]) -> set[str]:
    """Return everything that can be reached from a start."""
    found, new = {start}, {start}
    while new:
        new = {spot for each in new for spot in leads[each]} - found
        found |= new
    return found
