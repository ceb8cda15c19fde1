"""How the guide weighs a die in a slot: by the men that it will bring."""

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import DICE, FACES_A_COLOUR
from rollwright.games.rolling_pyramids.prefer.numbers import (
    AT,
    BOMB_KIND,
    COLOSSUS_KIND,
    DIGIT,
    LEGION_KIND,
    PROSPECTS_AT,
    STATES,
)
from rollwright.games.rolling_pyramids.rules.state import DISCARD, UPGRADE_COUNT, WRITE, is_campaign
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMB_LINE,
    BOMB_MORE,
    CAMPAIGN_ROUNDS,
    COLOSSUS_MORE,
    FIRST_SLOT,
    FOOT_BIT,
    FOOTMEN,
    HERO,
    HEROES_COME,
    LEGION,
    LEGION_LINE,
    LEGION_MORE,
    PAIR_COUNT,
    PAIRS,
    RHOMBUS,
    ROUNDS,
    SLOT_PART,
    SLOT_PLACE,
    TRIANGLE,
)

BASE = 1_000_000
"""Added to weights that could be below 1 without it."""

HERO_AT, ARMY_AT, BEGUN_AT = AT["hero"], AT["army"], AT["begun"]
TRIANGLES_AT, TRIANGLE_ROUNDS_AT = AT["triangles"], AT["triangle_rounds"]
RHOMBI_AT, LAST_RHOMBI_AT = AT["rhombi"], AT["last_rhombi"]
UPGRADES_AT, SECOND_AT, FIRST_AT = AT["upgrades"], AT["second_of_pair"], AT["first_of_pair"]
GREATER_AT, LESSER_AT = AT["greater_rhombus"], AT["lesser_triangle"]
OTHERS_DIE_AT, PIP_AT = AT["others_die"], AT["pip"]

DIE_FACE = np.array([int(name[4:]) for name in DICE], np.int64)
DIE_SHAPE = np.array([TRIANGLE if name[2] == "4" else RHOMBUS for name in DICE], np.int64)
"""Face and shape of a die, by what moves call it."""

COUNT = np.array([number.bit_count() for number in range(16)], np.int64)

HALF_DONE = np.array([[0, 32, 63], [28, 63, 112], [70, 126, 210]], np.int64)
ALL_DONE = np.array([[0, 0, 0], [0, 0, 0], [100, 100, 300]], np.int64)
"""What crossed rhombi of footmen are worth a round, by those of the first pair and of the second; and near the end."""


def rounds_left(s: Record) -> int:
    """Return for how many rounds what is written now will matter, this one included."""
    if not is_campaign(s):
        return ROUNDS + 1 - int(s.round_no)
    return max(12, min(CAMPAIGN_ROUNDS + 1, int(s.round_no) + 3)) - int(s.round_no)


def draft(s: Record, seat: int, move: int, w: Ints) -> int:
    """Weigh a die in a slot by the men it will bring."""
    if is_form(DISCARD, move):
        return int(BASE - w[PIP_AT] * DIE_FACE[part(DISCARD, move, 0)])
    sheet = s.sheets[seat]
    die = part(WRITE, move, 2)
    slot = part(WRITE, move, 1)
    value = part(WRITE, move, 0)
    which = SLOT_PART[slot]
    worth = int(BASE - w[PIP_AT] * DIE_FACE[die])
    if die // FACES_A_COLOUR != seat:
        worth += int(w[OTHERS_DIE_AT])
    if which == HERO:
        return worth + int(HEROES_COME[sheet.faction, value]) * int(w[HERO_AT + int(sheet.faction)])
    if which == FOOTMEN:
        return worth + footmen(s, sheet, SLOT_PLACE[slot], DIE_SHAPE[die], value, w)
    if which == PAIRS:
        return worth + pair(s, sheet, SLOT_PLACE[slot], DIE_SHAPE[die], value, w)
    return worth + army(s, sheet, which, SLOT_PLACE[slot], value, w)


def kind_of(sheet: Record, which: int) -> int:
    """Return the kind of an army, by its upgrades."""
    if which == LEGION:
        return LEGION_KIND + 2 * int(sheet.upgrades[LEGION_MORE]) + int(sheet.upgrades[LEGION_LINE])
    if which == BOMB:
        return BOMB_KIND + 2 * int(sheet.upgrades[BOMB_MORE]) + int(sheet.upgrades[BOMB_LINE])
    return COLOSSUS_KIND + int(sheet.upgrades[COLOSSUS_MORE])


