"""A printed drawing looks as the browser draws it: flattened and set by Typst, or by Chromium with style sheets.

The measure: both pictures are cut into cells of 6 pixels. A cell with ink in one picture is matched if the other has
ink, at least half as much, in it or in a cell beside it; the likeness is the share of inked cells that are matched, the
lower of both directions. Faces are the same, so of what is sound nearly all is matched, and of what is spoiled it is
not: tests below spoil drawings on purpose, and each must stay well under what every sound one reaches.
"""

import re

import numpy as np
import pytest
from playwright.sync_api import Page

from rollwright.core.game import game_names, open_game
from rollwright.paper import press
from rollwright.paper.game_drawings import flat_part
from rollwright.paper.layout.markup import literal
from rollwright.paper.variants import empty_parts, sheet_options, variants
from rollwright.view import Part, Pen
from tests.support.browser.windows import Opener
from tests.support.printed import Grey, grey
from tests.support.sampling import some

LIKE = 0.985
"""What every sound drawing reaches: the least seen is 0.992."""

UNLIKE = 0.97
"""What no spoiled drawing reaches: the most seen is 0.961."""

WIDTH = 600
CELL = 6
INK = 0.06

DRAW = """
async ([svg, name, width, height]) => {
  document.body.className = `of-${name}`;
  document.body.innerHTML = svg;
  for (const href of HREFS) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    await new Promise((done) => { link.onload = done; document.head.append(link); });
  }
  const drawn = document.body.firstElementChild;
  const sizes = { width: `${width}px`, height: `${height}px`, "max-width": "none" };
  for (const [side, length] of Object.entries(sizes)) drawn.style.setProperty(side, length, "important");
  await document.fonts.ready;
}
"""


def parts_of(name: str) -> list[tuple[Part, Pen]]:
    """Return the large parts of a game's first empty sheet."""
    game = open_game(name)
    pen = Pen(game.speech(), live=False, paper=True)
    setting = variants(game, {}, sheet_options(game))[0]
    return [(part, pen) for part in empty_parts(game, setting, pen) if part.where == "sheet"]


def height_of(part: Part) -> int:
    return round(WIDTH * part.size[1] / part.size[0])


def by_chromium(page: Page, name: str, part: Part, pen: Pen) -> Grey:
    """Return a part as the browser draws it, with the style sheets of the pages."""
    styles = page.locator('link[rel="stylesheet"]').evaluate_all("(all) => all.map((each) => each.href)")
    printing = next(each for each in styles if "/tokens.css" in each).replace("tokens.css", "print.css")
    hrefs = f"{[printing, f'/style/{name}']}"
    page.evaluate(DRAW.replace("HREFS", hrefs), [part.svg(pen), name, WIDTH, height_of(part)])
    shot = page.locator("body > svg").screenshot()
    return grey(shot)


def by_typst(flat: str, part: Part) -> Grey:
    """Return a flat drawing as Typst sets it, of the same size."""
    size = f"width: {WIDTH}pt, height: {height_of(part)}pt"
    source = f'#set page({size}, margin: 0pt)\n#image(bytes({literal(flat)}), format: "svg", {size})'
    return grey(press.pngs(source, 72)[0])


def cells(picture: Grey) -> Grey:
    height, width = (length // CELL for length in picture.shape)
    cut = picture[: height * CELL, : width * CELL].reshape(height, CELL, width, CELL)
    found: Grey = cut.mean(axis=(1, 3))
    return found


def matched(one: Grey, other: Grey) -> float:
    """Return the share of inked cells of a picture that have a counterpart in another."""
    around = np.pad(other, 1)
    most = np.max([around[y : y + one.shape[0], x : x + one.shape[1]] for y in range(3) for x in range(3)], axis=0)
    inked = one > INK
    return float((most[inked] >= one[inked] / 2).mean())


def likeness(one: Grey, other: Grey) -> float:
    high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    a, b = cells(one[:high, :wide]), cells(other[:high, :wide])
    return min(matched(a, b), matched(b, a))


@pytest.mark.parametrize("name", game_names())
def test_every_drawing_is_printed_as_the_browser_draws_it(name: str, opened: Opener) -> None:
    for part, pen in parts_of(name):
        page = opened(f"/rules/{name}")
        found = likeness(by_chromium(page, name, part, pen), by_typst(flat_part(open_game(name), part, pen), part))
        assert found > LIKE, f"{part.name}: {found:.3f}"


SPOILED = {
    "all styles lost": lambda flat: re.sub(r' (fill|stroke|stroke-width|font-size)="[^"]*"', "", flat),
    "texts lost": lambda flat: re.sub(r"<text.*?</text>", "", flat),
    "variables not resolved": lambda flat: re.sub(r'fill="#[^"]*"', 'fill="#000000"', flat),
    "moved": lambda flat: re.sub(r'viewBox="0 0', 'viewBox="-22 -18', flat, count=1),
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_drawing_would_be_noticed(how: str, opened: Opener) -> None:
    for name in some(game_names()):
        (part, pen), *_ = parts_of(name)
        sound = flat_part(open_game(name), part, pen)
        flat = SPOILED[how](sound)
        if flat == sound:
            continue  # a drawing that has nothing of the kind
        found = likeness(by_chromium(opened(f"/rules/{name}"), name, part, pen), by_typst(flat, part))
        assert found < UNLIKE, f"{name}: {found:.3f}"
