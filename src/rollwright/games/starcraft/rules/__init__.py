"""The rules of StarCraft: Roll & Write.

A turn: the dice fall, the active player may change one of them, mines, builds a unit and a building; the others build
from the rest; then the active player may use the race's ability. Dice are known by colour and face, so that equal dice
are one choice everywhere. A row is filled from its left, and crossed out from its left (SC-34): two numbers tell all of
it. Whoever builds has a `step` on their sheet, one seat at a time or all the others at once (SC-28).
"""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import pack1, part
from rollwright.games.starcraft.rules.building import (
    list_buildings,
    list_units,
    play_building,
    spend_red,
    start_building,
)
from rollwright.games.starcraft.rules.production import list_mining, list_supports, mine, support, take_production
from rollwright.games.starcraft.rules.rows import gain, standing, worth
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BUILDING,
    FACES,
    MAX_DICE,
    MAX_MOVES,
    MINE,
    MINING,
    NUMBER,
    PASS,
    PRODUCTION,
    START_DIE,
    STATE,
    SUPPORT,
    SUPPORTING,
    TACTICS,
    TARGET,
    UNIT_STEP,
    WRITING,
    ability_dice,
    blue_dice,
    green_dice,
    red_dice,
    red_face,
    waiting,
)
from rollwright.games.starcraft.rules.tactics import (
    cross_target,
    end_turn,
    list_abilities,
    list_targets,
    play_ability,
    take_ability_dice,
)
from rollwright.games.starcraft.sheet import BLACK, GAS, MINERALS, ROWS, WHITE, WORKER, YIELDS

__all__ = [
    "MAX_DICE",
    "MAX_MOVES",
    "STATE",
    "begin",
    "conceal",
    "dice",
    "legal",
    "play",
    "roll",
    "score",
    "tiebreak",
    "waiting",
]


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


def legal(s: Record, seat: int, moves: Ints) -> int:
    """List what a seat may do, if it is waited for."""
    if waiting(s) >> seat & 1 == 0:
        return 0
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


def score(s: Record, seat: int) -> int:
    """Count every O that is not crossed out (SC-40, SC-44), in halves."""
    sheet = s.sheets[seat]
    halves = 0
    for row in range(ROWS):
        halves += standing(sheet, row) * worth(sheet, row)
    return halves


def tiebreak(s: Record, seat: int) -> int:
    """Let uncrossed gas decide between equal totals (SC-42)."""
    return standing(s.sheets[seat], GAS)


def conceal(s: Record, seat: int) -> None:
    """Hide nothing: all sheets are open, and numbers are written openly (SC-10)."""
