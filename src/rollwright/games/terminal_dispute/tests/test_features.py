"""What a value is learned of, worked out again by hand and compared with what the compiled features say."""

from itertools import product
from random import Random

import numpy as np
import pytest

from rollwright.core.game import open_game
from rollwright.games.terminal_dispute.features import NAMES, STAGES, features
from rollwright.games.terminal_dispute.prefer import hope
from rollwright.games.terminal_dispute.tests.staging import NAME, arrange
from rollwright.table import Table
from rollwright.testing import opened

BOUND = 2**15


def before_a_roll(seed: int, seats: int = 1) -> Table:
    """Play at random until a round is due that the seed chooses; its dice are taken back."""
    random = Random(seed)
    table = opened(NAME, seats, *[random.randint(1, 6) for _ in range(400)], **({"start": "1"} if seats > 1 else {}))
    due = random.randint(1, 12)
    while table.position.round_no < due:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    table.position.phase = open_game(NAME).part("rules").DICE
    return table


def emptied(matrix: str = ". " * 25, shaded: str = "") -> Table:
    """Set up a sheet on which no swap was made."""
    table = arrange(before_a_roll(1), matrix=matrix, shaded=shaded)
    table.position.sheets[0].spent = 0
    return table


def noted(table: Table, seat: int = 0) -> dict[str, int]:
    out = np.zeros(len(NAMES), np.int64)
    assert features(table.position, seat, out) == 12 - table.position.round_no
    return dict(zip(NAMES, out.tolist(), strict=True))


@pytest.mark.parametrize("seats", [1, 3])
def test_features_are_small_and_the_same_compiled(seats: int) -> None:
    rules = open_game(NAME).rules()
    for seed in range(12):
        table = before_a_roll(seed, seats)
        plain, fast = (np.zeros(len(NAMES), np.int64) for _ in range(2))
        for seat in range(seats):
            stage = features(table.position, seat, plain)
            assert 0 <= stage < STAGES
            assert int(rules.features(table.position, seat, fast)) == stage
            assert plain.tolist() == fast.tolist()
            assert abs(plain).max() < BOUND


def test_nothing_is_valued_while_dice_lie_on_the_table() -> None:
    table = opened(NAME, 1, 3, 5, 2, 6, 1)
    assert features(table.position, 0, np.zeros(len(NAMES), np.int64)) == -1


def test_an_empty_charger_is_described() -> None:
    found = noted(emptied())
    assert found["hexes"] == found["swaps"] == found["hexes out of reach"] == 0
    assert found["starts"] == 18
    assert found["dots free"] == found["dots in reach"] == 4
    assert [found[f"labels for lines of {n}"] for n in range(1, 7)] == [6] * 6
    longest = sum(max(a, b) for a, b in product(range(1, 7), repeat=2))
    assert found["best line of two dice"] == longest, "the higher die is the length"
    longest = sum(max(dice) for dice in product(range(1, 7), repeat=3))
    assert found["best line of three dice"] == longest >> 3


def test_shaded_hexes_close_labels_and_block_lines() -> None:
    shaded = "a4 a5 a6"
    found = noted(emptied(shaded=shaded))
    assert found["hexes"] == 3
    assert found["starts"] == 15
    assert found["labels for lines of 1"] == 5


def test_hopes_grow_with_the_choice_of_dice() -> None:
    for seed in range(6):
        found = noted(before_a_roll(seed))
        names = ("hopes of luck", "hopes of two dice", "hopes of four dice", "hopes of eight dice")
        assert sorted(found[name] for name in names) == [found[name] for name in names]


def test_what_is_wanted_is_what_each_number_adds_where_it_adds_most() -> None:
    matrix = "2 3 4 5 .  . 6 6 . .  1 . 2 . .  . . . 3 .  4 . . . 1"
    boxes = [0 if mark == "." else int(mark) for mark in matrix.split()]

    def hoped(line: list[int]) -> int:
        return round(64 * hope(tuple(sorted(line))))

    def gain(box: int, value: int) -> int:
        row, column = divmod(box, 5)
        total = 0
        for line, place in ((boxes[5 * row : 5 * row + 5], column), (boxes[column::5], row)):
            total += hoped([*line[:place], value, *line[place + 1 :]]) - hoped(line)
        return total

    empty = [box for box in range(25) if not boxes[box]]
    gains = [sorted(gain(box, value) >> 1 for box in empty) for value in range(1, 7)]
    found = noted(emptied(matrix))
    assert found["wanted on average"] == sum(each[-1] for each in gains) >> 2
    assert found["wanted in second boxes"] == sum(each[-2] for each in gains) >> 2
    assert found["wanted least"] == min(each[-1] for each in gains) >> 1
    best = [each[-1] for each in gains]
    assert found["wanted of two dice"] == sum(max(pair) for pair in product(best, repeat=2)) >> 5
    by_box = [sorted(gain(box, value) >> 1 for value in range(1, 7)) for box in empty]
    assert found["best numbers of boxes"] == sum(each[-1] >> 1 for each in by_box)
    assert found["second numbers of boxes"] == sum(each[-2] >> 1 for each in by_box)
    assert found["any numbers of boxes"] == sum(value >> 2 for each in by_box for value in each)


def test_a_row_or_column_takes_one_number_a_round() -> None:
    """With two rounds to go: three boxes of a row are one too many, and so are three of a column."""
    table = emptied("1 2 . . .  1 2 3 4 .  1 2 3 4 .  1 2 3 4 5  1 2 3 4 5")
    table.position.round_no = 11
    found = noted(table)
    assert found["boxes too many in a line"] == 2
    assert found["lines without a round to spare"] == 0
    table.position.round_no = 10
    found = noted(table)
    assert found["boxes too many in a line"] == 0
    assert found["lines without a round to spare"] == 2


def test_with_others_each_sheet_is_compared_with_the_best_of_theirs() -> None:
    table = before_a_roll(5, 2)
    mine, theirs = noted(table, 0), noted(table, 1)
    assert mine == {name: -value for name, value in theirs.items()}
    assert mine["alone"] == 0 != noted(before_a_roll(5))["alone"]
