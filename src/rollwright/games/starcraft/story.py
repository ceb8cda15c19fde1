"""What happened in a game of StarCraft: Roll & Write, as the log tells it."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, plural, series, together
from rollwright.core.moves import is_form, part
from rollwright.games.starcraft.ahead import combination, is_building, is_unit, left, row_built, shown
from rollwright.games.starcraft.deeds import place
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
from rollwright.games.starcraft.names import die_of, row_of, support_of
from rollwright.games.starcraft.rules.rows import worth
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BLUES,
    GREENS,
    MINING,
    PRODUCTION,
    REDS,
    START_DIE,
    SUPPORTING,
    TACTICS,
    TARGET,
    UNIT_STEP,
    WHITES,
    blue_dice,
    green_dice,
    red_dice,
    red_face,
)
from rollwright.games.starcraft.sheet import BUILDINGS, GAS, MAIN, MINERALS, PROTOSS, ROUNDS, TERRAN, UNITS, WORKER


def told_roll(before: Record, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what the dice did."""
    if before.phase == START_DIE:
        return Phrase("{who} goes first.", who=names[after.roller])
    who = names[before.roller]
    if before.phase == PRODUCTION:
        rolled = Phrase("{who} rolls {dice}.", who=who, dice=series(_dice(after)))
        return together([rolled, *_mined(before, after)])
    return _told_ability_dice(before, after, who, names)


def _dice(s: Record) -> list[Phrase]:
    """Name a turn's dice by colour."""
    found = [
        Phrase("white {faces}", faces=_faces(s, WHITES)),
        Phrase("black {faces}", faces=_faces(s, BLACKS)),
        Phrase("blue {faces}", faces=_faces(s, BLUES)),
    ]
    if green := _faces(s, GREENS):
        found.append(Phrase("green {faces}", faces=green))
    if red := _faces(s, REDS):
        found.append(Phrase("red {faces}", faces=red))
    return found


def _faces(s: Record, colour: int) -> str:
    return " ".join(map(str, left(s, colour)))


def _mined(before: Record, after: Record) -> list[Phrase]:
    """Say what the active player gained between two positions, if it was anything."""
    sheets = before.sheets[before.roller], after.sheets[before.roller]
    minerals, gas = (int(sheets[1].filled[row]) - int(sheets[0].filled[row]) for row in (MINERALS, GAS))
    if minerals and gas:
        return [Phrase("Mined: minerals +{minerals}, gas +{gas}.", minerals=minerals, gas=gas)]
    return [
        *([Phrase("Mined: minerals +{minerals}.", minerals=minerals)] if minerals else []),
        *([Phrase("Mined: gas +{gas}.", gas=gas)] if gas else []),
    ]


def _told_ability_dice(before: Record, after: Record, who: Phrase, names: Sequence[Phrase]) -> Phrase:
    race = before.sheets[before.roller].race
    faces = shown(after.claws)
    if race == TERRAN:
        die = die_of(GREENS if before.target else BLUES, faces[0])
        gained = _mined(before, after) or [Phrase("Nothing is gained.")]
        return together([Phrase("{who} rolls {dice}.", who=who, dice=die), *gained])
    if race == PROTOSS:
        rolled = Phrase("{who} strikes with {dice}.", who=who, dice=die_of(BLACKS, faces[0]))
    else:
        dice = Phrase("white {faces}", faces=" ".join(map(str, faces)))
        rolled = Phrase("{who} attacks {victim} with {dice}.", who=who, victim=names[before.target], dice=dice)
    return rolled if after.phase == TARGET else together([rolled, Phrase("It hits nothing.")])


