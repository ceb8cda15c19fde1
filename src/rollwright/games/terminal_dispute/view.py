"""How a sheet of Terminal Dispute is drawn, and how its moves are pointed out on it."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from rollwright.core.contract import Record
from rollwright.core.grids.hexes import COMPASS
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1, pack2, pack3
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.moves import ALLOCATE, CROSS, LINE, PASS, UNUSED_NAV, UNUSED_PHONE, WRITE
from rollwright.games.terminal_dispute.sheet import (
    CHARGER,
    CROSSED,
    DATA,
    DOTTED,
    LABELS,
    MATRIX,
    RAYS,
    ROUNDS,
    SHARES_LINE,
    SPOTS,
    STARTS,
    TOUCHING,
)
from rollwright.games.terminal_dispute.why import why
from rollwright.view import Marks, Part, Path, Pen, Spot, View, Way, cached_drawing
from rollwright.view.marks import cross, die, hex_centre, hexagon, scribble, square, written
from rollwright.view.svg import tag, text

Point = tuple[float, float]

BOX = 66
MATRIX_AT = (26, 26)
MATRIX_SIZE = (400, 396)
RADIUS = 26.0
CHARGER_SIZE = (430, 396)
CHARGER_CENTRE = (215.0, 198.0)
DIE = 42
TRAY_HEIGHT = 64
ZONES = {"nav": (6, (36, 88)), "unused": (126, (156,)), "phone": (194, (224, 276))}
"""For each place of the dice board: its left edge, and where dice stand in it."""


def parts(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw everything a seat looks at: its sheet and, as it has them, the shared dice."""
    return [
        _matrix(s.sheets[seat], bool(s.phase == rules.WRITING), pen),
        _charger(s.sheets[seat], pen),
        _tracker(s.sheets[seat], pen),
        _rounds(s, pen),
        _totals(s.sheets[seat], pen),
        _dice_board(s, seat, pen),
        *([_reference(pen)] if pen.paper else []),
    ]


def thumbnail(s: Record, seat: int) -> tuple[tuple[int, int], str]:
    """Draw a sheet so small that only what is filled can be seen: its size and its elements."""
    return _thumbnail(s.sheets[seat])


@cached_drawing
def _thumbnail(sheet: Record) -> tuple[tuple[int, int], str]:
    drawn = []
    for box in range(len(MATRIX)):
        filled = "cut" if sheet.matrix[box] == CROSSED else "full" if sheet.matrix[box] else "empty"
        drawn.append(square(4 + 9 * MATRIX.column(box), 4 + 9 * MATRIX.row(box), 8, filled))
    for hex_no, cell in enumerate(CHARGER.cells):
        x, y = hex_centre(cell, 3.0, (74, 27))
        shaded = int(sheet.shaded) >> hex_no & 1
        drawn.append(tag("circle", cx=x, cy=y, r=2.2, class_="full" if shaded else "empty"))
    return (100, 54), "".join(drawn)


@cached_drawing
def _matrix(sheet: Record, writing: bool, pen: Pen) -> Part:
    groups = []
    left, top = MATRIX_AT
    end = BOX * MATRIX.rows
    for i in range(MATRIX.rows):
        middle = BOX * i + BOX / 2
        letter, row, column = MATRIX.names[i][0], rules.row_points(sheet, i), rules.column_points(sheet, i)
        groups += [
            pen.group(
                f"matrix-name-{i}",
                text(left + middle, top - 11, letter, "faint"),
                text(left - 13, top + middle, i + 1, "faint"),
            ),
            pen.group(f"row-{i}", _points((left + end + 24, top + middle), row, pen)),
            pen.group(f"column-{i}", _points((left + middle, top + end + 22), column, pen)),
        ]
    groups += [_box(sheet, writing, box, pen) for box in range(len(MATRIX))]
    points = _matrix_points(sheet)
    title, short = Phrase("Navigation Matrix"), Phrase("Matrix")
    return Part("matrix", title, MATRIX_SIZE, dict(groups), halves=2 * points, short=short)


def _matrix_points(sheet: Record) -> int:
    return sum(int(rules.row_points(sheet, i) + rules.column_points(sheet, i)) for i in range(MATRIX.rows))


