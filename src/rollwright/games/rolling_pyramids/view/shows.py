"""The numbers by which Rolling Pyramids is drawn: which look each group has at a position."""

from rollwright.core.contract import Ints, Record
from rollwright.games.rolling_pyramids.proposals import army_upgrades
from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, SPIKES_DEVICE, UMBRELLA_DEVICE
from rollwright.games.rolling_pyramids.rules.board import strength
from rollwright.games.rolling_pyramids.rules.campaign import reinforcements
from rollwright.games.rolling_pyramids.rules.devices import BORDER_COUNT, is_at
from rollwright.games.rolling_pyramids.rules.orders import spread
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    DEPLOYMENT,
    DICE,
    DICE_EACH,
    DRAFT,
    GROUP_COUNT,
    NOBODY,
    PLACING,
    PLAYERS,
    SIDES,
    START_DIE,
    UPGRADE_COUNT,
    drafter,
    free_device,
    has_factory,
    is_campaign,
)
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    BOMBS,
    DEVICES,
    FIRST_SLOT,
    FOOT_GROUPS,
    FOOT_ONE,
    FOOTMEN,
    HERO,
    LEGION,
    MOST,
    NEIGHBOURS,
    PAIR_COUNT,
    SPACES,
    TRACK_SPACES,
    WRITTEN,
)
from rollwright.view import ABSENT, slots

ARMIES = BOMB - LEGION + 1
ARMIES_AND_HERO = BOMB - HERO + 1
FOOT_SPACES = len(TRACK_SPACES[0])
DICE_COUNT = SIDES * DICE_EACH
RIVALS = PLAYERS - 1

(
    MAP_FOOT, SPACE, DEVICE, BORDER, ORDERS, ORDER,
    BOARD_FRAME, SLOT, ARMY, FOOT_ROW, FOOT_SPACE, PAIR_ROW, PAIR, UPGRADE,
    RIVAL, RIVAL_ARMY, RIVAL_FOOT, RIVAL_BOUGHT,
    DIE, MARCH, VALUE, DISCARD, GROUP, FREE_DEVICE, SLOTS,
) = slots(
    1, SPACES, PLAYERS * DEVICES, BORDER_COUNT, 1, GROUP_COUNT,
    1, WRITTEN, ARMIES, FOOT_GROUPS, FOOT_GROUPS * FOOT_SPACES, 1, 2 * PAIR_COUNT, UPGRADE_COUNT,
    RIVALS, RIVALS * ARMIES_AND_HERO, RIVALS * FOOT_GROUPS, RIVALS,
    DICE_COUNT, 1, MOST, 1, GROUP_COUNT, DEVICES,
)  # fmt: skip

UNROLLED, RESTING = 16, 32
"""The codes of a die that is about to be rolled, and of one that waits for the next round; 0 is one that is taken."""


def shows(s: Record, seat: int, codes: Ints) -> None:
    """Write the look of each group: the map, a seat's board, those of the others, and what lies beside."""
    show_map(s, seat, codes)
    show_board(s, seat, codes)
    show_rivals(s, seat, codes)
    show_tray(s, seat, codes)


# The map


