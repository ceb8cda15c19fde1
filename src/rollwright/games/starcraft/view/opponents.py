"""The sheets of the others, small: what they have, what they lost, and what can be crossed out."""

from functools import cache, partial

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.core.scoring import points
from rollwright.games.starcraft.names import RACES as TITLES
from rollwright.games.starcraft.names import row_name, row_title
from rollwright.games.starcraft.sheet import ABILITIES, LENGTHS, MAIN, MINERALS, RACES, ROWS, SUPPORTS, UNITS
from rollwright.games.starcraft.view.shapes import Cells, emblem, small_row_of_cells, strokes
from rollwright.games.starcraft.view.sheets import WIDTH, class_of, counts, written_numbers
from rollwright.games.starcraft.view.shows import EMBLEM, NUMBERS_AT, RIVAL, RIVAL_ROW, SMALL_ROW
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot, Template
from rollwright.view.marks import square
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]

HEAD, LINE = 32, 34
HEIGHT = HEAD + LINE * 7 + 2
HALF = WIDTH / 2
PITCH, RADIUS = 13.4, 5.2
MARGIN = 13.0
"""Where names and cells begin in a line."""


def opponent(step: int, seat: int, race: int) -> PartTemplate:
    """Return the sheet of another seat, so many seats on."""
    heading = Heading(Phrase("Opponent: {who}", who=player(seat)), (WIDTH, HEIGHT), Phrase("Rivals"))
    return PartTemplate(f"rival{step}", heading, _groups(seat, race), tab="rivals", pictured=False)


@cache
def _groups(seat: int, race: int) -> list[Groups]:
    names = [rival_spot(race, seat, row) for row in range(ROWS)]
    return [
        Groups(RIVAL + seat, [f"rival-{seat + 1}"], partial(_head, seat, race)),
        Groups(RIVAL_ROW + seat * ROWS, names, partial(_row, seat, race)),
    ]


def rival_spot(race: int, seat: int, row: int) -> str:
    """Return what a row of another's sheet is called among the spots."""
    return f"rival-{seat + 1}-{row_name(race, row)}"


def _head(seat: int, race: int, place: int, code: int, pen: Pen) -> Drawn:
    supports, abilities, halves = SUPPORTS - (code >> 1 & 3), ABILITIES - (code >> 3 & 3), code >> 5
    head = [
        tag("rect", x=6.0, y=2.0, width=WIDTH - 12.0, height=HEAD - 4.0, rx=6, class_="cell ground"),
        emblem(race, (22.0, HEAD / 2), 8.5),
        text(40, HEAD / 2 + 1, pen.say(player(seat)), "row-name"),
        text(WIDTH - 116, HEAD / 2 + 1, f"±{supports}  ✶{abilities}", "count"),
        text(WIDTH - 38, HEAD / 2 + 1, points(halves), "total"),
    ]
    label = Phrase(
        "{who}, {race}: support left {supports}, ability left {abilities}",
        who=player(seat),
        race=Phrase(TITLES[race].label),
        supports=supports,
        abilities=abilities,
    )
    spot = Spot(f"rival-{seat + 1}", "rival", label, (22.0, HEAD / 2), 22)
    active = "active" if code & 1 else ""
    return pen.spot(spot, *head, class_=f"{class_of(race, pen)} {active}".strip())


def _row(seat: int, race: int, row: int, code: int, pen: Pen) -> Drawn:
    x = 0.0 if row < UNITS or row == MINERALS else HALF
    y = HEAD + LINE * (row if row < UNITS else row - UNITS if row < MINERALS else 6)
    low, length = y + 23, int(LENGTHS[race, row])
    filled, crossed, hits = counts(code)
    drawn = [
        tag("rect", x=x + 5, y=y + 1, width=HALF - 9, height=LINE - 2.0, rx=5, class_="cell ground"),
        text(x + MARGIN, y + 10, pen.say(row_title(race, row)), "small-name"),
    ]
    if row < MINERALS:
        cells = Cells((x + MARGIN + PITCH / 2, low), PITCH, RADIUS, length)
        drawn.append(small_row_of_cells(race, cells, filled, crossed, hits))
        at = cells.centre(crossed)
        if row == MAIN:
            numbers = " ".join(str(number) if number else "…" for number in written_numbers(code >> NUMBERS_AT))
            drawn.append(text(x + MARGIN + PITCH * 3 + 30, low + 1, numbers, "count"))
    else:
        at = (x + MARGIN + 62, low)
        drawn.append(text(x + MARGIN + 22, low, f"{filled - crossed}/{length}", "count"))
        if crossed:
            kind = "cut fresh-cut" if hits else "cut"
            drawn.append(tag("path", d=strokes(at, 4.0), class_=kind))
            drawn.append(text(x + MARGIN + 76, low, crossed, "count"))
    label = Phrase(
        "{who}, {row}: {built} of {cells}, crossed out {crossed}",
        who=player(seat),
        row=row_title(race, row),
        built=filled - crossed,
        cells=length,
        crossed=crossed,
    )
    spot = Spot(rival_spot(race, seat, row), "row", label, at, 15)
    return pen.spot(spot, *drawn, class_=class_of(race, pen, hits))


# The thumbnail


@cache
def _small(race: int) -> Template:
    names = [row_name(race, row) for row in range(MINERALS)]
    groups = [Groups(EMBLEM, ["emblem"], partial(_emblem, race)), Groups(SMALL_ROW, names, partial(_small_row, race))]
    return Template([PartTemplate("thumbnail", Heading(Phrase("Units"), (100, 54)), groups)])


def small(s: Record, seat: int, paper: bool) -> Template:
    """Return a sheet so small that only what is filled can be seen."""
    return _small(int(s.sheets[seat].race))


def _emblem(race: int, place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("emblem", emblem(race, (9.0, 11.0), 6.0), class_=RACES[race])


def _small_row(race: int, row: int, code: int, pen: Pen) -> Drawn:
    x, y = (20, 3 + 8.2 * row) if row < UNITS else (60, 3 + 8.2 * (row - UNITS))
    filled, crossed, _ = counts(code)
    kinds = ("cut" if cell < crossed else "full" if cell < filled else "empty" for cell in range(LENGTHS[race, row]))
    return pen.group(row_name(race, row), *(square(x + 4.7 * cell, y, 4, kind) for cell, kind in enumerate(kinds)))
