"""Games of the guide with itself: what players leave, and what cells are worth where the games lead."""

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints, Record, begin, dice, legal, play, roll, waiting
from rollwright.core.random_stream import draw
from rollwright.games.starcraft.prefer import turns_left, weigh
from rollwright.games.starcraft.prefer.cell_worths import SPARED
from rollwright.games.starcraft.prefer.dice_sets import counted, makes
from rollwright.games.starcraft.rules.state import BLACKS, BUILDING, FACES, SUPPORTING, WHITES
from rollwright.games.starcraft.sheet import LENGTHS, MAIN, SUPPORTS, WORKER
from rollwright.games.starcraft.train.sheet_plan import ANOTHERS, BUILDING_STRIDES, OWN, UNIT_STRIDES, Plan

SEATS = 2

COUNT, SUM = 0, 1
"""The columns of what is added up."""

REALLY = 1_000
"""How many times the cell counts that is next: the others tell only what was never met."""


def guided(s: Record, seat: int, moves: Ints, count: int, start: int, worths: Ints) -> int:
    """Return the move that the guide likes best where cells have these worths; among equals the first from `start`."""
    best: int = moves[start]
    weight = weigh(s, seat, best, worths)
    for i in range(start + 1, start + count):
        move = moves[i if i < count else i - count]
        its_weight = weigh(s, seat, move, worths)
        if its_weight > weight:
            weight = its_weight
            best = move
    return best


def roll_on(s: Record, stream: Ints, sides: Ints) -> None:
    """Let all dice fall that are due."""
    count = dice(s, sides)
    while count > 0:
        for i in range(count):
            sides[i] = draw(stream, sides[i]) + 1
        roll(s, sides)
        count = dice(s, sides)


def step(s: Record, stream: Ints, sides: Ints, moves: Ints, worths: Ints) -> bool:
    """Let whoever is waited for move as the guide says, and the dice fall that are due; return whether it goes on."""
    seats = waiting(s)
    seat = 0
    while seats & 1 == 0:
        seats >>= 1
        seat += 1
    count = legal(s, seat, moves)
    play(s, seat, guided(s, seat, moves, count, draw(stream, count), worths))
    roll_on(s, stream, sides)
    return waiting(s) != 0


def turns_to_come(s: Record) -> int:
    """Return how many turns of both players come after the present one."""
    return turns_left(s, 0) + turns_left(s, 1)


def count_leftovers(
    states: NDArray[np.void],
    options: Ints,
    streams: Ints,
    sides: Ints,
    moves: Ints,
    worths: Ints,
    units: Ints,
    faces: Ints,
) -> None:
    """Play games, and count what is left to the other: rows of units, and faces, by the turns to come from then on."""
    for i in range(len(states)):
        s = states[i]
        begin(s, SEATS, options[i])
        roll_on(s, streams[i], sides)
        last = -1
        going_on = True
        while going_on:
            going_on = step(s, streams[i], sides, moves, worths)
            turns = turns_to_come(s) + 1
            if s.round_no > 0 and s.phase >= BUILDING and s.builders == SEATS and last != turns:
                last = turns
                units[turns, makes(counted(s, WHITES))] += 1
                found = 0
                for face in range(FACES):
                    if s.dice[BLACKS, face + 1] > 0:
                        found |= 1 << face
                faces[turns, found] += 1


def add_worths(s: Record, seat: int, units: Plan, buildings: Plan, sums: Ints) -> None:
    """Add what the cells of each row of a seat are worth by the plans, and what a use of support is.

    All cells of a row are asked, as if so many were filled, but the one that is really next counts REALLY times.
    """
    sheet = s.sheets[seat]
    race = int(sheet.race)
    turns = turns_to_come(s)
    following = OWN if (int(s.roller) + 1) % SEATS == seat else ANOTHERS
    found = sums[race, turns_left(s, seat)]
    support = SUPPORTS - int(sheet.supports)
    add_rows(sheet, WORKER, UNIT_STRIDES, units[race, following, turns, support], found)
    add_rows(sheet, MAIN, BUILDING_STRIDES, buildings[race, following, turns], found)
    if seat == s.roller:
        place = place_of(sheet, WORKER, UNIT_STRIDES)
        for uses in range(1, SUPPORTS + 1):
            times = REALLY if uses == support else 1
            gain = units[race, following, turns, uses, place] - units[race, following, turns, uses - 1, place]
            found[SPARED, uses, COUNT] += times
            found[SPARED, uses, SUM] += times * int(gain)


def add_rows(sheet: Record, first: int, strides: Ints, plan: Plan, found: Ints) -> None:
    """Add what the cells of these rows are worth by a plan."""
    place = place_of(sheet, first, strides)
    for row in range(len(strides)):
        filled = int(sheet.filled[first + row])
        for cell in range(LENGTHS[sheet.race, first + row]):
            times = REALLY if cell == filled else 1
            there = place + (cell - filled) * strides[row]
            found[first + row, cell, COUNT] += times
            found[first + row, cell, SUM] += times * int(plan[there + strides[row]] - plan[there])


def place_of(sheet: Record, first: int, strides: Ints) -> int:
    """Return the number of a sheet by what is filled in these rows."""
    place = 0
    for row in range(len(strides)):
        place += int(sheet.filled[first + row]) * strides[row]
    return place


def average_worths(
    states: NDArray[np.void], options: Ints, streams: Ints, sides: Ints, moves: Ints, worths: Ints,
    units: Plan, buildings: Plan, sums: Ints,
) -> None:  # fmt: skip
    """Play games, and add up what cells are worth by the plans in the positions met: `sums[race, turns, row, cell]`."""
    for i in range(len(states)):
        s = states[i]
        begin(s, SEATS, options[i])
        roll_on(s, streams[i], sides)
        while step(s, streams[i], sides, moves, worths):
            if s.phase == BUILDING or s.phase == SUPPORTING:
                for seat in range(SEATS):
                    add_worths(s, seat, units, buildings, sums)
