"""Tactics: the abilities of the races, and the end of a turn."""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.starcraft.rules.rows import can_cross, can_strike, gain, hit
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    ATTACK,
    CROSS_BUILDING,
    CROSS_UNIT,
    FACES,
    OVER,
    PASS,
    PRODUCTION,
    RAID,
    STRIKE,
    TACTICS,
    TARGET,
    ability_dice,
)
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    BUILDINGS,
    FIRST_OF_SIZE,
    GAS,
    MAIN,
    MAKES,
    MINERALS,
    PROTOSS,
    ROUNDS,
    ROWS,
    TERRAN,
    UNITS,
    WORKER,
    YIELDS,
)


def start_tactics(s: Record) -> None:
    """Offer the race's ability, if it is not used up (SC-30)."""
    if s.sheets[s.roller].abilities < ABILITIES:
        s.phase = TACTICS
    else:
        end_turn(s)


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


def cross_target(s: Record, move: int) -> None:
    """Cross out what the ability's dice allow and the player chose (SC-32, SC-33)."""
    if is_form(CROSS_BUILDING, move):
        hit(s, part(CROSS_BUILDING, move, 1), MAIN + part(CROSS_BUILDING, move, 0) % BUILDINGS)
    else:
        hit(s, s.target, part(CROSS_UNIT, move, 0) % UNITS)


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
