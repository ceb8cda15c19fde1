"""Tables set up for the tests of Tóu Shí, and what is read from them."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np

from rollwright.core.contract import Record
from rollwright.games.tou_shi import rules
from rollwright.table import Rolled, Table
from rollwright.testing import opened

NAME = "tou_shi"
DICE = ("d4", "d6", "d8", "d10", "d12", "d20")
SQUARES = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcdef")
ENDINGS = {
    rules.PLAYING: "",
    rules.STUCK: "stuck",
    rules.OUT_OF_BOXES: "boxes",
    rules.THIRD_STAR: "third star",
    rules.STOPPED: "stopped",
    rules.FULL: "full",
}

FULL_GRID = """
     4  6  8 10 12 20
     6  8 10 12 20  4
     8 10 12 20  4  6
    10 12 20  4  6  8
    12 20  4  6  8 10
    20  4  6  8 10 12
"""

Box = tuple[str, int]


def at_paying(*faces: int, first: str = "d4 1", square: str = "a1", sheet: str = "classic") -> Table:
    """Open a table at the start of round 1, the set-up made."""
    table = opened(NAME, 1, *faces, sheet=sheet)
    table.play(0, f"tick {first}")
    table.play(0, f"square {square}")
    return table


def arrange(
    table: Table, grid: str | None = None, marker: str | None = None, boxes: str | None = None, stars: int | None = None
) -> Table:
    """Put dice (``. 4 20`` row by row), the marker, open boxes (``d4 1 2 2, d20 17``) and stars on the sheet.

    What is not given stays as it is; rows at the end that are not drawn are empty.
    """
    s = table.position
    if grid is not None:
        s.row_kinds[:] = s.column_kinds[:] = s.grid[:] = 0
        for square, text in enumerate(grid.split()):
            s.grid[square] = 0 if text == "." else DICE.index(f"d{text}") + 1
            if text != ".":
                s.row_kinds[square // 6] |= 1 << DICE.index(f"d{text}")
                s.column_kinds[square % 6] |= 1 << DICE.index(f"d{text}")
    if marker is not None:
        s.marker = SQUARES.index(marker)
    if boxes is not None:
        s.open[:] = s.second[:] = s.boxes = 0
        for die, *numbers in (column.split() for column in boxes.split(",") if column.strip()):
            for number in map(int, numbers):
                field = s.second if s.open[DICE.index(die)] >> number & 1 else s.open
                field[DICE.index(die)] |= 1 << number
                s.boxes += 1
    if stars is not None:
        s.stars = stars
    return table


def without(*squares: str, grid: str = FULL_GRID) -> str:
    """Return a full grid, but for these squares."""
    return " ".join("." if name in squares else text for name, text in zip(SQUARES, grid.split(), strict=True))


def play(table: Table, *texts: str) -> Table:
    for text in texts:
        table.play(0, text)
    return table


def squares(table: Table) -> set[str]:
    """Return the squares that can be chosen."""
    return {text.split()[1] for text in table.legal(0) if text.startswith("square")}


def boxes(table: Table) -> list[str]:
    """Return the boxes that can be ticked."""
    return [text.removeprefix("tick ") for text in table.legal(0) if text.startswith("tick")]


def words(table: Table) -> list[str]:
    """Return the single words that can be played."""
    return [text for text in table.legal(0) if " " not in text]


def ending(table: Table) -> str:
    assert table.over == (table.position.ending != rules.PLAYING) == (table.position.phase == rules.OVER)
    return ENDINGS[int(table.position.ending)]


def written(table: Table) -> dict[str, str]:
    """Return what stands in the grid."""
    return {name: DICE[kind - 1] for name, kind in zip(SQUARES, table.position.grid, strict=True) if kind}


def open_boxes(s: Record) -> Counter[Box]:
    """Return the boxes that are not ticked, copies counted."""
    columns = [*zip(DICE, s.open, strict=True), *zip(DICE, s.second, strict=True)]
    return Counter((die, number) for die, bits in columns for number in range(32) if int(bits) >> number & 1)


def any_table(random: Random) -> Table:
    """Return a table somewhere in a game: some squares of a full grid, some open boxes, some stars."""
    table = at_paying(sheet=random.choice(["classic", "generous"]))
    lines, dice = [random.sample(range(6), 6) for _ in "rc"], random.sample(DICE, 6)
    grid = [dice[(row + column) % 6][1:] for row, column in product(*lines)]
    empty = random.sample(SQUARES, random.choice([1, 3, 8, 16, 24, 34]))
    left = random.sample(sorted(open_boxes(table.position).elements()), random.choice([2, 3, 5, 9, 20, 35]))
    return arrange(
        table,
        without(*empty, grid=" ".join(grid)),
        marker=random.choice([name for name in SQUARES if name not in empty]),
        boxes=", ".join(f"{die} {number}" for die, number in left),
        stars=random.choice([1, 1, 2, 3]),
    )


def rolled(table: Table, die: str, face: int) -> Table:
    """Let a die have come up, whatever was paid for it."""
    table.position.phase = rules.DICE
    table.position.die = DICE.index(die)
    table.rules.roll(table.position, np.array([face]))
    return table


SIDES = (4, 6, 8, 10, 12, 20)
ALL_BOXES = [f"d{sides} {number}" for sides in SIDES for number in range(1, sides + 1)]


def rolls(table: Table) -> list[tuple[int, int]]:
    """Return the dice that were rolled, as sides and face."""
    return [(event.sides[0], event.faces[0]) for event in table.log if isinstance(event, Rolled)]


def columns(table: Table) -> list[int]:
    """Return how many boxes are open in each column, copies counted."""
    found = open_boxes(table.position)
    return [sum(count for (name, _), count in found.items() if name == die) for die in DICE]


def kinds(offered: list[str]) -> set[str]:
    return {box.split()[0] for box in offered}


def numbers(offered: list[str]) -> set[int]:
    return {int(box.split()[1]) for box in offered}


def without_bonus(*faces: int) -> Table:
    """Return a table with one square left, for a d12, and no box of the d12."""
    return arrange(at_paying(*faces), without("f6"), marker="e6", boxes="d4 2, d20 3 17 20")
