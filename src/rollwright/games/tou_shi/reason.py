"""Why one move of Tóu Shí was better than another, where that can be told in a sentence."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.moves import BONUS, SQUARE, STOP, TICK
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS

MANY = 3
"""Dice that a row or column has at least before one speaks of filling it."""


def reason(s: Record, seat: int, played: int, best: int) -> Phrase | None:
    """Say why the best move was better than the one that was played."""
    if is_form(BONUS.layout, played) and is_form(STOP.layout, best):
        return Phrase("The star is worth more than what it still brings.")
    if is_form(BONUS.layout, played):
        return Phrase("A star that is kept is worth points, and may be needed more later.")
    if is_form(BONUS.layout, best):
        return Phrase("The rounds to come are worth more than the star.")
    if is_form(STOP.layout, played):
        return Phrase("There was more to gain by going on.")
    if is_form(SQUARE.layout, best) and is_form(SQUARE.layout, played):
        return _of_squares(s, SQUARE.values(played)["square"], SQUARE.values(best)["square"])
    if is_form(TICK.layout, best) and is_form(TICK.layout, played):
        return _of_boxes(s, played, best)
    return None


def _of_squares(s: Record, played: int, best: int) -> Phrase | None:
    """Compare two squares by how full their rows and columns are."""
    lines, instead = _filled(s, best), _filled(s, played)
    name, most = max(lines, key=lambda line: line[1])
    if most > max(count for _, count in instead):
        if most == KINDS - 1:
            return Phrase("It fills {line}.", line=name)
        if most >= MANY:
            return Phrase("It goes on with {line}, which has {n} dice already.", line=name, n=most)
    return None


def _filled(s: Record, square: int) -> list[tuple[Phrase, int]]:
    """Return the row and the column of a square, with how many dice each has."""
    row, column = divmod(square, GRID.columns)
    return [
        (Phrase("row {name}", name=row + 1), int(s.row_kinds[row]).bit_count()),
        (Phrase("column {name}", name=GRID.names[column][0]), int(s.column_kinds[column]).bit_count()),
    ]


def _of_boxes(s: Record, played: int, best: int) -> Phrase | None:
    """Compare two boxes, to pay with or to write."""
    kind, number = TICK.values(best).values()
    bad_kind, bad_number = TICK.values(played).values()
    if s.phase == rules.PAY:
        to_spare, scarce = (int(s.open[each]).bit_count() for each in (kind, bad_kind))
        if kind == bad_kind and number > bad_number:
            return Phrase("A walk seldom leaves a number as high as {number}: pay with that.", number=number)
        if to_spare > scarce:
            return Phrase("There are more boxes of the {die} to spare.", die=DICE[kind])
    if s.phase in (rules.BOX, rules.BONUS_BOX) and _needing(s, kind) < _needing(s, bad_kind):
        return Phrase("The {die} is needed elsewhere in this row or column.", die=DICE[bad_kind])
    return None


def _needing(s: Record, kind: int) -> int:
    """Return how many empty squares in the row and column of the target can take no other type than this one."""
    row, column = divmod(int(s.target), GRID.columns)
    squares = {row * GRID.columns + at for at in range(GRID.columns)}
    squares |= {at * GRID.columns + column for at in range(GRID.rows)}
    kinds = sum(1 << each for each in range(KINDS) if s.open[each])
    empty = [square for square in squares - {int(s.target)} if not s.grid[square]]
    return sum(int(rules.allowed_kinds(s, square)) & kinds == 1 << kind for square in empty)
