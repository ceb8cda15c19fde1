"""What the squares, boxes and lines of a sheet of Tóu Shí are called among its spots."""

from rollwright.core.language import Phrase, listed
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES

BOXES = [(kind, number) for kind in range(KINDS) for number in range(1, SIDES[kind] + 1)]
"""The type and the number of each box, in the order of their slots."""


def square_name(place: int) -> str:
    """Return what a square is called among the spots."""
    return f"square-{GRID.names[place]}"


def box_name(kind: int, number: int) -> str:
    """Return what a box is called among the spots."""
    return f"{DICE[kind]}-{number}"


def head_name(kind: int) -> str:
    """Return what the die at the head of a type's boxes is called."""
    return f"head-{DICE[kind]}"


def die_name(kind: int) -> str:
    """Return what a die in the tray is called among the spots."""
    return f"die-{DICE[kind]}"


def told_line(line: str, kinds: int) -> Phrase:
    """Say which types a line that has these still lacks; lines are called ``row-1`` and ``column-a``."""
    way, _, name = line.partition("-")
    dice = listed(DICE[kind] for kind in range(KINDS) if not kinds >> kind & 1)
    if not dice:
        return Phrase("Row {name} is full", name=name) if way == "row" else Phrase("Column {name} is full", name=name)
    values = {"name": name, "dice": dice}
    return (
        Phrase("Row {name} is missing: {dice}", **values)
        if way == "row"
        else Phrase("Column {name} is missing: {dice}", **values)
    )
