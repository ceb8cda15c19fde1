"""What a player of Rolling Pyramids would look at first. A guide for playouts and no rule: nothing is decided here.

Dice are weighed in the men they will bring, orders in the points. Orders are given one group at a time, so each is
weighed by what was sent there before and by what could still follow. What others have ordered is not looked at.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Record
from rollwright.core.moves import is_form, part
from rollwright.games.rolling_pyramids.moves import DICE, FACES_A_COLOUR
from rollwright.games.rolling_pyramids.rules.board import SLOTS_AN_ARMY
from rollwright.games.rolling_pyramids.rules.state import (
    CROSS,
    CROSSING,
    DEPLOYMENT,
    DEVELOP,
    DEVELOPING,
    DISCARD,
    DONE,
    DRAFT,
    GROUP_COUNT,
    KEEP,
    NOBODY,
    PLACING,
    RAM_AT,
    READY,
    SEND,
    SPIKES_AT,
    SPOILS,
    UMBRELLA_AT,
    UPGRADE_COUNT,
    WRITE,
    is_campaign,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMB_LINE,
    BOMB_MORE,
    BOMB_TIMES,
    BOMBS,
    BORDER_ENDS,
    CAMPAIGN_ROUNDS,
    CENTRE,
    COLOSSUS_MORE,
    COLOSSUS_TIMES,
    FACTORY,
    FIRST_SLOT,
    FOOT_BIT,
    FOOTMEN,
    GARRISON,
    GUARD,
    HERO,
    HEROES,
    LAST_POINTS,
    LEGION,
    LEGION_ADDS,
    LEGION_LINE,
    LEGION_MORE,
    MOST,
    NEXT,
    NUMBERED,
    PAIR_COUNT,
    PAIRS,
    POINTS,
    RHOMBUS,
    ROUNDS,
    SLOT_PART,
    SLOT_PLACE,
    SPACES,
    STRIKE,
    TOUGHNESS,
    TRIANGLE,
    TRIANGLE_MOST,
)

BASE = 1_000_000
"""Added to weights that could be below 1 without it."""

MAN = 100
"""Weights are whole numbers: men, or points, times this."""

# ---- Dice --------------------------------------------------------------------------------------------------------

DIE_FACE = np.array([int(name[4:]) for name in DICE], np.int64)
DIE_SHAPE = np.array([TRIANGLE if name[2] == "4" else RHOMBUS for name in DICE], np.int64)
"""Face and shape of a die, by what moves call it."""

LUCK = np.diff((np.arange(33) / 32) ** 3)
"""How likely each of 32 equal chances, the worst first, is the best of three: about so many dice a player looks at."""

DIGIT = np.array([81, 9, 1], np.int64)
"""Three numbers are one: digits of base nine."""

BOMB_USE = ((60, 9), (95, 20))
"""What a unit that a bomb takes is worth against players and in the campaign, in hundredths, and how many at most."""


def _strength(kind: int, a: int, b: int, c: int) -> int:
    """Return what three numbers are worth in an army of a kind; 0 for numbers that it does not take."""
    percent, most = BOMB_USE[kind > 7]
    counts = b if kind % 2 else a
    if kind < 4:
        return (counts + LEGION_ADDS[kind // 2]) * MAN if a < b < c else 0
    if kind < 12:
        return min((MOST - counts) * BOMB_TIMES[kind // 2 % 2], most) * percent if a > b > c else 0
    return a * COLOSSUS_TIMES[kind % 2] * MAN if a == c <= TRIANGLE_MOST else 0


def _prospects(kind: int) -> NDArray[np.int64]:
    """Return how strong an army of a kind is likely to become, by what is written: 0 if it cannot be finished.

    A state is worth what the best of a few dice makes of it, on average. Every other die is one's own.
    """
    found = np.zeros(9 * DIGIT[0], np.int64)
    for state in product(range(MOST, -1, -1), repeat=SLOTS_AN_ARMY):  # those with a number more come before
        at = int(np.dot(state, DIGIT))
        if all(state):
            found[at] = _strength(kind, *state)
            continue
        best = np.zeros((2, MOST + 2), np.int64)  # by shape and number
        for place, number in product(range(SLOTS_AN_ARMY), range(1, MOST + 1)):
            if state[place] == 0:
                for shape in (TRIANGLE, RHOMBUS):
                    if kind < 12 or place != (2 if shape == TRIANGLE else 0):
                        best[shape, number] = max(best[shape, number], found[at + number * DIGIT[place]])
        values = [
            best[shape, face - own : face + own + 1].max()
            for shape, faces in ((TRIANGLE, [1, 2, 3, 4] * 2), (RHOMBUS, range(1, 9)))
            for face, own in product(faces, (0, 1))
        ]
        found[at] = round(np.dot(np.sort(values), LUCK))
    return found


PROSPECTS = np.array([_prospects(kind) for kind in range(14)])
"""By kind of army: legion, bomb against players and in the campaign, colossus, each before and after its upgrades."""

HERO_WORTH = np.array([110 + 35 * STRIKE + 35 * (TOUGHNESS - 1) + 25 * GUARD, 60 + 90 * STRIKE + 40 * TOUGHNESS])
"""What a hero is worth in hundredths of a man, against players and in the campaign."""

COUNT = np.array([number.bit_count() for number in range(16)], np.int64)

HALF_DONE = np.array([[0, 32, 63], [28, 63, 112], [70, 126, 210]], np.int64)
ALL_DONE = np.array([[0, 0, 0], [0, 0, 0], [100, 100, 300]], np.int64)
"""What crossed rhombi of footmen are worth a round, by those of the first pair and of the second; and near the end."""

PIP = 25
"""In the campaign half of all pips taken become the Pharaoh's men."""

