"""Take pictures of printed pages for the documentation: `python -m tools.print_pictures`."""

from pathlib import Path

from playwright.sync_api import Page as Window
from playwright.sync_api import sync_playwright

from rollwright.core.game import all_games, open_game
from rollwright.paper import print_jobs
from rollwright.paper.print_jobs import KIT, LOG, RULES, SHEET, Wish
from rollwright.paper.wall_card import Card, winner_of
from rollwright.records import replay
from tools.chromium import ARGUMENTS, find_chromium
from tools.small_png import squeezed

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
PPI = 80.0
DAY = "1 January 2026"
"""The day that stands on the cards."""


def main() -> None:
    """Write a picture of the first page of every paper, and of a card, for each game."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        _take(browser.new_page())
        browser.close()


def _take(window: Window) -> None:
    """Write all pictures; a window of a browser makes them small."""
    for game in all_games():
        for kind in print_jobs.kinds(game).values():
            if kind.name in (KIT, LOG):
                continue
            wish = Wish(kind.name, up=1 if kind.name in (SHEET, RULES) else 0)
            pages = print_jobs.preview(open_game(game.name), wish, PPI)
            for number, page in enumerate(pages if kind.name == "campaign" else pages[:1], 1):
                name = f"print-{game.name}-{kind.name}" + (f"-{number}" if kind.name == "campaign" else "")
                (PICTURES / f"{name}.png").write_bytes(squeezed(window, page))
        record = sorted((game.folder / "golden").glob("*-seats.txt"))[-1]
        table = replay(record.read_text(encoding="utf-8"))
        card = Card(table, winner_of(table), DAY).png(PPI)
        (PICTURES / f"print-{game.name}-card.png").write_bytes(squeezed(window, card))


if __name__ == "__main__":
    main()
