"""Three characters, one family: Terran cells have cut corners, Protoss cells are crystals, Zerg cells have grown.

Everything here is drawn by us. Cells and marks are returned as the data of paths, so that a row of them is one element.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rollwright.games.starcraft.sheet import PROTOSS, TERRAN
from rollwright.view.marks import PIPS
from rollwright.view.svg import number, tag

Point = tuple[float, float]

PLATE: tuple[Point, ...] = ((-1, -0.4), (-0.4, -1), (0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4))
CRYSTAL: tuple[Point, ...] = ((0, -1.08), (0.94, -0.55), (0.94, 0.55), (0, 1.08), (-0.94, 0.55), (-0.94, -0.55))


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
    return trail("M", x + 0.1 * r, y - 1.05 * r, "a", 0.95 * r, 1.1 * r, lean, 1, 0, 0.35 * r, 0.1 * r)


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

    def printed(self, race: int) -> str:
        """Draw the empty cells."""
        return tag("path", d=" ".join(cell(race, centre, self.radius) for centre in self.centres), class_="cells")


@lru_cache(1024)
def marked(cells: Cells, filled: int = 0, crossed: int = 0, hits: int = 0, wasted: int = 0) -> str:
    """Draw what is written into the cells of a row: O where something stands or stood, X where it is crossed out.

    The last `hits` crosses are new, and drawn so; `wasted` cells, as bits, were free when they were crossed out.
    """
    centres, radius, drawn = cells.centres, cells.radius, []
    stood = [place for place in range(filled) if not wasted >> place & 1]
    if rings := " ".join(ring(centres[place], radius * 0.6, place) for place in stood):
        drawn.append(tag("path", d=rings, class_="ring"))
    if crosses := " ".join(strokes(centre, radius * 0.75) for centre in centres[: crossed - hits]):
        drawn.append(tag("path", d=crosses, class_="cut"))
    if fresh := " ".join(strokes(centre, radius * 0.85) for centre in centres[crossed - hits : crossed]):
        drawn.append(tag("path", d=fresh, class_="cut fresh-cut"))
    return "".join(drawn)


# Small dice


def mini(face: int, corner: Point, size: float = 20, kind: str = "white") -> str:
    """Draw a small die, from its upper left corner; face 0 has no pips."""
    return minis([face], corner, size, size, kind)


def minis(faces: Sequence[int], corner: Point, size: float = 20, pitch: float = 23, kind: str = "white") -> str:
    """Draw small dice side by side: the pips of all of them are one element."""
    x, y = corner
    bodies = [
        tag("rect", x=x + pitch * i, y=float(y), width=float(size), height=float(size), rx=size / 5)
        for i in range(len(faces))
    ]
    step, middle = size * 0.27, size / 2
    dots = [
        f"M{number(x + pitch * i + middle + step * dx)} {number(y + middle + step * dy)}h0"
        for i, face in enumerate(faces)
        for dx, dy in PIPS[face]
    ]
    pips = tag("path", d="".join(dots), stroke_width=size * 0.19) if dots else ""
    return tag("g", *bodies, pips, class_=f"mini {kind}")


def around(corner: Point, size: float = 20, width: float | None = None) -> str:
    """Draw the ring around a small die of a recipe that the dice show now."""
    x, y = corner
    wide = (width or size) + 4
    return tag("rect", x=x - 2.0, y=y - 2.0, width=wide, height=size + 4.0, rx=size / 4, class_="made")


# Signs

SHIELD = ("M8 8h32v18q0 10-16 16Q8 36 8 26z", "M13 17l11 7 11-7M13 26l11 7 11-7")
CRYSTAL_EYE = ("M24 3 39 24 24 45 9 24z", "M24 13 32 24 24 35 16 24zM24 20.4a3.6 3.6 0 1 1-.01 0z")
CLAWS = ("M10 42Q6 22 22 6q-4 14 0 18 2-12 14-16-8 10-6 16 4-6 10-6-12 8-14 24-2-8-6-10-6 2-10 10z", "")


@cache
def emblem(race: int, centre: Point, radius: float) -> str:
    """Draw the sign by which a race is known here: a shield, a crystal with an eye, claws."""
    x, y = centre
    solid, detail = SHIELD if race == TERRAN else CRYSTAL_EYE if race == PROTOSS else CLAWS
    detail_kind = "emblem-line" if race == TERRAN else "emblem-cut"
    drawn = [tag("path", d=solid, class_="emblem"), *([tag("path", d=detail, class_=detail_kind)] if detail else [])]
    placed = f"translate({number(x - radius)} {number(y - radius)}) scale({radius / 24:.3g})"
    return tag("g", *drawn, transform=placed)


@cache
def token(race: int, seat: int, centre: Point, radius: float) -> str:
    """Draw the token of a player: a disc in their colour, with the sign of their race."""
    disc = tag("circle", cx=float(centre[0]), cy=float(centre[1]), r=float(radius), class_="disc")
    return tag("g", disc, emblem(race, centre, radius * 0.62), class_=f"token by-{seat + 1}")


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
        rx=radius / 2.2,
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
