"""Rows of units and of buildings: what is printed, where one picks, and what is written into them, in three layers."""

from dataclasses import dataclass
from functools import cache, partial

from rollwright.core.language import Phrase, player
from rollwright.core.scoring import points
from rollwright.games.starcraft.ahead import faces_of
from rollwright.games.starcraft.names import RACES as TITLES
from rollwright.games.starcraft.names import row_name, row_title
from rollwright.games.starcraft.rules.state import FACES
from rollwright.games.starcraft.sheet import (
    ALLOWS,
    COMBINATIONS,
    DATA,
    HALVES,
    LENGTHS,
    MAIN,
    MINERALS,
    NUMBERS,
    RACES,
    UNITS,
    WORKER,
)
from rollwright.games.starcraft.view import numbering as codes
from rollwright.games.starcraft.view.numbering import COUNT_BITS, COUNT_OF_ROW, NEXT_IS_SHOWN, NUMBER_BITS, OF_ROW
from rollwright.games.starcraft.view.pictograms import pictogram
from rollwright.games.starcraft.view.shapes import Cells, around, brings, marked, mini, minis
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import written
from rollwright.view.svg import tag, text

Point = tuple[float, float]
Drawn = tuple[str, str]

HEIGHT = 480
"""Of each part of the sheet: side by side they have one scale."""
UNITS_WIDTH, BUILDINGS_WIDTH = 440, 400
UNIT_PITCH, BUILDING_PITCH = 80, 60
BUILDINGS_HEIGHT = BUILDING_PITCH * (MINERALS - MAIN)
DIE, DIE_PITCH = 20, 23
"""Size of the dice of recipes, and from one to the next."""


@dataclass(frozen=True)
class RowCode:
    """What the code of a row tells."""

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
        worth = code >> codes.WORTH_AT & (1 << codes.WORTH_BITS) - 1
        needs = code >> codes.NEEDS_AT & (1 << codes.NEEDS_BITS) - 1
        return cls(filled, crossed, hits, worth, needs, code >> codes.WASTED_AT)


def counts(code: int) -> tuple[int, int, int]:
    """Return how many cells of a row are filled, crossed out, and newly crossed out."""
    filled, crossed, hits = (code >> COUNT_BITS * i & (1 << COUNT_BITS) - 1 for i in range(3))
    return filled, crossed, hits


def written_numbers(code: int) -> list[int]:
    """Return the numbers of a main building, 0 for those that are not written yet."""
    return [code >> NUMBER_BITS * place & 7 for place in range(NUMBERS)]


def class_of(race: int, pen: Pen, kind: str = "", hits: int = 0) -> str:
    """Return the classes that give things the colours of a race, or those of paper, and mark a row that was hit."""
    if pen.paper:
        return f"{kind} on-paper".strip()
    return f"{kind} {RACES[race]}{' was-hit' if hits else ''}".strip()


def row_spot(race: int, row: int) -> str:
    """Return what a row of the own sheet is called among the spots."""
    return f"row-{row_name(race, row)}"


def marks_name(race: int, row: int) -> str:
    """Return what the marks in a row are called among the groups."""
    return f"marks-{row_name(race, row)}"


@dataclass(frozen=True)
class Place:
    """Where a row is drawn: its card, its name, its recipe, and its cells."""

    top: float
    size: Point
    name: Point
    recipe: Point
    cells: Cells
    worth: Point

    @property
    def middle(self) -> float:
        """The middle of the card, from above."""
        return self.top + self.size[1] / 2


@cache
def place_of(race: int, row: int) -> Place:
    """Return where a row is drawn."""
    count = int(LENGTHS[race, row])
    if row < UNITS:
        y = float(UNIT_PITCH * row)
        high = 27.0 if row == WORKER else 48.0
        cells = Cells((215.0, y + high), 25.5, 12.0, count)
        return Place(y, (UNITS_WIDTH, 74.0), (72.0, y + 22), (72.0, y + 38), cells, (UNITS_WIDTH - 17.0, y + 37))
    y = float(BUILDING_PITCH * (row - MAIN))
    first, pitch = (74.0, 29.0) if row == MAIN else (126.0, 27.0)
    radius = 13.0 if row == MAIN else 12.0
    cells = Cells((first, y + 39), pitch, radius, count)
    recipe = (172.0, y + 29) if row == MAIN else (62.0, y + 29)
    return Place(y, (BUILDINGS_WIDTH, 56.0), (62.0, y + 15), recipe, cells, (BUILDINGS_WIDTH - 22.0, y + 15))


