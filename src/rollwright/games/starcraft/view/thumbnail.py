"""The thumbnail of a sheet, so small that only what is filled can be seen."""

from functools import cache, partial

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.games.starcraft.names import row_name
from rollwright.games.starcraft.sheet import LENGTHS, MINERALS, RACES, UNITS
from rollwright.games.starcraft.view.cards import Drawn, counts
from rollwright.games.starcraft.view.numbering import EMBLEM, SMALL_ROW
from rollwright.games.starcraft.view.shapes import emblem
from rollwright.view import Groups, Heading, PartTemplate, Pen, Template
from rollwright.view.marks import square


def small(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a thumbnail, which depends on the race."""
    return _small(int(s.sheets[seat].race))


@cache
def _small(race: int) -> Template:
    names = [row_name(race, row) for row in range(MINERALS)]
    groups = [Groups(EMBLEM, ["emblem"], partial(_emblem, race)), Groups(SMALL_ROW, names, partial(_row, race))]
    return Template([PartTemplate("thumbnail", Heading(Phrase("Units"), (100, 54)), groups)])


def _emblem(race: int, place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("emblem", emblem(race, (9.0, 11.0), 8.0), class_=RACES[race])


def _row(race: int, row: int, code: int, pen: Pen) -> Drawn:
    x, y = (20, 3 + 8.2 * row) if row < UNITS else (60, 3 + 8.2 * (row - UNITS))
    filled, crossed, _ = counts(code)
    kinds = ("cut" if cell < crossed else "full" if cell < filled else "empty" for cell in range(LENGTHS[race, row]))
    return pen.group(row_name(race, row), *(square(x + 4.7 * cell, y, 4, kind) for cell, kind in enumerate(kinds)))
