"""The rules of StarCraft: Roll & Write.

A turn: the dice fall, the active player may change one of them, mines, builds a unit and a building; the others build
from the rest; then the active player may use the race's ability. Dice are known by colour and face, so that equal dice
are one choice everywhere. A row is filled from its left, and crossed out from its left (SC-34): two numbers tell all of
it. Whoever builds has a `step` on their sheet, one seat at a time or all the others at once (SC-28).
"""

import numpy as np

from rollwright.core.contract import HEADER, Ints, Record
from rollwright.core.moves import is_form, pack1, pack2, pack3, part
from rollwright.games.starcraft import moves as notation
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    ALLOWS,
    BLACK,
    BLUE,
    BUILDINGS,
    COMBINATIONS,
    FIRST_OF_SIZE,
    GAS,
    GREEN,
    HALVES,
    LENGTHS,
    MAIN,
    MAKES,
    MINERALS,
    MOST_BLUE,
    NUMBERS,
    PLUS_ONE,
    PROTOSS,
    RED,
    ROUNDS,
    ROWS,
    SUPPORTS,
    TERRAN,
    UNITS,
    WHITE,
    WORKER,
    YIELDS,
)

NUMBER = notation.NUMBER.layout
SUPPORT = notation.SUPPORT.layout
MINE = notation.MINE.layout
TRAIN = notation.TRAIN.layout
TRAIN_RED = notation.TRAIN_RED.layout
BUILD = notation.BUILD.layout
BUILD_RED = notation.BUILD_RED.layout
RAID = notation.RAID.layout
STRIKE = notation.STRIKE.layout[0]
ATTACK = notation.ATTACK.layout
CROSS_BUILDING = notation.CROSS_BUILDING.layout
CROSS_UNIT = notation.CROSS_UNIT.layout
PASS = notation.PASS.layout[0]

START_DIE, WRITING, PRODUCTION, SUPPORTING, MINING, BUILDING, TACTICS, ABILITY_DICE, TARGET, OVER = range(10)
"""Phases; a zeroed record begins with the start die. MINING is only for the red die: the others mine by themselves."""

DONE, UNIT_STEP, BUILDING_STEP = range(3)
"""What a seat is asked for while it builds: first a unit, then a building (SC-28)."""

WHITES, BLACKS, BLUES, GREENS, REDS = range(5)
"""Colours, in the order in which moves name them."""

NOBODY = -1
CLAWS = 4  # SC-33: dice of a Zerg attack
FACES = 6
SIZES = 5  # of a kind: four at most

MAX_DICE = MOST_BLUE + WHITE + BLACK + 2
MAX_MOVES = 2 * (MOST_BLUE + WHITE + BLACK + 2) + 1

SHEET = np.dtype((np.record, [
    ("race", "i1"),
    ("filled", "i1", (ROWS,)),  # cells that are no longer free, from the left: O, X or both
    ("crossed", "i1", (ROWS,)),  # cells that are crossed out, from the left
    ("reached", "i1"),  # the last worker cell that ever held a worker (SC-02, SC-34)
    ("numbers", "i1", (NUMBERS,)),  # beside the main building; 0: not written yet
    ("supports", "i1"),  # used up
    ("abilities", "i1"),  # used up
    ("step", "i1"),
    ("trained", "i1"),  # this turn: the combination taken, plus one; 0: none
    ("raised", "i1"),  # this turn: the building row of a black or red die, plus one; 0: none
    ("die", "i1"),  # and the face of that die
    ("red_in", "i1"),  # this turn: the row that the red die served, plus one; 0: none
    ("hits", "i1", (ROWS,)),  # cells crossed out by others since the end of the last own turn
    ("hit_by", "i1", (ROWS,)),  # by which seats, as bits
]))  # fmt: skip

