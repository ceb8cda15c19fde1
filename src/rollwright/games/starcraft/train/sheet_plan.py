"""The best plan for one sheet by itself, worked out backwards from the last turn.

Turns are taken in turn: an own one with its own dice, and one in which the other player leaves dice. In each of them a
unit and a building can be made. What a sheet will bring is worked out for every number of cells filled: units together
with workers' dice and support, buildings for themselves. Two things are left out: what is left to the other player,
and support for other dice than white ones.
"""

from itertools import product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints
from rollwright.games.starcraft.prefer import WRITTEN
from rollwright.games.starcraft.prefer.cell_worths import POINT
from rollwright.games.starcraft.prefer.dice_sets import makes, nibble
from rollwright.games.starcraft.rules.state import FACES
from rollwright.games.starcraft.sheet import (
    ALLOWS,
    BLACK,
    BLUE,
    BUILDINGS,
    GAS,
    GREEN,
    HALVES,
    LENGTHS,
    MAIN,
    MINERALS,
    ROUNDS,
    SUPPORTS,
    UNITS,
    WHITE,
    WORKER,
    YIELDS,
)

Floats = NDArray[np.float64]
Plan = NDArray[np.float32]

OWN, ANOTHERS = 0, 1
"""Whose turn comes next."""

TURNS = 2 * ROUNDS

SETS = 1 << UNITS
"""Sets of rows of units, or of faces, as bits: there are six of both."""


def _strides(first: int, count: int) -> Ints:
    """Return by how much the number of a sheet grows with a cell of each of these rows."""
    sizes = [int(LENGTHS[:, row].max()) + 1 for row in range(first, first + count)]
    return np.array([prod(sizes[row + 1 :]) for row in range(count)], np.int64)


UNIT_STRIDES, BUILDING_STRIDES = _strides(WORKER, UNITS), _strides(MAIN, BUILDINGS)
UNIT_SHEETS = int(UNIT_STRIDES[0] * (LENGTHS[:, WORKER].max() + 1))
BUILDING_SHEETS = int(BUILDING_STRIDES[0] * (LENGTHS[:, MAIN].max() + 1))


def add_gains(then: Plan, sheet: int, first: int, lengths: Ints, strides: Ints, gains: Floats) -> bool:
    """Write what one more cell of each row adds, 0 where there is no room; return whether there is such a sheet."""
    left = sheet
    for row in range(len(strides)):
        filled = left // strides[row]
        left %= strides[row]
        if filled > lengths[first + row]:
            return False
        gains[row] = 0.0
        if filled < lengths[first + row]:
            gains[row] = then[sheet + strides[row]] - then[sheet] + HALVES[first + row] * POINT / 2
    return True


def best_of_sets(gains: Floats, added: float, best: Floats) -> None:
    """Write for every set what the best of its members adds, or nothing, together with what is added anyway."""
    best[0] = 0.0
    for members in range(1, len(best)):
        lowest = 0
        while members >> lowest & 1 == 0:
            lowest += 1
        best[members] = max(best[members & members - 1], gains[lowest])
    for members in range(len(best)):
        best[members] += added


def plan_units(
    lengths: Ints, income: Floats, doubled: Ints, red: Ints, rolls: Ints, chances: Floats, left: Floats, plan: Plan
) -> None:
    """Work out what the units, workers' dice and support will bring: `plan[next, turns to come, support, sheet]`.

    `rolls` and their `chances` are those without a red die and those with one (see `unit_rolls`); the other numbers are
    by the worker cell reached.
    """
    gains, best, helped = np.zeros(UNITS), np.zeros(SETS), np.zeros(SETS)
    for following in range(2):
        for support in range(SUPPORTS + 1):
            for sheet in range(UNIT_SHEETS):
                workers = sheet // UNIT_STRIDES[WORKER]
                plan[following, 0, support, sheet] = doubled[workers] * workers * POINT
    for turns in range(1, plan.shape[1]):
        for support in range(SUPPORTS + 1):
            own, anothers = plan[OWN, turns - 1, support], plan[ANOTHERS, turns - 1, support]
            less = plan[ANOTHERS, turns - 1, max(0, support - 1)]
            for sheet in range(UNIT_SHEETS):
                if not add_gains(own, sheet, WORKER, lengths, UNIT_STRIDES, gains):
                    continue
                best_of_sets(gains, 0.0, best)
                total = 0.0
                for rows in range(SETS):
                    total += left[turns, rows] * best[rows]
                plan[ANOTHERS, turns, support, sheet] = own[sheet] + total
                add_gains(anothers, sheet, WORKER, lengths, UNIT_STRIDES, gains)
                best_of_sets(gains, 0.0, best)
                add_gains(less, sheet, WORKER, lengths, UNIT_STRIDES, gains)
                best_of_sets(gains, less[sheet] - anothers[sheet], helped)  # support is free where none is left
                reached = sheet // UNIT_STRIDES[WORKER]
                total = expected(rolls[red[reached]], chances[red[reached]], best, helped, support > 0)
                plan[OWN, turns, support, sheet] = anothers[sheet] + income[reached] + total


