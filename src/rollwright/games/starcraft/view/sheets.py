"""The own sheet: rows of units and of buildings, tracks of resources, uses of support and ability."""

from dataclasses import dataclass
from functools import cache, partial

from rollwright.core.language import Phrase, player
from rollwright.core.scoring import points
from rollwright.games.starcraft.names import RACES as TITLES
from rollwright.games.starcraft.names import SUPPORT_TITLES, row_name, row_title
from rollwright.games.starcraft.rules.state import FACES
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    ALLOWS,
    COMBINATIONS,
    DATA,
    GAS,
    LENGTHS,
    MAIN,
    MINERALS,
    NUMBERS,
    RACES,
    ROUNDS,
    SUPPORTS,
    UNITS,
    WORKER,
)
from rollwright.games.starcraft.view.shapes import Cells, brings, emblem, frame, row_of_cells, sign
from rollwright.games.starcraft.view.shows import (
    COUNT_BITS,
    COUNT_OF_ROW,
    FRAME,
    HALVES,
    NEEDS_AT,
    NEEDS_BITS,
    NEXT_IS_SHOWN,
    NUMBER_BITS,
    OF_ROW,
    OWN_ROW,
    REFERENCE,
    ROUND,
    USES,
    WASTED_AT,
    WORTH_AT,
    WORTH_BITS,
)
from rollwright.games.starcraft.words import ability_of
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import written
from rollwright.view.svg import tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

WIDTH = 430
ROW = 47
TOP = 10
CELL_PITCH, CELL_RADIUS = 25.6, 11.4
CELLS_AT = 187.0
"""Where the first cell of a row begins; before it stand the name and what it needs."""
LONGEST_NAME = 16
"""Letters of a name that fits before the first cell at its usual size."""
WORKERS_TALLER = 12
"""How much taller the row of workers is than the others."""
TRACK_PITCH, TRACK_RADIUS = 24.4, 9.5
A_LINE = {MINERALS: 16, GAS: 15}
"""Cells of a track in a line."""


@dataclass(frozen=True)
class RowCode:
    """What the code of a row of the own sheet tells."""

    filled: int
    crossed: int
    hits: int
    worth: int
    needs: int
    wasted: int

    @classmethod
    def read(cls, code: int) -> "RowCode":
        """Read a code."""
        filled, crossed, hits = counts(code)
        worth, needs = code >> WORTH_AT & (1 << WORTH_BITS) - 1, code >> NEEDS_AT & (1 << NEEDS_BITS) - 1
        return cls(filled, crossed, hits, worth, needs, code >> WASTED_AT)


def counts(code: int) -> tuple[int, int, int]:
    """Return how many cells of a row are filled, crossed out, and newly crossed out."""
    filled, crossed, hits = (code >> COUNT_BITS * i & (1 << COUNT_BITS) - 1 for i in range(3))
    return filled, crossed, hits


def written_numbers(code: int) -> list[int]:
    """Return the numbers of a main building, 0 for those that are not written yet."""
    return [code >> NUMBER_BITS * place & 7 for place in range(NUMBERS)]


def class_of(race: int, pen: Pen, hits: int = 0) -> str:
    """Return the classes that give things the colours of a race, but on paper, and mark a row that was newly hit."""
    if pen.paper:
        return ""
    return f"{RACES[race]} was-hit" if hits else RACES[race]


def row_spot(race: int, row: int) -> str:
    """Return what a row of the own sheet is called among the spots."""
    return f"row-{row_name(race, row)}"


# Rows of units and buildings


def units(race: int, seat: int, paper: bool) -> PartTemplate:
    """Return the rows of units, with what each needs; what the dice make now stands out."""
    height = TOP + ROW * UNITS + 20
    owner = Phrase("Units of {who} ({race})", who=player(seat), race=Phrase(TITLES[race].label))
    heading = Heading(Phrase("Units") if paper else owner, (WIDTH, height), Phrase("Units"))
    return PartTemplate("units", heading, _rows(race, "units", range(UNITS), height), halves=HALVES)


