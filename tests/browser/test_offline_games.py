"""Games without a connection: the server is stopped after the first page, and whole games are played.

What browsers fetch is built for it unless it fits the source already, which takes a while and needs Node.js; in the
short test it is compressed less than for a real server.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from rollwright.core.game import game_names, open_game
from rollwright.web.install.bundle import Bundle
from tests.support import LONG
from tests.support.browser.axe import violations
from tests.support.browser.hands import Mouse, eventually, offer, settled
from tests.support.browser.serving import Server
from tests.support.browser.windows import PHONE
from tests.support.sampling import some
from tools.offline import OUT, QUICK, build
from tools.typescript import find_node

BEFORE_A_RELOAD = 10
"""Things that are done before the page is loaded anew."""

STEPS = 10_000 if LONG else 40
"""Things that are done at a long game; short ones are played to their end."""

SHORT = 400
"""The most decisions of a short game: those that one person can end soon are played whole."""


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers games without a connection, and is stopped by a test."""
    built = OUT if LONG or Bundle.found(OUT) else QUICK
    if Bundle.found(built) is None:
        build(find_node(), built)
    patch = pytest.MonkeyPatch()
    patch.setenv("ROLLWRIGHT_OFFLINE", str(built))
    running = Server(tmp_path_factory.mktemp("offline"))
    yield running
    running.stop()
    patch.undo()


@pytest.fixture
def context(browser: Browser, own_server: Server) -> Iterator[BrowserContext]:
    opened = browser.new_context(base_url=own_server.address, locale="en-US", reduced_motion="reduce", **PHONE)
    yield opened
    opened.close()


def fetched(context: BrowserContext) -> Page:
    """Open a page, have the games fetched, and return it."""
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto("/offline")
    page.locator("#fetch").click()
    expect(page.locator("#here")).to_be_visible()
    return page


def started(page: Page) -> Frame:
    """Open the games, and return the frame in which they are."""
    page.goto("/offline/play")
    return shown(page)


def shown(page: Page) -> Frame:
    expect(page.locator("#app")).to_be_visible()
    frame = page.locator("#app").element_handle().content_frame()
    assert frame
    frame.locator("main").wait_for()
    return frame


def sit_down(frame: Frame, server: Server, game: str, kind: str) -> None:
    """Open a table alone, or against one bot."""
    frame.goto(f"{server.address}/new/{game}")
    against = frame.locator(f"[name=kind-1][value={kind}]")
    if against.count():
        against.evaluate("(each) => { each.checked = true; }")  # as the dialog of the seat does
    frame.locator(".go button").click()
    frame.wait_for_url("**/table/*")


def play_on(frame: Frame, rng: Random, steps: int) -> bool:
    """Play so many steps, or to the end; return whether the game is over."""
    table: Any = frame  # a frame is used like a page
    for _ in range(steps):
        now = offer(table)
        if now.over:
            return True
        Mouse().play(table, rng, now)
    settled(table)
    return offer(table).over


def told(frame: Frame) -> list[str]:
    return cast(list[str], frame.evaluate("[...document.querySelectorAll('#log li')].map((each) => each.textContent)"))


def kinds(game: str) -> list[str]:
    """Return who can be there: nobody, or a bot of a level whose search is in the page."""
    return [kind for kind, seats in (("none", 1), ("normal", 2), ("hard", 2)) if seats in open_game(game).seats]


KINDS = [
    (game, kind)
    for number, game in enumerate(game_names())
    for kind in some(reversed(kinds(game)), turn=number, count=1)
]
"""Every game: against each bot and alone, where that is possible, or in one of these ways, by turns."""


@pytest.mark.slow
def test_games_are_played_without_a_server_and_come_home(context: BrowserContext, own_server: Server) -> None:
    page = fetched(context)
    own_server.stop()
    try:
        frame = started(page)
        for game, kind in KINDS:
            rng = Random(f"{game} {kind}")
            sit_down(frame, own_server, game, kind)
            assert not play_on(frame, rng, BEFORE_A_RELOAD)
            before, address = told(frame), frame.url
            page.reload()
            frame = shown(page)
            assert (frame.url, told(frame)) == (address, before), "nothing that was done is lost"
            whole = open_game(game).max_decisions <= SHORT and kind != "hard"
            over = play_on(frame, rng, 10_000 if whole else STEPS)
            assert over or not whole
        frame.goto(f"{own_server.address}/tables")
        expect(frame.locator(".tables li")).to_have_count(len(KINDS))
    finally:
        own_server.start()
    page.goto("/")
    everything = "async (n) => (await (await fetch('/tables')).text()).split('/delete').length === n + 1"
    eventually(lambda: bool(page.evaluate(everything, len(KINDS))), page)
    page.goto("/tables")
    expect(page.locator(".tables li")).to_have_count(len(KINDS))
    expect(page.get_by_text("played without a connection")).to_have_count(len(KINDS))


@pytest.mark.slow
def test_pages_are_accessible_and_honest_with_and_without_a_server(context: BrowserContext, own_server: Server) -> None:
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.goto("/offline")
    expect(page.locator("#how-large")).to_contain_text("MB")
    expect(page.locator("#is-offline")).to_be_hidden()
    assert violations(page) == []
    own_server.stop()
    try:
        page.goto("/offline/play")
        expect(page.locator("#is-offline")).to_be_visible()
        expect(page.locator("#here, #not-here, #not-offered").locator("visible=true")).to_have_count(0)
        assert violations(page) == []
    finally:
        own_server.start()


UNREADABLE = """
async () => {
  const answer = await fetch(`${location.origin}//[`); // no address can be read from this
  return [answer.status, await answer.text()];
}
"""


@pytest.mark.slow
def test_a_fault_is_told_in_a_sentence(context: BrowserContext) -> None:
    page = fetched(context)
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))
    status, text = started(page).evaluate(UNREADABLE)
    assert status == 500
    assert text == "Something went wrong on our side. What you did before is saved: please try again."
    eventually(lambda: any("Invalid IPv6 URL" in each for each in logged), page)
    assert not any("excepthook" in each for each in logged), "to tell of the fault is no other fault"


NO_ROOM = """
() => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("There is no room.", "QuotaExceededError"); };
}
"""

ROOM = "() => { IDBObjectStore.prototype.put = self.put; }"

ROLL = """
async () => {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key: "a" }) };
  const answer = await fetch(`${location.pathname}/roll`, asked);
  const shown = await (await fetch(`${location.pathname}/view?seat=0&version=0`)).json();
  return [answer.status, shown.values.state.roll];
}
"""


@pytest.mark.slow
def test_what_the_browser_cannot_keep_is_not_done(context: BrowserContext, own_server: Server) -> None:
    page = fetched(context)
    frame = started(page)
    sit_down(frame, own_server, "terminal_dispute", "none")
    frame.locator("main").wait_for()
    [python] = page.workers
    python.evaluate(NO_ROOM)
    for _ in range(2):
        assert frame.evaluate(ROLL) == [503, True], "it is neither shown nor acknowledged"
    python.evaluate(ROOM)
    assert frame.evaluate(ROLL) == [200, False]
    page.reload()
    frame = shown(page)
    assert frame.evaluate(ROLL) == [200, False], "it was done before"


@pytest.mark.slow
def test_a_second_window_says_that_the_games_are_open(context: BrowserContext, own_server: Server) -> None:
    page = fetched(context)
    started(page)
    assert violations(page) == []
    other = context.new_page()
    other.goto("/offline/play")
    expect(other.locator("#is-open")).to_be_visible()
    page.close()
    started(other)
