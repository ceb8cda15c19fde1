"""What a player of Terminal Dispute would look at first. A guide for playouts and no rule: nothing is decided here.

Numbers are weighed by what they add to the hopes of their row and column, lines by the hexes they shade, dots and the
places where later lines could begin. Dice are allocated, and swapped, for the best number and line that they allow.
"""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Record
from rollwright.core.moves import is_form, part
from rollwright.games.terminal_dispute.rules import (
    ALLOCATE,
    BOXES,
    CROSS,
    LINE,
    UNUSED_NAV,
    UNUSED_PHONE,
    WIDTH,
    WRITE,
    barred_boxes,
    line_end,
)
from rollwright.games.terminal_dispute.sheet import (
    CHARGER,
    CROSSED,
    DOTTED,
    LINE_POINTS,
    OUTSIDE,
    RAYS,
    ROUNDS,
    SHARES_LINE,
    STARTS,
)

CHOICES = (1, 2, 4, 8)
"""Hopes are worked out as if each empty box took the best of so many dice: from luck alone to nearly free choice."""

SCALE = 64
"""Hopes and all weights are whole numbers: points times this."""

ANY, NUMBER, SWAP, DRAWN, REDIRECTED, ALLOCATED = 1, 10_000, 20_000, 30_000, 40_000, 10_000
"""Weights of the kinds of moves, least first. A line may win a swap, so it comes before the numbers; a swap that is
worth it comes before what it changes."""


def hope(line: tuple[int, ...], choices: int = 2) -> float:
    """Return the points that a line of the matrix, its boxes sorted and 0 for the empty ones, can be hoped to score."""
    return _hope(line, choices)


@cache
def _hope(line: tuple[int, ...], choices: int) -> float:
    if line[0] > 0:
        return float(LINE_POINTS[sum(value << 3 * place for place, value in enumerate(line))])
    then = sorted(_hope(tuple(sorted((*line[1:], value))), choices) for value in range(1, 7))
    below = [(rank / 6) ** choices for rank in range(7)]  # that all dice are among the worst so many
    return sum(points * (below[rank + 1] - below[rank]) for rank, points in enumerate(then))


LINES = [tuple(sorted(line)) for line in product(range(CROSSED + 1), repeat=WIDTH)]
"""All lines of a matrix as their numbers in order, found by their boxes read as an octal number."""

_KINDS = sorted(set(LINES))

KIND = np.array([_KINDS.index(kind) for kind in LINES], np.int64)
"""What kind of a line each is: lines are of one kind if they have the same numbers in any order."""

HOPES = np.array([[round(SCALE * hope(kind, choices)) for kind in _KINDS] for choices in CHOICES], np.int64)
"""The hopes of each kind of line, a row for each of CHOICES."""

MIXTURES = (
    (100, 0, 0, 0),
    (105, 18, -56, 36),
    (-15, 162, -106, 62),
    (-1, 121, -59, 44),
    (-33, 168, -94, 69),
    (-17, 138, -71, 66),
    (-33, 161, -99, 93),
    (-16, 144, -97, 104),
    (-4, 134, -114, 132),
    (11, 130, -127, 149),
    (-4, 139, -109, 142),
    (79, 57, -76, 131),
)
"""How the hopes are mixed, in percent, by the rounds that are left after this one. Fitted to what games came to: the
more rounds are left, the more is worth what only a good choice of dice can fill."""


def _promises() -> NDArray[np.int64]:
    """Return what each kind of line is worth, in a row for each number of rounds left."""
    rows = [sum(percent * hopes for percent, hopes in zip(each, HOPES, strict=True)) for each in MIXTURES]
    return np.array(np.round(np.array(rows) / 100), np.int64)


PROMISES = _promises()

AT_A_LABEL = (64, 48, 32, 22, 14, 10, 9, 8, 8, 8, 8, 8)
"""What it is worth to shade a hex where lines begin, by the rounds that are left: later lines must begin there, too."""

NEAR_THE_RIM = (64, 64, 61, 54, 49, 41, 35, 30, 26, 25, 25, 25)
"""The same for other hexes of the outer two rings, which many lines cross."""

INSIDE = (64, 62, 57, 54, 50, 49, 48, 47, 46, 46, 46, 46)
"""The same for all the others: fewest lines reach them."""

SWAP_WORTH = (0, 36, 36, 46, 46, 50, 50, 50, 50, 50, 50, 50)
"""What a swap is worth that is kept."""


def _hex_worth(hex_no: int, left: int) -> int:
    """Return what it is worth to shade a hex."""
    if hex_no == OUTSIDE:
        return 0
    q, r = CHARGER.cells[hex_no]
    extra = SWAP_WORTH[left] if hex_no in DOTTED else 0
    if hex_no in STARTS:
        return AT_A_LABEL[left] + extra
    return (NEAR_THE_RIM if max(abs(q), abs(r), abs(q + r)) >= RIM else INSIDE)[left] + extra


RIM = 3
"""How far from the middle the outer two rings are."""

