"""The numbers by which a sheet of Tóu Shí is drawn: which look each group has at a position."""

from rollwright.core.contract import Ints, Record
from rollwright.games.tou_shi.rules import (
    BONUS_BOX,
    BOX,
    FIRST_BOX,
    FIRST_SQUARE,
    HEIGHT,
    NOWHERE,
    OVER,
    PAY,
    SQUARES,
    WIDTH,
    allowed_kinds,
    full_lines,
    numbers_left,
    open_numbers,
    squares_written,
)
from rollwright.games.tou_shi.sheet import KINDS, LINE_POINTS, SIDES, SQUARE_POINTS, STAR_POINTS, TWICE
from rollwright.view import ABSENT, slots

NUMBERS = max(SIDES)

LINE_NAME, ROW, COLUMN, STONE, FRAME, MARKER, CHOICE, STAR, SEAL, HEAD, TICK, SUM, HALVES, DIE, NUMBER, SLOTS = slots(
    WIDTH, HEIGHT, WIDTH, SQUARES, 1, 1, 1, 1, 1, KINDS, sum(SIDES), 5, 1, KINDS, NUMBERS
)

PLACES = 64
"""More than there are squares. The numbers that a walk can leave, as bits, are counted in these."""

CHOSEN = 8
"""Added to what stands in a square that is chosen and not written yet."""
TWO = 4
"""Added to how many boxes of a number are open, where there are two."""
IN_HAND, RESTING = 32, 64
"""Added to the number that a die shows."""
LEFT = 128
"""How many boxes of a die are open is counted in these."""


def shows(s: Record, seat: int, codes: Ints) -> None:
    """Write the look of each group of the sheet, and of the dice."""
    show_grid(s, codes)
    show_boxes_and_dice(s, codes)
    show_sums(s, codes)
    for number in range(NUMBERS):
        codes[NUMBER + number] = 0


def show_grid(s: Record, codes: Ints) -> None:
    """Write the looks of the squares, of the lines' guides, of the marker, of the choice and of the stars."""
    chosen = NOWHERE
    if s.phase == BOX or s.phase == BONUS_BOX:
        chosen = int(s.target)
    for line in range(WIDTH):
        codes[LINE_NAME + line] = 0
        codes[ROW + line] = s.row_kinds[line]
        codes[COLUMN + line] = s.column_kinds[line]
    for square in range(SQUARES):
        codes[STONE + square] = s.grid[square]
    codes[FRAME] = 0
    codes[CHOICE] = ABSENT
    if chosen != NOWHERE:
        codes[STONE + chosen] += CHOSEN
        left = 0
        if s.phase == BOX:
            left = numbers_left(s, chosen) & open_numbers(s, allowed_kinds(s, chosen))
        codes[CHOICE] = left * PLACES + chosen
    codes[MARKER] = ABSENT if s.marker == NOWHERE else int(s.marker)
    codes[STAR] = s.stars


def show_boxes_and_dice(s: Record, codes: Ints) -> None:
    """Write the looks of the boxes, and of the dice with how many boxes each has left."""
    codes[SEAL] = 0
    is_shown = s.phase != FIRST_BOX and s.phase != FIRST_SQUARE and s.phase != PAY and s.phase != OVER
    box = TICK
    for kind in range(KINDS):
        codes[HEAD + kind] = 0
        left = 0
        for number in range(1, SIDES[kind] + 1):
            copies = (int(s.open[kind]) >> number & 1) + (int(s.second[kind]) >> number & 1)
            codes[box] = copies + TWO * (int(TWICE[s.sheet, kind]) >> number & 1)
            left += copies
            box += 1
        code = left * LEFT
        if is_shown and s.die == kind:
            code += IN_HAND + int(s.rolled)
        elif is_shown or left == 0:
            code += RESTING
        codes[DIE + kind] = code


def show_sums(s: Record, codes: Ints) -> None:
    """Write what squares, rows, columns and stars are worth, and their total (TS-50)."""
    codes[SUM] = SQUARE_POINTS * squares_written(s)
    codes[SUM + 1] = LINE_POINTS * full_lines(s.row_kinds)
    codes[SUM + 2] = LINE_POINTS * full_lines(s.column_kinds)
    codes[SUM + 3] = STAR_POINTS * int(s.stars)
    total = 0
    for i in range(4):
        total += codes[SUM + i]
    codes[SUM + 4] = total
    codes[HALVES] = 2 * total


def shows_small(s: Record, seat: int, codes: Ints) -> None:
    """Write which squares are filled, for a thumbnail."""
    for square in range(SQUARES):
        codes[square] = 1 if s.grid[square] else 0
