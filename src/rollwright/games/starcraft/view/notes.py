"""What is told of a spot while somebody points at it: what a row needs and what would be left, what a die could do."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, player, plural, series, together
from rollwright.core.moves import pack1, pack3
from rollwright.core.scoring import points
from rollwright.games.starcraft.ahead import (
    buildings,
    combination,
    faces_of,
    followers,
    is_unit,
    left,
    left_after,
    may_build,
    may_raise,
    may_train,
    members,
    raised_by,
    row_built,
    units,
)
from rollwright.games.starcraft.moves import ATTACK, SUPPORT
from rollwright.games.starcraft.names import race_of, row_of, support_of
from rollwright.games.starcraft.proposals import told_left
from rollwright.games.starcraft.rules.rows import has_room, standing, worth
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BLUES,
    FACES,
    GREENS,
    MINING,
    NOBODY,
    PRODUCTION,
    REDS,
    SUPPORTING,
    TACTICS,
    WHITES,
    WRITING,
    red_face,
    waiting,
)
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    ALLOWS,
    COMBINATIONS,
    DATA,
    GAS,
    LENGTHS,
    MAIN,
    MAKES,
    MINERALS,
    NUMBERS,
    RACES,
    ROWS,
    SUPPORTS,
    UNITS,
    WORKER,
    YIELDS,
    ZERG,
)
from rollwright.games.starcraft.view.buildings import line_spot, rival_spot
from rollwright.games.starcraft.view.cards import row_spot
from rollwright.games.starcraft.view.numbering import FIRST_BLACK, LINES
from rollwright.games.starcraft.view.pointing import paying, why_not
from rollwright.games.starcraft.view.tray import Die, dice_of, told_die
from rollwright.games.starcraft.why import needs
from rollwright.games.starcraft.words import ability_of, describe
from rollwright.view import Note


def about(s: Record, seat: int, spot: str) -> Note | None:
    """Tell what there is to know of a spot now, if there is more than its name."""
    sheet = s.sheets[seat]
    for row in range(ROWS):
        if spot == row_spot(int(sheet.race), row):
            return _about_row(s, seat, row)
    if spot.startswith("number-"):
        return _about_number(s, seat, int(spot.removeprefix("number-")))
    if spot.startswith("rival-"):
        return _about_rival(s, seat, spot)
    if spot.startswith("could-"):
        return _about_line(s, next(line for line in range(LINES) if line_spot(line) == spot))
    if spot == "ability-uses":
        return Note(together([ability_of(int(sheet.race)), _left(ABILITIES - int(sheet.abilities))]))
    if spot == "support-uses":
        told = Phrase("{support}: once in your turn, change one die by one.", support=support_of(sheet))
        return Note(together([told, _left(SUPPORTS - int(sheet.supports))]))
    die = dice_of(s).get(spot) if spot.startswith("die-") and s.phase != PRODUCTION else None
    return _about_die(s, seat, die) if die else None


def _left(uses: int) -> Phrase:
    return plural("{n} use is left.", "{n} uses are left.", uses)


# Rows of the own sheet


def _about_row(s: Record, seat: int, row: int) -> Note:
    """Tell what a row needs and scores, how the dice could pay for it, and what would be left."""
    sheet = s.sheets[seat]
    told = [needs_of(sheet, row), _worth(sheet, row)]
    if row == WORKER:
        told += _brought(sheet)
    told += _hits(sheet, row)
    if not has_room(sheet, row):
        return Note(together([*told, Phrase("The row is full.")]))
    possible = [move for move in _building_moves(s, seat) if row_built(move) == row]
    if not possible:
        reason = why_not(s, seat, row_spot(int(sheet.race), row)) if row < MINERALS and waiting(s) >> seat & 1 else None
        return Note(together([*told, reason] if reason else told))
    told = _brought(sheet) if row == WORKER else []  # what it needs and scores is printed on it
    told += [each for move in possible for each in _would_do(s, seat, move)]
    payers = {name for move in possible for pick in paying(s, move) for name in pick}
    return Note(together(told), {"dot": [(name, "") for name in sorted(payers)]})


def _would_do(s: Record, seat: int, move: int) -> list[Phrase]:
    """Say what a move would build, what it would leave, and what others could do with that (SC-28)."""
    built = describe(s, seat, move)
    told = members(followers(s))
    if not told:
        return [Phrase("{told}.", told=built)]
    colour, red = (WHITES, int(red_face(s))) if is_unit(move) else (BLACKS, int(red_face(s)))
    rest = left_after(move, left(s, colour), red)
    could = [
        Phrase("{who} could then build: {rows}.", who=player(other), rows=series(rows))
        for other in told
        if (rows := _could_build(s.sheets[other], rest, colour))
    ]
    return [Phrase("{built}: {left}.", built=built, left=told_left(move, left(s, colour), red)), *could]


def _could_build(sheet: Record, dice: list[int], colour: int) -> list[Phrase]:
    """Return the rows in which somebody could build with dice of a colour."""
    if colour == BLACKS:
        rows = {row for face in dice for bit, row in enumerate(raised_by(face)) if may_raise(sheet, face) >> bit & 1}
        return [row_of(sheet, row) for row in sorted(rows)]
    return [
        Phrase("{row} ({dice})", row=row_of(sheet, int(MAKES[i])), dice=each)
        for i, each in enumerate(COMBINATIONS)
        if has_room(sheet, MAKES[i]) and all(dice.count(face) >= faces_of(each).count(face) for face in faces_of(each))
    ]


def _about_line(s: Record, line: int) -> Note:
    """Tell who could build what with some of the dice that lie there, and mark those dice."""
    colour = WHITES if line < FIRST_BLACK else BLACKS
    faces = faces_of(COMBINATIONS[line]) if line < FIRST_BLACK else [line - FIRST_BLACK + 1]
    told = []
    for other in members(followers(s)):
        sheet = s.sheets[other]
        rows = _could_build(sheet, faces, BLACKS)
        if colour == WHITES:
            rows = [row_of(sheet, int(MAKES[line]))] if has_room(sheet, MAKES[line]) else []
        if rows:
            told.append(Phrase("{who} could build: {rows}.", who=player(other), rows=series(rows)))
    free = {name: die for name, die in dice_of(s).items() if die.colour == colour and die.taker == NOBODY}
    return Note(together(told), {"dot": [(name, "") for name, die in free.items() if die.face in faces]})


def needs_of(sheet: Record, row: int) -> Phrase:
    """Say what is needed for a cell of a row."""
    name = row_of(sheet, row)
    if row < UNITS:
        dice = _dice(row)
        return Phrase("{row}: {dice}.", row=name, dice=dice)
    if row == MAIN:
        numbers = listed(int(number) for number in sheet.numbers if number)
        if not numbers:
            return Phrase("{row}: built by the three numbers that you write, one after the other.", row=name)
        if has_room(sheet, MAIN):
            ahead = int(sheet.numbers[sheet.filled[MAIN]])
            return Phrase("{row}: black {numbers}, one after the other; next {n}.", row=name, numbers=numbers, n=ahead)
        return Phrase("{row}: black {numbers}, one after the other.", row=name, numbers=numbers)
    if row < MINERALS:
        return Phrase("{row}: black {faces}.", row=name, faces=needs(row - MAIN))
    groups: dict[int, list[int]] = {}
    for face in range(1, FACES + 1):
        groups.setdefault(int(YIELDS[face]), []).append(face)
    yields = together((Phrase("{faces}: {n}", faces=listed(faces), n=n) for n, faces in groups.items()), "; ")
    return Phrase("{row}: what a die brings by its face: {yields}.", row=name, yields=yields)


def _dice(row: int) -> str:
    """List the combinations that make a unit."""
    return listed(COMBINATIONS[i] for i in range(len(COMBINATIONS)) if MAKES[i] == row)


def _worth(sheet: Record, row: int) -> Phrase:
    return Phrase(
        "Scores {each} each; built {built}, crossed out {crossed}, free {free}.",
        each=points(int(worth(sheet, row))),
        built=standing(sheet, row),
        crossed=sheet.crossed[row],
        free=LENGTHS[sheet.race, row] - sheet.filled[row],
    )


def _brought(sheet: Record) -> list[Phrase]:
    """Say what the next worker brings, or which cell is the next to bring something (SC-02)."""
    if not has_room(sheet, WORKER):
        return []
    cells = {int(cell): what for cell, what in DATA[RACES[sheet.race]]["workers"].items() if int(cell) > sheet.reached}
    following = int(sheet.filled[WORKER]) + 1
    at_once = [_thing(what) for cell, what in cells.items() if cell <= following]
    if at_once:
        return [Phrase("The next one brings {things}.", things=series(at_once))]
    if not cells:
        return []
    cell = min(cells)
    return [Phrase("Cell {cell} brings {things}.", cell=cell, things=_thing(cells[cell]))]


def _thing(what: str) -> Phrase:
    """Name what a worker's cell brings."""
    return {
        "blue": Phrase("another blue die"),
        "green": Phrase("the green die"),
        "red": Phrase("the red die"),
        "+1": Phrase("one more point for each"),
    }[what]


