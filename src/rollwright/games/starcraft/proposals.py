"""What the moves of StarCraft: Roll & Write would do, as one proposes them: on buttons, in notes and hints."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player, series, together
from rollwright.core.moves import is_form, part
from rollwright.core.scoring import signed
from rollwright.games.starcraft.ahead import (
    combination,
    is_building,
    is_unit,
    left_after,
    row_built,
    rows_changed,
)
from rollwright.games.starcraft.moves import (
    ATTACK,
    BUILD,
    CROSS_BUILDING,
    CROSS_UNIT,
    MINE,
    NUMBER,
    PASS,
    RAID,
    SUPPORT,
    TRAIN,
    TRAIN_RED,
)
from rollwright.games.starcraft.names import die_of, row_of, row_title
from rollwright.games.starcraft.rules.rows import standing, worth
from rollwright.games.starcraft.rules.state import (
    BLUES,
    GREENS,
    MINING,
    REDS,
    SUPPORTING,
    TACTICS,
    UNIT_STEP,
    red_face,
)
from rollwright.games.starcraft.sheet import (
    BUILDINGS,
    LENGTHS,
    MAIN,
    MINERALS,
    TERRAN,
    UNITS,
    YIELDS,
)


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Say what a move would do, as one proposes it."""
    if is_form(NUMBER.layout, move):
        return Phrase("Write {face}", face=part(NUMBER.layout, move, 0))
    if is_form(SUPPORT.layout, move):
        return _describe_support(s, seat, move)
    if is_form(MINE.layout, move):
        face, row = int(red_face(s)), MINERALS + part(MINE.layout, move, 0)
        return Phrase("Mine with the red {face}: {mined}", face=face, mined=mined(s.sheets[seat], row, face))
    if is_unit(move) or is_building(move):
        built, left = _describe_building(s, seat, move), _describe_left(s, move)
        return Phrase("{built}: {left}", built=built, left=left) if left else built
    if is_form(RAID.layout, move):
        resource = row_title(TERRAN, MINERALS + part(RAID.layout, move, 0))
        return Phrase("Strike all opponents, then roll for {resource}", resource=resource)
    if is_form(ATTACK.layout, move):
        return Phrase("Attack {who}", who=player(part(ATTACK.layout, move, 0)))
    if is_form(CROSS_BUILDING.layout, move):
        other = part(CROSS_BUILDING.layout, move, 1)
        row = MAIN + part(CROSS_BUILDING.layout, move, 0) % BUILDINGS
        return _describe_cross(s, other, row)
    if is_form(CROSS_UNIT.layout, move):
        row = part(CROSS_UNIT.layout, move, 0) % UNITS
        return _describe_cross(s, int(s.target), row)
    return _describe_pass(s, seat) if is_form(PASS.layout, move) else Phrase("Strike: roll a black die")


def _describe_support(s: Record, seat: int, move: int) -> Phrase:
    colour, face, change = SUPPORT.values(move).values()
    after = face + 2 * change - 1
    changed = Phrase("Change {die} to {face}", die=die_of(colour, face), face=after)
    sheet = s.sheets[seat]
    effects = []
    if colour in (BLUES, GREENS, REDS) and YIELDS[face] != YIELDS[after]:
        effects.append(Phrase("brings {new} instead of {old}", new=YIELDS[after], old=YIELDS[face]))
    opens, closes = (series(row_of(sheet, row) for row in rows) for rows in rows_changed(s, seat, move))
    if opens.text:
        effects.append(Phrase("opens {rows}", rows=opens))
    if closes.text:
        effects.append(Phrase("closes {rows}", rows=closes))
    return Phrase("{changed}: {effects}", changed=changed, effects=together(effects, "; ")) if effects else changed


def _describe_building(s: Record, seat: int, move: int) -> Phrase:
    row = row_of(s.sheets[seat], row_built(move))
    if is_form(TRAIN.layout, move):
        return Phrase("{row} with {dice}", row=row, dice=combination(move))
    if is_form(TRAIN_RED.layout, move):
        return Phrase("{row} with {dice}, one of them red", row=row, dice=combination(move))
    if is_form(BUILD.layout, move):
        return Phrase("{row} with the black {face}", row=row, face=part(BUILD.layout, move, 1))
    return Phrase("{row} with the red {face}", row=row, face=red_face(s))


def _describe_left(s: Record, move: int) -> Phrase | None:
    """Say what a move would leave to the others, if any of them come after (SC-28)."""
    if s.builders == s.seat_count:
        return None
    dice = " ".join(map(str, left_after(s, move)))
    if is_unit(move):
        return Phrase("leaves white {dice}", dice=dice) if dice else Phrase("leaves no white die")
    return Phrase("leaves black {dice}", dice=dice) if dice else Phrase("leaves no black die")


def _describe_cross(s: Record, other: int, row: int) -> Phrase:
    """Say whose cell would be crossed out, and whether anything stands there (SC-34)."""
    sheet = s.sheets[other]
    values = {"who": player(other), "row": row_of(sheet, row)}
    if not standing(sheet, row):
        return Phrase("Cross out {row} of {who}, a free cell", **values)
    return Phrase("Cross out {row} of {who}, built ({points})", points=signed(-int(worth(sheet, row))), **values)


def _describe_pass(s: Record, seat: int) -> Phrase:
    if s.phase == SUPPORTING:
        return Phrase("Leave the dice")
    if s.phase == MINING:
        return Phrase("Keep the red die")
    if s.phase == TACTICS:
        return Phrase("Keep the ability")
    return Phrase("Build no unit") if s.sheets[seat].step == UNIT_STEP else Phrase("Build no building")


def mined(sheet: Record, row: int, face: int) -> Phrase:
    """Say what a die would bring to a track, which may be nearly full (SC-22)."""
    cells = min(int(YIELDS[face]), int(LENGTHS[sheet.race, row] - sheet.filled[row]))
    return Phrase("minerals +{n}", n=cells) if row == MINERALS else Phrase("gas +{n}", n=cells)