def _points(at: Point, points: int, pen: Pen) -> str:
    """Write what a line scores; on paper, leave room for it."""
    return square(at[0] - 14, at[1] - 14, 28, "sum-box") if pen.paper else text(*at, points, "points")


def _box_corner(box: int) -> Point:
    return MATRIX_AT[0] + BOX * MATRIX.column(box), MATRIX_AT[1] + BOX * MATRIX.row(box)


def _box(sheet: Record, writing: bool, box: int, pen: Pen) -> tuple[str, str]:
    value, name = int(sheet.matrix[box]), MATRIX.names[box]
    x, y = _box_corner(box)
    centre = (x + BOX / 2, y + BOX / 2)
    barred = bool(sheet.nav[0]) and value == 0 and bool(rules.barred_boxes(sheet) >> box & 1)
    drawn = [square(x, y, BOX)]
    if value == CROSSED:
        drawn.append(cross(centre, BOX * 0.34))
        label = Phrase("Box {name}, crossed out", name=name)
    elif value:
        fresh = writing and sheet.written == box
        drawn.append(written((centre[0], centre[1] + 2), value, box, "pencil fresh" if fresh else "pencil"))
        label = Phrase("Box {name}: {value}", name=name, value=value)
    elif barred:
        drawn.append(cross(centre, BOX * 0.34, "barred"))
        label = Phrase("Box {name}, barred this round", name=name)
    else:
        label = Phrase("Box {name}, empty", name=name)
    return pen.spot(Spot(f"box-{name}", "box", label, centre, BOX), *drawn)


@cached_drawing
def _charger(sheet: Record, pen: Pen) -> Part:
    in_hand = {int(value) for value in sheet.phone if value}
    groups = []
    for label, cell in LABELS.items():
        x, y = hex_centre(cell, RADIUS, CHARGER_CENTRE)
        asked = "asked" if label in in_hand else ""
        frame = tag("rect", x=x - 17, y=y - 15, width=34, height=30, rx=6, class_="label-body")
        groups.append(pen.group(f"label-{label}", frame, text(x, y + 1, label, "label-text"), class_=f"label {asked}"))
    shaded = int(sheet.shaded)
    groups += [_hex(shaded, hex_no, pen) for hex_no in range(len(CHARGER))]
    points = int(rules.charger_points(sheet))
    title, short = Phrase("Phone Charger"), Phrase("Charger")
    return Part("charger", title, CHARGER_SIZE, dict(groups), halves=2 * points, short=short)


@cache
def _hex_ink(hex_no: int) -> tuple[Point, str, str, int]:
    """Return what never changes of a hex: its centre, its printed outline, its shading, and the label it touches."""
    centre = hex_centre(CHARGER.cells[hex_no], RADIUS, CHARGER_CENTRE)
    printed = hexagon(centre, RADIUS - 0.7)
    if hex_no in DOTTED:
        printed += tag("circle", cx=centre[0], cy=centre[1], r=13, class_="dot")
    near = next((label for label in LABELS if TOUCHING[label - 1] >> hex_no & 1), 0)
    return centre, printed, scribble(centre, RADIUS * 0.86, hex_no), near


def _hex(shaded: int, hex_no: int, pen: Pen) -> tuple[str, str]:
    name = CHARGER.names[hex_no]
    centre, printed, shading, near = _hex_ink(hex_no)
    is_shaded = shaded >> hex_no & 1
    if is_shaded:
        label = Phrase("Hex {name}, shaded", name=name)
    elif hex_no in DOTTED:
        label = Phrase("Hex {name}, dotted: unlocks an ability", name=name)
    elif near:
        label = Phrase("Hex {name}, next to label {label}", name=name, label=near)
    else:
        label = Phrase("Hex {name}", name=name)
    return pen.spot(Spot(f"hex-{name}", "hex", label, centre), printed, shading if is_shaded else "")


