"""A link is followed: its secret leaves the address bar at once and goes to the server alone."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rollwright.live.entry.invitations import address
from tests.support.browser.axe import violations
from tests.support.browser.hands import open_menu
from tests.support.browser.serving import Server
from tests.support.browser.windows import DESKTOP, PHONE, Opener, Watch

TABLE, SECRET = "Zk3-_x0aQwErTy12", "S" * 32
LINK = f"{TABLE}.{SECRET}"
LATE = "That was too fast: try again in 5 seconds."


class Door:
    """A server's answer to whoever comes by a link, and what it was sent."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.sent: list[Any] = []
        self.bar: list[str] = []
        self.referrers: list[str | None] = []

    def stand_at(self, page: Page) -> None:
        page.route("**/join", self._answer)

    def _answer(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        self.sent.append(json.loads(route.request.post_data or ""))
        self.referrers.append(route.request.all_headers().get("referer"))
        self.bar.append(route.request.frame.url)
        status, said = self.answers.pop(0)
        route.fulfill(status=status, json=said)


@pytest.fixture
def door() -> Door:
    return Door()


def test_a_link_leads_to_its_table_and_nothing_keeps_its_secret(opened: Opener, server: Server, door: Door) -> None:
    page = opened("/about")
    door.stand_at(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    door.answers = [(200, {"address": "/tables"})]
    page.goto(address(server.address, TABLE, SECRET))
    page.wait_for_url("**/tables")
    assert door.sent == [{"link": LINK}]
    assert door.bar == [f"{server.address}/join"], "it is gone from the address bar before anything is sent"
    assert not any(SECRET in (referrer or "") for referrer in door.referrers)
    page.go_back()
    assert page.url == f"{server.address}/about", "the way back leads past the link"


def test_a_refusal_is_said_and_the_link_can_be_tried_again(opened: Opener, door: Door, watch: Watch) -> None:
    watch.allow("the server responded with a status of 429")
    page = opened("/about")
    door.stand_at(page)
    door.answers = [(429, {"refused": LATE}), (200, {"address": "/tables"})]
    page.goto(f"/join#{LINK}")
    expect(page.get_by_role("alert")).to_have_text(LATE)
    expect(page.get_by_label("Link to a table")).to_be_focused()
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/tables")
    assert door.sent == [{"link": LINK}] * 2


def test_a_link_can_be_pasted(opened: Opener, server: Server, door: Door) -> None:
    page = opened("/join")
    door.stand_at(page)
    door.answers = [(200, {"address": "/tables"})]
    pasted = address(server.address, TABLE, SECRET)
    page.get_by_label("Link to a table").fill(f" {pasted} ")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables")
    assert door.sent == [{"link": pasted}]


def test_another_link_in_the_same_window_is_followed_too(opened: Opener, door: Door) -> None:
    page = opened("/join")
    door.stand_at(page)
    door.answers = [(200, {"address": "/tables"})]
    page.evaluate("(link) => { location.hash = link; }", LINK)
    page.wait_for_url("**/tables")
    assert door.sent == [{"link": LINK}]


def test_a_server_that_has_gone_is_a_sentence(opened: Opener, watch: Watch) -> None:
    watch.allow("net::ERR_FAILED")
    page = opened("/join")
    page.route("**/join", lambda route: route.abort())
    page.get_by_label("Link to a table").fill(LINK)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_have_text("The server cannot be reached. Try again in a moment.")


def test_without_a_script_a_sentence_says_why_nothing_happens(opened: Opener) -> None:
    page = opened("/join", java_script_enabled=False)
    expect(page.locator("noscript .notice")).to_be_visible()
    expect(page.locator("noscript .notice")).to_have_text(re.compile("^Joining by link needs JavaScript"))
    expect(page.get_by_role("button", name="Join")).to_be_hidden()


@pytest.mark.parametrize("kind", [DESKTOP, PHONE])
def test_everybody_can_use_it(opened: Opener, door: Door, watch: Watch, kind: dict[str, Any]) -> None:
    watch.allow("the server responded with a status of 429")
    page = opened("/join", kind)
    assert violations(page) == []
    door.stand_at(page)
    door.answers = [(429, {"refused": LATE})]
    page.evaluate("(link) => { location.hash = link; }", LINK)
    expect(page.get_by_role("alert")).to_have_text(LATE)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_language_can_be_changed_on_it(opened: Opener, server: Server) -> None:
    page = opened("/join")
    open_menu(page)
    with page.expect_request("**/set") as sent:
        page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("button", name="Entrar")).to_be_visible()
    origin = sent.value.all_headers().get("origin")
    assert origin == server.address, "all that a server goes by where it is no secure place, as in a house's network"
