"""The numbers by which the dice in the tray are drawn."""

from rollwright.core.contract import Ints, Record
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BLACKS,
    BLUES,
    FACES,
    GREENS,
    PRODUCTION,
    REDS,
    START_DIE,
    SUPPORTING,
    TARGET,
    WHITES,
    WRITING,
    ability_dice,
    blue_dice,
    green_dice,
    red_dice,
)
from rollwright.games.starcraft.sheet import BUILDINGS, MAIN, PROTOSS, TERRAN, UNITS
from rollwright.games.starcraft.view.numbering import (
    ABILITY,
    ALL_COLOURS,
    BAY,
    BAYS,
    CHANGE,
    CHANGED,
    DIE,
    FACE_BITS,
    FIRST_DIE,
    FIRST_OF_COLOUR,
    IN_COMBINATION,
    NEST,
    NUMBER,
    PLACE_AT,
    PLACES,
    ROLLING,
    TAKER_AT,
    WRITING_NUMBERS,
)
from rollwright.view import ABSENT


def show_tray(s: Record, codes: Ints) -> None:
    """Write the looks of the dice, and of what is chosen with them."""
    codes[FIRST_DIE] = 0 if s.phase == START_DIE else ABSENT
    for face in range(FACES):
        codes[NUMBER + face] = 0 if s.phase == WRITING else ABSENT
    codes[BAY] = WRITING_NUMBERS if s.phase == WRITING else ROLLING
    codes[BAY + 1] = 0
    in_bay = show_dice(s, codes)
    for i in range(2):
        codes[CHANGE + i] = 0 if s.phase == SUPPORTING else ABSENT
    codes[BAY + 2] = in_bay
    for bay in range(BAYS):
        codes[NEST + bay] = PLACES[bay] if bay < BAYS - 1 else max(1, in_bay)
    for bay in range(BAYS):
        codes[ABILITY + bay] = ABSENT
    if s.phase == ABILITY_DICE or s.phase == TARGET:
        dice = dice_of_ability(s)
        codes[ABILITY + min(dice & 7, BAYS - 1)] = dice


def show_dice(s: Record, codes: Ints) -> int:
    """Write the looks of the dice of the turn; return how many lie in the bay for mining.

    The dice of an ability have the tray for themselves.
    """
    for i in range(DIE, DIE + FIRST_OF_COLOUR[ALL_COLOURS]):
        codes[i] = ABSENT
    if s.phase == START_DIE or s.phase == WRITING or s.phase == ABILITY_DICE or s.phase == TARGET:
        return 0
    mining = 0
    for colour in range(ALL_COLOURS):
        first = DIE + FIRST_OF_COLOUR[colour]
        count = lay_out_not_rolled(s, colour, codes, first)
        if s.phase != PRODUCTION:
            count = lay_out_rolled(s, colour, codes, first)
        for i in range(first, first + count):
            codes[i] |= (mining if colour >= BLUES else i - first) << PLACE_AT
            if colour >= BLUES:
                mining += 1
    if s.supported > 0 and s.phase != PRODUCTION and s.phase != SUPPORTING:
        mark_changed(int(s.supported) // 10, int(s.supported) % 10, codes)
    return mining


def lay_out_not_rolled(s: Record, colour: int, codes: Ints, first: int) -> int:
    """Lay out the dice of a colour that will be rolled next, without faces; return how many there are."""
    if s.phase != PRODUCTION:
        return 0
    sheet = s.sheets[s.roller]
    count = PLACES[colour]
    if colour == BLUES:
        count = blue_dice(sheet)
    elif colour == GREENS:
        count = green_dice(sheet)
    elif colour == REDS:
        count = red_dice(sheet)
    for i in range(count):
        codes[first + i] = 0
    return count


def lay_out_rolled(s: Record, colour: int, codes: Ints, first: int) -> int:
    """Lay out the dice of a colour, lowest face first, those that are set aside after equal ones; return how many."""
    place = 0
    for face in range(1, FACES + 1):
        for _ in range(s.dice[colour, face]):
            codes[first + place] = face
            place += 1
        for seat in range(s.seat_count):
            for _ in range(set_aside(s, seat, colour, face)):
                codes[first + place] = face | seat + 1 << TAKER_AT
                place += 1
    return place


def set_aside(s: Record, seat: int, colour: int, face: int) -> int:
    """Return how many dice of a colour and face a seat has used this turn; what others share stays on the table."""
    if s.phase == PRODUCTION or s.phase == SUPPORTING or (s.shared == 1 and seat != s.roller):
        return 0
    sheet = s.sheets[seat]
    joker = int(s.joker) if seat == s.roller else 0
    if colour == WHITES and sheet.trained > 0:
        by_joker = 1 if joker == face and s.joker_row < UNITS else 0
        return int(IN_COMBINATION[int(sheet.trained) - 1, face]) - by_joker
    if colour == BLACKS and sheet.raised > 0 and sheet.die == face:
        return 0 if joker > 0 and MAIN <= s.joker_row < MAIN + BUILDINGS else 1
    return 1 if colour == REDS and joker == face else 0


def mark_changed(colour: int, face: int, codes: Ints) -> None:
    """Mark the die that support has changed this turn, or one that looks the same."""
    first = DIE + FIRST_OF_COLOUR[colour]
    for i in range(first, first + PLACES[colour]):
        if codes[i] != ABSENT and codes[i] % (1 << FACE_BITS) == face:
            codes[i] |= CHANGED
            return


def free_dice(s: Record, colour: int) -> int:
    """Return the faces of a colour's dice by their places, as one number; 0 for those that are set aside."""
    found = 0
    place = 0
    for face in range(1, FACES + 1):
        for _ in range(s.dice[colour, face]):
            found |= face << FACE_BITS * place
            place += 1
        for seat in range(s.seat_count):
            place += set_aside(s, seat, colour, face)
    return found


def dice_of_ability(s: Record) -> int:
    """Return the dice of an ability: their colour, how many there are, and their faces, lowest first."""
    sheet = s.sheets[s.roller]
    colour = BLACKS if sheet.race == PROTOSS else WHITES
    if sheet.race == TERRAN:
        colour = GREENS if s.target else BLUES
    count = ability_dice(sheet)
    faces = 0
    place = 0
    for face in range(1, FACES + 1):
        for _ in range(s.claws[face]):
            faces |= face << FACE_BITS * place
            place += 1
    return colour | count << 3 | faces << 6
