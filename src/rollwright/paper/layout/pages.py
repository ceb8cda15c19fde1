"""Pages of a fixed size, and documents made of them: one or several on a sheet of paper, with marks where to cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rollwright.paper.layout.markup import literal, mm
from rollwright.paper.layout.sizes import GAP, MARGIN, REACH, Imposition, imposition, page_room

HEAD = (Path(__file__).parent / "head.typ").read_text(encoding="utf-8")
"""What every document begins with: faces, tables, lists, and the few functions that our texts use."""


@dataclass(frozen=True)
class Page:
    """A page: its content, made for the room of a whole sheet of paper, and how many stand on one."""

    content: str
    landscape: bool
    up: int = 1


def head(title: str, language: str, *, hyphenate: bool = False) -> str:
    """Return how a document begins: faces, sizes, and what our texts need."""
    told = f'#set document(title: {literal(title)}, author: "Rollwright", date: none)\n'
    return f'{told}{HEAD}#set text(lang: "{language}", hyphenate: {"true" if hyphenate else "false"})\n'


def document(pages: Sequence[Page], title: str, language: str, paper: str) -> str:
    """Return a document of pages; if several stand on a sheet of paper, they are the same one."""
    return head(title, language) + "\n#pagebreak(weak: true)\n".join(_set(page, paper) for page in pages)


def _set(page: Page, paper: str) -> str:
    """Return a sheet of paper with one page, or several of the same."""
    grid = imposition(paper, page.landscape, page.up)
    room, cell = page_room(paper, page.landscape), grid.cell
    factor = min(cell.width / room.width, cell.height / room.height)
    set_page = f"#set page(width: {mm(grid.width)}, height: {mm(grid.height)}, margin: 0mm)\n"
    content = f"#box(width: {mm(room.width)}, height: {mm(room.height)})[{page.content}]"
    if page.up > 1:
        content = f"#scale({100 * factor:.3f}%, origin: top + left, reflow: true)[{content}]"
    shift = (cell.width - factor * room.width) / 2, (cell.height - factor * room.height) / 2
    if page.up == 1:
        shift = (0.0, 0.0)
    drawn = [set_page, f"#let page-itself = [{content}]\n" if page.up > 1 else ""]
    for place in range(page.up):
        x, y = grid.corner(place)
        at = f"dx: {mm(x + shift[0])}, dy: {mm(y + shift[1])}"
        drawn.append(f"#place(top + left, {at})[{'#page-itself' if page.up > 1 else content}]\n")
    return "".join(drawn) + cut_marks(grid)


def cut_marks(grid: Imposition) -> str:
    """Return a line wherever a sheet of paper is cut, and a mark at each of its ends."""
    drawn = []
    for column in range(1, grid.columns):
        x = grid.corner(column)[0] - GAP
        drawn += [_line(x, begin, x, end, bold) for begin, end, bold in _strokes(grid.height)]
    for row in range(1, grid.rows):
        y = grid.corner(row * grid.columns)[1] - GAP
        drawn += [_line(begin, y, end, y, bold) for begin, end, bold in _strokes(grid.width)]
    return "".join(drawn)


def _strokes(length: float) -> list[tuple[float, float, bool]]:
    """Return the strokes of a cut across the paper: a mark at each end, and a faint line between them."""
    return [(REACH, MARGIN - 1, True), (MARGIN, length - MARGIN, False), (length - MARGIN + 1, length - REACH, True)]


def _line(x: float, y: float, x2: float, y2: float, bold: bool) -> str:
    stroke = "0.8pt" if bold else '(paint: luma(140), thickness: 0.35pt, dash: "dashed")'
    ends = f"start: ({mm(x)}, {mm(y)}), end: ({mm(x2)}, {mm(y2)})"
    return f"#place(top + left, line({ends}, stroke: {stroke}))\n"
