"""The position of a game of Rolling Pyramids, and what can be read from it."""

import numpy as np

from rollwright.core.contract import HEADER, Record
from rollwright.games.rolling_pyramids import moves as notation
from rollwright.games.rolling_pyramids.sheet import (
    CAMPAIGN_DICE,
    CAMPAIGN_ROUNDS,
    DEVICES,
    FACTORY,
    FACTORY_AT,
    FIRST_DEVICE,
    FOOT_GROUPS,
    GOALS,
    GROUPS,
    MOST_FACTORIES,
    PAIR_COUNT,
    ROUNDS,
    SPACES,
    UPGRADES,
    WRITTEN,
)

ZONE = notation.ZONE.layout
WRITE = notation.WRITE.layout
DISCARD = notation.DISCARD.layout
DEVELOP = notation.DEVELOP.layout
SEND = notation.SEND.layout
READY = notation.READY.layout[0]
CROSS = notation.CROSS.layout
KEEP = notation.KEEP.layout
RAM_AT = notation.RAM.layout
SPIKES_AT = notation.SPIKES.layout
UMBRELLA_AT = notation.UMBRELLA.layout
DONE = notation.DONE.layout[0]

START_DIE, CHOOSING, DICE, DRAFT, DEVELOPING, DEPLOYMENT, CROSSING, SPOILS, PLACING, OVER = range(10)
"""Phases; a zeroed record begins with the start die. SPOILS is the campaign's: men are kept, or reinforce."""

GROUP_COUNT = len(GROUPS)
UPGRADE_COUNT = len(UPGRADES)
PLAYERS = 4
SIDES = PLAYERS + 1
PHARAOH = PLAYERS
"""The side, and the colour of dice, that is nobody's seat."""
NOBODY = -1
DICE_EACH = 4  # RP-20: two d4, two d8
MAX_DICE = PLAYERS * DICE_EACH
MAX_MOVES = 1_104
"""Own dice can be written as seven numbers, the others as three, in 17 slots each, or be discarded."""

TAKER = np.array(
    [
        [*range(seats), *reversed(range(seats))] * (2 if seats else 0) + [0] * (MAX_DICE + 1 - 4 * seats)
        for seats in range(PLAYERS + 1)
    ],
    np.int64,
)
"""How many seats after the first one each die of a round is taken, a line a number of seats (RP-20)."""

LAND = np.dtype((np.record, [
    ("owner", "i1", (SPACES,)),  # the side that controls each space, or NOBODY
    ("men", "i2", (SPACES,)),
    ("heroes", "i2", (SPACES,)),
]))  # fmt: skip

FORCES = np.dtype((np.record, [
    ("men", "i2", (SIDES,)),
    ("heroes", "i2", (SIDES,)),
    ("wound", "i1", (SIDES,)),  # taken by a hero who is not dead of it
    ("toughness", "i1", (SIDES,)),  # of each side's heroes
]))  # fmt: skip

SHEET = np.dtype((np.record, [
    ("faction", "i1"),
    ("zone", "i1"),  # the start zone, or NOBODY as long as none is chosen
    ("written", "i1", (WRITTEN,)),  # slots of hero, legion, colossus, bomb; 0: empty
    ("crossed", "i2", (FOOT_GROUPS,)),  # bit n: space n of a group of footmen is crossed
    ("low", "i1", (PAIR_COUNT,)),  # the triangles of the pairs
    ("high", "i1", (PAIR_COUNT,)),  # and the rhombi
    ("spent", "i1", (PAIR_COUNT,)),  # whether a pair has bought something
    ("upgrades", "i1", (UPGRADE_COUNT,)),
    ("devices", "i1", (DEVICES,)),  # where each device is, a border or a space, plus one; 0: not placed
    ("placed", "i1", (DEVICES,)),  # in which round: it works from the next one on
    ("group", "i1", (GROUP_COUNT,)),  # how strong each group of the last deployment was; 0: none
    ("order", "i1", (GROUP_COUNT,)),  # where it was sent, plus one; 0: it stayed at home
    ("ready", "i1"),  # with the phase that is open
    ("told", "i1"),  # everybody knows that the orders are given
    ("triangles", "i1"),  # to be crossed for spaces conquered (RP-28)
    ("kept", "i2"),  # men kept for the next deployment (RP-55)
    ("points", "i2"),
]))  # fmt: skip

