"""Measure the page in a real browser: the time from a click to the updated sheet, and the bytes per move."""

import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, WebSocket, sync_playwright

from rollwright.core.game import all_games
from tools.chromium import ARGUMENTS, find_chromium

BIN = Path(sys.executable).parent
MOVES = 60
READY = "#roll:visible, .spot.lit"
MOST_POLLS = 400
"""The most checks of the other tab for a move before it counts as lost."""

CLICK = """async () => {
  const done = () => new Promise((resolve) => {
    const table = document.getElementById("table");
    if (!table.hasAttribute("aria-busy")) return resolve();
    new MutationObserver((_, watcher) => {
      if (!table.hasAttribute("aria-busy")) { watcher.disconnect(); resolve(); }
    }).observe(table, { attributes: true });
  });
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const started = performance.now();
  const roll = document.getElementById("roll");
  const action = document.querySelector(".deeds [data-move]");
  const lit = document.querySelectorAll(".spot.lit");
  if (!roll.hidden) click(roll);
  else if (action && (!lit.length || document.querySelector(".spot.picked"))) click(action);
  else if (lit.length) click(lit[Math.floor(lit.length / 2)]);
  if (!document.getElementById("table").hasAttribute("aria-busy")) return null;
  await done();
  const whole = performance.now() - started;
  return { whole, wall: Date.now() };
}"""

YARDSTICK = """async () => {
  const started = performance.now();
  await (await fetch("/static/icon.svg", { cache: "no-store" })).text();
  return performance.now() - started;
}"""

WATCH = """() => {
  window.heard = 0;
  new MutationObserver(() => { window.heard = Date.now(); }).observe(
    document.getElementById("table"), { subtree: true, childList: true, attributes: true });
}"""


def main() -> int:
    """Play every game by clicks and print the measurements."""
    with tempfile.TemporaryDirectory() as data:
        command = [str(BIN / "rollwright"), "serve", "--port", "0", "--no-browser", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
                context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
                _print_first_page(browser, address)
                for game in all_games():
                    page, other = context.new_page(), context.new_page()
                    received: list[int] = []
                    page.on("websocket", partial(_count_frames, received))
                    page.goto(address)
                    starts = page.locator(f"form[action='/new/{game.name}'] button[name=quick]")
                    alone = starts.and_(page.locator("[value=alone]"))  # bots would think on the same cores
                    (alone if alone.count() else starts.first).click()
                    page.wait_for_selector(READY)
                    other.goto(page.url)
                    other.wait_for_selector(READY)
                    print(f"{game.title}, the page in Chromium:")
                    session = context.new_cdp_session(page)
                    session.send("Performance.enable")
                    before = _work(session)
                    measured = _measured(page, other, received)
                    _print(*measured)
                    _print_work(before, _work(session), len(measured[0]))
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


def _print_first_page(browser: Browser, address: str) -> None:
    """Print what a first visit downloads: the home page, and a table after it, with all they need."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    sizes: dict[str, int] = {}
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))

    def finished(told: dict[str, Any]) -> None:
        kind = kinds.get(told["requestId"], "Other")
        sizes[kind] = sizes.get(kind, 0) + int(told["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    for name, path in (("the first page", "/"), ("a table after it", None)):
        sizes.clear()
        if path:
            page.goto(address.rstrip("/") + path, wait_until="networkidle")
        else:
            page.locator("form[action^='/new/'] button[name=quick]").first.click()
            page.wait_for_selector(READY)
            page.wait_for_timeout(500)
        told = ", ".join(f"{kind.lower()} {size / 1000:.0f}" for kind, size in sorted(sizes.items()))
        print(f"Bytes of {name}: {sum(sizes.values()) / 1000:.0f} kB ({told})")
    context.close()


def _count_frames(received: list[int], live: WebSocket) -> None:
    """Note the size of every message on a live connection."""
    live.on("framereceived", lambda message: received.append(len(message)))


def _measured(page: Page, other: Page, received: list[int]) -> tuple[list[dict[str, Any]], list[float], list[float]]:
    """Measure enough moves: in this tab, in another tab, and a small file as a yardstick."""
    other.evaluate(WATCH)
    moves: list[dict[str, Any]] = []
    elsewhere: list[float] = []
    small: list[float] = []
    while len(moves) < MOVES and not page.locator("#end-title").count():
        received.clear()
        found = page.evaluate(CLICK)
        if found is None:
            continue
        moves.append(found | {"bytes": sum(received)})
        small.append(page.evaluate(YARDSTICK))
        clicked = found["wall"] - found["whole"]
        heard = 0.0
        for _ in range(MOST_POLLS):  # both tabs have one clock, so news of this move is later than the click
            heard = other.evaluate("() => window.heard")
            if heard >= clicked:
                break
            page.wait_for_timeout(5)
        elsewhere.append(heard - clicked)
    return moves, elsewhere, small


def _work(session: CDPSession) -> dict[str, float]:
    """Return how often the browser has worked out styles and layout of a page until now, and its processor time."""
    return {each["name"]: float(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}


def _print_work(before: dict[str, float], after: dict[str, float], moves: int) -> None:
    """Print what a move costs the browser; the counts do not depend on what else the machine does."""
    styles, layouts, busy = (
        (after[name] - before[name]) / moves for name in ("RecalcStyleCount", "LayoutCount", "TaskDuration")
    )
    print(
        f"  styles worked out {styles:.1f} times a move, layout {layouts:.1f} times; {1000 * busy:.1f} ms of one core"
    )


def _print(moves: list[dict[str, Any]], elsewhere: list[float], small: list[float]) -> None:
    def line(what: str, values: list[float], unit: str = "ms") -> None:
        ordered = sorted(values)
        late = ordered[int(0.99 * (len(ordered) - 1))]
        print(f"  {what:44} median {statistics.median(ordered):8.1f} {unit}   99th percentile {late:8.1f} {unit}")

    print(f"  {len(moves)} moves")
    line("yardstick: fetching a small file", small)
    line("a click to the updated sheet, whole", [move["whole"] for move in moves])
    line("a click to the other tab's sheet", elsewhere)
    line("bytes sent a move, the answer and the update", [move["bytes"] for move in moves], "B ")


if __name__ == "__main__":
    sys.exit(main())
