"""What a learned value of Rolling Pyramids looks at when a round is about to begin. Advice and no rule.

Between players every feature is a seat's own number less that of the strongest other seat. The campaign has features
of its own, and in each mode those of the other are zero.
"""

from math import isqrt

import numpy as np

from rollwright.core.contract import NOT_VALUED, Ints, Record
from rollwright.games.rolling_pyramids.prefer.dice_worth import COUNT, HALF_DONE, kind_of, written_in
from rollwright.games.rolling_pyramids.prefer.numbers import KINDS, PLAIN_PROSPECTS, prospects
from rollwright.games.rolling_pyramids.prefer.order_worth import NEAR
from rollwright.games.rolling_pyramids.rules.board import unlocked
from rollwright.games.rolling_pyramids.rules.state import DICE, NOBODY, UPGRADE_COUNT, goals_held, is_campaign
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    CAMPAIGN_ROUNDS,
    CENTRE,
    FACTORY,
    FOOT_GROUPS,
    LAST_POINTS,
    LEGION,
    NUMBERED,
    PAIR_COUNT,
    POINTS,
    ROUNDS,
    SPACES,
    TOUGHNESS,
    UPGRADES,
)

LAND = (
    "points",
    "points a round",
    "points of the last round",
    "spaces",
    "units, each more counting less",
    "heroes",
    "centre",
    "units in the centre, each more counting less",
    "points a round far from enemies",
    "points a round held by few units",
    "legion factories",
    "colossus factories",
    "bomb factories",
    "footmen factories",
)
BOARD = (
    "footmen",
    "triangles crossed",
    "rhombi crossed",
    "pairs begun",
    "pairs unspent",
    "legion begun",
    "colossus begun",
    "bomb begun",
    *(f"upgrade {name}" for name in UPGRADES),
)
CAMPAIGN = (
    "one",
    "goals",
    "men on the way to the nearest zone",
    "men on the way to the second zone",
    "men on the way to the third zone",
    "men on the way to the centre",
    "men on all these ways, beyond what may come",
    "men kept",
    "units in the way of the march",
)

NAMES = (*LAND, *BOARD, "first", *CAMPAIGN)
STAGES = ROUNDS + CAMPAIGN_ROUNDS + ROUNDS
"""A round is a stage: of a game of two, of the campaign, or of a game of more."""

CAMPAIGN_STAGE, CROWD_STAGE = ROUNDS, ROUNDS + CAMPAIGN_ROUNDS
"""The first stages of the campaign and of games of more than two."""

LAND_AT, BOARD_AT, FIRST_AT = 0, len(LAND), len(LAND) + len(BOARD)
CAMPAIGN_AT = FIRST_AT + 1
FACTORIES_AT = LAND.index("legion factories")
UPGRADES_AT = BOARD_AT + len(BOARD) - UPGRADE_COUNT

ROOTS = np.array([isqrt(64 * number) for number in range(64)], np.int64)
"""Eight times the square root of a number of units."""

BOMB_WORTH, BOMB_MOST = 60, 20
PROSPECTS = np.array(
    [
        PLAIN_PROSPECTS[kind] if kind in PLAIN_PROSPECTS else prospects(kind, BOMB_WORTH, BOMB_MOST)
        for kind in range(KINDS)
    ]
)
"""How strong an army is likely to become, by its kind and what is written in it."""

FEW = 6
"""So many units hold a space against a usual attack."""

FAR = 400
"""Further than any way."""


def features(s: Record, seat: int, out: Ints) -> int:
    """Write what a seat has more than the strongest other, and return the stage; only when a round's dice are due."""
    if s.phase != DICE:
        return NOT_VALUED
    for i in range(len(NAMES)):
        out[i] = 0
    count_land(s, seat, 1, out)
    count_board(s, seat, 1, out)
    if is_campaign(s):
        count_campaign(s, out)
        return CAMPAIGN_STAGE + int(s.round_no) - 1
    rival = strongest_other(s, seat)
    count_land(s, rival, -1, out)
    count_board(s, rival, -1, out)
    if s.first == seat:
        out[FIRST_AT] = 1
    elif s.first == rival:
        out[FIRST_AT] = -1
    return (CROWD_STAGE if s.seat_count > 2 else 0) + int(s.round_no) - 1


def strongest_other(s: Record, seat: int) -> int:
    """Return the other seat that would have most points if all held what they hold."""
    best = NOBODY
    most = -1
    left = ROUNDS - int(s.round_no)
    for other in range(s.seat_count):
        if other != seat:
            points = int(s.sheets[other].points)
            for space in range(NUMBERED):
                if s.land.owner[space] == other:
                    points += POINTS[s.map, space] * left + LAST_POINTS[s.map, space]
            if points > most:
                most = points
                best = other
    return best


