"""Where everything that is drawn has its number, and how these numbers are put together."""

import numpy as np

from rollwright.games.starcraft.ahead import faces_of
from rollwright.games.starcraft.rules.state import FACES
from rollwright.games.starcraft.sheet import (
    BLACK,
    COMBINATIONS,
    MAKES,
    MINERALS,
    MOST_BLUE,
    NUMBERS,
    ROWS,
    UNITS,
    WHITE,
)
from rollwright.view import slots

SEATS = 6
PLACES = (WHITE, BLACK, MOST_BLUE, 1, 1)
"""How many dice of each colour there are at most."""
ALL_COLOURS = len(PLACES)
FIRST_OF_COLOUR = slots(*PLACES)
"""The first die of each colour among all dice, and their number."""
BAYS = 3
"""Bays of the tray: white dice for units, black ones for buildings, the others for mining."""
FIRST_BLACK = len(COMBINATIONS)
LINES = FIRST_BLACK + FACES
"""Lines of what is left to others: one for each combination of white dice, and one for each face of a black die."""

(
    ROW, PRINT, MARKS, USES, USED, SUMS, ROUND, REFERENCE, PANEL, LEFT_DIE, LINE, RIVAL, STORE, RIVAL_ROW, BAY,
    NEST, FIRST_DIE, NUMBER, DIE, CHANGE, ABILITY, HALVES, SLOTS,
) = slots(
    ROWS, 3, ROWS, 2, 2, 1, 1, 1, 1, WHITE + BLACK, LINES, SEATS, 2 * SEATS, MINERALS * SEATS, BAYS,
    BAYS, 1, FACES, FIRST_OF_COLOUR[-1], 2, BAYS, 3,
)  # fmt: skip

# The code of a row, from its lowest bits: cells that are filled, crossed out, and newly crossed out. What is marked in
# it has more: the points of a worker, what the dice show of what it needs, and cells that were free when crossed out.
COUNT_BITS = 6
WORTH_AT, WORTH_BITS = 3 * COUNT_BITS, 4
AHEAD_AT = 3 * COUNT_BITS
"""In the code of a row's spot: how many cells farther on the next mark stands, as numbers do before any is built."""
NEEDS_AT, NEEDS_BITS = WORTH_AT + WORTH_BITS, 10
WASTED_AT, WASTED_BITS = NEEDS_AT + NEEDS_BITS, 21
NUMBER_BITS = 3
NEXT_IS_SHOWN = 1 << NUMBERS * NUMBER_BITS
"""Added to the numbers of the main building: a die shows the next one."""

OF_ROW = tuple(MAKES.tolist().index(row) for row in range(UNITS))
"""The first combination that makes a unit of each row; the others follow it."""
COUNT_OF_ROW = tuple(MAKES.tolist().count(row) for row in range(UNITS))

SUM_BITS = 10
"""Bits of the halves of each part, in the code of the sums."""

# The code of a die, from its lowest bits: its face, who has used it, whether support has changed it, and its place in
# its bay.
FACE_BITS = 3
TAKER_AT, CHANGED, PLACE_AT = 3, 64, 7

ROLLING, WRITING_NUMBERS = 0, 1
"""What lies in the bay of the white dice: dice, or numbers to choose from."""

# The code of what others could do, from its lowest bits: the place of its line, of how many, who is told of, who of
# them could use these dice; and for a black die three bits for each seat: the main building, and the other two at most.
LINE_BITS = 4
TOLD_AT = 2 * LINE_BITS
ABLE_AT = TOLD_AT + SEATS
RAISE_AT, RAISE_BITS = ABLE_AT + SEATS, 3

LEAVING, LYING, OTHERS = range(3)
"""What the panel tells of: what is left to others by who looks, what lies there now, or how the others stand."""
NOTHING = 4
"""Added: of these dice others could use none."""
PANEL_TOLD_AT = 3
"""Where the seats stand, as bits, of which the panel tells what they could do."""

# The code of something in another's line, from its lowest bits: the place of the line, and of how many; then its own.
OF_LINES_AT, OWN_AT = 3, 6
HIT, TARGETED = 1, 2
CHIP_AT = OWN_AT + 2
STANDS_AT = CHIP_AT + 2
CHIPS_AT = STANDS_AT + 1

IN_COMBINATION = np.array(
    [[faces_of(dice).count(face) for face in range(FACES + 1)] for dice in COMBINATIONS], np.int64
)
"""How many dice of each face a combination has."""

EMBLEM, SMALL_ROW, SMALL_SLOTS = slots(1, MINERALS)
