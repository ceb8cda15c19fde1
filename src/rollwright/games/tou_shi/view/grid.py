"""How the grid of Tóu Shí is drawn: squares with stones, the marker, what each line has, and the stars."""

from collections.abc import Sequence

from rollwright.core.language import Phrase, plural
from rollwright.games.tou_shi.sheet import ALL_KINDS, DICE, GRID, KINDS, LINE_POINTS, STAR_POINTS, STARS, numbers
from rollwright.games.tou_shi.view.shapes import Point, pebble, pebble_number, star, stone
from rollwright.games.tou_shi.view.shows import (
    CHOICE,
    CHOSEN,
    COLUMN,
    FRAME,
    HALVES,
    LINE_NAME,
    MARKER,
    PLACES,
    ROW,
    STAR,
    STONE,
)
from rollwright.games.tou_shi.view.spots import square_name, told_line
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import cross, written
from rollwright.view.svg import path, tag, text

Drawn = tuple[str, str]

CELL = 70
AT = (30, 30)
ACROSS, DOWN = CELL * GRID.columns, CELL * GRID.rows
PEBBLE, STEP = 15.5, 20.5
"""The size of a die in a guide, and how far apart they stand: three along a square, two across."""
GUIDE = 52
STARS_AT = (AT[0] + ACROSS + GUIDE + 8, AT[1])
STAR_ROOM = 60
SIZE = (STARS_AT[0] + STAR_ROOM + 2, AT[1] + DOWN + GUIDE + 2)


def grid() -> PartTemplate:
    """Return the grid with its guides and stars."""
    columns = [name[0] for name in GRID.names[: GRID.columns]]
    groups = [
        Groups(LINE_NAME, [f"names-{i}" for i in range(GRID.columns)], _line_names),
        Groups(ROW, [f"row-{i + 1}" for i in range(GRID.rows)], _row),
        Groups(COLUMN, [f"column-{name}" for name in columns], _column),
        Groups(STONE, [square_name(place) for place in range(len(GRID))], _square),
        Groups(FRAME, ["frame"], _frame),
        Groups(CHOICE, ["choice"], _choice),
        Groups(MARKER, ["marker"], _marker),
        Groups(STAR, ["stars"], _stars),
    ]
    return PartTemplate("grid", Heading(Phrase("Grid"), SIZE), groups, halves=HALVES)


def _line_names(i: int, code: int, pen: Pen) -> Drawn:
    left, top = AT
    middle = CELL * i + CELL / 2
    column = text(left + middle, top - 15, GRID.names[i][0], "line-name")
    return pen.group(f"names-{i}", column, text(left - 16, top + middle, i + 1, "line-name"))


