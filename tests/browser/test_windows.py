"""The eyes on the pages are open: what they should notice, they notice."""

import pytest

from tests.support.browser.hands import eventually
from tests.support.browser.serving import Server
from tests.support.browser.shared_windows import SharedWindows, note_alterations
from tests.support.browser.windows import PHONE, Opener, Watch


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


REMEMBERED = "() => [localStorage.length, sessionStorage.length]"


def test_a_window_that_is_left_remembers_nothing(windows: SharedWindows, server: Server) -> None:
    settings = {**PHONE, "locale": "es-MX", "base_url": server.address}
    page = windows.open(settings)
    page.goto("/about")
    page.evaluate("() => { localStorage.setItem('a', 'b'); sessionStorage.setItem('c', 'd'); }")
    page.context.add_cookies([{"name": "rollwright", "value": "somebody", "url": server.address}])
    page.context.new_page()
    windows.leave(page, settings, altered=False)
    again = windows.open(settings)
    assert again is page
    assert page.context.cookies() == []
    assert len(page.context.pages) == 1
    page.goto("/about")
    assert page.evaluate(REMEMBERED) == [0, 0]
    windows.leave(page, settings, altered=True)
    assert page.is_closed()


def test_what_alters_a_window_is_noted(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    page, noted = opened("/about"), note_alterations(monkeypatch)
    page.goto("/")
    page.context.new_page().close()
    assert noted == []
    page.emulate_media(color_scheme="dark")
    page.clock.install()
    page.context.set_offline(True)
    page.context.set_offline(False)
    assert noted == ["emulate_media", "clock", "set_offline", "set_offline"]
