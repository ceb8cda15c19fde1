"""A browser of its own that is asked only about its page.

Playwright also attaches to service workers, and holds each as it starts. While an update replaces one by another, the
old one then sometimes never goes on, and no page behind it loads: this browser behaves as one that nobody looks into.
"""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from tools.chromium import ARGUMENTS, find_chromium

PATIENCE = 60.0
"""Seconds after which something that does not happen has failed the test."""


class PlainPage:
    """A page, asked over the browser's own protocol."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._asked = 0

    def goto(self, address: str) -> None:
        """Begin to load a page."""
        self._call("Page.navigate", url=address)

    def evaluate(self, function: str) -> Any:
        """Call a function of the page's language, written out, and return what it comes to."""
        asked = {"expression": f"({function})()", "awaitPromise": True, "returnByValue": True}
        return self._call("Runtime.evaluate", **asked).get("result", {}).get("value")

    def wait_for(self, function: str) -> None:
        """Wait until such a function returns true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(function):
            assert time.monotonic() < end, f"it never came to hold: {function}"
            time.sleep(0.02)

    def wait_for_heading(self, text: str) -> None:
        """Wait until the page's first heading is this."""
        self.wait_for(f"() => document.querySelector('h1')?.textContent.trim() === {json.dumps(text)}")

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._asked += 1
        self._connection.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (answer := json.loads(self._connection.recv(timeout=PATIENCE))).get("id") != self._asked:
            pass  # an event
        assert "error" not in answer, answer
        found: dict[str, Any] = answer["result"]
        return found


@contextmanager
def plain_page(profile: Path) -> Iterator[PlainPage]:
    """Open a browser with an empty profile in this folder, and a page in it."""
    command = [find_chromium(), "--headless", *ARGUMENTS, "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    browser = subprocess.Popen([*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        told = profile / "DevToolsActivePort"
        end = time.monotonic() + PATIENCE
        while not told.exists() or "\n" not in told.read_text(encoding="utf-8"):
            assert browser.poll() is None, "the browser did not start"
            assert time.monotonic() < end, "the browser takes too long to start"
            time.sleep(0.02)
        port = told.read_text(encoding="utf-8").split()[0]
        with urlopen(Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT"), timeout=PATIENCE) as found:
            address = json.load(found)["webSocketDebuggerUrl"]
        with connect(address, max_size=None) as connection:
            yield PlainPage(connection)
    finally:
        browser.terminate()
        browser.wait(PATIENCE)
