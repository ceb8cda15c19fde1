"""How moves are pointed out on the page: dice first or the row first, whichever a player thinks of."""

from collections.abc import Sequence

from rollwright.core.contract import Ints, Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.starcraft.ahead import (
    cells_mined,
    combination,
    dice_taken,
    faces_of,
    halves_lost,
    is_building,
    is_unit,
    left_after,
    others_follow,
    race_crossed,
    row_built,
    row_crossed,
    rows_open,
    rows_open_after,
)
from rollwright.games.starcraft.moves import SUPPORT as SUPPORT_FORM
from rollwright.games.starcraft.names import row_of
from rollwright.games.starcraft.proposals import (
    LEAVE_DICE,
    pass_meant,
    told_building,
    told_cross,
    told_mine,
    told_pass,
    told_plainly,
    told_support,
)
from rollwright.games.starcraft.rules.rows import has_room
from rollwright.games.starcraft.rules.state import (
    ATTACK,
    BLACKS,
    BUILD,
    BUILD_RED,
    BUILDING,
    BUILDING_STEP,
    CROSS_BUILDING,
    CROSS_UNIT,
    MINE,
    NUMBER,
    PASS,
    RAID,
    REDS,
    SUPPORT,
    SUPPORTING,
    TARGET,
    TRAIN,
    TRAIN_RED,
    UNIT_STEP,
    WHITES,
    red_face,
)
from rollwright.games.starcraft.sheet import BUILDINGS, COMBINATIONS, GAS, MAIN, MAKES, MINERALS, ROWS, UNITS, WHITE
from rollwright.games.starcraft.view.buildings import line_spot, rival_spot
from rollwright.games.starcraft.view.cards import row_spot
from rollwright.games.starcraft.view.numbering import FACE_BITS, FIRST_BLACK, IN_COMBINATION, PLACES
from rollwright.games.starcraft.view.shows_dice import free_dice
from rollwright.games.starcraft.view.shows_others import face_is_wanted, rows_wanted
from rollwright.games.starcraft.view.tray import die_spot
from rollwright.games.starcraft.why import why
from rollwright.view import Marks, Path, Way

RACE_BITS = 2
ONLY_IN_ROW, ONLY_OF_DIE, TELLS_LEFT = 1, 2, 4
"""Lowest bits of the code of a unit or building: whether its row is enough to name it, or its die, and whether it is
told what is left."""
FLAG_BITS = 3
RED_AT = FLAG_BITS + RACE_BITS
DICE_AT = RED_AT + FACE_BITS
CONTESTED_AT = DICE_AT + FACE_BITS * WHITE
"""Where the dice of a unit stand, as bits, that others of its row could use: the white ones, and the red one."""
RED_DIE = 1 << WHITE
WANTED_AT = CONTESTED_AT + WHITE + 1
"""Where the rows stand, as bits, in which others have room; of a building, whether others want such a die."""


