"""The switch at a table that tells a player of their turn, and what the browser shows when a message comes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rollwright.core.game import all_games
from tests.browser.conftest import TIMEOUT
from tests.support.browser.around import Person, come, open_table, sit, start
from tests.support.browser.axe import violations
from tests.support.browser.hands import Mouse, eventually, open_menu
from tests.support.browser.serving import Server
from tests.support.browser.windows import DESKTOP, PHONE

GAME = next(game.name for game in all_games() if 2 in game.seats)

ALLOWED = """
Object.defineProperty(Notification, "permission", { get: () => sessionStorage.allowed ?? "default" });
Notification.requestPermission = async () => { sessionStorage.allowed = "granted"; };
"""
"""A reader who allows it when asked: a browser without a screen refuses notifications by itself."""

FAKE = """
PushManager.prototype.subscribe = async function (options) {
  window.serverKey = new Uint8Array(options.applicationServerKey);
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  return { toJSON: () => ({ endpoint: "https://push.example/1", keys }) };
};
"""
"""A browser whose push service is always there: that of a real one is on the internet."""

UNREACHED = "PushManager.prototype.subscribe = async () => { throw new DOMException('no service', 'AbortError'); };"

DENIED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"

LISTEN = """
() => {
  self.shown = [];
  self.opened = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, more) => self.shown.push({ title, ...more });
  Clients.prototype.openWindow = async (address) => { self.opened.push(address); };
}
"""
"""Keeps what would be shown, and opened: without a screen there is nothing to show it on, and nobody to press it."""

CLICK = """
() => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data: self.shown[0].data, close: () => { self.shown = []; } };
  self.dispatchEvent(event);
}
"""


@pytest.fixture(scope="module")
def teller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("telling"), "telling")
    yield running
    running.stop()
    assert running.log() == ""


def window(browser: Browser, server: Server, script: str = "", kind: dict[str, Any] | None = None) -> BrowserContext:
    """Open a window that lets a service worker in, after a script has changed what its browser can do."""
    made = browser.new_context(base_url=server.address, locale="en-US", reduced_motion="reduce", **(kind or DESKTOP))
    made.set_default_timeout(TIMEOUT)
    if script:
        made.add_init_script(script)
    return made


def seated(browser: Browser, server: Server, script: str = "", kind: dict[str, Any] | None = None) -> Page:
    """Return the page of somebody who plays with somebody else, with its menu open."""
    ana = Person("Ana", window(browser, server).new_page(), Mouse())
    ben = Person("Ben", window(browser, server, script, kind).new_page(), Mouse())
    come(ben, open_table(ana, GAME, links=1))
    sit(ben)
    start([ana, ben])
    ana.page.context.close()
    open_menu(ben.page)
    return ben.page


def is_said(page: Page, text: str, *, on: bool) -> None:
    switch = page.get_by_role("button", name="Tell me when it is my turn")
    expect(switch).to_have_attribute("aria-pressed", "true" if on else "false")
    expect(page.locator("#notify-state")).to_have_text(text)
    expect(switch).to_have_accessible_description(text)


def press(page: Page) -> None:
    page.get_by_role("button", name="Tell me when it is my turn").click()


@pytest.mark.parametrize("kind", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_it_is_switched_on_and_off(browser: Browser, teller: Server, kind: dict[str, Any]) -> None:
    page = seated(browser, teller, ALLOWED + FAKE, kind)
    is_said(page, "Off. It works even when this page is closed.", on=False)
    assert violations(page) == []
    with page.expect_response("**/push") as answer:
        press(page)
    assert answer.value.json() == {"on": True}
    is_said(page, "On, even when this page is closed.", on=True)
    assert page.evaluate("() => [serverKey.length, serverKey[0]]") == [65, 4], "the server's key is a point"
    assert violations(page) == []
    with page.expect_response("**/push") as answer:
        page.reload()
    assert answer.value.json() == {"on": True}
    open_menu(page)
    is_said(page, "On, even when this page is closed.", on=True)
    with page.expect_response("**/push") as answer:
        press(page)
    assert answer.value.json() == {"on": False}
    is_said(page, "Off. It works even when this page is closed.", on=False)
    page.context.close()


def test_where_it_is_not_offered_that_is_said(browser: Browser, server: Server) -> None:
    page = seated(browser, server, ALLOWED + FAKE)
    is_said(page, "Off. It works while this page is open: this server cannot reach you when it is closed.", on=False)
    press(page)
    is_said(page, "On while this page is open. This server cannot reach you when it is closed.", on=True)
    page.context.close()


def test_a_browser_that_cannot_be_reached_is_said_to_be_so(browser: Browser, teller: Server) -> None:
    page = seated(browser, teller, ALLOWED + UNREACHED)
    press(page)
    is_said(page, "On while this page is open. This browser cannot be reached when it is closed.", on=True)
    page.context.close()


def test_what_the_browser_refuses_is_said(browser: Browser, teller: Server) -> None:
    page = seated(browser, teller, DENIED)
    refused = "Off: this browser refuses notifications of this site. You can allow them in its settings."
    is_said(page, refused, on=False)
    press(page)
    is_said(page, refused, on=False)
    assert violations(page) == []
    page.context.close()


def test_a_message_is_shown_and_leads_to_the_table(browser: Browser, teller: Server) -> None:
    context = window(browser, teller)
    page = context.new_page()
    session = context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda news: registrations.extend(news["registrations"]))
    session.send("ServiceWorker.enable")
    page.goto("/about")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=TIMEOUT)
    eventually(lambda: bool(registrations), page)
    [worker] = context.service_workers
    worker.evaluate(LISTEN)
    sent = {"title": "Your turn", "body": "A game", "table": "some-table"}
    for data in (sent, {**sent, "table": "../somewhere"}, {**sent, "table": "//another.example"}):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": teller.address, "registrationId": registrations[0]["registrationId"], "data": json.dumps(data)},
        )
    eventually(lambda: bool(worker.evaluate("() => self.shown")), page)
    [shown] = worker.evaluate("() => self.shown")
    icon = shown.pop("icon")
    assert page.request.get(icon).ok
    assert shown == {
        "title": "Your turn", "body": "A game", "tag": "some-table", "data": {"table": "some-table"}, "badge": icon,
    }  # fmt: skip
    worker.evaluate(CLICK)
    eventually(lambda: worker.evaluate("() => self.opened") == ["/table/some-table"], page)
    assert worker.evaluate("() => self.shown") == []
    context.close()
