"""What a page does over its live connection."""

from typing import Any

from playwright.sync_api import Page

WATCH = """() => {
  const send = WebSocket.prototype.send;
  window.acted = [];
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.do) window.acted.push(said);
    return send.call(this, text);
  };
}"""


def watch_actions(page: Page) -> None:
    """Note all actions that a page sends from now on."""
    page.evaluate(WATCH)


def actions(page: Page) -> list[dict[str, Any]]:
    """Return the actions since the last time, the oldest first."""
    found: list[dict[str, Any]] = page.evaluate("() => window.acted.splice(0)")
    return found
