"""Sizes of paper, what a printer can reach of it, and how several pages are put on one."""

from dataclasses import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a sheet of paper, in millimetres."""

MARGIN = 10.0
"""Where pages begin, in millimetres from the edge: every printer reaches that far."""

REACH = 6.5
"""Nothing at all is printed nearer to the edge: here marks begin that say where to cut."""

GAP = 5.0
"""Between a page and the line where it is cut off."""

UPS = (1, 2, 4)


@dataclass(frozen=True)
class Room:
    """A place for pages: width and height in millimetres."""

    width: float
    height: float

    def turned(self) -> "Room":
        """Return the same paper on its side."""
        return Room(self.height, self.width)


def page_room(paper: str, landscape: bool) -> Room:
    """Return the room of a page that is alone on its paper."""
    width, height = PAPERS[paper]
    upright = Room(width - 2 * MARGIN, height - 2 * MARGIN)
    return upright.turned() if landscape else upright


@dataclass(frozen=True)
class Imposition:
    """How pages stand on a sheet of paper: the paper's size, and columns and rows of pages."""

    width: float
    height: float
    columns: int
    rows: int

    @property
    def cell(self) -> Room:
        """The room of each page, up to the lines where they are cut."""
        gaps = 2 * GAP
        width, height = self.width - 2 * MARGIN, self.height - 2 * MARGIN
        return Room(
            (width - gaps * (self.columns - 1)) / self.columns,
            (height - gaps * (self.rows - 1)) / self.rows,
        )

    def corner(self, place: int) -> tuple[float, float]:
        """Return where a page begins."""
        row, column = divmod(place, self.columns)
        cell = self.cell
        return MARGIN + column * (cell.width + 2 * GAP), MARGIN + row * (cell.height + 2 * GAP)


def imposition(paper: str, landscape: bool, up: int) -> Imposition:
    """Return how so many pages stand on a sheet of paper: two are turned, so that they stay as large as possible."""
    width, height = PAPERS[paper]
    sideways = landscape != (up == 2)
    if sideways:
        width, height = height, width
    columns, rows = {1: (1, 1), 2: (2, 1) if sideways else (1, 2), 4: (2, 2)}[up]
    return Imposition(width, height, columns, rows)