def buildings(race: int) -> PartTemplate:
    """Return the rows of buildings."""
    rows = range(MAIN, MINERALS)
    height = 2 * TOP + ROW * len(rows)
    heading = Heading(Phrase("Buildings"), (WIDTH, height), Phrase("Base"))
    return PartTemplate("buildings", heading, _rows(race, "buildings", rows, height), halves=HALVES + 1, tab="base")


@cache
def _rows(race: int, part: str, rows: range, height: int) -> list[Groups]:
    """Return the groups of a part, which is alike on all sheets of a race."""
    names = [row_spot(race, row) for row in rows]
    draw = _track if part == "resources" else _row
    place = ("units", "buildings", "resources").index(part)
    return [
        Groups(FRAME + place, [f"{part}-frame"], partial(_frame, f"{part}-frame", race, height)),
        Groups(OWN_ROW + rows[0], names, partial(draw, race, rows[0])),
    ]


def _frame(name: str, race: int, height: int, place: int, code: int, pen: Pen) -> Drawn:
    return pen.group(name, frame(race, WIDTH, height), class_=class_of(race, pen))


def _row(race: int, first: int, place: int, code: int, pen: Pen) -> Drawn:
    row, seen, length = first + place, RowCode.read(code), int(LENGTHS[race, first + place])
    y = float(TOP + ROW * place + (WORKERS_TALLER if WORKER < row < UNITS else 0))
    tall, middle = ROW + WORKERS_TALLER if row == WORKER else ROW, y + ROW / 2
    cells = Cells((CELLS_AT + CELL_PITCH / 2, middle), CELL_PITCH, CELL_RADIUS, length)
    drawn = [
        tag("rect", x=8.0, y=y + 2, width=WIDTH - 16.0, height=tall - 4.0, rx=7, class_="cell ground"),
        _title(pen.say(row_title(race, row)), middle - 9),
        _needs(row, seen, middle + 11),
        row_of_cells(race, cells, seen.filled, seen.crossed, seen.hits, seen.wasted),
        text(WIDTH - 22, middle, f"+{points(seen.worth)}", "each"),
    ]
    at = seen.filled
    if row == WORKER:
        brought = {1: "blue", **{int(cell): what for cell, what in DATA[RACES[race]]["workers"].items()}}
        drawn += [
            brings(what, (cells.centre(cell - 1)[0], middle + 22), 7.0, pen.paper) for cell, what in brought.items()
        ]
    if row == MAIN:
        numbers = written_numbers(seen.needs)
        drawn += [_number(numbers[i], i, centre) for i, centre in enumerate(cells.centres) if i >= seen.filled]
        if 0 in numbers:
            at = numbers.index(0)
    spot = Spot(row_spot(race, row), "row", _label(race, row, seen), cells.centre(at), 2 * CELL_RADIUS)
    return pen.spot(spot, *drawn, class_=class_of(race, pen, seen.hits))


def _title(name: str, y: float) -> str:
    """Write the name of a row, smaller if it would run into the first cell."""
    return text(16, y, name, "row-name" if len(name) <= LONGEST_NAME else "row-name long")


def _number(number: int, place: int, centre: Point) -> str:
    """Write a number of the main building into its cell (SC-10)."""
    return written((centre[0], centre[1] + 1), number, place, "pencil number") if number else ""


