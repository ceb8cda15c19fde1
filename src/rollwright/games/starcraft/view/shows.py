"""The numbers by which the sheets of StarCraft are drawn: which look each group has at a position."""

from rollwright.core.contract import Ints, Record
from rollwright.games.starcraft.ahead import combinations_made, may_build, may_train
from rollwright.games.starcraft.rules.rows import standing, worth
from rollwright.games.starcraft.rules.state import BLACKS, FACES, usable_red
from rollwright.games.starcraft.sheet import ALLOWS, MAIN, MINERALS, NUMBERS, ROWS, UNITS, WORKER
from rollwright.games.starcraft.view.numbering import (
    AHEAD_AT,
    COUNT_BITS,
    COUNT_OF_ROW,
    EMBLEM,
    HALVES,
    MARKS,
    NEEDS_AT,
    NEXT_IS_SHOWN,
    NUMBER_BITS,
    OF_ROW,
    PRINT,
    REFERENCE,
    ROUND,
    ROW,
    SMALL_ROW,
    SUM_BITS,
    SUMS,
    USED,
    USES,
    WASTED_AT,
    WASTED_BITS,
    WORTH_AT,
)
from rollwright.games.starcraft.view.shows_dice import show_tray
from rollwright.games.starcraft.view.shows_others import show_panel


def shows(s: Record, seat: int, codes: Ints) -> None:
    """Write the look of each group: of a seat's sheet, of what it tells of the others, and of the dice."""
    for i in range(3):
        codes[PRINT + i] = 0
        codes[HALVES + i] = 0
    codes[REFERENCE] = 0
    codes[ROUND] = 0
    sheet = s.sheets[seat]
    made = combinations_made(s, seat) if may_train(s, seat) else 0
    faces = faces_shown(s, seat)
    for row in range(ROWS):
        codes[ROW + row] = cells(sheet, row)
        codes[MARKS + row] = marks(sheet, row, made, faces)
        part = 0 if row < MAIN else 1 if row < MINERALS else 2
        codes[HALVES + part] += standing(sheet, row) * worth(sheet, row)
    codes[ROW + MAIN] |= numbers_before(sheet) << AHEAD_AT
    codes[SUMS] = codes[HALVES] | codes[HALVES + 1] << SUM_BITS | codes[HALVES + 2] << 2 * SUM_BITS
    for i in range(2):
        used = sheet.supports if i == 0 else sheet.abilities
        codes[USES + i] = used
        codes[USED + i] = used
    show_panel(s, seat, codes)
    show_tray(s, codes)


def cells(sheet: Record, row: int) -> int:
    """Return how the cells of a row stand."""
    crossed = int(sheet.crossed[row])
    return int(sheet.filled[row]) | crossed << COUNT_BITS | int(sheet.hits[row]) << 2 * COUNT_BITS


def marks(sheet: Record, row: int, made: int, faces: int) -> int:
    """Return what is marked in a row, while the dice make these combinations and show these faces, as bits."""
    needs = 0
    if row < UNITS:
        needs = made >> OF_ROW[row] & (1 << COUNT_OF_ROW[row]) - 1
    elif row == MAIN:
        needs = numbers(sheet)
        place = int(sheet.filled[MAIN])
        if place < NUMBERS and sheet.numbers[place] > 0 and faces >> int(sheet.numbers[place]) & 1:
            needs |= NEXT_IS_SHOWN
    elif row < MINERALS:
        for face in range(1, FACES + 1):
            if ALLOWS[face, row - MAIN] and faces >> face & 1:
                needs |= 1 << face
    wasted = int(sheet.wasted[row]) & (1 << WASTED_BITS) - 1
    each = worth(sheet, row) if row == WORKER else 0
    return cells(sheet, row) | each << WORTH_AT | needs << NEEDS_AT | wasted << WASTED_AT


def faces_shown(s: Record, seat: int) -> int:
    """Return, as bits, the faces with which a seat could build a building, if it still may."""
    if not may_build(s, seat):
        return 0
    faces = 1 << usable_red(s, seat)
    for face in range(1, FACES + 1):
        if s.dice[BLACKS, face] > 0:
            faces |= 1 << face
    return faces


def numbers(sheet: Record) -> int:
    """Return the numbers of the main building."""
    found = 0
    for place in range(NUMBERS):
        found |= int(sheet.numbers[place]) << NUMBER_BITS * place
    return found


def numbers_before(sheet: Record) -> int:
    """Return how many numbers stand before the one to be written; 0 once all are."""
    for place in range(NUMBERS):
        if sheet.numbers[place] == 0:
            return place
    return 0


def shows_small(s: Record, seat: int, codes: Ints) -> None:
    """Write what is filled and crossed out, for a thumbnail."""
    sheet = s.sheets[seat]
    codes[EMBLEM] = 0
    for row in range(MINERALS):
        codes[SMALL_ROW + row] = int(sheet.filled[row]) | int(sheet.crossed[row]) << COUNT_BITS
