"""Rollwright as an installed app: what runs behind the pages, the page without a connection, and updates."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import any_speech, open_game
from rollwright.core.language import LANGUAGES
from rollwright.live.entry.brought_tables import packed
from rollwright.table import Table
from rollwright.table.models import DiceKind, Head, Player, SeatKind
from tests.browser.conftest import TIMEOUT
from tests.support.browser.axe import violations
from tests.support.browser.hands import eventually
from tests.support.browser.plain import plain_page
from tests.support.browser.serving import Server
from tests.support.browser.windows import LOST, PHONE, REFUSED, Watch
from tests.support.wire import GAMES

CONTROLLED = "() => navigator.serviceWorker.controller !== null"

WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).map((each) => each.active?.scriptURL)"

LOOK = "async () => (await caches.match('/offline/look'))?.text()"

CONTENT = "() => document.documentElement.outerHTML"

KEPT = """
async () => {
  const names = await caches.keys();
  const asked = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return { names, files: asked.flat().map((each) => new URL(each.url).pathname) };
}
"""


@pytest.fixture
def context(browser: Browser, server: Server, watch: Watch) -> Iterator[BrowserContext]:
    """A window of its own that lets a service worker in."""
    made = browser.new_context(base_url=server.address, locale="en-US", service_workers="allow", **PHONE)
    made.set_default_timeout(TIMEOUT)
    watch.follow(made)
    yield made
    made.close()
    watch.check(server.address)


def begun(page: Page, path: str = "/about") -> Page:
    """Go to a page, and wait until the worker behind it is at work."""
    page.goto(path)
    page.wait_for_function(CONTROLLED, timeout=TIMEOUT)
    return page


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1, name=text, exact=True)).to_be_visible()


def test_the_worker_keeps_only_what_the_offline_page_needs(context: BrowserContext) -> None:
    page = begun(context.new_page())
    [script] = page.evaluate(WORKERS)
    assert script.endswith("/service-worker.js")
    for path in ("/", "/tables", "/daily"):
        page.goto(path)
    kept: dict[str, Any] = page.evaluate(KEPT)
    assert len(kept["names"]) == 1
    pages = [path for path in kept["files"] if not path.startswith("/static/")]
    assert set(pages) <= {"/offline", "/offline/look"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_network_an_honest_page_shows(context: BrowserContext, watch: Watch, language: str) -> None:
    watch.allow(*LOST)
    say = any_speech(language)
    page = begun(context.new_page())
    if language != "en":
        page.locator("#menu-open").click()
        page.locator(f"#menu [name=language][value={language}]").click()
        heading(page, say("About Rollwright"))
        eventually(lambda: page.evaluate(LOOK) == f"{language} ", page)
    context.set_offline(True)
    page.goto("/tables")
    heading(page, say("You are offline"))
    assert page.url.endswith("/tables"), "trying again asks for the page that was wanted"
    page.evaluate("document.fonts.ready")
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") != "0px", (
        "it has its style"
    )
    assert violations(page) == []
    page.locator("#unreachable .button").click()
    heading(page, say("You are offline"))
    context.set_offline(False)
    page.locator("#unreachable .button").click()
    expect(page.get_by_role("heading", level=1, name=say("Your tables"))).to_be_visible()


KEEP = (
    "async ([id, log]) => (await import('/static/offline/kept_tables.js')).keepTables(new Uint8Array(), { [id]: log })"
)

SEND_HOME = "async () => (await import('/static/offline/homecoming.js')).sendHome()"


def test_a_game_that_the_server_does_not_take_stays_and_says_why(context: BrowserContext, watch: Watch) -> None:
    watch.allow(*REFUSED)
    game = open_game(GAMES[0])
    table = Table(game, 1, SeededDice(0), rolls_itself=False, compiled=False)
    head = Head("a-table-of-a-page", "", 0.0, (Player("", SeatKind.HERE),), 0, DiceKind.FAIR, edition=game.edition + 1)
    page = begun(context.new_page())
    page.evaluate(KEEP, [head.table_id, json.dumps(packed(head, table.log, over=False))])
    page.goto("/offline")
    expect(page.locator("#refused")).to_be_hidden()
    assert page.evaluate(SEND_HOME) == 0
    page.goto("/offline")
    line = page.locator("#refused li")
    expect(line).to_have_text(f"{game.title}: This game was played by other rules than those of this server.")
    expect(line.locator("a")).to_have_attribute("href", f"/offline/play#/table/{head.table_id}")
    assert violations(page) == []
    page.evaluate(KEEP, [head.table_id, None])
    page.goto("/offline")
    expect(page.locator("#works")).to_be_visible()
    expect(page.locator("#refused")).to_be_hidden()


OLDER = "async () => (await caches.open('rollwright-games-old')).put('/offline/bundle', new Response('{}'))"

KEEP_UP = """
() => {
  import("/static/offline/upkeep.js").then(({ keepUp }) => keepUp()).then(() => { window.kept = true; });
}
"""

IS_FREE = "() => navigator.locks.request('rollwright-games', { ifAvailable: true }, (lock) => lock !== null)"


def test_while_games_are_fetched_anew_they_can_be_opened(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, service_workers="block")
    waiting: list[Route] = []
    new = {"version": "new", "size": 1, "kept": 1, "files": ["/offline/files/new/memory.bin"]}
    context.route("**/offline/bundle", lambda route: route.fulfill(json=new))

    def wait(route: Route) -> None:
        waiting.append(route)

    context.route("**/memory.bin", wait)
    pages = [context.new_page(), context.new_page()]
    for page in pages:
        page.goto("/about")
    pages[0].evaluate(OLDER)
    for page in pages:
        page.evaluate(KEEP_UP)
    eventually(lambda: bool(waiting), pages[0])
    eventually(lambda: pages[1].evaluate(IS_FREE), pages[1])
    waiting[0].fulfill(body="all of it")
    for page in pages:
        page.wait_for_function("window.kept")
    assert len(waiting) == 1, "one page fetches, and the other waits for it"
    assert pages[0].evaluate("caches.keys()") == ["rollwright-games-new"]
    context.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop, and update."""
    data = tmp_path / "data"
    data.mkdir()
    server = Server(data)
    yield server
    if server.process.poll() is None:
        server.stop()


