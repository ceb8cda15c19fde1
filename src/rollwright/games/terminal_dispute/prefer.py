"""What a player of Terminal Dispute would look at first. A guide for playouts and no rule: nothing is decided here."""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Record
from rollwright.core.moves import is_form, part
from rollwright.games.terminal_dispute.rules import CROSS, LINE, WIDTH, WRITE, line_end
from rollwright.games.terminal_dispute.sheet import CROSSED, LINE_POINTS, RAYS

DICE_TO_CHOOSE_FROM = 2
"""Hopes are worked out as if each empty box took the better of so many dice: neither luck alone nor free choice."""

SCALE = 64
"""Hopes are whole numbers: points times this."""

ANY, NUMBER, DRAWN = 1, 10_000, 20_000
"""Weights of the kinds of moves, least first. Lines come before numbers because they take longest to list."""


@cache
def hope(line: tuple[int, ...]) -> float:
    """Return the points that a line of the matrix, its boxes sorted and 0 for the empty ones, can be hoped to score."""
    if line[0] > 0:
        return float(LINE_POINTS[sum(value << 3 * place for place, value in enumerate(line))])
    then = sorted(hope(tuple(sorted((*line[1:], value)))) for value in range(1, 7))
    below = [(rank / 6) ** DICE_TO_CHOOSE_FROM for rank in range(7)]  # that all dice are among the worst so many
    return sum(points * (below[rank + 1] - below[rank]) for rank, points in enumerate(then))


def _hopes() -> NDArray[np.int64]:
    """Return the hope of every possible line, found as its points are."""
    lines = product(range(CROSSED + 1), repeat=WIDTH)
    return np.array([round(SCALE * hope(tuple(sorted(line)))) for line in lines], np.int64)


HOPES = _hopes()


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move: the longest line, then the number that does most for its row and column."""
    sheet = s.sheets[seat]
    if is_form(LINE, move):
        return DRAWN + hexes_drawn(sheet, move)
    if is_form(WRITE, move):
        return NUMBER + gained_hope(sheet, part(WRITE, move, 1), part(WRITE, move, 0))
    if is_form(CROSS, move):
        return NUMBER + gained_hope(sheet, part(CROSS, move, 0), CROSSED)
    return ANY


def hexes_drawn(sheet: Record, move: int) -> int:
    """Return how many hexes a line shades."""
    start = part(LINE, move, 1)
    direction = part(LINE, move, 2)
    distance = int(sheet.phone[0]) + int(sheet.phone[1]) - part(LINE, move, 0)
    end = line_end(int(sheet.shaded), start, direction, distance)
    hexes = 1
    while RAYS[start, direction, hexes - 1] != end:
        hexes += 1
    return hexes


def gained_hope(sheet: Record, box: int, value: int) -> int:
    """Return what a value in an empty box adds to the hopes of its row and its column."""
    row = box // WIDTH
    column = box % WIDTH
    across = 0
    down = 0
    for i in range(WIDTH):
        across = across << 3 | int(sheet.matrix[row * WIDTH + i])
        down = down << 3 | int(sheet.matrix[i * WIDTH + column])
    across_then = across | value << 3 * (WIDTH - 1 - column)
    down_then = down | value << 3 * (WIDTH - 1 - row)
    return HOPES[across_then] - HOPES[across] + HOPES[down_then] - HOPES[down]