def units(race: int, seat: int, paper: bool) -> PartTemplate:
    """Return the rows of units, with what each needs; what the dice make now stands out."""
    owner = Phrase("Units of {who} ({race})", who=player(seat), race=Phrase(TITLES[race].label))
    heading = Heading(Phrase("Units") if paper else owner, (UNITS_WIDTH, HEIGHT - 6), Phrase("Units"))
    return PartTemplate("units", heading, row_groups(race, "units", range(UNITS)), halves=codes.HALVES)


@cache
def row_groups(race: int, part: str, rows: range) -> list[Groups]:
    """Return the groups of rows, alike on all sheets of a race: spots, then what is printed, then what is written."""
    number = 0 if part == "units" else 1
    return [
        Groups(codes.ROW + rows[0], [row_spot(race, row) for row in rows], partial(_spot, race, rows[0])),
        Groups(codes.PRINT + number, [f"{part}-print"], partial(_print, f"{part}-print", race, rows)),
        Groups(codes.MARKS + rows[0], [marks_name(race, row) for row in rows], partial(_marks, race, rows[0])),
    ]


def _spot(race: int, first: int, place: int, code: int, pen: Pen) -> Drawn:
    row, (filled, crossed, hits) = first + place, counts(code)
    at = place_of(race, row)
    mark = at.cells.centre(filled + (code >> codes.AHEAD_AT))
    spot = Spot(row_spot(race, row), "row", row_label(race, row, filled, crossed), mark, 26)
    drawn = [card(at.top, at.size)] if pen.paper else [_touch(at, row), card(at.top, at.size)]
    return pen.spot(spot, *drawn, class_=class_of(race, pen, hits=hits))


def _touch(at: Place, row: int) -> str:
    """Draw what a finger can hit: a row reaches half way to the next, as the cards are low on a phone."""
    pitch = UNIT_PITCH if row < UNITS else BUILDING_PITCH
    return tag("rect", x=0, y=at.middle - pitch / 2, width=at.size[0], height=pitch, class_="touch")


def card(top: float, size: Point, x: float = 0) -> str:
    """Draw the ground of a row."""
    return tag("rect", x=x + 1.5, y=top + 1.5, width=size[0] - 3, height=size[1] - 3, rx=12, class_="ground")


def row_label(race: int, row: int, filled: int, crossed: int) -> Phrase:
    """Say how a row stands."""
    cells = int(LENGTHS[race, row])
    values = {"row": row_title(race, row), "built": filled - crossed, "cells": cells, "crossed": crossed}
    if crossed:
        return Phrase("{row}: {built} of {cells}, crossed out {crossed}", **values)
    return Phrase("{row}: {built} of {cells}", **values)


# What is printed


def _print(name: str, race: int, rows: range, place: int, code: int, pen: Pen) -> Drawn:
    drawn = [each for row in rows for each in _printed(race, row, pen)]
    return pen.group(name, *drawn, class_=class_of(race, pen, "print"))


def _printed(race: int, row: int, pen: Pen) -> list[str]:
    at = place_of(race, row)
    size, kind = (50.0, "unit") if row < UNITS else (42.0, "building")
    drawn = [
        pictogram(row_name(race, row), (10.0, at.middle - size / 2), size, kind),
        text(*at.name, pen.say(row_title(race, row)), "row-name"),
        at.cells.printed(race),
        *_recipe(row, at, pen),
    ]
    if row != WORKER or pen.paper:
        drawn.append(text(*at.worth, f"+{points(int(HALVES[row]))}", "each"))
    if row == WORKER:
        brought = {1: "blue", **{int(cell): what for cell, what in DATA[RACES[race]]["workers"].items()}}
        for cell, what in brought.items():
            drawn.append(brings(what, (at.cells.centre(cell - 1)[0], at.cells.first[1] + 27), 9.5, pen.paper))
    return drawn


def recipe_faces(row: int) -> list[int]:
    """Return the faces that stand in a recipe, as far as they are printed."""
    if row < UNITS:
        made = COMBINATIONS[OF_ROW[row] : OF_ROW[row] + COUNT_OF_ROW[row]]
        return [faces_of(dice)[0] for dice in made] if WORKER < row < UNITS - 1 else []
    return [face for face in range(1, FACES + 1) if row > MAIN and ALLOWS[face, row - MAIN]]