def written_in(sheet: Record, which: int) -> int:
    """Return what is written in an army, as one number of base nine."""
    first = FIRST_SLOT[which]
    return 81 * int(sheet.written[first]) + 9 * int(sheet.written[first + 1]) + int(sheet.written[first + 2])


def army(s: Record, sheet: Record, which: int, place: int, value: int, w: Ints) -> int:
    """Weigh a number in an army by how much stronger it is likely to become; in the last round only what gets ready."""
    written = written_in(sheet, which)
    then = written + value * DIGIT[place]
    if rounds_left(s) == 1:
        missing = int(then < 81) + int(then % 81 < 9) + int(then % 9 == 0)
        if missing > 3 - s.turn // s.seat_count:
            return -100
    at = PROSPECTS_AT + kind_of(sheet, which) * STATES
    grown = (w[at + then] - w[at + written]) * w[ARMY_AT + which - LEGION] // 100
    return int(grown + w[at] * w[BEGUN_AT + which - LEGION] // 300)


def footmen(s: Record, sheet: Record, group: int, shape: int, value: int, w: Ints) -> int:
    """Weigh a space of the footmen by the men it will unlock; triangles come of conquests anyway."""
    crossed = int(sheet.crossed[group])
    left = rounds_left(s)
    if shape == TRIANGLE:
        return min(100 * left, int(w[TRIANGLE_ROUNDS_AT])) * triangle_worth(crossed, value, w) // 200
    left -= (5 - COUNT[crossed & 15]) // 2  # so long it takes to conquer the triangles
    if left <= 0:
        return 0
    then = crossed | FOOT_BIT[group, RHOMBUS, value]
    if left <= 2:
        more = ALL_DONE[COUNT[then >> 4 & 3], COUNT[then >> 6]] - ALL_DONE[COUNT[crossed >> 4 & 3], COUNT[crossed >> 6]]
        return int(left * more * w[LAST_RHOMBI_AT] // 100)
    more = HALF_DONE[COUNT[then >> 4 & 3], COUNT[then >> 6]] - HALF_DONE[COUNT[crossed >> 4 & 3], COUNT[crossed >> 6]]
    return int(left * more * w[RHOMBI_AT] // 100)


def triangle_worth(crossed: int, number: int, w: Ints) -> int:
    """Weigh a triangle of the footmen: the first two unlock a man, then the other two."""
    if number <= 2:
        return int(w[TRIANGLES_AT if crossed & 3 != 0 else TRIANGLES_AT + 1])
    if crossed & 3 != 3:
        return int(w[TRIANGLES_AT + 2])
    return int(w[TRIANGLES_AT + 3 if crossed & 12 != 0 else TRIANGLES_AT + 4])


def pair(s: Record, sheet: Record, at: int, shape: int, value: int, w: Ints) -> int:
    """Weigh a number in a pair by its share of the best upgrade that is not spoken for."""
    earlier = 0
    for other in range(PAIR_COUNT):
        if other != at and sheet.spent[other] == 0 and (sheet.low[other] != 0 or sheet.high[other] != 0):
            earlier += 1
    best = upgrade_after(sheet, earlier, w)
    if best == 0:
        return 0
    left = rounds_left(s)
    if sheet.low[at] != 0 or sheet.high[at] != 0:
        return int(left * best * w[SECOND_AT] // 100)
    share = int((left - 1) * best * w[FIRST_AT] // 100)
    return share + int(w[GREATER_AT] * value // 10 if shape == RHOMBUS else -w[LESSER_AT] * value // 10)


def upgrade_after(sheet: Record, earlier: int, w: Ints) -> int:
    """Return what the best upgrade brings a round that is left when so many are bought before it."""
    taken = 0
    best = 0
    for _ in range(earlier + 1):
        best = 0
        which = -1
        for upgrade in range(UPGRADE_COUNT):
            if sheet.upgrades[upgrade] == 0 and taken >> upgrade & 1 == 0 and w[UPGRADES_AT + upgrade] > best:
                best = int(w[UPGRADES_AT + upgrade])
                which = upgrade
        if which < 0:
            return 0
        taken |= 1 << which
    return best