def _needs(row: int, seen: RowCode, y: float) -> str:
    """Write what a row needs, in bold what the dice show now; of the main building's numbers the next is underlined."""
    between = " · "
    if row == MAIN:
        numbers = written_numbers(seen.needs)
        spans = [
            _span(str(number) if number else "…", bold=bool(seen.needs & NEXT_IS_SHOWN) and is_next, is_next=is_next)
            for place, number in enumerate(numbers)
            for is_next in [place == seen.filled and number > 0]
        ]
    elif row > MAIN:
        faces = [face for face in range(1, FACES + 1) if ALLOWS[face, row - MAIN]]
        spans = [_span(str(face), bold=bool(seen.needs >> face & 1)) for face in faces]
    else:
        places = [*range(COUNT_OF_ROW[row])]
        if row == UNITS - 1:  # four of any kind: what the dice show says it, or else the first and the last
            places = [place for place in places if seen.needs >> place & 1] or [places[0], places[-1]]
            between = between if seen.needs else " … "
        spans = [_span(COMBINATIONS[OF_ROW[row] + i], bold=bool(seen.needs >> i & 1)) for i in places]
    return tag("text", between.join(spans), x=16.0, y=y, class_="needs")


def _span(shown: str, *, bold: bool, is_next: bool = False) -> str:
    kind = " ".join(name for name, given in (("made", bold), ("next", is_next)) if given)
    return tag("tspan", shown, class_=kind or None)


def _label(race: int, row: int, seen: RowCode) -> Phrase:
    """Say how a row stands."""
    values = {
        "row": row_title(race, row),
        "built": seen.filled - seen.crossed,
        "cells": int(LENGTHS[race, row]),
        "crossed": seen.crossed,
    }
    if seen.crossed:
        return Phrase("{row}: {built} of {cells}, crossed out {crossed}", **values)
    return Phrase("{row}: {built} of {cells}", **values)


# Tracks


def resources(race: int, paper: bool) -> PartTemplate:
    """Return the tracks of minerals and gas."""
    height = round(_track_top(race, GAS + 1)) + 4
    heading = Heading(Phrase("Resources"), (WIDTH, height))
    groups = _rows(race, "resources", range(MINERALS, GAS + 1), height)
    return PartTemplate("resources", heading, groups, "foot" if paper else "sheet", halves=HALVES + 2, tab="base")