def _dice_at(row: int, at: Place) -> Point:
    """Return where the dice of a recipe begin: behind how many of them there must be."""
    return at.recipe if row >= UNITS or row == WORKER else (at.recipe[0] + 31, at.recipe[1])


def _recipe(row: int, at: Place, pen: Pen) -> list[str]:
    """Draw what a row needs, as far as it is printed."""
    x, y = _dice_at(row, at)
    if row >= UNITS:
        return [minis(recipe_faces(row), (x, y), DIE, DIE_PITCH, dark=True)] if row > MAIN else []
    if row == WORKER:
        in_paper = [minis([1, 2, 3], (x, y), DIE, DIE_PITCH)] if pen.paper else []
        return [*in_paper, text(x + 3 * DIE_PITCH + 1, y + DIE / 2, pen.say(Phrase("in a row")), "recipe")]
    count = len(faces_of(COMBINATIONS[OF_ROW[row]]))
    drawn = [text(at.recipe[0], y + DIE / 2, f"{count} ×", "recipe times")]
    if row == UNITS - 1:
        any_face = text(x + DIE_PITCH + 1, y + DIE / 2, pen.say(Phrase("any face")), "recipe")
        return [*drawn, mini(0, (x, y), DIE), any_face]
    return [*drawn, minis(recipe_faces(row), (x, y), DIE, DIE_PITCH)]


# What is written


def _marks(race: int, first: int, place: int, code: int, pen: Pen) -> Drawn:
    row, seen = first + place, RowCode.read(code)
    at = place_of(race, row)
    drawn = [marked(at.cells, seen.filled, seen.crossed, seen.hits, seen.wasted)]
    if not pen.paper:
        drawn += _shown(row, seen, at, pen)
    if row == WORKER and not pen.paper:
        drawn.append(text(*at.worth, f"+{points(seen.worth)}", "each"))
    if row == MAIN:
        numbers = written_numbers(seen.needs)
        drawn += [
            written((centre[0], centre[1] + 1), numbers[i], i, "pencil number")
            for i, centre in enumerate(at.cells.centres)
            if numbers[i] and (pen.paper or i >= seen.filled)  # on paper a ring goes around the number
        ]
        if pen.paper:
            drawn.append(text(at.recipe[0], at.recipe[1] + DIE / 2, pen.say(Phrase("3 numbers of yours")), "recipe"))
    return pen.group(marks_name(race, row), *drawn, class_=class_of(race, pen, "written", seen.hits))


def _shown(row: int, seen: RowCode, at: Place, pen: Pen) -> list[str]:
    """Ring what the dice show now of what a row needs; draw the dice of those recipes that are not printed."""
    x, y = _dice_at(row, at)
    if row == WORKER:
        runs = [run for run in range(COUNT_OF_ROW[WORKER]) if seen.needs >> run & 1]
        dice = minis(faces_of(COMBINATIONS[runs[0] if runs else 0]), (x, y), DIE, DIE_PITCH)
        return [dice, *([around((x, y), DIE, 2 * DIE_PITCH + DIE)] if runs else [])]
    if row == MAIN:
        return _next_number(seen, at, pen)
    if row == UNITS - 1:
        faces = [i + 1 for i in range(FACES) if seen.needs >> i & 1]
        return [mini(faces[0], (x, y), DIE), around((x, y), DIE)] if faces else []
    bits = seen.needs if row < UNITS else seen.needs >> 1
    faces = recipe_faces(row)
    shown = [place for place, face in enumerate(faces) if bits >> (place if row < UNITS else face - 1) & 1]
    return [around((x + DIE_PITCH * place, y), DIE) for place in shown]


def _next_number(seen: RowCode, at: Place, pen: Pen) -> list[str]:
    """Show the number that the main building needs next."""
    numbers, (x, y) = written_numbers(seen.needs), at.recipe
    if seen.filled >= NUMBERS:
        return []
    if not numbers[seen.filled]:
        return [text(x, y + DIE / 2, pen.say(Phrase("3 numbers of yours")), "recipe")]
    drawn = [
        mini(numbers[seen.filled], (x, y), DIE, dark=True),
        text(x + DIE_PITCH + 3, y + DIE / 2, pen.say(Phrase("is next")), "recipe"),
    ]
    return [*drawn, around((x, y), DIE)] if seen.needs & NEXT_IS_SHOWN else drawn
