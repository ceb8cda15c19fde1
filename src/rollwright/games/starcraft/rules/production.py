"""Production: a turn's dice, support, and resources."""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import pack1, pack3
from rollwright.games.starcraft.rules.building import start_building
from rollwright.games.starcraft.rules.rows import gain, has_room
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BLUES,
    FACES,
    GREENS,
    MINE,
    MINING,
    NOBODY,
    REDS,
    SUPPORT,
    SUPPORTING,
    WHITES,
    blue_dice,
    green_dice,
    red_dice,
    red_face,
)
from rollwright.games.starcraft.sheet import BLACK, GAS, MINERALS, SUPPORTS, WHITE, YIELDS


def take_production(s: Record, faces: Ints) -> None:
    """Lay out a turn's dice, and offer support if any is left (SC-20, SC-21)."""
    for colour in range(5):
        for face in range(FACES + 1):
            s.dice[colour, face] = 0
    for face in range(FACES + 1):
        s.claws[face] = 0
    s.builders = 0
    s.supported = 0
    s.joker = 0
    s.joker_row = 0
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
