"""The numbers by which the sheets of StarCraft are drawn: which look each group has at a position."""

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.games.starcraft.ahead import combinations_made, faces_of, may_build, may_train
from rollwright.games.starcraft.rules import score
from rollwright.games.starcraft.rules.rows import standing, worth
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BLACKS,
    BLUES,
    FACES,
    GREENS,
    OVER,
    PRODUCTION,
    REDS,
    START_DIE,
    SUPPORTING,
    TARGET,
    WHITES,
    WRITING,
    ability_dice,
    blue_dice,
    green_dice,
    red_dice,
    usable_red,
)
from rollwright.games.starcraft.sheet import (
    ALLOWS,
    BLACK,
    BUILDINGS,
    COMBINATIONS,
    MAIN,
    MAKES,
    MINERALS,
    MOST_BLUE,
    NUMBERS,
    PROTOSS,
    ROUNDS,
    ROWS,
    TERRAN,
    UNITS,
    WHITE,
)
from rollwright.view import ABSENT, slots

SEATS = 6
PLACES = (WHITE, BLACK, MOST_BLUE, 1, 1)
"""How many dice of each colour there are at most."""
ALL_COLOURS = len(PLACES)
FIRST_OF_COLOUR = slots(*PLACES)
"""The first die of each colour among all dice, and their number."""

FRAME, OWN_ROW, USES, ROUND, REFERENCE, TRAY, FIRST_DIE, NUMBER, DIE, CHANGE, ABILITY, RIVAL, RIVAL_ROW, HALVES, SLOTS \
    = slots(3, ROWS, 2, 1, 1, 1, 1, FACES, FIRST_OF_COLOUR[-1], 2, 1, SEATS, SEATS * ROWS, 3)  # fmt: skip

# The code of a row, from its lowest bits: cells that are filled, crossed out, and newly crossed out; for an own row
# what each cell scores, what is told of the dice it needs, and the cells that were free when they were crossed out.
COUNT_BITS = 6
WORTH_AT, WORTH_BITS = 3 * COUNT_BITS, 4
NEEDS_AT, NEEDS_BITS = WORTH_AT + WORTH_BITS, 10
WASTED_AT, WASTED_BITS = NEEDS_AT + NEEDS_BITS, 21
NUMBERS_AT = 3 * COUNT_BITS
"""Where another's row of the main building has its numbers."""
NUMBER_BITS = 3
NEXT_IS_SHOWN = 1 << NUMBERS * NUMBER_BITS
"""Added to the numbers of the own main building: a die shows the next one."""

OF_ROW = tuple(MAKES.tolist().index(row) for row in range(UNITS))
"""The first combination that makes a unit of each row; the others follow it."""
COUNT_OF_ROW = tuple(MAKES.tolist().count(row) for row in range(UNITS))

# The code of a die, from its lowest bits: its face, who has used it, whether support has changed it, and for the second
# line which of its dice it is, of how many.
FACE_BITS = 3
TAKER_AT, CHANGED, LINE_AT, IN_LINE_AT = 3, 64, 7, 10

NOT_BEGUN, WRITING_NUMBERS, DICE_ONLY, DICE_AND_MORE = range(4)
"""What the tray shows."""

IN_COMBINATION = np.array(
    [[faces_of(dice).count(face) for face in range(FACES + 1)] for dice in COMBINATIONS], np.int64
)
"""How many dice of each face a combination has."""

EMBLEM, SMALL_ROW, SMALL_SLOTS = slots(1, MINERALS)


