"""What may be written on a player's board, and what stands ready on it (RP-10 to RP-17)."""

import numpy as np

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.rules.state import DICE_EACH, GROUP_COUNT
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMB_LINE,
    BOMB_MORE,
    BOMB_TIMES,
    BOMBS,
    BONUSES,
    CIRCLE,
    COLOSSI,
    COLOSSUS,
    COLOSSUS_MORE,
    COLOSSUS_TIMES,
    FIRST_FOOT,
    FIRST_PAIR,
    FIRST_SLOT,
    FOOT_BIT,
    FOOT_GROUPS,
    FOOT_ONE,
    FOOT_TWO,
    FOOTMEN,
    HERO,
    HEROES,
    HEROES_COME,
    KEPT,
    LEGION,
    LEGION_ADDS,
    LEGION_LINE,
    LEGION_MORE,
    LEGIONS,
    MEN,
    MOST,
    PAIR_COUNT,
    PAIRS,
    RHOMBUS,
    SLOT_PART,
    SLOT_PLACE,
    SLOT_SHAPE,
    TRACK_SPACES,
    TRIANGLE,
    TRIANGLE_MOST,
    WRITTEN,
)

LEGION_AT = FIRST_SLOT[LEGION]
COLOSSUS_AT = FIRST_SLOT[COLOSSUS]
BOMB_AT = FIRST_SLOT[BOMB]
HERO_AT = FIRST_SLOT[HERO]
SLOTS_AN_ARMY = 3
BONUS_COUNT = BONUSES.shape[1]


WIDTHS = (TRIANGLE_MOST, TRIANGLE_MOST, MOST, MOST) * 2
LANES = np.array([sum(WIDTHS[:place]) for place in range(len(WIDTHS))], np.int64)
"""Numbers of the dice of two colours, two d4 and two d8 each, are one set of bits: each die has a lane, and in it a bit
for each number from 1 on."""

TRIANGLE_NUMBERS = (1 << TRIANGLE_MOST) - 1
RHOMBUS_NUMBERS = (1 << MOST) - 1
TRIANGLE_LANES = sum(1 << int(lane) for lane, width in zip(LANES, WIDTHS, strict=True) if width == TRIANGLE_MOST)
RHOMBUS_LANES = sum(1 << int(lane) for lane, width in zip(LANES, WIDTHS, strict=True) if width == MOST)


def up_to(low: int, high: int) -> int:
    """Return the numbers from `low` to `high` as bits; none if there are none."""
    return (2 << high) - (1 << low) if high >= low else 0


def first_alike(sheet: Record, pair: int) -> int:
    """Return the first of the pairs in which the same is written as in this one (RP-16)."""
    for other in range(pair):
        if sheet.low[other] == sheet.low[pair] and sheet.high[other] == sheet.high[pair]:
            return other
    return pair


def in_lanes(triangle: int, rhombus: int) -> int:
    """Return numbers of a d4 and of a d8, as bits, in the lanes of all such dice."""
    return (triangle >> 1 & TRIANGLE_NUMBERS) * TRIANGLE_LANES | (rhombus >> 1) * RHOMBUS_LANES


def by_shape(slot: int, numbers: int) -> int:
    """Return numbers in the lanes of the dice that a slot takes (RP-10)."""
    shape = SLOT_SHAPE[slot]
    return in_lanes(numbers if shape != RHOMBUS else 0, numbers if shape != TRIANGLE else 0)


def beside(slot: int, place: int, there: int) -> int:
    """Return the numbers, as bits, that fit into a slot of the armies beside what stands in a place of the same army.

    In its own place only an empty slot takes anything: what leaves room for those that are missing (RP-17).
    """
    part, own, last = SLOT_PART[slot], int(SLOT_PLACE[slot]), SLOTS_AN_ARMY - 1
    if place == own and there != 0:
        return 0
    if place == own and part == LEGION:
        return up_to(1 + own, MOST - last + own)
    if place == own and part == BOMB:
        return up_to(1 + last - own, MOST - own)
    if place == own and (part == HERO or own != 1):
        return up_to(1, TRIANGLE_MOST)  # of a colossus (RP-13): the rhombus equals the triangle, so it is never an 8
    if there == 0 or part == HERO:
        return up_to(1, MOST)
    if part == COLOSSUS:
        return 1 << there if own != 1 and place != 1 else up_to(1, MOST)  # RP-13: triangle and rhombus are equal
    if (place < own) == (part == LEGION):  # RP-12: strictly rising; RP-14: strictly falling
        return up_to(there + abs(own - place), MOST)
    return up_to(1, there - abs(own - place))


