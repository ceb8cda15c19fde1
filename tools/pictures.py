"""Take the documentation's screenshots from a running server: every kind of page, each game's table and its end, in
three windows, light and dark.

Dice, tables and bots are seeded, so the same code produces the same pictures.
"""

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, Browser, Page, sync_playwright

from rollwright.core.game import Game, all_games
from tests.support.browser.hands import Mouse, Touch, aim, choose, offer, settled, sit_down
from tests.support.browser.serving import Server
from tests.support.browser.windows import LANDSCAPE, PHONE
from tests.support.pages import expanded
from tests.support.server import PICTURE_DAY
from tools.chromium import ARGUMENTS, find_chromium
from tools.small_png import squeezed

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 200_000
"""The most bytes of a picture, for readers on slow connections."""

SHOWN = 8
"""The number of rolls after which a table is pictured."""

BOTS = ("normal", "easy")

VIEWS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "phone": {**PHONE, "device_scale_factor": 1},
    "landscape": {**LANDSCAPE, "device_scale_factor": 1},
}
"""The windows of the pictures, by the second part of their names."""

STILL: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-US"}


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

    def finish(self) -> None:
        """Let a bot play on to the end, which takes a fraction of the time that hints do."""
        self.ask("lend")
        while not self.look()["state"]["over"]:
            self.page.wait_for_timeout(200)
        self.ask("return")

    def finish_by(self, choice: int) -> None:
        """Play a game alone to its end, always choosing by the same rule: an attempt that is ranked gets no hints."""
        while not (now := self.look())["state"]["over"]:
            moves = now["moves"]
            if now["state"]["roll"]:
                self.ask("roll")
            else:
                self.ask("play", move=moves[choice % len(moves)]["move"])


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


def take(page: Page, name: str) -> None:
    """Save a screenshot of a page."""
    path = PICTURES / f"{name}.png"
    path.write_bytes(squeezed(page, page.screenshot()))
    assert path.stat().st_size < LARGEST, f"{path.name} is too large"
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def look(page: Page) -> None:
    """Let a page that shows no table come to rest."""
    page.wait_for_timeout(500)


def take_views(page: Page, name: str, ready: Callable[[Page], None] = look) -> None:
    """Take pictures of a page in all windows, light and dark, for somebody with the same cookies."""
    browser = page.context.browser
    assert browser is not None
    kept = page.context.storage_state()
    for window, kind in VIEWS.items():
        context = browser.new_context(storage_state=kept, **STILL, **kind)
        tab = context.new_page()
        tab.goto(page.url)
        ready(tab)
        take(tab, f"{name}-{window}")
        tab.emulate_media(color_scheme="dark")
        take(tab, f"{name}-{window}-dark")
        context.close()


def main(browser: Browser, address: str) -> None:
    """Take all pictures."""
    page = browser.new_context(base_url=address, **STILL, **VIEWS["wide"]).new_page()
    for game in all_games():
        take_table(page, game)
    with_choices = next(game for game in all_games() if any(each.per_seat for each in game.options))
    take_lobby(browser, page, with_choices)
    open_games = [game for game in all_games() if not game.secrets]
    take_daily(browser, page, next(game for game in open_games if 1 in game.seats))
    take_replay(page, next(game for game in open_games if len(game.seats) > 1 and 1 not in game.seats))
    addresses = {"home": "/", "setup": f"/new/{with_choices.name}", "tables": "/tables", "results": "/statistics"}
    for name, path in {**addresses, "rules": f"/rules/{all_games()[0].name}", "today": "/daily"}.items():
        page.goto(path)
        take_views(page, name)


NAMES = ("Ana", "Ben", "Chloé", "Dmitri", "Elif", "Fatou")


def take_daily(browser: Browser, page: Page, game: Game) -> None:
    """Take a picture of a daily board with some results."""
    address = page.url.partition("/table")[0].rstrip("/")
    for number, name in enumerate(NAMES):
        context = page.context if name == NAMES[-1] else browser.new_context(**STILL)
        tab = context.new_page()
        tab.goto(f"{address}/daily")
        card = tab.get_by_role("article", name=game.title)
        tab.get_by_label("Your name on the leaderboard").fill(name)
        card.get_by_role("button", name="Start ranked attempt").click()
        tab.wait_for_url("**/table/*")
        settled(tab)
        Sitter(tab).finish_by(3 * number + 1)
        tab.close()
        if context is not page.context:
            context.close()
    page.goto(f"/daily/{PICTURE_DAY}/{game.name}")
    take_views(page, "daily")


def take_replay(page: Page, game: Game) -> None:
    """Take a picture of the replay of a golden record, at 70 % of its steps."""
    record = max((game.folder / "golden").glob("*-seats.txt"), key=lambda path: path.stat().st_size)
    page.goto("/tables")
    page.locator("textarea").fill(record.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_url("**/replay*")
    page.locator("#replay-slider").fill(str(int(0.7 * int(page.locator("#replay-slider").get_attribute("max") or 0))))
    page.locator("#replay-slider").blur()
    page.wait_for_timeout(1_000)  # until the address names the position
    take_views(page, "replay")


def take_analysis(page: Page) -> None:
    """Take a picture of the analysis of the finished game that a page shows: the answer to its costliest choice."""

    def answered(tab: Page) -> None:
        tab.locator(".costly-row").first.click()
        tab.get_by_role("button", name="Show the answer").click()
        tab.locator("#analysis-curve-title").evaluate("each => each.scrollIntoView()")
        tab.wait_for_timeout(500)

    page.goto(f"{page.url}/replay?analysis=1")
    page.locator(".costly-row").first.wait_for()
    take_views(page, "analysis", answered)


def take_lobby(browser: Browser, page: Page, game: Game) -> None:
    """Take a picture of a lobby with one guest and one free seat."""
    page.goto(f"/new/{game.name}?friends")
    page.locator("[name=name-0]").fill("Ana")
    choose(page, "kind-2", "link")
    page.locator("main form button.primary").click()
    page.wait_for_url("**/table/*")
    context = browser.new_context(**STILL, **PHONE)
    guest = context.new_page()
    guest.goto(page.locator("input.address").first.input_value())
    guest.locator("#sit [name=name]").fill("Ben")
    guest.locator("#sit button.primary").click()
    page.locator("#chairs", has_text="Ben").wait_for()
    take_views(page, "lobby")
    context.close()


def take_table(page: Page, game: Game) -> None:
    """Take the pictures of one game, with bots if it has seats for them."""
    page.goto("/")
    sit_down(page, game.name, *BOTS[: game.seats[-1] - 1])
    sitter = Sitter(page)
    sitter.play_until(SHOWN)
    moves = sitter.look()["moves"]

    def begun(tab: Page) -> None:
        offer(tab)
        point_at_the_best(tab, Touch() if tab.evaluate("navigator.maxTouchPoints") else Mouse(), moves)

    def over(tab: Page) -> None:
        settled(tab)
        tab.locator("#end-title").wait_for()

    take_views(page, f"{game.name}-table", begun)
    sitter.finish()
    take_views(page, f"{game.name}-end", over)
    if not game.secrets and len(game.seats) > 1 and 1 in game.seats:
        take_analysis(page)


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), "pictures")
        try:
            main(playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS), server.address)
        finally:
            server.stop()
