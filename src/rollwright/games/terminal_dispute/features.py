"""What a sheet of Terminal Dispute promises, in numbers that a value can be learned of.

Hopes say what the rows and columns can come to, wants what the numbers of the next dice would add, and the rest how
long the lines of the charger can still be. With others, each number is compared with the best of their sheets.
"""

from itertools import combinations_with_replacement

import numpy as np

from rollwright.core.contract import Ints, Record
from rollwright.games.terminal_dispute.prefer import HOPES, KIND
from rollwright.games.terminal_dispute.rules import BOXES, DICE, WIDTH, abilities, charger_points
from rollwright.games.terminal_dispute.sheet import DOTTED, OUTSIDE, RAYS, ROUNDS, STARTS

NAMES = (
    "alone",
    "hexes",
    "swaps",
    "dots free",
    "best line of two dice",
    "best line of three dice",
    "labels for lines of 1",
    "labels for lines of 2",
    "labels for lines of 3",
    "labels for lines of 4",
    "labels for lines of 5",
    "labels for lines of 6",
    "starts",
    "hexes out of reach",
    "dots in reach",
    "ways of 2",
    "ways of 3",
    "ways of 4",
    "ways of 5",
    "ways of 6",
    "second lines",
    "hopes of luck",
    "hopes of two dice",
    "hopes of four dice",
    "hopes of eight dice",
    "wanted on average",
    "wanted of two dice",
    "wanted least",
    "wanted in second boxes",
    "best numbers of boxes",
    "second numbers of boxes",
    "any numbers of boxes",
    "boxes too many in a line",
    "lines without a round to spare",
)
WIDE = len(NAMES)

STAGES = ROUNDS
"""By the rounds that are left: stage 0 is before the last one."""

BACKWARD = True
"""Stages count down to the end, so that each can be learned from the one after it."""

ALONE, HEXES, SWAPS, DOTS_FREE, TWO_DICE, THREE_DICE, LABELS_FOR = range(7)
FREE_STARTS, OUT_OF_REACH, DOTS_IN_REACH, WAYS = 12, 13, 14, 15
SECOND_LINES, HOPED, WANTED, OF_BOXES, TOO_MANY, NONE_TO_SPARE = 20, 21, 25, 29, 32, 33

LONGEST = RAYS.shape[2]
DICE_VALUES = 6

GAIN_BITS = 10
GAIN_MASK = (1 << GAIN_BITS) - 1
NO_GAIN = 512
"""Gains of all numbers stand side by side in one number, half of each and so much more, so that none is below 0."""

DOTS = sum(1 << dotted for dotted in DOTTED)

RAY = np.array(
    [[[sum(1 << int(at) for at in set(ray[: n + 1])) & ~(1 << OUTSIDE) for n in range(LONGEST)] for ray in rays]
     for rays in RAYS],
    np.int64,
)  # fmt: skip
"""The hexes of a line as bits: by its start, its direction, and its last hex counted from the start."""

PAIR = np.array([[3 * (min(a, b) * DICE_VALUES + max(a, b)) for a in range(6)] for b in range(6)], np.int64)

TRIPLES = np.array(
    [(a, b, c, {1: 1, 2: 3, 3: 6}[len({a, b, c})]) for a, b, c in combinations_with_replacement(range(DICE_VALUES), 3)],
    np.int64,
)
"""What three dice can show, from 0, and how many of the 216 rolls show it."""


def features(s: Record, seat: int, out: Ints) -> int:
    """Write what a seat's sheet promises before a roll; return the stage."""
    if s.phase != DICE:
        return -1
    for k in range(WIDE):
        out[k] = 0
    rounds = ROUNDS + 1 - int(s.round_no)
    if s.seat_count > 1:
        describe(s.sheets[rival(s, seat)], rounds, out)
        for k in range(WIDE):
            out[k] = -out[k]
    describe(s.sheets[seat], rounds, out)
    if s.seat_count == 1:
        out[ALONE] = 1
    return rounds - 1


def rival(s: Record, seat: int) -> int:
    """Return the other seat whose sheet promises most at first sight."""
    found = -1
    most = 0
    for other in range(s.seat_count):
        if other != seat:
            points = hoped(s.sheets[other])
            if found < 0 or points > most:
                most = points
                found = other
    return found


def hoped(sheet: Record) -> int:
    """Return what a sheet promises at first sight, in 1/64 of a point."""
    total = 64 * charger_points(sheet)
    for i in range(WIDTH):
        total += HOPES[1, KIND[across(sheet, i)]] + HOPES[1, KIND[down(sheet, i)]]
    return total


def describe(sheet: Record, rounds: int, out: Ints) -> None:
    """Add what one sheet promises, with so many rounds to go."""
    describe_matrix(sheet, out)
    describe_room(sheet, rounds, out)
    describe_charger(sheet, out)


def across(sheet: Record, row: int) -> int:
    """Return a row as an octal number."""
    number = 0
    for column in range(WIDTH):
        number = number << 3 | int(sheet.matrix[row * WIDTH + column])
    return number


def down(sheet: Record, column: int) -> int:
    """Return a column as an octal number."""
    number = 0
    for row in range(WIDTH):
        number = number << 3 | int(sheet.matrix[row * WIDTH + column])
    return number