def told_move(before: Record, seat: int, move: int, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what a move did."""
    who, sheet = names[seat], before.sheets[seat]
    if is_form(NUMBER.layout, move):
        number = part(NUMBER.layout, move, 0)
        return Phrase("{who} writes {number} beside the {main}.", who=who, number=number, main=row_of(sheet, MAIN))
    if is_form(SUPPORT.layout, move):
        colour, face, change = SUPPORT.values(move).values()
        changed = Phrase(
            "{who} changes {die} to {face} ({support}).",
            who=who,
            die=die_of(colour, face),
            face=face + 2 * change - 1,
            support=support_of(sheet),
        )
        return together([changed, *_mined(before, after)])
    if is_form(MINE.layout, move):
        mined = Phrase("{who} mines with {die}.", who=who, die=die_of(REDS, int(red_face(before))))
        return together([mined, *_mined(before, after)])
    if is_unit(move) or is_building(move):
        brought = _unlocked(sheet, after.sheets[seat]) if _has_turns(before, seat) else []
        told = [_told_building(before, who, sheet, move), *brought, *_improved(sheet, after.sheets[seat])]
        return together(told)
    if is_form(PASS.layout, move):
        return together(
            [_told_pass(before, who, sheet), *(_mined(before, after) if before.phase == SUPPORTING else [])]
        )
    return _told_tactics(before, seat, move, names)


def _told_building(s: Record, who: Phrase, sheet: Record, move: int) -> Phrase:
    row = row_of(sheet, row_built(move))
    if is_form(TRAIN.layout, move):
        return Phrase("{who} builds: {row} ({dice}).", who=who, row=row, dice=combination(move))
    if is_form(TRAIN_RED.layout, move):
        return Phrase("{who} builds: {row} ({dice}, one of them red).", who=who, row=row, dice=combination(move))
    face = part(BUILD.layout, move, 1) if is_form(BUILD.layout, move) else int(red_face(s))
    die = die_of(BLACKS if is_form(BUILD.layout, move) else REDS, face)
    return Phrase("{who} builds: {row} ({dice}).", who=who, row=row, dice=die)


def _unlocked(before: Record, after: Record) -> list[Phrase]:
    """Say which dice a new worker brings (SC-02)."""
    found = []
    if (blue := int(blue_dice(after))) > blue_dice(before):
        found.append(plural("From their next turn on: {n} blue die.", "From their next turn on: {n} blue dice.", blue))
    if green_dice(after) > green_dice(before):
        found.append(Phrase("From their next turn on: the green die."))
    if red_dice(after) > red_dice(before):
        found.append(Phrase("From their next turn on: the red die."))
    return found


def _improved(before: Record, after: Record) -> list[Phrase]:
    """Say that workers score more now, if they do (SC-41)."""
    if worth(after, WORKER) == worth(before, WORKER):
        return []
    return [Phrase("{worker}: each scores one more point.", worker=row_of(after, WORKER))]


def _has_turns(s: Record, seat: int) -> bool:
    """Say whether a seat will roll dice again, after this turn."""
    return bool(s.round_no < ROUNDS or place(s, seat) > place(s, int(s.roller)))


def _told_pass(s: Record, who: Phrase, sheet: Record) -> Phrase:
    if s.phase == SUPPORTING:
        return Phrase("{who} leaves the dice as they are.", who=who)
    if s.phase == MINING:
        return Phrase("{who} keeps the red die.", who=who)
    if s.phase == TACTICS:
        return Phrase("{who} keeps the ability.", who=who)
    if sheet.step == UNIT_STEP:
        return Phrase("{who} builds no unit.", who=who)
    return Phrase("{who} builds no building.", who=who)


def _told_tactics(s: Record, seat: int, move: int, names: Sequence[Phrase]) -> Phrase:
    who = names[seat]
    if is_form(RAID.layout, move):
        return Phrase("{who} strikes: every opponent loses a cell of minerals and one of gas.", who=who)
    if is_form(ATTACK.layout, move):
        return Phrase("{who} attacks {victim}.", who=who, victim=names[part(ATTACK.layout, move, 0)])
    if is_form(CROSS_BUILDING.layout, move):
        other = part(CROSS_BUILDING.layout, move, 1)
        return _told_cross(who, names[other], s.sheets[other], MAIN + part(CROSS_BUILDING.layout, move, 0) % BUILDINGS)
    if is_form(CROSS_UNIT.layout, move):
        row = part(CROSS_UNIT.layout, move, 0) % UNITS
        return _told_cross(who, names[s.target], s.sheets[s.target], row)
    return Phrase("{who} uses the ability and rolls a black die.", who=who)


def _told_cross(who: Phrase, victim: Phrase, sheet: Record, row: int) -> Phrase:
    """Say what was crossed out, and whether anything stood there (SC-34)."""
    values = {"who": who, "victim": victim, "row": row_of(sheet, row)}
    if sheet.filled[row] > sheet.crossed[row]:
        return Phrase("{who} crosses out {row} of {victim}, which was built.", **values)
    return Phrase("{who} crosses out {row} of {victim}, a free cell.", **values)
