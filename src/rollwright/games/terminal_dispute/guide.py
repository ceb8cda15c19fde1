"""What a first-time player of Terminal Dispute is told on the real table, one thing at a time.

The first round tells how the game goes, the second what to look for on the own sheet, the third how to plan ahead. The
sentences are short: on a phone three lines are seen.
"""

from typing import NamedTuple

import numpy as np

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, listed, plural
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.sheet import CROSSED, DATA, DOTTED, LABELS, LINE_POINTS, MATRIX, ROUNDS

Advice = tuple[str, Phrase]
"""The part of the page to look at, and what to know about it."""

RUN: dict[str, int] = DATA["scoring"]["straight"]
KIND: dict[str, int] = DATA["scoring"]["kind"]
NEAR = MATRIX.columns - 1
"""How far apart two numbers of one run of five are at most."""


class Line(NamedTuple):
    """A row or a column of a matrix, and its numbers from low to high."""

    is_row: bool
    name: str
    numbers: list[int]

    def points(self, *more: int) -> int:
        """Return what the line scores, with these numbers written in addition (TD-40)."""
        return int(LINE_POINTS[sum(number << 3 * place for place, number in enumerate([*self.numbers, *more]))])


def guide(s: Record, seat: int) -> Advice | None:
    """Return the part of the page to look at and what to know about it now, if there is something to know."""
    if s.phase == rules.OVER:
        return None
    if s.phase == rules.START_DIE:
        return "dice", Phrase("A die decides who starts. Click it to roll.")
    if s.phase == rules.WRITING and not rules.has_dice(s.sheets[seat]):
        return None
    rounds = (_first_round, _second_round, _later_round)
    return rounds[min(int(s.round_no), len(rounds)) - 1](s, seat)


def _first_round(s: Record, seat: int) -> Advice:
    """Tell how a round goes."""
    sheet = s.sheets[seat]
    if s.phase == rules.DICE:
        return "dice", Phrase("Every round starts with five dice that everyone shares. Click them to roll.")
    if s.phase == rules.ALLOCATION and seat != s.roller:
        return "dice", Phrase("The start player now decides which dice are for the matrix and which for the phone.")
    if s.phase == rules.ALLOCATION:
        return "dice", Phrase(
            "Click a die to send it to the next free place, or drag it where you want it. Everybody writes with the "
            "same four."
        )
    if sheet.nav[1] > 0:
        return "matrix", Phrase(
            "Pick a navigation die and a lit box. In rows and columns, runs and equal numbers score, in any order."
        )
    if sheet.nav[0] > 0:
        return "matrix", Phrase("Small crosses mark the row and the column of your first number: they are barred.")
    return "charger", Phrase(
        "One phone die is the label where your line starts, the other its length. Pick a lit hex, then where it "
        "goes. Each hex is a point."
    )


def _second_round(s: Record, seat: int) -> Advice:
    """Tell what to look for."""
    sheet = s.sheets[seat]
    if s.phase == rules.DICE and rules.allocates_at_random(s):  # TD-50
        return "dice", Phrase(
            "Alone, chance shares out the dice in even rounds: it stands in for the players who would take turns with "
            "you."
        )
    if s.phase == rules.DICE:
        return "dice", Phrase(
            "Each round the next player shares out the dice. Until they are rolled, Undo takes back what you wrote."
        )
    if s.phase == rules.ALLOCATION and seat != s.roller:
        return "dice", Phrase("You will write with these dice, too. Which of them do your rows and columns want?")
    if s.phase == rules.ALLOCATION:
        return "dice", Phrase(
            "You choose for everybody, but look at your own sheet: what do your rows and columns want?"
        )
    if sheet.nav[1] > 0:
        return "matrix", _told_number(sheet)
    if sheet.nav[0] > 0:
        return "matrix", Phrase("Each box counts twice, for its row and for its column. Look for one that helps both.")
    return "charger", _told_longest_line(sheet)


def _later_round(s: Record, seat: int) -> Advice:
    """Tell how to plan ahead."""
    sheet = s.sheets[seat]
    if s.phase == rules.DICE:
        return "dice", _told_whose_choice(s)
    if s.phase == rules.ALLOCATION and seat != s.roller:
        return "dice", Phrase("Even the unused die can be yours: a swap puts it in place of one that does not fit.")
    if s.phase == rules.ALLOCATION:
        return "dice", _told_best_die(s, sheet)
    if sheet.nav[1] > 0:
        return _told_swaps(s, sheet) or ("matrix", _told_plan(sheet))
    if sheet.nav[0] > 0:
        return "matrix", Phrase(
            "After {n} rounds only one box is empty: every row and column fills up. Plan each for a run, or for equal "
            "numbers.",
            n=ROUNDS,
        )
    return "charger", _told_scarcest_label(sheet)


def _told_whose_choice(s: Record) -> Phrase:
    if rules.allocates_at_random(s):
        return Phrase("Chance shares out this round, too. A swap mends what it gets wrong: dotted hexes bring them.")
    if s.seat_count == 1:
        return Phrase("An odd round: this time you share out the dice. What do your rows want most?")
    return Phrase(
        "Everyone has the same dice. Long runs make the difference: {four} points for four, {five} for five.",
        four=RUN["4"],
        five=RUN["5"],
    )


