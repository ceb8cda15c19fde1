"""A game's drawings, flat: as they are on paper, black on white, or in the colours of its page."""

from functools import cache

from rollwright.core.game import Game
from rollwright.core.language import PACKAGE
from rollwright.paper.style.flatten import Flattener
from rollwright.view import Part, Pen
from rollwright.view.svg import tag

STYLES = PACKAGE / "web" / "static" / "style"
"""The style sheets of the pages: a drawing looks on paper as it does there."""

COMMON = ("tokens", "drawing", "spots")
ON_PAPER = "print"


@cache
def flattener(game: Game, coloured: bool = False) -> Flattener:
    """Return what flattens the drawings of a game."""
    names = COMMON if coloured else (*COMMON, ON_PAPER)
    sheets = [(STYLES / f"{name}.css").read_text(encoding="utf-8") for name in names]
    own = game.folder / "view.css"
    if own.exists():
        sheets.append(own.read_text(encoding="utf-8"))
    around = [f"themed of-{game.name} picture", "sheet"] if coloured else [f"of-{game.name}", "sheet"]
    return Flattener(sheets, around)


def flat_part(game: Game, part: Part, pen: Pen, *, coloured: bool = False) -> str:
    """Return a part of a sheet as a flat drawing."""
    return flattener(game, coloured).flat(part.svg(pen, width=part.size[0], height=part.size[1]))


def flat_drawing(game: Game, size: tuple[float, float], inner: str, *, coloured: bool = False) -> str:
    """Return something that a game draws for its papers as a flat drawing."""
    drawing = tag(
        "svg",
        inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {size[0]:g} {size[1]:g}",
        width=f"{size[0]:g}",
        height=f"{size[1]:g}",
        class_="part",
    )
    return flattener(game, coloured).flat(drawing)
