"""How the phone charger is drawn: hexes and labels, and in its corners the battery, the swaps and the sum."""

from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute.sheet import CHARGER, DOTTED, LABELS, TOUCHING
from rollwright.games.terminal_dispute.view.shows import BACK, BATTERY, CHARGER_HALVES, HEX, LABEL, SUMS, USES
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import hex_centre, hexagon, scribble, written
from rollwright.view.svg import number, path, tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

RADIUS = 28.0
SIZE = (424, 394)
CENTRE = (212.0, 197.0)
TOKEN = 36
NAME_ABOVE = 19.0
"""How far above the middle of a hex its name stands: above the circle of a dotted one."""

BATTERY_AT, BATTERY_SIZE = (342.0, 18.0), (72.0, 26.0)
SWAPS_AT, SWAP_RADIUS, SWAP_STEP = (21.0, 347.0), 13.0, 31.0
SUM_X, SUM_LINES, TOTAL_Y = 406.0, (319.0, 346.0), 378.0


def charger() -> PartTemplate:
    """Return the part of the charger."""
    groups = [
        Groups(BACK, ["charger-back"], _back),
        Groups(BATTERY, ["battery"], _battery),
        Groups(USES, ["uses"], _uses),
        Groups(SUMS, ["sums"], _sums),
        Groups(LABEL, [f"label-{label}" for label in LABELS], _label),
        Groups(HEX, [f"hex-{name}" for name in CHARGER.names], _hex),
    ]
    heading = Heading(Phrase("Phone Charger"), SIZE, Phrase("Charger"))
    return PartTemplate("charger", heading, groups, halves=CHARGER_HALVES)


