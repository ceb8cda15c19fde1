"""Take the documentation's screenshots from a running server: the home page, each game's table (desktop, phone, dark)
and end screen, a lobby, a daily board and a replay.

Dice, tables and bots are seeded, so the same code produces the same pictures.
"""

import re
import struct
import tempfile
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import APIResponse, Browser, Page, sync_playwright

from rollwright.core.game import Game, all_games
from tests.support.browser.hands import Mouse, Touch, aim, choose, offer, settled, sit_down
from tests.support.browser.serving import Server
from tests.support.browser.windows import DESKTOP, PHONE
from tests.support.pages import expanded
from tests.support.server import PICTURE_DAY
from tools.chromium import ARGUMENTS, find_chromium

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 200_000
"""The most bytes of a picture, for readers on slow connections."""

SHOWN = 8
"""The number of rolls after which a table is pictured."""

BOTS = ("normal", "easy")

Colours = NDArray[np.int64]

PIXELS = """
async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 30000) text += String.fromCharCode(...data.subarray(at, at + 30000));
  return { pixels: btoa(text), width, height };
}
"""


class Sitter:
    """Plays a table by following hints, through requests instead of the page."""

    def __init__(self, page: Page) -> None:
        """Take the table that a page shows."""
        self.page = page
        self.seen: dict[str, Any] = {}

    def ask(self, what: str, **body: Any) -> dict[str, Any]:
        """Post a request to the table; return the response."""
        answer: APIResponse = self.page.context.request.post(f"{self.page.url}/{what}", data={"seat": 0, **body})
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def look(self) -> dict[str, Any]:
        """Return the table's values."""
        answer = self.page.context.request.get(f"{self.page.url}/view", params={"show": 0, "version": 0, "told": 0})
        found: dict[str, Any] = expanded(answer.json())["values"]
        return found

    def play_until(self, rolls: int) -> None:
        """Play until dice were rolled `rolls` times, all bots have moved and a move scores; or to the end."""
        while True:
            now = self.look()
            state, moves = now["state"], [move for move in now["moves"] if "instead" not in move]
            if state["over"]:
                return
            if state["roll"]:
                self.ask("roll")
            elif not moves or "thinking" in now["html/players"]:
                self.page.wait_for_timeout(50)
            elif state["rolls"] >= rolls and is_worth_a_picture(now["moves"], moves):
                return
            else:
                self.ask("play", move=self.ask("hint")["move"])


def is_worth_a_picture(offered: list[dict[str, Any]], moves: list[dict[str, Any]]) -> bool:
    """Say whether a move would score; in games where none does, whether some choices are made and others are left."""
    if any(move["gain"] for move in moves):
        return any(re.match(r"\+[1-9]", move["gain"] or "") for move in moves)
    changed = {move["instead"] for move in offered if "instead" in move}
    return len(changed) > 1 and any("walk" in move["marks"] for move in moves)


def point_at_the_best(page: Page, hand: Mouse, moves: list[dict[str, Any]]) -> None:
    """Start the visible move that gains most, and point at its last spot."""
    ways = [(int(move["gain"] or 0), move["paths"][0]) for move in moves if move["paths"] and "instead" not in move]
    steps = [(gain, path["steps"][: len(path["steps"]) - path.get("spare", 0)]) for gain, path in ways]
    spots = [(gain, [pick.split("|")[0] for step in each for pick in step]) for gain, each in steps]
    shown = [(gain, picks) for gain, picks in spots if page.locator(f"#{picks[-1]}").is_visible()]
    *begun, last = max(shown, key=lambda each: each[0])[1]
    for spot in begun:
        hand.press(page.locator(f"#{spot}"))
    if isinstance(hand, Touch):
        hand.press(page.locator(f"#{last}"))
    else:
        page.mouse.move(*aim(page.locator(f"#{last}")))


