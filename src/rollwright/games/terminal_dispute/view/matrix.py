"""How the navigation matrix is drawn: boxes in a frame, and the points of rows and columns as chips."""

from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute.sheet import LINE_POINTS, MATRIX
from rollwright.games.terminal_dispute.view.shows import (
    BARRED,
    BOX,
    COLUMN,
    CROSSED_OUT,
    FRAME,
    FRESH,
    MATRIX_HALVES,
    NAME,
    ROW,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import cross, written
from rollwright.view.svg import path, tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

SIDE = 66
LEFT, TOP = 24, 24
WIDTH = SIDE * MATRIX.columns
SIZE = (418, 400)
CHIP = (46, 28)
CHIPS_RIGHT, CHIPS_BELOW = LEFT + WIDTH + 34, TOP + WIDTH + 27
BEST = int(LINE_POINTS.max())


def matrix() -> PartTemplate:
    """Return the part of the matrix."""
    lines = range(MATRIX.rows)
    groups = [
        Groups(NAME, [f"matrix-name-{i}" for i in lines], _line_name),
        Groups(ROW, [f"row-{i}" for i in lines], _row),
        Groups(COLUMN, [f"column-{i}" for i in lines], _column),
        Groups(FRAME, ["matrix-frame"], _frame),
        Groups(BOX, [f"box-{name}" for name in MATRIX.names], _box),
    ]
    heading = Heading(Phrase("Navigation Matrix"), SIZE, Phrase("Matrix"))
    return PartTemplate("matrix", heading, groups, halves=MATRIX_HALVES)


def _middle(line: int) -> float:
    return SIDE * line + SIDE / 2


def _line_name(line: int, code: int, pen: Pen) -> Drawn:
    return pen.group(
        f"matrix-name-{line}",
        text(LEFT + _middle(line), TOP - 13, MATRIX.names[line][0], "note"),
        text(LEFT - 13, TOP + _middle(line), line + 1, "note"),
    )


def _row(row: int, points: int, pen: Pen) -> Drawn:
    underlaid = _underlaid((LEFT, TOP + SIDE * row), (WIDTH, SIDE), points, pen)
    return pen.group(f"row-{row}", underlaid, _chip((CHIPS_RIGHT, TOP + _middle(row)), points, pen))


def _column(column: int, points: int, pen: Pen) -> Drawn:
    underlaid = _underlaid((LEFT + SIDE * column, TOP), (SIDE, WIDTH), points, pen)
    return pen.group(f"column-{column}", underlaid, _chip((LEFT + _middle(column), CHIPS_BELOW), points, pen))


def _underlaid(at: Point, size: Point, points: int, pen: Pen) -> str:
    """Underlay a line that scores, the more the better, as if with a highlighter."""
    if pen.paper or not points:
        return ""
    strength = 0.12 + 0.88 * (points / BEST) ** 2
    return tag("rect", x=at[0] + 4, y=at[1] + 4, width=size[0] - 8, height=size[1] - 8, rx=10,
               fill_opacity=f"{strength:.2f}", class_="scores down" if size[1] > size[0] else "scores")  # fmt: skip


def _chip(at: Point, points: int, pen: Pen) -> str:
    """Draw what a line scores; on paper, leave room for it."""
    (x, y), (width, height) = at, CHIP
    shown = "" if pen.paper else text(x, y + 0.5, points, "chip-text")
    pill = tag("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=height / 2, class_="chip-body")
    return tag("g", pill, shown, class_="chip won" if points and not pen.paper else "chip")


def _frame(place: int, code: int, pen: Pen) -> Drawn:
    inner = [SIDE * i for i in range(1, MATRIX.columns)]
    down = [path([(LEFT + at, TOP), (LEFT + at, TOP + WIDTH)], "grid-line") for at in inner]
    across = [path([(LEFT, TOP + at), (LEFT + WIDTH, TOP + at)], "grid-line") for at in inner]
    frame = tag("rect", x=LEFT, y=TOP, width=WIDTH, height=WIDTH, rx=12, class_="frame")
    return pen.group("matrix-frame", *down, *across, frame)


def _box(box: int, code: int, pen: Pen) -> Drawn:
    name = MATRIX.names[box]
    x, y = LEFT + SIDE * MATRIX.column(box), TOP + SIDE * MATRIX.row(box)
    centre = (x + SIDE / 2, y + SIDE / 2)
    drawn = [tag("rect", x=x + 1, y=y + 1, width=SIDE - 2, height=SIDE - 2, rx=9, class_="cell")]
    if code == CROSSED_OUT:
        drawn.append(cross(centre, SIDE * 0.3))
        label = Phrase("Box {name}, crossed out", name=name)
    elif code == BARRED:
        drawn.append(cross(centre, SIDE * 0.14, "barred"))
        label = Phrase("Box {name}, barred this round", name=name)
    elif code:
        value = code % FRESH
        drawn.append(written((centre[0], centre[1] + 2), value, box, "pencil fresh" if code > FRESH else "pencil"))
        label = Phrase("Box {name}: {value}", name=name, value=value)
    else:
        drawn.append("" if pen.paper else tag("rect", x=x + 6, y=y + 6, width=SIDE - 12, height=SIDE - 12, rx=9,
                                              class_="room"))  # fmt: skip
        label = Phrase("Box {name}, empty", name=name)
    return pen.spot(Spot(f"box-{name}", "box", label, centre, SIDE), *drawn)
