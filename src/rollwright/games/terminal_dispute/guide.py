"""What a first-time player of Terminal Dispute is told on the real table, one thing at a time."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.terminal_dispute import rules


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == rules.OVER:
        return None
    if s.phase == rules.START_DIE:
        return "dice", Phrase("A die decides who starts. Click it to roll.")
    if s.phase == rules.DICE:
        if s.round_no < 2:
            return "dice", Phrase("Every round starts with five dice that everyone shares. Click them to roll.")
        return "dice", Phrase(
            "Until the dice are rolled, Undo takes back what you wrote. Runs such as 2-3-4 and equal numbers score; "
            "keep room at the labels of the charger."
        )
    if s.phase == rules.ALLOCATION:
        if seat != s.roller:
            return "dice", Phrase("The start player now decides which dice are for the matrix and which for the phone.")
        return "dice", Phrase(
            "Click a die to send it to the next free place, or drag it where you want it. Everybody writes with the "
            "same four."
        )
    return _writing(s.sheets[seat])


def _writing(sheet: Record) -> tuple[str, Phrase] | None:
    if sheet.nav[1] > 0:
        return "matrix", Phrase(
            "Pick a navigation die, then a lit box. Rows and columns score, for runs and for equal numbers in any "
            "order: 3 points for three, 7 for a run of five."
        )
    if sheet.nav[0] > 0:
        return "matrix", Phrase("Small crosses mark the row and the column of your first number: they are barred.")
    if sheet.phone[0] > 0:
        return "charger", Phrase(
            "One phone die is the label where your line starts, the other its length. Pick a lit hex, then where it "
            "goes. Each hex is a point; a dotted one wins a swap with the unused die."
        )
    return None