STATE = np.dtype((np.record, [
    *HEADER,
    ("phase", "i1"),
    ("first", "i1"),  # who began (SC-11)
    ("shared", "i1"),  # SC-28: leftovers serve everybody
    ("dice", "i1", (5, FACES + 1)),  # how many dice of each colour show each face, and are not set aside
    ("builders", "i1"),  # this turn: how many seats have been asked to build, the active one first
    ("supported", "i1"),  # this turn: what support has changed, colour times ten and the new face; 0: nothing
    ("target", "i1"),  # whom the Zerg attack, or which resource Terrans roll for
    ("claws", "i1", (FACES + 1,)),  # dice of the ability, by face
    ("sheets", SHEET, (6,)),
]))  # fmt: skip


def begin(s: Record, seats: int, options: Ints) -> None:
    """Lay out a sheet of its race for each seat, with a worker in its first cell (SC-01)."""
    s.seat_count = seats
    s.shared = options[1, 0]
    for seat in range(seats):
        sheet = s.sheets[seat]
        sheet.race = options[0, seat]
        sheet.filled[WORKER] = 1
        sheet.reached = 1


def dice(s: Record, sides: Ints) -> int:
    """Ask for the die that draws the first player (SC-11), for a turn's dice (SC-20), or for an ability's."""
    if s.phase == START_DIE:
        sides[0] = s.seat_count
        return 1
    count = 0
    if s.phase == PRODUCTION:
        sheet = s.sheets[s.roller]
        count = blue_dice(sheet) + WHITE + BLACK + green_dice(sheet) + red_dice(sheet)
    elif s.phase == ABILITY_DICE:
        count = ability_dice(s.sheets[s.roller])
    for i in range(count):
        sides[i] = FACES
    return count


def blue_dice(sheet: Record) -> int:
    """Return how many blue dice a player rolls (SC-01, SC-02)."""
    return BLUE[sheet.race, sheet.reached]


def green_dice(sheet: Record) -> int:
    """Return how many green dice a player rolls (SC-02)."""
    return GREEN[sheet.race, sheet.reached]


def red_dice(sheet: Record) -> int:
    """Return how many red dice a player rolls (SC-02)."""
    return RED[sheet.race, sheet.reached]


def ability_dice(sheet: Record) -> int:
    """Return how many dice a race's ability rolls (SC-31, SC-32, SC-33)."""
    return 1 if sheet.race == TERRAN or sheet.race == PROTOSS else CLAWS


def roll(s: Record, faces: Ints) -> None:
    """Take the dice that came up."""
    s.epoch += 1
    if s.phase == START_DIE:
        s.roller = faces[0] - 1
        s.first = s.roller
        s.phase = WRITING
    elif s.phase == PRODUCTION:
        take_production(s, faces)
    else:
        take_ability_dice(s, faces)


def take_production(s: Record, faces: Ints) -> None:
    """Lay out a turn's dice, and offer support if any is left (SC-20, SC-21)."""
    for colour in range(5):
        for face in range(FACES + 1):
            s.dice[colour, face] = 0
    for face in range(FACES + 1):
        s.claws[face] = 0
    s.supported = 0
    s.target = NOBODY
    for seat in range(s.seat_count):
        forget_turn(s.sheets[seat])
    sheet = s.sheets[s.roller]
    blue = blue_dice(sheet)
    at = lay_out(s, BLUES, faces, 0, blue)
    at = lay_out(s, WHITES, faces, at, WHITE)
    at = lay_out(s, BLACKS, faces, at, BLACK)
    at = lay_out(s, GREENS, faces, at, green_dice(sheet))
    lay_out(s, REDS, faces, at, red_dice(sheet))
    if sheet.supports < SUPPORTS:
        s.phase = SUPPORTING
    else:
        mine(s)


def lay_out(s: Record, colour: int, faces: Ints, first: int, count: int) -> int:
    """Lay out some dice of one colour; return how many faces are used by then."""
    for i in range(first, first + count):
        s.dice[colour, faces[i]] += 1
    return first + count