def _row(row: int, kinds: int, pen: Pen) -> Drawn:
    left, top = AT[0] + ACROSS, AT[1] + CELL * row
    places = [(left + 18 + 22 * (kind % 2), top + CELL / 2 + STEP * (kind // 2 - 1)) for kind in range(KINDS)]
    return _guide(f"row-{row + 1}", kinds, places, (left, top, GUIDE, CELL), pen)


def _column(column: int, kinds: int, pen: Pen) -> Drawn:
    left, top = AT[0] + CELL * column, AT[1] + DOWN
    places = [(left + CELL / 2 + STEP * (kind % 3 - 1), top + 18 + 22 * (kind // 3)) for kind in range(KINDS)]
    return _guide(f"column-{GRID.names[column][0]}", kinds, places, (left, top, CELL, GUIDE), pen)


def _guide(line: str, kinds: int, places: Sequence[Point], room: tuple[float, float, float, float], pen: Pen) -> Drawn:
    """Draw which types a line has, filled, and which it still lacks (TS-04); when it is full, what it brings."""
    x, y, width, height = room
    centre = (x + width / 2, y + height / 2)
    ground = tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), class_="hit")
    drawn = [pebble(place, kind, PEBBLE, "has" if kinds >> kind & 1 else "lacks") for kind, place in enumerate(places)]
    if pen.paper:  # to be shaded with a pencil, so they say which is which
        lacking = ((kind, place) for kind, place in enumerate(places) if not kinds >> kind & 1)
        drawn += [pebble_number(place, kind, PEBBLE) for kind, place in lacking]
    if kinds == ALL_KINDS:
        drawn = [written(centre, f"+{LINE_POINTS}", len(line), "pencil line-points")]
    return pen.spot(Spot(line, "line", told_line(line, kinds), centre, GUIDE), ground, *drawn)


def _corner(place: int) -> Point:
    return AT[0] + CELL * GRID.column(place), AT[1] + CELL * GRID.row(place)


def _centre(place: int) -> Point:
    x, y = _corner(place)
    return x + CELL / 2, y + CELL / 2


def _square(place: int, code: int, pen: Pen) -> Drawn:
    kind, is_chosen = code % CHOSEN, code >= CHOSEN
    name, (x, y), centre = GRID.names[place], _corner(place), _centre(place)
    drawn = [tag("rect", x=x, y=y, width=CELL, height=CELL, class_="hit"), _inset(place, "cell")]
    if kind:
        drawn.append(stone(centre, kind - 1, 50))
        label = Phrase("Square {name}: {die}", name=name, die=DICE[kind - 1])
    elif is_chosen:
        label = Phrase("Square {name}, chosen", name=name)
    else:
        label = Phrase("Square {name}, empty", name=name)
    class_ = "chosen" if is_chosen else ""
    return pen.spot(Spot(square_name(place), "square", label, centre, CELL), *drawn, class_=class_)


def _inset(place: int, class_: str) -> str:
    """Draw the inside of a square."""
    x, y = _corner(place)
    return tag("rect", x=x + 5, y=y + 5, width=CELL - 10, height=CELL - 10, rx=11, class_=class_)


def _frame(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the lines between the squares, and the frame around them."""
    left, top = AT
    across = [path([(left, top + CELL * i), (left + ACROSS, top + CELL * i)], "grid-line") for i in range(1, GRID.rows)]
    down = [path([(left + CELL * i, top), (left + CELL * i, top + DOWN)], "grid-line") for i in range(1, GRID.columns)]
    outline = tag("rect", x=left, y=top, width=ACROSS, height=DOWN, rx=8, class_="grid-frame")
    return pen.group("frame", *across, *down, outline)


def _marker(place: int, square: int, pen: Pen) -> Drawn:
    """Draw the marker as a ring around its square's stone."""
    x, y = _centre(square)
    return pen.group("marker", tag("circle", cx=x, cy=y, r=31.5, class_="marker"))


def _choice(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the square that is chosen, with what walks to it can leave."""
    left, square = divmod(code, PLACES)
    found = numbers(left)
    drawn = [_inset(square, "chosen-frame")]
    x, y = _centre(square)
    if len(found) == 1:
        drawn.append(text(x, y + 1, found[0], "left-over only"))
    else:
        lines = [found[i : i + 2] for i in range(0, len(found), 2)]
        for i, line in enumerate(lines):
            height = y + 20 * (i - (len(lines) - 1) / 2)
            drawn += [text(x + 26 * (j - (len(line) - 1) / 2), height, n, "left-over") for j, n in enumerate(line)]
    return pen.group("choice", *drawn)


def _stars(place: int, stars: int, pen: Pen) -> Drawn:
    """Draw the three stars at the edge, with what each is worth; one that was used is crossed."""
    left, top = STARS_AT
    ground = tag("rect", x=float(left), y=top, width=STAR_ROOM, height=CELL * STARS, rx=14, class_="cell star-ground")
    drawn = [ground]
    for i in range(STARS):
        centre = (left + STAR_ROOM / 2, top + CELL * (i + 0.5))
        used = i >= stars
        drawn.append(star(centre, 27, "star used" if used else "star to-cross" if pen.paper else "star"))
        drawn.append(cross(centre, 16) if used else text(centre[0], centre[1] + 2, STAR_POINTS, "star-points"))
    label = plural("Bonus stars: {n} left", "Bonus stars: {n} left", stars)
    middle = (left + STAR_ROOM / 2, top + CELL * (max(stars, 1) - 0.5))
    return pen.spot(Spot("stars", "stars", label, middle, CELL), *drawn)
