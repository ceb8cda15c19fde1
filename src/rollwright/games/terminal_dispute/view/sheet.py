"""How a sheet of Terminal Dispute is drawn."""

from functools import cache

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute.rules import ROLLED
from rollwright.games.terminal_dispute.sheet import CHARGER, DATA, DOTTED, LABELS, MATRIX, ROUNDS, TOUCHING
from rollwright.games.terminal_dispute.view.shows import (
    BARRED,
    BOX,
    CHARGER_HALVES,
    COLUMN,
    CROSSED_OUT,
    CUT,
    FRESH,
    FULL,
    HEX,
    LABEL,
    MATRIX_HALVES,
    NAME,
    PLACED,
    REFERENCE,
    ROUND,
    ROW,
    SMALL_BOX,
    SMALL_HEX,
    SUMS,
    TRAY,
    USED,
    USES,
    ZONE,
)
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot, Template
from rollwright.view.marks import cross, die, hex_centre, hexagon, scribble, square, written
from rollwright.view.svg import tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

SIDE = 66
MATRIX_AT = (26, 26)
MATRIX_SIZE = (400, 396)
RADIUS = 26.0
CHARGER_SIZE = (430, 396)
CHARGER_CENTRE = (215.0, 198.0)
DIE = 42
TRAY_HEIGHT = 64
ZONES = {"nav": (6, (36, 88)), "unused": (126, (156,)), "phone": (194, (224, 276))}
"""For each place of the dice board: its left edge, and where dice stand in it."""
PLACES = (("nav", 0), ("nav", 1), ("unused", 0), ("phone", 0), ("phone", 1))
"""The places of dice that are allocated: a zone, and which of its dice."""


@cache
def _template(paper: bool) -> Template:
    """Return the parts of every sheet, as all are alike; on paper with the points of combinations, and without dice."""
    matrix = PartTemplate(
        "matrix", Heading(Phrase("Navigation Matrix"), MATRIX_SIZE, Phrase("Matrix")), _matrix(), halves=MATRIX_HALVES
    )
    charger = PartTemplate(
        "charger", Heading(Phrase("Phone Charger"), CHARGER_SIZE, Phrase("Charger")), _charger(), halves=CHARGER_HALVES
    )
    foot = [
        PartTemplate("tracker", _uses_heading, [Groups(USES, ["uses"], _uses)], "foot", USES),
        PartTemplate("rounds", _rounds_heading, [Groups(ROUND, ["round-boxes"], _rounds)], "foot", ROUND),
        PartTemplate("totals", _sums_heading, [Groups(SUMS, ["sums"], _sums)], "foot", SUMS),
    ]
    zones = Groups(ZONE, [f"zone-{zone}" for zone in ZONES], _zone)
    tray = Groups(TRAY, [f"die-{i + 1}" for i in range(ROLLED)], _die_in_tray)
    placed = Groups(PLACED, [die_name(zone, place) for zone, place in PLACES], _placed_die)
    dice = PartTemplate("dice", _dice_heading, [zones] if paper else [zones, tray, placed], "dice", ZONE)
    title = Phrase("Points of a row or column")
    reference = PartTemplate(
        "reference", Heading(title, (380, 54), title), [Groups(REFERENCE, ["reference"], _reference)], "foot"
    )
    return Template([matrix, charger, *foot, dice, *([reference] if paper else [])])


