"""Why a move of Terminal Dispute is refused: one sentence each, from the predicates that decide legality."""

from collections import Counter

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed
from rollwright.core.moves import is_form
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.moves import ALLOCATE, CROSS, LINE, MOVES, UNUSED_NAV, UNUSED_PHONE, WRITE
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED, DOTTED, MATRIX, STARTS


def why(s: Record, seat: int, move: int) -> Phrase | None:
    """Say why a seat may not make this move now, or nothing if it may."""
    if s.phase == rules.OVER:
        return Phrase("The game is over.")
    if s.phase in (rules.START_DIE, rules.DICE):
        return Phrase("The dice must be rolled first.")
    if is_form(ALLOCATE.layout, move):
        return _why_not_allocate(s, seat, move)
    if s.phase == rules.ALLOCATION:
        return Phrase("The start player must allocate the dice first.")
    sheet = s.sheets[seat]
    if is_form(WRITE.layout, move):
        return _why_not_write(sheet, move)
    if is_form(CROSS.layout, move):
        return _why_not_cross(sheet, move)
    if is_form(LINE.layout, move):
        return _why_not_line(s, seat, move)
    if move == rules.PASS:
        return _why_not_pass(sheet)
    return _why_not_unused(s, sheet, move)


def _why_not_allocate(s: Record, seat: int, move: int) -> Phrase | None:
    if s.phase != rules.ALLOCATION:
        return Phrase("The dice of this round have already been allocated.")
    if seat != s.roller:
        return Phrase("Only the start player allocates the dice.")
    rolled = [int(die) for die in s.rolled]
    if not Counter(ALLOCATE.values(move).values()) <= Counter(rolled):
        return Phrase("The dice show {dice}: allocate four of these, each once.", dice=listed(rolled))
    return _other_name(s, seat, move)


def _why_not_write(sheet: Record, move: int) -> Phrase | None:
    value, box = WRITE.values(move).values()
    left = [int(die) for die in sheet.nav if die]
    name = MATRIX.names[box]
    if not left:
        return Phrase("You have already used both navigation dice of this round.")
    if value not in left:
        return Phrase(
            "There is no {value} among your navigation dice: you have {dice}.", value=value, dice=listed(left)
        )
    if sheet.matrix[box] == CROSSED:
        return Phrase("{box} is crossed out and takes no number.", box=name)
    if sheet.matrix[box] != 0:
        return Phrase("{box} already holds {number}: choose an empty box.", box=name, number=sheet.matrix[box])
    if rules.must_cross(sheet):
        return Phrase("No box can take the {value} now: cross out an empty one instead.", value=value)
    if rules.barred_boxes(sheet) >> box & 1:
        return Phrase(
            "{box} is in the same row or column as {written}, written this round: the two numbers of a round must not "
            "share one.",
            box=name,
            written=MATRIX.names[sheet.written],
        )
    return None


def _why_not_cross(sheet: Record, move: int) -> Phrase | None:
    (box,) = CROSS.values(move).values()
    if sheet.nav[0] == 0:
        return Phrase("You have already used both navigation dice of this round.")
    if not rules.must_cross(sheet):
        return Phrase("A box is crossed out only when a number fits nowhere; yours can be written.")
    if sheet.matrix[box] != 0:
        return Phrase("{box} is not empty: cross out an empty box.", box=MATRIX.names[box])
    return None


def _why_not_line(s: Record, seat: int, move: int) -> Phrase | None:
    sheet = s.sheets[seat]
    label, start, _ = LINE.values(move).values()
    name = CHARGER.names[start]
    dice = [int(die) for die in sheet.phone if die]
    if not dice:
        return Phrase("You have already used the phone dice of this round.")
    if label not in dice:
        return Phrase("No phone die shows {label}: choose label {dice}.", label=label, dice=listed(sorted(set(dice))))
    starts = rules.open_starts(int(sheet.shaded), label)
    near = listed(CHARGER.names[hex_no] for hex_no in STARTS[label - 1] if starts >> int(hex_no) & 1)
    if not near:
        return Phrase("No unshaded hex touches label {label}: choosing it means passing.", label=label)
    if rules.open_starts(0, label) >> start & 1 == 0:
        return Phrase("{start} does not touch label {label}: start at {near}.", start=name, label=label, near=near)
    if not rules.is_drawable(sheet, move):
        return Phrase("{start} is already shaded: start at {near}.", start=name, near=near)
    return _other_name(s, seat, move)


def _why_not_pass(sheet: Record) -> Phrase | None:
    dice = sorted({int(die) for die in sheet.phone if die})
    if not dice:
        return Phrase("You have already used the phone dice of this round.")
    if all(rules.open_starts(int(sheet.shaded), label) for label in dice):
        return Phrase(
            "You can pass only on a label with no unshaded hex: {dice} can still start a line.", dice=listed(dice)
        )
    return None


def _why_not_unused(s: Record, sheet: Record, move: int) -> Phrase | None:
    form = UNUSED_NAV if is_form(UNUSED_NAV.layout, move) else UNUSED_PHONE
    (value,) = form.values(move).values()
    dice = [int(die) for die in (sheet.nav if form is UNUSED_NAV else sheet.phone) if die]
    if value not in dice:
        return Phrase("You have no die of that kind left that shows {value}.", value=value)
    if rules.abilities(sheet) == 0:
        if sheet.spent == len(DOTTED):
            return Phrase("You have used all your swaps.")
        return Phrase("You have no swap now: shade a dotted hex to win one.")
    if not rules.is_worth_swapping(s, value):
        return Phrase("The unused die shows {value} too: that would change nothing.", value=value)
    return None


def _other_name(s: Record, seat: int, move: int) -> Phrase | None:
    """Refuse a second name for the same deed; players never meet this, because other names are understood."""
    name = int(rules.same(s, seat, move))
    return None if name == move else Phrase("That is the same as '{text}'.", text=MOVES.text(name))
