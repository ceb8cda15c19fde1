"""What a first-time player of Terminal Dispute is told on the real table, one thing at a time."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute import rules


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == rules.OVER:
        return None
    if s.phase == rules.START_DIE:
        return "dice", Phrase('A die decides who starts. Press "Roll the dice".')
    if s.phase == rules.DICE:
        if s.round_no < 2:
            return "dice", Phrase('Every round starts with five dice that everyone shares. Press "Roll the dice".')
        return "dice", Phrase(
            "Until the dice are rolled, Undo takes back what you wrote. Fill the lines of the matrix with runs such as "
            "2-3-4 or with equal numbers, and keep room beside the labels of the charger."
        )
    if s.phase == rules.ALLOCATION:
        if seat != s.roller:
            return "dice", Phrase("The start player now decides which dice are for the matrix and which for the phone.")
        return "dice", Phrase(
            "You decide what the dice are for. Tap a die to send it to the next free place, or drag it where you want "
            "it: two for the matrix, two for the phone. Everybody writes with the same four."
        )
    return _writing(s.sheets[seat])


def _writing(sheet: Record) -> tuple[str, Phrase] | None:
    if sheet.nav[1] > 0:
        return "matrix", Phrase(
            "Pick a navigation die, then a highlighted box. Both rows and columns score, for runs and for equal "
            "numbers in any order: 3 points for three, 7 for a run of five."
        )
    if sheet.nav[0] > 0:
        return "matrix", Phrase(
            "The second number cannot go in the row or column of the first: boxes with a thin cross are barred."
        )
    if sheet.phone[0] > 0:
        return "charger", Phrase(
            "One phone die is the label where a line starts, the other is its length. Pick a highlighted hex, then the "
            "direction of the line. Each shaded hex is worth a point; a dotted one lets you use the unused die once."
        )
    return None
