"""What Terminal Dispute prints besides its sheet: the table by which a d30 shares out the dice of a solo game."""

from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute.sheet import SPOTS
from rollwright.view import Pen
from rollwright.view.marks import square
from rollwright.view.papers import Drawn, Paper, Papers, Setting
from rollwright.view.svg import tag, text

BLOCKS = 3
LINE = 40
WIDE = 300


def _allocation(setting: Setting, pen: Pen) -> Drawn:
    """Draw the 30 ways in three blocks of ten: what the d30 shows, then which die goes where, by its place (TD-50)."""
    rows = len(SPOTS) // BLOCKS
    heads = (Phrase("d30"), Phrase("Navigation"), Phrase("Phone"), Phrase("Unused"))
    drawn = []
    for way, spots in enumerate(SPOTS.tolist()):
        block, row = divmod(way, rows)
        left, y = WIDE * block, 46 + LINE * row
        if row == 0:
            places = (24, 92, 178, 254)
            drawn += [text(left + x, 16, pen.say(head), "note") for x, head in zip(places, heads, strict=True)]
        if row % 2 == 0:
            drawn.append(tag("rect", x=left, y=y - 18, width=WIDE - 14, height=LINE, class_="stripe"))
        drawn.append(text(left + 24, y + 2, way + 1, "label-number"))
        for place, x in enumerate((60, 94, 146, 180, 240)):
            drawn.append(square(left + x, y - 12, 28, "place"))
            drawn.append(text(left + x + 14, y + 2.5, spots[place] + 1, "points"))
    return (WIDE * BLOCKS - 14, 46 + LINE * rows), "".join(drawn)


PAPERS = Papers(allocation=Paper(draws={"ways": _allocation}, landscape=True))
