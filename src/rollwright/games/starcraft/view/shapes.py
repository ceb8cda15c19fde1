"""Three characters, one family: Terran cells have cut corners, Protoss cells are crystals, Zerg cells have grown.

Everything here is drawn by us. Cells and marks are returned as the data of paths, so that a row of them is one element.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from rollwright.games.starcraft.sheet import PROTOSS, TERRAN
from rollwright.view.svg import number, path, tag

Point = tuple[float, float]

PLATE: tuple[Point, ...] = ((-1, -0.6), (-0.6, -1), (0.6, -1), (1, -0.6), (1, 0.6), (0.6, 1), (-0.6, 1), (-1, 0.6))
CRYSTAL: tuple[Point, ...] = ((0, -1.08), (0.9, -0.55), (0.9, 0.55), (0, 1.08), (-0.9, 0.55), (-0.9, -0.55))


def cell(race: int, centre: Point, radius: float) -> str:
    """Return the outline of a race's cell."""
    x, y = centre
    if race in (TERRAN, PROTOSS):
        return outline([(x + radius * dx, y + radius * dy) for dx, dy in (PLATE if race == TERRAN else CRYSTAL)])
    r = radius
    return trail("M", x - r, y, "a", r, 1.1 * r, 0, 0, 1, 2 * r, 0, "a", r, 0.96 * r, 0, 0, 1, -2 * r, 0)


def trail(*steps: str | float) -> str:
    """Return the data of a path from its letters and numbers.

    >>> trail("M", 1, 2.5, "H", 4)
    'M 1 2.5 H 4'
    """
    return " ".join(step if isinstance(step, str) else number(step) for step in steps)


def outline(points: list[Point]) -> str:
    """Return a closed line through points; written from each to the next, it is short."""
    (x, y), *rest = points
    found: list[str | float] = ["M", x, y, "l"]
    for px, py in rest:
        step = (round(px - x, 1), round(py - y, 1))
        found += step
        x, y = x + step[0], y + step[1]
    return trail(*found, "Z")


def ring(centre: Point, radius: float, seed: int) -> str:
    """Return an O as a pencil draws it: not quite round, not quite closed."""
    x, y = centre
    r, lean = radius, seed * 37 % 41 - 20
    return trail("M", x - 0.15 * r, y - 1.05 * r, "a", 0.95 * r, 1.1 * r, lean, 1, 0, 0.35 * r, 0.1 * r)


def strokes(centre: Point, radius: float) -> str:
    """Return an X."""
    x, y = centre
    r = radius
    return trail("M", x - r, y - r, "L", x + r, y + r, "M", x + r, y - r, "L", x - r, y + r)


