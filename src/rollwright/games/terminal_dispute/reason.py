"""Why one move of Terminal Dispute was better than another, where that can be told in a sentence."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, plural
from rollwright.core.moves import is_form
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.moves import LINE, PASS, WRITE
from rollwright.games.terminal_dispute.sheet import CROSSED, DOTTED, MATRIX

STRAIGHT = 5
"""The longest straight: numbers that are all different and lie within so many."""

FEW = 2
"""Numbers that a line has at least before one speaks of a straight in it."""


def reason(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Say why the best move was better than the one that was played."""
    sheet = s.sheets[seat]
    if is_form(LINE.layout, best) and (is_form(LINE.layout, played) or is_form(PASS.layout, played)):
        return _of_lines(sheet, played, best)
    if is_form(WRITE.layout, best) and is_form(WRITE.layout, played):
        return _of_numbers(sheet, played, best)
    return None


def _of_lines(sheet: Record, played: int, best: int) -> Phrase | None:
    """Compare two lines: what they shade, and the swaps that they win."""
    hexes = int(rules.named_line(sheet, best))
    instead = int(rules.named_line(sheet, played)) if is_form(LINE.layout, played) else 0
    swaps, swaps_instead = (sum(each >> dotted & 1 for dotted in DOTTED) for each in (hexes, instead))
    more = hexes.bit_count() - instead.bit_count()
    if swaps > swaps_instead:
        return Phrase("It wins a swap.")
    if more > 0:
        return plural("It shades {n} hex more.", "It shades {n} hexes more.", more)
    if more < 0:
        return Phrase("It shades less, but leaves room for longer lines later.")
    return Phrase("It shades as much, but leaves more room for the lines to come.")


def _of_numbers(sheet: Record, played: int, best: int) -> Phrase | None:
    """Compare two numbers in the matrix by what they do to their rows and columns."""
    value, box = WRITE.values(best).values()
    bad_value, bad_box = WRITE.values(played).values()
    made = max(_numbers(sheet, line).count(bad_value) for line in _lines(bad_box))
    for line in _lines(box):
        same = _numbers(sheet, line).count(value)
        if same <= made:
            continue
        if same == 1:
            return Phrase("It makes a pair in {line}.", line=_named(line))
        if same > 1:
            return Phrase("It makes {n} of a kind in {line}.", n=same + 1, line=_named(line))
    return _of_straights(sheet, (bad_value, bad_box), (value, box))


def _of_straights(sheet: Record, played: tuple[int, int], best: tuple[int, int]) -> Phrase | None:
    """Compare two numbers by the straights that they add to and spoil; what both do tells nothing."""
    (added, spoiled), (added_instead, spoiled_instead) = (_on_straights(sheet, *each) for each in (best, played))
    only_spoiled = [] if spoiled else spoiled_instead
    for line in added:
        if line in only_spoiled:
            return Phrase("It keeps the straight in {line} alive.", line=_named(line))
    if added and not added_instead:
        return Phrase("It adds to the straight in {line}.", line=_named(added[0]))
    if only_spoiled:
        return Phrase("What was played spoils the straight in {line}.", line=_named(only_spoiled[0]))
    return None


def _on_straights(sheet: Record, value: int, box: int) -> tuple[list[int], list[int]]:
    """Return the straights that a number in a box adds to, and those that it spoils."""
    straights = [line for line in _lines(box) if _is_straight(sheet, line)]
    added = [line for line in straights if _is_straight(sheet, line, value)]
    return added, [line for line in straights if line not in added]


def _lines(box: int) -> tuple[int, int]:
    """Return the row and the column of a box: rows are counted first."""
    return box // MATRIX.columns, MATRIX.rows + box % MATRIX.columns


def _named(line: int) -> Phrase:
    if line < MATRIX.rows:
        return Phrase("row {name}", name=line + 1)
    return Phrase("column {name}", name=MATRIX.names[line - MATRIX.rows][0])


def _numbers(sheet: Record, line: int) -> list[int]:
    """Return what is written in a row or column."""
    width = MATRIX.columns
    if line < MATRIX.rows:
        boxes = range(line * width, line * width + width)
    else:
        boxes = range(line - MATRIX.rows, MATRIX.rows * width, width)
    return [int(sheet.matrix[box]) for box in boxes if sheet.matrix[box]]


def _is_straight(sheet: Record, line: int, value: int = 0) -> bool:
    """Say whether a row or column can still become a straight, with one more number if one is given."""
    numbers = [*_numbers(sheet, line), *([value] if value else [])]
    known = len(numbers) >= FEW + bool(value) and CROSSED not in numbers
    return known and len(set(numbers)) == len(numbers) and max(numbers) - min(numbers) < STRAIGHT
