"""What the sheet of Tóu Shí is drawn with: flat dice as stones of ink, stars, pencil strokes and a seal."""

from math import cos, pi, sin

from rollwright.games.tou_shi.sheet import SIDES
from rollwright.view.marks import SHAPES
from rollwright.view.svg import number, path, tag, text

Point = tuple[float, float]

STONE = 40
"""A stone is drawn this large and scaled, as the page does with one that it shows before it is written."""


def stone(centre: Point, kind: int, size: float, class_: str = "") -> str:
    """Draw the outline of a die, filled, with the number of its sides."""
    corners, (dx, dy) = SHAPES[SIDES[kind]]
    half = STONE / 2
    body = path([(half * x, half * y) for x, y in corners], "stone-body", closed=True)
    label = text(half * dx, half * dy + 0.5, SIDES[kind], "stone-number")
    placed = f"translate({number(centre[0])} {number(centre[1])}) scale({size / STONE:.3f})"
    return tag("g", tag("g", body, label, class_=f"die-face stone {class_}".strip()), transform=placed)


def pebble(centre: Point, kind: int, size: float, class_: str) -> str:
    """Draw the outline of a die very small, without a number."""
    corners, _ = SHAPES[SIDES[kind]]
    points = [(centre[0] + size / 2 * x, centre[1] + size / 2 * y) for x, y in corners]
    return path(points, f"pebble {class_}", closed=True)


def pebble_number(centre: Point, kind: int, size: float) -> str:
    """Draw the number of sides that stands in a pebble."""
    _, (dx, dy) = SHAPES[SIDES[kind]]
    return text(centre[0] + size / 2 * dx, centre[1] + size / 2 * dy + 0.2, SIDES[kind], "pebble-number")


def star(centre: Point, radius: float, class_: str) -> str:
    """Draw a star of five points."""
    turns = [(-pi / 2 + pi / 5 * i, radius if i % 2 == 0 else radius * 0.5) for i in range(10)]
    return path([(centre[0] + r * cos(turn), centre[1] + r * sin(turn)) for turn, r in turns], class_, closed=True)


def stroke(centre: Point, reach: float, seed: int) -> str:
    """Draw a stroke of the pencil through a box; the same seed gives the same stroke."""
    x, y = centre
    lean = (seed * 7919) % 5 - 2
    rise = reach * 0.75 + lean
    return tag("path", d=f"M{number(x - reach)} {number(y + rise)} q{number(reach * 0.9)} {number(-rise * 0.5)} "
               f"{number(2 * reach)} {number(-2 * rise)}", class_="tick")  # fmt: skip


def seal(corner: Point, size: float) -> str:
    """Draw the seal: the sign for stone in four strokes, on red."""
    x, y = corner
    strokes = "M10 14 H38 M22 14 Q19 25 9 34 M19 27 H37 V39 H19 Z"
    return tag(
        "g",
        tag("rect", width=48, height=48, rx=7, class_="seal-ground"),
        tag("path", d=strokes, class_="seal-stroke"),
        transform=f"translate({number(x)} {number(y)}) scale({size / 48:.3f})",
    )
