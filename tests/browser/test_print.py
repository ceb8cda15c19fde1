"""A sheet to print: one page of A4 for each, black on white, as the table's choices want it."""

from base64 import b64encode
from io import BytesIO
from math import prod

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from rollwright.core.game import game_names, open_game
from rollwright.core.language import LANGUAGES
from tests.support.browser.windows import Opener
from tests.support.sampling import dealt, some

THEMES = ("light", "dark")

COLOURS = """
async (picture) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let [coloured, darkest, white] = [0, 255, 0];
  for (let i = 0; i < data.length; i += 4) {
    const [most, least] = [Math.max(data[i], data[i + 1], data[i + 2]), Math.min(data[i], data[i + 1], data[i + 2])];
    coloured += most - least > 8;
    darkest = Math.min(darkest, most);
    white += least === 255;
  }
  return { coloured, darkest, white: white / (data.length / 4) };
}
"""


@pytest.mark.parametrize(("game", "language"), dealt(game_names(), list(LANGUAGES)))
def test_each_sheet_fits_one_page(game: str, language: str, opened: Opener) -> None:
    page = opened(f"/print/{game}/sheet", locale=language)
    for address in some(variants(page), count=4):
        page.goto(address)
        printed = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
        assert len(printed.pages) == page.locator("section.sheet").count() == sheets(game)
        for paper in printed.pages:
            assert (round(paper.mediabox.width), round(paper.mediabox.height)) in ((595, 842), (842, 595))
            assert "Rollwright" in paper.extract_text()


@pytest.mark.parametrize(("game", "theme"), dealt(game_names(), THEMES))
def test_a_sheet_is_black_on_white(game: str, theme: str, opened: Opener) -> None:
    page = opened(f"/print/{game}/sheet", color_scheme=theme)
    for address in some(variants(page), turn=1, count=3):
        page.emulate_media(media="screen")
        page.goto(address)
        page.emulate_media(media="print")
        seen = colours(page)
        assert seen["coloured"] == 0, address
        assert seen["darkest"] < 40
        assert seen["white"] > 0.7


@pytest.mark.parametrize("game", some(game_names()))
def test_choices_are_linked_and_named_on_the_sheet(game: str, opened: Opener) -> None:
    page = opened(f"/print/{game}/sheet")
    seen = set()
    addresses = variants(page)
    for address in addresses:
        page.goto(address)
        now = page.locator(".choices [aria-current]").all_text_contents()
        assert len(now) == page.locator(".choices").count()
        expect(page.locator("section.sheet header").first).to_contain_text(" · ".join(now))
        seen.add((page.locator("main").inner_html(), *now))
    assert len(seen) == len(addresses), "two choices look alike"


def sheets(game: str) -> int:
    """Return how many different sheets the players of a game choose from."""
    return prod(len(option.choices) for option in open_game(game).options if option.per_seat)


def variants(page: Page) -> list[str]:
    """Return the addresses of every choice that a page of sheets links to, or just its own."""
    found: list[str] = page.locator(".choices a").evaluate_all("(links) => links.map((each) => each.href)")
    return found or [page.url]


def colours(page: Page) -> dict[str, float]:
    """Count what colours a page has as it is printed."""
    picture = b64encode(page.screenshot(full_page=True)).decode()
    found: dict[str, float] = page.evaluate(COLOURS, f"data:image/png;base64,{picture}")
    return found