def _lines(race: int, row: int) -> int:
    """Return how many lines the cells of a track take."""
    return -(-int(LENGTHS[race, row]) // A_LINE[row])


def _track_top(race: int, row: int) -> float:
    """Return where a track begins: below those before it."""
    y = 8.0
    for above in range(MINERALS, row):
        y += 26 + TRACK_PITCH * _lines(race, above) + 6
    return y


def _track(race: int, first: int, place: int, code: int, pen: Pen) -> Drawn:
    row, seen = first + place, RowCode.read(code)
    y, lines, length = _track_top(race, row), _lines(race, row), int(LENGTHS[race, row])
    cells = Cells((32.0, y + 26 + TRACK_PITCH / 2), TRACK_PITCH, TRACK_RADIUS, length, A_LINE[row])
    count, colour = "" if pen.paper else f"{seen.filled - seen.crossed}", "blue" if row == MINERALS else "green"
    drawn = [
        tag("rect", x=8.0, y=y, width=WIDTH - 16.0, height=26 + TRACK_PITCH * lines + 4, rx=7, class_="cell ground"),
        tag("g", sign(colour, (24.0, y + 13), 7), class_=None if pen.paper else colour),
        text(38, y + 14, pen.say(row_title(race, row)), "row-name"),
        text(WIDTH - 60, y + 14, count, "count"),
        text(WIDTH - 26, y + 14, f"+{points(seen.worth)}", "each"),
        row_of_cells(race, cells, seen.filled, seen.crossed, seen.hits, seen.wasted),
    ]
    spot = Spot(row_spot(race, row), "row", _label(race, row, seen), cells.centre(seen.filled), 2 * TRACK_RADIUS)
    return pen.spot(spot, *drawn, class_=class_of(race, pen, seen.hits))


# The foot


def uses(race: int) -> list[PartTemplate]:
    """Return the uses of support and of the ability, crossed out as they are spent."""
    found = []
    for place, (name, most) in enumerate((("support", SUPPORTS), ("ability", ABILITIES))):
        groups = [_uses_groups(race, place, name, most)]
        found.append(PartTemplate(name, partial(_uses_heading, race, name, most), groups, "foot", USES + place))
    return found


@cache
def _uses_groups(race: int, place: int, name: str, most: int) -> Groups:
    return Groups(USES + place, [f"{name}-uses"], partial(_uses, race, name, most))


def _uses_heading(race: int, name: str, most: int, used: int, pen: Pen) -> Heading:
    size, support = (40 + 36 * most, 40), Phrase(SUPPORT_TITLES[race])
    if name == "support":
        return Heading(Phrase("{support}: {n} left", support=support, n=most - used), size, support)
    return Heading(Phrase("Ability: {n} left", n=most - used), size, Phrase("Ability"))


def _uses(race: int, name: str, most: int, place: int, used: int, pen: Pen) -> Drawn:
    heading, end = _uses_heading(race, name, most, used, pen), 20.0 + 36 * most
    drawn = row_of_cells(race, Cells((20.0, 20.0), 36, 13.0, most), crossed=used)
    sign_of = emblem(race, (end, 20.0), 9.0) if name == "ability" else text(end, 21, "±1", "each")
    spot = Spot(f"{name}-uses", "uses", heading.title, (20.0, 20.0))
    ground = tag("rect", x=0, y=0, width=40 + 36 * most, height=40, class_="uses-ground")
    return pen.spot(spot, ground, drawn, sign_of, class_=class_of(race, pen))


@cache
def rounds() -> PartTemplate:
    """Return the twelve rounds."""
    return PartTemplate("rounds", _rounds_heading, [Groups(ROUND, ["round-boxes"], _rounds)], "foot", ROUND)


def _rounds_heading(code: int, pen: Pen) -> Heading:
    told = Phrase("Round {n} of {rounds}", n=min(max(1, code), ROUNDS), rounds=ROUNDS)
    return Heading(told, (230, 40), Phrase("Rounds") if pen.paper else told)


def _rounds(place: int, code: int, pen: Pen) -> Drawn:
    """Draw the rounds; after the last one, all are done."""
    drawn = []
    for i in range(ROUNDS):
        kind = "ahead" if pen.paper or i >= code else "now" if i == code - 1 else "done"
        drawn.append(tag("rect", x=2 + 19 * i, y=12, width=15, height=16, rx=3, class_=f"round {kind}"))
        if kind == "done":
            drawn.append(tag("path", d=f"M{5 + 19 * i} 20 l3 4 l6 -9", class_="tick"))
    return pen.group("round-boxes", *drawn)


def reference(race: int) -> PartTemplate:
    """Return what a player on paper must know: what dice yield, and what the ability does."""
    groups = [Groups(REFERENCE, ["reference"], partial(_reference, race))]
    return PartTemplate("reference", partial(_reference_heading, race), groups, "foot")


def _reference_heading(race: int, code: int, pen: Pen) -> Heading:
    title = Phrase("What dice bring, and the ability")
    return Heading(title, (500, 60 + 17 * len(_told_ability(race, pen))), title)


def _reference(race: int, place: int, code: int, pen: Pen) -> Drawn:
    lines = [text(56, 12, pen.say(Phrase("Blue, green")), "faint")]
    lines += [text(130 + 62 * i, 12, f"{i + 1}: {each}", "points") for i, each in enumerate(DATA["yields"])]
    brought = {"blue": Phrase("blue die"), "green": Phrase("green die"), "red": Phrase("red die")}
    for i, (colour, name) in enumerate(brought.items()):
        x = 90.0 + 150 * i
        lines += [brings(colour, (x, 36.0), 7.0, pen.paper), text(x + 52, 37, pen.say(name), "faint")]
    lines += [text(250, 60 + 17 * i, line, "faint") for i, line in enumerate(_told_ability(race, pen))]
    return pen.group("reference", *lines)


def _told_ability(race: int, pen: Pen, most: int = 64) -> list[str]:
    """Say what the ability does, in lines of at most so many letters."""
    lines = [""]
    for word in pen.say(ability_of(race)).split():
        if len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