LINE_WORTH = np.array(
    [
        [[np.cumsum([_hex_worth(int(hex_no), left) for hex_no in ray]).tolist() for ray in rays] for rays in RAYS]
        for left in range(ROUNDS)
    ],
    np.int64,
)
"""What a line is worth: by the rounds left, its start, its direction, and its last hex counted from the start."""


def prefer(s: Record, seat: int, move: int) -> int:
    """Weigh a move: what it, and what it leads to in this round, adds to the sheet."""
    sheet = s.sheets[seat]
    left = ROUNDS - int(s.round_no)
    if is_form(LINE, move):
        return DRAWN + line_worth(sheet, move, left)
    if is_form(WRITE, move):
        return NUMBER + gained_hope(sheet, part(WRITE, move, 1), part(WRITE, move, 0), left)
    if is_form(CROSS, move):
        return NUMBER + gained_hope(sheet, part(CROSS, move, 0), CROSSED, left)
    if is_form(ALLOCATE, move):
        numbers = best_pair(sheet, part(ALLOCATE, move, 0), part(ALLOCATE, move, 1), left)
        line = best_line(int(sheet.shaded), part(ALLOCATE, move, 2), part(ALLOCATE, move, 3), left)
        return ALLOCATED + numbers + line
    if is_form(UNUSED_NAV, move):
        value = part(UNUSED_NAV, move, 0)
        barred = barred_boxes(sheet)
        gain = best_number(sheet, s.unused, barred, left) - best_number(sheet, value, barred, left)
        return SWAP + gain if gain > SWAP_WORTH[left] else ANY
    if is_form(UNUSED_PHONE, move):
        value = part(UNUSED_PHONE, move, 0)
        other = int(sheet.phone[0]) + int(sheet.phone[1]) - value
        shaded = int(sheet.shaded)
        gain = best_line(shaded, other, int(s.unused), left) - best_line(shaded, other, value, left)
        return REDIRECTED + gain if gain > SWAP_WORTH[left] else ANY
    return ANY


def line_worth(sheet: Record, move: int, left: int) -> int:
    """Return what a line is worth."""
    start = part(LINE, move, 1)
    direction = part(LINE, move, 2)
    distance = int(sheet.phone[0]) + int(sheet.phone[1]) - part(LINE, move, 0)
    return drawn_worth(int(sheet.shaded), start, direction, distance, left)


def drawn_worth(shaded: int, start: int, direction: int, distance: int, left: int) -> int:
    """Return what the line from a hex in a direction is worth."""
    end = line_end(shaded, start, direction, distance)
    last = 0
    while RAYS[start, direction, last] != end:
        last += 1
    return LINE_WORTH[left, start, direction, last]


def best_line(shaded: int, one: int, other: int, left: int) -> int:
    """Return what the best line is worth that two dice can draw."""
    best = best_line_from(shaded, one, other, left)
    if one != other:
        best = max(best, best_line_from(shaded, other, one, left))
    return best


def best_line_from(shaded: int, label: int, distance: int, left: int) -> int:
    """Return what the best line from a label is worth."""
    best = 0
    for k in range(STARTS.shape[1]):
        start = STARTS[label - 1, k]
        if shaded >> start & 1 == 0:
            for direction in range(RAYS.shape[1]):
                best = max(best, drawn_worth(shaded, start, direction, distance, left))
    return best


def best_pair(sheet: Record, one: int, other: int, left: int) -> int:
    """Return what two values add to the matrix: one in its best box, the other in the best that is free then."""
    best = NOTHING_FITS
    where = 0
    for box in range(BOXES):
        if sheet.matrix[box] == 0:
            gain = gained_hope(sheet, box, one, left)
            if gain > best:
                best = gain
                where = box
    return best + best_number(sheet, other, SHARES_LINE[where], left)


def best_number(sheet: Record, value: int, barred: int, left: int) -> int:
    """Return what a value adds to the matrix in the best box that is not barred."""
    best = NOTHING_FITS
    for box in range(BOXES):
        if sheet.matrix[box] == 0 and barred >> box & 1 == 0:
            best = max(best, gained_hope(sheet, box, value, left))
    return best


NOTHING_FITS = -8 * SCALE
"""What a number is worth that has to be crossed out, at the worst."""


def gained_hope(sheet: Record, box: int, value: int, left: int) -> int:
    """Return what a value in an empty box adds to the hopes of its row and its column."""
    row = box // WIDTH
    column = box % WIDTH
    across = 0
    down = 0
    for i in range(WIDTH):
        across = across << 3 | int(sheet.matrix[row * WIDTH + i])
        down = down << 3 | int(sheet.matrix[i * WIDTH + column])
    written = int(value)
    across_then = across | written << 3 * (WIDTH - 1 - column)
    down_then = down | written << 3 * (WIDTH - 1 - row)
    return (
        PROMISES[left, KIND[across_then]]
        - PROMISES[left, KIND[across]]
        + PROMISES[left, KIND[down_then]]
        - PROMISES[left, KIND[down]]
    )
