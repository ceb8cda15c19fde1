"""How the boxes of Tóu Shí are printed: a column a die, the number in each box (TS-02), and room for the sum."""

from rollwright.core.language import Phrase
from rollwright.games.tou_shi.sheet import KINDS, SIDES
from rollwright.games.tou_shi.view.boxes import SUM_HEIGHT, SUM_NAMES, SUM_PITCH, sums
from rollwright.games.tou_shi.view.shapes import stone
from rollwright.games.tou_shi.view.shows import HEAD, TICK, TWO
from rollwright.games.tou_shi.view.spots import BOXES, box_name, head_name
from rollwright.view import Groups, Heading, PartTemplate, Pen
from rollwright.view.marks import square
from rollwright.view.svg import path, text

Drawn = tuple[str, str]

BOX, PITCH = 21, 22
"""The size of a box, and how far apart the boxes of a die stand."""


def paper_boxes() -> PartTemplate:
    """Return the boxes for paper."""
    groups = [
        Groups(HEAD, [head_name(kind) for kind in range(KINDS)], _head),
        Groups(TICK, [box_name(*box) for box in BOXES], _box),
    ]
    return PartTemplate("boxes", Heading(Phrase("Boxes"), (364, _line(max(SIDES)) + 14)), groups)


def paper_sums() -> PartTemplate:
    """Return the sum for paper, below the rest."""
    return PartTemplate("sums", Heading(Phrase("Points"), (SUM_PITCH * len(SUM_NAMES), SUM_HEIGHT)), [sums()], "foot")


def _line(number: int) -> int:
    """Return the height at which the boxes of a number stand."""
    return 40 + PITCH * (number - 1)


def _column(kind: int) -> int:
    """Return the middle of the boxes of a die."""
    return 32 + 60 * kind


def _head(kind: int, code: int, pen: Pen) -> Drawn:
    return pen.group(head_name(kind), stone((_column(kind), 14), kind, 26))


def _box(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the boxes of a number, with the number in each, and a stroke through those that are ticked."""
    kind, number = BOXES[place]
    there = 2 if code >= TWO else 1
    ticked = there - code % TWO
    left, y = _column(kind) - BOX * there / 2, _line(number)
    drawn = []
    for copy in range(there):
        x = left + BOX * copy
        drawn += [square(x, y - BOX / 2, BOX), text(x + BOX / 2, y + 0.5, number, "boxed")]
        if copy < ticked:
            drawn.append(path([(x + 4, y + 7), (x + BOX - 3, y - 8)], "tick"))
    return pen.group(box_name(kind, number), *drawn)