def _lines(sheet: Record) -> list[Line]:
    """Return the rows and columns of a matrix that have an empty box."""
    boxes = np.array(sheet.matrix).reshape(MATRIX.rows, MATRIX.columns)
    rows = [(True, str(n + 1), row) for n, row in enumerate(boxes)]
    columns = [(False, MATRIX.names[n][0], column) for n, column in enumerate(boxes.T)]
    return [
        Line(is_row, name, sorted(int(number) for number in line if 0 < number < CROSSED))
        for is_row, name, line in rows + columns
        if 0 in line
    ]


def _told_number(sheet: Record) -> Phrase:
    """Name a number on the sheet that goes with one of the navigation dice: an equal one, or else a neighbour."""
    there = [(int(number), MATRIX.names[box]) for box, number in enumerate(sheet.matrix) if 0 < number < CROSSED]
    pairs = [(abs(number - int(die)), int(die), number, box) for die in sheet.nav for number, box in there]
    apart, die, number, box = min(pairs)
    told = {"value": die, "number": number, "box": box}
    if apart == 0:
        return Phrase(
            "Your {value} would make a pair with the {number} in {box}, anywhere in its row or column.", **told
        )
    if apart == 1:
        return Phrase(
            "Your {value} would begin a run with the {number} in {box}, anywhere in its row or column.", **told
        )
    return Phrase("No number on your sheet is next to these. An empty row or column is free for them.")


def _told_best_die(s: Record, sheet: Record) -> Phrase:
    """Name the die that adds most to the matrix of whoever shares out the dice."""
    gains = [
        (gain, line, value)
        for line in _lines(sheet)
        for value in sorted({int(die) for die in s.rolled})
        if (gain := line.points(value) - line.points()) > 0
    ]
    if not gains:
        return Phrase("No die adds to your matrix at once. A large number is worth most as the length of a line.")
    gain, line, value = max(gains, key=lambda each: each[0])
    told = {"name": line.name, "value": value}
    if line.is_row:
        return plural(
            "As a navigation die, a {value} could bring {n} point in row {name}.",
            "As a navigation die, a {value} could bring {n} points in row {name}.",
            gain,
            **told,
        )
    return plural(
        "As a navigation die, a {value} could bring {n} point in column {name}.",
        "As a navigation die, a {value} could bring {n} points in column {name}.",
        gain,
        **told,
    )


def _told_swaps(s: Record, sheet: Record) -> Advice | None:
    """Tell of swaps that would change a die (TD-31)."""
    swaps, dice = int(rules.abilities(sheet)), map(int, (*sheet.nav, *sheet.phone))
    if not swaps or not any(rules.is_worth_swapping(s, die) for die in dice):
        return None
    return "bay-unused", plural(
        "You have {n} swap: the {unused} may stand in for one of your dice. Click it, then that die.",
        "You have {n} swaps: the {unused} may stand in for your dice. Click it, then one of them.",
        swaps,
        unused=int(s.unused),
    )


def _told_plan(sheet: Record) -> Phrase:
    """Name a line that can still become a run of five, or one for equal numbers."""
    begun = [line for line in _lines(sheet) if len(line.numbers) > 1]
    runs = [
        line for line in begun
        if len({*line.numbers}) == len(line.numbers) and line.numbers[-1] - line.numbers[0] <= NEAR
    ]  # fmt: skip
    if runs:
        line = max(runs, key=lambda each: len(each.numbers))
        told = {"name": line.name, "numbers": listed(line.numbers), "points": RUN["5"]}
        if line.is_row:
            return Phrase(
                "Row {name} has {numbers}, and can still become a run. Five in a run are {points} points.", **told
            )
        return Phrase(
            "Column {name} has {numbers}, and can still become a run. Five in a run are {points} points.", **told
        )
    equal = [line for line in begun if len({*line.numbers}) < len(line.numbers)]
    if not equal:
        return Phrase("Begin runs early: two neighbours such as 3 and 4 can grow on both sides.")
    line = equal[0]
    told = {"name": line.name, "numbers": listed(line.numbers), "three": KIND["3"], "four": KIND["4"]}
    if line.is_row:
        return Phrase(
            "Row {name} has {numbers}. More equal numbers score more: {three} points for three, {four} for four.",
            **told,
        )
    return Phrase(
        "Column {name} has {numbers}. More equal numbers score more: {three} points for three, {four} for four.",
        **told,
    )


def _told_longest_line(sheet: Record) -> Phrase:
    """Tell of a line through a dotted hex, or else how long a line can be."""
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    count = rules.list_lines(sheet, moves, 0)
    drawn = [int(rules.named_line(sheet, int(move))) for move in moves[:count] if move != rules.PASS]
    if any(line >> dotted & 1 for line in drawn for dotted in DOTTED):
        return Phrase("You can shade a dotted hex now. It wins a swap, for when a die does not fit.")
    return plural(
        "Your line can only be {n} hex long. The edge, labels and shaded hexes stop it.",
        "Your line can be up to {n} hexes long. The edge, labels and shaded hexes stop it.",
        max((line.bit_count() for line in drawn), default=0),
    )


def _told_scarcest_label(sheet: Record) -> Phrase:
    """Tell which label has the fewest hexes to start from."""
    free, label = min((int(rules.open_starts(int(sheet.shaded), label)).bit_count(), label) for label in LABELS)
    if not free:
        return Phrase("No line can start at label {label} any more. A {label} is still good for a length.", label=label)
    return plural(
        "Label {label} has {n} free hex left. Without one, no line can start there.",
        "Label {label} has {n} free hexes left. Without one, no line can start there.",
        free,
        label=label,
    )
