"""What may be written on a player's board, and what stands ready on it (RP-10 to RP-17)."""

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT
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
    FIRST_PAIR,
    FIRST_SLOT,
    FOOT_BIT,
    FOOT_ONE,
    FOOT_TWO,
    FOOTMEN,
    HERO,
    HEROES,
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
    TRIANGLE,
    TRIANGLE_MOST,
)

LEGION_AT = FIRST_SLOT[LEGION]
COLOSSUS_AT = FIRST_SLOT[COLOSSUS]
BOMB_AT = FIRST_SLOT[BOMB]
HERO_AT = FIRST_SLOT[HERO]
SLOTS_AN_ARMY = 3
BONUS_COUNT = BONUSES.shape[1]


def up_to(low: int, high: int) -> int:
    """Return the numbers from `low` to `high` as bits; none if there are none."""
    return (2 << high) - (1 << low) if high >= low else 0


def takes(sheet: Record, slot: int, shape: int) -> int:
    """Return the numbers, as bits, that a die of this shape could write into a slot now (RP-10, RP-17)."""
    if SLOT_SHAPE[slot] != CIRCLE and SLOT_SHAPE[slot] != shape:
        return 0
    part = SLOT_PART[slot]
    if part == FOOTMEN:
        return footmen_take(sheet, SLOT_PLACE[slot], shape)
    if part == PAIRS:
        return pair_takes(sheet, SLOT_PLACE[slot], shape)
    if sheet.written[slot] != 0:
        return 0
    if part == LEGION:
        return rising(sheet, LEGION_AT, SLOT_PLACE[slot])
    if part == BOMB:
        return falling(sheet, BOMB_AT, SLOT_PLACE[slot])
    if part == COLOSSUS:
        return colossus_takes(sheet, SLOT_PLACE[slot])
    return up_to(1, TRIANGLE_MOST)


def rising(sheet: Record, first: int, place: int) -> int:
    """Return what keeps three numbers strictly rising, with room for those that are missing (RP-12, RP-17)."""
    low = 1 + place
    high = MOST - (SLOTS_AN_ARMY - 1 - place)
    for other in range(SLOTS_AN_ARMY):
        there = int(sheet.written[first + other])
        if there != 0 and other < place:
            low = max(low, there + place - other)
        elif there != 0 and other > place:
            high = min(high, there - (other - place))
    return up_to(low, high)


def falling(sheet: Record, first: int, place: int) -> int:
    """Return what keeps three numbers strictly falling, with room for those that are missing (RP-14, RP-17)."""
    low = SLOTS_AN_ARMY - place
    high = MOST - place
    for other in range(SLOTS_AN_ARMY):
        there = int(sheet.written[first + other])
        if there != 0 and other < place:
            high = min(high, there - (place - other))
        elif there != 0 and other > place:
            low = max(low, there + other - place)
    return up_to(low, high)


def colossus_takes(sheet: Record, place: int) -> int:
    """Return what a colossus takes: triangle and rhombus must be equal (RP-13), so neither is ever an 8 (RP-17)."""
    if place == 1:
        return up_to(1, MOST)
    there = int(sheet.written[COLOSSUS_AT + 2 - place])
    return 1 << there if there != 0 else up_to(1, TRIANGLE_MOST)


def footmen_take(sheet: Record, group: int, shape: int) -> int:
    """Return the numbers of the spaces of this shape that a group has not crossed yet (RP-15)."""
    numbers = 0
    for number in range(1, MOST + 1):
        bit = FOOT_BIT[group, shape, number]
        if bit != 0 and int(sheet.crossed[group]) & bit == 0:
            numbers |= 1 << number
    return numbers


def first_alike(sheet: Record, pair: int) -> int:
    """Return the first of the pairs in which the same is written as in this one (RP-16)."""
    for other in range(pair):
        if sheet.low[other] == sheet.low[pair] and sheet.high[other] == sheet.high[pair]:
            return other
    return pair


def pair_takes(sheet: Record, pair: int, shape: int) -> int:
    """Return what a pair takes: the rhombus must be greater than the triangle (RP-16). Pairs alike are one choice."""
    low = int(sheet.low[pair])
    high = int(sheet.high[pair])
    if (low if shape == TRIANGLE else high) != 0:
        return 0
    if first_alike(sheet, pair) != pair:
        return 0
    if shape == TRIANGLE:
        return up_to(1, high - 1 if high != 0 else TRIANGLE_MOST)
    return up_to(low + 1 if low != 0 else 2, MOST)


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
    """Return how many a group is, 0 if it is not ready (RP-11 to RP-15)."""
    if group == HEROES:
        return int(sheet.written[HERO_AT])
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
