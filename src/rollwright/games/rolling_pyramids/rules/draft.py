"""Taking dice and writing them (RP-20, RP-21), and what completed pairs buy (RP-23)."""

from collections.abc import Callable

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import pack1, pack3, part
from rollwright.games.rolling_pyramids.moves import FACES_A_COLOUR
from rollwright.games.rolling_pyramids.rules.board import LANES, WIDTHS, fits, unlike_pairs, unspent_pair, write
from rollwright.games.rolling_pyramids.rules.state import (
    DEVELOP,
    DICE_EACH,
    DISCARD,
    PHARAOH,
    UPGRADE_COUNT,
    WRITE,
    factories,
    is_campaign,
)
from rollwright.games.rolling_pyramids.sheet import (
    FIRST_DEVICE,
    MOST,
    RHOMBUS,
    SLOT_PART,
    SLOTS,
    TRIANGLE,
)


def reachable(face: int, own: bool, factory: bool) -> int:
    """Return the numbers, as bits, that a die can be written as: by one if it is one's own, by two with a factory."""
    values = {
        face + own_change + factory_change
        for own_change in ((-1, 0, 1) if own else (0,))
        for factory_change in ((-2, 0, 2) if factory else (0,))
    }
    return sum(1 << value for value in values if 1 <= value <= MOST)


REACHABLE = np.array(
    [
        [[reachable(face, own, factory) if face else 0 for factory in (False, True)] for own in (False, True)]
        for face in range(MOST + 1)
    ],
    np.int64,
)
"""What a die can be written as, by its face, whether it is one's own, and whether a factory helps (RP-21)."""


HANDS = ((0, 1), (2, 3), (0, PHARAOH))
"""Two colours of dice are listed together, as a hand; the last one is that of the campaign."""
HAND_DICE = np.array(
    [[colour * DICE_EACH + i for colour in hand for i in range(DICE_EACH)] for hand in HANDS], np.int64
)
"""The dice of each hand, in the order of their LANES."""
FIRST_HAND, OTHER_HAND, CAMPAIGN_HAND = range(3)


def hash_of(bit: int) -> int:
    """Return a different number below HASHES for each number that has a single bit: by a de Bruijn sequence."""
    return bit * 0x03F79D71B4CB0A89 >> 58 & HASHES - 1


HASHES = 64


def shape_of(die: int) -> int:
    """Return the shape of a die on the table: of each colour the first two are d4."""
    return TRIANGLE if die % DICE_EACH < 2 else RHOMBUS


def sides_of(die: int) -> int:
    """Return how many sides a die on the table has."""
    return 4 if shape_of(die) == TRIANGLE else 8


def colour_of(die: int) -> int:
    """Return whose colour a die has."""
    return die // DICE_EACH


def lies_there(s: Record, die: int) -> bool:
    """Say whether a die can be taken; of two equal ones only the second."""
    if s.dice[die] == 0:
        return False
    return die % 2 == 1 or s.dice[die + 1] != s.dice[die]


def first_name(die: int) -> int:
    """Return what moves call a die, but for its face."""
    return colour_of(die) * FACES_A_COLOUR + (0 if shape_of(die) == TRIANGLE else 4) - 1


def name_of(s: Record, die: int) -> int:
    """Return what moves call a die: by its colour, kind and face."""
    return first_name(die) + int(s.dice[die])


def die_named(s: Record, name: int) -> int:
    """Return the die on the table that a move names, of two equal ones the second, or -1 if there is none."""
    kind = name % FACES_A_COLOUR
    first = name // FACES_A_COLOUR * DICE_EACH + (0 if kind < 4 else 2)
    face = kind + 1 if kind < 4 else kind - 3
    if s.dice[first + 1] == face:
        return first + 1
    return first if s.dice[first] == face else -1


def by_hash(hand: int, tell: Callable[[int, int], int]) -> list[int]:
    """Return what is to be told of the die and the number of each bit of a hand, by the bit's hash."""
    told = [0] * HASHES
    for die, lane, width in zip(HAND_DICE[hand].tolist(), LANES.tolist(), WIDTHS, strict=True):
        for number in range(1, width + 1):
            told[hash_of(1 << lane + number - 1)] = tell(die, number)
    return told


EVERY_HAND = range(len(HANDS))
DIE_OF = np.array([by_hash(hand, lambda die, number: die) for hand in EVERY_HAND], np.int64)
"""The die that a bit of a hand is of, by its hash."""
WRITE_OF = np.array(
    [by_hash(hand, lambda die, number: pack3(WRITE, number, 0, first_name(die))) for hand in EVERY_HAND], np.int64
)
"""The move that writes it into the first slot, but for the face of the die, which is added."""
NEXT_SLOT = WRITE[5]
"""What the move that writes the same into the next slot has more."""


