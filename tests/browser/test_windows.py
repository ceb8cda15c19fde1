"""The eyes on the pages are open: what they should notice, they notice."""

import pytest

from tests.support.browser.hands import eventually
from tests.support.browser.serving import Server
from tests.support.browser.windows import Opener, Watch


def test_a_page_that_complains_is_noticed(opened: Opener, watch: Watch, server: Server) -> None:
    page = opened("/about")
    watch.check(server.address)
    page.evaluate("() => { console.error('oh'); setTimeout(() => { throw new Error('ah'); }); }")
    eventually(lambda: len(watch.complaints) == 2, page)
    with pytest.raises(AssertionError):
        watch.check(server.address)
    watch.allow("oh", "ah")


def test_a_page_that_asks_elsewhere_is_noticed(opened: Opener, watch: Watch, server: Server) -> None:
    page = opened("/about")
    page.context.route("**/*", lambda route: route.fulfill(body=""))
    page.goto("http://elsewhere.invalid/")
    with pytest.raises(AssertionError):
        watch.check(server.address)
    watch.hosts.remove("elsewhere.invalid")