def footmen_take(group: int, shape: int, crossed: int) -> int:
    """Return the numbers of the spaces of this shape that a group has not crossed yet (RP-15)."""
    return sum(1 << number for number, bit in enumerate(FOOT_BIT[group, shape].tolist()) if bit & ~crossed)


def pair_takes(low: int, high: int, shape: int) -> int:
    """Return what a pair takes: the rhombus must be greater than the triangle (RP-16)."""
    if (low if shape == TRIANGLE else high) != 0:
        return 0
    if shape == TRIANGLE:
        return up_to(1, high - 1 if high != 0 else TRIANGLE_MOST)
    return up_to(low + 1 if low != 0 else 2, MOST)


BESIDE = np.array(
    [
        [[by_shape(slot, beside(slot, place, there)) for there in range(MOST + 1)] for place in range(SLOTS_AN_ARMY)]
        for slot in range(WRITTEN)
    ],
    np.int64,
)
"""What fits into each slot of the armies beside each number, or none, in each place of its army (RP-10 to RP-14)."""

FOOTMEN_TAKE = np.array(
    [
        [
            in_lanes(footmen_take(group, TRIANGLE, crossed), footmen_take(group, RHOMBUS, crossed))
            for crossed in range(1 << len(TRACK_SPACES[group]))
        ]
        for group in range(FOOT_GROUPS)
    ],
    np.int64,
)
"""What a group of footmen takes, by the bits of what is crossed (RP-15)."""

PAIR_TAKES = np.array(
    [
        [in_lanes(pair_takes(low, high, TRIANGLE), pair_takes(low, high, RHOMBUS)) for high in range(MOST + 1)]
        for low in range(TRIANGLE_MOST + 1)
    ],
    np.int64,
)
"""What a pair takes, by what is written on its left and on its right (RP-16)."""


FULL_PAIR = 2 * MOST + 1
PAIR_KIND = np.array(
    [
        [FULL_PAIR if low and high else MOST + high if high else low for high in range(MOST + 1)]
        for low in range(TRIANGLE_MOST + 1)
    ],
    np.int64,
)
"""A number for every pair that takes something, by what is written on its left and on its right; one for all others."""


def unlike_pairs(sheet: Record) -> int:
    """Return the pairs, as bits, but for those in which the same is written as in an earlier one (RP-16)."""
    unlike = 0
    seen = 0
    for pair in range(PAIR_COUNT):
        kind = 1 << PAIR_KIND[sheet.low[pair], sheet.high[pair]]
        if seen & kind == 0:
            unlike |= 1 << pair
        seen |= kind
    return unlike


def fits(sheet: Record, slot: int, pairs: int) -> int:
    """Return all that can be written into a slot now, in lanes (RP-10 to RP-17); of pairs, only into these."""
    if slot < FIRST_FOOT:
        first = slot - SLOT_PLACE[slot]
        return (
            BESIDE[slot, 0, sheet.written[first]]
            & BESIDE[slot, 1, sheet.written[first + 1]]
            & BESIDE[slot, 2, sheet.written[first + 2]]
        )
    if slot < FIRST_PAIR:
        return FOOTMEN_TAKE[slot - FIRST_FOOT, sheet.crossed[slot - FIRST_FOOT]]
    pair = slot - FIRST_PAIR
    return PAIR_TAKES[sheet.low[pair], sheet.high[pair]] if pairs >> pair & 1 else 0