def written_as(s: Record, seat: int, hand: int, factory: int) -> int:
    """Return what a seat can write the dice of a hand as, in lanes; of two equal dice only the second (RP-21)."""
    numbers = 0
    for i in range(0, 2 * DICE_EACH, 2):
        die = HAND_DICE[hand, i]
        own = 1 if colour_of(die) == seat else 0
        first = s.dice[die]
        second = s.dice[die + 1]
        numbers |= REACHABLE[0 if first == second else first, own, factory] >> 1 << LANES[i]
        numbers |= REACHABLE[second, own, factory] >> 1 << LANES[i + 1]
    return int(numbers)


def list_draft(s: Record, seat: int, moves: Ints) -> int:
    """List every die in every slot as every number that it can be, and every die discarded."""
    sheet = s.sheets[seat]
    pairs = unlike_pairs(sheet)
    helped_parts = factories(s, seat)
    hand = CAMPAIGN_HAND if is_campaign(s) else FIRST_HAND
    plain = written_as(s, seat, hand, 0)
    helped = written_as(s, seat, hand, 1) if helped_parts != 0 else 0
    others = 0
    others_helped = 0
    if s.seat_count > 2:
        others = written_as(s, seat, OTHER_HAND, 0)
        others_helped = written_as(s, seat, OTHER_HAND, 1) if helped_parts != 0 else 0
    count = 0
    for slot in range(SLOTS):
        lanes = int(fits(sheet, slot, pairs))
        is_helped = helped_parts >> SLOT_PART[slot] & 1
        left = lanes & (helped if is_helped else plain)
        while left != 0:
            found = hash_of(left & -left)
            left &= left - 1
            moves[count] = WRITE_OF[hand, found] + slot * NEXT_SLOT + s.dice[DIE_OF[hand, found]]
            count += 1
        left = lanes & (others_helped if is_helped else others)
        while left != 0:
            found = hash_of(left & -left)
            left &= left - 1
            moves[count] = WRITE_OF[OTHER_HAND, found] + slot * NEXT_SLOT + s.dice[DIE_OF[OTHER_HAND, found]]
            count += 1
    count = list_discards(s, hand, moves, count)
    return list_discards(s, OTHER_HAND, moves, count) if s.seat_count > 2 else count


def list_discards(s: Record, hand: int, moves: Ints, count: int) -> int:
    """List every die of a hand, discarded."""
    for i in range(2 * DICE_EACH):
        die = HAND_DICE[hand, i]
        moves[count] = pack1(DISCARD, name_of(s, die))  # counted, and so kept, only if the die is there
        count += 1 if lies_there(s, die) else 0
    return count


def take_die(s: Record, seat: int, move: int, discarded: bool) -> None:
    """Take a die, and write it unless it is discarded."""
    die = die_named(s, part(DISCARD, move, 0) if discarded else part(WRITE, move, 2))
    if not discarded:
        write(s.sheets[seat], part(WRITE, move, 1), part(WRITE, move, 0), shape_of(die))
    s.drawn += s.dice[die]
    s.dice[die] = 0
    s.turn += 1


def lay_dice(s: Record, faces: Ints) -> None:
    """Lay out everybody's dice; alone, two d4 and two d8 of the own colour and one of each of the Pharaoh's (RP-52)."""
    if is_campaign(s):
        for die in range(DICE_EACH):
            s.dice[die] = faces[die]
        s.dice[PHARAOH * DICE_EACH + 1] = faces[DICE_EACH]
        s.dice[PHARAOH * DICE_EACH + 3] = faces[DICE_EACH + 1]
    else:
        for die in range(s.seat_count * DICE_EACH):
            s.dice[die] = faces[die]


def can_develop(s: Record, seat: int) -> bool:
    """Say whether a player has a pair to spend and something to buy."""
    sheet = s.sheets[seat]
    if unspent_pair(sheet) < 0:
        return False
    for upgrade in range(UPGRADE_COUNT):
        if is_for_sale(s, seat, upgrade):
            return True
    return False


def is_for_sale(s: Record, seat: int, upgrade: int) -> bool:
    """Say whether a player may buy an upgrade: each once (RP-23), and no devices in the campaign (RP-56)."""
    return s.sheets[seat].upgrades[upgrade] == 0 and (upgrade < FIRST_DEVICE or not is_campaign(s))


def list_upgrades(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List what a pair can buy."""
    for upgrade in range(UPGRADE_COUNT):
        if is_for_sale(s, seat, upgrade):
            moves[count] = pack1(DEVELOP, upgrade)
            count += 1
    return count


def develop(s: Record, seat: int, upgrade: int) -> None:
    """Spend a pair on an upgrade; who has no other is ready."""
    sheet = s.sheets[seat]
    sheet.spent[unspent_pair(sheet)] = 1
    sheet.upgrades[upgrade] = 1
    if not can_develop(s, seat):
        sheet.ready = 1
