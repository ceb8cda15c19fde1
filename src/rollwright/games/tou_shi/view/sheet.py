"""How the sheet of Tóu Shí is drawn."""

from functools import cache
from math import cos, pi, sin

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, plural
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES
from rollwright.games.tou_shi.view.shows import (
    CHOICE,
    CHOSEN,
    COLUMN,
    DIE,
    HALVES,
    HEAD,
    IN_HAND,
    LEFT,
    LINE_NAME,
    MARKER,
    NUMBER,
    RESTING,
    ROW,
    STAR,
    STONE,
    SUM,
    SUM_TITLE,
    TICK,
    TWO,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot, Template
from rollwright.view.marks import polyhedron, square
from rollwright.view.svg import path, tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

CELL = 50
GRID_AT = (22, 20)
GRID_SIZE = (380, 376)
GUIDE = 48
"""The room for the guide of a row or column: two numbers by three."""
BOX, PITCH, LINE, GAP = 30, 34, 35, 5
BOXES_AT = (50, 4)
A_LINE = 10
"""So many boxes stand in a line; longer columns go on below, so that equal numbers stand below each other."""
DIE_PITCH = 54
BOXES = [(kind, number) for kind in range(KINDS) for number in range(1, SIDES[kind] + 1)]
"""The type and the number of each box, in the order of their slots."""
SUMS = (Phrase("Squares"), Phrase("Rows"), Phrase("Columns"), Phrase("Stars"), Phrase("Total"))
SUM_NAMES = ("sum-squares", "sum-rows", "sum-columns", "sum-stars", "sum-total")


@cache
def _template(paper: bool) -> Template:
    """Return the parts of every sheet: the grid, the boxes and the sum; on paper without dice."""
    grid = PartTemplate(
        "grid", Heading(Phrase("Grid"), GRID_SIZE, Phrase("Sheet")), _grid(), halves=HALVES, tab="sheet"
    )
    sums = PartTemplate("sums", _sums_heading, [Groups(SUM, SUM_NAMES, _sum)], "foot", SUM_TITLE)
    dice = Groups(DIE, [f"die-{die}" for die in DICE], _die)
    if paper:
        return Template([grid, _paper_boxes(), sums])
    return Template([grid, _boxes(), sums, PartTemplate("dice", Heading(Phrase("Dice"), (330, 68)), [dice], "dice")])


def template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a sheet."""
    return _template(paper)


# The grid


def _grid() -> list[Groups]:
    columns = [name[0] for name in GRID.names[: GRID.columns]]
    return [
        Groups(LINE_NAME, [f"names-{i}" for i in range(GRID.columns)], _line_names),
        Groups(ROW, [f"row-{i + 1}" for i in range(GRID.rows)], _row),
        Groups(COLUMN, [f"column-{name}" for name in columns], _column),
        Groups(STONE, [square_name(place) for place in range(len(GRID))], _square),
        Groups(MARKER, ["marker"], _marker),
        Groups(CHOICE, ["choice"], _choice),
        Groups(STAR, ["stars"], _stars),
    ]


def _line_names(i: int, code: int, pen: Pen) -> Drawn:
    left, top = GRID_AT
    middle = CELL * i + CELL / 2
    column = text(left + middle, top - 10, GRID.names[i][0], "faint")
    return pen.group(f"names-{i}", column, text(left - 12, top + middle, i + 1, "faint"))


def _row(row: int, kinds: int, pen: Pen) -> Drawn:
    return _guide(f"row-{row + 1}", kinds, (GRID_AT[0] + CELL * GRID.columns + 6, GRID_AT[1] + CELL * row + 1), pen)


def _column(column: int, kinds: int, pen: Pen) -> Drawn:
    corner = (GRID_AT[0] + CELL * column + 1, GRID_AT[1] + CELL * GRID.rows + 6)
    return _guide(f"column-{GRID.names[column][0]}", kinds, corner, pen)


def _guide(line: str, kinds: int, corner: Point, pen: Pen) -> Drawn:
    """Draw which types a line has, struck out, and which it still lacks (TS-04)."""
    drawn = []
    for kind in range(KINDS):
        x, y = corner[0] + 13 + 22 * (kind % 2), corner[1] + 11 + 13.5 * (kind // 2)
        has = kinds >> kind & 1
        drawn.append(text(x, y, SIDES[kind], "lacks has" if has else "lacks"))
        drawn.append(path([(x - 9, y + 3), (x + 9, y - 3)], "struck") if has else "")
    centre = (corner[0] + GUIDE / 2, corner[1] + GUIDE / 2)
    return pen.spot(Spot(line, "line", told_line(line, kinds), centre, GUIDE), *drawn)


def told_line(line: str, kinds: int) -> Phrase:
    """Say which types a line that has these still lacks; lines are called ``row-1`` and ``column-a``."""
    way, _, name = line.partition("-")
    dice = listed(DICE[kind] for kind in range(KINDS) if not kinds >> kind & 1)
    if not dice:
        return Phrase("Row {name} is full", name=name) if way == "row" else Phrase("Column {name} is full", name=name)
    values = {"name": name, "dice": dice}
    return (
        Phrase("Row {name} is missing: {dice}", **values)
        if way == "row"
        else Phrase("Column {name} is missing: {dice}", **values)
    )


def _corner(place: int) -> Point:
    return GRID_AT[0] + CELL * GRID.column(place), GRID_AT[1] + CELL * GRID.row(place)


def _square(place: int, code: int, pen: Pen) -> Drawn:
    kind, is_chosen = code % CHOSEN, code >= CHOSEN
    name, (x, y) = GRID.names[place], _corner(place)
    centre = (x + CELL / 2, y + CELL / 2)
    drawn = [square(x, y, CELL)]
    if kind:
        drawn.append(polyhedron(centre, SIDES[kind - 1], SIDES[kind - 1], 36, "stone"))
        label = Phrase("Square {name}: {die}", name=name, die=DICE[kind - 1])
    elif is_chosen:
        label = Phrase("Square {name}, chosen", name=name)
    else:
        label = Phrase("Square {name}, empty", name=name)
    class_ = "chosen" if is_chosen else ""
    return pen.spot(Spot(square_name(place), "square", label, centre, CELL), *drawn, class_=class_)


def square_name(place: int) -> str:
    """Return what a square is called among the spots."""
    return f"square-{GRID.names[place]}"


def _marker(place: int, square: int, pen: Pen) -> Drawn:
    """Draw the marker as a seal's frame around its square."""
    return pen.group("marker", _frame(square, "seal"))


def _choice(place: int, square: int, pen: Pen) -> Drawn:
    """Draw a frame around the square that is chosen."""
    return pen.group("choice", _frame(square, "chosen-frame"))


def _frame(square: int, class_: str) -> str:
    x, y = _corner(square)
    return tag("rect", x=x + 3, y=y + 3, width=CELL - 6, height=CELL - 6, rx=7, class_=class_)


def _stars(place: int, stars: int, pen: Pen) -> Drawn:
    """Draw the three stars in the corner; one that was used is crossed."""
    left, top = GRID_AT[0] + CELL * GRID.columns + 6, GRID_AT[1] + CELL * GRID.rows + 6
    drawn = [tag("rect", x=left - 2, y=top - 2, width=50, height=48, rx=8, class_="cell star-ground")]
    for i, (dx, dy) in enumerate(((23, 12), (11, 32), (35, 32))):
        used = i >= stars
        kind = "used" if used else "to-cross" if pen.paper else ""
        drawn.append(path(_star_points((left + dx, top + dy), 10), f"star {kind}".strip(), closed=True))
        drawn.append(path([(left + dx - 10, top + dy + 7), (left + dx + 10, top + dy - 7)], "struck") if used else "")
    label = plural("Bonus stars: {n} left", "Bonus stars: {n} left", stars)
    return pen.spot(Spot("stars", "stars", label, (left + 23, top + 22), 48), *drawn)


def _star_points(centre: Point, radius: float) -> list[Point]:
    turns = [(-pi / 2 + pi / 5 * i, radius if i % 2 == 0 else radius * 0.45) for i in range(10)]
    return [(centre[0] + r * cos(turn), centre[1] + r * sin(turn)) for turn, r in turns]


# The boxes


def box_name(kind: int, number: int) -> str:
    """Return what a box is called among the spots."""
    return f"{DICE[kind]}-{number}"


def _boxes() -> PartTemplate:
    heads = Groups(HEAD, [f"head-{die}" for die in DICE], _head)
    size = (BOXES_AT[0] + PITCH * A_LINE, int(_first_line(KINDS)))
    boxes = Groups(TICK, [box_name(*box) for box in BOXES], _box)
    return PartTemplate("boxes", Heading(Phrase("Boxes"), size), [heads, boxes], tab="sheet")


def _head(kind: int, code: int, pen: Pen) -> Drawn:
    middle = (24.0, _first_line(kind) + BOX / 2)
    return pen.group(f"head-{DICE[kind]}", polyhedron(middle, SIDES[kind], SIDES[kind], 32, "head"))


def _lines(kind: int) -> int:
    """Return how many lines the boxes of a type take."""
    return -(-SIDES[kind] // A_LINE)


def _first_line(kind: int) -> float:
    """Return the height at which the boxes of a type begin."""
    return BOXES_AT[1] + LINE * sum(_lines(each) for each in range(kind)) + GAP * kind


def _box_corner(kind: int, number: int) -> Point:
    line, place = divmod(number - 1, A_LINE)
    return BOXES_AT[0] + PITCH * place, _first_line(kind) + LINE * line


def _box(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a box with the other one of its number behind it, if there are two."""
    left, there_are_two = code % TWO, code >= TWO
    kind, number = BOXES[place]
    x, y = _box_corner(kind, number)
    values = {"number": number, "die": DICE[kind]}
    drawn = []
    if there_are_two:
        drawn.append(
            tag("rect", x=x + 3, y=y - 3, width=BOX, height=BOX, rx=5, class_="under" if left > 1 else "under ticked")
        )
    drawn.append(tag("rect", x=float(x), y=float(y), width=BOX, height=BOX, rx=5, class_="cell"))
    drawn.append(text(x + BOX / 2, y + BOX / 2 + 0.5, number, "number"))
    if left == 0:
        drawn.append(_brush(x + BOX / 2, y + BOX / 2, kind * 31 + number))
        label = Phrase("{number} of the {die}, ticked", **values)
    elif there_are_two:
        drawn.append(text(x + BOX - 7, y + 8, f"×{left}", "copies"))
        label = plural("{number} of the {die}, {n} left", "{number} of the {die}, {n} left", left, **values)
    else:
        label = Phrase("{number} of the {die}", **values)
    class_ = "" if left else "gone"
    return pen.spot(Spot(box_name(kind, number), "box", label, (x + BOX / 2, y + BOX / 2), BOX), *drawn, class_=class_)


def _brush(x: float, y: float, seed: int) -> str:
    """Draw a stroke of a brush through a box: thick where it is set down, thin where it leaves."""
    tilt = (seed * 7919) % 5 - 2
    d = f"M{x - 11:.1f} {y + 6 + tilt:.1f} q{4} {-7} {22} {-14 - tilt} q-3 6 -12 11 q-6 4 -9 7 q-2 1 -1 -4 Z"
    return tag("path", d=d, class_="brush")


def _paper_boxes() -> PartTemplate:
    """Return the boxes for paper as they are printed: a column a die, the numbers at the left (TS-02)."""
    groups = [
        Groups(NUMBER, [f"number-{number}" for number in range(1, max(SIDES) + 1)], _paper_number),
        Groups(HEAD, [f"head-{die}" for die in DICE], _paper_head),
        Groups(TICK, [box_name(*box) for box in BOXES], _paper_box),
    ]
    return PartTemplate("boxes", Heading(Phrase("Boxes"), (360, _paper_line(max(SIDES) + 1))), groups)


def _paper_line(number: int) -> int:
    """Return the height at which the boxes of a number stand on paper."""
    return 34 + 18 * (number - 1)


def _paper_number(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group(f"number-{place + 1}", text(16, _paper_line(place + 1), place + 1, "faint"))


def _paper_head(kind: int, code: int, pen: Pen) -> Drawn:
    middle = (60 + 52 * kind, 13)
    return pen.group(f"head-{DICE[kind]}", polyhedron(middle, SIDES[kind], SIDES[kind], 24, "head"))


def _paper_box(place: int, code: int, pen: Pen) -> Drawn:
    kind, number = BOXES[place]
    there = 2 if code >= TWO else 1
    left, y = 60 + 52 * kind - 7 * there, _paper_line(number) - 7
    return pen.group(box_name(kind, number), *(square(left + 14 * copy, y, 14) for copy in range(there)))


# The sum and the dice


def _sums_heading(code: int, pen: Pen) -> Heading:
    squares, rows, columns, stars = code.to_bytes(4)
    told = Phrase(
        "Squares {squares}, rows {rows}, columns {columns}, stars {stars}: {total} points",
        squares=squares, rows=rows, columns=columns, stars=stars, total=squares + rows + columns + stars,
    )  # fmt: skip
    return Heading(told, (370, 44), Phrase("Points"))


def _sum(place: int, points: int, pen: Pen) -> Drawn:
    """Draw one of the sums at the foot: squares, rows, columns and stars, and their total (TS-50)."""
    x = 36 + 74 * place
    return pen.group(
        SUM_NAMES[place],
        text(x - 37, 28, ("", "+", "+", "+", "=")[place], "faint"),
        text(x, 7, pen.say(SUMS[place]), "sum-name"),
        tag("rect", x=x - 24, y=16, width=48, height=24, rx=4, class_="sum-box"),
        "" if pen.paper else text(x, 29, points, "pencil sum"),
    )


def _die(kind: int, code: int, pen: Pen) -> Drawn:
    """Draw a die: the one in hand with what it shows, and below how many boxes it has left."""
    left, shown = divmod(code, LEFT)
    face, is_in_hand = shown % IN_HAND, bool(shown & IN_HAND)
    centre = (30.0 + DIE_PITCH * kind, 26.0)
    values: dict[str, object] = {"die": DICE[kind], "boxes": plural("{n} box", "{n} boxes", left)}
    label = Phrase("{die}: rolled {face}, {boxes}", face=face, **values) if face else Phrase("{die}, {boxes}", **values)
    return pen.spot(
        Spot(f"die-{DICE[kind]}", "die", label, centre),
        polyhedron(centre, SIDES[kind], face or ("?" if is_in_hand else SIDES[kind]), 44),
        tag("rect", x=centre[0] - 16, y=54, width=10, height=10, rx=2, class_="box-sign"),
        text(centre[0] + 5, 59.5, left, "under-die"),
        class_="in-hand" if is_in_hand else "resting" if shown & RESTING else "",
    )


# The thumbnail


def _small_square(place: int, is_full: int, pen: Pen) -> Drawn:
    filled = "full" if is_full else "empty"
    return pen.group(square_name(place), square(26 + 8 * GRID.column(place), 3 + 8 * GRID.row(place), 7, filled))


SMALL = Template([
    PartTemplate("thumbnail", Heading(Phrase("Grid"), (100, 54)), [
        Groups(0, [square_name(place) for place in range(len(GRID))], _small_square),
    ]),
])  # fmt: skip