def describe_matrix(sheet: Record, out: Ints) -> None:
    """Add hopes and wants: what numbers would add in their best boxes, and boxes with their best numbers."""
    for choices in range(4):
        total = 0
        for i in range(WIDTH):
            total += HOPES[choices, KIND[across(sheet, i)]] + HOPES[choices, KIND[down(sheet, i)]]
        out[HOPED + choices] += total >> 2
    best = 0  # half the best gain of each number, GAIN_BITS each, and half the second best
    second = 0
    for box in range(BOXES):
        if sheet.matrix[box] == 0:
            row = box // WIDTH
            column = box % WIDTH
            along = across(sheet, row)
            along_down = down(sheet, column)
            now = HOPES[1, KIND[along]] + HOPES[1, KIND[along_down]]
            best_here = 0
            second_here = 0
            for value in range(1, DICE_VALUES + 1):
                then = along | value << 3 * (WIDTH - 1 - column)
                then_down = along_down | value << 3 * (WIDTH - 1 - row)
                gain = (HOPES[1, KIND[then]] + HOPES[1, KIND[then_down]] - now >> 1) + NO_GAIN
                out[OF_BOXES + 2] += gain - NO_GAIN >> 2
                second_here = max(second_here, min(best_here, gain))
                best_here = max(best_here, gain)
                at = GAIN_BITS * (value - 1)
                most = best >> at & GAIN_MASK
                second += max(0, min(most, gain) - (second >> at & GAIN_MASK)) << at
                best += max(0, gain - most) << at
            out[OF_BOXES] += best_here - NO_GAIN >> 1
            out[OF_BOXES + 1] += second_here - NO_GAIN >> 1
    add_wants(best, second, out)


def add_wants(best: int, second: int, out: Ints) -> None:
    """Add what numbers would add in their best and second best boxes."""
    total = 0
    seconds = 0
    least = GAIN_MASK
    for value in range(DICE_VALUES):
        gain = best >> GAIN_BITS * value & GAIN_MASK
        next_gain = second >> GAIN_BITS * value & GAIN_MASK
        total += gain - NO_GAIN
        seconds += (next_gain if next_gain > 0 else gain) - NO_GAIN
        least = min(least, gain)
    out[WANTED] += total >> 2
    out[WANTED + 1] += better_of_two(best) >> 5
    out[WANTED + 2] += least - NO_GAIN >> 1
    out[WANTED + 3] += seconds >> 2


def describe_room(sheet: Record, rounds: int, out: Ints) -> None:
    """Add the boxes that cannot be filled, as a row or column takes one number a round, and lines that just can be."""
    for i in range(WIDTH):
        for line in (across(sheet, i), down(sheet, i)):
            empty = 0
            for place in range(WIDTH):
                if line >> 3 * place & 7 == 0:
                    empty += 1
            out[TOO_MANY] += max(0, empty - rounds)
            if empty == rounds:
                out[NONE_TO_SPARE] += 1


def better_of_two(gains: int) -> int:
    """Return the sum, over the 36 rolls of two dice, of the greater of their gains, halved."""
    total = 0
    for one in range(DICE_VALUES):
        for other in range(DICE_VALUES):
            total += max(gains >> GAIN_BITS * one & GAIN_MASK, gains >> GAIN_BITS * other & GAIN_MASK) - NO_GAIN
    return total


def describe_charger(sheet: Record, out: Ints) -> None:
    """Add how much is shaded, and what lines can still be drawn."""
    shaded = int(sheet.shaded)
    blocked = shaded | 1 << OUTSIDE
    reached = 0
    longest = 0  # the longest line from each label, three bits each
    for label in range(STARTS.shape[0]):
        best = 0
        second = 0
        for k in range(STARTS.shape[1]):
            start = STARTS[label, k]
            if shaded >> start & 1:
                continue
            out[FREE_STARTS] += 1
            here = 0
            for direction in range(RAYS.shape[1]):
                last = 0
                while last + 1 < LONGEST and blocked >> RAYS[start, direction, last + 1] & 1 == 0:
                    last += 1
                reached |= RAY[start, direction, last]
                if last > 0:
                    out[WAYS + last - 1] += 1
                here = max(here, last + 1)
            second = max(second, min(best, here))
            best = max(best, here)
        longest |= best << 3 * label
        out[SECOND_LINES] += second
        for length in range(best):
            out[LABELS_FOR + length] += 1
    out[HEXES] += charger_points(sheet)
    out[SWAPS] += abilities(sheet)
    out[DOTS_FREE] += bits(DOTS & ~shaded)
    out[DOTS_IN_REACH] += bits(DOTS & ~shaded & reached)
    out[OUT_OF_REACH] += OUTSIDE - bits(shaded | reached)
    add_expected_lines(longest, out)


def add_expected_lines(longest: int, out: Ints) -> None:
    """Add how long the best line of two dice, and of two among three dice, is in all their rolls together."""
    low = 0  # the best line of each pair of dice, three bits each: those with a 1, a 2 or a 3
    high = 0
    total = 0
    for a in range(DICE_VALUES):
        for b in range(a, DICE_VALUES):
            line = max(min(longest >> 3 * a & 7, b + 1), min(longest >> 3 * b & 7, a + 1))
            total += line if a == b else 2 * line
            if a < DICE_VALUES // 2:
                low |= line << PAIR[a, b]
            else:
                high |= line << PAIR[a, b] - PAIR[3, 3]
    out[TWO_DICE] += total
    total = 0
    for each in range(TRIPLES.shape[0]):
        a = TRIPLES[each, 0]
        b = TRIPLES[each, 1]
        c = TRIPLES[each, 2]
        line = max(pair_line(low, high, a, b), pair_line(low, high, a, c), pair_line(low, high, b, c))
        total += line * TRIPLES[each, 3]
    out[THREE_DICE] += total >> 3


def pair_line(low: int, high: int, a: int, b: int) -> int:
    """Return the best line of two dice, the lower first."""
    line: int = low >> PAIR[a, b] & 7 if a < DICE_VALUES // 2 else high >> PAIR[a, b] - PAIR[3, 3] & 7
    return line


def bits(hexes: int) -> int:
    """Return how many hexes are in a set."""
    count = 0
    while hexes:
        hexes &= hexes - 1
        count += 1
    return count
