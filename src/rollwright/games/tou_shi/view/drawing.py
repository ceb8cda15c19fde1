"""How the sheet of Tóu Shí is drawn."""

from math import cos, pi, sin

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, plural
from rollwright.core.scoring import points
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES, TWICE
from rollwright.games.tou_shi.words import score_rows
from rollwright.view import Part, Pen, Spot
from rollwright.view.marks import polyhedron, square
from rollwright.view.svg import path, tag, text

Point = tuple[float, float]

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


def parts(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw everything the player looks at: the grid, the boxes, the sum and the dice."""
    boxes = _paper_boxes(s, pen) if pen.paper else _boxes(s, pen)
    return [_grid(s, pen), boxes, _sums(s, pen), *([] if pen.paper else [_dice(s, pen)])]


def thumbnail(s: Record, seat: int) -> tuple[tuple[int, int], str]:
    """Draw the grid so small that only what is filled can be seen: its size and its elements."""
    drawn = []
    for place in range(len(GRID)):
        filled = "full" if s.grid[place] else "empty"
        drawn.append(square(26 + 8 * GRID.column(place), 3 + 8 * GRID.row(place), 7, filled))
    return (100, 54), "".join(drawn)


# The grid


def _grid(s: Record, pen: Pen) -> Part:
    left, top = GRID_AT
    edge = CELL * GRID.columns
    groups = []
    for i in range(GRID.columns):
        middle = CELL * i + CELL / 2
        groups += [
            pen.group(
                f"names-{i}",
                text(left + middle, top - 10, GRID.names[i][0], "faint"),
                text(left - 12, top + middle, i + 1, "faint"),
            ),
            _guide(s, f"row-{i + 1}", (left + edge + 6, top + CELL * i + 1), pen),
            _guide(s, f"column-{GRID.names[i][0]}", (left + CELL * i + 1, top + edge + 6), pen),
        ]
    groups += [_square(s, place, pen) for place in range(len(GRID))]
    groups += [_frames(s, pen), _stars(s, pen)]
    title, short = Phrase("Grid"), Phrase("Sheet")
    return Part("grid", title, GRID_SIZE, dict(groups), halves=int(rules.score(s, 0)), short=short, tab="sheet")


def _guide(s: Record, line: str, corner: Point, pen: Pen) -> tuple[str, str]:
    """Draw which types a line has, struck out, and which it still lacks (TS-04)."""
    kinds = _kinds_of(s, line)
    drawn = []
    for kind in range(KINDS):
        x, y = corner[0] + 13 + 22 * (kind % 2), corner[1] + 11 + 13.5 * (kind // 2)
        has = kinds >> kind & 1
        drawn.append(text(x, y, SIDES[kind], "lacks has" if has else "lacks"))
        drawn.append(path([(x - 9, y + 3), (x + 9, y - 3)], "struck") if has else "")
    centre = (corner[0] + GUIDE / 2, corner[1] + GUIDE / 2)
    return pen.spot(Spot(line, "line", told_line(s, line), centre, GUIDE), *drawn)


def _kinds_of(s: Record, line: str) -> int:
    """Return the types that a line has, as bits; lines are called ``row-1`` and ``column-a``."""
    way, _, name = line.partition("-")
    return int(s.row_kinds[int(name) - 1] if way == "row" else s.column_kinds[GRID.column(GRID.index(f"{name}1"))])


def told_line(s: Record, line: str) -> Phrase:
    """Say which types a line still lacks."""
    way, _, name = line.partition("-")
    kinds = _kinds_of(s, line)
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


def _middle(place: int) -> Point:
    x, y = _corner(place)
    return x + CELL / 2, y + CELL / 2


def _square(s: Record, place: int, pen: Pen) -> tuple[str, str]:
    kind, name, centre = int(s.grid[place]), GRID.names[place], _middle(place)
    drawn = [square(*_corner(place), CELL)]
    if kind:
        drawn.append(polyhedron(centre, SIDES[kind - 1], SIDES[kind - 1], 36, "stone"))
        label = Phrase("Square {name}: {die}", name=name, die=DICE[kind - 1])
    elif place == _chosen(s):
        label = Phrase("Square {name}, chosen", name=name)
    else:
        label = Phrase("Square {name}, empty", name=name)
    class_ = "chosen" if place == _chosen(s) else ""
    return pen.spot(Spot(square_name(place), "square", label, centre, CELL), *drawn, class_=class_)


def _chosen(s: Record) -> int:
    """Return the square that is chosen and not written yet, or NOWHERE."""
    return int(s.target) if s.phase in (rules.BOX, rules.BONUS_BOX) else rules.NOWHERE


def square_name(place: int) -> str:
    """Return what a square is called among the spots."""
    return f"square-{GRID.names[place]}"


def _frames(s: Record, pen: Pen) -> tuple[str, str]:
    """Draw the marker as a seal's frame around its square, and a frame around the square that is chosen."""
    drawn = []
    for place, kind in ((int(s.marker), "seal"), (_chosen(s), "chosen-frame")):
        if place != rules.NOWHERE:
            x, y = _corner(place)
            drawn.append(tag("rect", x=x + 3, y=y + 3, width=CELL - 6, height=CELL - 6, rx=7, class_=kind))
    return pen.group("frames", *drawn)


def _stars(s: Record, pen: Pen) -> tuple[str, str]:
    """Draw the three stars in the corner; one that was used is crossed."""
    left, top = GRID_AT[0] + CELL * GRID.columns + 6, GRID_AT[1] + CELL * GRID.rows + 6
    drawn = [tag("rect", x=left - 2, y=top - 2, width=50, height=48, rx=8, class_="cell star-ground")]
    for i, (dx, dy) in enumerate(((23, 12), (11, 32), (35, 32))):
        used = i >= int(s.stars)
        kind = "used" if used else "to-cross" if pen.paper else ""
        drawn.append(path(_star_points((left + dx, top + dy), 10), f"star {kind}".strip(), closed=True))
        drawn.append(path([(left + dx - 10, top + dy + 7), (left + dx + 10, top + dy - 7)], "struck") if used else "")
    label = plural("Bonus stars: {n} left", "Bonus stars: {n} left", int(s.stars))
    return pen.spot(Spot("stars", "stars", label, (left + 23, top + 22), 48), *drawn)


def _star_points(centre: Point, radius: float) -> list[Point]:
    turns = [(-pi / 2 + pi / 5 * i, radius if i % 2 == 0 else radius * 0.45) for i in range(10)]
    return [(centre[0] + r * cos(turn), centre[1] + r * sin(turn)) for turn, r in turns]


# The boxes


def box_name(kind: int, number: int) -> str:
    """Return what a box is called among the spots."""
    return f"{DICE[kind]}-{number}"


def _lines(kind: int) -> int:
    """Return how many lines the boxes of a type take."""
    return -(-SIDES[kind] // A_LINE)


def _first_line(kind: int) -> float:
    """Return the height at which the boxes of a type begin."""
    return BOXES_AT[1] + LINE * sum(_lines(each) for each in range(kind)) + GAP * kind


def _box_corner(kind: int, number: int) -> Point:
    line, place = divmod(number - 1, A_LINE)
    return BOXES_AT[0] + PITCH * place, _first_line(kind) + LINE * line


def _boxes(s: Record, pen: Pen) -> Part:
    groups = []
    for kind in range(KINDS):
        middle = (24.0, _first_line(kind) + BOX / 2)
        groups.append(pen.group(f"head-{DICE[kind]}", polyhedron(middle, SIDES[kind], SIDES[kind], 32, "head")))
        groups += [_box(s, kind, number, _box_corner(kind, number), pen) for number in range(1, SIDES[kind] + 1)]
    size = (BOXES_AT[0] + PITCH * A_LINE, int(_first_line(KINDS)))
    return Part("boxes", Phrase("Boxes"), size, dict(groups), tab="sheet")


def _copies(s: Record, kind: int, number: int) -> tuple[int, int]:
    """Return how many boxes of a number are open, and how many there are."""
    there = 1 + (int(TWICE[s.sheet, kind]) >> number & 1)
    return (int(s.open[kind]) >> number & 1) + (int(s.second[kind]) >> number & 1), there


def _box(s: Record, kind: int, number: int, corner: Point, pen: Pen) -> tuple[str, str]:
    left, there = _copies(s, kind, number)
    x, y = corner
    values = {"number": number, "die": DICE[kind]}
    drawn = []
    if there > 1:
        drawn.append(
            tag("rect", x=x + 3, y=y - 3, width=BOX, height=BOX, rx=5, class_="under" if left > 1 else "under ticked")
        )
    drawn.append(tag("rect", x=float(x), y=float(y), width=BOX, height=BOX, rx=5, class_="cell"))
    drawn.append(text(x + BOX / 2, y + BOX / 2 + 0.5, number, "number"))
    if left == 0:
        drawn.append(_brush(x + BOX / 2, y + BOX / 2, kind * 31 + number))
        label = Phrase("{number} of the {die}, ticked", **values)
    elif there > 1:
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


def _paper_boxes(s: Record, pen: Pen) -> Part:
    """Draw the boxes for paper as they are printed: a column a die, the numbers at the left (TS-02)."""
    groups = []
    rows = max(SIDES)
    height = 18
    for number in range(1, rows + 1):
        groups.append(pen.group(f"number-{number}", text(16, 34 + height * (number - 1), number, "faint")))
    for kind in range(KINDS):
        middle = 60 + 52 * kind
        groups.append(pen.group(f"head-{DICE[kind]}", polyhedron((middle, 13), SIDES[kind], SIDES[kind], 24, "head")))
        for number in range(1, SIDES[kind] + 1):
            there = _copies(s, kind, number)[1]
            y = 34 + height * (number - 1)
            boxes = [square(middle - 7 * there + 14 * copy, y - 7, 14) for copy in range(there)]
            groups.append(pen.group(box_name(kind, number), *boxes))
    return Part("boxes", Phrase("Boxes"), (360, 34 + height * rows), dict(groups))


# The sum and the dice


def _sums(s: Record, pen: Pen) -> Part:
    """Draw the sum at the foot: squares, rows, columns and stars, and their total (TS-50)."""
    names = (Phrase("Squares"), Phrase("Rows"), Phrase("Columns"), Phrase("Stars"))
    worth = [(name, points(row.halves)) for name, row in zip(names, score_rows(s, 0), strict=True)]
    total = points(rules.score(s, 0))
    drawn = []
    for i, (name, value) in enumerate((*worth, (Phrase("Total"), total))):
        x = 36 + 74 * i
        sign = "" if i == 0 else "=" if i == len(worth) else "+"
        drawn.append(text(x - 37, 28, sign, "faint"))
        drawn.append(text(x, 7, pen.say(name), "sum-name"))
        drawn.append(tag("rect", x=x - 24, y=16, width=48, height=24, rx=4, class_="sum-box"))
        drawn.append("" if pen.paper else text(x, 29, value, "pencil sum"))
    told = Phrase(
        "Squares {squares}, rows {rows}, columns {columns}, stars {stars}: {total} points",
        squares=worth[0][1], rows=worth[1][1], columns=worth[2][1], stars=worth[3][1], total=total,
    )  # fmt: skip
    return Part("sums", told, (370, 44), dict([pen.group("sums", *drawn)]), "foot", short=Phrase("Points"))


def _dice(s: Record, pen: Pen) -> Part:
    """Draw the six dice: the one in hand with what it shows, below each how many boxes it has left."""
    shown = s.phase not in (rules.FIRST_BOX, rules.FIRST_SQUARE, rules.PAY, rules.OVER)
    groups = []
    for kind in range(KINDS):
        centre = (30.0 + DIE_PITCH * kind, 26.0)
        in_hand = shown and s.die == kind
        face = int(s.rolled) if in_hand and s.rolled else 0
        left = sum(_copies(s, kind, number)[0] for number in range(1, SIDES[kind] + 1))
        count = plural("{n} box", "{n} boxes", left)
        values: dict[str, object] = {"die": DICE[kind], "boxes": count}
        label = (
            Phrase("{die}: rolled {face}, {boxes}", face=face, **values) if face else Phrase("{die}, {boxes}", **values)
        )
        class_ = "in-hand" if in_hand else "resting" if shown or not left else ""
        words = face or ("?" if in_hand else SIDES[kind])
        groups.append(
            pen.spot(
                Spot(f"die-{DICE[kind]}", "die", label, centre),
                polyhedron(centre, SIDES[kind], words, 44),
                tag("rect", x=centre[0] - 16, y=54, width=10, height=10, rx=2, class_="box-sign"),
                text(centre[0] + 5, 59.5, left, "under-die"),
                class_=class_,
            )
        )
    return Part("dice", Phrase("Dice"), (330, 68), dict(groups), "dice")