@dataclass(frozen=True)
class Cells:
    """Where the cells of a row lie: the middle of the first, from one to the next, how many, and how many in a line."""

    first: Point
    pitch: float
    radius: float
    count: int
    line: int = 99

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell; of the last one, for whatever lies beyond."""
        cell = min(cell, self.count - 1)
        return self.first[0] + self.pitch * (cell % self.line), self.first[1] + self.pitch * (cell // self.line)

    @property
    def centres(self) -> list[Point]:
        """The middles of all cells."""
        return [self.centre(cell) for cell in range(self.count)]


@lru_cache(1024)
def row_of_cells(race: int, cells: Cells, filled: int = 0, crossed: int = 0, hits: int = 0, wasted: int = 0) -> str:
    """Draw the cells of a row, from its left: O where something stands or stood, X where it is crossed out.

    The last `hits` crosses are new, and drawn so; `wasted` cells, as bits, were free when they were crossed out.
    """
    centres, radius = cells.centres, cells.radius
    drawn = [tag("path", d=" ".join(cell(race, centre, radius) for centre in centres), class_="cells")]
    stood = [place for place in range(filled) if not wasted >> place & 1]
    if rings := " ".join(ring(centres[place], radius * 0.6, place) for place in stood):
        drawn.append(tag("path", d=rings, class_="ring"))
    if crosses := " ".join(strokes(centre, radius * 0.75) for centre in centres[: crossed - hits]):
        drawn.append(tag("path", d=crosses, class_="cut"))
    if fresh := " ".join(strokes(centre, radius * 0.85) for centre in centres[crossed - hits : crossed]):
        drawn.append(tag("path", d=fresh, class_="cut fresh-cut"))
    return "".join(drawn)


@lru_cache(1024)
def small_row_of_cells(race: int, cells: Cells, filled: int, crossed: int, hits: int) -> str:
    """Draw a row too small for rings: what stands is filled in."""
    centres, radius = cells.centres, cells.radius
    drawn = [tag("path", d=" ".join(cell(race, centre, radius) for centre in centres), class_="cells")]
    if stands := " ".join(cell(race, centre, radius) for centre in centres[crossed:filled]):
        drawn.append(tag("path", d=stands, class_="stands"))
    if crosses := " ".join(strokes(centre, radius * 0.8) for centre in centres[: crossed - hits]):
        drawn.append(tag("path", d=crosses, class_="cut small"))
    if fresh := " ".join(strokes(centre, radius) for centre in centres[crossed - hits : crossed]):
        drawn.append(tag("path", d=fresh, class_="cut fresh-cut"))
    return "".join(drawn)


@cache
def emblem(race: int, centre: Point, radius: float) -> str:
    """Draw the sign by which a race is known here: a shield, a crystal, a claw."""
    x, y = centre
    r = radius
    if race == TERRAN:
        shield = [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.2), (0, 1), (-0.9, 0.2)]
        chevron = [(-0.5, -0.35), (0, 0.1), (0.5, -0.35), (0.5, 0.05), (0, 0.5), (-0.5, 0.05)]
        shapes = [shield, chevron]
    elif race == PROTOSS:
        shapes = [[(0, -1.1), (0.75, 0), (0, 1.1), (-0.75, 0)], [(0, -0.5), (0.34, 0), (0, 0.5), (-0.34, 0)]]
    else:
        claw = [
            (-0.9, 0.9),
            (-0.55, -0.4),
            (0.1, -0.95),
            (0.95, -1),
            (0.35, -0.55),
            (0.1, 0),
            (0.75, -0.25),
            (0.2, 0.35),
            (0.15, 0.6),
            (0.6, 0.55),
            (-0.1, 1),
        ]
        shapes = [claw]
    drawn = " ".join(outline([(x + r * dx, y + r * dy) for dx, dy in shape]) for shape in shapes)
    return tag("path", d=drawn, class_="emblem", fill_rule="evenodd")


@cache
def frame(race: int, width: float, height: float) -> str:
    """Draw the frame of a part: a plate with cut corners, a round one, or something that has grown."""
    w, h = width - 2.0, height - 2.0
    if race == TERRAN:
        c = 16.0
        edge = [(c, 2.0), (w - c, 2.0), (w, c), (w, h - c), (w - c, h), (c, h), (2.0, h - c), (2.0, c)]
        return path(edge, "frame", closed=True)
    if race == PROTOSS:
        c = 28.0
        top = ("M", c, 2.0, "H", w - c, "Q", w, 2.0, w, c)
        bottom = ("V", h - c, "Q", w, h, w - c, h, "H", c, "Q", 2.0, h, 2.0, h - c, "V", c, "Q", 2.0, 2.0, c, 2.0, "Z")
        return tag("path", d=trail(*top, *bottom), class_="frame")
    return tag("path", d=_grown(w, h), class_="frame")


def _grown(w: float, h: float) -> str:
    """Return an edge that swells and shrinks, within what it is given."""
    w, h = w - 3, h - 3
    across, down = max(4, round(w / 48)), max(3, round(h / 48))
    points = [
        *((5 + (w - 5) * i / across, 5.0) for i in range(across)),
        *((w, 5 + (h - 5) * i / down) for i in range(down)),
        *((w - (w - 5) * i / across, h) for i in range(across)),
        *((5.0, h - (h - 5) * i / down) for i in range(down)),
    ]
    found: list[str | float] = ["M", *points[0]]
    for i, (x, y) in enumerate([*points[1:], points[0]]):
        x0, y0 = points[i]
        far = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        bulge = (5 if i % 2 else -3) / far
        found += ["Q", (x + x0) / 2 + bulge * (y - y0), (y + y0) / 2 - bulge * (x - x0), x, y]
    return trail(*found, "Z")


@cache
def brings(what: str, centre: Point, radius: float, on_paper: bool) -> str:
    """Draw what a worker's cell brings: a small die with the sign of its colour, or +1; on paper without the colour."""
    x, y = centre
    if what == "+1":
        return tag("text", "+1", x=x, y=y, class_="brings-one")
    body = tag(
        "rect",
        x=x - radius,
        y=y - radius,
        width=2 * radius,
        height=2 * radius,
        rx=radius / 3,
        class_="small-die" if on_paper else f"small-die tinted {what}",
    )
    return body + sign(what, centre, radius * 0.62)


@cache
def sign(colour: str, centre: Point, radius: float) -> str:
    """Draw the sign that goes with a colour: a crystal for minerals, a bubble for gas, a star for the joker."""
    x, y = centre
    if colour == "blue":
        return tag(
            "path",
            d=outline([(x, y - radius), (x + 0.7 * radius, y), (x, y + radius), (x - 0.7 * radius, y)]),
            class_="sign",
        )
    if colour == "green":
        return tag("circle", cx=x, cy=y, r=0.75 * radius, class_="sign hollow")
    star = [(0, -1), (0.28, -0.28), (1, 0), (0.28, 0.28), (0, 1), (-0.28, 0.28), (-1, 0), (-0.28, -0.28)]
    return tag("path", d=outline([(x + radius * dx, y + radius * dy) for dx, dy in star]), class_="sign")
