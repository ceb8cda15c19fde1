"""What a player of Tóu Shí would look at first. A guide for playouts and no rule: nothing is decided here."""

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.moves import is_form, part
from rollwright.games.tou_shi.rules import (
    BONUS,
    FIRST_BOX,
    FIRST_SQUARE,
    HEIGHT,
    NO_WALK,
    PAY,
    SQUARE,
    SQUARES,
    TICK,
    WALK,
    WIDTH,
    allowed_kinds,
    numbers_left,
    open_numbers,
)
from rollwright.games.tou_shi.sheet import ALL_KINDS, KINDS, SIDES, lengths

LEAST, SOME, MORE = 1, 2, 3
"""Weights of words: no star for a 1 or for a roll that can be used, one for a roll that cannot only if it pays."""

BASE = 10_000
"""Added to the weights of boxes and squares, which could be below 0 without it."""

CHANCE = 9
"""What a percent of chance that the roll is of use outweighs: all weights below are counted alike."""

BOX_TO_SPARE = 28
"""A box more of a type than rows that lack the type."""

NEEDED = 83
"""What it costs to pay with a box that rows need, for each one that would be missing."""

TO_PAY = (-33, -8, -30, -47, -42, 66)
"""How gladly each type pays: the d20 most, whose high numbers no walk leaves."""

TO_WRITE = (15, 10, 0, -8, -8, -1)
"""How gladly each type is written: the small dice, which are few, while they can be."""

NUMBER = 12
"""A box is worth its number, so many for each, as walks seldom leave a high one."""

LAST_BOX = 25
"""How gladly the last box of a type is written."""

LAST, LAST_BUT_ONE = 100, 25
"""What it costs to take from an empty square the last type that can be written there, or the last but one."""

BOXES_FOR_A_STAR = ((99, 5, 6), (99, 2, 2))
"""With so many boxes open, the rounds to come are worth more than the star that they cost; by the sheet, and by the
stars that are left then, as the third ends the game."""

FILL = (-8, 11, 31, 73, 156, 271, 0)
"""What it is worth to go on with a line that has so many types: the fuller, the more."""

FILLED = np.array([FILL[kinds.bit_count()] for kinds in range(1 << KINDS)], np.int64)
"""The same for a line that has these types."""

FAR_OUT = (26, 10, 0, -8, -20)
"""What a square is worth by its distance from the nearest corner: who leaves corners for later seldom gets there."""

CORNER_WORTH = np.array(
    [FAR_OUT[min(row, HEIGHT - 1 - row) + min(column, WIDTH - 1 - column)]
     for row in range(HEIGHT) for column in range(WIDTH)],
    np.int64,
)  # fmt: skip
"""The same for each square."""

LANE = 10
"""Costs of all types stand side by side in one number, so many bits for each: ten squares cannot fill them."""

CRAMPED = np.array(
    [
        sum((LAST if kinds == 1 << kind else LAST_BUT_ONE) << LANE * kind for kind in range(KINDS) if kinds >> kind & 1)
        if kinds.bit_count() <= 2
        else 0
        for kinds in range(1 << KINDS)
    ],
    np.int64,
)
"""What it costs to take each of these types from a square that allows no others."""

HALF = 11
"""Sets of numbers, as bits, have up to 21 of them, and are looked up in two halves of so many."""

COUNTS = np.array([half.bit_count() for half in range(1 << HALF)], np.int64)
HIGHEST = np.array([half.bit_length() - 1 for half in range(1 << HALF)], np.int64)

FACES = np.array([(2 << sides) - (2 << 1) for sides in SIDES], np.int64)
"""The numbers of each die, as bits, but for the 1, which is rolled again (TS-22)."""

