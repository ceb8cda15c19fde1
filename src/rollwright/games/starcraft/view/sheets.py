"""The own sheet: rows of units and of buildings, tracks of resources, uses of support and ability."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.core.scoring import points
from rollwright.games.starcraft.ahead import combination, left
from rollwright.games.starcraft.ahead import units as units_possible
from rollwright.games.starcraft.names import race_of, row_name, row_of, support_of
from rollwright.games.starcraft.rules.rows import standing, worth
from rollwright.games.starcraft.rules.state import (
    BLACKS,
    BUILDING,
    DONE,
    FACES,
    MINING,
    OVER,
    SUPPORTING,
    UNIT_STEP,
    usable_red,
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
    RACES,
    ROUNDS,
    SUPPORTS,
    UNITS,
    WORKER,
)
from rollwright.games.starcraft.view.shapes import Cells, brings, emblem, frame, row_of_cells, sign
from rollwright.games.starcraft.words import ability_of
from rollwright.view import Part, Pen, Spot, cached_drawing
from rollwright.view.marks import written
from rollwright.view.svg import tag, text

Point = tuple[float, float]

WIDTH = 430
ROW = 47
TOP = 10
CELL_PITCH, CELL_RADIUS = 25.6, 11.4
CELLS_AT = 187.0
"""Where the first cell of a row begins; before it stand the name and what it needs."""
LONGEST_NAME = 16
"""Letters of a name that fits before the first cell at its usual size."""
TRACK_PITCH, TRACK_RADIUS = 24.4, 9.5
A_LINE = {MINERALS: 16, GAS: 15}
"""Cells of a track in a line."""


def class_of(sheet: Record, pen: Pen, row: int = -1) -> str:
    """Return the classes that give things the colours of a race, but on paper, and mark a row that was newly hit."""
    if pen.paper:
        return ""
    return f"{RACES[sheet.race]} was-hit" if row >= 0 and sheet.hits[row] else RACES[sheet.race]


def row_spot(sheet: Record, row: int) -> str:
    """Return what a row of the own sheet is called among the spots."""
    return f"row-{row_name(int(sheet.race), row)}"


def units(s: Record, seat: int, pen: Pen) -> Part:
    """Draw the rows of units, with what each needs; what the dice make now stands out."""
    sheet = s.sheets[seat]
    height = TOP + ROW * UNITS + 20
    groups = [_frame("units-frame", sheet, height, pen)]
    made = frozenset(combination(move) for move in _possible(s, seat))
    y = TOP
    for row in range(UNITS):
        tall = ROW + 12 if row == WORKER else ROW
        groups.append(_row(sheet, row, float(y), tall, made, pen))
        y += tall
    halves = sum(_halves(sheet, row) for row in range(UNITS))
    owner = Phrase("Units of {who} ({race})", who=player(seat), race=race_of(sheet))
    return Part(
        "units",
        Phrase("Units") if pen.paper else owner,
        (WIDTH, height),
        dict(groups),
        halves=halves,
        short=Phrase("Units"),
    )


def buildings(s: Record, seat: int, pen: Pen) -> Part:
    """Draw the rows of buildings."""
    sheet = s.sheets[seat]
    rows = range(MAIN, MINERALS)
    height = 2 * TOP + ROW * len(rows)
    groups = [_frame("buildings-frame", sheet, height, pen)]
    shown = frozenset(str(face) for face in _faces(s, seat))
    groups += [_row(sheet, row, float(TOP + ROW * (row - MAIN)), ROW, shown, pen) for row in rows]
    halves = sum(_halves(sheet, row) for row in rows)
    return Part(
        "buildings", Phrase("Buildings"), (WIDTH, height), dict(groups), halves=halves, short=Phrase("Base"), tab="base"
    )


def _halves(sheet: Record, row: int) -> int:
    return standing(sheet, row) * int(worth(sheet, row))


def _frame(name: str, sheet: Record, height: int, pen: Pen) -> tuple[str, str]:
    return pen.group(name, frame(int(sheet.race), WIDTH, height), class_=class_of(sheet, pen))


@cached_drawing
def _row(sheet: Record, row: int, y: float, tall: int, made: frozenset[str], pen: Pen) -> tuple[str, str]:
    race, length = int(sheet.race), int(LENGTHS[sheet.race, row])
    middle = y + ROW / 2
    cells = Cells((CELLS_AT + CELL_PITCH / 2, middle), CELL_PITCH, CELL_RADIUS, length)
    filled, crossed, hits = int(sheet.filled[row]), int(sheet.crossed[row]), int(sheet.hits[row])
    drawn = [
        tag("rect", x=8.0, y=y + 2, width=WIDTH - 16.0, height=tall - 4.0, rx=7, class_="cell ground"),
        _title(pen.say(row_of(sheet, row)), middle - 9),
        _needs(sheet, row, middle + 11, made),
        row_of_cells(race, cells, filled, crossed, hits, int(sheet.wasted[row])),
        text(WIDTH - 22, middle, f"+{points(int(worth(sheet, row)))}", "each"),
    ]
    if row == WORKER:
        brought = {1: "blue", **{int(place): what for place, what in DATA[RACES[race]]["workers"].items()}}
        drawn += [
            brings(what, (cells.centre(place - 1)[0], middle + 22), 7.0, pen.paper) for place, what in brought.items()
        ]
    if row == MAIN:
        drawn += [_number(sheet, i, centre) for i, centre in enumerate(cells.centres)]
    written_next = sum(1 for number in sheet.numbers if number)
    at = written_next if row == MAIN and written_next < length else filled
    spot = Spot(row_spot(sheet, row), "row", _label(sheet, row), cells.centre(at), 2 * CELL_RADIUS)
    return pen.spot(spot, *drawn, class_=class_of(sheet, pen, row))


def _title(name: str, y: float) -> str:
    """Write the name of a row, smaller if it would run into the first cell."""
    return text(16, y, name, "row-name" if len(name) <= LONGEST_NAME else "row-name long")


def _number(sheet: Record, place: int, centre: Point) -> str:
    """Write a number of the main building into its cell (SC-10)."""
    number = int(sheet.numbers[place])
    is_open = place >= sheet.filled[MAIN]
    return written((centre[0], centre[1] + 1), number, place, "pencil number") if number and is_open else ""


def _needs(sheet: Record, row: int, y: float, made: frozenset[str]) -> str:
    """Write what a row needs, in bold what the dice show now; of the main building's numbers the next is underlined."""
    ahead, between = -1, " · "
    if row < UNITS:
        shown = [COMBINATIONS[i] for i in range(len(COMBINATIONS)) if MAKES[i] == row]
        if row == UNITS - 1:  # four of any kind: what the dice show says it, or else the first and the last
            shown = [each for each in shown if each in made] or [shown[0], shown[-1]]
            between = " · " if made.intersection(shown) else " … "
    elif row > MAIN:
        shown = [str(face) for face in range(1, FACES + 1) if ALLOWS[face, row - MAIN]]
    else:
        shown = [str(number) if number else "…" for number in sheet.numbers]
        ahead = int(sheet.filled[MAIN])
    spans = []
    for place, each in enumerate(shown):
        is_next = place == ahead and each != "…"
        bold = each in made and (row != MAIN or is_next)
        kind = " ".join(name for name, given in (("made", bold), ("next", is_next)) if given)
        spans.append(tag("tspan", each, class_=kind or None))
    return tag("text", between.join(spans), x=16.0, y=y, class_="needs")