UPGRADE_A_ROUND = np.array([[110, 100, 60, 35, 35, 40, 20, 15], [110, 100, 50, 150, 120, 0, 0, 0]], np.int64)
"""What each upgrade brings a round, against players and in the campaign."""
BEST_UPGRADES = np.argsort(-UPGRADE_A_ROUND, kind="stable")


def rounds_left(s: Record) -> int:
    """Return for how many rounds what is written now will matter, this one included."""
    if not is_campaign(s):
        return ROUNDS + 1 - int(s.round_no)
    return max(12, min(CAMPAIGN_ROUNDS + 1, int(s.round_no) + 3)) - int(s.round_no)


def draft(s: Record, seat: int, move: int) -> int:
    """Weigh a die in a slot by the men it will bring."""
    sheet = s.sheets[seat]
    alone = 1 if is_campaign(s) else 0
    if is_form(DISCARD, move):
        return BASE - alone * PIP * DIE_FACE[part(DISCARD, move, 0)]
    die = part(WRITE, move, 2)
    slot = part(WRITE, move, 1)
    value = part(WRITE, move, 0)
    which = SLOT_PART[slot]
    worth = BASE - alone * PIP * DIE_FACE[die]
    if die // FACES_A_COLOUR != seat:
        worth += 3  # one's own dice can be changed: they are taken last
    if which == HERO:
        return worth + value * HERO_WORTH[alone, sheet.faction]
    if which == FOOTMEN:
        return worth + footmen(s, sheet, SLOT_PLACE[slot], DIE_SHAPE[die], value)
    if which == PAIRS:
        return worth + pair(s, sheet, SLOT_PLACE[slot], DIE_SHAPE[die], value)
    return worth + army(s, sheet, which, SLOT_PLACE[slot], value)