def _hits(sheet: Record, row: int) -> list[Phrase]:
    """Say who crossed out cells of a row since the last own turn."""
    if not sheet.hits[row]:
        return []
    who = series(player(seat) for seat in range(6) if int(sheet.hit_by[row]) >> seat & 1)
    return [
        plural(
            "Since your last turn {who} crossed out {n} cell.",
            "Since your last turn {who} crossed out {n} cells.",
            int(sheet.hits[row]),
            who=who,
        )
    ]


def _building_moves(s: Record, seat: int) -> list[int]:
    """Return the moves by which a seat could build with the dice that lie there, if it may now or will this turn."""
    if not may_build(s, seat):
        return []
    return [*(units(s, seat) if may_train(s, seat) else []), *buildings(s, seat)]


# Dice and numbers


def _about_number(s: Record, seat: int, face: int) -> Note | None:
    """Tell what else a black die of a number builds: a number that builds nothing else gets in nobody's way."""
    if s.phase != WRITING:
        return None
    sheet = s.sheets[seat]
    place = sum(1 for number in sheet.numbers if number)
    if place == NUMBERS:
        return None
    others = series(row_of(sheet, MAIN + building) for building in range(1, MINERALS - MAIN) if ALLOWS[face, building])
    told = Phrase("Number {n} of {main}: {face}.", n=place + 1, main=row_of(sheet, MAIN), face=face)
    return Note(together([told, Phrase("A black {face} also builds: {rows}.", face=face, rows=others)]))


