"""Minerals and gas, the uses of support and ability, and the sums; on paper also boxes for the rounds."""

from functools import cache, partial

from rollwright.core.language import Phrase
from rollwright.core.scoring import points
from rollwright.games.starcraft.names import SUPPORT_TITLES, row_title
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    GAS,
    HALVES,
    LENGTHS,
    MINERALS,
    PROTOSS,
    ROUNDS,
    SUPPORTS,
    TERRAN,
)
from rollwright.games.starcraft.view import numbering as codes
from rollwright.games.starcraft.view.cards import (
    HEIGHT,
    Drawn,
    RowCode,
    card,
    class_of,
    counts,
    marks_name,
    row_label,
    row_spot,
)
from rollwright.games.starcraft.view.pictograms import pictogram
from rollwright.games.starcraft.view.shapes import Cells, marked, sign
from rollwright.view import HIDDEN, Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import written
from rollwright.view.svg import tag, text

WIDTH = 360
TRACKS = {MINERALS: (0.0, 150.0, 12), GAS: (156.0, 123.0, 10)}
"""Of each track its card's top and height, and its cells in a line."""
PITCH, RADIUS = 27.5, 11.8
NAMES = ("support", "ability")
USE_TOPS = (285.0, 345.0)
USE_HEIGHT = 54.0
LONGEST_NAME = 20
"""Letters of a name that fits before its cells at its usual size."""
SUM_TOP = 405.0
BOXES = ((6.0, 66.0), (90.0, 66.0), (174.0, 66.0), (262.0, 92.0))
"""Left edge and width of each sum's box."""


def resources(race: int) -> PartTemplate:
    """Return minerals and gas, support and ability, and the sums."""
    heading = Heading(Phrase("Resources"), (WIDTH, HEIGHT - 6))
    return PartTemplate("resources", heading, _groups(race), halves=codes.HALVES + 2)


@cache
def _groups(race: int) -> list[Groups]:
    rows = range(MINERALS, GAS + 1)
    return [
        Groups(codes.ROW + MINERALS, [row_spot(race, row) for row in rows], partial(_track_spot, race)),
        Groups(codes.USES, [f"{name}-uses" for name in NAMES], partial(_uses_spot, race)),
        Groups(codes.PRINT + 2, ["resources-print"], partial(_print, race)),
        Groups(codes.MARKS + MINERALS, [marks_name(race, row) for row in rows], partial(_track_marks, race)),
        Groups(codes.USED, [f"{name}-used" for name in NAMES], partial(_used, race)),
        Groups(codes.SUMS, ["sums"], _sums, tells_total=True),
    ]


@cache
def _track_cells(race: int, row: int) -> Cells:
    top, _, line = TRACKS[row]
    first = (WIDTH - PITCH * line) / 2 + PITCH / 2
    return Cells((first, top + 35 + PITCH / 2), PITCH, RADIUS, int(LENGTHS[race, row]), line)


@cache
def _use_cells(place: int) -> Cells:
    most = (SUPPORTS, ABILITIES)[place]
    return Cells((WIDTH - 24.0 - 31 * (most - 1), USE_TOPS[place] + USE_HEIGHT / 2), 31.0, 13.0, most)


def _track_spot(race: int, place: int, code: int, pen: Pen) -> Drawn:
    row, (filled, crossed, hits) = MINERALS + place, counts(code)
    top, height, _ = TRACKS[row]
    at = _track_cells(race, row).centre(filled)
    spot = Spot(row_spot(race, row), "row", row_label(race, row, filled, crossed), at, 2 * RADIUS)
    return pen.spot(spot, card(top, (WIDTH, height)), class_=class_of(race, pen, hits=hits))


def _uses_spot(race: int, place: int, used: int, pen: Pen) -> Drawn:
    name, left = NAMES[place], (SUPPORTS, ABILITIES)[place] - used
    support = Phrase(SUPPORT_TITLES[race])
    told = (Phrase("{support}: {n} left", support=support, n=left), Phrase("Ability: {n} left", n=left))[place]
    spot = Spot(f"{name}-uses", "uses", told, (32.0, USE_TOPS[place] + USE_HEIGHT / 2))
    return pen.spot(spot, card(USE_TOPS[place], (WIDTH, USE_HEIGHT)), class_=class_of(race, pen))


