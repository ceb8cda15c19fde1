"""How a sheet of Terminal Dispute is drawn: its parts on the page, on paper, and very small."""

from functools import cache

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute.sheet import CHARGER, DATA, MATRIX, ROUNDS
from rollwright.games.terminal_dispute.view.charger import charger
from rollwright.games.terminal_dispute.view.matrix import matrix
from rollwright.games.terminal_dispute.view.shows import CUT, FULL, PRINTED, SMALL_BOX, SMALL_HEX
from rollwright.games.terminal_dispute.view.tray import tray
from rollwright.view import Groups, Heading, PartTemplate, Pen, Template
from rollwright.view.marks import hex_centre, square
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]


@cache
def _template(paper: bool) -> Template:
    """Return the parts of every sheet, as all are alike; on paper with rounds and points, and without dice."""
    return Template([matrix(), charger(), *(_printed() if paper else []), *tray(paper)])


def template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a sheet."""
    return _template(paper)


# What only paper needs


def _printed() -> list[PartTemplate]:
    rounds, points = Phrase("Rounds"), Phrase("Points of a row or column")
    return [
        PartTemplate("rounds", Heading(rounds, (280, 40), rounds), [Groups(PRINTED, ["rounds"], _rounds)], "foot"),
        PartTemplate("reference", Heading(points, (380, 54), points),
                     [Groups(PRINTED + 1, ["reference"], _reference)], "foot"),
    ]  # fmt: skip


def _rounds(place: int, code: int, pen: Pen) -> Drawn:
    boxes = [tag("rect", x=2 + 23 * i, y=10, width=20, height=20, rx=4, class_="frame") for i in range(ROUNDS)]
    return pen.group("rounds", *boxes)


def _reference(place: int, code: int, pen: Pen) -> Drawn:
    """Write what combinations score, for players on paper (TD-40)."""
    tables = ((Phrase("Straight"), DATA["scoring"]["straight"]), (Phrase("Of a kind"), DATA["scoring"]["kind"]))
    lines = []
    for row, (name, scores) in enumerate(tables):
        height = 14 + 26 * row
        lines.append(text(54, height, pen.say(name), "note"))
        for column, (size, points) in enumerate(scores.items()):
            lines.append(text(150 + 62 * column, height, f"{size}: {points}", "points"))
    return pen.group("reference", *lines)


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