def _about_die(s: Record, seat: int, die: Die) -> Note:
    """Tell what a die could do: change, mine, or build."""
    told = [told_die(die)]
    if die.taker != NOBODY:
        return Note(Phrase("{die}.", die=told[0]))
    if die.colour in (BLUES, GREENS):
        told.append(_mines(s.sheets[s.roller], die))
    active = seat == s.roller
    if active and s.phase == SUPPORTING:
        told += _changes(s, seat, die)
    if die.colour == REDS and active and s.phase in (SUPPORTING, MINING):
        told.append(_mines(s.sheets[s.roller], die))
    dice = dice_of(s)
    part_of = [move for move in _building_moves(s, seat) if _pays(s, move, die, dice)]
    rows = dict.fromkeys((row_built(move), combination(move) if is_unit(move) else "") for move in part_of)
    if rows:
        sheet = s.sheets[seat]
        made = series(
            Phrase("{row} ({dice})", row=row_of(sheet, row), dice=dice) if dice else row_of(sheet, row)
            for row, dice in rows
        )
        told.append(Phrase("Can be used for: {rows}.", rows=made))
    marks = [(row_spot(int(s.sheets[seat].race), row), "") for row in dict.fromkeys(row for row, _ in rows)]
    return Note(together([Phrase("{die}.", die=told[0]), *told[1:]]), {"dot": marks} if marks else {})


