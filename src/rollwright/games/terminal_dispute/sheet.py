"""The sheet of Terminal Dispute as tables, worked out once from `sheet.toml`."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rollwright.core.grids.hexes import COMPASS, Hexes, hexagon, neighbour
from rollwright.core.grids.squares import Squares

DATA = tomllib.loads(Path(__file__).with_name("sheet.toml").read_text(encoding="utf-8"))

ROUNDS: int = DATA["game"]["rounds"]
RATINGS: tuple[int, ...] = tuple(DATA["solo"]["ratings"])

MATRIX = Squares(DATA["matrix"]["columns"], DATA["matrix"]["rows"])
CROSSED = 7
"""What a crossed-out box holds: no die shows it, and no combination counts it."""

DICE_PAIRS = tuple(combinations(range(5), 2))


def _spots() -> list[tuple[int, ...]]:
    """List the ways to put five dice on the board: the unused die first, then the navigation pair (TD-50)."""
    ways = []
    for unused in range(5):
        others = [die for die in range(5) if die != unused]
        for nav in combinations(others, 2):
            phone = [die for die in others if die not in nav]
            ways.append((*nav, *phone, unused))
    return ways


SPOTS = np.array(_spots(), np.int64)
"""For each way: the dice on the two navigation spots, the two phone spots and the unused spot."""

_RANK = [[list(way).index(die) // 2 for die in range(5)] for way in _spots()]

CROSSED_OVER = np.array(
    [sum(1 << n for n, (a, b) in enumerate(DICE_PAIRS) if rank[a] > rank[b]) for rank in _RANK], np.int64
)
"""For each way, the pairs of dice of which the earlier stands on the later kind of spot, as bits. If such a pair shows
equal values, exchanging them gives a way that means the same."""

SHARES_LINE = np.array(
    [
        sum(
            1 << b for b in range(len(MATRIX)) if MATRIX.row(a) == MATRIX.row(b) or MATRIX.column(a) == MATRIX.column(b)
        )
        for a in range(len(MATRIX))
    ],
    np.int64,
)
"""For each box, the boxes of its row and column as bits."""

LABELS = {int(label): (q, r) for label, (q, r) in DATA["charger"]["labels"].items()}
CHARGER = Hexes.of(set(hexagon(DATA["charger"]["side"])) - set(LABELS.values()))
OUTSIDE = len(CHARGER)
EDGE = 1 << OUTSIDE
"""The bit that stands for everything beyond the edge, labels included."""


def _ray(start: int, direction: str) -> list[int]:
    """Return the hexes met from a start on, itself first, as far as the longest line goes."""
    met = [start]
    while len(met) < 6:
        ahead = CHARGER.step(met[-1], direction) if met[-1] != OUTSIDE else -1
        met.append(ahead if ahead >= 0 else OUTSIDE)
    return met


RAYS = np.array([[_ray(start, way) for way in COMPASS] for start in range(len(CHARGER))], np.int64)
"""The hexes met from each hex in each direction, step by step."""

STARTS = np.array(
    [[CHARGER.at(near) for way in COMPASS if CHARGER.at(near := neighbour(LABELS[n], way)) >= 0] for n in range(1, 7)],
    np.int64,
)
"""The three hexes that touch each label, clockwise from east (TD-24); row 0 is label 1. No hex touches two."""

TOUCHING = np.array([sum(1 << int(start) for start in starts) for starts in STARTS], np.int64)
"""The same as bits."""

DOTTED = tuple(CHARGER.at((q, r)) for q, r in DATA["charger"]["dotted"])


def _points_of(values: Iterable[int]) -> int:
    """Score the numbers of one line of the matrix: the best combination, and the pairs that join it (TD-40, TD-41)."""
    counts = Counter(values)
    scoring = DATA["scoring"]
    best = 0
    for length, points in scoring["straight"].items():
        for low in range(1, 8 - int(length)):
            run = Counter(range(low, low + int(length)))
            if run <= counts:
                best = max(best, points + _joining(f"straight {length}", counts - run))
    for size, points in scoring["kind"].items():
        for value, count in counts.items():
            if count >= int(size):
                best = max(best, points + _joining(f"kind {size}", counts - Counter({value: int(size)})))
    return best


def _joining(combination: str, left: Counter[int]) -> int:
    """Return what pairs among the boxes left over add to a combination."""
    if combination not in DATA["scoring"]["joined_by_pair"]:
        return 0
    pairs = sum(count // 2 for count in left.values())
    return pairs * int(DATA["scoring"]["kind"]["2"])


def _line_points() -> NDArray[np.int64]:
    """Return the points of every possible line, found by its boxes read as an octal number."""
    table = np.zeros(8**5, np.int64)
    known: dict[tuple[int, ...], int] = {}
    for number, line in enumerate(product(range(8), repeat=5)):
        numbers = tuple(sorted(box for box in line if 0 < box < CROSSED))
        if numbers not in known:
            known[numbers] = _points_of(numbers)
        table[number] = known[numbers]
    return table


LINE_POINTS = _line_points()