def army(s: Record, sheet: Record, which: int, place: int, value: int) -> int:
    """Weigh a number in an army by how much stronger it is likely to become; in the last round only what gets ready."""
    first = FIRST_SLOT[which]
    written = 81 * int(sheet.written[first]) + 9 * int(sheet.written[first + 1]) + int(sheet.written[first + 2])
    then = written + value * DIGIT[place]
    if rounds_left(s) == 1:
        missing = int(then < 81) + int(then % 81 < 9) + int(then % 9 == 0)
        if missing > 3 - s.turn // s.seat_count:
            return -10
    kind = 12 + int(sheet.upgrades[COLOSSUS_MORE])
    if which == LEGION:
        kind = 2 * int(sheet.upgrades[LEGION_MORE]) + int(sheet.upgrades[LEGION_LINE])
    elif which == BOMB:
        kind = (8 if is_campaign(s) else 4) + 2 * int(sheet.upgrades[BOMB_MORE]) + int(sheet.upgrades[BOMB_LINE])
    return PROSPECTS[kind, then] - PROSPECTS[kind, written] + PROSPECTS[kind, 0] // SLOTS_AN_ARMY


def footmen(s: Record, sheet: Record, group: int, shape: int, value: int) -> int:
    """Weigh a space of the footmen by the men it will unlock; triangles come of conquests anyway."""
    crossed = int(sheet.crossed[group])
    left = rounds_left(s)
    if shape == TRIANGLE:
        return min(left, 4 if is_campaign(s) else 2) * triangle_worth(crossed, value) // 2
    left -= (5 - COUNT[crossed & 15]) // 2  # so long it takes to conquer the triangles
    if left <= 0:
        return 0
    then = crossed | FOOT_BIT[group, RHOMBUS, value]
    table = ALL_DONE if left <= 2 else HALF_DONE
    now = table[COUNT[crossed >> 4 & 3], COUNT[crossed >> 6]]
    return left * (table[COUNT[then >> 4 & 3], COUNT[then >> 6]] - now)


def triangle_worth(crossed: int, number: int) -> int:
    """Weigh a triangle of the footmen: the first two unlock a man, then the other two."""
    if number <= 2:
        return 120 if crossed & 3 != 0 else 70
    return 20 if crossed & 3 != 3 else 110 if crossed & 12 != 0 else 60


def pair(s: Record, sheet: Record, at: int, shape: int, value: int) -> int:
    """Weigh a number in a pair by half the best upgrade that is not spoken for."""
    earlier = 0
    for other in range(PAIR_COUNT):
        if other != at and sheet.spent[other] == 0 and (sheet.low[other] != 0 or sheet.high[other] != 0):
            earlier += 1
    alone = 1 if is_campaign(s) else 0
    best = 0
    for i in range(UPGRADE_COUNT):
        upgrade = BEST_UPGRADES[alone, i]
        if sheet.upgrades[upgrade] == 0:
            best = UPGRADE_A_ROUND[alone, upgrade]
            earlier -= 1
            if earlier < 0:
                break
    if earlier >= 0:
        return 0
    left = rounds_left(s)
    if sheet.low[at] != 0 or sheet.high[at] != 0:
        return left * best * 4 // 10
    return (left - 1) * best * 27 // 100 + (3 * value if shape == RHOMBUS else -5 * value)


# ---- Orders ------------------------------------------------------------------------------------------------------

NEAR = np.array([[*np.flatnonzero(NEXT[space]), *[-1] * 6][:7] for space in range(SPACES)], np.int64)
"""The spaces that border each one; -1 after the last."""

ATTACK = 1 + 2 * STRIKE + TOUGHNESS
DEFENCE = 1 + 2 * GUARD + TOUGHNESS
"""What a hero counts in a fight: men count 2."""

STAYS = 0.75
"""The chance to hold a space for another round."""

FACTORY_POINTS = np.array([0.0, 0.7, 0.3, 0.3, 0.5, 0.0])
"""What a factory for each part of the board is worth a round, in points; the last stands for none."""

HOLDINGS = np.zeros((len(POINTS), ROUNDS + 1, SPACES), np.int64)
"""What holding a space from a round on is worth, by map and round."""
HOLDINGS[:, ROUNDS] = MAN * LAST_POINTS
for _number in range(ROUNDS - 1, -1, -1):
    HOLDINGS[:, _number] = MAN * (POINTS + FACTORY_POINTS[FACTORY]) + STAYS * HOLDINGS[:, _number + 1]

