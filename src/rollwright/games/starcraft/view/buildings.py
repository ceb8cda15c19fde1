"""The rows of buildings, and below them a panel: what others could do with what one leaves, or how they stand.

On paper, what one must know stands there: what dice yield, and what the ability does.
"""

from functools import cache, partial

from rollwright.core.language import Phrase, player, series
from rollwright.games.starcraft.ahead import faces_of, members, raised_by
from rollwright.games.starcraft.names import RACES as TITLES
from rollwright.games.starcraft.names import row_name, row_title
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    BLACK,
    COMBINATIONS,
    DATA,
    MAIN,
    MAKES,
    MINERALS,
    RACES,
    SUPPORTS,
    UNITS,
    WHITE,
)
from rollwright.games.starcraft.view import numbering as codes
from rollwright.games.starcraft.view.cards import (
    BUILDINGS_HEIGHT,
    BUILDINGS_WIDTH,
    HEIGHT,
    Drawn,
    Point,
    row_groups,
)
from rollwright.games.starcraft.view.numbering import (
    FACE_BITS,
    FIRST_BLACK,
    LEAVING,
    LINE_BITS,
    LYING,
    NOTHING,
    OTHERS,
    SEATS,
)
from rollwright.games.starcraft.view.pictograms import pictogram
from rollwright.games.starcraft.view.shapes import brings, mini, minis, sign, strokes, token
from rollwright.games.starcraft.words import ability_of
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.svg import tag, text

Races = tuple[int, ...]

TOP = float(BUILDINGS_HEIGHT)
LOW = float(HEIGHT - 8)
HEAD = 32.0
"""Height of the panel's title."""
NAMES = 23.0
"""And of the names below it, each at the head of a column."""
LINE_DIE, LINE_DIE_PITCH = 18, 20
LINE_MOST = 25.0
COLUMNS_AT = 102.0
"""Where, behind the dice of a line, the players begin."""
ROOMY = 70.0
"""How wide a column must be to have names in it: four players in a line have, five have not."""
LETTER = 7.2
"""How wide a letter of a name in the panel is, on the mean."""
ONE_COLUMN = 3
"""How many of the others stand below each other; more of them stand in two columns."""
CHIP = 26.0


def buildings(races: Races, seat: int, paper: bool) -> PartTemplate:
    """Return the rows of buildings, and on the page the panel about the others."""
    rows = row_groups(races[seat], "buildings", range(MAIN, MINERALS))
    groups = [*rows, _reference_group(races[seat])] if paper else [*rows, *_panel(races)]
    heading = Heading(Phrase("Buildings"), (BUILDINGS_WIDTH, HEIGHT - 6))
    return PartTemplate("buildings", heading, groups, halves=codes.HALVES + 1)


def left_spot(colour: int, place: int) -> str:
    """Return what a die is called among those that one would leave."""
    return f"left-{('white', 'black')[colour]}-{place + 1}"


def line_spot(line: int) -> str:
    """Return what the line is called that tells who could use some dice."""
    return f"could-{COMBINATIONS[line]}" if line < FIRST_BLACK else f"could-black-{line - FIRST_BLACK + 1}"


def rival_spot(race: int, seat: int, row: int) -> str:
    """Return what a row of another's sheet is called among the spots."""
    return f"rival-{seat + 1}-{row_name(race, row)}"


LEFT = [left_spot(colour, place) for colour, most in enumerate((WHITE, BLACK)) for place in range(most)]


