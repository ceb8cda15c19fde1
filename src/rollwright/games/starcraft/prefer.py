"""What a player of StarCraft would look at first. A guide for playouts and no rule: nothing is decided here.

Moves are weighed in points to come: a unit or building by its row, a worker also by the dice it will bring, less what
the next player could make of the dice that are left.
"""

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Record
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.rules import score
from rollwright.games.starcraft.rules.rows import has_room, standing
from rollwright.games.starcraft.rules.state import (
    ATTACK,
    BLACKS,
    BLUES,
    BUILD,
    BUILD_RED,
    BUILDING,
    CROSS_BUILDING,
    CROSS_UNIT,
    FACES,
    GREENS,
    MINE,
    MINING,
    NOBODY,
    NUMBER,
    PASS,
    RAID,
    SIZES,
    SUPPORT,
    SUPPORTING,
    TACTICS,
    TRAIN,
    TRAIN_RED,
    UNIT_STEP,
    WHITES,
    WRITING,
    red_face,
)
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    ALLOWS,
    BLUE,
    BUILDINGS,
    COMBINATIONS,
    FIRST_OF_SIZE,
    GAS,
    GREEN,
    HALVES,
    LENGTHS,
    MAIN,
    MAKES,
    MINERALS,
    PLUS_ONE,
    RACES,
    RED,
    ROUNDS,
    SUPPORTS,
    UNITS,
    WORKER,
    YIELDS,
)

POINT = 64
"""Weights are whole numbers: points times this."""

BASE = 1_000 * POINT
"""Added to all weights, which could be below 1 without it."""

BLUE_DIE, GREEN_DIE, RED_DIE = 43, 85, 110
"""What a die brings in each own turn to come: what its faces yield on average; a joker is better than the green one."""

WORKERS_A_ROUND = 0.75
"""How often a worker can be made, in one's own turn or from what others leave."""

NIBBLE = 4
"""Dice of one colour are counted in one number, so many bits for each face: up to seven fit, and one is to spare."""


def nibble(face: int) -> int:
    """Return one die of a face, as dice are counted."""
    return 1 << NIBBLE * (face - 1)


def _faces(size: int, row: int) -> int:
    """Return the faces of which so many equal dice make a unit of a row, one die of each."""
    return sum(nibble(face) for face in range(1, FACES + 1) if MAKES[FIRST_OF_SIZE[size] + face - 1] == row)


LIGHT, MEDIUM = _faces(2, 1), _faces(2, 2)
HEAVY, SPECIAL = _faces(3, 3), _faces(3, 4)
EACH_FACE = _faces(4, 5)
"""The faces that pairs must show, three of a kind, and four, for each of the units made so."""


def _prospects() -> NDArray[np.int64]:
    """Return what a race that has reached a worker cell can expect of its dice and workers, by own turns to come."""
    cells = BLUE.shape[1]
    found = np.zeros((len(RACES), cells, ROUNDS + 1))
    for race in range(len(RACES)):
        for reached in range(LENGTHS[race, WORKER], -1, -1):
            found[race, reached, 0] = PLUS_ONE[race, reached] * LENGTHS[race, WORKER] * POINT
            income = BLUE[race, reached] * BLUE_DIE + GREEN[race, reached] * GREEN_DIE + RED[race, reached] * RED_DIE
            for turns in range(1, ROUNDS + 1):
                later = found[race, reached, turns - 1]
                if reached < LENGTHS[race, WORKER]:
                    another = found[race, reached + 1, turns - 1] - later  # its point pays for the unit not built
                    later += WORKERS_A_ROUND * max(0.0, another)
                found[race, reached, turns] = income + later
    return found.round().astype(np.int64)


PROSPECTS = _prospects()

RUNS = FIRST_OF_SIZE[2]  # so many combinations are in sequence, and stand first

USED = np.array([sum(nibble(int(face)) for face in dice.split("-")) for dice in COMBINATIONS], np.int64)
"""The dice of each combination."""

