"""Sheets to write on: the parts of a game's sheet, as large as a page allows, empty or as they are at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rollwright.core.game import Game
from rollwright.core.language import Phrase, Speech
from rollwright.paper.fonts import PENCIL, readable
from rollwright.paper.game_drawings import flat_part
from rollwright.paper.layout.arrangement import Place, arranged
from rollwright.paper.layout.markup import box, mm, picture, placed, words
from rollwright.paper.layout.pages import Page
from rollwright.paper.layout.sizes import Room, page_room
from rollwright.paper.texts import one_minute
from rollwright.paper.variants import empty_parts, named_choices, sheet_options
from rollwright.view import Part, Pen

TITLE, FOOTER, CAPTION, SPACE = 15.0, 5.0, 6.0, 6.0
"""Millimetres: of the title and the footer, of a caption above a drawing, and between drawings."""

FOOT_SCALE = 0.22
"""Millimetres per unit of the small parts at the foot of a sheet."""

FOOT_GAP = 5.0

LEAST_SHORT = 22.0
"""The least room below the drawings in which the rules are told in short."""


@dataclass(frozen=True)
class Heading:
    """What stands above a sheet: the title, what it is for, and lines to write on, or what is written there."""

    title: str
    named: Sequence[str]
    player: str = ""
    date: str = ""


def empty_sheet(game: Game, setting: Mapping[str, Sequence[str]], say: Speech, paper: str, up: int = 1) -> Page:
    """Return an empty sheet."""
    pen = Pen(say, live=False, paper=True)
    heading = Heading(game.title, [say(label) for label in named_choices(sheet_options(game), setting)])
    return sheet_page(
        game, empty_parts(game, setting, pen), pen, heading, paper, up=up, short=one_minute(game, say.language)
    )


def sheet_page(
    game: Game, parts: Sequence[Part], pen: Pen, heading: Heading, paper: str, *, up: int = 1, beside: str = "",
    short: Sequence[str] = (),
) -> Page:  # fmt: skip
    """Return a page with the parts of a sheet, upright or on its side, whichever makes it larger.

    `beside` is a square drawing for the upper right corner; `short` are the rules in a few sentences, which are printed
    where there is room left.
    """
    large = [part for part in parts if part.where == "sheet"]
    small = [part for part in parts if part.where != "sheet"]
    ways = []
    for landscape in (True, False):
        room = page_room(paper, landscape)
        foot = _foot_lines(small, pen, room)
        free = Room(room.width, room.height - TITLE - FOOTER - foot.height - 2)
        scale, places = arranged([part.size for part in large], free, SPACE, CAPTION)
        ways.append((scale, landscape, room, foot, places))
    _, landscape, room, foot, places = max(ways, key=lambda way: way[0])
    content = _title(heading, pen.say, room, beside)
    below = TITLE + max(place.y + place.height for place in places) + SPACE
    spare = room.height - FOOTER - foot.height - below
    if short and spare > LEAST_SHORT:
        content += placed(0, below, in_short(short, Room(room.width, spare - SPACE / 2)))
    content += "".join(_part(game, part, pen, place) for part, place in zip(large, places, strict=True))
    content += placed(0, room.height - FOOTER - foot.height, foot.content(game, small, pen, room))
    return Page(content + _footer(game, pen.say, room), landscape, up)


def _title(heading: Heading, say: Speech, room: Room, beside: str) -> str:
    named = " · ".join(heading.named)
    size = TITLE - 2 + (8 if beside else 0)
    corner = placed(room.width - size, 0, picture(beside, mm(size))) if beside else ""
    width = room.width - (size + 4 if beside else 0)
    name, date = say(Phrase("Name")), say(Phrase("Date"))
    left = f"#shown(text(size: 17pt)[{words(heading.title)}])"
    left += f"#v(-2.2mm)#text(size: 10pt, weight: 500)[{words(named)}]" if named else ""
    right = f"{_line_for(name, 48, heading.player)} #h(3mm) {_line_for(date, 24, heading.date)}"
    grid = (
        f"#grid(columns: (1fr, auto), align: (left + horizon, right + horizon), [{left}], text(size: 9.5pt)[{right}])"
    )
    return corner + placed(0, 0, box(width, TITLE - 3, grid))


def in_short(sentences: Sequence[str], room: Room) -> str:
    """Return the rules in a few sentences, in columns, as large as the room allows."""
    columns = 3 if room.width > 220 else 2
    per = -(-len(sentences) // columns)
    lists = [
        f"[#list({', '.join(f'[{each}]' for each in sentences[at : at + per])})]"
        for at in range(0, len(sentences), per)
    ]
    grid = f"#grid(columns: (1fr,) * {columns}, column-gutter: 6mm, {', '.join(lists)})"
    fitted = f"#box(width: {mm(room.width - 6)}, height: {mm(room.height - 5)})[#fitted(12pt)[{grid}]]"
    frame = "stroke: 0.5pt + luma(120), radius: 2mm, inset: 2.5mm"
    return f"#box(width: {mm(room.width)}, height: {mm(room.height)}, {frame})[{fitted}]"


def _line_for(name: str, width: float, written: str) -> str:
    """Return a line to write on, or with what is written there."""
    face = f'font: ("{PENCIL}", "Rubik")' if readable(written, PENCIL) == written else "weight: 500"
    shown = f"#text({face}, size: 11pt)[{words(written)}]" if written else ""
    return f"{words(name)} #box(width: {width}mm, stroke: (bottom: 0.6pt), outset: (bottom: 1.2mm))[{shown}#hide[x]]"


def _part(game: Game, part: Part, pen: Pen, place: Place) -> str:
    """Return a large part at its place, with its caption above it."""
    title = f"#text(size: 10pt, weight: 600)[{words(pen.say(part.title))}]"
    drawing = picture(flat_part(game, part, pen), mm(place.width), mm(place.height))
    above = placed(place.x, TITLE + place.y - CAPTION, box(place.width, CAPTION - 1, title, "center + horizon"))
    return above + placed(place.x, TITLE + place.y, drawing)


@dataclass(frozen=True)
class _Foot:
    """The small parts below the large ones, in lines: which parts stand in each, and how high it is."""

    lines: Sequence[Sequence[int]]
    heights: Sequence[float]

    @property
    def height(self) -> float:
        """How high the lines are together."""
        return sum(self.heights) + FOOT_GAP * len(self.lines)

    def content(self, game: Game, parts: Sequence[Part], pen: Pen, room: Room) -> str:
        """Return the lines as content."""
        shown = []
        for line in self.lines:
            cells = []
            for each in line:
                width, height = (length * FOOT_SCALE for length in parts[each].size)
                drawing = picture(flat_part(game, parts[each], pen), mm(width), mm(height))
                caption = f"#text(size: 9pt)[{words(_caption(parts[each], pen))}]"
                cells.append(f"[#grid(columns: 2, column-gutter: 2.5mm, align: horizon, [{caption}], [{drawing}])]")
            gutter = f"columns: {len(cells)}, column-gutter: 8mm, align: horizon"
            shown.append(f"[#align(center, grid({gutter}, {', '.join(cells)}))]")
        stack = f"#stack(spacing: {mm(FOOT_GAP)}, {', '.join(shown)})" if shown else ""
        return box(room.width, self.height, stack, "top + left")


def _caption(part: Part, pen: Pen) -> str:
    return pen.say(part.short or part.title)


def _foot_lines(parts: Sequence[Part], pen: Pen, room: Room) -> _Foot:
    """Return the lines in which the small parts stand."""
    widths = [part.size[0] * FOOT_SCALE + 3 + 1.75 * len(_caption(part, pen)) for part in parts]
    lines: list[list[int]] = []
    for place, width in enumerate(widths):
        if not lines or sum(widths[each] + 8 for each in lines[-1]) + width > room.width:
            lines.append([])
        lines[-1].append(place)
    return _Foot(lines, [max(parts[each].size[1] for each in line) * FOOT_SCALE for line in lines])


def _footer(game: Game, say: Speech, room: Room) -> str:
    told = f"{say(game.credits)} {say(Phrase('Sheet drawn by Rollwright.'))}"
    text = f"#text(size: 6.5pt)[{words(told)}]"
    return placed(0, room.height - FOOTER + 1, box(room.width, FOOTER - 1, text, "center + horizon"))