def expected(rolls: Ints, chances: Floats, best: Floats, helped: Floats, support: bool) -> float:
    """Return what an own turn brings, where sets of rows are worth so much, without support and with it."""
    total = 0.0
    for i in range(len(rolls)):
        if chances[i] == 0.0:
            break
        worth = max(best[rolls[i, 0]] + rolls[i, 3], best[rolls[i, 2]])
        if support:
            worth = max(worth, helped[rolls[i, 1]] + rolls[i, 3])
        total += chances[i] * worth
    return total


def plan_buildings(lengths: Ints, rolls: Floats, left: Floats, plan: Plan) -> None:
    """Work out what the buildings will bring: `plan[next, turns to come, sheet]`."""
    gains, faces, best = np.zeros(BUILDINGS), np.zeros(FACES), np.zeros(SETS)
    for turns in range(1, plan.shape[1]):
        for following in range(2):
            then = plan[1 - following, turns - 1]
            for sheet in range(BUILDING_SHEETS):
                if not add_gains(then, sheet, MAIN, lengths, BUILDING_STRIDES, gains):
                    continue
                main = sheet // BUILDING_STRIDES[0]
                for face in range(FACES):
                    faces[face] = 0.0
                    for row in range(1, BUILDINGS):
                        if ALLOWS[face + 1, row] == 1:
                            faces[face] = max(faces[face], gains[row])
                    if main < lengths[MAIN] and WRITTEN[main] == face + 1:
                        faces[face] = max(faces[face], gains[0])
                best_of_sets(faces, 0.0, best)
                total = 0.0
                for dice in range(SETS):
                    total += (rolls[dice] if following == OWN else left[turns, dice]) * best[dice]
                plan[following, turns, sheet] = then[sheet] + total


def unit_rolls() -> tuple[Ints, Floats]:
    """Return what the rolls of an own turn are good for, and the chance of each, without a red die and with one.

    Each is four numbers: the rows that the dice make, those with support, those with the red die, and what that mines.
    """
    found: tuple[dict[tuple[int, ...], int], ...] = ({}, {})
    for counts in product(range(WHITE + 1), repeat=FACES):
        if sum(counts) == WHITE:
            white = sum(count * nibble(face) for face, count in enumerate(counts, 1))
            helped = makes(white)
            for face in range(1, FACES + 1):
                for near in (face - 1, face + 1):
                    if counts[face - 1] and 1 <= near <= FACES:
                        helped |= makes(white - nibble(face) + nibble(near))
            ways = factorial(WHITE) // prod(map(factorial, counts))
            for red in range(1, FACES + 1):
                with_red = (
                    makes(white),
                    helped,
                    makes(white + nibble(red)),
                    int(YIELDS[red] * HALVES[GAS]) * POINT // 2,
                )
                for kind, key in enumerate(((makes(white), helped, 0, 0), with_red)):
                    found[kind][key] = found[kind].get(key, 0) + ways
    rolls = np.zeros((2, max(map(len, found)), 4), np.int64)
    chances = np.zeros(rolls.shape[:2])
    for kind, kinds in enumerate(found):
        rolls[kind, : len(kinds)] = list(kinds)
        chances[kind, : len(kinds)] = np.array(list(kinds.values())) / FACES ** (WHITE + 1)
    return rolls, chances


def building_rolls() -> Floats:
    """Return the chance of each set of faces in an own roll of black dice."""
    chances = np.zeros(SETS)
    for faces in product(range(FACES), repeat=BLACK):
        chances[sum({1 << face for face in faces})] += 1 / FACES**BLACK
    return chances


def incomes(race: int) -> Floats:
    """Return what the blue dice and the green one yield in an own turn, by the worker cell reached."""
    yields = YIELDS[1:].sum() / FACES * POINT / 2
    return np.array((BLUE[race] * HALVES[MINERALS] + GREEN[race] * HALVES[GAS]) * yields, np.float64)