def test_a_stopped_server_is_the_same_to_a_reader(browser: Browser, own_server: Server) -> None:
    context = browser.new_context(base_url=own_server.address, locale="en-US", service_workers="allow")
    page = begun(context.new_page())
    own_server.stop()
    page.goto("/daily")
    heading(page, "You are offline")
    context.close()


def test_after_an_update_no_page_of_yesterday_comes(own_server: Server, tmp_path: Path) -> None:
    about = f"{own_server.address}/about"
    with plain_page(tmp_path / "profile") as page:
        page.goto(about)
        page.wait_for(CONTROLLED)
        page.wait_for_heading("About Rollwright")
        before: dict[str, Any] = page.evaluate(KEPT)
        own_server.stop()
        page.goto(about)
        page.wait_for_heading("You are offline")
        own_server.profile = "updated"
        own_server.start()
        page.goto(about)  # the old worker is still behind it
        page.wait_for_heading("About the newer Rollwright")
        assert "/static/d16e5700d16e/" in page.evaluate(CONTENT)
        page.wait_for(f"async () => !(await caches.keys()).includes({before['names'][0]!r})")
        after: dict[str, Any] = page.evaluate(KEPT)
        assert len(after["names"]) == 1
        assert [path for path in after["files"] if path.startswith("/static/") and "/d16e5700d16e/" not in path] == []
        own_server.stop()
        page.goto(about)
        page.wait_for_heading("You are offline")
        assert "/static/d16e5700d16e/" in page.evaluate(CONTENT), "the offline page is the newer one, too"


def test_it_can_be_installed(context: BrowserContext) -> None:
    page = begun(context.new_page(), "/")
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
