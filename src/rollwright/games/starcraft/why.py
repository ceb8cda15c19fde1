"""Why a move of StarCraft: Roll & Write is refused: one sentence each, from the predicates that decide legality."""

from collections import Counter

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, series
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.ahead import combination, faces_of, left, row_built
from rollwright.games.starcraft.moves import (
    ATTACK,
    BUILD,
    BUILD_RED,
    CROSS_BUILDING,
    CROSS_UNIT,
    MINE,
    NUMBER,
    PASS,
    RAID,
    STRIKE,
    SUPPORT,
    TRAIN,
    TRAIN_RED,
)
from rollwright.games.starcraft.names import RACES, die_of, race_of, row_of, row_title
from rollwright.games.starcraft.rules.rows import can_cross, can_raise, can_strike, has_room
from rollwright.games.starcraft.rules.state import (
    ABILITY_DICE,
    BLACKS,
    BUILDING,
    BUILDING_STEP,
    DONE,
    FACES,
    MINING,
    OVER,
    PRODUCTION,
    START_DIE,
    SUPPORTING,
    TACTICS,
    TARGET,
    UNIT_STEP,
    WHITES,
    WRITING,
    red_face,
    usable_red,
)
from rollwright.games.starcraft.rules.tactics import claws_make, struck_face
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    ALLOWS,
    BUILDINGS,
    MAIN,
    MINERALS,
    NUMBERS,
    PROTOSS,
    SUPPORTS,
    TERRAN,
    UNITS,
    YIELDS,
    ZERG,
)


def why(s: Record, seat: int, move: int) -> Phrase | None:
    """Say why a seat may not make this move now, or nothing if it may."""
    if s.phase == OVER:
        return Phrase("The game is over.")
    if s.phase in (START_DIE, PRODUCTION, ABILITY_DICE):
        return Phrase("The dice must be rolled first.")
    if is_form(NUMBER.layout, move) or s.phase == WRITING:
        return _why_not_number(s, seat, move)
    if not _acts(s, seat):
        return Phrase("It is not your turn to act.")
    if is_form(SUPPORT.layout, move):
        return _why_not_support(s, seat, move)
    if is_form(MINE.layout, move):
        return _why_not_mine(s, seat, move)
    if is_form(TRAIN.layout, move) or is_form(TRAIN_RED.layout, move):
        return _why_not_train(s, seat, move)
    if is_form(BUILD.layout, move) or is_form(BUILD_RED.layout, move):
        return _why_not_build(s, seat, move)
    if is_form(PASS.layout, move):
        return Phrase("The ability is already in use: choose what it crosses out.") if s.phase == TARGET else None
    if is_form(CROSS_BUILDING.layout, move):
        return _why_not_cross_building(s, seat, move)
    if is_form(CROSS_UNIT.layout, move):
        return _why_not_cross_unit(s, move)
    return _why_not_ability(s, seat, move)


def _acts(s: Record, seat: int) -> bool:
    """Say whether a seat is asked for something, after the set-up."""
    return bool(s.sheets[seat].step != DONE) if s.phase == BUILDING else bool(seat == s.roller)


def _why_not_number(s: Record, seat: int, move: int) -> Phrase | None:
    if s.phase != WRITING:
        return Phrase("Numbers are written once, before the first turn.")
    if s.sheets[seat].numbers[NUMBERS - 1]:
        return Phrase("Your three numbers are written.")
    return None if is_form(NUMBER.layout, move) else Phrase("First write your three numbers.")


def _why_not_support(s: Record, seat: int, move: int) -> Phrase | None:
    if s.phase != SUPPORTING:
        if seat != s.roller:
            return Phrase("You can only use support in your own turn.")
        if s.sheets[seat].supports == SUPPORTS and not s.supported:
            return Phrase("Your support is used up.")
        return Phrase("Support changes a die right after the roll, once a turn: it is too late now.")
    colour, face, change = SUPPORT.values(move).values()
    if s.dice[colour, face] == 0:
        return Phrase("There is no {die} on the table.", die=die_of(colour, face))
    if not 1 <= face + 2 * change - 1 <= FACES:
        return Phrase("A die must stay between 1 and 6.")
    return None


