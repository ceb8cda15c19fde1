"""The sheets of the others, small: what they have, what they lost, and what can be crossed out."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.core.scoring import points
from rollwright.games.starcraft.names import race_of, row_name, row_of
from rollwright.games.starcraft.rules import score
from rollwright.games.starcraft.rules.rows import standing
from rollwright.games.starcraft.sheet import ABILITIES, LENGTHS, MAIN, MINERALS, RACES, SUPPORTS, UNITS
from rollwright.games.starcraft.view.shapes import Cells, emblem, small_row_of_cells, strokes
from rollwright.games.starcraft.view.sheets import WIDTH, class_of
from rollwright.view import Part, Pen, Spot, cached_drawing
from rollwright.view.marks import square
from rollwright.view.svg import tag, text

HEAD, LINE = 32, 34
HEIGHT = HEAD + LINE * 7 + 2
HALF = WIDTH / 2
PITCH, RADIUS = 13.4, 5.2
MARGIN = 13.0
"""Where names and cells begin in a line."""


def opponents(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw the others' sheets, in the order in which they sit."""
    found = []
    for step in range(1, int(s.seat_count)):
        other = (seat + step) % int(s.seat_count)
        title = Phrase("Opponent: {who}", who=player(other))
        groups = dict(_sheet(s.sheets[other], other, int(score(s, other)), bool(s.roller == other), pen))
        part = Part(
            f"rival{step}", title, (WIDTH, HEIGHT), groups, short=Phrase("Rivals"), tab="rivals", pictured=False
        )
        found.append(part)
    return found


def rival_spot(sheet: Record, seat: int, row: int) -> str:
    """Return what a row of another's sheet is called among the spots."""
    return f"rival-{seat + 1}-{row_name(int(sheet.race), row)}"


@cached_drawing
def _sheet(sheet: Record, seat: int, halves: int, is_active: bool, pen: Pen) -> list[tuple[str, str]]:
    head = [
        tag("rect", x=6.0, y=2.0, width=WIDTH - 12.0, height=HEAD - 4.0, rx=6, class_="cell ground"),
        emblem(int(sheet.race), (22.0, HEAD / 2), 8.5),
        text(40, HEAD / 2 + 1, pen.say(player(seat)), "row-name"),
        text(WIDTH - 116, HEAD / 2 + 1, _left(sheet), "count"),
        text(WIDTH - 38, HEAD / 2 + 1, points(halves), "total"),
    ]
    label = Phrase(
        "{who}, {race}: support left {supports}, ability left {abilities}",
        who=player(seat),
        race=race_of(sheet),
        supports=SUPPORTS - int(sheet.supports),
        abilities=ABILITIES - int(sheet.abilities),
    )
    spot = Spot(f"rival-{seat + 1}", "rival", label, (22.0, HEAD / 2), 22)
    active = "active" if is_active else ""
    groups = [pen.spot(spot, *head, class_=f"{class_of(sheet, pen)} {active}".strip())]
    for row in range(MINERALS + 2):
        left = 0.0 if row < UNITS or row == MINERALS else HALF
        line = row if row < UNITS else row - UNITS if row < MINERALS else 6
        groups.append(_row(sheet, seat, row, (left, HEAD + LINE * line), pen))
    return groups


def _left(sheet: Record) -> str:
    """Count uses that are left: of support, and of the ability."""
    return f"±{SUPPORTS - int(sheet.supports)}  ✶{ABILITIES - int(sheet.abilities)}"


def _row(sheet: Record, seat: int, row: int, corner: tuple[float, float], pen: Pen) -> tuple[str, str]:
    x, y = corner
    race, low = int(sheet.race), y + 23
    filled, crossed, hits = int(sheet.filled[row]), int(sheet.crossed[row]), int(sheet.hits[row])
    length = int(LENGTHS[race, row])
    drawn = [
        tag("rect", x=x + 5, y=y + 1, width=HALF - 9, height=LINE - 2.0, rx=5, class_="cell ground"),
        text(x + MARGIN, y + 10, pen.say(row_of(sheet, row)), "small-name"),
    ]
    if row < MINERALS:
        cells = Cells((x + MARGIN + PITCH / 2, low), PITCH, RADIUS, length)
        drawn.append(small_row_of_cells(race, cells, filled, crossed, hits))
        at = cells.centre(crossed)
        if row == MAIN:
            numbers = " ".join(str(number) if number else "…" for number in sheet.numbers)
            drawn.append(text(x + MARGIN + PITCH * 3 + 30, low + 1, numbers, "count"))
    else:
        at = (x + MARGIN + 62, low)
        drawn.append(text(x + MARGIN + 22, low, f"{standing(sheet, row)}/{length}", "count"))
        if crossed:
            kind = "cut fresh-cut" if hits else "cut"
            drawn.append(tag("path", d=strokes(at, 4.0), class_=kind))
            drawn.append(text(x + MARGIN + 76, low, crossed, "count"))
    label = Phrase(
        "{who}, {row}: {built} of {cells}, crossed out {crossed}",
        who=player(seat),
        row=row_of(sheet, row),
        built=standing(sheet, row),
        cells=length,
        crossed=crossed,
    )
    spot = Spot(rival_spot(sheet, seat, row), "row", label, at, 15)
    return pen.spot(spot, *drawn, class_=class_of(sheet, pen, row))


def thumbnail(s: Record, seat: int) -> tuple[tuple[int, int], str]:
    """Draw a sheet so small that only what is filled can be seen: its size and its elements."""
    return _thumbnail(s.sheets[seat])


@cached_drawing
def _thumbnail(sheet: Record) -> tuple[tuple[int, int], str]:
    drawn = [tag("g", emblem(int(sheet.race), (9.0, 11.0), 6.0), class_=RACES[sheet.race])]
    for row in range(MINERALS):
        x, y = (20, 3 + 8.2 * row) if row < UNITS else (60, 3 + 8.2 * (row - UNITS))
        for cell in range(int(LENGTHS[sheet.race, row])):
            kind = "cut" if cell < sheet.crossed[row] else "full" if cell < sheet.filled[row] else "empty"
            drawn.append(square(x + 4.7 * cell, y, 4, kind))
    return (100, 54), "".join(drawn)