def show_map(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of the map with its devices, and of the orders that a seat has given."""
    codes[MAP_FOOT] = 1 if is_campaign(s) and s.epoch > 0 else 0
    for space in range(SPACES):
        codes[SPACE + space] = held(s.land, space)
    for owner in range(PLAYERS):
        for device in range(DEVICES):
            codes[DEVICE + owner * DEVICES + device] = placed(s, owner, device)
    sheet = s.sheets[seat]
    places = s.phase == PLACING and sheet.ready == 0
    places = places and (free_device(sheet, RAM_DEVICE) or free_device(sheet, SPIKES_DEVICE))
    for border in range(BORDER_COUNT):
        codes[BORDER + border] = 0 if places and is_at(s, seat, border) else ABSENT
    codes[ORDERS] = 0
    for group in range(GROUP_COUNT):
        given = s.phase == DEPLOYMENT and sheet.order[group] != 0
        codes[ORDER + group] = order(s.land, sheet, seat, group) if given else ABSENT


def held(land: Record, space: int) -> int:
    """Return who stands on a space, with how many men and heroes; 0 if nobody controls it."""
    if land.owner[space] == NOBODY:
        return 0
    return int(land.heroes[space]) << 18 | int(land.men[space]) << 3 | int(land.owner[space]) + 1


def placed(s: Record, seat: int, device: int) -> int:
    """Return where a player's device stands, and beside how many others on the same border."""
    where = int(s.sheets[seat].devices[device])
    if where == 0:
        return ABSENT
    beside = 0
    for other in range(seat + 1):
        for each in range(DEVICES):
            is_before = other < seat or each < device
            if is_before and each != UMBRELLA_DEVICE and s.sheets[other].devices[each] == where:
                beside += 1
    return (where - 1) << 3 | (0 if device == UMBRELLA_DEVICE else beside)


def order(land: Record, sheet: Record, seat: int, group: int) -> int:
    """Return an order over land that is held so: from where to where, how many march, beside how many such orders."""
    space = int(sheet.order[group]) - 1
    beside = 0
    for other in range(group):
        if sheet.order[other] == space + 1:
            beside += 1
    start = origin(land, int(sheet.zone), seat, group, space)
    return ((int(sheet.group[group]) << 3 | beside) << 5 | space) << 5 | start


def origin(land: Record, zone: int, seat: int, group: int, space: int) -> int:
    """Return where a group seems to come from: next to the target, two steps away, or home, as bombs always do.

    On the own land it is the target itself.
    """
    if land.owner[space] == seat:
        return space
    if group == BOMBS:
        return zone
    reach = int(NEIGHBOURS[space])
    for _ in range(2):
        for each in range(SPACES):
            if land.owner[each] == seat and reach >> each & 1:
                return each
        reach = spread(reach)
    return zone


# The boards


def show_board(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of a seat's board."""
    sheet = s.sheets[seat]
    codes[BOARD_FRAME] = strength(sheet, HERO)
    for slot in range(WRITTEN):
        codes[SLOT + slot] = int(sheet.written[slot])
    for army in range(ARMIES):
        part = LEGION + army
        helped = 1 if has_factory(s, seat, part) else 0
        codes[ARMY + army] = strength(sheet, part) << 3 | army_upgrades(sheet, part) << 1 | helped
    helped = 1 if has_factory(s, seat, FOOTMEN) else 0
    for group in range(FOOT_GROUPS):
        codes[FOOT_ROW + group] = strength(sheet, FOOT_ONE + group) << 1 | helped
        for space in range(FOOT_SPACES):
            codes[FOOT_SPACE + group * FOOT_SPACES + space] = int(sheet.crossed[group]) >> space & 1
    spent = 0
    for pair in range(PAIR_COUNT):
        spent |= int(sheet.spent[pair]) << pair
        codes[PAIR + 2 * pair] = int(sheet.low[pair])
        codes[PAIR + 2 * pair + 1] = int(sheet.high[pair])
    codes[PAIR_ROW] = spent
    for upgrade in range(UPGRADE_COUNT):
        codes[UPGRADE + upgrade] = int(sheet.upgrades[upgrade])


def show_rivals(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of the others' boards in a few lines each, beginning with the next seat."""
    for place in range(s.seat_count - 1):
        sheet = s.sheets[(seat + 1 + place) % s.seat_count]
        codes[RIVAL + place] = 0
        for part in range(HERO, BOMB + 1):
            codes[RIVAL_ARMY + place * ARMIES_AND_HERO + part] = numbers(sheet, part)
        for group in range(FOOT_GROUPS):
            codes[RIVAL_FOOT + place * FOOT_GROUPS + group] = strength(sheet, FOOT_ONE + group)
        codes[RIVAL_BOUGHT + place] = pairs_left(sheet) << UPGRADE_COUNT | bought(sheet)


def numbers(sheet: Record, part: int) -> int:
    """Return the numbers written in the slots of hero or an army, four bits each, from the left."""
    first = FIRST_SLOT[part]
    code = int(sheet.written[first])
    if part != HERO:
        code = (code << 4 | int(sheet.written[first + 1])) << 4 | int(sheet.written[first + 2])
    return code


def bought(sheet: Record) -> int:
    """Return the upgrades that are bought, as bits."""
    found = 0
    for upgrade in range(UPGRADE_COUNT):
        found |= int(sheet.upgrades[upgrade]) << upgrade
    return found


def pairs_left(sheet: Record) -> int:
    """Return how many complete pairs have bought nothing yet."""
    count = 0
    for pair in range(PAIR_COUNT):
        if sheet.low[pair] != 0 and sheet.high[pair] != 0:
            count += 1
        count -= int(sheet.spent[pair])
    return count


# What lies beside


def show_tray(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of what lies in the tray: dice, groups to send, or devices to place."""
    codes[MARCH] = reinforcements(s) + 1 if is_campaign(s) and s.phase == DRAFT else 0
    show_dice(s, seat, codes)
    sheet = s.sheets[seat]
    for group in range(GROUP_COUNT):
        is_shown = s.phase == DEPLOYMENT and sheet.group[group] != 0
        codes[GROUP + group] = int(sheet.group[group]) << 5 | int(sheet.order[group]) if is_shown else ABSENT
    for device in range(DEVICES):
        codes[FREE_DEVICE + device] = 0 if s.phase == PLACING and free_device(sheet, device) else ABSENT


def show_dice(s: Record, seat: int, codes: Ints) -> None:
    """Write the looks of everybody's dice, and of the numbers to write for whoever takes one."""
    are_shown = s.phase != DEPLOYMENT and s.phase != PLACING
    are_due = s.phase == START_DIE or s.phase == CHOOSING or s.phase == DICE
    lies = ABSENT if not are_shown else UNROLLED if are_due else RESTING
    writes = s.phase == DRAFT and drafter(s) == seat
    for die in range(DICE_COUNT):
        codes[DIE + die] = int(s.dice[die]) if s.phase == DRAFT else lies
    for value in range(MOST):
        codes[VALUE + value] = 0 if writes else ABSENT
    codes[DISCARD] = 0 if writes else ABSENT


# The map very small


def shows_small(s: Record, seat: int, codes: Ints) -> None:
    """Write which spaces a seat controls, for a thumbnail."""
    for space in range(SPACES):
        codes[space] = 1 if s.land.owner[space] == seat else 0