def _why_not_mine(s: Record, seat: int, move: int) -> Phrase | None:
    if usable_red(s, seat) == 0:
        return _no_red(s, seat)
    if s.phase == SUPPORTING:
        return Phrase("Support comes first: change a die, or pass.")
    if YIELDS[red_face(s)] == 0:
        return Phrase("A 1 mines nothing.")
    if s.phase != MINING:
        return Phrase("You can no longer mine this turn.")
    row = MINERALS + part(MINE.layout, move, 0)
    if not has_room(s.sheets[s.roller], row):
        return Phrase("{row}: the row is full.", row=row_title(TERRAN, row))
    return None


def _no_red(s: Record, seat: int) -> Phrase:
    """Say why a seat has no red die to use (SC-25)."""
    if seat != s.roller:
        return Phrase("A red die can only be used in its owner's turn.")
    return Phrase("You have already used the red die.") if s.joker else Phrase("You have no red die yet.")


def _not_building(s: Record, seat: int, step: int) -> Phrase | None:
    """Say why it is not the time to build a unit, or a building."""
    if s.phase == SUPPORTING:
        return Phrase("Support comes first: change a die, or pass.")
    if s.phase == MINING:
        return Phrase("First choose what the red die mines, or pass.")
    if s.phase != BUILDING:
        return Phrase("You can no longer build this turn.")
    if s.sheets[seat].step == step:
        return None
    return (
        Phrase("Units come before buildings: yours is done, or none was possible.")
        if step == UNIT_STEP
        else Phrase("First build a unit, or pass.")
    )


def _why_not_train(s: Record, seat: int, move: int) -> Phrase | None:
    if told := _not_building(s, seat, UNIT_STEP):
        return told
    faces = Counter(faces_of(combination(move)))
    sheet, row = s.sheets[seat], row_built(move)
    if is_form(TRAIN_RED.layout, move):
        red = int(usable_red(s, seat))
        if red == 0:
            return _no_red(s, seat)
        if red not in faces:
            return Phrase("The red die shows {face}, which is not among these dice.", face=red)
        faces[red] -= 1
    white = Counter(left(s, WHITES))
    if not faces <= white:
        shown = listed(sorted(white.elements())) or "-"
        return Phrase("The white dice do not show that; on the table: {dice}.", dice=shown)
    return None if has_room(sheet, row) else Phrase("{row}: the row is full.", row=row_of(sheet, row))


def _why_not_build(s: Record, seat: int, move: int) -> Phrase | None:
    form = BUILD if is_form(BUILD.layout, move) else BUILD_RED
    sheet = s.sheets[seat]
    if told := _foreign(sheet, part(form.layout, move, 0), BUILDINGS, MAIN):
        return told
    if told := _not_building(s, seat, BUILDING_STEP):
        return told
    building = part(form.layout, move, 0) % BUILDINGS
    if form is BUILD_RED:
        face = int(usable_red(s, seat))
        if face == 0:
            return _no_red(s, seat)
    else:
        face = part(BUILD.layout, move, 1)
        if s.dice[BLACKS, face] == 0:
            black = listed(left(s, BLACKS)) or "-"
            return Phrase("No black die shows {face}; on the table: {dice}.", face=face, dice=black)
    return None if can_raise(sheet, building, face) else why_not_raise(sheet, building, face)


def why_not_raise(sheet: Record, building: int, face: int) -> Phrase:
    """Say why a face does not allow a building."""
    row = row_of(sheet, MAIN + building)
    if not has_room(sheet, MAIN + building):
        return Phrase("{row}: the row is full.", row=row)
    if building == 0:
        needed = int(sheet.numbers[sheet.filled[MAIN]])
        return Phrase("{row} needs its next number, {needed}, not {face}.", row=row, needed=needed, face=face)
    return Phrase("{row} needs {needed}, not {face}.", row=row, needed=needs(building), face=face)


