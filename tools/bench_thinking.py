"""Measure what it saves that a page thinks for its bots, in the server's processor time, and what it costs to load."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from rollwright.core.game import Game, all_games
from rollwright.web.http.assets import ENGINE_WORKER, asset, imported
from tools.chromium import ARGUMENTS, find_chromium

BIN = Path(sys.executable).parent
LEVEL = "hard"

PLAY = """
async () => {
  const { src } = document.querySelector("script[type=module][src$='table/table.js']");
  const { state } = await import(new URL("./state.js", src));
  const { send } = await import(new URL("./server.js", src));
  while (!state.now.over) {
    const own = state.moves.find((move) => !move.instead);
    if (state.now.roll) await send("roll", {});
    else if (own && state.now.here?.length !== 0) await send("play", { seat: state.seen.show, move: own.move });
    await new Promise((done) => { setTimeout(done, 20); });
  }
  return true;
}
"""

ENGINE_LOADS = "() => performance.getEntriesByType('resource').some((each) => each.name.includes('remote_engine'))"

TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure every game for two and print the results."""
    with tempfile.TemporaryDirectory() as data:
        command = [str(BIN / "rollwright"), "serve", "--port", "0", "--no-browser", "--data", data, "--pace", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
                for game in all_games():
                    _print_bytes(browser, address, game)
                    if 2 in game.seats:
                        _print_time(browser, address, game, server.pid)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


def _print_bytes(browser: Browser, address: str, game: Game) -> None:
    """Print what a first visit of a table loads, with an empty cache."""
    page = browser.new_page(base_url=address, service_workers="block")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: dict[str, int] = {}
    names: dict[str, str] = {}
    session.on("Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]}))
    session.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
    _sit_down(page, game)
    page.wait_for_function(ENGINE_LOADS)
    page.wait_for_timeout(2_000)
    in_page = sum(size for key, size in sizes.items() if "/engine/" in names.get(key, ""))
    found = page.locator("#table")
    files = [found.get_attribute("data-engine") or "", found.get_attribute("data-search") or ""]
    files += [asset(each) for each in (ENGINE_WORKER, *imported(ENGINE_WORKER))]
    more = in_page + sum(_fetched(page, each) for each in files)
    print(f"{game.title}: {sum(sizes.values()) - in_page:,} bytes without the engine, {more:,} more with it")
    page.context.close()


def _fetched(page: Page, address: str) -> int:
    """Return the bytes of a file that the worker loads, as the server sends it."""
    found = page.context.request.get(address, headers={"Accept-Encoding": "gzip"})
    return int(found.headers["content-length"])


def _sit_down(page: Page, game: Game) -> None:
    form: Any = {"kind-0": "here", **({"kind-1": LEVEL} if 2 in game.seats else {})}
    opened = page.context.request.post(f"/new/{game.name}", form=form, max_redirects=0)
    page.goto(opened.headers["location"])


def _print_time(browser: Browser, address: str, game: Game, server: int) -> None:
    """Print the processor time of a game against a bot, in which the server thinks, and then the page."""
    _played(browser, address, game, in_page=False)  # the thinkers load what they need
    spent = []
    for in_page in (False, True):
        before = _processor_time(server)
        _played(browser, address, game, in_page=in_page)
        spent.append(_processor_time(server) - before)
    print(
        f"  a game against the {LEVEL} bot, seconds of the server: {spent[0]:.2f} if it thinks, {spent[1]:.2f} if not"
    )


def _played(browser: Browser, address: str, game: Game, *, in_page: bool) -> None:
    page = browser.new_page(base_url=address, service_workers="block")
    if not in_page:
        page.route("**/engine/remote_engine.js", lambda route: route.abort())
    _sit_down(page, game)
    page.wait_for_timeout(2_000)
    page.evaluate(PLAY)
    page.context.close()


def _processor_time(process: int) -> float:
    """Return the seconds of processor time of a process and all that it has started."""
    parents, times = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            parents[int(folder.name)], times[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    counted = {process}
    while more := {each for each, parent in parents.items() if parent in counted} - counted:
        counted |= more
    return sum(times.get(each, 0) for each in counted) / TICKS


if __name__ == "__main__":
    sys.exit(main())