def may_build(s: Record, seat: int) -> bool:
    """Say whether a seat builds from the dice on the table, now or later in its turn."""
    if s.phase == BUILDING:
        return bool(s.sheets[seat].step != DONE)
    return bool(seat == s.roller and s.phase in (SUPPORTING, MINING))


def _possible(s: Record, seat: int) -> list[int]:
    """Return the moves by which a seat could build a unit, if it is still to build one."""
    if not may_build(s, seat) or (s.phase == BUILDING and s.sheets[seat].step != UNIT_STEP):
        return []
    return units_possible(s, seat)


def _faces(s: Record, seat: int) -> set[int]:
    """Return the faces with which a seat could build a building, if it still may."""
    return {*left(s, BLACKS), int(usable_red(s, seat))} if may_build(s, seat) else set()


def _label(sheet: Record, row: int) -> Phrase:
    """Say how a row stands."""
    values = {
        "row": row_of(sheet, row),
        "built": standing(sheet, row),
        "cells": LENGTHS[sheet.race, row],
        "crossed": sheet.crossed[row],
    }
    if sheet.crossed[row]:
        return Phrase("{row}: {built} of {cells}, crossed out {crossed}", **values)
    return Phrase("{row}: {built} of {cells}", **values)


def resources(s: Record, seat: int, pen: Pen) -> Part:
    """Draw the tracks of minerals and gas."""
    sheet = s.sheets[seat]
    groups, y = [], 8.0
    for row in (MINERALS, GAS):
        lines = -(-int(LENGTHS[sheet.race, row]) // A_LINE[row])
        groups.append(_track(sheet, row, y, lines, pen))
        y += 26 + TRACK_PITCH * lines + 6
    height = round(y) + 4
    halves = _halves(sheet, MINERALS) + _halves(sheet, GAS)
    return Part(
        "resources",
        Phrase("Resources"),
        (WIDTH, height),
        dict([_frame("resources-frame", sheet, height, pen), *groups]),
        "foot" if pen.paper else "sheet",
        halves=halves,
        tab="base",
    )


@cached_drawing
def _track(sheet: Record, row: int, y: float, lines: int, pen: Pen) -> tuple[str, str]:
    race, length, width = int(sheet.race), int(LENGTHS[sheet.race, row]), A_LINE[row]
    cells = Cells((32.0, y + 26 + TRACK_PITCH / 2), TRACK_PITCH, TRACK_RADIUS, length, width)
    filled, crossed, hits = int(sheet.filled[row]), int(sheet.crossed[row]), int(sheet.hits[row])
    count, colour = "" if pen.paper else f"{standing(sheet, row)}", "blue" if row == MINERALS else "green"
    drawn = [
        tag("rect", x=8.0, y=y, width=WIDTH - 16.0, height=26 + TRACK_PITCH * lines + 4, rx=7, class_="cell ground"),
        tag("g", sign(colour, (24.0, y + 13), 7), class_=None if pen.paper else colour),
        text(38, y + 14, pen.say(row_of(sheet, row)), "row-name"),
        text(WIDTH - 60, y + 14, count, "count"),
        text(WIDTH - 26, y + 14, f"+{points(int(worth(sheet, row)))}", "each"),
        row_of_cells(race, cells, filled, crossed, hits, int(sheet.wasted[row])),
    ]
    spot = Spot(row_spot(sheet, row), "row", _label(sheet, row), cells.centre(filled), 2 * TRACK_RADIUS)
    return pen.spot(spot, *drawn, class_=class_of(sheet, pen, row))


def uses(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw the uses of support and of the ability, crossed out as they are spent."""
    sheet = s.sheets[seat]
    support = Phrase("{support}: {n} left", support=support_of(sheet), n=SUPPORTS - int(sheet.supports))
    ability = Phrase("Ability: {n} left", n=ABILITIES - int(sheet.abilities))
    return [
        _uses("support", sheet, support, support_of(sheet), int(sheet.supports), SUPPORTS, pen),
        _uses("ability", sheet, ability, Phrase("Ability"), int(sheet.abilities), ABILITIES, pen),
    ]


def _uses(name: str, sheet: Record, told: Phrase, short: Phrase, used: int, most: int, pen: Pen) -> Part:
    race = int(sheet.race)
    drawn = row_of_cells(race, Cells((20.0, 20.0), 36, 13.0, most), crossed=used)
    sign_of = (
        emblem(race, (20.0 + 36 * most, 20.0), 9.0) if name == "ability" else text(20.0 + 36 * most, 21, "±1", "each")
    )
    spot = Spot(f"{name}-uses", "uses", told, (20.0, 20.0))
    ground = tag("rect", x=0, y=0, width=40 + 36 * most, height=40, class_="uses-ground")
    groups = dict([pen.spot(spot, ground, drawn, sign_of, class_=class_of(sheet, pen))])
    return Part(name, told, (40 + 36 * most, 40), groups, "foot", short=short)


def rounds(s: Record, pen: Pen) -> Part:
    """Draw the twelve rounds."""
    now = int(s.round_no)
    done = ROUNDS if s.phase == OVER else max(0, now - 1)
    drawn = []
    for i in range(ROUNDS):
        kind = "ahead" if pen.paper else "done" if i < done else "now" if i == done and now else "ahead"
        drawn.append(tag("rect", x=2 + 19 * i, y=12, width=15, height=16, rx=3, class_=f"round {kind}"))
        if kind == "done":
            drawn.append(tag("path", d=f"M{5 + 19 * i} 20 l3 4 l6 -9", class_="tick"))
    told = Phrase("Round {n} of {rounds}", n=max(1, now), rounds=ROUNDS)
    return Part(
        "rounds",
        told,
        (230, 40),
        dict([pen.group("round-boxes", *drawn)]),
        "foot",
        short=Phrase("Rounds") if pen.paper else told,
    )


def reference(s: Record, seat: int, pen: Pen) -> Part:
    """Write what a player on paper must know: what dice yield, and what the ability does."""
    yields = DATA["yields"]
    lines = [text(56, 12, pen.say(Phrase("Blue, green")), "faint")]
    lines += [text(130 + 62 * i, 12, f"{i + 1}: {each}", "points") for i, each in enumerate(yields)]
    brought = {"blue": Phrase("blue die"), "green": Phrase("green die"), "red": Phrase("red die")}
    for place, (colour, name) in enumerate(brought.items()):
        x = 90.0 + 150 * place
        lines += [brings(colour, (x, 36.0), 7.0, pen.paper), text(x + 52, 37, pen.say(name), "faint")]
    told = _wrapped(pen.say(ability_of(int(s.sheets[seat].race))), 64)
    lines += [text(250, 60 + 17 * i, line, "faint") for i, line in enumerate(told)]
    title = Phrase("What dice bring, and the ability")
    return Part(
        "reference", title, (500, 60 + 17 * len(told)), dict([pen.group("reference", *lines)]), "foot", short=title
    )


def _wrapped(words: str, most: int) -> list[str]:
    """Return a sentence in lines of at most so many letters."""
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
