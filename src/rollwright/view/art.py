"""The art of the games: covers, surfaces, pictures of choices, and the emblem of each player.

A game's pictures stand in its folder `art`. A game without them gets ours from the folder `stock`, and emblems with as
many pips as the number of the seat.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from rollwright.core.game import Game
from rollwright.view.marks import PIPS
from rollwright.view.svg import tag

STOCK = Path(__file__).parent / "stock"
"""The pictures of games without their own."""

PICTURES = re.compile(r"(cover|surface|choice-[\w-]+)\.svg")
"""The files of a game that pages show as pictures."""

SHAPES = (
    ("M24 3a21 21 0 1 1 0 42 21 21 0 1 1 0-42z", 0.58),  # circle
    ("M13 4.5h22q8.5 0 8.5 8.5v22q0 8.5-8.5 8.5H13q-8.5 0-8.5-8.5V13q0-8.5 8.5-8.5z", 0.62),  # square
    ("M24 2.5 43 13.2v21.6L24 45.5 5 34.8V13.2z", 0.56),  # hexagon
    ("M24 2 46 24 24 46 2 24z", 0.46),  # diamond
    ("M24 3 45.5 18.5 37.5 44h-27l-8-25.5z", 0.52),  # pentagon
    ("M5 4.5h38V25q0 13-19 20.5Q5 38 5 25z", 0.54),  # shield
)
"""The shape of each seat's emblem, and the scale of the glyph on it: players differ by more than a colour."""


def picture(game: Game, name: str) -> Path | None:
    """Return the file of a picture, such as `cover.svg`: the game's own, or ours, or None if there is neither."""
    if not PICTURES.fullmatch(name):
        return None
    found = (path for path in (game.folder / "art" / name, STOCK / name) if path.is_file())
    return next(found, None)


def emblem_key(game: Game, setting: Mapping[str, Sequence[str]], seat: int) -> str:
    """Return the name of a seat's emblem: what it chose, such as its race, or else its number from 1."""
    chosen = (setting[option.name][seat] for option in game.options if option.per_seat and option.name in setting)
    return next(chosen, str(seat + 1))


@cache
def emblem_html(game: Game, key: str, seat: int) -> str:
    """Return the emblem of a player as SVG: a glyph on a shape in the seat's colour."""
    shape, scale = SHAPES[seat % len(SHAPES)]
    colour, ink, margin = f"var(--p{seat % len(SHAPES) + 1})", "var(--on-p)", 24 - 24 * scale
    drawn = glyph(game, key, seat).replace("var(--em)", colour).replace("currentColor", ink)
    inset = "translate(2.9 2.9) scale(.88)"
    return tag(
        "svg",
        tag("path", d=shape, fill=colour, stroke=colour, stroke_width=3, stroke_linejoin="round"),
        tag("path", d=shape, fill="none", stroke=ink, stroke_width=1.6, opacity=".55", transform=inset),
        tag("g", drawn, fill=ink, transform=f"translate({margin:.2f} {margin:.2f}) scale({scale})"),
        class_="emblem",
        viewBox="0 0 48 48",
        aria_hidden="true",
    )


@cache
def glyph(game: Game, key: str, seat: int) -> str:
    """Return what an emblem shows: the game's drawing, or the pips of a die."""
    path = game.folder / "art" / f"emblem-{key}.svg"
    if re.fullmatch(r"[\w-]+", key) and path.is_file():
        text = path.read_text(encoding="utf-8")
        return text[text.index(">") + 1 : text.rindex("</svg>")].strip()
    pips = PIPS[seat % 6 + 1]
    return "".join(tag("circle", cx=24 + 14 * x, cy=24 + 14 * y, r=6) for x, y in pips)