def needs(building: int) -> Phrase:
    """Say which faces allow a building, other than the main one."""
    one, other = (face for face in range(1, FACES + 1) if ALLOWS[face, building])
    return Phrase("{one} or {other}", one=one, other=other)


def _foreign(sheet: Record, name: int, count: int, first: int) -> Phrase | None:
    """Refuse the name that another race has for a row."""
    race = name // count
    if race == sheet.race:
        return None
    row = first + name % count
    return Phrase(
        "{name} belongs to the {race}: here it is {row}.",
        name=row_title(race, row),
        race=Phrase(RACES[race].label),
        row=row_of(sheet, row),
    )


def _why_not_ability(s: Record, seat: int, move: int) -> Phrase | None:
    sheet = s.sheets[seat]
    owner = TERRAN if is_form(RAID.layout, move) else PROTOSS if is_form(STRIKE.layout, move) else ZERG
    if sheet.race != owner:
        return Phrase("That is the ability of the {race}: you play the {own}.",
                      race=Phrase(RACES[owner].label), own=race_of(sheet))  # fmt: skip
    if s.phase == TARGET:
        return Phrase("The ability is already in use: choose what it crosses out.")
    if sheet.abilities == ABILITIES:
        return Phrase("Your ability is used up.")
    if s.phase != TACTICS:
        return Phrase("You can use the ability at the end of your turn, when everyone has built.")
    if not is_form(ATTACK.layout, move):
        return None
    other = part(ATTACK.layout, move, 0)
    if other == seat:
        return Phrase("You cannot attack yourself.")
    return None if other < s.seat_count else _no_such_player(s)


def _no_such_player(s: Record) -> Phrase:
    return Phrase("There are only {n} players.", n=s.seat_count)


def _why_not_cross_building(s: Record, seat: int, move: int) -> Phrase | None:
    if s.phase != TARGET or s.sheets[seat].race != PROTOSS:
        return Phrase("The ability of the Protoss crosses out buildings, after its die is rolled.")
    name, other = CROSS_BUILDING.values(move).values()
    if other == seat:
        return Phrase("You cannot strike yourself.")
    if other >= s.seat_count:
        return _no_such_player(s)
    sheet, face, building = s.sheets[other], int(struck_face(s)), name % BUILDINGS
    if told := _foreign(sheet, name, BUILDINGS, MAIN):
        return told
    if can_strike(sheet, building, face):
        return None
    row = row_of(sheet, MAIN + building)
    if not can_cross(sheet, MAIN + building):
        return Phrase("{row}: all cells are crossed out.", row=row)
    if building == 0:
        number = int(sheet.numbers[sheet.crossed[MAIN]])
        return Phrase("{row} is hit by its first uncrossed number, {needed}, not {face}.",
                      row=row, needed=number, face=face)  # fmt: skip
    return Phrase("{row} is hit by {needed}, not {face}.", row=row, needed=needs(building), face=face)


def _why_not_cross_unit(s: Record, move: int) -> Phrase | None:
    if s.phase != TARGET or s.sheets[s.roller].race != ZERG:
        return Phrase("The ability of the Zerg crosses out units, after its dice are rolled.")
    name, sheet = part(CROSS_UNIT.layout, move, 0), s.sheets[s.target]
    if told := _foreign(sheet, name, UNITS, 0):
        return told
    unit = name % UNITS
    if not can_cross(sheet, unit):
        return Phrase("{row}: all cells are crossed out.", row=row_of(sheet, unit))
    if claws_make(s, unit):
        return None
    possible = [row_of(sheet, row) for row in range(UNITS) if can_cross(sheet, row) and claws_make(s, row)]
    return Phrase("The dice do not make that: choose {rows}.", rows=series(possible))
