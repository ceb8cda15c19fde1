"""Shapes that all games share: squares, hexes, dice, pencil marks."""

from math import cos, pi, sin

from rollwright.view.svg import number, path, tag, text

Point = tuple[float, float]

PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of each face of a die, as offsets from its centre."""


def square(x: float, y: float, size: float, class_: str = "cell") -> str:
    """Draw a square from its upper left corner."""
    return tag("rect", x=float(x), y=float(y), width=float(size), height=float(size), class_=class_)


def hex_corners(centre: Point, radius: float) -> list[Point]:
    """Return the corners of a pointy-top hex."""
    turns = [pi / 6 + pi / 3 * i for i in range(6)]
    return [(centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns]


def hexagon(centre: Point, radius: float, class_: str = "cell") -> str:
    """Draw a pointy-top hex."""
    return path(hex_corners(centre, radius), class_, closed=True)


def hex_centre(cell: tuple[int, int], radius: float, origin: Point) -> Point:
    """Return the centre of a hex in axial coordinates; `origin` is the centre of (0, 0)."""
    q, r = cell
    return origin[0] + radius * 3**0.5 * (q + r / 2), origin[1] + radius * 1.5 * r


def die(centre: Point, face: int, size: float = 40, class_: str = "") -> str:
    """Draw a die; face 0 is a die that has not been rolled."""
    x, y = centre
    step, left, top, width, high = size * 0.25, x - size * 0.47, y - size * 0.5, size * 0.94, size * 0.92
    edge, body = (
        tag("rect", x=left, y=top + down, width=width, height=high, rx=size * 0.2, class_=kind)
        for down, kind in ((size * 0.08, "die-edge"), (0.0, "die-body"))
    )
    pips = (
        tag("circle", cx=x + step * dx, cy=y - size * 0.04 + step * dy, r=size * 0.085, class_="pip")
        for dx, dy in PIPS[face]
    )
    return tag("g", edge, body, *pips, class_=f"die-face {class_}".strip(), data_sides=6)


SHAPES: dict[int, tuple[tuple[Point, ...], Point]] = {
    4: (((0, -1), (0.95, 0.68), (-0.95, 0.68)), (0, 0.2)),
    6: (((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)), (0, 0)),
    8: (((0, -1), (0.86, 0), (0, 1), (-0.86, 0)), (0, 0)),
    10: (((0, -1), (0.95, -0.12), (0.95, 0.2), (0, 1), (-0.95, 0.2), (-0.95, -0.12)), (0, 0)),
    12: (((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31)), (0, 0.04)),
    20: (((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)), (0, 0)),
}
"""The outlines of dice by number of sides, in units of half their size: (corners, place of the number)."""

FACETS: dict[int, tuple[Point, ...]] = {
    4: ((0, -1), (0.3, 0.68)),
    8: ((-0.86, 0), (0, 0.42), (0.86, 0)),
    10: ((-0.95, -0.12), (-0.5, 0.28), (0, 0.5), (0.5, 0.28), (0.95, -0.12)),
    12: ((-0.59, 0.81), (-0.36, 0.5), (-0.58, -0.19), (0, -0.62), (0.58, -0.19), (0.36, 0.5), (0.59, 0.81)),
    20: ((-0.87, 0.5), (-0.52, 0.36), (0, -0.55), (0.52, 0.36), (0.87, 0.5)),
}
"""An edge across each outline, by which the die is seen to have faces."""


def polyhedron(centre: Point, sides: int, shown: object, size: float = 40, class_: str = "") -> str:
    """Draw a die of any kind by its outline, with a number or a word on it."""
    corners, (dx, dy) = SHAPES[sides]
    edge = path([(20 * x, 20 * y + 2) for x, y in corners], "die-edge", closed=True)
    body = path([(20 * x, 20 * y) for x, y in corners], "die-body", closed=True)
    facet = path([(20 * x, 20 * y) for x, y in FACETS[sides]], "die-facet") if sides in FACETS else ""
    label = text(20 * dx, 20 * dy + 0.5, shown, "die-number")
    placed = f"translate({number(centre[0])} {number(centre[1])}) scale({size / 40:.2f})"
    face = tag("g", edge, body, facet, label, class_=f"die-face {class_}".strip(), data_sides=sides)
    return tag("g", face, transform=placed)


def written(centre: Point, words: object, seed: int = 0, class_: str = "pencil") -> str:
    """Draw handwritten text, slightly tilted; the same seed gives the same tilt."""
    x, y = centre
    tilt = (seed * 7919) % 9 - 4
    return text(x, y, words, class_, transform=f"rotate({tilt} {x:.0f} {y:.0f})")


def scribble(centre: Point, radius: float, seed: int = 0) -> str:
    """Draw a pencil zigzag that shades a circle; the same seed gives the same zigzag."""
    x, y = centre
    rows = 8
    points = []
    for row in range(rows):
        height = -0.72 + 1.44 * row / (rows - 1)
        reach = min(0.78, (1 - abs(height)) * 1.5 + 0.12)
        jitter = ((seed * 31 + row * 17) % 7 - 3) / 40
        side = -1 if row % 2 else 1
        points.append((x + radius * (side * reach + jitter), y + radius * (height + jitter / 2)))
    return path(points, "scribble")


def cross(centre: Point, radius: float, class_: str = "crossed") -> str:
    """Draw a cross over a place."""
    x, y = centre
    r = radius
    strokes = [[(x - r, y - r), (x + r, y + r)], [(x + r, y - r), (x - r, y + r)]]
    return tag("g", *(path(stroke, "stroke") for stroke in strokes), class_=class_)
