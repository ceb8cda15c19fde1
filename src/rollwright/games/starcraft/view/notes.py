"""What is told of a spot while somebody points at it: what a row needs and what would be left, what a die could do."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, player, plural, series, together
from rollwright.core.moves import pack3
from rollwright.core.scoring import points
from rollwright.games.starcraft.ahead import buildings, combination, row_built, units
from rollwright.games.starcraft.moves import SUPPORT
from rollwright.games.starcraft.names import race_of, row_of
from rollwright.games.starcraft.rules.rows import has_room, standing, worker_bonus
from rollwright.games.starcraft.rules.state import (
    BLUES,
    BUILDING,
    BUILDING_STEP,
    DONE,
    FACES,
    GREENS,
    MINING,
    NOBODY,
    REDS,
    SUPPORTING,
    UNIT_STEP,
    WRITING,
)
from rollwright.games.starcraft.sheet import (
    ALLOWS,
    COMBINATIONS,
    DATA,
    GAS,
    HALVES,
    LENGTHS,
    MAIN,
    MAKES,
    MINERALS,
    NUMBERS,
    RACES,
    ROWS,
    UNITS,
    WORKER,
    YIELDS,
)
from rollwright.games.starcraft.view.opponents import rival_spot
from rollwright.games.starcraft.view.pointing import is_unit, paying
from rollwright.games.starcraft.view.sheets import row_spot
from rollwright.games.starcraft.view.tray import Die, dice_of, told_die
from rollwright.games.starcraft.why import needs
from rollwright.games.starcraft.words import ability_of, describe
from rollwright.view import Note


def about(s: Record, seat: int, spot: str) -> Note | None:
    """Tell what there is to know of a spot now, if there is more than its name."""
    sheet = s.sheets[seat]
    for row in range(ROWS):
        if spot == row_spot(sheet, row):
            return _about_row(s, seat, row)
    if spot.startswith("number-"):
        return _about_number(s, seat, int(spot.removeprefix("number-")))
    if spot.startswith("rival-"):
        return _about_rival(s, spot)
    die = dice_of(s).get(spot) if spot.startswith("die-") else None
    return _about_die(s, seat, die) if die and die.face else None


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
        return Note(together([*told, *_not_now(s, seat, row)]))
    told += [describe(s, seat, move) for move in possible]
    dice = dice_of(s)
    payers = {name for move in possible for pick in paying(s, move, dice) for name in pick}
    return Note(together(told), {"dot": [(name, "") for name in sorted(payers)]})


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
        return Phrase("{row}: black {numbers}, one after the other.", row=name, numbers=numbers)
    if row < MINERALS:
        return Phrase("{row}: black {faces}.", row=name, faces=needs(row - MAIN))
    yields = series(Phrase("{face}: {n}", face=face, n=int(YIELDS[face])) for face in range(1, FACES + 1))
    return Phrase("{row}: a die brings {yields}.", row=name, yields=yields)


def _dice(row: int) -> str:
    """List the combinations that make a unit."""
    return listed(COMBINATIONS[i] for i in range(len(COMBINATIONS)) if MAKES[i] == row)


def _worth(sheet: Record, row: int) -> Phrase:
    each = int(HALVES[row]) + (int(worker_bonus(sheet)) if row == WORKER else 0)
    return Phrase(
        "Scores {each} each; {built} of {cells} stand.",
        each=points(each),
        built=standing(sheet, row),
        cells=LENGTHS[sheet.race, row],
    )


def _brought(sheet: Record) -> list[Phrase]:
    """Say which cell of the workers is the next to bring something (SC-02)."""
    cells: dict[str, str] = DATA[RACES[sheet.race]]["workers"]
    ahead = [(int(cell), what) for cell, what in cells.items() if int(cell) > sheet.reached]
    if not ahead:
        return []
    cell, what = min(ahead)
    if what == "+1":
        return [Phrase("Cell {cell} makes each worth a point more.", cell=cell)]
    colour = {
        "blue": Phrase("Cell {cell} brings another blue die.", cell=cell),
        "green": Phrase("Cell {cell} brings the green die.", cell=cell),
        "red": Phrase("Cell {cell} brings the red die.", cell=cell),
    }
    return [colour[what]]


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
    step = s.sheets[seat].step
    active = seat == s.roller and s.phase in (SUPPORTING, MINING)
    if not active and (s.phase != BUILDING or step == DONE):
        return []
    return [*(units(s, seat) if active or step == UNIT_STEP else []), *buildings(s, seat)]


def _not_now(s: Record, seat: int, row: int) -> list[Phrase]:
    if row >= MINERALS or not _building_moves(s, seat):
        return []
    if row < UNITS and s.sheets[seat].step == BUILDING_STEP:
        return [Phrase("Units are done for this turn.")]
    return [Phrase("The dice do not allow it now.")]


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
    told = [told_die(s, die)]
    if die.taker != NOBODY:
        return Note(Phrase("{die}.", die=told[0]))
    if die.colour in (BLUES, GREENS):
        told.append(_mines(die))
    active = seat == s.roller
    if active and s.phase == SUPPORTING:
        told += _changes(s, seat, die)
    if die.colour == REDS and active and s.phase in (SUPPORTING, MINING):
        told.append(_mines(die))
    part_of = [move for move in _building_moves(s, seat) if _uses(s, move, die)]
    rows = dict.fromkeys((row_built(move), combination(move) if is_unit(move) else "") for move in part_of)
    if rows:
        sheet = s.sheets[seat]
        made = series(
            Phrase("{row} ({dice})", row=row_of(sheet, row), dice=dice) if dice else row_of(sheet, row)
            for row, dice in rows
        )
        told.append(Phrase("Can serve in: {rows}.", rows=made))
    marks = [(row_spot(s.sheets[seat], row), "") for row in dict.fromkeys(row for row, _ in rows)]
    return Note(together([Phrase("{die}.", die=told[0]), *told[1:]]), {"dot": marks} if marks else {})


def _mines(die: Die) -> Phrase:
    brought = int(YIELDS[die.face])
    if die.colour == BLUES:
        return Phrase("Brings minerals: {n}.", n=brought)
    if die.colour == GREENS:
        return Phrase("Brings gas: {n}.", n=brought)
    return Phrase("Can bring minerals or gas: {n}.", n=brought)


def _changes(s: Record, seat: int, die: Die) -> list[Phrase]:
    """Say what becomes possible when support changes a die (SC-21)."""
    changed = [(0, die.face - 1), (1, die.face + 1)]
    moves = [pack3(SUPPORT.layout, die.colour, die.face, way) for way, face in changed if 1 <= face <= FACES]
    return [Phrase("{told}.", told=describe(s, seat, move)) for move in moves]


def _uses(s: Record, move: int, die: Die) -> bool:
    """Say whether a die like this one can pay for a move."""
    dice = dice_of(s)
    return any(dice[name] == die for pick in paying(s, move, dice) for name in pick)


# The others


def _about_rival(s: Record, spot: str) -> Note | None:
    """Tell how an opponent's row stands, and what would cross it out; or what their race can do."""
    _, number, *name = spot.split("-", 2)
    other = int(number) - 1
    sheet = s.sheets[other]
    if not name:
        told = Phrase("{who} plays the {race}.", who=player(other), race=race_of(sheet))
        return Note(together([told, ability_of(int(sheet.race))]))
    row = next(row for row in range(ROWS) if rival_spot(sheet, other, row) == spot)
    values = {"who": player(other), "row": row_of(sheet, row), "crossed": sheet.crossed[row]}
    stands = standing(sheet, row)
    told = Phrase("{who}, {row}: {built} of {cells} stand, {crossed} crossed out.",
                  built=stands, cells=LENGTHS[sheet.race, row], **values)  # fmt: skip
    return Note(together([told, *_struck_by(sheet, row), *_next_cell(sheet, row)]))


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
        return [Phrase("Its first uncrossed cell is built: {points}.", points=points(-int(HALVES[row])))]
    return [Phrase("Its first uncrossed cell is free.")]