def _tracker(sheet: Record, pen: Pen) -> Part:
    """Draw the four uses of the unused die: dotted is locked, open is to use, scribbled is used."""
    spent, ready = int(sheet.spent), int(rules.abilities(sheet))
    drawn = []
    for i in range(len(DOTTED)):
        centre = (20.0 + 42 * i, 20.0)
        kind = "spent" if i < spent else "ready" if i < spent + ready else "locked"
        ring = tag("circle", cx=centre[0], cy=centre[1], r=15, class_=f"ring {kind}")
        drawn.append(tag("g", ring, scribble(centre, 15, i) if kind == "spent" else ""))
    told = Phrase("Unused die: {ready} to use, {spent} used", ready=ready, spent=spent)
    return Part("tracker", told, (168, 40), dict([pen.group("uses", *drawn)]), "foot", short=Phrase("Unused die"))


def _rounds(s: Record, pen: Pen) -> Part:
    now = int(s.round_no)
    done = ROUNDS if s.phase == rules.OVER else now - 1
    drawn = []
    for i in range(ROUNDS):
        kind = "done" if i < done else "now" if i == done and now else "ahead"
        kind = "ahead" if pen.paper else kind
        drawn.append(tag("rect", x=2 + 19 * i, y=12, width=15, height=16, rx=3, class_=f"round {kind}"))
        if kind == "done":
            drawn.append(tag("path", d=f"M{5 + 19 * i} 20 l3 4 l6 -9", class_="tick"))
    told = Phrase("Round {n} of {rounds}", n=max(1, now), rounds=ROUNDS)
    short = Phrase("Rounds") if pen.paper else told
    return Part("rounds", told, (230, 40), dict([pen.group("round-boxes", *drawn)]), "foot", short=short)


def _totals(sheet: Record, pen: Pen) -> Part:
    """Draw the sum at the foot: matrix, charger, together."""
    matrix = _matrix_points(sheet)
    charger = int(rules.charger_points(sheet))
    drawn = []
    for i, (sign, points) in enumerate((("", matrix), ("+", charger), ("=", matrix + charger))):
        x = 34 + 74 * i
        drawn.append(tag("rect", x=x - 22, y=3, width=48, height=34, rx=4, class_="sum-box"))
        drawn.append(text(x - 35, 20, sign, "faint"))
        drawn.append("" if pen.paper else written((x + 2, 21), points, i, "pencil sum"))
    told = Phrase("Matrix {matrix}, charger {charger}, together {total}",
                  matrix=matrix, charger=charger, total=matrix + charger)  # fmt: skip
    short = Phrase("Matrix + charger = total")
    return Part("totals", told, (212, 40), dict([pen.group("sums", *drawn)]), "foot", short=short)


def _reference(pen: Pen) -> Part:
    """Write what combinations score, for players on paper (TD-40)."""
    tables = ((Phrase("Straight"), DATA["scoring"]["straight"]), (Phrase("Of a kind"), DATA["scoring"]["kind"]))
    lines = []
    for row, (name, scores) in enumerate(tables):
        height = 14 + 26 * row
        lines.append(text(54, height, pen.say(name), "faint"))
        for place, (size, points) in enumerate(scores.items()):
            lines.append(text(150 + 62 * place, height, f"{size}: {points}", "points"))
    title = Phrase("Points of a row or column")
    return Part("reference", title, (380, 54), dict([pen.group("reference", *lines)]), "foot", short=title)


def _dice_board(s: Record, seat: int, pen: Pen) -> Part:
    """Draw the three places of the dice, with a tray above them while they are not allocated."""
    in_tray = not pen.paper and s.phase in (rules.START_DIE, rules.DICE, rules.ALLOCATION)
    down = TRAY_HEIGHT if in_tray else 0
    names = {"nav": Phrase("Navigation"), "unused": Phrase("Unused"), "phone": Phrase("Phone")}
    groups = []
    for zone, (left, middles) in ZONES.items():
        width = 52 * len(middles) + 8
        frame = tag("rect", x=left, y=20 + down, width=width, height=60, rx=8, class_="zone-body")
        title = text(left + width / 2, 11 + down, pen.say(names[zone]), "zone-title")
        places = tuple((float(x), 50.0 + down) for x in middles)
        spot = Spot(f"zone-{zone}", "zone", names[zone], (left + width / 2, 50 + down), places=places)
        groups.append(pen.spot(spot, frame, title))
    groups += _tray(s, pen) if in_tray else _placed(s, seat, pen) if s.phase == rules.WRITING else []
    return Part("dice", Phrase("Dice"), (312, 86 + down), dict(groups), "dice")


