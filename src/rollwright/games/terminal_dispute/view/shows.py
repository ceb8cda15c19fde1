"""The numbers by which a sheet of Terminal Dispute is drawn: which look each group has at a position."""

from rollwright.core.contract import Ints, Record
from rollwright.games.terminal_dispute.rules import (
    ALLOCATION,
    BOXES,
    DICE,
    ROLLED,
    START_DIE,
    WIDTH,
    WRITING,
    abilities,
    barred_boxes,
    charger_points,
    column_points,
    row_points,
)
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED, LABELS
from rollwright.view import ABSENT, slots

HEXES, LABELED = len(CHARGER), len(LABELS)

NAME, ROW, COLUMN, FRAME, BOX, MATRIX_HALVES, BACK, LABEL, HEX, BATTERY, USES, SUMS, CHARGER_HALVES, ZONE, LOOSE, \
    TRAY, PLACED, PRINTED, SLOTS = slots(
        WIDTH, WIDTH, WIDTH, 1, BOXES, 1, 1, LABELED, HEXES, 1, 1, 1, 1, 3, 1, ROLLED, 5, 2
    )  # fmt: skip

CROSSED_OUT, BARRED, FRESH = 7, 8, 16
"""Codes of a box besides its number: FRESH is added to the number that was written last."""
USED = 8
"""Added to the face of a die that a seat has used."""

SMALL_BOX, SMALL_HEX, SMALL_SLOTS = slots(BOXES, HEXES)
EMPTY, FULL, CUT = range(3)


def shows(s: Record, seat: int, codes: Ints) -> None:
    """Write the look of each group of a seat's sheet, and of the dice as the seat has them."""
    sheet = s.sheets[seat]
    show_matrix(s, sheet, codes)
    charger = charger_points(sheet)
    codes[CHARGER_HALVES] = 2 * charger
    codes[BACK] = 0
    codes[BATTERY] = charger
    codes[SUMS] = codes[MATRIX_HALVES] // 2 << 8 | charger
    for n in range(LABELED):
        codes[LABEL + n] = 1 if sheet.phone[0] == n + 1 or sheet.phone[1] == n + 1 else 0
    shaded = int(sheet.shaded)
    for hex_no in range(HEXES):
        codes[HEX + hex_no] = shaded >> hex_no & 1
    codes[USES] = int(sheet.spent) << 8 | abilities(sheet)
    codes[PRINTED] = 0
    codes[PRINTED + 1] = 0
    show_dice(s, seat, codes)


def show_matrix(s: Record, sheet: Record, codes: Ints) -> None:
    """Write the looks of the boxes, and the points of their rows and columns."""
    total = 0
    codes[FRAME] = 0
    for i in range(WIDTH):
        codes[NAME + i] = 0
        codes[ROW + i] = row_points(sheet, i)
        codes[COLUMN + i] = column_points(sheet, i)
        total += codes[ROW + i] + codes[COLUMN + i]
    codes[MATRIX_HALVES] = 2 * total
    barred = barred_boxes(sheet) if sheet.nav[0] else 0
    for box in range(BOXES):
        value = int(sheet.matrix[box])
        code = CROSSED_OUT if value == CROSSED else value
        if value == 0 and barred >> box & 1:
            code = BARRED
        elif value != 0 and value != CROSSED and s.phase == WRITING and sheet.written == box:
            code += FRESH
        codes[BOX + box] = code


def show_dice(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of the dice: loose until they are allocated, then in their bays."""
    loose = 1 if s.phase == START_DIE else ROLLED if s.phase == DICE or s.phase == ALLOCATION else 0
    codes[LOOSE] = loose
    for zone in range(3):
        codes[ZONE + zone] = 0 if s.phase == WRITING else 1
    for i in range(ROLLED):
        codes[TRAY + i] = (int(s.rolled[i]) if s.phase == ALLOCATION else 0) if i < loose else ABSENT
        codes[PLACED + i] = placed_die(s, seat, i) if s.phase == WRITING else ABSENT


def placed_die(s: Record, seat: int, place: int) -> int:
    """Return a die as a seat has it: two for navigation, the unused one, two for the phone; low ones first."""
    sheet = s.sheets[seat]
    if place == 2:
        return int(s.unused)
    if place > 2:
        if sheet.phone[0]:
            return int(sheet.phone[4 - place])
        return int(s.phone_spots[place - 3]) + USED
    if sheet.nav[0] and sheet.nav[1]:
        return int(sheet.nav[1 - place])
    left = int(sheet.nav[0]) + int(sheet.nav[1])
    if left == 0:
        return int(s.nav_spots[place]) + USED
    used = int(sheet.matrix[sheet.written])
    left_first = left <= used
    return left if left_first == (place == 0) else used + USED


def shows_small(s: Record, seat: int, codes: Ints) -> None:
    """Write what is filled, for a thumbnail."""
    sheet = s.sheets[seat]
    for box in range(BOXES):
        value = sheet.matrix[box]
        codes[SMALL_BOX + box] = CUT if value == CROSSED else FULL if value else EMPTY
    for hex_no in range(HEXES):
        codes[SMALL_HEX + hex_no] = int(sheet.shaded) >> hex_no & 1
