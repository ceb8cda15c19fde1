"""What a player of StarCraft would look at first. A guide for playouts and no rule: nothing is decided here.

Moves are weighed in points to come: what is filled by what its cell is worth (see `cell_worths`), less what the next
player could make of the dice that are left.
"""

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.prefer.cell_worths import POINT, SPARED, WORTHS
from rollwright.games.starcraft.prefer.dice_sets import EACH_FACE, NIBBLE, RUNS, USED, counted, makes, nibble
from rollwright.games.starcraft.prefer.last_uses import crossing, using
from rollwright.games.starcraft.rules.rows import has_room
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BLUES,
    BUILD,
    BUILD_RED,
    BUILDING,
    FACES,
    GREENS,
    MINE,
    MINING,
    NOBODY,
    NUMBER,
    PASS,
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
    ALLOWS,
    BUILDINGS,
    FIRST_OF_SIZE,
    GAS,
    HALVES,
    LENGTHS,
    MAIN,
    MAKES,
    MINERALS,
    NUMBERS,
    ROUNDS,
    SUPPORTS,
    UNITS,
    WORKER,
    YIELDS,
)

BASE = 1_000 * POINT
"""Added to all weights, which could be below 1 without it."""

WRITTEN = np.array((5, 5, 2), np.int64)
"""The numbers for the main building: a 5 or a 2 is good for little else, and no row then wants all of one face."""


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move by the points that it brings, and those that it leaves to others."""
    return BASE + weigh(s, seat, move, WORTHS)


def weigh(s: Record, seat: int, move: int, worths: Ints) -> int:
    """Weigh a move where cells have these worths."""
    if s.phase == BUILDING:
        if s.sheets[seat].step == UNIT_STEP:
            return training(s, seat, move, worths)
        return raising(s, seat, move, worths)
    if s.phase == SUPPORTING:
        return 0 if move == PASS else supporting(s, seat, move, worths)
    if s.phase == MINING:
        return mining(s, seat, move, worths)
    if s.phase == TACTICS:
        return 0 if move == PASS else using(s, seat, move, turns_left(s, seat))
    if s.phase == WRITING:
        return writing(s, seat, part(NUMBER, move, 0))
    return crossing(s, move)


def writing(s: Record, seat: int, face: int) -> int:
    """Weigh a number beside the main building."""
    place = 0
    while place < NUMBERS - 1 and s.sheets[seat].numbers[place] != 0:
        place += 1
    return 1 if face == WRITTEN[place] else 0


# Turns, and who builds


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


# Units


def best_unit(sheet: Record, cells: Ints, rows: int) -> int:
    """Return what the best of some rows of units, as bits, is worth."""
    best = 0
    for row in range(UNITS):
        if rows >> row & 1:
            best = max(best, cells[row, sheet.filled[row]])
    return best


def units_left(s: Record, seat: int, white: int, worths: Ints) -> int:
    """Return what it costs a seat to leave these dice."""
    rival = next_builder(s, seat)
    if rival == NOBODY:
        return 0
    return best_unit(s.sheets[rival], worths[s.sheets[rival].race, turns_left(s, rival)], makes(white)) // (
        int(s.seat_count) - 1
    )


def best_training(s: Record, white: int, worths: Ints) -> int:
    """Return what the active player's best unit from these dice is worth, less what is left to the next."""
    seat = int(s.roller)
    sheet = s.sheets[seat]
    cells = worths[s.sheets[seat].race, turns_left(s, seat)]
    following = next_builder(s, seat)
    rival = s.sheets[following]
    theirs = worths[s.sheets[following].race, turns_left(s, following)]
    share = int(s.seat_count) - 1
    best = -(best_unit(rival, theirs, makes(white)) // share)
    worker = cells[WORKER, sheet.filled[WORKER]]
    one = (white | white >> 1 | white >> 2) & EACH_FACE
    for low in range(RUNS):
        if (one & USED[low]) == USED[low] and worker > best:
            best = max(best, worker - best_unit(rival, theirs, makes(white - USED[low])) // share)
    for face in range(FACES):
        for size in range(2, min(SIZES, (white >> NIBBLE * face & 7) + 1)):
            combination = FIRST_OF_SIZE[size] + face
            row = MAKES[combination]
            worth = cells[row, sheet.filled[row]]
            if worth > best:
                best = max(best, worth - best_unit(rival, theirs, makes(white - USED[combination])) // share)
    return best


def training(s: Record, seat: int, move: int, worths: Ints) -> int:
    """Weigh a unit, or none, in the active player's or another's turn."""
    sheet = s.sheets[seat]
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
        worth = worths[s.sheets[seat].race, turns_left(s, seat)][row, sheet.filled[row]]
        white -= USED[combination]
    if red > 0:
        black = counted(s, BLACKS)
        worth += best_raising(s, black, red, worths) - best_raising(s, black, 0, worths)
    return worth - units_left(s, seat, white, worths)


# Buildings


def best_of_face(sheet: Record, cells: Ints, face: int) -> int:
    """Return what the best building is worth that a face allows."""
    best = 0
    for row in range(1, BUILDINGS):
        if ALLOWS[face, row] == 1:
            best = max(best, cells[MAIN + row, sheet.filled[MAIN + row]])
    if has_room(sheet, MAIN) and sheet.numbers[sheet.filled[MAIN]] == face:
        best = max(best, cells[MAIN, sheet.filled[MAIN]])
    return best


def best_building(sheet: Record, cells: Ints, black: int) -> int:
    """Return what the best building is worth that dice allow."""
    best = 0
    for face in range(1, FACES + 1):
        if black >> NIBBLE * (face - 1) & 7:
            best = max(best, best_of_face(sheet, cells, face))
    return best


def buildings_left(s: Record, seat: int, black: int, worths: Ints) -> int:
    """Return what it costs a seat to leave these dice."""
    rival = next_builder(s, seat)
    if rival == NOBODY:
        return 0
    return best_building(s.sheets[rival], worths[s.sheets[rival].race, turns_left(s, rival)], black) // (
        int(s.seat_count) - 1
    )


def raising(s: Record, seat: int, move: int, worths: Ints) -> int:
    """Weigh a building, or none."""
    black = counted(s, BLACKS)
    worth = 0
    row = -1
    if is_form(BUILD, move):
        row = MAIN + part(BUILD, move, 0) % BUILDINGS
        black -= nibble(part(BUILD, move, 1))
    elif is_form(BUILD_RED, move):
        row = MAIN + part(BUILD_RED, move, 0) % BUILDINGS
    if row >= 0:
        worth = worths[s.sheets[seat].race, turns_left(s, seat)][row, s.sheets[seat].filled[row]]
    return worth - buildings_left(s, seat, black, worths)


def best_raising(s: Record, black: int, red: int, worths: Ints) -> int:
    """Return what the active player's best building from black dice, or the red one, is worth, less what is left."""
    seat = int(s.roller)
    sheet = s.sheets[seat]
    cells = worths[s.sheets[seat].race, turns_left(s, seat)]
    best = -buildings_left(s, seat, black, worths)
    if red > 0:
        best += best_of_face(sheet, cells, red)
    for face in range(1, FACES + 1):
        if black >> NIBBLE * (face - 1) & 7:
            worth = best_of_face(sheet, cells, face)
            if worth > best:
                best = max(best, worth - buildings_left(s, seat, black - nibble(face), worths))
    return best


# Production


def mined(sheet: Record, row: int, face: int) -> int:
    """Return what a face is worth to a track."""
    room = LENGTHS[sheet.race, row] - int(sheet.filled[row])
    return min(YIELDS[face], room) * HALVES[row] * POINT // 2


def joker(s: Record, white: int, black: int, red: int, worths: Ints) -> int:
    """Return what the red die adds to what is built, in its best place or in none."""
    with_unit = best_training(s, white + nibble(red), worths) - best_training(s, white, worths)
    with_building = best_raising(s, black, red, worths) - best_raising(s, black, 0, worths)
    return max(0, with_unit, with_building)


def mining(s: Record, seat: int, move: int, worths: Ints) -> int:
    """Weigh what the red die mines, or what it could build instead."""
    red = red_face(s)
    if move == PASS:
        return joker(s, counted(s, WHITES), counted(s, BLACKS), red, worths)
    return mined(s.sheets[seat], MINERALS + part(MINE, move, 0), red)


def turn_worth(s: Record, white: int, black: int, red: int, worths: Ints) -> int:
    """Return what the active player can build from these dice, and what the red one serves for."""
    worth = best_training(s, white, worths) + best_raising(s, black, 0, worths)
    if red > 0:
        worth += max(mined(s.sheets[s.roller], GAS, red), joker(s, white, black, red, worths))
    return worth


def supporting(s: Record, seat: int, move: int, worths: Ints) -> int:
    """Weigh a change of a die: what it brings, less what another use later might."""
    colour = part(SUPPORT, move, 0)
    face = part(SUPPORT, move, 1)
    then = face + 2 * part(SUPPORT, move, 2) - 1
    sheet = s.sheets[seat]
    spared = -1 - worths[sheet.race, turns_left(s, seat), SPARED, SUPPORTS - int(sheet.supports)]
    change = nibble(then) - nibble(face)
    if colour == BLUES:
        return spared + mined(sheet, MINERALS, then) - mined(sheet, MINERALS, face)
    if colour == GREENS:
        return spared + mined(sheet, GAS, then) - mined(sheet, GAS, face)
    white = counted(s, WHITES)
    black = counted(s, BLACKS)
    red = red_face(s)
    if colour == WHITES:
        if red == 0 and makes(white) == makes(white + change):  # little changes, and this is asked for every die
            return spared
        return spared + turn_worth(s, white + change, black, red, worths) - turn_worth(s, white, black, red, worths)
    if colour == BLACKS:
        return spared + turn_worth(s, white, black + change, red, worths) - turn_worth(s, white, black, red, worths)
    return spared + turn_worth(s, white, black, then, worths) - turn_worth(s, white, black, red, worths)