def count_land(s: Record, side: int, sign: int, out: Ints) -> None:
    """Add or take off what a seat holds."""
    out[0] += sign * int(s.sheets[side].points)
    for space in range(NUMBERED):
        if s.land.owner[space] == side:
            heroes = int(s.land.heroes[space])
            units = min(63, int(s.land.men[space]) + heroes * TOUGHNESS[s.sheets[side].faction])
            points = POINTS[s.map, space]
            out[1] += sign * points
            out[2] += sign * LAST_POINTS[s.map, space]
            out[3] += sign
            out[4] += sign * ROOTS[units]
            out[5] += sign * heroes
            if space == CENTRE:
                out[6] += sign
                out[7] += sign * ROOTS[units]
            if is_far(s, side, space):
                out[8] += sign * points
            elif units < FEW:
                out[9] += sign * points
            if FACTORY[s.map, space] > 0:
                out[FACTORIES_AT + FACTORY[s.map, space] - LEGION] += sign


def is_far(s: Record, side: int, space: int) -> bool:
    """Say whether no other side holds a space beside this one."""
    i = 0
    while NEAR[space, i] >= 0:
        owner = int(s.land.owner[NEAR[space, i]])
        if owner >= 0 and owner != side:
            return False
        i += 1
    return True


def count_board(s: Record, side: int, sign: int, out: Ints) -> None:
    """Add or take off what a seat's board will bring."""
    sheet = s.sheets[side]
    for group in range(FOOT_GROUPS):
        crossed = int(sheet.crossed[group])
        out[BOARD_AT] += sign * unlocked(sheet, group)
        out[BOARD_AT + 1] += sign * COUNT[crossed & 15]
        out[BOARD_AT + 2] += sign * HALF_DONE[COUNT[crossed >> 4 & 3], COUNT[crossed >> 6]]
    for pair in range(PAIR_COUNT):
        if sheet.spent[pair] == 0:
            written = int(sheet.low[pair] != 0) + int(sheet.high[pair] != 0)
            if written == 1:
                out[BOARD_AT + 3] += sign
            elif written != 0:
                out[BOARD_AT + 4] += sign
    for which in range(LEGION, BOMB + 1):
        out[BOARD_AT + 5 + which - LEGION] += sign * PROSPECTS[kind_of(sheet, which), written_in(sheet, which)]
    for upgrade in range(UPGRADE_COUNT):
        out[UPGRADES_AT + upgrade] += sign * int(sheet.upgrades[upgrade])


def count_campaign(s: Record, out: Ints) -> None:
    """Add what stands between the player and the goals of the campaign."""
    at = CAMPAIGN_AT
    out[at] = 1
    out[at + 1] = goals_held(s)
    total = 0
    for zone in range(NUMBERED, SPACES):
        if s.land.owner[zone] != 0:
            way = men_before(s, zone)
            total += way
            if way > out[at + 4]:
                out[at + 2] = out[at + 3]
                out[at + 3] = out[at + 4]
                out[at + 4] = way
            elif way > out[at + 3]:
                out[at + 2] = out[at + 3]
                out[at + 3] = way
            else:
                out[at + 2] = max(out[at + 2], way)
    if s.land.owner[CENTRE] != 0:
        out[at + 5] = men_before(s, CENTRE)
        total += out[at + 5]
    out[at + 6] = max(0, total - 12 * (CAMPAIGN_ROUNDS + 1 - int(s.round_no)))
    out[at + 7] = int(s.sheets[0].kept)
    for space in range(8):
        if s.land.owner[space] == 0:
            out[at + 8] += int(s.land.men[space]) + int(s.land.heroes[space]) * TOUGHNESS[s.sheets[0].faction]


def men_before(s: Record, goal: int) -> int:
    """Return how many men stand on the best way from what the player holds to a goal, that included: two steps."""
    best = FAR
    i = 0
    while NEAR[goal, i] >= 0:
        beside = NEAR[goal, i]
        found = FAR
        if s.land.owner[beside] == 0:
            found = 0
        else:
            k = 0
            while NEAR[beside, k] >= 0:
                further = NEAR[beside, k]
                if further != goal:
                    found = min(found, men_to(s, further))
                k += 1
            found += int(s.land.men[beside]) + 1
        best = min(best, found)
        i += 1
    return best + int(s.land.men[goal]) + 1


def men_to(s: Record, space: int) -> int:
    """Return how many men stand in a space and on the best way to it from beside it."""
    if s.land.owner[space] == 0:
        return 0
    best = 20
    i = 0
    while NEAR[space, i] >= 0:
        if s.land.owner[NEAR[space, i]] == 0:
            best = 0
        i += 1
    return best + int(s.land.men[space]) + 1
