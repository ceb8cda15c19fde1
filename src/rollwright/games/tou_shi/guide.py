"""What a first-time player of Tóu Shí is told on the real table, one thing at a time."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import STAR_POINTS


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == rules.FIRST_BOX:
        return "boxes", Phrase(
            "Boxes are what you live on: every round costs two. Tick any box to begin: its die is the first in the "
            "grid, and which one it is hardly matters."
        )
    if s.phase == rules.FIRST_SQUARE:
        return "grid", Phrase("Choose a square near the middle: from there every other square is close.")
    if s.phase == rules.PAY:
        return "dice", Phrase(
            "Point at a die to see how far its numbers would take you, and how likely it leaves you stuck. Then tick "
            "one of its boxes: that pays for the roll. Spend what you need least."
        )
    if s.phase == rules.DICE and s.rolled == 0:
        return "dice", Phrase('Press "Roll the dice". Until then Undo takes back the box that pays.')
    if s.phase == rules.WALK:
        return "grid", Phrase(
            "Lit squares can be reached. Each step of the walk takes one from the number, with two turns at most; what "
            "is left, at least 1, must be ticked. At the edge of a line stand the dice; those that it has are struck."
        )
    if s.phase == rules.BOX:
        return "boxes", Phrase(
            "Lit boxes fit this square. The box says which die is written, and no die may stand twice in a "
            "row or column. Point at a box to see the walk; tap another square to change your mind."
        )
    if s.phase in (rules.ONE, rules.NO_WALK):
        return "grid", about_stars()
    return None


def about_stars() -> Phrase:
    """Say what a bonus star does, and what it is worth unused."""
    return Phrase(
        "A bonus star writes any die that may stand there into any square, and takes the marker there. Each star "
        "that you keep is worth {star} points, and the third one ends the game.",
        star=STAR_POINTS,
    )