WANTED = np.array([80 if s == CENTRE else 45 if s < 7 else 35 for s in range(SPACES)], np.int64)
"""How likely an enemy who can come to a space comes, of 256."""

PRICE = 25
"""What half a man could bring elsewhere."""


def orders(s: Record, seat: int, move: int) -> int:
    """Weigh a group in a space by the points it makes likely, less what it could do elsewhere."""
    if move == READY:
        return 2
    sheet = s.sheets[seat]
    group = part(SEND, move, 0)
    space = part(SEND, move, 1)
    if is_campaign(s):
        return campaign_order(s, sheet, group, space)
    owner = int(s.land.owner[space])
    hostile = owner != NOBODY and owner != seat
    standing = 0
    if owner != NOBODY:
        standing = 2 * int(s.land.men[space]) + int(s.land.heroes[space]) * DEFENCE[s.sheets[owner].faction]
    hero = ATTACK[sheet.faction] if hostile else DEFENCE[sheet.faction] if owner == seat else 2
    added = strength_of(sheet, group, hero, standing)
    if group == BOMBS and not hostile:
        return 1
    near = group != BOMBS or borders(s, seat, space)
    sent = 0 if hostile else standing
    rest = 0
    for other in range(GROUP_COUNT):
        if sheet.order[other] == space + 1:
            sent += strength_of(sheet, other, hero, standing)
        elif other != group and sheet.order[other] == 0 and other != BOMBS and near:
            rest += 2 * int(sheet.group[other])
    worth = HOLDINGS[s.map, s.round_no, space]
    if hostile:
        worth += worth // (s.seat_count - 1)
    if owner != seat and int(sheet.crossed[0]) & int(sheet.crossed[1]) & 15 != 15:
        worth += 12 * (ROUNDS - s.round_no)
    against = standing if hostile else 0
    threat = threat_to(s, seat, space, owner)
    gain = worth * (chance(space, sent + added - against, threat) - chance(space, sent - against, threat)) // 256
    if gain == 0 and sent + added <= against < sent + added + rest:  # others must follow
        gain = (
            worth * chance(space, sent + added + rest - against, threat) // 256 * added // (against + 1 - sent) * 3 // 4
        )
    elif gain == 0:
        gain = min(added, against) // 2
    return BASE + 4 * gain - PRICE * added


def strength_of(sheet: Record, group: int, hero: int, standing: int) -> int:
    """Return what a group counts in a fight; a bomb only what it takes."""
    number = int(sheet.group[group])
    if group == HEROES:
        return number * hero
    return min(2 * number, standing) if group == BOMBS else 2 * number


def threat_to(s: Record, seat: int, space: int, owner: int) -> int:
    """Return the strongest that an enemy could send to a space."""
    enemies = 0 if owner == NOBODY else 1 << owner
    i = 0
    while NEAR[space, i] >= 0:
        if s.land.owner[NEAR[space, i]] >= 0:
            enemies |= 1 << int(s.land.owner[NEAR[space, i]])
        i += 1
    most = 0
    for other in range(s.seat_count):
        if other != seat and enemies >> other & 1:
            its = -2 * int(s.sheets[other].group[BOMBS])
            for group in range(GROUP_COUNT):
                its += 2 * int(s.sheets[other].group[group])
            most = max(most, its)
    return most


def chance(space: int, lead: int, threat: int) -> int:
    """Return how likely, of 256, a lead over what stands in a space is enough against those who may come."""
    if lead <= 0 or lead >= threat:
        return 256 if lead > 0 else 0
    return 256 - WANTED[space] + WANTED[space] * lead // threat


# ---- The campaign ------------------------------------------------------------------------------------------------


