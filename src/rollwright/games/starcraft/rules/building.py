"""Units and buildings: what the dice allow, who is asked, and what is set aside."""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.starcraft.rules.rows import can_raise, fill, has_room
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BUILD,
    BUILD_RED,
    BUILDING,
    BUILDING_STEP,
    DONE,
    FACES,
    REDS,
    SIZES,
    TRAIN,
    TRAIN_RED,
    UNIT_STEP,
    WHITES,
    red_face,
    usable_red,
    waiting,
)
from rollwright.games.starcraft.rules.tactics import start_tactics
from rollwright.games.starcraft.sheet import BUILDINGS, FIRST_OF_SIZE, MAIN, MAKES, WORKER


def list_units(s: Record, seat: int, moves: Ints, count: int) -> int:
    """List the combinations that make a unit with room in its row (SC-23)."""
    sheet = s.sheets[seat]
    white = s.dice[WHITES]
    red = usable_red(s, seat)
    if has_room(sheet, WORKER):
        for low in range(1, 5):
            missing = 0
            last = 0
            for face in range(low, low + 3):
                if white[face] == 0:
                    missing += 1
                    last = face
            if missing == 0:
                moves[count] = pack1(TRAIN, low - 1)
                count += 1
            if low <= red < low + 3 and (missing == 0 or (missing == 1 and last == red)):
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


def start_building(s: Record) -> None:
    """Let the active player build."""
    s.phase = BUILDING
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
            if sets_aside(s, seat):
                s.dice[BLACKS, part(BUILD, move, 1)] -= 1
        elif is_form(BUILD_RED, move):
            raise_building(s, seat, part(BUILD_RED, move, 0) % BUILDINGS, red_face(s))
            spend_red(s, MAIN + part(BUILD_RED, move, 0) % BUILDINGS)
        sheet.step = DONE
    go_on(s)


def sets_aside(s: Record, seat: int) -> bool:
    """Say whether dice that a seat uses are gone for the others: always the active player's, else unless shared."""
    return seat == s.roller or s.shared == 0


def train(s: Record, seat: int, combination: int, red: int) -> None:
    """Build the unit of a combination, of whose dice one may be the red one; set the dice aside (SC-23)."""
    sheet = s.sheets[seat]
    sheet.trained = combination + 1
    fill(sheet, MAKES[combination])
    if sets_aside(s, seat):
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


def spend_red(s: Record, row: int) -> None:
    """Set the red die aside, which has served in a row (SC-25)."""
    s.joker = red_face(s)
    s.joker_row = row
    s.dice[REDS, s.joker] = 0


def go_on(s: Record) -> None:
    """Pass the building on: from the active player to the others, one by one or all at once; then tactics (SC-28)."""
    is_idle = waiting(s) == 0
    while s.builders < s.seat_count and (is_idle or (s.shared == 1 and s.builders > 1)):
        seat = (int(s.roller) + int(s.builders)) % int(s.seat_count)
        start_seat(s, seat)
        is_idle = is_idle and s.sheets[seat].step == DONE
        s.builders += 1
    if is_idle:
        start_tactics(s)
