"""How moves are pointed out on the page: dice first or the row first, whichever a player thinks of."""

from collections import Counter
from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1, pack2, part
from rollwright.games.starcraft.ahead import combination, faces_of, is_building, is_unit, row_built
from rollwright.games.starcraft.moves import (
    ATTACK,
    BUILD,
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
from rollwright.games.starcraft.names import row_of
from rollwright.games.starcraft.rules.rows import has_room
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BUILDING,
    BUILDING_STEP,
    NOBODY,
    REDS,
    SUPPORTING,
    TARGET,
    UNIT_STEP,
    WHITES,
    red_face,
)
from rollwright.games.starcraft.sheet import BUILDINGS, GAS, MAIN, MINERALS, ROWS, UNITS
from rollwright.games.starcraft.view.opponents import rival_spot
from rollwright.games.starcraft.view.sheets import row_spot
from rollwright.games.starcraft.view.tray import Die, dice_of
from rollwright.games.starcraft.why import why
from rollwright.games.starcraft.words import describe
from rollwright.view import Path, Way


def ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    """Return, for each of a seat's legal moves, how it is pointed out and what it would do."""
    dice = dice_of(s)
    rows = Counter(row_built(move) for move in moves if is_building(move))
    payers = Counter(_payer(s, move) for move in moves if is_building(move))
    found = {}
    for move in moves:
        if is_unit(move):
            others = [each for each in moves if is_unit(each) and each != move and row_built(each) == row_built(move)]
            found[move] = _way_to_train(s, seat, move, dice, others)
        elif is_building(move):
            found[move] = _way_to_build(s, seat, move, dice, rows, payers)
        else:
            found[move] = _other_way(s, seat, move, dice)
    return found


def spots(dice: dict[str, Die], colour: int, face: int) -> list[str]:
    """Return the dice of a colour and face that are not set aside: they are interchangeable."""
    return [name for name, die in dice.items() if die == Die(colour, face, NOBODY)]


def _way_to_train(s: Record, seat: int, move: int, dice: dict[str, Die], others: Sequence[int]) -> Way:
    """Point out a unit: by its dice, by its row, or by both, in any order.

    A die and the row are enough where no other unit of the row could use such a die.
    """
    row = row_spot(s.sheets[seat], row_built(move))
    picks = _dice_to_train(s, move, dice)
    rivals = {name for other in others for pick in _dice_to_train(s, other, dice) for name in pick}
    own = sorted({name for pick in picks for name in pick} - rivals)
    paths = [Path([picks, [[row]]], free=True, spare=1), Path([[*picks, [row]]], free=True)]
    if own:
        paths.append(Path([[own], [[row]]], free=True))
    return Way(paths, {"write": [(row, "O")], "trace": [(pick[0], "") for pick in picks]})


def _dice_to_train(s: Record, move: int, dice: dict[str, Die]) -> list[list[str]]:
    """Return the dice of a unit: for each, those that could be it."""
    faces = faces_of(combination(move))
    red = int(red_face(s)) if is_form(TRAIN_RED.layout, move) else 0
    if red:
        faces.remove(red)
    picks = [_turned(spots(dice, WHITES, face), faces[:place].count(face)) for place, face in enumerate(faces)]
    return [*picks, spots(dice, REDS, red)] if red else picks


def _turned(names: list[str], by: int) -> list[str]:
    """Return equal dice with another one first, so that picks of equal dice begin with different ones."""
    return names[by:] + names[:by]


def paying(s: Record, move: int, dice: dict[str, Die]) -> list[list[str]]:
    """Return the dice that pay for a unit or a building: for each, those that could be it."""
    return _dice_to_train(s, move, dice) if is_unit(move) else [spots(dice, *_payer(s, move))]


def _payer(s: Record, move: int) -> tuple[int, int]:
    """Return colour and face of the die that pays for a building."""
    return (BLACKS, part(BUILD.layout, move, 1)) if is_form(BUILD.layout, move) else (REDS, int(red_face(s)))


def _way_to_build(
    s: Record, seat: int, move: int, dice: dict[str, Die], rows: Counter[int], payers: Counter[tuple[int, int]]
) -> Way:
    """Point out a building: by its row and die, or by one of them where that says it all."""
    row, payer = row_built(move), _payer(s, move)
    spot, picks = row_spot(s.sheets[seat], row), spots(dice, *payer)
    paths = [Path([[picks], [[spot]]], free=True)]
    if rows[row] == 1:
        paths.append(Path.of(spot))
    if payers[payer] == 1:
        paths.append(Path.of(picks))
    return Way(paths, {"write": [(spot, "O")], "trace": [(picks[0], "")]})