@cache
def _panel(races: Races) -> list[Groups]:
    """Return the groups of the panel, alike for all who look at a table of these races."""
    filled = (*races, *[0] * (SEATS - len(races)))
    stores = [rival_spot(0, seat, MINERALS + i) for seat in range(SEATS) for i in range(2)]
    rows = [rival_spot(filled[seat], seat, row) for seat in range(SEATS) for row in range(MINERALS)]
    return [
        Groups(codes.PANEL, ["panel"], partial(_frame, filled)),
        Groups(codes.LEFT_DIE, LEFT, _left_die),
        Groups(codes.LINE, [line_spot(line) for line in range(codes.LINES)], partial(_line, filled)),
        Groups(codes.RIVAL, [f"rival-{seat + 1}" for seat in range(SEATS)], partial(_rival, filled)),
        Groups(codes.STORE, stores, _store),
        Groups(codes.RIVAL_ROW, rows, partial(_rival_row, filled)),
    ]


def _frame(races: Races, place: int, code: int, pen: Pen) -> Drawn:
    titles = {OTHERS: Phrase("Others"), LEAVING: Phrase("Left for others"), LYING: Phrase("Still there")}
    drawn = [
        tag("rect", x=1.5, y=TOP + 1.5, width=BUILDINGS_WIDTH - 3, height=LOW - TOP, rx=12, class_="panel-ground"),
        text(14, TOP + 20, pen.say(titles[code & NOTHING - 1]), "row-name"),
    ]
    if code & NOTHING:
        drawn.append(text(14, TOP + 58, pen.say(Phrase("Nothing that others could use.")), "recipe"))
    else:
        told = members(code >> codes.PANEL_TOLD_AT)
        for column, seat in enumerate(told):
            x, wide = _column(column, len(told))
            drawn.append(token(races[seat], seat, (x + 10, TOP + HEAD + 10), 10.0))
            most = round((wide - 28) / 8.5)
            if wide >= ROOMY:
                drawn.append(text(x + 24, TOP + HEAD + 10, _short(pen.say(player(seat)), most), "rival-name"))
    return pen.group("panel", *drawn)


def _column(column: int, count: int) -> Point:
    """Return where what a player could do begins, and how wide it may be."""
    wide = (BUILDINGS_WIDTH - 10 - COLUMNS_AT) / count
    return COLUMNS_AT + wide * column, wide


# What is left to the others


def _left_die(place: int, code: int, pen: Pen) -> Drawn:
    face, at = code & 7, code >> FACE_BITS
    kind = "white" if place < WHITE else "black"
    corner = (BUILDINGS_WIDTH - 14.0 - 22 * (WHITE + BLACK - at), TOP + 10)
    spot = Spot(LEFT[place], "left", _named(kind, face), (corner[0] + 10, corner[1] + 10), 20)
    return pen.spot(spot, mini(face, corner, 20, dark=place >= WHITE))


def _named(kind: str, face: int) -> Phrase:
    return Phrase("white {face}", face=face) if kind == "white" else Phrase("black {face}", face=face)


def _line(races: Races, line: int, code: int, pen: Pen) -> Drawn:
    """Draw some dice, and who could build what with them."""
    at, count = code & 15, code >> LINE_BITS & 15
    told, able = members(code >> codes.TOLD_AT & 63), code >> codes.ABLE_AT & 63
    pitch = min(LINE_MOST, (LOW - TOP - HEAD - NAMES) / count)
    y = TOP + HEAD + NAMES + pitch * (at + 0.5)
    is_unit = line < FIRST_BLACK
    faces = faces_of(COMBINATIONS[line]) if is_unit else [line - FIRST_BLACK + 1]
    size = min(LINE_DIE, pitch - 2)
    drawn = [minis(faces, (14.0, y - size / 2), size, LINE_DIE_PITCH, dark=not is_unit)]
    said = []
    for column, seat in enumerate(told):
        if able >> seat & 1:
            rows = [int(MAKES[line])] if is_unit else _raised(code, seat, faces[0])
            x, wide = _column(column, len(told))
            drawn.append(_could(races[seat], rows, (x, y), wide, size, pen))
            titles = series(row_title(races[seat], row) for row in rows)
            said.append(Phrase("{who} could build: {rows}", who=player(seat), rows=titles))
    label = Phrase("{dice}: {told}", dice=" ".join(map(str, faces)), told=series(said))
    spot = Spot(line_spot(line), "could", label, (14.0 + size / 2, y), pitch)
    ground = tag("rect", x=8.0, y=y - pitch / 2, width=BUILDINGS_WIDTH - 16.0, height=pitch, class_="could-ground")
    return pen.spot(spot, ground, *drawn)