def _mines(sheet: Record, die: Die) -> Phrase:
    """Say what a die brings or could bring, as far as the tracks have room (SC-22, SC-25)."""
    room = [int(LENGTHS[sheet.race, row] - sheet.filled[row]) for row in (MINERALS, GAS)]
    minerals, gas = (min(int(YIELDS[die.face]), each) for each in room)
    if die.colour == BLUES:
        return Phrase("Brings minerals: {n}.", n=minerals)
    if die.colour == GREENS:
        return Phrase("Brings gas: {n}.", n=gas)
    return Phrase("Can bring minerals +{minerals} or gas +{gas}.", minerals=minerals, gas=gas)


def _changes(s: Record, seat: int, die: Die) -> list[Phrase]:
    """Say what becomes possible when support changes a die (SC-21)."""
    changed = [(0, die.face - 1), (1, die.face + 1)]
    moves = [pack3(SUPPORT.layout, die.colour, die.face, way) for way, face in changed if 1 <= face <= FACES]
    return [Phrase("{told}.", told=describe(s, seat, move)) for move in moves]


def _pays(s: Record, move: int, die: Die, dice: dict[str, Die]) -> bool:
    """Say whether a die like this one can pay for a move."""
    return any(dice[name] == die for pick in paying(s, move) for name in pick)


# The others


def _about_rival(s: Record, seat: int, spot: str) -> Note:
    """Tell how an opponent's row stands, and what would cross it out; or what their race can do."""
    _, number, *name = spot.split("-", 2)
    other = int(number) - 1
    sheet = s.sheets[other]
    if not name:
        attacks = s.phase == TACTICS and seat == s.roller and s.sheets[seat].race == ZERG
        attack = [Phrase("{told}.", told=describe(s, seat, pack1(ATTACK.layout, other)))] if attacks else []
        told = Phrase(
            "{who} plays the {race}. Left: support {supports}, ability {abilities}.",
            who=player(other),
            race=race_of(sheet),
            supports=SUPPORTS - int(sheet.supports),
            abilities=ABILITIES - int(sheet.abilities),
        )
        return Note(together([*attack, told, ability_of(int(sheet.race))]))
    row = next(row for row in range(ROWS) if rival_spot(int(sheet.race), other, row) == spot)
    values = {"who": player(other), "row": row_of(sheet, row), "crossed": sheet.crossed[row]}
    told = Phrase(
        "{who}, {row}: built {built}, crossed out {crossed}, free {free}.",
        built=standing(sheet, row),
        free=LENGTHS[sheet.race, row] - sheet.filled[row],
        **values,
    )
    reason = why_not(s, seat, spot)
    return Note(together([told, *([reason] if reason else []), *_struck_by(sheet, row), *_next_cell(sheet, row)]))


def _struck_by(sheet: Record, row: int) -> list[Phrase]:
    """Say which dice cross out a cell of a row (SC-32, SC-33)."""
    if row < UNITS:
        return [Phrase("The Zerg cross it out with {dice}.", dice=_dice(row))]
    if row == MAIN and sheet.crossed[row] < NUMBERS and sheet.numbers[sheet.crossed[row]]:
        return [Phrase("The Protoss cross it out with black {faces}.", faces=int(sheet.numbers[sheet.crossed[row]]))]
    if MAIN < row < MINERALS:
        return [Phrase("The Protoss cross it out with black {faces}.", faces=needs(row - MAIN))]
    return [Phrase("The Terrans cross out a cell of it.")] if row in (MINERALS, GAS) else []


def _next_cell(sheet: Record, row: int) -> list[Phrase]:
    """Say what the first uncrossed cell of a row holds (SC-34)."""
    if sheet.crossed[row] == LENGTHS[sheet.race, row]:
        return [Phrase("All cells are crossed out.")]
    if standing(sheet, row):
        return [Phrase("Crossing out its first uncrossed cell costs {points}.", points=points(int(worth(sheet, row))))]
    return [Phrase("Its first uncrossed cell is free.")]