def squeezed(page: Page, picture: bytes) -> bytes:
    """Return the picture as a PNG with a small palette and strong compression."""
    found = page.evaluate(PIXELS, b64encode(picture).decode())
    seen = np.frombuffer(b64decode(found["pixels"]), np.uint8).reshape(-1, 4)[:, :3].astype(np.int64)
    buckets, where, counts = np.unique(seen @ (1 << np.arange(0, 24, 8)), return_inverse=True, return_counts=True)
    palette = buckets[np.argsort(-counts, kind="stable")[:256]]
    nearest = _apart(_channels(buckets), _channels(palette)).argmin(axis=1).astype(np.uint8)
    rows = nearest[where].reshape(found["height"], found["width"])
    body = np.hstack([np.zeros((found["height"], 1), np.uint8), rows]).tobytes()
    head = struct.pack(">IIBBBBB", found["width"], found["height"], 8, 3, 0, 0, 0)
    colours = _channels(palette).astype(np.uint8).tobytes()
    chunks = [(b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def _channels(colours: Colours) -> Colours:
    return np.stack([colours & 255, colours >> 8 & 255, colours >> 16 & 255], axis=-1)


def _apart(some: Colours, others: Colours) -> Colours:
    """Return the distance of each of some colours from each of the others."""
    distance: Colours = ((some[:, None] - others[None]) ** 2).sum(axis=2)
    return distance


def take(page: Page, name: str) -> None:
    """Save a screenshot of a page."""
    path = PICTURES / f"{name}.png"
    path.write_bytes(squeezed(page, page.screenshot()))
    assert path.stat().st_size < LARGEST, f"{path.name} is too large"
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def main(browser: Browser, address: str) -> None:
    """Take all pictures."""
    desktop = browser.new_context(base_url=address, locale="en-US", reduced_motion="reduce", **DESKTOP)
    page = desktop.new_page()
    page.goto("/")
    page.set_viewport_size({"width": 1280, "height": 860})
    take(page, "home")
    page.set_viewport_size(DESKTOP["viewport"])
    for game in all_games():
        take_table(browser, page, game)
    take_lobby(browser, page, next(game for game in all_games() if any(each.per_seat for each in game.options)))
    open_games = [game for game in all_games() if not game.secrets]
    take_daily(browser, page, next(game for game in open_games if 1 in game.seats))
    take_replay(browser, page, next(game for game in open_games if len(game.seats) > 1 and 1 not in game.seats))


FINISH = """
async (choice) => {
  const say = (what, body) => fetch(`${location.pathname}/${what}`, { method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json" } });
  for (;;) {
    const { values } = await (await fetch(`${location.pathname}/view?show=0`)).json();
    if (values.state.over) return;
    const move = values.moves[choice % (values.moves.length || 1)]?.move;
    await (values.state.roll ? say("roll", {}) : say("play", { seat: 0, move }));
  }
}
"""
"""Plays a solo game to its end, always choosing by the same rule."""

NAMES = ("Ana", "Ben", "Chloé", "Dmitri", "Elif", "Fatou")


def take_on_a_phone(browser: Browser, page: Page, name: str) -> None:
    """Take a picture of the same page for another visitor, on a phone with the dark theme."""
    context = browser.new_context(reduced_motion="reduce", locale="en-US", color_scheme="dark", **PHONE)
    phone = context.new_page()
    phone.goto(page.url)
    phone.wait_for_timeout(1_000)
    take(phone, name)
    context.close()


def take_daily(browser: Browser, page: Page, game: Game) -> None:
    """Take a picture of a daily board with some results."""
    address = page.url.partition("/table")[0]
    for number, name in enumerate(NAMES):
        context = page.context if name == NAMES[-1] else browser.new_context(reduced_motion="reduce", locale="en-US")
        tab = context.new_page()
        tab.goto(f"{address}/daily")
        card = tab.get_by_role("article", name=game.title)
        card.get_by_label("Your name on the leaderboard").fill(name)
        card.get_by_role("button", name="Start ranked attempt").click()
        tab.wait_for_url("**/table/*")
        settled(tab)
        tab.evaluate(FINISH, 3 * number + 1)
        tab.close()
        if context is not page.context:
            context.close()
    page.goto(f"/daily/{PICTURE_DAY}/{game.name}")
    take(page, "daily")
    take_on_a_phone(browser, page, "daily-phone-dark")


def take_replay(browser: Browser, page: Page, game: Game) -> None:
    """Take a picture of the replay of a golden record, at 70 % of its steps."""
    record = max((game.folder / "golden").glob("*-seats.txt"), key=lambda path: path.stat().st_size)
    page.goto("/tables")
    page.locator("textarea").fill(record.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Watch it").click()
    page.wait_for_url("**/replay*")
    page.locator("#replay-slider").fill(str(int(0.7 * int(page.locator("#replay-slider").get_attribute("max") or 0))))
    page.locator("#replay-slider").blur()
    page.wait_for_timeout(1_000)
    take(page, "replay")
    take_on_a_phone(browser, page, "replay-phone-dark")


def take_lobby(browser: Browser, page: Page, game: Game) -> None:
    """Take a picture of a lobby with one guest and one free seat."""
    page.goto(f"/new/{game.name}?friends")
    page.locator("[name=name-0]").fill("Ana")
    choose(page, "kind-2", "link")
    page.locator("main form button.primary").click()
    page.wait_for_url("**/table/*")
    context = browser.new_context(reduced_motion="reduce", locale="en-US", **PHONE)
    guest = context.new_page()
    guest.goto(page.locator("input.address").first.input_value())
    guest.locator("#sit [name=name]").fill("Ben")
    guest.locator("#sit button.primary").click()
    page.locator("#chairs", has_text="Ben").wait_for()
    take(page, "lobby")
    context.close()


def take_table(browser: Browser, page: Page, game: Game) -> None:
    """Take the pictures of one game, with bots if it has seats for them."""
    page.goto("/")
    sit_down(page, game.name, *BOTS[: game.seats[-1] - 1])
    sitter = Sitter(page)
    sitter.play_until(SHOWN)
    page.reload()
    offer(page)
    moves = sitter.look()["moves"]
    point_at_the_best(page, Mouse(), moves)
    take(page, f"{game.name}-table")
    page.emulate_media(color_scheme="dark")
    take(page, f"{game.name}-dark")

    kept = page.context.storage_state()
    phone = browser.new_context(reduced_motion="reduce", locale="en-US", storage_state=kept, **PHONE)
    small = phone.new_page()
    small.goto(page.url)
    offer(small)
    point_at_the_best(small, Touch(), moves)
    take(small, f"{game.name}-phone")
    small.emulate_media(color_scheme="dark")
    take(small, f"{game.name}-phone-dark")
    phone.close()

    page.emulate_media(color_scheme="light")
    sitter.play_until(10_000)
    page.reload()
    settled(page)
    page.locator("#end-title").wait_for()
    take(page, f"{game.name}-end")


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "pictures")
        try:
            main(playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS), server.address)
        finally:
            server.stop()