def _tray(s: Record, pen: Pen) -> list[tuple[str, str]]:
    dice = []
    for i in range(rules.ROLLED):
        face = int(s.rolled[i]) if s.phase == rules.ALLOCATION else 0
        centre = (36.0 + 60 * i, 30.0)
        rolled = Phrase("Die {n} of {dice}: {face}", n=i + 1, dice=rules.ROLLED, face=face)
        label = rolled if face else Phrase("A die, not rolled yet")
        dice.append(pen.spot(Spot(f"die-{i + 1}", "die", label, centre, drag=True), die(centre, face, DIE)))
    return dice


def _placed(s: Record, seat: int, pen: Pen) -> list[tuple[str, str]]:
    """Draw the dice as this seat has them: those used are struck out, and the unused die may stand in."""
    dice = []
    for zone, faces in _dice_of(s, seat).items():
        for place, ((face, used), x) in enumerate(zip(faces, ZONES[zone][1], strict=True), start=1):
            centre = (float(x), 50.0)
            label = _die_label(zone, face)
            struck = cross(centre, DIE * 0.3, "used-up") if used else ""
            label = Phrase("{die}, used", die=label) if used else label
            spot = Spot(_die_name(zone, place), "die", label, centre, drag=True)
            dice.append(pen.spot(spot, die(centre, face, DIE), struck, class_="used" if used else ""))
    return dice


def _die_name(zone: str, place: int) -> str:
    return "unused" if zone == "unused" else f"{zone}-{place}"


def _die_label(zone: str, face: int) -> Phrase:
    if zone == "nav":
        return Phrase("Navigation die {face}", face=face)
    return Phrase("Phone die {face}", face=face) if zone == "phone" else Phrase("Unused die {face}", face=face)


def _dice_of(s: Record, seat: int) -> dict[str, list[tuple[int, bool]]]:
    """Return the dice that stand in each place for a seat, and whether it has used them."""
    sheet = s.sheets[seat]
    left = sorted((int(value), False) for value in sheet.nav if value)
    if len(left) == 1:
        left = sorted([*left, (int(sheet.matrix[sheet.written]), True)])
    nav = left or [(int(value), True) for value in s.nav_spots]
    phone = sorted((int(value), False) for value in sheet.phone if value)
    return {
        "nav": nav,
        "unused": [(int(s.unused), False)],
        "phone": phone or [(int(value), True) for value in s.phone_spots],
    }


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    sheet = s.sheets[seat]
    kind, _, name = spot.partition("-")
    if kind == "box":
        return why(s, seat, pack2(WRITE.layout, int(sheet.nav[0]) or 1, MATRIX.index(name)))
    if kind == "hex":
        hex_no = CHARGER.index(name)
        *_, near = _hex_ink(hex_no)
        asked = near if near in sheet.phone else int(sheet.phone[1]) or 1
        return why(s, seat, pack3(LINE.layout, asked, hex_no, 0))
    if s.phase != rules.WRITING:
        return why(s, seat, PASS.layout[0])
    return _why_not_die(s, seat, spot) if kind in ("nav", "phone", "unused") else None


def _why_not_die(s: Record, seat: int, spot: str) -> Phrase | None:
    zone, _, place = spot.partition("-")
    face, used = _dice_of(s, seat)[zone][int(place or 1) - 1]
    if used:
        return Phrase("You have already used this die.")
    if zone == "phone":
        return Phrase(
            "Point at a highlighted hex on the charger: the phone dice say where a line starts and how long it is."
        )
    if zone == "nav":
        return why(s, seat, pack1(UNUSED_NAV.layout, face))
    values = [*s.sheets[seat].nav, *s.sheets[seat].phone]
    return next((why(s, seat, pack1(UNUSED_NAV.layout, int(value))) for value in values if value), None)


def ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    """Return, for each of a seat's legal moves, how it is pointed out and what it would do."""
    if s.phase == rules.ALLOCATION:
        return _ways_to_allocate(s, moves)
    found = {}
    lines = _ways_to_shade(s.sheets[seat])
    for move in moves:
        if is_form(WRITE.layout, move):
            found[move] = _way_to_write(s, seat, move)
        elif is_form(CROSS.layout, move):
            name = f"box-{MATRIX.names[CROSS.values(move)['box']]}"
            found[move] = Way([Path.of(name)], {"cross": [(name, "")]})
        elif is_form(LINE.layout, move):
            hexes = int(rules.named_line(s.sheets[seat], move))
            found[move] = Way(lines[hexes], {"trace": _trace(s.sheets[seat], move)})
        elif is_form(PASS.layout, move):
            found[move] = Way(button=Phrase("Pass, shading nothing"))
        else:
            found[move] = _way_to_swap(s, seat, move)
    return found


def _ways_to_allocate(s: Record, moves: Sequence[int]) -> dict[int, Way]:
    """Dice go to places one by one, in any order; the fifth follows from the others. Equal dice may be exchanged."""
    paths: dict[int, list[Path]] = defaultdict(list)
    for way, dice in enumerate(SPOTS):
        places = ("nav", "nav", "phone", "phone", "unused")
        steps = [[[f"die-{die_no + 1}"], [f"zone-{zone}"]] for die_no, zone in zip(dice, places, strict=True)]
        paths[int(rules.allocation(s, way))].append(Path(steps, free=True, spare=1))
    return {move: Way(paths[move], confirm=True) for move in moves if is_form(ALLOCATE.layout, move)}


def _way_to_write(s: Record, seat: int, move: int) -> Way:
    sheet = s.sheets[seat]
    value, box = WRITE.values(move).values()
    name = f"box-{MATRIX.names[box]}"
    nav = _dice_of(s, seat)["nav"]
    dice = [f"nav-{place}" for place, die_now in enumerate(nav, start=1) if die_now == (value, False)]
    paths = [Path.of(dice, name, free=True)]
    left = [int(each) for each in sheet.nav if each]
    if len(set(left)) == 1:
        paths.append(Path.of(name))
    marks: Marks = {"write": [(name, str(value))]}
    if len(left) == 2:
        marks["bar"] = [
            (f"box-{MATRIX.names[other]}", "")
            for other in range(len(MATRIX))
            if other != box and SHARES_LINE[box] >> other & 1 and sheet.matrix[other] == 0
        ]
    return Way(paths, marks)


@cached_drawing
def _ways_to_shade(sheet: Record) -> dict[int, list[Path]]:
    """Return every way to point out a line, by the hexes it shades: its start, then any further hex of it."""
    found: dict[int, list[Path]] = defaultdict(list)
    for label in {int(value) for value in sheet.phone if value}:
        for start in STARTS[label - 1]:
            for direction in range(len(COMPASS)):
                move = pack3(LINE.layout, label, int(start), direction)
                if rules.is_drawable(sheet, move):
                    first, *rest = [name for name, _ in _trace(sheet, move)]
                    path = Path.of(first, rest) if rest else Path.of(first)
                    paths = found[int(rules.named_line(sheet, move))]
                    if path not in paths:
                        paths.append(path)
    return found


@cached_drawing
def _trace(sheet: Record, move: int) -> list[tuple[str, str]]:
    """Return the hexes of a line in the order in which they are shaded, each with its count."""
    _, start, direction = LINE.values(move).values()
    length = int(rules.named_line(sheet, move)).bit_count()
    hexes = RAYS[start, direction, :length]
    return [(f"hex-{CHARGER.names[hex_no]}", str(count)) for count, hex_no in enumerate(hexes, start=1)]


def _way_to_swap(s: Record, seat: int, move: int) -> Way:
    form, zone = (UNUSED_NAV, "nav") if is_form(UNUSED_NAV.layout, move) else (UNUSED_PHONE, "phone")
    value = form.values(move)["value"]
    dice = _dice_of(s, seat)[zone]
    names = [_die_name(zone, place) for place, each in enumerate(dice, start=1) if each == (value, False)]
    return Way([Path.of("unused", names)], {"write": [(names[0], str(s.unused))]})


VIEW = View(
    parts=parts,
    ways=ways,
    why_not=why_not,
    thumbnail=thumbnail,
)