BEST_UNIT = np.array(
    [
        max([HALVES[row] * POINT // 2 for row in range(1, UNITS) if rows >> row & 1], default=0)
        for rows in range(1 << UNITS)
    ],
    np.int64,
)
"""What the best of these rows of units, as bits, is worth; workers are worth what they will bring."""

BEST_BUILDING = np.array(
    [
        max([HALVES[MAIN + row] * POINT // 2 for row in range(BUILDINGS) if rows >> row & 1], default=0)
        for rows in range(1 << BUILDINGS)
    ],
    np.int64,
)
"""What the best of these rows of buildings, as bits, is worth."""

ALLOWED = np.array([sum(int(row) << at for at, row in enumerate(rows)) for rows in ALLOWS], np.int64)
"""The rows of buildings that each face allows, as bits, but for the main one."""

SPARED, PATIENCE = 130, 6
"""What support has to bring while it could still be used later: so much, and more for each own turn to come."""


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move by the points that it brings, and those that it leaves to others."""
    if s.phase == BUILDING:
        if s.sheets[seat].step == UNIT_STEP:
            return BASE + training(s, seat, move)
        return BASE + raising(s, seat, move)
    if s.phase == SUPPORTING:
        return BASE if move == PASS else BASE + supporting(s, seat, move)
    if s.phase == MINING:
        return BASE + mining(s, seat, move)
    if s.phase == TACTICS:
        return BASE if move == PASS else BASE + using(s, seat, move)
    if s.phase == WRITING:
        return BASE - BEST_BUILDING[ALLOWED[part(NUMBER, move, 0)]]  # the less else a face is good for, the better
    return BASE + crossing(s, move)


# Turns, and the dice in them


def turns_left(s: Record, seat: int) -> int:
    """Return how many own turns are still to come for a seat, not counting the present one."""
    seats = int(s.seat_count)
    turns = ROUNDS - int(s.round_no)
    if (seat - int(s.first)) % seats > (int(s.roller) - int(s.first)) % seats:
        turns += 1
    return turns


def next_builder(s: Record, seat: int) -> int:
    """Return who builds next from the dice that a seat leaves, or NOBODY."""
    if s.shared == 1 and seat != s.roller:
        return NOBODY
    following = (seat + 1) % int(s.seat_count)
    return NOBODY if following == s.roller else following


def counted(s: Record, colour: int) -> int:
    """Return the dice of a colour."""
    dice = 0
    for face in range(FACES, 0, -1):
        dice = dice << NIBBLE | int(s.dice[colour, face])
    return dice


# Units


def makes(white: int) -> int:
    """Return the rows of units that dice make, as bits: all faces are looked at in one go."""
    one = (white | white >> 1 | white >> 2) & EACH_FACE
    two = white >> 1 | white >> 2
    three = white >> 2 | white >> 1 & white
    four = white >> 2
    rows = 0
    if one & one >> NIBBLE & one >> 2 * NIBBLE:
        rows = 1
    if two & LIGHT:
        rows |= 2
    if two & MEDIUM:
        rows |= 4
    if three & HEAVY:
        rows |= 8
    if three & SPECIAL:
        rows |= 16
    if four & EACH_FACE:
        rows |= 32
    return rows


def open_rows(sheet: Record, first: int, count: int) -> int:
    """Return which rows have room, as bits."""
    rows = 0
    for row in range(count):
        if has_room(sheet, first + row):
            rows |= 1 << row
    return rows


def worker_worth(s: Record, seat: int) -> int:
    """Return what the next worker is worth: a point, and the dice that it brings nearer."""
    sheet = s.sheets[seat]
    turns = turns_left(s, seat)
    race = int(sheet.race)
    cell = min(int(sheet.filled[WORKER]) + 1, LENGTHS[race, WORKER])
    return POINT + PROSPECTS[race, cell, turns] - PROSPECTS[race, int(sheet.reached), turns]


def best_unit(rows: int, worker: int) -> int:
    """Return what the best of some rows is worth, where a worker is worth so much."""
    return max(BEST_UNIT[rows], worker) if rows & 1 else BEST_UNIT[rows]


def units_left(s: Record, seat: int, white: int) -> int:
    """Return what it costs a seat to leave these dice."""
    rival = next_builder(s, seat)
    if rival == NOBODY:
        return 0
    rows = makes(white) & open_rows(s.sheets[rival], WORKER, UNITS)
    return best_unit(rows, worker_worth(s, rival)) // (int(s.seat_count) - 1)


def best_training(s: Record, white: int) -> int:
    """Return what the active player's best unit from these dice is worth, less what is left to the next."""
    seat = int(s.roller)
    rival = next_builder(s, seat)
    rows = open_rows(s.sheets[seat], WORKER, UNITS)
    rival_rows = open_rows(s.sheets[rival], WORKER, UNITS)
    rival_worker = worker_worth(s, rival)
    share = int(s.seat_count) - 1
    best = -(best_unit(makes(white) & rival_rows, rival_worker) // share)
    if rows & makes(white) & 1:
        worker = worker_worth(s, seat)
        one = (white | white >> 1 | white >> 2) & EACH_FACE
        for low in range(RUNS):
            if (one & USED[low]) == USED[low]:
                best = max(best, worker - best_unit(makes(white - USED[low]) & rival_rows, rival_worker) // share)
    for face in range(FACES):
        for size in range(2, min(SIZES, (white >> NIBBLE * face & 7) + 1)):
            combination = FIRST_OF_SIZE[size] + face
            row = MAKES[combination]
            if rows >> row & 1:
                left = best_unit(makes(white - USED[combination]) & rival_rows, rival_worker) // share
                best = max(best, HALVES[row] * POINT // 2 - left)
    return best


def training(s: Record, seat: int, move: int) -> int:
    """Weigh a unit, or none, in the active player's or another's turn."""
    white = counted(s, WHITES)
    red = red_face(s) if seat == s.roller else 0
    worth = 0
    combination = -1
    if is_form(TRAIN, move):
        combination = part(TRAIN, move, 0)
    elif is_form(TRAIN_RED, move):
        combination = part(TRAIN_RED, move, 0)
        white += nibble(red)
        red = 0
    if combination >= 0:
        row = MAKES[combination]
        worth = worker_worth(s, seat) if row == WORKER else HALVES[row] * POINT // 2
        white -= USED[combination]
    if red > 0:
        black = counted(s, BLACKS)
        worth += best_building(s, seat, black + nibble(red)) - best_building(s, seat, black)
    return worth - units_left(s, seat, white)


# Buildings


def best_building(s: Record, seat: int, black: int) -> int:
    """Return what the best building is worth that dice allow to a seat."""
    sheet = s.sheets[seat]
    rows = 0
    for face in range(1, FACES + 1):
        if black >> NIBBLE * (face - 1) & 7:
            rows |= ALLOWED[face]
    if has_room(sheet, MAIN) and black >> NIBBLE * (int(sheet.numbers[sheet.filled[MAIN]]) - 1) & 7:
        rows |= 1
    return BEST_BUILDING[rows & open_rows(sheet, MAIN, BUILDINGS)]


def buildings_left(s: Record, seat: int, black: int) -> int:
    """Return what it costs a seat to leave these dice."""
    rival = next_builder(s, seat)
    return 0 if rival == NOBODY else best_building(s, rival, black) // (int(s.seat_count) - 1)


def raising(s: Record, seat: int, move: int) -> int:
    """Weigh a building, or none."""
    black = counted(s, BLACKS)
    worth = 0
    if is_form(BUILD, move):
        worth = HALVES[MAIN + part(BUILD, move, 0) % BUILDINGS] * POINT // 2
        black -= nibble(part(BUILD, move, 1))
    elif is_form(BUILD_RED, move):
        worth = HALVES[MAIN + part(BUILD_RED, move, 0) % BUILDINGS] * POINT // 2
    return worth - buildings_left(s, seat, black)


def best_raising(s: Record, black: int) -> int:
    """Return what the active player's best building from these dice is worth, less what is left to the next."""
    seat = int(s.roller)
    best = -buildings_left(s, seat, black)
    for face in range(1, FACES + 1):
        if black >> NIBBLE * (face - 1) & 7:
            worth = best_building(s, seat, nibble(face)) - buildings_left(s, seat, black - nibble(face))
            best = max(best, worth)
    return best


# Production


def mined(sheet: Record, row: int, face: int) -> int:
    """Return what a face is worth to a track."""
    room = LENGTHS[sheet.race, row] - int(sheet.filled[row])
    return min(YIELDS[face], room) * HALVES[row] * POINT // 2


def joker(s: Record, white: int, black: int, red: int) -> int:
    """Return what the red die adds to what is built, in its best place or in none."""
    with_unit = best_training(s, white + nibble(red)) - best_training(s, white)
    with_building = best_raising(s, black + nibble(red)) - best_raising(s, black)
    return max(0, with_unit, with_building)


def mining(s: Record, seat: int, move: int) -> int:
    """Weigh what the red die mines, or what it could build instead."""
    red = red_face(s)
    if move == PASS:
        return joker(s, counted(s, WHITES), counted(s, BLACKS), red)
    return mined(s.sheets[seat], MINERALS + part(MINE, move, 0), red)


def supporting(s: Record, seat: int, move: int) -> int:
    """Weigh a change of a die: what it brings, less what another use later might."""
    colour = part(SUPPORT, move, 0)
    face = part(SUPPORT, move, 1)
    then = face + 2 * part(SUPPORT, move, 2) - 1
    sheet = s.sheets[seat]
    spare = turns_left(s, seat) + 1 - (SUPPORTS - int(sheet.supports))
    worth = -SPARED - PATIENCE * spare if spare > 0 else -1
    change = nibble(then) - nibble(face)
    if colour == WHITES:
        white = counted(s, WHITES)
        if makes(white) != makes(white + change):  # else little changes, and this is asked for every die
            worth += best_training(s, white + change) - best_training(s, white)
    elif colour == BLACKS:
        black = counted(s, BLACKS)
        worth += best_raising(s, black + change) - best_raising(s, black)
    elif colour == BLUES:
        worth += mined(sheet, MINERALS, then) - mined(sheet, MINERALS, face)
    elif colour == GREENS:
        worth += mined(sheet, GAS, then) - mined(sheet, GAS, face)
    else:
        worth += joker_or_mined(s, then) - joker_or_mined(s, face)
    return worth


def joker_or_mined(s: Record, red: int) -> int:
    """Return what the red die is worth with a face."""
    return max(mined(s.sheets[s.roller], GAS, red), joker(s, counted(s, WHITES), counted(s, BLACKS), red))


# Tactics


def using(s: Record, seat: int, move: int) -> int:
    """Weigh a use of the ability: only when it is now or never, as there is ever more to be crossed out."""
    if ABILITIES - int(s.sheets[seat].abilities) <= turns_left(s, seat):
        return -1
    if is_form(RAID, move):
        row = MINERALS + part(RAID, move, 0)
        return 1 + HALVES[row] if has_room(s.sheets[seat], row) else 1
    if is_form(ATTACK, move):
        return 1 + score(s, part(ATTACK, move, 0))
    return 1


def crossing(s: Record, move: int) -> int:
    """Weigh what to cross out: what scores most, and of the player who leads."""
    rival = int(s.target)
    if is_form(CROSS_BUILDING, move):
        rival = part(CROSS_BUILDING, move, 1)
        row = MAIN + part(CROSS_BUILDING, move, 0) % BUILDINGS
    else:
        row = part(CROSS_UNIT, move, 0) % UNITS
    sheet = s.sheets[rival]
    worth = HALVES[row]
    if row == WORKER:
        worth += 2 * PLUS_ONE[sheet.race, sheet.reached]
    if standing(sheet, row) <= 0:
        worth //= 4
    return worth * POINT // 2 + score(s, rival) * POINT // 4
