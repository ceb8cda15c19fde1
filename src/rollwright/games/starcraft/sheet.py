"""The sheets of StarCraft: Roll & Write as tables, worked out once from `sheet.toml`.

Rows are numbered as they are printed: six of units, workers first; five of buildings, the main one first; minerals and
gas.
"""

import tomllib
from pathlib import Path

import numpy as np

DATA = tomllib.loads(Path(__file__).with_name("sheet.toml").read_text(encoding="utf-8"))

RACES = ("terran", "protoss", "zerg")
TERRAN, PROTOSS, ZERG = range(len(RACES))

ROUNDS: int = DATA["rounds"]
SUPPORTS: int = DATA["support"]
ABILITIES: int = DATA["ability"]
WHITE: int = DATA["white"]
BLACK: int = DATA["black"]
MOST_BLUE: int = DATA["blue"]

UNITS = len(DATA["points"]["units"])
BUILDINGS = len(DATA["points"]["buildings"])
WORKER = 0
MAIN = UNITS
MINERALS = UNITS + BUILDINGS
GAS = MINERALS + 1
ROWS = GAS + 1

NUMBERS = 3
"""How many numbers are written beside the main building (SC-10), which has a cell for each."""

UNIT_NAMES: tuple[str, ...] = tuple(name for race in RACES for name in DATA[race]["units"])
"""What moves call the units: six of each race."""

BUILDING_NAMES: tuple[str, ...] = tuple(name for race in RACES for name in DATA[race]["buildings"])
"""What moves call the buildings: five of each race."""

LENGTHS = np.array(
    [
        [length for part in ("units", "buildings", "resources") for length in DATA[race][part].values()]
        for race in RACES
    ],
    np.int64,
)
"""How many cells each row has, a line a race."""

HALVES = np.array(
    [
        round(2 * each)
        for each in (
            *DATA["points"]["units"],
            *DATA["points"]["buildings"],
            DATA["points"]["minerals"],
            DATA["points"]["gas"],
        )
    ],
    np.int64,
)
"""What an uncrossed O in each row scores, in halves (SC-44)."""

YIELDS = np.array([0, *DATA["yields"]], np.int64)
"""What a blue or green die brings by its face (SC-22)."""


def unlocked(race: str, what: str) -> list[int]:
    """Return how often worker cells up to each one bring something: by the last cell reached, 0 first."""
    cells = DATA[race]["workers"]
    return [
        sum(cells.get(str(cell)) == what for cell in range(reach + 1)) for reach in range(max(LENGTHS[:, WORKER]) + 1)
    ]


BLUE = np.array([[1 + count for count in unlocked(race, "blue")] for race in RACES], np.int64)
"""How many blue dice a race has by the worker cell it has reached (SC-01, SC-02)."""
GREEN = np.array([unlocked(race, "green") for race in RACES], np.int64)
RED = np.array([unlocked(race, "red") for race in RACES], np.int64)
PLUS_ONE = np.array([unlocked(race, "+1") for race in RACES], np.int64)
"""Whether workers score one more (SC-41)."""

RUNS = tuple(f"{low}-{low + 1}-{low + 2}" for low in range(1, 5))
COMBINATIONS = (*RUNS, *("-".join(str(face) * size) for size in (2, 3, 4) for face in range(1, 7)))
"""All combinations that make a unit, as moves write them: runs, pairs, three and four of a kind (SC-23)."""

FIRST_OF_SIZE = (0, 0, len(RUNS), len(RUNS) + 6, len(RUNS) + 12)
"""Where the combinations of so many equal dice begin."""


def unit_of(combination: str) -> int:
    """Return the row of the unit that a combination makes."""
    faces = combination.split("-")
    if faces[0] != faces[1]:
        return WORKER
    return {2: 1 if faces[0] <= "4" else 2, 3: 3 if faces[0] <= "3" else 4, 4: 5}[len(faces)]


MAKES = np.array([unit_of(combination) for combination in COMBINATIONS], np.int64)
"""The row of the unit that each combination makes."""

ALLOWS = np.array(
    [[0] * BUILDINGS, *([0, *(face in faces for faces in ((1, 3), (1, 2), (5, 6), (4, 6)))] for face in range(1, 7))],
    np.int64,
)
"""Whether a black die's face allows each building; what the main one needs is written beside it."""