def _other_way(s: Record, seat: int, move: int, dice: dict[str, Die]) -> Way:
    sheet = s.sheets[seat]
    if is_form(NUMBER.layout, move):
        face = part(NUMBER.layout, move, 0)
        return Way([Path.of(f"number-{face}")], {"write": [(row_spot(sheet, MAIN), str(face))]}, quiet=True)
    if is_form(SUPPORT.layout, move):
        colour, face, change = SUPPORT.values(move).values()
        picks = spots(dice, colour, face)
        path = Path([[picks], [["change-plus" if change else "change-minus"]]], free=True)
        return Way([path], {"trace": [(picks[0], "")]}, quiet=True)
    if is_form(MINE.layout, move):
        row = row_spot(sheet, MINERALS + part(MINE.layout, move, 0))
        path = Path([[spots(dice, REDS, int(red_face(s)))], [[row]]], free=True)
        return Way([path, Path.of(row)], {"write": [(row, "O")]}, button=describe(s, seat, move))
    if is_form(PASS.layout, move) or is_form(STRIKE.layout, move):
        return Way(button=describe(s, seat, move), quiet=bool(s.phase == SUPPORTING))
    if is_form(RAID.layout, move):
        others = [other for other in range(s.seat_count) if other != seat]
        hit = [(rival_spot(s.sheets[other], other, row), "") for other in others for row in (MINERALS, GAS)]
        return Way(marks={"cross": hit}, button=describe(s, seat, move))
    return _way_to_strike(s, seat, move)


def _way_to_strike(s: Record, seat: int, move: int) -> Way:
    """Point out whom the Zerg attack, or what an ability crosses out."""
    if is_form(ATTACK.layout, move):
        other = part(ATTACK.layout, move, 0)
        return Way([Path.of(f"rival-{other + 1}")], button=describe(s, seat, move))
    if is_form(CROSS_BUILDING.layout, move):
        other = part(CROSS_BUILDING.layout, move, 1)
        row = MAIN + part(CROSS_BUILDING.layout, move, 0) % BUILDINGS
    else:
        other, row = int(s.target), part(CROSS_UNIT.layout, move, 0) % UNITS
    spot = rival_spot(s.sheets[other], other, row)
    return Way([Path.of(spot)], {"cross": [(spot, "")]})


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why nothing can be done now with a spot that somebody points at, if there is something to say."""
    sheet = s.sheets[seat]
    if spot.startswith("number-"):
        return why(s, seat, pack1(NUMBER.layout, int(spot.removeprefix("number-"))))
    if spot.startswith("rival-"):
        return _why_not_rival(s, seat, spot)
    row = next((row for row in range(ROWS) if row_spot(sheet, row) == spot), None)
    if row is None:
        return why(s, seat, PASS.layout[0])
    if row >= MINERALS:
        return why(s, seat, pack1(MINE.layout, row - MINERALS))
    is_open = s.phase == BUILDING and sheet.step == (UNIT_STEP if row < UNITS else BUILDING_STEP)
    if is_open:
        full = Phrase("{row}: the row is full.", row=row_of(sheet, row))
        return Phrase("The dice do not allow that now.") if has_room(sheet, row) else full
    if row < UNITS:
        return why(s, seat, TRAIN.layout[0])
    return why(s, seat, pack2(BUILD.layout, int(sheet.race) * BUILDINGS + row - MAIN, 1))


def _why_not_rival(s: Record, seat: int, spot: str) -> Phrase | None:
    """Say why another's row cannot be crossed out now; only while the ability's dice lie there it could be."""
    _, number, *_ = spot.split("-", 2)
    other = int(number) - 1
    sheet = s.sheets[other]
    row = next((row for row in range(ROWS) if rival_spot(sheet, other, row) == spot), None)
    if row is None or s.phase != TARGET or seat != s.roller:
        return None
    if MAIN <= row < MINERALS:
        return why(s, seat, pack2(CROSS_BUILDING.layout, int(sheet.race) * BUILDINGS + row - MAIN, other))
    if row < UNITS and other == s.target:
        return why(s, seat, pack1(CROSS_UNIT.layout, int(sheet.race) * UNITS + row))
    return Phrase("The ability cannot reach that.")