STATE = np.dtype((np.record, [
    *HEADER,
    ("phase", "i1"),
    ("map", "i1"),
    ("difficulty", "i1"),  # of the campaign (RP-50)
    ("first", "i1"),  # who takes the first die in this round (RP-22)
    ("turn", "i1"),  # how many have chosen a zone, or how many dice are taken
    ("dice", "i1", (SIDES * DICE_EACH,)),  # faces by colour: two d4, two d8; 0: taken
    ("drawn", "i1"),  # the sum of the dice that were taken (RP-53)
    ("last_kept", "i1"),  # the last space whose men are kept, plus one (RP-55)
    ("march", "i1"),  # the Pharaoh's reinforcements of this round (RP-53)
    ("land", LAND),
    ("before", LAND),  # as it was before the last fights
    ("after", LAND),  # as it was after them: only the Pharaoh's march comes between that and `land`
    ("forces", FORCES),  # in the space that is being fought for; empty otherwise
    ("sheets", SHEET, (PLAYERS,)),
]))  # fmt: skip


def is_campaign(s: Record) -> bool:
    """Say whether one player fights against the Pharaoh (RP-50)."""
    return s.seat_count == 1


def rounds_of(s: Record) -> int:
    """Return how many rounds are played (RP-32, RP-56)."""
    return CAMPAIGN_ROUNDS if is_campaign(s) else ROUNDS


def dice_to_take(s: Record) -> int:
    """Return how many dice are taken in a round, by all together (RP-20, RP-52)."""
    return CAMPAIGN_DICE if is_campaign(s) else s.seat_count * DICE_EACH


def waiting(s: Record) -> int:
    """Wait for whose turn it is, or for all who are not ready with a phase that is played at once."""
    if s.phase == CHOOSING:
        return 1 << chooser(s)
    if s.phase == DRAFT:
        return 1 << drafter(s)
    seats = 0
    if s.phase == DEVELOPING or s.phase == DEPLOYMENT or s.phase == PLACING or s.phase == SPOILS:
        for seat in range(s.seat_count):
            if s.sheets[seat].ready == 0:
                seats |= 1 << seat
    elif s.phase == CROSSING:
        for seat in range(s.seat_count):
            if s.sheets[seat].triangles > 0:
                seats |= 1 << seat
    return seats


def chooser(s: Record) -> int:
    """Return who chooses a start zone: the last player first (RP-41)."""
    return (int(s.first) + s.seat_count - 1 - s.turn) % s.seat_count


def drafter(s: Record) -> int:
    """Return who takes the next die: from first to last, then from last to first, twice (RP-20)."""
    seat = int(s.first) + TAKER[s.seat_count, s.turn]
    return seat if seat < s.seat_count else seat - s.seat_count


def factories(s: Record, seat: int) -> int:
    """Return the parts of the board for which a player controls a factory (RP-04), as bits."""
    parts = 0
    for i in range(MOST_FACTORIES):
        space = FACTORY_AT[s.map, i]
        if s.land.owner[space] == seat:
            parts |= 1 << FACTORY[s.map, space]
    return parts


def has_factory(s: Record, seat: int, part: int) -> bool:
    """Say whether a player controls a factory for a part of the board (RP-04)."""
    return factories(s, seat) >> part & 1 == 1


def goals_held(s: Record) -> int:
    """Return how many of the campaign's goals are held: the centre and the start zones (RP-51)."""
    held = 0
    for space in GOALS:
        if s.land.owner[space] == 0:
            held += 1
    return held


def free_device(sheet: Record, device: int) -> bool:
    """Say whether a device was developed and is not placed yet (RP-31)."""
    return sheet.upgrades[FIRST_DEVICE + device] == 1 and sheet.devices[device] == 0
