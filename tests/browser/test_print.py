"""A sheet to print: one page of A4, black on white."""

from base64 import b64encode
from io import BytesIO

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from rollwright.core.game import game_names
from rollwright.core.language import LANGUAGES

from .windows import Opener

EVERY_GAME = pytest.mark.parametrize("game", game_names())

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


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_fits_one_page(game: str, language: str, opened: Opener) -> None:
    page = opened(f"/print/{game}", locale=language)
    printed = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    assert len(printed.pages) == 1
    paper = printed.pages[0].mediabox
    assert (round(paper.width), round(paper.height)) in ((595, 842), (842, 595))
    assert "Rollwright" in printed.pages[0].extract_text()


@EVERY_GAME
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_sheet_is_black_on_white(game: str, theme: str, opened: Opener) -> None:
    page = opened(f"/print/{game}", color_scheme=theme)
    page.emulate_media(media="print")
    seen = colours(page)
    assert seen["coloured"] == 0
    assert seen["darkest"] < 40
    assert seen["white"] > 0.7


def colours(page: Page) -> dict[str, float]:
    """Count what colours a page has as it is printed."""
    picture = b64encode(page.screenshot(full_page=True)).decode()
    found: dict[str, float] = page.evaluate(COLOURS, f"data:image/png;base64,{picture}")
    return found