def _back(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the edge of all hexes once more, so that lines at the border are as thick as those between two hexes."""
    return pen.group(
        "charger-back", *(hexagon(hex_centre(cell, RADIUS, CENTRE), RADIUS, "edge") for cell in CHARGER.cells)
    )


def _label(place: int, asked: int, pen: Pen) -> Drawn:
    label = place + 1
    x, y = hex_centre(LABELS[label], RADIUS, CENTRE)
    drawn = [_token(x, y, TOKEN, "label-body"), text(x, y + 0.5, label, "label-text")]
    if asked:
        drawn.insert(0, _token(x, y, TOKEN + 8, "label-ring"))
    return pen.group(f"label-{label}", *drawn, class_="label asked" if asked else "label")


def _token(x: float, y: float, size: float, class_: str) -> str:
    return tag("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, rx=size * 0.22, class_=class_)


def label_near(hex_no: int) -> int:
    """Return the label that a hex touches, or 0."""
    return next((label for label in LABELS if TOUCHING[label - 1] >> hex_no & 1), 0)


def _hex(hex_no: int, shaded: int, pen: Pen) -> Drawn:
    name, near = CHARGER.names[hex_no], label_near(hex_no)
    centre = hex_centre(CHARGER.cells[hex_no], RADIUS, CENTRE)
    printed = hexagon(centre, RADIUS - 0.5) + text(centre[0], centre[1] - NAME_ABOVE, name, "hex-name")
    if hex_no in DOTTED:
        printed += tag("circle", cx=centre[0], cy=centre[1], r=15, class_="dot")
        printed += "" if shaded else _arrows(centre)
    if shaded:
        label = Phrase("Hex {name}, shaded", name=name)
    elif hex_no in DOTTED:
        label = Phrase("Hex {name}, dotted: brings a swap", name=name)
    elif near:
        label = Phrase("Hex {name}, next to label {label}", name=name, label=near)
    else:
        label = Phrase("Hex {name}", name=name)
    shading = scribble(centre, RADIUS * 0.86, hex_no) if shaded else ""
    return pen.spot(Spot(f"hex-{name}", "hex", label, centre), printed, shading)


def _arrows(centre: Point) -> str:
    """Draw two arrows that change places: the sign of a swap."""
    x, y = map(number, (centre[0] - 7, centre[1] - 3.5))
    return tag("path", d=f"M{x} {y} h14 l-4 -4 m4 4 l-4 4 m4 3 h-14 l4 -4 m-4 4 l4 4", class_="arrows")


def _battery(place: int, charged: int, pen: Pen) -> Drawn:
    """Draw how full the phone is, one point for each shaded hex; on paper, leave room for the number."""
    (x, y), (width, height) = BATTERY_AT, BATTERY_SIZE
    body = tag("rect", x=x, y=y, width=width, height=height, rx=8, class_="battery-body")
    cap = tag("rect", x=x + width + 2.5, y=y + 8, width=5, height=11, rx=2, class_="battery-cap")
    full = len(CHARGER)
    charge = "" if pen.paper or not charged else tag(
        "rect", x=x + 4, y=y + 4, width=(width - 8) * charged / full, height=height - 8, rx=4, class_="battery-charge"
    )  # fmt: skip
    bolt = tag("path", d=f"M{number(x + 39)} {number(y + 2.5)} l-12 13 h8 l-2 9 l12 -13 h-8 z", class_="bolt")
    told = Phrase("of {all}", all=full) if pen.paper else Phrase("{n} of {all}", n=charged, all=full)
    return pen.group(
        "battery",
        text(x + width + 7, y - 10, pen.say(told), "note last"),
        body,
        charge,
        bolt,
        cap,
        class_="printed" if pen.paper else "",
    )


def _uses(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the four swaps with the unused die: dotted is not won yet, with arrows is to use, scribbled is used."""
    spent, ready = divmod(code, 256)
    x, y = SWAPS_AT
    drawn = [text(0, y - 29, pen.say(Phrase("Swaps")), "note first")]
    for i in range(len(DOTTED)):
        centre = (x + SWAP_STEP * (i % 2), y + SWAP_STEP * (i // 2))
        kind = "spent" if i < spent else "ready" if i < spent + ready else "locked"
        ring = tag("circle", cx=centre[0], cy=centre[1], r=SWAP_RADIUS, class_=f"ring {kind}")
        sign = "" if kind == "locked" else _arrows(centre)
        drawn.append(tag("g", ring, sign, scribble(centre, 15, i) if kind == "spent" else "", class_="swap"))
    return pen.group("uses", *drawn)


def _sums(place: int, code: int, pen: Pen) -> Drawn:
    """Add up matrix and charger, as one writes a sum on paper."""
    numbers = divmod(code, 256)
    line = path([(SUM_X - 44, 361.0), (SUM_X + 17, 361.0)], "sum-line")
    drawn = [_compass((SUM_X - 28, SUM_LINES[0])), _phone((SUM_X - 37, SUM_LINES[1])), line]
    if not pen.paper:
        lines = zip(numbers, SUM_LINES, strict=True)
        drawn += [written((SUM_X, y), points, i, "pencil sum") for i, (points, y) in enumerate(lines)]
        drawn.append(written((SUM_X - 2, TOTAL_Y), sum(numbers), 2, "pencil total"))
    drawn.append(text(SUM_X - 22, SUM_LINES[1], "+", "note" if pen.paper else "pencil sum"))
    return pen.group("sums", *drawn)


def _compass(centre: Point) -> str:
    x, y = centre
    needle = f"M{number(x + 4.5)} {number(y - 4.5)} l-2.6 6.4 l-6.4 2.6 l2.6 -6.4 z"
    return tag("g", tag("circle", cx=x, cy=y, r=8.5), tag("path", d=needle, class_="filled"), class_="icon")


def _phone(centre: Point) -> str:
    x, y = centre
    body = tag("rect", x=x - 6, y=y - 9.5, width=12, height=19, rx=3)
    bolt = tag("path", d=f"M{number(x + 1.5)} {number(y - 5)} l-4 5.6 h4.4 l-2.2 4.8", class_="thin")
    return tag("g", body, bolt, class_="icon")