WALKED = [[lengths(start, target) or [0] for target in range(SQUARES)] for start in range(SQUARES)]
SHORTEST = np.array([[walks[0] for walks in row] for row in WALKED], np.int64)
FARTHEST = np.array([[walks[-1] for walks in row] for row in WALKED], np.int64)


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move: pay with what can be spared, write where lines fill up and nothing is blocked."""
    if is_form(TICK, move):
        kind = part(TICK, move, 0)
        number = part(TICK, move, 1)
        if s.phase == PAY:
            return payment(s, kind, number)
        if s.phase == FIRST_BOX:
            return number
        return BASE + box_worth(s, kind, number) - cost(costs(s, s.target, open_kinds(s)), kind)
    if is_form(SQUARE, move):
        return SOME if s.phase == FIRST_SQUARE else BASE + writing(s, part(SQUARE, move, 0))
    if move == BONUS:
        return MORE if is_worth_a_star(s) else LEAST
    return SOME


def is_worth_a_star(s: Record) -> bool:
    """Say whether to cross a star: to play on for long, or to fill two lines at once when the game is over anyway."""
    if s.phase == NO_WALK and s.boxes >= BOXES_FOR_A_STAR[s.sheet][s.stars - 1]:
        return True
    return bool(s.phase == NO_WALK and fills_two(s))


def fills_two(s: Record) -> bool:
    """Say whether a bonus could fill a row and a column at once."""
    kinds = open_kinds(s)
    for square in range(SQUARES):
        if s.grid[square] == 0:
            row = int(s.row_kinds[square // WIDTH])
            column = int(s.column_kinds[square % WIDTH])
            if row == column and FILLED[row] == FILL[KINDS - 1] and row | kinds == ALL_KINDS:
                return True
    return False


def payment(s: Record, kind: int, number: int) -> int:
    """Weigh a box to pay with: only the highest of its type, as walks seldom leave so much."""
    boxes = int(s.open[kind])
    if boxes >> number + 1:
        return LEAST
    to_spare = count(boxes) + count(int(s.second[kind]))
    for row in range(HEIGHT):
        to_spare -= ~int(s.row_kinds[row]) >> kind & 1
    worth = BASE + CHANCE * chance(s, FACES[kind]) + BOX_TO_SPARE * to_spare + TO_PAY[kind]
    return worth if to_spare > 0 else worth - NEEDED * (1 - to_spare)


def chance(s: Record, faces: int) -> int:
    """Return how many percent of these faces would allow a move, as the boxes are before one pays."""
    rolls = 0
    for target in range(SQUARES):
        if s.grid[target] == 0:
            numbers = open_numbers(s, allowed_kinds(s, target))
            for length in range(SHORTEST[s.marker, target], FARTHEST[s.marker, target] + 1, 2):
                rolls |= numbers << length
            if faces & ~rolls == 0:
                return 100
    return 100 * count(rolls & faces) // count(faces)


def writing(s: Record, square: int) -> int:
    """Weigh a square by its row and column, if they can still be filled, and by the best box to write it with."""
    kinds = open_kinds(s)
    worth = CORNER_WORTH[square]
    row = int(s.row_kinds[square // WIDTH])
    column = int(s.column_kinds[square % WIDTH])
    if row | kinds == ALL_KINDS:
        worth += FILLED[row]
    if column | kinds == ALL_KINDS:
        worth += FILLED[column]
    numbers = numbers_left(s, square) if s.phase == WALK else ~1
    all_costs = costs(s, square, kinds)
    best = -BASE
    for kind in range(KINDS):
        found = int(s.open[kind]) & numbers
        if found != 0 and (row | column) >> kind & 1 == 0:
            best = max(best, box_worth(s, kind, highest(found)) - cost(all_costs, kind))
    return worth + best


def box_worth(s: Record, kind: int, number: int) -> int:
    """Weigh a box to write with."""
    worth = NUMBER * number + TO_WRITE[kind]
    return worth if count(int(s.open[kind])) > 1 or s.second[kind] != 0 else worth + LAST_BOX


def costs(s: Record, square: int, kinds: int) -> int:
    """Return, for all types at once, what it costs other squares of the same row and column to allow one no longer."""
    row = square // WIDTH
    column = square % WIDTH
    row_kinds = int(s.row_kinds[row])
    column_kinds = int(s.column_kinds[column])
    found = 0
    for i in range(WIDTH):
        if s.grid[row * WIDTH + i] == 0 and i != column:
            found += CRAMPED[kinds & ~(row_kinds | int(s.column_kinds[i]))]
    for i in range(HEIGHT):
        if s.grid[i * WIDTH + column] == 0 and i != row:
            found += CRAMPED[kinds & ~(column_kinds | int(s.row_kinds[i]))]
    return found


def cost(all_costs: int, kind: int) -> int:
    """Return the cost of one type."""
    return all_costs >> LANE * kind & (1 << LANE) - 1


def open_kinds(s: Record) -> int:
    """Return the types that have an open box, as bits."""
    kinds = 0
    for kind in range(KINDS):
        if s.open[kind] != 0:
            kinds |= 1 << kind
    return kinds


def count(numbers: int) -> int:
    """Return how many numbers are in a set of bits."""
    return COUNTS[numbers >> HALF] + COUNTS[numbers & (1 << HALF) - 1]


def highest(numbers: int) -> int:
    """Return the highest number in a set of bits."""
    return HIGHEST[numbers >> HALF] + HALF if numbers >> HALF else HIGHEST[numbers]
