"""What the map, the board and the dice are drawn with: insignia of the sides, slots, pyramids, devices.

Every side has an outline of its own beside its colour, so that nothing is told by colour alone.
"""

from math import cos, pi, sin
from textwrap import wrap

from rollwright.games.rolling_pyramids.rules.state import PHARAOH
from rollwright.games.rolling_pyramids.sheet import CIRCLE, RHOMBUS, TRIANGLE
from rollwright.view import Pen
from rollwright.view.marks import Point
from rollwright.view.svg import path, tag, text

SQUARE: tuple[Point, ...] = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
HEXAGON: tuple[Point, ...] = tuple((1.1 * cos(pi / 3 * i), 1.1 * sin(pi / 3 * i)) for i in range(6))
DIAMOND: tuple[Point, ...] = ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0))
CROWN: tuple[Point, ...] = ((-1.1, -1), (-0.5, -0.62), (0, -1.15), (0.5, -0.62), (1.1, -1), (0.95, 0.95), (-0.95, 0.95))
OUTLINES = {1: SQUARE, 2: HEXAGON, 3: DIAMOND, PHARAOH: CROWN}
"""The tokens of the sides; the first player's is a circle."""

SLOT_OUTLINES: dict[int, tuple[Point, ...]] = {
    TRIANGLE: ((0, -1.08), (1.08, 0.82), (-1.08, 0.82)),
    RHOMBUS: ((0, -1.16), (1.0, 0), (0, 1.16), (-1.0, 0)),
}
"""The slots that take dice of one kind."""


def side_class(side: int, pen: Pen) -> str:
    """Return the class that gives things the colour of a side; on paper there are no colours."""
    return "" if pen.paper else f"side-{'p' if side == PHARAOH else side}"


def around(centre: Point, radius: float, corners: tuple[Point, ...]) -> list[Point]:
    """Return an outline at a place."""
    return [(centre[0] + radius * x, centre[1] + radius * y) for x, y in corners]


def insignia(side: int, centre: Point, radius: float, class_: str = "insignia") -> str:
    """Draw the outline of a side."""
    if side == 0:
        return tag("circle", cx=centre[0], cy=centre[1], r=float(radius), class_=class_)
    return path(around(centre, radius, OUTLINES[side]), class_, closed=True)


def star(centre: Point, radius: float) -> str:
    """Draw the star of heroes."""
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * 0.45
        points.append((centre[0] + reach * sin(pi / 5 * i), centre[1] - reach * cos(pi / 5 * i)))
    return path(points, "star", closed=True)


def token(side: int, centre: Point, number: int, radius: float, pen: Pen, *, heroes: bool = False) -> str:
    """Draw so many men of a side, or heroes, who have a star at the upper right."""
    x, y = centre
    few = number < 100 and radius > 15
    drawn = [insignia(side, centre, radius), text(x, y + 1, number, "units" if few else "units many")]
    if heroes:
        drawn.append(star((x + radius * 0.85, y - radius * 0.85), radius * 0.52))
    return tag("g", *drawn, class_=f"token {side_class(side, pen)}".strip())


def slot(shape: int, centre: Point, radius: float, class_: str = "cell slot") -> str:
    """Draw a slot for a die: a circle, a triangle or a rhombus."""
    if shape == CIRCLE:
        return tag("circle", cx=centre[0], cy=centre[1], r=radius * 0.92, class_=class_)
    return path(around(centre, radius, SLOT_OUTLINES[shape]), class_, closed=True)


def middle(shape: int, centre: Point, radius: float) -> Point:
    """Return where the number of a slot is written: lower in a triangle."""
    return (centre[0], centre[1] + radius * 0.2) if shape == TRIANGLE else centre


def pyramid(centre: Point, reach: float, class_: str) -> str:
    """Draw a pyramid: a bright face and a narrow one in the shade."""
    x, y = centre
    top, left, right, foot = (
        (x, y - reach),
        (x - reach * 1.15, y + reach * 0.8),
        (x + reach * 1.15, y + reach * 0.8),
        (x + reach * 0.38, y + reach * 0.8),
    )
    return path([top, right, left], class_, closed=True) + path([top, right, foot], f"{class_} shade", closed=True)


def ram_sign(centre: Point, size: float, angle: float) -> str:
    """Draw a ram: a beam with a head, along an angle."""
    x, y = centre
    beam = path([(x - size, y), (x + size * 0.4, y)], "beam")
    head = path(
        [(x + size * 0.3, y - size * 0.55), (x + size, y), (x + size * 0.3, y + size * 0.55)], "head", closed=True
    )
    return tag("g", beam, head, class_="ram", transform=f"rotate({angle:.0f} {x:.1f} {y:.1f})")


def spikes_sign(centre: Point, size: float, angle: float) -> str:
    """Draw spikes: three teeth across a border."""
    x, y = centre
    teeth = [(x + size * (0.6 if tooth % 2 else -0.4), y + size * (tooth / 3 - 1)) for tooth in range(7)]
    return tag(
        "g", path(teeth, "teeth", closed=True), class_="spikes", transform=f"rotate({angle:.0f} {x:.1f} {y:.1f})"
    )


def umbrella_sign(centre: Point, size: float) -> str:
    """Draw an umbrella."""
    x, y = centre
    roof = tag(
        "path", d=f"M{x - size:.1f} {y:.1f} A{size:.1f} {size:.1f} 0 0 1 {x + size:.1f} {y:.1f} Z", class_="roof"
    )
    stick = path([(x, y), (x, y + size * 0.9), (x + size * 0.4, y + size * 0.9)], "beam")
    return tag("g", roof, stick, class_="umbrella")


def start_text(x: float, y: float, words: object, class_: str) -> str:
    """Write from a point on to the right."""
    return text(x, y, words, f"{class_} from-left")


def wrapped(words: str, most: int) -> list[str]:
    """Return a sentence in lines of at most so many letters."""
    return wrap(words, most, break_long_words=False, break_on_hyphens=False)