def template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a sheet."""
    return _template(paper)


# The matrix


def _matrix() -> list[Groups]:
    lines = range(MATRIX.rows)
    return [
        Groups(NAME, [f"matrix-name-{i}" for i in lines], _line_name),
        Groups(ROW, [f"row-{i}" for i in lines], _row_points),
        Groups(COLUMN, [f"column-{i}" for i in lines], _column_points),
        Groups(BOX, [f"box-{name}" for name in MATRIX.names], _box),
    ]


def _middle(line: int) -> float:
    return SIDE * line + SIDE / 2


def _line_name(line: int, code: int, pen: Pen) -> Drawn:
    left, top = MATRIX_AT
    return pen.group(
        f"matrix-name-{line}",
        text(left + _middle(line), top - 11, MATRIX.names[line][0], "faint"),
        text(left - 13, top + _middle(line), line + 1, "faint"),
    )


def _row_points(row: int, points: int, pen: Pen) -> Drawn:
    left, top = MATRIX_AT
    return pen.group(f"row-{row}", _points((left + SIDE * MATRIX.rows + 24, top + _middle(row)), points, pen))


def _column_points(column: int, points: int, pen: Pen) -> Drawn:
    left, top = MATRIX_AT
    return pen.group(f"column-{column}", _points((left + _middle(column), top + SIDE * MATRIX.rows + 22), points, pen))


def _points(at: Point, points: int, pen: Pen) -> str:
    """Write what a line scores; on paper, leave room for it."""
    return square(at[0] - 14, at[1] - 14, 28, "sum-box") if pen.paper else text(*at, points, "points")


def _box(box: int, code: int, pen: Pen) -> Drawn:
    name = MATRIX.names[box]
    x, y = MATRIX_AT[0] + SIDE * MATRIX.column(box), MATRIX_AT[1] + SIDE * MATRIX.row(box)
    centre = (x + SIDE / 2, y + SIDE / 2)
    drawn = [square(x, y, SIDE)]
    if code == CROSSED_OUT:
        drawn.append(cross(centre, SIDE * 0.34))
        label = Phrase("Box {name}, crossed out", name=name)
    elif code == BARRED:
        drawn.append(cross(centre, SIDE * 0.34, "barred"))
        label = Phrase("Box {name}, barred this round", name=name)
    elif code:
        value = code % FRESH
        drawn.append(written((centre[0], centre[1] + 2), value, box, "pencil fresh" if code > FRESH else "pencil"))
        label = Phrase("Box {name}: {value}", name=name, value=value)
    else:
        label = Phrase("Box {name}, empty", name=name)
    return pen.spot(Spot(f"box-{name}", "box", label, centre, SIDE), *drawn)


# The charger


def _charger() -> list[Groups]:
    return [
        Groups(LABEL, [f"label-{label}" for label in LABELS], _label),
        Groups(HEX, [f"hex-{name}" for name in CHARGER.names], _hex),
    ]


def _label(place: int, asked: int, pen: Pen) -> Drawn:
    label = place + 1
    x, y = hex_centre(LABELS[label], RADIUS, CHARGER_CENTRE)
    frame = tag("rect", x=x - 17, y=y - 15, width=34, height=30, rx=6, class_="label-body")
    kind = f"label {'asked' if asked else ''}"
    return pen.group(f"label-{label}", frame, text(x, y + 1, label, "label-text"), class_=kind)


def label_near(hex_no: int) -> int:
    """Return the label that a hex touches, or 0."""
    return next((label for label in LABELS if TOUCHING[label - 1] >> hex_no & 1), 0)


def _hex(hex_no: int, shaded: int, pen: Pen) -> Drawn:
    name, near = CHARGER.names[hex_no], label_near(hex_no)
    centre = hex_centre(CHARGER.cells[hex_no], RADIUS, CHARGER_CENTRE)
    printed = hexagon(centre, RADIUS - 0.7)
    if hex_no in DOTTED:
        printed += tag("circle", cx=centre[0], cy=centre[1], r=13, class_="dot")
    if shaded:
        label = Phrase("Hex {name}, shaded", name=name)
    elif hex_no in DOTTED:
        label = Phrase("Hex {name}, dotted: unlocks an ability", name=name)
    elif near:
        label = Phrase("Hex {name}, next to label {label}", name=name, label=near)
    else:
        label = Phrase("Hex {name}", name=name)
    shading = scribble(centre, RADIUS * 0.86, hex_no) if shaded else ""
    return pen.spot(Spot(f"hex-{name}", "hex", label, centre), printed, shading)


# The foot


def _uses_heading(code: int, pen: Pen) -> Heading:
    spent, ready = divmod(code, 256)
    told = Phrase("Unused die: {ready} to use, {spent} used", ready=ready, spent=spent)
    return Heading(told, (168, 40), Phrase("Unused die"))


def _uses(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the four uses of the unused die: dotted is locked, open is to use, scribbled is used."""
    spent, ready = divmod(code, 256)
    drawn = []
    for i in range(len(DOTTED)):
        centre = (20.0 + 42 * i, 20.0)
        kind = "spent" if i < spent else "ready" if i < spent + ready else "locked"
        ring = tag("circle", cx=centre[0], cy=centre[1], r=15, class_=f"ring {kind}")
        drawn.append(tag("g", ring, scribble(centre, 15, i) if kind == "spent" else ""))
    return pen.group("uses", *drawn)


def _rounds_heading(code: int, pen: Pen) -> Heading:
    told = Phrase("Round {n} of {rounds}", n=max(1, code % 256), rounds=ROUNDS)
    return Heading(told, (230, 40), Phrase("Rounds") if pen.paper else told)


def _rounds(place: int, code: int, pen: Pen) -> Drawn:
    done, now = (code >> 8) - 1, code % 256
    drawn = []
    for i in range(ROUNDS):
        kind = "done" if i < done else "now" if i == done and now else "ahead"
        kind = "ahead" if pen.paper else kind
        drawn.append(tag("rect", x=2 + 19 * i, y=12, width=15, height=16, rx=3, class_=f"round {kind}"))
        if kind == "done":
            drawn.append(tag("path", d=f"M{5 + 19 * i} 20 l3 4 l6 -9", class_="tick"))
    return pen.group("round-boxes", *drawn)


def _sums_heading(code: int, pen: Pen) -> Heading:
    matrix, charger = divmod(code, 256)
    told = Phrase("Matrix {matrix}, charger {charger}, together {total}",
                  matrix=matrix, charger=charger, total=matrix + charger)  # fmt: skip
    return Heading(told, (212, 40), Phrase("Matrix + charger = total"))


