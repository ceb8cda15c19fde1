"""The sheet of Tóu Shí as tables, worked out once from `sheet.toml`."""

import tomllib
from pathlib import Path

import numpy as np

from rollwright.core.grids.squares import Squares

DATA = tomllib.loads(Path(__file__).with_name("sheet.toml").read_text(encoding="utf-8"))

GRID = Squares(DATA["grid"]["columns"], DATA["grid"]["rows"])
STARS: int = DATA["stars"]["count"]
SIDES: tuple[int, ...] = tuple(DATA["boxes"]["dice"])
DICE = tuple(f"d{sides}" for sides in SIDES)
"""The types of dice by name, in the order of their columns."""
KINDS = len(SIDES)
ALL_KINDS = (1 << KINDS) - 1
SHEETS = tuple(DATA["twice"])
SQUARE_POINTS: int = DATA["points"]["square"]
LINE_POINTS: int = DATA["points"]["line"]
STAR_POINTS: int = DATA["points"]["star"]


def numbers(bits: int) -> list[int]:
    """Return the numbers that a set of bits stands for: bit n is the number n.

    >>> numbers(0b10110)
    [1, 2, 4]
    """
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


ONCE = np.array([(1 << sides + 1) - 2 for sides in SIDES], np.int64)
"""The boxes of each type, as bits: bit n is the number n."""

TWICE = np.array(
    [[sum(1 << n for n in DATA["twice"][sheet].get(die, ())) for die in DICE] for sheet in SHEETS], np.int64
)
"""Those that are there twice, a row a sheet."""

PLACE: tuple[int, ...] = tuple(sum(SIDES[:kind]) for kind in range(KINDS))
"""Where the boxes of each type stand in a set of boxes of all types: bit PLACE[kind] + n is the number n."""

BOXES_OF = np.array(
    [sum(int(ONCE[kind]) << PLACE[kind] for kind in range(KINDS) if kinds >> kind & 1) for kinds in range(1 << KINDS)],
    np.int64,
)
"""The boxes of each set of types, as such bits."""

BOXES = np.array([sum(SIDES) + sum(int(kind).bit_count() for kind in twice) for twice in TWICE], np.int64)
"""How many boxes each sheet has, copies counted."""


def longest_detour(start: int, target: int) -> int:
    """Return the most squares by which a walk can be stretched to one side, on its way from a square to another.

    TS-24: a walk of two turns can go past its target, or set out backwards, as far as the edge of the grid allows, in
    rows if the columns differ and in columns if the rows differ. Each square out is a square back.
    """
    top, bottom = sorted((GRID.row(start), GRID.row(target)))
    left, right = sorted((GRID.column(start), GRID.column(target)))
    detour = 0
    if left < right:
        detour = max(top, GRID.rows - 1 - bottom)
    if top < bottom:
        detour = max(detour, left, GRID.columns - 1 - right)
    return detour


def lengths(start: int, target: int) -> list[int]:
    """Return the lengths of all walks between two squares (TS-23, TS-24), shortest first."""
    if start == target:
        return []
    distance = abs(GRID.row(start) - GRID.row(target)) + abs(GRID.column(start) - GRID.column(target))
    return [distance + 2 * out for out in range(longest_detour(start, target) + 1)]


LONGEST = max(length for start in range(len(GRID)) for target in range(len(GRID)) for length in lengths(start, target))

WALKS = np.array(
    [
        [sum(1 << LONGEST - length for length in lengths(start, target)) for target in range(len(GRID))]
        for start in range(len(GRID))
    ],
    np.int64,
)
"""For each start and target the lengths of walks, as bits, the longest first: bit LONGEST - n is the length n. Shifted
up by a rolled number and down by LONGEST, the bits are what is left of that number (TS-24, TS-25)."""

JOURNEYS = sorted({int(walks) for walks in WALKS.flat})
"""The sets of lengths that are in WALKS. Many squares are alike: they are few."""

JOURNEY = np.array([[JOURNEYS.index(walks) for walks in row] for row in WALKS.tolist()], np.int64)
"""For each start and target, which of the JOURNEYS it is."""