def _print(race: int, place: int, code: int, pen: Pen) -> Drawn:
    drawn = []
    for row, colour in ((MINERALS, "blue"), (GAS, "green")):
        y = TRACKS[row][0] + 19
        drawn += [
            tag("g", sign(colour, (22.0, y), 9), class_=None if pen.paper else colour),
            text(38, y, pen.say(row_title(race, row)), "row-name"),
            text(WIDTH - 14, y, pen.say(Phrase("{points} each", points=points(int(HALVES[row])))), "recipe end"),
            _track_cells(race, row).printed(race),
        ]
    titles = (Phrase(SUPPORT_TITLES[race]), ability_title(race))
    for use, (name, title, told) in enumerate(zip(NAMES, titles, (SHIFTS, ability_told(race)), strict=True)):
        top = USE_TOPS[use]
        drawn += [
            pictogram(f"{name}-{race}", (10.0, top + 7), 40.0, "support"),
            text(60, top + 18, pen.say(title), "row-name" if len(pen.say(title)) <= LONGEST_NAME else "row-name long"),
            text(60, top + 38, pen.say(told), "recipe"),
            _use_cells(use).printed(race),
        ]
    labels = (Phrase("units"), Phrase("base"), Phrase("mined"), Phrase("total"))
    for (x, width), label, sign_before in zip(BOXES, labels, ("", "+", "+", "="), strict=True):
        drawn += [
            text(x + width / 2, SUM_TOP + 10, pen.say(label), "recipe middle"),
            tag("rect", x=x, y=SUM_TOP + 22, width=width, height=42.0, rx=10, class_="sum-box"),
            text(x - 9, SUM_TOP + 44, sign_before, "recipe middle") if sign_before else "",
        ]
    return pen.group("resources-print", *drawn, class_=class_of(race, pen, "print"))


SHIFTS = Phrase("shift one die by 1")


def ability_title(race: int) -> Phrase:
    """Return what a race's ability is called."""
    return Phrase("Raid") if race == TERRAN else Phrase("Strike") if race == PROTOSS else Phrase("Attack")


def ability_told(race: int) -> Phrase:
    """Say in a few words what a race's ability does."""
    if race == TERRAN:
        return Phrase("all others lose stores")
    return Phrase("hits a building") if race == PROTOSS else Phrase("hits a unit")


def _track_marks(race: int, place: int, code: int, pen: Pen) -> Drawn:
    row, seen = MINERALS + place, RowCode.read(code)
    drawn = [marked(_track_cells(race, row), seen.filled, seen.crossed, seen.hits, seen.wasted)]
    if not pen.paper:
        count = seen.filled - seen.crossed
        drawn.append(text(WIDTH / 2, TRACKS[row][0] + 19, str(count), "count"))
    return pen.group(marks_name(race, row), *drawn, class_=class_of(race, pen, "written", seen.hits))


def _used(race: int, place: int, used: int, pen: Pen) -> Drawn:
    drawn = marked(_use_cells(place), crossed=used, wasted=(1 << used) - 1)
    return pen.group(f"{NAMES[place]}-used", drawn, class_=class_of(race, pen, "written"))


def _sums(place: int, code: int, pen: Pen) -> Drawn:
    """Write the sums of the parts, and the total, unless it is hidden."""
    if pen.paper or code == HIDDEN:
        return pen.group("sums")
    parts = [code >> codes.SUM_BITS * i & (1 << codes.SUM_BITS) - 1 for i in range(3)]
    drawn = [
        written((x + width / 2, SUM_TOP + 44), points(halves), i, "pencil sum")
        for i, ((x, width), halves) in enumerate(zip(BOXES, [*parts, sum(parts)], strict=True))
    ]
    return pen.group("sums", *drawn)


# On paper


@cache
def rounds() -> PartTemplate:
    """Return boxes for the twelve rounds, to be ticked."""
    heading = Heading(Phrase("Rounds"), (19 * ROUNDS + 2, 40))
    return PartTemplate("rounds", heading, [Groups(codes.ROUND, ["round-boxes"], _rounds)], "foot")


def _rounds(place: int, code: int, pen: Pen) -> Drawn:
    boxes = [tag("rect", x=2 + 19 * i, y=12, width=15, height=16, rx=3, class_="round") for i in range(ROUNDS)]
    return pen.group("round-boxes", *boxes, class_="on-paper")