def _ways() -> NDArray[np.int64]:
    """Return how many men stand on the best way from a space on to each start zone, by difficulty and map."""
    found = np.full((*GARRISON.shape[:2], SPACES - NUMBERED, SPACES), 1_000, np.int64)
    for level, table, zone in np.ndindex(found.shape[:3]):
        costs = found[level, table, zone]
        costs[NUMBERED + zone] = 0
        for _, space, after in product(range(SPACES), range(SPACES), range(SPACES)):
            if NEXT[space, after]:
                walked = 4 if after < 7 else 0  # there the Pharaoh's reinforcements march
                costs[space] = min(costs[space], costs[after] + GARRISON[level, table, after] + 1 + walked)
    return found


WAYS = _ways()

FAR = 1_000
"""What is lost if a bomb falls where nobody can follow."""

LAST_GOAL = 50
"""The centre can wait for the zones: as if so many more men stood there."""


def campaign_order(s: Record, sheet: Record, group: int, space: int) -> int:
    """Weigh a group in a space of the campaign: it goes where the least stands on the way to a start zone."""
    if s.land.owner[space] == 0:
        return BASE - 8_000 - space if group != BOMBS else 1
    men = 2 * int(s.land.men[space])
    hero = ATTACK[sheet.faction]
    needed = men + 1
    for other in range(GROUP_COUNT):
        if sheet.order[other] == space + 1:
            needed -= strength_of(sheet, other, hero, men)
    added = strength_of(sheet, group, hero, men)
    if needed <= 0:
        return BASE - 4_000 if group != BOMBS else 1
    worth = BASE - 10 * (needed // 2 + way_on(s, space)) + min(added, needed) // 2
    if group != BOMBS:
        return worth - max(0, added - needed) // 2
    return 1 if men == 0 else worth if borders(s, 0, space) else worth - FAR


def borders(s: Record, seat: int, space: int) -> bool:
    """Say whether a space borders one that a player controls."""
    i = 0
    while NEAR[space, i] >= 0 and s.land.owner[NEAR[space, i]] != seat:
        i += 1
    return NEAR[space, i] >= 0


def way_on(s: Record, space: int) -> int:
    """Return how many men stand beyond a space, on the best way to a start zone that is not held."""
    best = 1_000
    for zone in range(NUMBERED, SPACES):
        if s.land.owner[zone] != 0:
            best = min(best, WAYS[s.difficulty, s.map, zone - NUMBERED, space])
    if space == CENTRE:
        return 0 if best == 1_000 else LAST_GOAL
    return best


# ---- The rest ----------------------------------------------------------------------------------------------------


def places(s: Record, seat: int, move: int) -> int:
    """Weigh where a device stands: the umbrella where most is held, ram and spikes between that and an enemy."""
    if move == DONE:
        return 1
    if is_form(UMBRELLA_AT, move):
        return BASE + HOLDINGS[s.map, s.round_no, part(UMBRELLA_AT, move, 0)]
    ram = is_form(RAM_AT, move)
    border = part(RAM_AT, move, 0) if ram else part(SPIKES_AT, move, 0)
    one = BORDER_ENDS[border, 0]
    two = BORDER_ENDS[border, 1]
    if s.land.owner[one] != seat:
        one, two = two, one
    worth = HOLDINGS[s.map, s.round_no, two if ram else one]
    if s.land.owner[two] == seat:
        return BASE + worth // 4
    return BASE + worth + (100 if s.land.owner[two] != NOBODY else 0)


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move, roughly as a player would."""
    if s.phase == DRAFT:
        return draft(s, seat, move)
    if s.phase == DEPLOYMENT:
        return orders(s, seat, move)
    if s.phase == CROSSING and move != DONE:
        return 2 + triangle_worth(int(s.sheets[seat].crossed[part(CROSS, move, 0)]), part(CROSS, move, 1))
    if s.phase == DEVELOPING:
        return 1 if move == DONE else 2 + UPGRADE_A_ROUND[1 if is_campaign(s) else 0, part(DEVELOP, move, 0)]
    if s.phase == SPOILS:
        return 1 if move == DONE else 2 + NUMBERED - part(KEEP, move, 0)
    return places(s, seat, move) if s.phase == PLACING else 1