def shows(s: Record, seat: int, codes: Ints) -> None:
    """Write the look of each group: of a seat's sheet, of the others' sheets, and of the dice."""
    for i in range(3):
        codes[FRAME + i] = 0
        codes[HALVES + i] = 0
    codes[REFERENCE] = 0
    sheet = s.sheets[seat]
    made = combinations_made(s, seat) if may_train(s, seat) else 0
    faces = faces_shown(s, seat)
    for row in range(ROWS):
        codes[OWN_ROW + row] = own_row(sheet, row, made, faces)
        part = 0 if row < MAIN else 1 if row < MINERALS else 2
        codes[HALVES + part] += standing(sheet, row) * worth(sheet, row)
    codes[USES] = sheet.supports
    codes[USES + 1] = sheet.abilities
    codes[ROUND] = ROUNDS + 1 if s.phase == OVER else s.round_no
    show_rivals(s, seat, codes)
    show_tray(s, codes)


def cells(sheet: Record, row: int) -> int:
    """Return how the cells of a row look."""
    crossed = int(sheet.crossed[row])
    return int(sheet.filled[row]) | crossed << COUNT_BITS | int(sheet.hits[row]) << 2 * COUNT_BITS


def own_row(sheet: Record, row: int, made: int, faces: int) -> int:
    """Return how a row of the own sheet looks, while the dice make these combinations and show these faces, as bits."""
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
    return cells(sheet, row) | worth(sheet, row) << WORTH_AT | needs << NEEDS_AT | wasted << WASTED_AT


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


