"""What the moves of StarCraft: Roll & Write would do, as one proposes them: on buttons, in notes and hints."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player, series, together
from rollwright.core.moves import is_form, part
from rollwright.core.scoring import signed
from rollwright.games.starcraft.ahead import (
    cells_mined,
    combination,
    halves_lost,
    is_building,
    is_unit,
    left_after,
    members,
    race_crossed,
    row_built,
    row_crossed,
    rows_open,
    rows_open_after,
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
from rollwright.games.starcraft.names import die_of, row_title
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
from rollwright.games.starcraft.sheet import MAIN, MINERALS, TERRAN, YIELDS

BUILD_NO_UNIT, BUILD_NO_BUILDING, LEAVE_DICE, KEEP_RED, KEEP_ABILITY = range(5)
"""What passing means."""


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Say what a move would do, as one proposes it."""
    sheet = s.sheets[seat]
    race, red = int(sheet.race), int(red_face(s))
    if is_form(SUPPORT.layout, move):
        assert s.phase == SUPPORTING, "support has a phase of its own"
        was_open, is_open = rows_open(s, seat), rows_open_after(s, seat, move)
        return told_support(race, move, is_open & ~was_open, was_open & ~is_open)
    if is_form(MINE.layout, move):
        return told_mine(move, red, cells_mined(sheet, MINERALS + part(MINE.layout, move, 0), red))
    if is_unit(move) or is_building(move):
        return told_building(race, move, red)
    if is_form(CROSS_BUILDING.layout, move) or is_form(CROSS_UNIT.layout, move):
        row = row_crossed(move)
        other = part(CROSS_BUILDING.layout, move, 1) if row >= MAIN else int(s.target)
        return told_cross(move, other, int(halves_lost(s.sheets[other], row)))
    return told_pass(pass_meant(s, seat)) if is_form(PASS.layout, move) else told_plainly(move)


def told_plainly(move: int) -> Phrase:
    """Say what a move would do that means the same in every position."""
    if is_form(NUMBER.layout, move):
        return Phrase("Write {face}", face=part(NUMBER.layout, move, 0))
    if is_form(RAID.layout, move):
        resource = row_title(TERRAN, MINERALS + part(RAID.layout, move, 0))
        return Phrase("Raid, then roll for {resource}", resource=resource)
    if is_form(ATTACK.layout, move):
        return Phrase("Attack {who}", who=player(part(ATTACK.layout, move, 0)))
    return Phrase("Strike: roll a black die")


def told_support(race: int, move: int, opened: int, closed: int) -> Phrase:
    """Say which die support would change, and which rows that would open or close, told as bits."""
    colour, face, change = SUPPORT.values(move).values()
    after = face + 2 * change - 1
    changed = Phrase("Change {die} to {face}", die=die_of(colour, face), face=after)
    effects = []
    if colour in (BLUES, GREENS, REDS) and YIELDS[face] != YIELDS[after]:
        effects.append(Phrase("brings {new} instead of {old}", new=int(YIELDS[after]), old=int(YIELDS[face])))
    opens, closes = (series(row_title(race, row) for row in members(bits)) for bits in (opened, closed))
    if opens.text:
        effects.append(Phrase("opens {rows}", rows=opens))
    if closes.text:
        effects.append(Phrase("closes {rows}", rows=closes))
    return Phrase("{changed}: {effects}", changed=changed, effects=together(effects, "; ")) if effects else changed


def told_building(race: int, move: int, red: int) -> Phrase:
    """Say what a move would build, and with which dice."""
    row = row_title(race, row_built(move))
    if is_form(TRAIN.layout, move):
        return Phrase("Build {row} ({dice})", row=row, dice=combination(move))
    if is_form(TRAIN_RED.layout, move):
        return Phrase("Build {row} ({dice}, one of them red)", row=row, dice=combination(move))
    if is_form(BUILD.layout, move):
        return Phrase("Build {row} (black {face})", row=row, face=part(BUILD.layout, move, 1))
    return Phrase("Build {row} (red {face})", row=row, face=red)


def told_left(move: int, dice: Sequence[int], red: int) -> Phrase:
    """Say what a move would leave of these dice to the others."""
    rest = " ".join(map(str, left_after(move, dice, red)))
    if is_unit(move):
        return Phrase("leaves white {dice}", dice=rest) if rest else Phrase("leaves no white die")
    return Phrase("leaves black {dice}", dice=rest) if rest else Phrase("leaves no black die")


def told_cross(move: int, other: int, halves: int) -> Phrase:
    """Say whose cell would be crossed out, and whether anything stands there (SC-34)."""
    values = {"who": player(other), "row": row_title(race_crossed(move), row_crossed(move))}
    if not halves:
        return Phrase("Cross out {row} of {who}, a free cell", **values)
    return Phrase("Cross out {row} of {who}, built ({points})", points=signed(-halves), **values)


def pass_meant(s: Record, seat: int) -> int:
    """Return what passing means to a seat now."""
    if s.phase == SUPPORTING:
        return LEAVE_DICE
    if s.phase == MINING:
        return KEEP_RED
    if s.phase == TACTICS:
        return KEEP_ABILITY
    return BUILD_NO_UNIT if s.sheets[seat].step == UNIT_STEP else BUILD_NO_BUILDING


def told_pass(meant: int) -> Phrase:
    """Say what passing means."""
    return {
        BUILD_NO_UNIT: Phrase("No unit"),
        BUILD_NO_BUILDING: Phrase("No building"),
        LEAVE_DICE: Phrase("Leave the dice"),
        KEEP_RED: Phrase("Keep the red die"),
        KEEP_ABILITY: Phrase("Not now"),
    }[meant]


def told_mine(move: int, face: int, cells: int) -> Phrase:
    """Say what the red die would mine."""
    row = MINERALS + part(MINE.layout, move, 0)
    return Phrase("Mine with the red {face}: {mined}", face=face, mined=told_cells(row, cells))


def told_cells(row: int, cells: int) -> Phrase:
    """Say what a die would bring to a track."""
    return Phrase("minerals +{n}", n=cells) if row == MINERALS else Phrase("gas +{n}", n=cells)


def mined(sheet: Record, row: int, face: int) -> Phrase:
    """Say what a die would bring to a track as it stands."""
    return told_cells(row, cells_mined(sheet, row, face))
