"""What the dice on the table would allow: looked at before a move is made, with the rules' own functions."""

from collections.abc import Sequence

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.prefer.dice_sets import NIBBLE, counted, makes, nibble
from rollwright.games.starcraft.rules.building import list_buildings, list_units
from rollwright.games.starcraft.rules.rows import can_raise, has_room, standing, worth
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BUILD,
    BUILD_RED,
    BUILDING,
    CROSS_BUILDING,
    CROSS_UNIT,
    DONE,
    FACES,
    MAX_MOVES,
    MINING,
    REDS,
    SIZES,
    SUPPORT,
    SUPPORTING,
    TRAIN,
    TRAIN_RED,
    UNIT_STEP,
    WHITES,
    usable_red,
)
from rollwright.games.starcraft.sheet import (
    ALLOWS,
    BUILDINGS,
    COMBINATIONS,
    FIRST_OF_SIZE,
    LENGTHS,
    MAIN,
    MAKES,
    UNITS,
    WORKER,
    YIELDS,
)


def is_unit(move: int) -> bool:
    """Say whether a move builds a unit."""
    return is_form(TRAIN, move) or is_form(TRAIN_RED, move)


def is_building(move: int) -> bool:
    """Say whether a move builds a building."""
    return is_form(BUILD, move) or is_form(BUILD_RED, move)


def row_built(move: int) -> int:
    """Return the row in which a move builds."""
    if is_form(TRAIN, move) or is_form(TRAIN_RED, move):
        return int(MAKES[dice_taken(move)])
    if is_form(BUILD, move):
        return MAIN + part(BUILD, move, 0) % BUILDINGS
    return MAIN + part(BUILD_RED, move, 0) % BUILDINGS


def row_crossed(move: int) -> int:
    """Return the row in which a move crosses out a cell."""
    if is_form(CROSS_UNIT, move):
        return part(CROSS_UNIT, move, 0) % UNITS
    return MAIN + part(CROSS_BUILDING, move, 0) % BUILDINGS


def race_crossed(move: int) -> int:
    """Return the race in whose words a move names a row to cross out."""
    return (
        part(CROSS_UNIT, move, 0) // UNITS if is_form(CROSS_UNIT, move) else part(CROSS_BUILDING, move, 0) // BUILDINGS
    )


def dice_taken(move: int) -> int:
    """Return the number of the combination that makes a unit."""
    return part(TRAIN, move, 0) if is_form(TRAIN, move) else part(TRAIN_RED, move, 0)


def combination(move: int) -> str:
    """Return the dice of a unit, as moves write them."""
    return COMBINATIONS[dice_taken(move)]


def faces_of(dice: str) -> list[int]:
    """Return the faces of a combination.

    >>> faces_of("5-5-5")
    [5, 5, 5]
    """
    return [int(face) for face in dice.split("-")]


def units(s: Record, seat: int) -> list[int]:
    """Return the moves by which a seat could build a unit from the dice as they lie."""
    moves = np.zeros(MAX_MOVES, np.int64)
    return [int(move) for move in moves[: list_units(s, seat, moves, 0)]]


def buildings(s: Record, seat: int) -> list[int]:
    """Return the moves by which a seat could build a building from the dice as they lie."""
    moves = np.zeros(MAX_MOVES, np.int64)
    return [int(move) for move in moves[: list_buildings(s, seat, moves, 0)]]


def may_build(s: Record, seat: int) -> bool:
    """Say whether a seat builds from the dice on the table, now or later in its turn."""
    if s.phase == BUILDING:
        return bool(s.sheets[seat].step != DONE)
    return bool(seat == s.roller and (s.phase == SUPPORTING or s.phase == MINING))


def may_train(s: Record, seat: int) -> bool:
    """Say whether a seat may still build a unit from the dice on the table."""
    return may_build(s, seat) and (s.phase != BUILDING or s.sheets[seat].step == UNIT_STEP)


def combinations_made(s: Record, seat: int) -> int:
    """Return, as bits, the combinations for rows with room that the white dice make, one of them perhaps red."""
    sheet = s.sheets[seat]
    red = usable_red(s, seat)
    found = 0
    in_sequence = 0
    for face in range(1, FACES + 1):
        there = int(s.dice[WHITES, face])
        if red == face:
            there += 1
        in_sequence = in_sequence + 1 if there > 0 else 0
        if in_sequence >= 3 and has_room(sheet, WORKER):
            found |= 1 << face - 3
        for size in range(2, min(SIZES, there + 1)):
            made = FIRST_OF_SIZE[size] + face - 1
            if has_room(sheet, MAKES[made]):
                found |= 1 << made
    return found


