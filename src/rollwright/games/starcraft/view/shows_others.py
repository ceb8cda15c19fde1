"""The numbers by which the panel is drawn that tells of the others: what they could do with what is left to them."""

from rollwright.core.contract import Ints, Record
from rollwright.games.starcraft.ahead import followers, is_made, may_build, may_raise
from rollwright.games.starcraft.rules.rows import can_cross, can_strike, has_room, standing
from rollwright.games.starcraft.rules.state import BLACKS, TARGET
from rollwright.games.starcraft.rules.tactics import claws_make, struck_face
from rollwright.games.starcraft.sheet import MAIN, MAKES, MINERALS, PROTOSS, UNITS
from rollwright.games.starcraft.view.numbering import (
    ABLE_AT,
    CHIP_AT,
    CHIPS_AT,
    FACE_BITS,
    FIRST_BLACK,
    HIT,
    LEAVING,
    LEFT_DIE,
    LINE,
    LINE_BITS,
    LINES,
    LYING,
    NOTHING,
    OF_LINES_AT,
    OTHERS,
    OWN_AT,
    PANEL,
    PANEL_TOLD_AT,
    PLACES,
    RAISE_AT,
    RAISE_BITS,
    RIVAL,
    RIVAL_ROW,
    SEATS,
    STANDS_AT,
    STORE,
    TARGETED,
    TOLD_AT,
)
from rollwright.games.starcraft.view.shows_dice import free_dice
from rollwright.view import ABSENT

MOST_CHIPS = 3
"""How many rows of another are shown: dice of an ability never hit more, and of older hits the first ones are told."""


def show_panel(s: Record, seat: int, codes: Ints) -> None:
    """Write what the others could do with the dice, while somebody builds before them; or else how they stand."""
    for i in range(LEFT_DIE, LINE + LINES):
        codes[i] = ABSENT
    for i in range(RIVAL, RIVAL_ROW + SEATS * MINERALS):
        codes[i] = ABSENT
    told = followers(s)
    if told == 0:
        codes[PANEL] = OTHERS
        show_rivals(s, seat, codes)
        return
    codes[PANEL] = (LEAVING if may_build(s, seat) else LYING) | told << PANEL_TOLD_AT
    if show_lines(s, told, codes) == 0:
        codes[PANEL] |= NOTHING
    at = 0
    for colour in range(2):
        dice = free_dice(s, colour)
        for place in range(PLACES[colour]):
            face = dice >> FACE_BITS * place & 7
            if face > 0:
                codes[LEFT_DIE + colour * PLACES[0] + place] = face | at << FACE_BITS
                at += 1


def show_lines(s: Record, told: int, codes: Ints) -> int:
    """Write a line for each combination of dice that somebody could use; return how many there are."""
    count = 0
    for line in range(LINES):
        able = able_to_train(s, told, line) if line < FIRST_BLACK else able_to_raise(s, told, line - FIRST_BLACK + 1)
        if able > 0:
            codes[LINE + line] = count | told << TOLD_AT | able << ABLE_AT
            count += 1
    for line in range(LINES):
        if codes[LINE + line] != ABSENT:
            codes[LINE + line] |= count << LINE_BITS
    return count


def able_to_train(s: Record, told: int, combination: int) -> int:
    """Return, as bits, which of these seats could make a unit of a combination that lies there."""
    able = 0
    if is_made(s, combination):
        for seat in range(s.seat_count):
            if told >> seat & 1 and has_room(s.sheets[seat], MAKES[combination]):
                able |= 1 << seat
    return able


def able_to_raise(s: Record, told: int, face: int) -> int:
    """Return, as bits, which of these seats could build with a black die, and after them what each of them could."""
    able = 0
    if s.dice[BLACKS, face] > 0:
        for seat in range(s.seat_count):
            if told >> seat & 1:
                rows = may_raise(s.sheets[seat], face)
                if rows > 0:
                    able |= 1 << seat | rows << RAISE_AT - ABLE_AT + RAISE_BITS * seat
    return able


def rows_wanted(s: Record) -> int:
    """Return, as bits, the rows of units in which somebody who builds later has room."""
    rows = 0
    told = followers(s)
    for row in range(UNITS):
        for seat in range(s.seat_count):
            if told >> seat & 1 and has_room(s.sheets[seat], row):
                rows |= 1 << row
    return rows


def face_is_wanted(s: Record, face: int) -> bool:
    """Say whether somebody who builds later could use a black die of a face."""
    told = followers(s)
    for seat in range(s.seat_count):
        if told >> seat & 1 and may_raise(s.sheets[seat], face) > 0:
            return True
    return False


# How the others stand


def show_rivals(s: Record, seat: int, codes: Ints) -> None:
    """Write a line for each of the others: uses that are left, resources, and rows that can be or were just hit."""
    aims = s.phase == TARGET and seat == s.roller
    for step in range(1, s.seat_count):
        other = (seat + step) % int(s.seat_count)
        sheet = s.sheets[other]
        line = step - 1 | int(s.seat_count) - 1 << OF_LINES_AT
        uses = int(sheet.supports) | int(sheet.abilities) << 2 | (1 if s.roller == other else 0) << 4
        codes[RIVAL + other] = line | uses << OWN_AT
        show_hits(s, other, aims, line, codes)
        for i in range(2):
            if not aims:
                stored = standing(sheet, MINERALS + i)
                hit = HIT if sheet.hits[MINERALS + i] > 0 else 0
                codes[STORE + 2 * other + i] = line | hit << OWN_AT | stored << CHIP_AT


def show_hits(s: Record, other: int, aims: bool, line: int, codes: Ints) -> None:
    """Write the rows of another that can be crossed out now, or else those that were hit since their last turn."""
    sheet = s.sheets[other]
    first = RIVAL_ROW + other * MINERALS
    chips = 0
    for row in range(MINERALS):
        is_shown = can_hit(s, other, row) if aims else sheet.hits[row] > 0
        if is_shown and chips < MOST_CHIPS:
            kind = TARGETED if aims else HIT
            stands = 1 if standing(sheet, row) > 0 else 0
            codes[first + row] = line | kind << OWN_AT | chips << CHIP_AT | stands << STANDS_AT
            chips += 1
    for row in range(MINERALS):
        if codes[first + row] != ABSENT:
            codes[first + row] |= chips << CHIPS_AT


def can_hit(s: Record, other: int, row: int) -> bool:
    """Say whether the dice of an ability, which lie there, can cross out a row of another (SC-32, SC-33)."""
    sheet = s.sheets[other]
    if s.sheets[s.roller].race == PROTOSS:
        return row >= MAIN and can_strike(sheet, row - MAIN, struck_face(s))
    return other == s.target and row < UNITS and can_cross(sheet, row) and claws_make(s, row)