def offers(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
    """Write, for each legal move, the number that tells how it is pointed out and what it would do."""
    sheet = s.sheets[seat]
    race = int(sheet.race)
    were_open = rows_open(s, seat) if s.phase == SUPPORTING else 0
    for i in range(count):
        move = moves[i]
        if is_unit(move):
            codes[i] = training(s, seat, moves, count, move)
        elif is_building(move):
            codes[i] = raising(s, seat, moves, count, move)
        elif is_form(SUPPORT, move):
            codes[i] = supporting(s, seat, move, were_open)
        elif is_form(MINE, move):
            red = red_face(s)
            codes[i] = red | cells_mined(sheet, MINERALS + part(MINE, move, 0), red) << FACE_BITS
        elif is_form(CROSS_BUILDING, move):
            other = part(CROSS_BUILDING, move, 1)
            codes[i] = other | halves_lost(s.sheets[other], row_crossed(move)) << 3
        elif is_form(CROSS_UNIT, move):
            other = int(s.target)
            codes[i] = other | halves_lost(s.sheets[other], row_crossed(move)) << 3
        elif move == PASS:
            codes[i] = pass_meant(s, seat)
        elif is_form(RAID, move):
            codes[i] = int(s.seat_count)
        else:
            codes[i] = race


def training(s: Record, seat: int, moves: Ints, count: int, move: int) -> int:
    """Return how a unit is built: race, dice, those that others of its row could use, and what is told of the rest."""
    white = free_dice(s, WHITES)
    red = red_face(s)
    own = dice_used(move, white, red)
    contested = 0
    for i in range(count):
        if moves[i] != move and is_unit(moves[i]) and row_built(moves[i]) == row_built(move):
            contested |= own & dice_used(moves[i], white, red)
    tells_left = TELLS_LEFT
    wanted = rows_wanted(s)
    if not others_follow(s):
        tells_left = 0
        white = only_places(white, own)
    if is_form(TRAIN, move):
        red = 0
    race = int(s.sheets[seat].race)
    code = tells_left | race << FLAG_BITS | red << RED_AT | white << DICE_AT | contested << CONTESTED_AT
    return code | wanted << WANTED_AT


def dice_used(move: int, white: int, red: int) -> int:
    """Return, as bits, the places of the dice that could be part of a unit, and the red one after them."""
    found = 0
    is_red = is_form(TRAIN_RED, move)
    for place in range(WHITE):
        face = white >> FACE_BITS * place & 7
        if face > 0:
            needed = IN_COMBINATION[dice_taken(move), face] - (1 if is_red and face == red else 0)
            if needed > 0:
                found |= 1 << place
    return found | RED_DIE if is_red else found


def only_places(dice: int, places: int) -> int:
    """Return the dice at these places, told as bits; what is not told should not make two codes of one."""
    found = 0
    for place in range(WHITE):
        if places >> place & 1:
            found |= dice & 7 << FACE_BITS * place
    return found


def raising(s: Record, seat: int, moves: Ints, count: int, move: int) -> int:
    """Return how a building is built: the dice, whether its row or its die alone names it, and what is told."""
    in_row = 0
    of_die = 0
    is_red = is_form(BUILD_RED, move)
    face = red_face(s) if is_red else part(BUILD, move, 1)
    for i in range(count):
        if is_building(moves[i]) and row_built(moves[i]) == row_built(move):
            in_row += 1
        if is_red and is_form(BUILD_RED, moves[i]):
            of_die += 1
        if not is_red and is_form(BUILD, moves[i]) and part(BUILD, moves[i], 1) == face:
            of_die += 1
    black = free_dice(s, BLACKS)
    code = (ONLY_IN_ROW if in_row == 1 else 0) | (ONLY_OF_DIE if of_die == 1 else 0)
    if others_follow(s):
        code |= TELLS_LEFT | (1 if face_is_wanted(s, face) else 0) << WANTED_AT
    else:
        black = only_places(black, 0 if is_red else places_of(black, face))
    race = int(s.sheets[seat].race)
    return code | race << FLAG_BITS | (face if is_red else 0) << RED_AT | black << DICE_AT


def places_of(dice: int, face: int) -> int:
    """Return, as bits, the places of the dice that show a face."""
    found = 0
    for place in range(WHITE):
        if dice >> FACE_BITS * place & 7 == face:
            found |= 1 << place
    return found


def supporting(s: Record, seat: int, move: int, were_open: int) -> int:
    """Return which dice could be changed, and the rows that this would open or close."""
    places = places_of(free_dice(s, part(SUPPORT, move, 0)), part(SUPPORT, move, 1))
    are_open = rows_open_after(s, seat, move)
    rows = are_open & ~were_open | (were_open & ~are_open) << ROWS
    return int(s.sheets[seat].race) | places << RACE_BITS | rows << RACE_BITS + WHITE


def way(seat: int, move: int, code: int) -> Way:
    """Return how a legal move with this code is pointed out, and what it would do."""
    if is_unit(move):
        return _way_to_train(move, code)
    if is_building(move):
        return _way_to_build(move, code)
    if is_form(SUPPORT, move):
        return _way_to_support(move, code)
    if is_form(MINE, move):
        row = row_spot(0, MINERALS + part(MINE, move, 0))
        told = told_mine(move, code & 7, code >> FACE_BITS)
        path = Path([[[die_spot(REDS, 0)]], [[row]]], free=True)
        then = Phrase("Minerals or gas?")
        return Way([path, Path.of(row)], {"write": [(row, "O")]}, button=told, words=told, then=then)
    if is_form(CROSS_BUILDING, move) or is_form(CROSS_UNIT, move):
        return _way_to_cross(move, code & 7, code >> 3)
    if move == PASS:
        return Way(button=told_pass(code), quiet=code == LEAVE_DICE, words=told_pass(code))
    told = told_plainly(move)
    if is_form(NUMBER, move):
        face = part(NUMBER, move, 0)
        marks = [(row_spot(code, MAIN), str(face))]
        return Way([Path.of(f"number-{face}")], {"write": marks}, quiet=True, words=told)
    if is_form(RAID, move):
        hit = [(rival_spot(0, other, row), "") for other in range(code) if other != seat for row in (MINERALS, GAS)]
        return Way(marks={"cross": hit}, button=told, words=told)
    paths = [Path.of(f"rival-{part(ATTACK, move, 0) + 1}")] if is_form(ATTACK, move) else []
    return Way(paths, button=told, words=told)


def _faces(dice: int, colour: int) -> list[int]:
    """Return the faces of a colour's dice by their places; 0 for those that are not told."""
    return [dice >> FACE_BITS * place & 7 for place in range(PLACES[colour])]


def _spots(colour: int, faces: Sequence[int], face: int) -> list[str]:
    """Return the dice of a colour that show a face: they are interchangeable."""
    return [die_spot(colour, place) for place, shown in enumerate(faces) if shown == face]


def _race(code: int) -> int:
    return code >> FLAG_BITS & (1 << RACE_BITS) - 1


def _way_to_train(move: int, code: int) -> Way:
    """Point out a unit: by its dice, by its row, or by both, in any order.

    A die and the row are enough where no other unit of the row could use such a die.
    """
    race, red, white = _race(code), code >> RED_AT & 7, _faces(code >> DICE_AT, WHITES)
    contested = code >> CONTESTED_AT
    rivals = {die_spot(WHITES, place) for place in range(WHITE) if contested >> place & 1}
    if contested & RED_DIE:
        rivals.add(die_spot(REDS, 0))
    row = row_spot(race, row_built(move))
    picks = _dice_to_train(move, white, red)
    own = sorted({name for pick in picks for name in pick} - rivals)
    paths = [Path([picks, [[row]]], free=True, spare=1), Path([[*picks, [row]]], free=True)]
    if own:
        paths.append(Path([[own], [[row]]], free=True))
    taken = [pick[0] for pick in picks]
    gone = _no_longer_made(move, white, red, code >> WANTED_AT) if code & TELLS_LEFT else []
    marks: Marks = {"write": [(row, "O")], "trace": _traced(taken, code, gone)}
    told = told_building(race, move, red)
    return Way(paths, marks, words=told, then=Phrase("Which dice does it take?"))


def _traced(taken: Sequence[str], code: int, gone: Sequence[int]) -> list[tuple[str, str]]:
    """Mark dice that are taken: in the tray, and where others look for them, with the lines that this closes."""
    left = [name.replace("die-", "left-") for name in taken if code & TELLS_LEFT and name != die_spot(REDS, 0)]
    return [(name, "") for name in (*taken, *left, *map(line_spot, gone))]


def _no_longer_made(move: int, white: Sequence[int], red: int, wanted: int) -> list[int]:
    """Return the combinations that others could use before a unit takes its dice, and not after it."""
    before = [face for face in white if face]
    after = left_after(move, before, red)
    return [
        number
        for number, dice in enumerate(COMBINATIONS)
        if wanted >> int(MAKES[number]) & 1 and _shows(before, dice) and not _shows(after, dice)
    ]


def _shows(dice: Sequence[int], combination: str) -> bool:
    faces = faces_of(combination)
    return all(dice.count(face) >= faces.count(face) for face in faces)


def _dice_to_train(move: int, white: Sequence[int], red: int) -> list[list[str]]:
    """Return the dice of a unit: for each, those that could be it."""
    faces = faces_of(combination(move))
    if is_form(TRAIN_RED, move):
        faces.remove(red)
    picks = [_turned(_spots(WHITES, white, face), faces[:place].count(face)) for place, face in enumerate(faces)]
    return [*picks, [die_spot(REDS, 0)]] if is_form(TRAIN_RED, move) else picks


def _turned(names: list[str], by: int) -> list[str]:
    """Return equal dice with another one first, so that picks of equal dice begin with different ones."""
    return names[by:] + names[:by]


def paying(s: Record, move: int) -> list[list[str]]:
    """Return the dice that pay for a unit or a building: for each, those that could be it."""
    if is_unit(move):
        return _dice_to_train(move, _faces(free_dice(s, WHITES), WHITES), int(red_face(s)))
    return [_payers(move, _faces(free_dice(s, BLACKS), BLACKS))]


def _payers(move: int, black: Sequence[int]) -> list[str]:
    """Return the dice of which one pays for a building."""
    return _spots(BLACKS, black, part(BUILD, move, 1)) if is_form(BUILD, move) else [die_spot(REDS, 0)]


def _way_to_build(move: int, code: int) -> Way:
    """Point out a building: by its row and die, or by one of them where that says it all."""
    race, red, black = _race(code), code >> RED_AT & 7, _faces(code >> DICE_AT, BLACKS)
    spot, picks = row_spot(race, row_built(move)), _payers(move, black)
    paths = [Path([[picks], [[spot]]], free=True)]
    if code & ONLY_IN_ROW:
        paths.append(Path.of(spot))
    if code & ONLY_OF_DIE:
        paths.append(Path.of(picks))
    face = part(BUILD, move, 1) if is_form(BUILD, move) else 0
    gone = [FIRST_BLACK + face - 1] if face and code >> WANTED_AT & 1 and black.count(face) == 1 else []
    marks: Marks = {"write": [(spot, "O")], "trace": _traced(picks[:1], code, gone)}
    then = Phrase("Which die does it take?") if code & ONLY_OF_DIE else Phrase("Which building?")
    return Way(paths, marks, words=told_building(race, move, red), then=then)


def _way_to_support(move: int, code: int) -> Way:
    """Point out a change: by a die, and by how much."""
    colour, _, change = SUPPORT_FORM.values(move).values()
    race, code = code & (1 << RACE_BITS) - 1, code >> RACE_BITS
    places, code = code & (1 << WHITE) - 1, code >> WHITE
    opened, closed = code & (1 << ROWS) - 1, code >> ROWS
    picks = [die_spot(colour, place) for place in range(PLACES[colour]) if places >> place & 1]
    path = Path([[picks], [["change-plus" if change else "change-minus"]]], free=True)
    told = told_support(race, move, opened, closed)
    return Way([path], {"trace": [(picks[0], "")]}, quiet=True, words=told, then=Phrase("One up or one down?"))


def _way_to_cross(move: int, other: int, halves: int) -> Way:
    """Point out what an ability crosses out."""
    spot = rival_spot(race_crossed(move), other, row_crossed(move))
    return Way([Path.of(spot)], {"cross": [(spot, "")]}, words=told_cross(move, other, halves))


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    sheet = s.sheets[seat]
    if spot.startswith("number-"):
        return why(s, seat, pack1(NUMBER, int(spot.removeprefix("number-"))))
    if spot.startswith("rival-"):
        return _why_not_rival(s, seat, spot)
    row = next((row for row in range(ROWS) if row_spot(int(sheet.race), row) == spot), None)
    if row is None:
        return why(s, seat, PASS)
    if row >= MINERALS:
        return why(s, seat, pack1(MINE, row - MINERALS))
    is_open = s.phase == BUILDING and sheet.step == (UNIT_STEP if row < UNITS else BUILDING_STEP)
    if is_open:
        full = Phrase("{row}: the row is full.", row=row_of(sheet, row))
        return Phrase("The dice do not allow that now.") if has_room(sheet, row) else full
    if row < UNITS:
        return why(s, seat, pack1(TRAIN, 0))
    return why(s, seat, pack2(BUILD, int(sheet.race) * BUILDINGS + row - MAIN, 1))


def _why_not_rival(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why another's row cannot be crossed out now; only while the ability's dice lie there it could be."""
    _, number, *_ = spot.split("-", 2)
    other = int(number) - 1
    sheet = s.sheets[other]
    row = next((row for row in range(ROWS) if rival_spot(int(sheet.race), other, row) == spot), None)
    if row is None or s.phase != TARGET or seat != s.roller:
        return None
    if MAIN <= row < MINERALS:
        return why(s, seat, pack2(CROSS_BUILDING, int(sheet.race) * BUILDINGS + row - MAIN, other))
    if row < UNITS and other == s.target:
        return why(s, seat, pack1(CROSS_UNIT, int(sheet.race) * UNITS + row))
    return Phrase("The ability cannot reach that.")