def rows_open(s: Record, seat: int) -> int:
    """Return, as bits, the rows in which a seat could build from the dice as they lie."""
    return rows_allowed(s.sheets[seat], counted(s, WHITES), counted(s, BLACKS), usable_red(s, seat))


def rows_open_after(s: Record, seat: int, move: int) -> int:
    """Return, as bits, the rows in which a seat could build after a use of support."""
    colour = part(SUPPORT, move, 0)
    face = part(SUPPORT, move, 1)
    after = face + 2 * part(SUPPORT, move, 2) - 1
    change = nibble(after) - nibble(face)
    white = counted(s, WHITES) + (change if colour == WHITES else 0)
    black = counted(s, BLACKS) + (change if colour == BLACKS else 0)
    return rows_allowed(s.sheets[seat], white, black, after if colour == REDS else usable_red(s, seat))


def rows_allowed(sheet: Record, white: int, black: int, red: int) -> int:
    """Return, as bits, the rows with room that are allowed by dice which are counted by face, and a red one."""
    if red > 0:
        white += nibble(red)
        black += nibble(red)
    found = makes(white) & open_units(sheet)
    for face in range(1, FACES + 1):
        if black >> NIBBLE * (face - 1) & 15:
            for building in range(BUILDINGS):
                if can_raise(sheet, building, face):
                    found |= 1 << MAIN + building
    return found


def open_units(sheet: Record) -> int:
    """Return which rows of units have room, as bits."""
    rows = 0
    for row in range(UNITS):
        if has_room(sheet, row):
            rows |= 1 << row
    return rows


def members(bits: int) -> list[int]:
    """Return the numbers that are told as bits, lowest first.

    >>> members(0b1010)
    [1, 3]
    """
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


def others_follow(s: Record) -> bool:
    """Say whether others build after those who build now (SC-28)."""
    return bool(s.builders != s.seat_count)


def followers(s: Record) -> int:
    """Return, as bits, the seats that build from the dice on the table after those who build now (SC-28)."""
    found = 0
    first = int(s.seat_count)
    if s.phase == SUPPORTING or s.phase == MINING:
        first = 1
    elif s.phase == BUILDING:
        first = int(s.builders)
    for step in range(first, s.seat_count):
        found |= 1 << (int(s.roller) + step) % int(s.seat_count)
    return found


def is_made(s: Record, combination: int) -> bool:
    """Say whether white dice that are not set aside show a combination."""
    if combination < FIRST_OF_SIZE[2]:
        for face in range(combination + 1, combination + 4):
            if s.dice[WHITES, face] == 0:
                return False
        return True
    size = 2 + (combination - FIRST_OF_SIZE[2]) // FACES
    return bool(s.dice[WHITES, 1 + (combination - FIRST_OF_SIZE[2]) % FACES] >= size)


def may_raise(sheet: Record, face: int) -> int:
    """Return, as bits, what a black die builds: the main building, then those that its face allows, lowest first."""
    rows = 0
    bit = 0
    for building in range(BUILDINGS):
        if building == 0 or ALLOWS[face, building]:
            if can_raise(sheet, building, face):
                rows |= 1 << bit
            bit += 1
    return rows


def raised_by(face: int) -> list[int]:
    """Return the rows that the bits of `may_raise` stand for.

    >>> raised_by(1)
    [6, 7, 8]
    """
    return [MAIN, *(MAIN + building for building in range(1, BUILDINGS) if ALLOWS[face, building])]


def cells_mined(sheet: Record, row: int, face: int) -> int:
    """Return how many cells a die would bring to a track, which may be nearly full (SC-22)."""
    return int(min(YIELDS[face], LENGTHS[sheet.race, row] - int(sheet.filled[row])))


def halves_lost(sheet: Record, row: int) -> int:
    """Return what crossing out the first uncrossed cell of a row costs, in halves; nothing if it is free (SC-34)."""
    return worth(sheet, row) if standing(sheet, row) > 0 else 0


def shown(counts: Ints) -> list[int]:
    """Return the faces of dice that are counted by face, lowest first."""
    return [face for face in range(1, FACES + 1) for _ in range(int(counts[face]))]


def left(s: Record, colour: int) -> list[int]:
    """Return the faces of the dice of a colour that are not set aside, lowest first."""
    return shown(s.dice[colour])


def left_after(move: int, dice: Sequence[int], red: int) -> list[int]:
    """Return which dice would be left after building by a move: white ones of a unit, black ones of a building.

    `red` is the face of the red die, for moves that use it.
    """
    if is_form(BUILD_RED, move):
        return list(dice)
    rest, faces = list(dice), [part(BUILD, move, 1)]
    if is_unit(move):
        faces = faces_of(combination(move))
        if is_form(TRAIN_RED, move):
            faces.remove(red)
    for face in faces:
        rest.remove(face)
    return rest