def _sums(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the sum at the foot: matrix, charger, together."""
    matrix, charger = divmod(code, 256)
    drawn = []
    for i, (sign, points) in enumerate((("", matrix), ("+", charger), ("=", matrix + charger))):
        x = 34 + 74 * i
        drawn.append(tag("rect", x=x - 22, y=3, width=48, height=34, rx=4, class_="sum-box"))
        drawn.append(text(x - 35, 20, sign, "faint"))
        drawn.append("" if pen.paper else written((x + 2, 21), points, i, "pencil sum"))
    return pen.group("sums", *drawn)


def _reference(place: int, code: int, pen: Pen) -> Drawn:
    """Write what combinations score, for players on paper (TD-40)."""
    tables = ((Phrase("Straight"), DATA["scoring"]["straight"]), (Phrase("Of a kind"), DATA["scoring"]["kind"]))
    lines = []
    for row, (name, scores) in enumerate(tables):
        height = 14 + 26 * row
        lines.append(text(54, height, pen.say(name), "faint"))
        for column, (size, points) in enumerate(scores.items()):
            lines.append(text(150 + 62 * column, height, f"{size}: {points}", "points"))
    return pen.group("reference", *lines)


# The dice


def _down(in_tray: int, pen: Pen) -> int:
    """Return how far down the three places of the dice stand: below the tray, if there is one."""
    return TRAY_HEIGHT if in_tray and not pen.paper else 0


def _dice_heading(in_tray: int, pen: Pen) -> Heading:
    return Heading(Phrase("Dice"), (312, 86 + _down(in_tray, pen)))


def _zone(place: int, in_tray: int, pen: Pen) -> Drawn:
    zone, name = (("nav", Phrase("Navigation")), ("unused", Phrase("Unused")), ("phone", Phrase("Phone")))[place]
    (left, middles), down = ZONES[zone], _down(in_tray, pen)
    width = 52 * len(middles) + 8
    frame = tag("rect", x=left, y=20 + down, width=width, height=60, rx=8, class_="zone-body")
    title = text(left + width / 2, 11 + down, pen.say(name), "zone-title")
    places = tuple((float(x), 50.0 + down) for x in middles)
    spot = Spot(f"zone-{zone}", "zone", name, (left + width / 2, 50 + down), places=places)
    return pen.spot(spot, frame, title)


def _die_in_tray(i: int, face: int, pen: Pen) -> Drawn:
    centre = (36.0 + 60 * i, 30.0)
    rolled = Phrase("Die {n} of {dice}: {face}", n=i + 1, dice=ROLLED, face=face)
    label = rolled if face else Phrase("A die, not rolled yet")
    return pen.spot(Spot(f"die-{i + 1}", "die", label, centre, drag=True), die(centre, face, DIE))


def _placed_die(i: int, code: int, pen: Pen) -> Drawn:
    """Draw a die as a seat has it: struck out if it is used."""
    zone, place = PLACES[i]
    face, used = code % USED, code > USED
    centre = (float(ZONES[zone][1][place]), 50.0)
    label = _die_label(zone, face)
    label = Phrase("{die}, used", die=label) if used else label
    struck = cross(centre, DIE * 0.3, "used-up") if used else ""
    spot = Spot(die_name(zone, place), "die", label, centre, drag=True)
    return pen.spot(spot, die(centre, face, DIE), struck, class_="used" if used else "")


def die_name(zone: str, place: int) -> str:
    """Return what a die in a zone is called among the spots."""
    return "unused" if zone == "unused" else f"{zone}-{place + 1}"


def _die_label(zone: str, face: int) -> Phrase:
    if zone == "nav":
        return Phrase("Navigation die {face}", face=face)
    return Phrase("Phone die {face}", face=face) if zone == "phone" else Phrase("Unused die {face}", face=face)


# The thumbnail


def _small_box(box: int, code: int, pen: Pen) -> Drawn:
    kind = "cut" if code == CUT else "full" if code == FULL else "empty"
    name = f"box-{MATRIX.names[box]}"
    return pen.group(name, square(4 + 9 * MATRIX.column(box), 4 + 9 * MATRIX.row(box), 8, kind))


def _small_hex(hex_no: int, shaded: int, pen: Pen) -> Drawn:
    x, y = hex_centre(CHARGER.cells[hex_no], 3.0, (74, 27))
    circle = tag("circle", cx=x, cy=y, r=2.2, class_="full" if shaded else "empty")
    return pen.group(f"hex-{CHARGER.names[hex_no]}", circle)


SMALL = Template([
    PartTemplate("thumbnail", Heading(Phrase("Matrix"), (100, 54)), [
        Groups(SMALL_BOX, [f"box-{name}" for name in MATRIX.names], _small_box),
        Groups(SMALL_HEX, [f"hex-{name}" for name in CHARGER.names], _small_hex),
    ]),
])  # fmt: skip
