"""What the next cell of a row is worth, by race, own turns to come, and cells filled.

A worker brings dice; and a row that would be full at the end anyway is worth less now than its points. The numbers
stand in `worths.toml`, which `make train` writes.
"""

import tomllib
from pathlib import Path

import numpy as np

from rollwright.core.contract import Ints
from rollwright.games.starcraft.sheet import (
    BUILDING_NAMES,
    BUILDINGS,
    LENGTHS,
    MAIN,
    RACES,
    ROUNDS,
    SUPPORTS,
    UNIT_NAMES,
    UNITS,
)

POINT = 64
"""Weights are whole numbers: points times this."""

NO_ROOM = -1_000 * POINT
"""What the next cell of a full row is worth: less than anything else."""

SPARED = MAIN + BUILDINGS
"""The row of worths that tells what a use of support is worth, by the uses left; the others are those of the sheet."""

CELLS = 1 + int(LENGTHS[:, : MAIN + BUILDINGS].max())
"""How many cells can be filled in a row of units or buildings, from none on."""


def no_worths() -> Ints:
    """Return worths that are still to be filled in: by race, own turns to come, row, and cells filled."""
    worths = np.zeros((len(RACES), ROUNDS + 1, SPARED + 1, CELLS), np.int64)
    for race, lengths in enumerate(LENGTHS):
        for row in range(SPARED):
            worths[race, :, row, lengths[row] :] = NO_ROOM
    return worths


def row_names(race: int) -> list[str]:
    """Return what the rows of worths are called in the file."""
    units = UNIT_NAMES[race * UNITS : (race + 1) * UNITS]
    return [*units, *BUILDING_NAMES[race * BUILDINGS : (race + 1) * BUILDINGS], "support"]


def read_worths(text: str) -> Ints:
    """Read worths from the text of their file; refuse one that does not fit the sheets."""
    worths = no_worths()
    for race, rows in enumerate(tomllib.loads(text)[name] for name in RACES):
        for row, name in enumerate(row_names(race)):
            count = cells_told(race, row)
            found = np.array(rows[name], np.int64)
            if found.shape != (ROUNDS + 1, count):
                raise ValueError(
                    f"'{name}' needs {ROUNDS + 1} lines of {count} worths: make them anew with `make train`"
                )
            worths[race, :, row, :count] = found
    return worths


def worths_text(worths: Ints, heading: str) -> str:
    """Return worths as the text of their file, below a heading."""
    lines = [f"# {line}" for line in heading.splitlines()]
    for race, name in enumerate(RACES):
        lines += ["", f"[{name}]"]
        for row, row_name in enumerate(row_names(race)):
            cells = worths[race, :, row, : cells_told(race, row)].tolist()
            lines += [f"{row_name} = [", *(f"  {line}," for line in cells), "]"]
    return "\n".join(lines) + "\n"


def cells_told(race: int, row: int) -> int:
    """Return how many worths of a row are told: of each cell, or of each number of uses of support left."""
    return SUPPORTS + 1 if row == SPARED else int(LENGTHS[race, row])


WORTHS_FILE = Path(__file__).parent.with_name("worths.toml")
WORTHS = read_worths(WORTHS_FILE.read_text(encoding="utf-8"))
