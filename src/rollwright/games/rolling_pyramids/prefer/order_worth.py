"""How the guide weighs an order: by the points that it makes likely, or by how it opens the ways of the campaign.

Orders are given one group at a time, so each is weighed by what was sent there before and by what could still follow.
What others have ordered is not looked at.
"""

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.games.rolling_pyramids.prefer.dice_worth import BASE
from rollwright.games.rolling_pyramids.prefer.numbers import (
    AT,
    DIFFICULTY_STRIDE,
    MAP_STRIDE,
    NO_WAY,
    PLACES_AT,
    ZONES_STRIDE,
)
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT, NOBODY
from rollwright.games.rolling_pyramids.sheet import (
    BOMBS,
    CENTRE,
    FACTORY,
    HEROES,
    LEGION,
    NEXT,
    NUMBERED,
    POINTS,
    ROUNDS,
    SPACES,
)

ATTACK_AT, DEFENCE_AT, WANTED_AT, PRICE_AT = AT["attack"], AT["defence"], AT["wanted"], AT["price"]
HOSTILE_AT, CONQUEST_AT, FOLLOW_AT, WEAR_AT, THREAT_AT = (
    AT["hostile"],
    AT["conquest"],
    AT["follow"],
    AT["wear"],
    AT["threat"],
)
NEEDED_AT, WAY_AT, USED_AT, WASTED_AT = AT["needed"], AT["way"], AT["used"], AT["wasted"]
INCOME_AT, FACTORY_AT, TAKES_AT, LAST_GOAL_AT = AT["income"], AT["factory"], AT["takes"], AT["last_goal"]

NEAR = np.array([[*np.flatnonzero(NEXT[space]), *[-1] * 6][:7] for space in range(SPACES)], np.int64)
"""The spaces that border each one; -1 after the last."""

UNIT = 20
"""What a man counts in a fight."""

STAY_BACK, NO_NEED = 80_000, 70_000
"""What is lost in the campaign if a group reinforces, or comes where enough are sent."""

FAR = 1_000
"""What is lost if a bomb falls where nobody can follow."""


def holding(s: Record, space: int, w: Ints) -> int:
    """Return what holding a space from this round on is worth."""
    return int(w[PLACES_AT + int(s.map) * MAP_STRIDE + int(s.round_no) * SPACES + space])


def order(s: Record, seat: int, group: int, space: int, w: Ints) -> int:
    """Weigh a group in a space by the points it makes likely, less what it could do elsewhere."""
    sheet = s.sheets[seat]
    owner = int(s.land.owner[space])
    hostile = owner != NOBODY and owner != seat
    if group == BOMBS and not hostile:
        return 1
    standing = 0
    if owner != NOBODY:
        heroes = int(s.land.heroes[space])
        standing = UNIT * int(s.land.men[space]) + heroes * w[DEFENCE_AT + int(s.sheets[owner].faction)]
    faction = int(sheet.faction)
    hero = w[ATTACK_AT + faction] if hostile else w[DEFENCE_AT + faction] if owner == seat else UNIT
    added = strength_of(sheet, group, hero, standing)
    near = group != BOMBS or borders(s, seat, space)
    sent = 0 if hostile else standing
    rest = 0
    for other in range(GROUP_COUNT):
        if sheet.order[other] == space + 1:
            sent += strength_of(sheet, other, hero, standing)
        elif other != group and sheet.order[other] == 0 and other != BOMBS and near:
            rest += UNIT * int(sheet.group[other])
    worth = holding(s, space, w)
    if hostile:
        worth += worth * w[HOSTILE_AT] // (100 * (int(s.seat_count) - 1))
    if owner != seat and int(sheet.crossed[0]) & int(sheet.crossed[1]) & 15 != 15:
        worth += w[CONQUEST_AT] * (ROUNDS - int(s.round_no))
    against = standing if hostile else 0
    threat = threat_to(s, seat, space, owner, w)
    more = chance(space, sent + added - against, threat, w) - chance(space, sent - against, threat, w)
    gain = worth * more // 256
    if gain == 0 and sent + added <= against < sent + added + rest:  # others must follow
        likely = worth * chance(space, sent + added + rest - against, threat, w) // 256
        gain = likely * added // (against + UNIT // 2 - sent) * w[FOLLOW_AT] // 100
    elif gain == 0:
        gain = min(added, against) * w[WEAR_AT] // 1_000
    return int(BASE + 40 * gain - w[PRICE_AT] * added)