def show_rivals(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of the others' small sheets."""
    for other in range(SEATS):
        is_drawn = other < s.seat_count and other != seat
        sheet = s.sheets[other]
        codes[RIVAL + other] = rival(s, other) if is_drawn else ABSENT
        for row in range(ROWS):
            codes[RIVAL_ROW + other * ROWS + row] = cells(sheet, row) if is_drawn else ABSENT
        if is_drawn:
            codes[RIVAL_ROW + other * ROWS + MAIN] += numbers(sheet) << NUMBERS_AT


def rival(s: Record, other: int) -> int:
    """Return how the head of another's sheet looks: whose turn it is, uses of support and ability, halves of points."""
    sheet = s.sheets[other]
    is_active = 1 if s.roller == other else 0
    return is_active | int(sheet.supports) << 1 | int(sheet.abilities) << 3 | score(s, other) << 5


# The dice


def show_tray(s: Record, codes: Ints) -> None:
    """Write the looks of the dice, and of what is chosen with them."""
    codes[FIRST_DIE] = 0 if s.phase == START_DIE else ABSENT
    for face in range(FACES):
        codes[NUMBER + face] = 0 if s.phase == WRITING else ABSENT
    for i in range(2):
        codes[CHANGE + i] = 0 if s.phase == SUPPORTING else ABSENT
    codes[ABILITY] = dice_of_ability(s) if s.phase == ABILITY_DICE or s.phase == TARGET else ABSENT
    if s.phase == START_DIE:
        codes[TRAY] = NOT_BEGUN
    elif s.phase == WRITING:
        codes[TRAY] = WRITING_NUMBERS
    else:
        has_more = s.phase == SUPPORTING or s.phase == ABILITY_DICE or s.phase == TARGET
        codes[TRAY] = DICE_AND_MORE if has_more else DICE_ONLY
    show_dice(s, codes)


def show_dice(s: Record, codes: Ints) -> None:
    """Write the looks of the dice of the turn: white ones above, the others below, beside each other."""
    for i in range(DIE, DIE + FIRST_OF_COLOUR[ALL_COLOURS]):
        codes[i] = ABSENT
    if s.phase == START_DIE or s.phase == WRITING:
        return
    in_line = 0
    for colour in range(ALL_COLOURS):
        first = DIE + FIRST_OF_COLOUR[colour]
        count = lay_out_not_rolled(s, colour, codes, first)
        if s.phase != PRODUCTION:
            count = lay_out_rolled(s, colour, codes, first)
        if colour != WHITES:
            for i in range(first, first + count):
                codes[i] |= in_line << LINE_AT
                in_line += 1
    for i in range(DIE + PLACES[WHITES], DIE + FIRST_OF_COLOUR[ALL_COLOURS]):
        if codes[i] != ABSENT:
            codes[i] |= in_line << IN_LINE_AT
    if s.supported > 0 and s.phase != PRODUCTION and s.phase != SUPPORTING:
        mark_changed(int(s.supported) // 10, int(s.supported) % 10, codes)


def lay_out_not_rolled(s: Record, colour: int, codes: Ints, first: int) -> int:
    """Lay out the dice of a colour that will be rolled next, without faces; return how many there are."""
    if s.phase != PRODUCTION:
        return 0
    sheet = s.sheets[s.roller]
    count = PLACES[colour]
    if colour == BLUES:
        count = blue_dice(sheet)
    elif colour == GREENS:
        count = green_dice(sheet)
    elif colour == REDS:
        count = red_dice(sheet)
    for i in range(count):
        codes[first + i] = 0
    return count


def lay_out_rolled(s: Record, colour: int, codes: Ints, first: int) -> int:
    """Lay out the dice of a colour, lowest face first, those that are set aside after equal ones; return how many."""
    place = 0
    for face in range(1, FACES + 1):
        for _ in range(s.dice[colour, face]):
            codes[first + place] = face
            place += 1
        for seat in range(s.seat_count):
            for _ in range(set_aside(s, seat, colour, face)):
                codes[first + place] = face | seat + 1 << TAKER_AT
                place += 1
    return place


def set_aside(s: Record, seat: int, colour: int, face: int) -> int:
    """Return how many dice of a colour and face a seat has used this turn; what others share stays on the table."""
    if s.phase == PRODUCTION or s.phase == SUPPORTING or (s.shared == 1 and seat != s.roller):
        return 0
    sheet = s.sheets[seat]
    joker = int(s.joker) if seat == s.roller else 0
    if colour == WHITES and sheet.trained > 0:
        by_joker = 1 if joker == face and s.joker_row < UNITS else 0
        return int(IN_COMBINATION[int(sheet.trained) - 1, face]) - by_joker
    if colour == BLACKS and sheet.raised > 0 and sheet.die == face:
        return 0 if joker > 0 and MAIN <= s.joker_row < MAIN + BUILDINGS else 1
    return 1 if colour == REDS and joker == face else 0


def mark_changed(colour: int, face: int, codes: Ints) -> None:
    """Mark the die that support has changed this turn, or one that looks the same."""
    first = DIE + FIRST_OF_COLOUR[colour]
    for i in range(first, first + PLACES[colour]):
        if codes[i] != ABSENT and codes[i] % (1 << FACE_BITS) == face:
            codes[i] |= CHANGED
            return


def free_dice(s: Record, colour: int) -> int:
    """Return the faces of a colour's dice by their places, as one number; 0 for those that are set aside."""
    found = 0
    place = 0
    for face in range(1, FACES + 1):
        for _ in range(s.dice[colour, face]):
            found |= face << FACE_BITS * place
            place += 1
        for seat in range(s.seat_count):
            place += set_aside(s, seat, colour, face)
    return found


def dice_of_ability(s: Record) -> int:
    """Return the dice of an ability: their colour, how many there are, and their faces, lowest first."""
    sheet = s.sheets[s.roller]
    colour = BLACKS if sheet.race == PROTOSS else WHITES
    if sheet.race == TERRAN:
        colour = GREENS if s.target else BLUES
    count = ability_dice(sheet)
    faces = 0
    place = 0
    for face in range(1, FACES + 1):
        for _ in range(s.claws[face]):
            faces |= face << FACE_BITS * place
            place += 1
    return colour | count << 3 | faces << 6


def shows_small(s: Record, seat: int, codes: Ints) -> None:
    """Write what is filled and crossed out, for a thumbnail."""
    sheet = s.sheets[seat]
    codes[EMBLEM] = 0
    for row in range(MINERALS):
        codes[SMALL_ROW + row] = int(sheet.filled[row]) | int(sheet.crossed[row]) << COUNT_BITS
