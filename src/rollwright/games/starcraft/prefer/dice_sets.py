"""Dice of one colour as one number, so that what they make is seen in a few steps; the guide asks it very often."""

import numpy as np

from rollwright.core.contract import Record
from rollwright.games.starcraft.rules.state import FACES
from rollwright.games.starcraft.sheet import COMBINATIONS, FIRST_OF_SIZE, MAKES

NIBBLE = 4
"""Dice of one colour are counted in one number, so many bits for each face: up to seven fit, and one is to spare."""


def nibble(face: int) -> int:
    """Return one die of a face, as dice are counted."""
    return 1 << NIBBLE * (face - 1)


def _faces(size: int, row: int) -> int:
    """Return the faces of which so many equal dice make a unit of a row, one die of each."""
    return sum(nibble(face) for face in range(1, FACES + 1) if MAKES[FIRST_OF_SIZE[size] + face - 1] == row)


LIGHT, MEDIUM = _faces(2, 1), _faces(2, 2)
HEAVY, SPECIAL = _faces(3, 3), _faces(3, 4)
EACH_FACE = _faces(4, 5)
"""The faces that pairs must show, three of a kind, and four, for each of the units made so."""

RUNS = FIRST_OF_SIZE[2]  # so many combinations are in sequence, and stand first

USED = np.array([sum(nibble(int(face)) for face in dice.split("-")) for dice in COMBINATIONS], np.int64)
"""The dice of each combination."""


def counted(s: Record, colour: int) -> int:
    """Return the dice of a colour."""
    dice = 0
    for face in range(FACES, 0, -1):
        dice = dice << NIBBLE | int(s.dice[colour, face])
    return dice


def makes(white: int) -> int:
    """Return the rows of units that dice make, as bits: all faces are looked at in one go."""
    one = (white | white >> 1 | white >> 2) & EACH_FACE
    two = white >> 1 | white >> 2
    three = white >> 2 | white >> 1 & white
    four = white >> 2
    rows = 0
    if one & one >> NIBBLE & one >> 2 * NIBBLE:
        rows = 1
    if two & LIGHT:
        rows |= 2
    if two & MEDIUM:
        rows |= 4
    if three & HEAVY:
        rows |= 8
    if three & SPECIAL:
        rows |= 16
    if four & EACH_FACE:
        rows |= 32
    return rows