def forget_turn(sheet: Record) -> None:
    """Forget what a seat took in the turn before."""
    sheet.trained = 0
    sheet.raised = 0
    sheet.die = 0
    sheet.red_in = 0


def take_ability_dice(s: Record, faces: Ints) -> None:
    """Gain what Terrans rolled for, or see what can be crossed out (SC-31, SC-32, SC-33)."""
    sheet = s.sheets[s.roller]
    for i in range(ability_dice(sheet)):
        s.claws[faces[i]] += 1
    if sheet.race == TERRAN:
        gain(sheet, MINERALS + int(s.target), YIELDS[faces[0]])
        end_turn(s)
    elif has_target(s):
        s.phase = TARGET
    else:
        end_turn(s)


def waiting(s: Record) -> int:
    """Wait for everybody's numbers, for whoever builds, or for the active player."""
    seats = 0
    if s.phase == WRITING:
        for seat in range(s.seat_count):
            if s.sheets[seat].numbers[NUMBERS - 1] == 0:
                seats |= 1 << seat
    elif s.phase == BUILDING:
        for seat in range(s.seat_count):
            if s.sheets[seat].step != DONE:
                seats |= 1 << seat
    elif s.phase == SUPPORTING or s.phase == MINING or s.phase == TACTICS or s.phase == TARGET:
        seats = 1 << int(s.roller)
    return seats


def legal(s: Record, seat: int, moves: Ints) -> int:
    """List what a seat may do."""
    if s.phase == WRITING:  # SC-10: they may repeat
        for face in range(1, FACES + 1):
            moves[face - 1] = pack1(NUMBER, face)
        return FACES
    if s.phase == TARGET:  # SC-32, SC-33: no pass
        return list_targets(s, moves, 0)
    moves[0] = PASS
    if s.phase == SUPPORTING:
        return list_supports(s, moves, 1)
    if s.phase == MINING:
        return list_mining(s, moves, 1)
    if s.phase == TACTICS:
        return list_abilities(s, seat, moves, 1)
    if s.sheets[seat].step == UNIT_STEP:
        return list_units(s, seat, moves, 1)
    return list_buildings(s, seat, moves, 1)


def list_supports(s: Record, moves: Ints, count: int) -> int:
    """List the changes of one die by one, within 1 to 6 (SC-21)."""
    for colour in range(5):
        for face in range(1, FACES + 1):
            if s.dice[colour, face] > 0:
                if face > 1:
                    moves[count] = pack3(SUPPORT, colour, face, 0)
                    count += 1
                if face < FACES:
                    moves[count] = pack3(SUPPORT, colour, face, 1)
                    count += 1
    return count


def list_mining(s: Record, moves: Ints, count: int) -> int:
    """List what the red die can mine: only where that brings something (SC-25)."""
    for resource in range(2):
        if can_mine(s, resource):
            moves[count] = pack1(MINE, resource)
            count += 1
    return count


def can_mine(s: Record, resource: int) -> bool:
    """Say whether the red die shows a face that yields, and the track has room."""
    return YIELDS[red_face(s)] > 0 and has_room(s.sheets[s.roller], MINERALS + resource)


def red_face(s: Record) -> int:
    """Return the face of the red die, or 0 if there is none, or none any more."""
    for face in range(1, FACES + 1):
        if s.dice[REDS, face] > 0:
            return face
    return 0


def usable_red(s: Record, seat: int) -> int:
    """Return the face of the red die for a seat: it is never left to the others (SC-25)."""
    return red_face(s) if seat == s.roller else 0


def has_room(sheet: Record, row: int) -> bool:
    """Say whether a row has a free cell (SC-26)."""
    return sheet.filled[row] < LENGTHS[sheet.race, row]


