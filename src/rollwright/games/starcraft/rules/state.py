"""The position of a game of StarCraft: Roll & Write, and what can be read from it."""

import numpy as np

from rollwright.core.contract import HEADER, Record
from rollwright.games.starcraft import moves as notation
from rollwright.games.starcraft.sheet import BLACK, BLUE, GREEN, MOST_BLUE, NUMBERS, PROTOSS, RED, ROWS, TERRAN, WHITE

NUMBER = notation.NUMBER.layout
SUPPORT = notation.SUPPORT.layout
MINE = notation.MINE.layout
TRAIN = notation.TRAIN.layout
TRAIN_RED = notation.TRAIN_RED.layout
BUILD = notation.BUILD.layout
BUILD_RED = notation.BUILD_RED.layout
RAID = notation.RAID.layout
STRIKE = notation.STRIKE.layout[0]
ATTACK = notation.ATTACK.layout
CROSS_BUILDING = notation.CROSS_BUILDING.layout
CROSS_UNIT = notation.CROSS_UNIT.layout
PASS = notation.PASS.layout[0]

START_DIE, WRITING, PRODUCTION, SUPPORTING, MINING, BUILDING, TACTICS, ABILITY_DICE, TARGET, OVER = range(10)
"""Phases; a zeroed record begins with the start die. MINING is only for the red die: the others mine by themselves."""

DONE, UNIT_STEP, BUILDING_STEP = range(3)
"""What a seat is asked for while it builds: first a unit, then a building (SC-28)."""

WHITES, BLACKS, BLUES, GREENS, REDS = range(5)
"""Colours, in the order in which moves name them."""

NOBODY = -1
CLAWS = 4  # SC-33: dice of a Zerg attack
FACES = 6
SIZES = 5  # of a kind: four at most

MAX_DICE = MOST_BLUE + WHITE + BLACK + 2
MAX_MOVES = 2 * MAX_DICE + 1  # support: every die by one, up or down, or none

SHEET = np.dtype((np.record, [
    ("race", "i1"),
    ("filled", "i1", (ROWS,)),  # cells that are no longer free, from the left: O, X or both
    ("crossed", "i1", (ROWS,)),  # cells that are crossed out, from the left
    ("reached", "i1"),  # the last worker cell that ever held a worker (SC-02, SC-34)
    ("numbers", "i1", (NUMBERS,)),  # beside the main building; 0: not written yet
    ("supports", "i1"),  # used up
    ("abilities", "i1"),  # used up
    ("step", "i1"),
    ("trained", "i1"),  # this turn: the combination taken, plus one; 0: none
    ("raised", "i1"),  # this turn: the building row of a black or red die, plus one; 0: none
    ("die", "i1"),  # and the face of that die
    ("wasted", "i8", (ROWS,)),  # bit n: cell n was crossed out while it was free
    ("hits", "i1", (ROWS,)),  # cells crossed out by others since the end of the last own turn
    ("hit_by", "i1", (ROWS,)),  # by which seats, as bits
]))  # fmt: skip

STATE = np.dtype((np.record, [
    *HEADER,
    ("phase", "i1"),
    ("first", "i1"),  # who began (SC-11)
    ("shared", "i1"),  # SC-28: leftovers serve everybody
    ("dice", "i1", (5, FACES + 1)),  # how many dice of each colour show each face, and are not set aside
    ("builders", "i1"),  # this turn: how many seats have been asked to build, the active one first
    ("supported", "i1"),  # this turn: what support has changed, colour times ten and the new face; 0: nothing
    ("joker", "i1"),  # this turn: the face of the red die, once it has served; 0: it has not
    ("joker_row", "i1"),  # and the row in which it did
    ("target", "i1"),  # whom the Zerg attack, or which resource Terrans roll for
    ("claws", "i1", (FACES + 1,)),  # dice of the ability, by face
    ("sheets", SHEET, (6,)),
]))  # fmt: skip


def waiting(s: Record) -> int:
    """Wait for everybody's numbers, for whoever builds, or for the active player."""
    seats = 0
    if s.phase == WRITING:
        for seat in range(s.seat_count):
            if s.sheets[seat].numbers[NUMBERS - 1] == 0:
                seats |= 1 << seat
    elif s.phase == BUILDING:
        for seat in range(s.seat_count):
            if s.sheets[seat].step != DONE:
                seats |= 1 << seat
    elif s.phase == SUPPORTING or s.phase == MINING or s.phase == TACTICS or s.phase == TARGET:
        seats = 1 << int(s.roller)
    return seats


def blue_dice(sheet: Record) -> int:
    """Return how many blue dice a player rolls (SC-01, SC-02)."""
    return BLUE[sheet.race, sheet.reached]


def green_dice(sheet: Record) -> int:
    """Return how many green dice a player rolls (SC-02)."""
    return GREEN[sheet.race, sheet.reached]


def red_dice(sheet: Record) -> int:
    """Return how many red dice a player rolls (SC-02)."""
    return RED[sheet.race, sheet.reached]


def ability_dice(sheet: Record) -> int:
    """Return how many dice a race's ability rolls (SC-31, SC-32, SC-33)."""
    return 1 if sheet.race == TERRAN or sheet.race == PROTOSS else CLAWS


def red_face(s: Record) -> int:
    """Return the face of the red die, or 0 if there is none, or none any more."""
    for face in range(1, FACES + 1):
        if s.dice[REDS, face] > 0:
            return face
    return 0


def usable_red(s: Record, seat: int) -> int:
    """Return the face of the red die for a seat: it is never left to the others (SC-25)."""
    return red_face(s) if seat == s.roller else 0