def _raised(code: int, seat: int, face: int) -> list[int]:
    bits = code >> codes.RAISE_AT + codes.RAISE_BITS * seat & 7
    return [row for bit, row in enumerate(raised_by(face)) if bits >> bit & 1]


def _could(race: int, rows: list[int], at: Point, wide: float, size: float, pen: Pen) -> str:
    """Draw what somebody could build: with its name, where there is room for it."""
    x, y = at
    size = min(size, (wide - 4) / len(rows) - 3)
    drawn = [_pictured(race, row, (x + (size + 3) * i, y - size / 2), size) for i, row in enumerate(rows)]
    title = pen.say(row_title(race, rows[0])) if len(rows) == 1 else ""
    if title and wide >= ROOMY and 5 + size + LETTER * len(title) <= wide:
        drawn.append(text(x + 5 + size, y + 0.5, title, "could-name"))
    return "".join(drawn)


def _pictured(race: int, row: int, corner: Point, size: float) -> str:
    """Draw the pictogram of a row of any race."""
    kind = f"{RACES[race]} {'unit' if row < UNITS else 'building'}"
    return tag("g", pictogram(row_name(race, row), corner, size), class_=kind)


# How the others stand


def _cell_of(code: int) -> tuple[Point, Point]:
    """Return where another stands: the upper left corner, and the size."""
    at, count = code & 7, code >> codes.OF_LINES_AT & 7
    columns = 1 if count <= ONE_COLUMN else 2
    width, lines = (BUILDINGS_WIDTH - 16.0) / columns, -(-count // columns)
    height = min(48.0, (LOW - TOP - HEAD - 2) / lines)
    return (8.0 + width * (at % columns), TOP + HEAD + height * (at // columns)), (width, height)


def _is_narrow(code: int) -> bool:
    return code >> codes.OF_LINES_AT & 7 > ONE_COLUMN


def _rival(races: Races, seat: int, code: int, pen: Pen) -> Drawn:
    (x, y), (width, height) = _cell_of(code)
    own = code >> codes.OWN_AT
    supports, abilities, active = SUPPORTS - (own & 3), ABILITIES - (own >> 2 & 3), own >> 4 & 1
    middle = y + height / 2
    drawn = [
        tag("rect", x=x + 1, y=y + 1.5, width=width - 2, height=height - 3, rx=10, class_="ground"),
        token(races[seat], seat, (x + 22, middle), 14.0),
    ]
    if not _is_narrow(code):
        drawn.append(text(x + 44, middle - 9, _short(pen.say(player(seat))), "rival-name"))
        for i, (use, left) in enumerate((("support", supports), ("ability", abilities))):
            drawn.append(pictogram(f"{use}-{races[seat]}", (x + 44 + 38 * i, middle + 1), 17.0, "support"))
            drawn.append(text(x + 65 + 38 * i, middle + 10, left, "recipe"))
    label = Phrase(
        "{who}, {race}: support left {supports}, ability left {abilities}",
        who=player(seat),
        race=Phrase(TITLES[races[seat]].label),
        supports=supports,
        abilities=abilities,
    )
    spot = Spot(f"rival-{seat + 1}", "rival", label, (x + 22, middle), 28)
    return pen.spot(spot, *drawn, class_="active" if active else "")


def _short(name: str, most: int = 9) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _store(place: int, code: int, pen: Pen) -> Drawn:
    """Draw how much another has of a resource."""
    seat, which = divmod(place, 2)
    (x, y), (width, height) = _cell_of(code)
    is_hit, stored = code >> codes.OWN_AT & codes.HIT, code >> codes.CHIP_AT
    left, middle = x + width - (54 if which == 0 else 0) - 52, y + height / 2
    colour, row = ("blue", "green")[which], MINERALS + which
    label = Phrase("{who}, {row}: {n}", who=player(seat), row=row_title(0, row), n=stored)
    at = (left + 12, middle)
    drawn = [
        tag("rect", x=left, y=middle - 14, width=48.0, height=28.0, rx=8, class_="chip"),
        tag("g", sign(colour, at, 7), class_=colour),
        text(left + 33, middle + 0.5, stored, "store"),
        *([tag("path", d=strokes(at, 7.0), class_="cut fresh-cut")] if is_hit else []),
    ]
    spot = Spot(rival_spot(0, seat, row), "row", label, at, 22)
    return pen.spot(spot, *drawn, class_="was-hit" if is_hit else "")


def _rival_row(races: Races, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a row of another that can be crossed out now, or was just hit."""
    seat, row = divmod(place, MINERALS)
    race, narrow = races[seat], _is_narrow(code)
    (x, y), (_, height) = _cell_of(code)
    is_aim = bool(code >> codes.OWN_AT & codes.TARGETED)
    chip, stands, chips = code >> codes.CHIP_AT & 3, code >> codes.STANDS_AT & 1, code >> codes.CHIPS_AT
    wide = 46.0 if narrow else min(126.0, 262.0 / chips) if is_aim else 34.0
    left, middle = x + (42 if narrow else 120) + wide * chip, y + height / 2
    size = 24.0 if is_aim and not narrow else CHIP
    corner = (left + (wide - 4 - size) / 2, y + 4 if is_aim and not narrow else middle - size / 2)
    at = (corner[0] + size / 2, corner[1] + size / 2)
    drawn = [_pictured(race, row, corner, size)]
    if is_aim:
        drawn = [tag("rect", x=left, y=y + 2, width=wide - 4, height=height - 4, rx=8, class_="cell"), *drawn]
    else:
        drawn.append(tag("path", d=strokes(at, size / 2), class_="cut fresh-cut"))
    if is_aim and not narrow:
        title = pen.say(row_title(race, row))
        drawn.append(text(left + wide / 2 - 2, y + height - 11, _short(title, round((wide - 6) / 7.2)), "chip-name"))
    values = {"who": player(seat), "row": row_title(race, row)}
    label = Phrase("{who}, {row}: built", **values)
    if not stands:
        label = Phrase("{who}, {row}: nothing stands there", **values)
    spot = Spot(rival_spot(race, seat, row), "row", label, at, size)
    return pen.spot(spot, *drawn, class_="" if is_aim else "was-hit")


# On paper


@cache
def _reference_group(race: int) -> Groups:
    return Groups(codes.REFERENCE, ["reference"], partial(_reference, race))


def _reference(race: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw what a player on paper must know."""
    drawn = [text(14, TOP + 18, pen.say(Phrase("What dice bring, and the ability")), "row-name")]
    for i, each in enumerate(DATA["yields"]):
        drawn += [mini(i + 1, (14.0 + 62 * i, TOP + 34), 20), text(40 + 62 * i, TOP + 44, f"= {each}", "recipe")]
    brought = {"blue": Phrase("blue"), "green": Phrase("green"), "red": Phrase("red")}
    for i, (colour, name) in enumerate(brought.items()):
        drawn += [
            brings(colour, (24.0 + 128 * i, TOP + 73), 9.0, True),
            text(40 + 128 * i, TOP + 73, pen.say(name), "recipe"),
        ]
    drawn += [text(14, TOP + 98 + 17 * i, line, "recipe") for i, line in enumerate(_told_ability(race, pen))]
    return pen.group("reference", *drawn, class_="on-paper")


def _told_ability(race: int, pen: Pen, most: int = 52) -> list[str]:
    """Say what the ability does, in lines of at most so many letters."""
    lines = [""]
    for word in pen.say(ability_of(race)).split():
        if len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
