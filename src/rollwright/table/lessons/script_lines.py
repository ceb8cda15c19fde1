"""The lines of scripts, which are those of records: dice, or a seat's number and its move."""

from rollwright.table.table import Table

DICE = "dice"
"""The first word of a line with the faces of dice."""


def follow(table: Table, line: str) -> None:
    """Play a line of a script: dice, or a seat's number and its move."""
    first, _, rest = line.partition(" ")
    if first == DICE:
        table.roll([int(face) for face in rest.split()])
    else:
        table.play(int(first) - 1, rest, exact=True)
