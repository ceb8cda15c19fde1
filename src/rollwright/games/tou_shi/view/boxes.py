"""How the boxes of Tóu Shí are drawn: a line or two for each die, and the sum below."""

from rollwright.core.language import Phrase, plural
from rollwright.games.tou_shi.sheet import DICE, KINDS, SIDES
from rollwright.games.tou_shi.view.shapes import Point, seal, stone, stroke
from rollwright.games.tou_shi.view.shows import HEAD, SEAL, SUM, TICK, TWO
from rollwright.games.tou_shi.view.spots import BOXES, box_name, head_name
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]

BOX, PITCH, GAP = 42, 48, 6
AT = (52, 4)
A_LINE = 10
"""So many boxes stand in a line; longer ones go on below, so that equal numbers stand below each other."""
SIZE = (AT[0] + PITCH * A_LINE, 490)
SUMS = (Phrase("Squares"), Phrase("Rows"), Phrase("Columns"), Phrase("Stars"), Phrase("Total"))
SUM_NAMES = ("sum-squares", "sum-rows", "sum-columns", "sum-stars", "sum-total")
SUM_PITCH, SUM_HEIGHT = 106, 62
SUM_AT = SIZE[1] - SUM_HEIGHT


def boxes() -> PartTemplate:
    """Return the boxes, with the seal above and the sum below them."""
    groups = [
        Groups(SEAL, ["seal"], _seal),
        Groups(HEAD, [head_name(kind) for kind in range(KINDS)], _head),
        Groups(TICK, [box_name(*box) for box in BOXES], _box),
        sums(),
    ]
    return PartTemplate("boxes", Heading(Phrase("Boxes"), SIZE), groups)


def sums() -> Groups:
    """Return squares, rows, columns and stars, and their total (TS-50)."""
    return Groups(SUM, SUM_NAMES, _sum)


def _seal(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("seal", seal((SIZE[0] - 54, 2), 48))


def _head(kind: int, code: int, pen: Pen) -> Drawn:
    return pen.group(head_name(kind), stone((23, _first_line(kind) + BOX / 2), kind, 44))


def _first_line(kind: int) -> float:
    """Return the height at which the boxes of a type begin."""
    lines = sum(-(-sides // A_LINE) for sides in SIDES[:kind])
    return AT[1] + PITCH * lines + GAP * kind


def _corner(kind: int, number: int) -> Point:
    line, place = divmod(number - 1, A_LINE)
    return AT[0] + PITCH * place, _first_line(kind) + PITCH * line


def _box(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a box with the other one of its number behind it, if there are two."""
    left, there_are_two = code % TWO, code >= TWO
    kind, number = BOXES[place]
    x, y = _corner(kind, number)
    centre = (x + BOX / 2, y + BOX / 2)
    values = {"number": number, "die": DICE[kind]}
    drawn = [tag("rect", x=x - 3, y=y - 3, width=PITCH, height=PITCH, class_="hit")]
    if there_are_two and left > 1:
        drawn.append(tag("rect", x=x + 4, y=y - 3, width=float(BOX), height=float(BOX), rx=10, class_="under"))
    drawn.append(tag("rect", x=float(x), y=float(y), width=float(BOX), height=float(BOX), rx=10, class_="cell"))
    drawn.append(text(centre[0], centre[1] + 0.5, number, "number"))
    if left == 0:
        drawn.append(stroke(centre, 15, kind * 31 + number))
        label = Phrase("{number} of the {die}, ticked", **values)
    elif there_are_two:
        if left == 1:
            drawn.append(stroke((x + BOX - 8, y + 8), 7, number))
        label = plural("{number} of the {die}, {n} left", "{number} of the {die}, {n} left", left, **values)
    else:
        label = Phrase("{number} of the {die}", **values)
    return pen.spot(Spot(box_name(kind, number), "box", label, centre, BOX), *drawn, class_="" if left else "gone")


def _sum(place: int, points: int, pen: Pen) -> Drawn:
    """Draw one of the sums; on paper they are a part of their own."""
    x, top = SUM_PITCH * (place + 0.5), 0 if pen.paper else SUM_AT
    return pen.group(
        SUM_NAMES[place],
        text(x - SUM_PITCH / 2, top + 43, ("", "+", "+", "+", "=")[place], "sum-sign"),
        text(x, top + 11, pen.say(SUMS[place]), "sum-name"),
        tag("rect", x=x - 36, y=float(top + 24), width=72, height=36, rx=9, class_="sum-box"),
        "" if pen.paper else text(x, top + 43, points, "pencil sum"),
        class_="total" if place == len(SUMS) - 1 else "",
    )