def strength_of(sheet: Record, group: int, hero: int, standing: int) -> int:
    """Return what a group counts in a fight; a bomb only what it takes."""
    number = int(sheet.group[group])
    if group == HEROES:
        return number * hero
    return min(UNIT * number, standing) if group == BOMBS else UNIT * number


def threat_to(s: Record, seat: int, space: int, owner: int, w: Ints) -> int:
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
            its = -UNIT * int(s.sheets[other].group[BOMBS])
            for group in range(GROUP_COUNT):
                its += UNIT * int(s.sheets[other].group[group])
            most = max(most, its)
    return int(most * w[THREAT_AT] // 100)


def chance(space: int, lead: int, threat: int, w: Ints) -> int:
    """Return how likely, of 256, a lead over what stands in a space is enough against those who may come."""
    if lead <= 0 or lead >= threat:
        return 256 if lead > 0 else 0
    wanted = w[WANTED_AT + (0 if space == CENTRE else 1 if space < 7 else 2)]
    return int(256 - wanted + wanted * lead // threat)


def campaign_order(s: Record, group: int, space: int, w: Ints) -> int:
    """Weigh a group in a space of the campaign: it goes where little stands on the way to a start zone."""
    if s.land.owner[space] == 0:
        return BASE - STAY_BACK - space if group != BOMBS else 1
    sheet = s.sheets[0]
    men = UNIT * int(s.land.men[space])
    hero = w[ATTACK_AT + int(sheet.faction)]
    needed = men + UNIT // 2
    for other in range(GROUP_COUNT):
        if sheet.order[other] == space + 1:
            needed -= strength_of(sheet, other, hero, men)
    added = strength_of(sheet, group, hero, men)
    if needed <= 0:
        return BASE - NO_NEED if group != BOMBS else 1
    worth = BASE - needed * w[NEEDED_AT] // 200 - way_on(s, space, w) * w[WAY_AT] // 10
    worth += min(added, needed) * w[USED_AT] // 1_000
    if space < NUMBERED:
        worth += POINTS[s.map, space] * w[INCOME_AT] // 10
        if FACTORY[s.map, space] > 0:
            worth += w[FACTORY_AT + FACTORY[s.map, space] - LEGION] // 10
    if added >= needed:
        worth += w[TAKES_AT] // 10
    if group != BOMBS:
        return int(worth - max(0, added - needed) * w[WASTED_AT] // 1_000)
    if men == 0:
        return 1
    return int(worth if borders(s, 0, space) else worth - FAR)


def borders(s: Record, seat: int, space: int) -> bool:
    """Say whether a space borders one that a player controls."""
    i = 0
    while NEAR[space, i] >= 0 and s.land.owner[NEAR[space, i]] != seat:
        i += 1
    return bool(NEAR[space, i] >= 0)


def way_on(s: Record, space: int, w: Ints) -> int:
    """Return how many men stand beyond a space, on the best way to a start zone that is not held."""
    at = PLACES_AT + int(s.difficulty) * DIFFICULTY_STRIDE + int(s.map) * ZONES_STRIDE + space
    best = NO_WAY
    for zone in range(SPACES - NUMBERED):
        if s.land.owner[NUMBERED + zone] != 0:
            best = min(best, int(w[at + zone * SPACES]))
    if space == CENTRE:
        return 0 if best == NO_WAY else int(w[LAST_GOAL_AT])
    return best
