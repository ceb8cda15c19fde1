"""What a first-time player of Tóu Shí is told on the real table, one thing at a time."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import STAR_POINTS


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == rules.FIRST_BOX:
        return "boxes", Phrase("Boxes are your supply: every round costs two. With which one you begin hardly matters.")
    if s.phase == rules.FIRST_SQUARE:
        return "grid", Phrase("Choose a square near the middle: from there every other square is close.")
    if s.phase == rules.PAY:
        return "dice", Phrase(
            "Point at a die to see how far its numbers would take you, and how likely it is to leave you stuck. Then "
            "tick one of its boxes: spend what you need least."
        )
    if s.phase == rules.DICE and s.rolled == 0:
        return "dice", Phrase("Roll when you are ready. Until then, Undo gives back the box you pay with.")
    if s.phase == rules.WALK:
        return "grid", Phrase(
            "You can reach the highlighted squares. Each step takes 1 off the number, and at least 1 must be left. The "
            "small dice at the edge are filled where a line already has that die."
        )
    if s.phase == rules.BOX:
        return "boxes", Phrase(
            "The box decides which die you write, and no die can appear twice in a row or column. Point at a box to "
            "see the walk; pick another square if you change your mind."
        )
    if s.phase in (rules.ONE, rules.NO_WALK):
        return "grid", about_stars()
    return None


def about_stars() -> Phrase:
    """Say what a bonus star does, and what it is worth unused."""
    return Phrase(
        "A bonus star lets you write any die that is allowed there into any square, and moves the marker to it. Each "
        "star you keep is worth {star} points, and using the third one ends the game.",
        star=STAR_POINTS,
    )
