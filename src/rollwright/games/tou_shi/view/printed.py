"""How the boxes of Tóu Shí are printed: a column a die, the numbers at the left (TS-02), and room for the sum."""

from rollwright.core.language import Phrase
from rollwright.games.tou_shi.sheet import KINDS, SIDES
from rollwright.games.tou_shi.view.boxes import SUM_HEIGHT, SUM_NAMES, SUM_PITCH, sums
from rollwright.games.tou_shi.view.shapes import stone
from rollwright.games.tou_shi.view.shows import HEAD, NUMBER, TICK, TWO
from rollwright.games.tou_shi.view.spots import BOXES, box_name, head_name
from rollwright.view import Groups, Heading, PartTemplate, Pen
from rollwright.view.marks import square
from rollwright.view.svg import text

Drawn = tuple[str, str]


def paper_boxes() -> PartTemplate:
    """Return the boxes for paper."""
    groups = [
        Groups(NUMBER, [f"number-{number}" for number in range(1, max(SIDES) + 1)], _number),
        Groups(HEAD, [head_name(kind) for kind in range(KINDS)], _head),
        Groups(TICK, [box_name(*box) for box in BOXES], _box),
    ]
    return PartTemplate("boxes", Heading(Phrase("Boxes"), (360, _line(max(SIDES) + 1))), groups)


def paper_sums() -> PartTemplate:
    """Return the sum for paper, below the rest."""
    return PartTemplate("sums", Heading(Phrase("Points"), (SUM_PITCH * len(SUM_NAMES), SUM_HEIGHT)), [sums()], "foot")


def _line(number: int) -> int:
    """Return the height at which the boxes of a number stand."""
    return 34 + 18 * (number - 1)


def _number(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group(f"number-{place + 1}", text(16, _line(place + 1), place + 1, "faint"))


def _head(kind: int, code: int, pen: Pen) -> Drawn:
    return pen.group(head_name(kind), stone((60 + 52 * kind, 13), kind, 24))


def _box(place: int, code: int, pen: Pen) -> Drawn:
    kind, number = BOXES[place]
    there = 2 if code >= TWO else 1
    left, y = 60 + 52 * kind - 7 * there, _line(number) - 7
    return pen.group(box_name(kind, number), *(square(left + 14 * copy, y, 14) for copy in range(there)))