def takes(sheet: Record, slot: int, shape: int) -> int:
    """Return the numbers, as bits, that a die of this shape could write into a slot now (RP-10, RP-17)."""
    lanes = int(fits(sheet, slot, unlike_pairs(sheet)))
    is_alike = slot < FIRST_FOOT and SLOT_SHAPE[slot] == CIRCLE  # also an 8 fits, which no d4 can be
    if shape == RHOMBUS or is_alike:
        return (lanes >> LANES[DICE_EACH - 1] & RHOMBUS_NUMBERS) << 1
    return (lanes >> LANES[0] & TRIANGLE_NUMBERS) << 1


def write(sheet: Record, slot: int, value: int, shape: int) -> None:
    """Write a number into a slot, or cross the space of the footmen that it names."""
    part = SLOT_PART[slot]
    if part == FOOTMEN:
        group = SLOT_PLACE[slot]
        sheet.crossed[group] = int(sheet.crossed[group]) | FOOT_BIT[group, shape, value]
    elif part == PAIRS and shape == RHOMBUS:
        sheet.high[slot - FIRST_PAIR] = value
    elif part == PAIRS:
        sheet.low[slot - FIRST_PAIR] = value
    else:
        sheet.written[slot] = value


def is_crossed(sheet: Record, group: int, number: int) -> bool:
    """Say whether a triangle of the footmen is crossed."""
    return int(sheet.crossed[group]) & FOOT_BIT[group, TRIANGLE, number] != 0


def is_full(sheet: Record, first: int) -> bool:
    """Say whether all three slots of an army are written."""
    return sheet.written[first] != 0 and sheet.written[first + 1] != 0 and sheet.written[first + 2] != 0


def strength(sheet: Record, group: int) -> int:
    """Return how many a group is, 0 if it is not ready (RP-11 to RP-15, RP-40)."""
    if group == HEROES:
        return int(HEROES_COME[sheet.faction, sheet.written[HERO_AT]])
    if group == LEGIONS and is_full(sheet, LEGION_AT):
        return int(sheet.written[LEGION_AT + sheet.upgrades[LEGION_LINE]]) + LEGION_ADDS[sheet.upgrades[LEGION_MORE]]
    if group == COLOSSI and is_full(sheet, COLOSSUS_AT):
        return int(sheet.written[COLOSSUS_AT]) * COLOSSUS_TIMES[sheet.upgrades[COLOSSUS_MORE]]
    if group == BOMBS and is_full(sheet, BOMB_AT):
        return (MOST - int(sheet.written[BOMB_AT + sheet.upgrades[BOMB_LINE]])) * BOMB_TIMES[sheet.upgrades[BOMB_MORE]]
    if FOOT_ONE <= group <= FOOT_TWO:
        return MEN + unlocked(sheet, group - FOOT_ONE)
    return int(sheet.kept) if group == KEPT else 0


def unlocked(sheet: Record, group: int) -> int:
    """Return how many men a group of footmen has unlocked: all before a bonus must be crossed (RP-15)."""
    men = 0
    for i in range(BONUS_COUNT):
        if int(sheet.crossed[group]) & BONUSES[group, i, 0] == BONUSES[group, i, 0]:
            men += BONUSES[group, i, 1]
    return men


def muster(sheet: Record) -> None:
    """Count every group that is ready, and forget the orders of the last deployment."""
    for group in range(GROUP_COUNT):
        sheet.group[group] = strength(sheet, group)
        sheet.order[group] = 0
    sheet.kept = 0


def erase(sheet: Record) -> None:
    """Erase the heroes and every finished army; what is unfinished stays (RP-31)."""
    sheet.written[HERO_AT] = 0
    for first in (LEGION_AT, COLOSSUS_AT, BOMB_AT):
        if is_full(sheet, first):
            for place in range(SLOTS_AN_ARMY):
                sheet.written[first + place] = 0


def unspent_pair(sheet: Record) -> int:
    """Return the first pair that is complete and has bought nothing, or -1 (RP-23)."""
    for pair in range(PAIR_COUNT):
        if sheet.low[pair] != 0 and sheet.high[pair] != 0 and sheet.spent[pair] == 0:
            return pair
    return -1