def list_units(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List the combinations that make a unit with room in its row (SC-23)."""
    sheet = s.sheets[seat]
    white = s.dice[WHITES]
    red = usable_red(s, seat)
    if has_room(sheet, WORKER):
        for low in range(1, 5):
            missing = 0
            for face in range(low, low + 3):
                if white[face] == 0:
                    missing = missing * 10 + face
            if missing == 0:
                moves[count] = pack1(TRAIN, low - 1)
                count += 1
            if low <= red < low + 3 and (missing == 0 or missing == red):
                moves[count] = pack1(TRAIN_RED, low - 1)
                count += 1
    for face in range(1, FACES + 1):
        dice_there = int(white[face])
        reds = 1 if red == face else 0
        for size in range(2, min(SIZES, dice_there + reds + 1)):
            combination = FIRST_OF_SIZE[size] + face - 1
            if has_room(sheet, MAKES[combination]):
                if dice_there >= size:
                    moves[count] = pack1(TRAIN, combination)
                    count += 1
                if reds > 0:
                    moves[count] = pack1(TRAIN_RED, combination)
                    count += 1
    return count


def list_buildings(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List the buildings that a black die, or the red one, allows (SC-24, SC-25)."""
    sheet = s.sheets[seat]
    first = int(sheet.race) * BUILDINGS
    red = usable_red(s, seat)
    for face in range(1, FACES + 1):
        if s.dice[BLACKS, face] > 0 or red == face:
            for building in range(BUILDINGS):
                if can_raise(sheet, building, face):
                    if s.dice[BLACKS, face] > 0:
                        moves[count] = pack2(BUILD, first + building, face)
                        count += 1
                    if red == face:
                        moves[count] = pack1(BUILD_RED, first + building)
                        count += 1
    return count


def can_raise(sheet: Record, building: int, face: int) -> bool:
    """Say whether a face allows a building with room in its row: the main one needs its next number (SC-27)."""
    if not has_room(sheet, MAIN + building):
        return False
    if building == 0:
        return sheet.numbers[sheet.filled[MAIN]] == face
    return ALLOWS[face, building] == 1


def list_abilities(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List the ways to use the race's ability (SC-31, SC-32, SC-33)."""
    race = s.sheets[seat].race
    if race == TERRAN:
        moves[count] = pack1(RAID, 0)
        moves[count + 1] = pack1(RAID, 1)
        return count + 2
    if race == PROTOSS:
        moves[count] = STRIKE
        return count + 1
    for other in range(s.seat_count):
        if other != seat:
            moves[count] = pack1(ATTACK, other)
            count += 1
    return count


def list_targets(s: Record, moves: Ints, count: int) -> int:
    """List what the ability's dice can cross out: buildings of anybody else, or units of the attacked player."""
    if s.sheets[s.roller].race == PROTOSS:
        face = struck_face(s)
        for other in range(s.seat_count):
            if other != s.roller:
                sheet = s.sheets[other]
                for building in range(BUILDINGS):
                    if can_strike(sheet, building, face):
                        moves[count] = pack2(CROSS_BUILDING, int(sheet.race) * BUILDINGS + building, other)
                        count += 1
        return count
    sheet = s.sheets[s.target]
    for unit in range(UNITS):
        if can_cross(sheet, unit) and claws_make(s, unit):
            moves[count] = pack1(CROSS_UNIT, int(sheet.race) * UNITS + unit)
            count += 1
    return count


def has_target(s: Record) -> bool:
    """Say whether the ability's dice can cross out anything (SC-32, SC-33)."""
    if s.sheets[s.roller].race != PROTOSS:
        for unit in range(UNITS):
            if can_cross(s.sheets[s.target], unit) and claws_make(s, unit):
                return True
        return False
    for other in range(s.seat_count):
        if other != s.roller:
            for building in range(BUILDINGS):
                if can_strike(s.sheets[other], building, struck_face(s)):
                    return True
    return False


def struck_face(s: Record) -> int:
    """Return the face of the black die that Protoss rolled."""
    for face in range(1, FACES + 1):
        if s.claws[face] > 0:
            return face
    return 0


def can_cross(sheet: Record, row: int) -> bool:
    """Say whether a row has a cell that is not crossed out (SC-34)."""
    return sheet.crossed[row] < LENGTHS[sheet.race, row]


def can_strike(sheet: Record, building: int, face: int) -> bool:
    """Say whether a face allows to cross out a building: of the main one, the number of its first uncrossed cell."""
    if not can_cross(sheet, MAIN + building):
        return False
    if building == 0:
        return sheet.numbers[sheet.crossed[MAIN]] == face
    return ALLOWS[face, building] == 1


def claws_make(s: Record, unit: int) -> bool:
    """Say whether the dice of an attack make a unit (SC-33)."""
    if unit == WORKER:
        for low in range(1, 5):
            if s.claws[low] > 0 and s.claws[low + 1] > 0 and s.claws[low + 2] > 0:
                return True
        return False
    for face in range(1, FACES + 1):
        for size in range(2, int(s.claws[face]) + 1):
            if MAKES[FIRST_OF_SIZE[size] + face - 1] == unit:
                return True
    return False


def play(s: Record, seat: int, move: int) -> None:
    """Make a move."""
    if s.phase == WRITING:
        write_number(s, seat, part(NUMBER, move, 0))
    elif s.phase == SUPPORTING:
        if move != PASS:
            support(s, part(SUPPORT, move, 0), part(SUPPORT, move, 1), 2 * part(SUPPORT, move, 2) - 1)
        mine(s)
    elif s.phase == MINING:
        if move != PASS:
            row = MINERALS + part(MINE, move, 0)
            gain(s.sheets[seat], row, YIELDS[red_face(s)])
            spend_red(s, row)
        start_building(s)
    elif s.phase == BUILDING:
        play_building(s, seat, move)
    elif s.phase == TACTICS:
        play_ability(s, seat, move)
    else:
        cross_target(s, move)
        end_turn(s)


def write_number(s: Record, seat: int, face: int) -> None:
    """Write the next number beside a main building; when all are written the first turn begins (SC-10)."""
    sheet = s.sheets[seat]
    place = 0
    while sheet.numbers[place] != 0:
        place += 1
    sheet.numbers[place] = face
    if waiting(s) == 0:
        s.round_no = 1
        s.phase = PRODUCTION


def support(s: Record, colour: int, face: int, change: int) -> None:
    """Change a die by one, for everybody and for the whole turn (SC-21)."""
    s.dice[colour, face] -= 1
    s.dice[colour, face + change] += 1
    s.supported = 10 * colour + face + change
    s.sheets[s.roller].supports += 1


def mine(s: Record) -> None:
    """Let blue and green dice yield, each on its own (SC-22), then ask what the red one is for, if it could mine."""
    sheet = s.sheets[s.roller]
    for face in range(1, FACES + 1):
        gain(sheet, MINERALS, int(s.dice[BLUES, face]) * YIELDS[face])
        gain(sheet, GAS, int(s.dice[GREENS, face]) * YIELDS[face])
    if can_mine(s, 0) or can_mine(s, 1):  # SC-35
        s.phase = MINING
    else:
        start_building(s)


def gain(sheet: Record, row: int, cells: int) -> None:
    """Fill cells of a track; what goes beyond its end is lost (SC-22)."""
    sheet.filled[row] = min(int(sheet.filled[row]) + cells, LENGTHS[sheet.race, row])


def spend_red(s: Record, row: int) -> None:
    """Set the red die aside, which has served in a row (SC-25)."""
    s.dice[REDS, red_face(s)] = 0
    s.sheets[s.roller].red_in = row + 1


def start_building(s: Record) -> None:
    """Let the active player build."""
    s.phase = BUILDING
    s.builders = 0
    go_on(s)


def start_seat(s: Record, seat: int) -> None:
    """Ask a seat for a unit; for a building if it can make none; for nothing if it can raise none (SC-35)."""
    sheet = s.sheets[seat]
    sheet.step = UNIT_STEP
    if not can_train_any(s, seat):
        start_raising(s, seat)


def start_raising(s: Record, seat: int) -> None:
    """Ask a seat for a building, if it can raise one (SC-35)."""
    s.sheets[seat].step = BUILDING_STEP if can_raise_any(s, seat) else DONE


def can_train_any(s: Record, seat: int) -> bool:
    """Say whether the dice make any unit for a seat."""
    sheet = s.sheets[seat]
    white = s.dice[WHITES]
    red = usable_red(s, seat)
    in_sequence = 0
    for face in range(1, FACES + 1):
        dice_there = int(white[face])
        if red == face:
            dice_there += 1
        in_sequence = in_sequence + 1 if dice_there > 0 else 0
        if in_sequence >= 3 and has_room(sheet, WORKER):
            return True
        for size in range(2, min(SIZES, dice_there + 1)):
            if has_room(sheet, MAKES[FIRST_OF_SIZE[size] + face - 1]):
                return True
    return False


def can_raise_any(s: Record, seat: int) -> bool:
    """Say whether a die allows any building to a seat."""
    red = usable_red(s, seat)
    for face in range(1, FACES + 1):
        if s.dice[BLACKS, face] > 0 or red == face:
            for building in range(BUILDINGS):
                if can_raise(s.sheets[seat], building, face):
                    return True
    return False


def play_building(s: Record, seat: int, move: int) -> None:
    """Build a unit or a building, or pass; then it is the next one's turn to build, if there is one."""
    sheet = s.sheets[seat]
    if sheet.step == UNIT_STEP:
        if is_form(TRAIN, move):
            train(s, seat, part(TRAIN, move, 0), 0)
        elif is_form(TRAIN_RED, move):
            train(s, seat, part(TRAIN_RED, move, 0), red_face(s))
        start_raising(s, seat)
    else:
        if is_form(BUILD, move):
            raise_building(s, seat, part(BUILD, move, 0) % BUILDINGS, part(BUILD, move, 1))
            if is_draft(s, seat):
                s.dice[BLACKS, part(BUILD, move, 1)] -= 1
        elif is_form(BUILD_RED, move):
            raise_building(s, seat, part(BUILD_RED, move, 0) % BUILDINGS, red_face(s))
            spend_red(s, MAIN + part(BUILD_RED, move, 0) % BUILDINGS)
        sheet.step = DONE
    go_on(s)


def is_draft(s: Record, seat: int) -> bool:
    """Say whether dice that a seat uses are set aside: always the active player's, else not if they are shared."""
    return seat == s.roller or s.shared == 0


def train(s: Record, seat: int, combination: int, red: int) -> None:
    """Build the unit of a combination, of whose dice one may be the red one; set the dice aside (SC-23)."""
    sheet = s.sheets[seat]
    sheet.trained = combination + 1
    fill(sheet, MAKES[combination])
    if is_draft(s, seat):
        if combination < FIRST_OF_SIZE[2]:
            for face in range(combination + 1, combination + 4):
                s.dice[WHITES, face] -= 1
        else:
            size = 2 + (combination - FIRST_OF_SIZE[2]) // FACES
            s.dice[WHITES, 1 + (combination - FIRST_OF_SIZE[2]) % FACES] -= size
    if red > 0:
        s.dice[WHITES, red] += 1
        spend_red(s, MAKES[combination])


def raise_building(s: Record, seat: int, building: int, face: int) -> None:
    """Build a building (SC-24)."""
    sheet = s.sheets[seat]
    sheet.raised = building + 1
    sheet.die = face
    fill(sheet, MAIN + building)


def fill(sheet: Record, row: int) -> None:
    """Write an O into the first free cell of a row; a worker brings what its cell and those before it bring (SC-02)."""
    sheet.filled[row] += 1
    if row == WORKER:
        sheet.reached = sheet.filled[WORKER]


def go_on(s: Record) -> None:
    """Pass the building on: from the active player to the others, one by one or all at once, then to tactics (SC-28)."""
    while s.builders < s.seat_count and (waiting(s) == 0 or (s.shared == 1 and s.builders > 1)):
        start_seat(s, (int(s.roller) + int(s.builders)) % int(s.seat_count))
        s.builders += 1
    if waiting(s) == 0:
        start_tactics(s)


def start_tactics(s: Record) -> None:
    """Offer the race's ability, if it is not used up (SC-30)."""
    if s.sheets[s.roller].abilities < ABILITIES:
        s.phase = TACTICS
    else:
        end_turn(s)


def play_ability(s: Record, seat: int, move: int) -> None:
    """Use the race's ability, whose dice are rolled next, or pass (SC-30)."""
    if move == PASS:
        end_turn(s)
        return
    s.sheets[seat].abilities += 1
    s.phase = ABILITY_DICE
    if is_form(RAID, move):
        s.target = part(RAID, move, 0)
        for other in range(s.seat_count):
            if other != seat:
                hit(s, other, MINERALS)
                hit(s, other, GAS)
    elif is_form(ATTACK, move):
        s.target = part(ATTACK, move, 0)


def cross_target(s: Record, move: int) -> None:
    """Cross out what the ability's dice allow and the player chose (SC-32, SC-33)."""
    if is_form(CROSS_BUILDING, move):
        hit(s, part(CROSS_BUILDING, move, 1), MAIN + part(CROSS_BUILDING, move, 0) % BUILDINGS)
    else:
        hit(s, s.target, part(CROSS_UNIT, move, 0) % UNITS)


def hit(s: Record, seat: int, row: int) -> None:
    """Cross out the first uncrossed cell of a row; if it was free, it can no longer be filled (SC-34)."""
    sheet = s.sheets[seat]
    if not can_cross(sheet, row):
        return
    sheet.crossed[row] += 1
    sheet.filled[row] = max(sheet.filled[row], sheet.crossed[row])
    sheet.hits[row] += 1
    sheet.hit_by[row] = int(sheet.hit_by[row]) | 1 << int(s.roller)


def end_turn(s: Record) -> None:
    """Let the next player take a turn; when all have had theirs the round ends, after the last one the game (SC-40)."""
    sheet = s.sheets[s.roller]
    for row in range(ROWS):
        sheet.hits[row] = 0
        sheet.hit_by[row] = 0
    following = (int(s.roller) + 1) % int(s.seat_count)
    if following == s.first and s.round_no == ROUNDS:
        s.phase = OVER
        return
    if following == s.first:
        s.round_no += 1
    s.roller = following
    s.phase = PRODUCTION


def score(s: Record, seat: int) -> int:
    """Count every O that is not crossed out (SC-40, SC-44), in halves."""
    sheet = s.sheets[seat]
    halves = 0
    for row in range(ROWS):
        halves += standing(sheet, row) * HALVES[row]
    return halves + standing(sheet, WORKER) * worker_bonus(sheet)


def standing(sheet: Record, row: int) -> int:
    """Return how many cells of a row hold an O that is not crossed out."""
    return int(sheet.filled[row]) - int(sheet.crossed[row])


def worker_bonus(sheet: Record) -> int:
    """Return what each worker scores besides, in halves: a point, once the cell marked +1 held a worker (SC-41)."""
    return 2 * PLUS_ONE[sheet.race, sheet.reached]


def tiebreak(s: Record, seat: int) -> int:
    """Let uncrossed gas decide between equal totals (SC-42)."""
    return standing(s.sheets[seat], GAS)


def conceal(s: Record, seat: int) -> None:
    """Hide nothing: all sheets are open, and numbers are written openly (SC-10)."""
