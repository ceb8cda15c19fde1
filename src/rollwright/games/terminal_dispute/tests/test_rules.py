"""The round, the matrix, scoring and the solo game of Terminal Dispute, rule by rule."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from rollwright.core.dice import SeededDice
from rollwright.core.errors import Illegal, NotYourTurn, Refusal
from rollwright.core.game import open_game
from rollwright.games.terminal_dispute import rules, words
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED, LINE_POINTS, MATRIX
from rollwright.games.terminal_dispute.tests.staging import (
    NAME,
    arrange,
    at_writing,
    finish_writing,
    play_randomly,
    shaded_hexes,
    starting,
)
from rollwright.table import Moved, Rolled, Table
from rollwright.testing import opened

# Set-up and the round


def test_td01_a_die_draws_the_start_player() -> None:
    """TD-01."""
    for face in (1, 2, 3):
        table = opened(NAME, 3, face, 1, 2, 3, 4, 5)
        assert table.log[1].sides == (3,), "a die with as many sides as there are seats"  # type: ignore[union-attr]
        assert table.waiting == [face - 1], "TD-01"
        assert table.round_no == 1


def test_td01_the_table_may_fix_the_start_player() -> None:
    """TD-01."""
    table = opened(NAME, 3, 1, 2, 3, 4, 5, start="2")
    assert table.waiting == [1]
    assert table.round_no == 1
    assert opened(NAME, 1, 1, 2, 3, 4, 5).round_no == 1, "alone there is nobody to draw"
    with pytest.raises(Refusal, match="choose from random, 1, 2"):
        opened(NAME, 2, 1, start="3")


def allocations(dice: tuple[int, ...]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to allocate five dice, by value: TD-02, found the slow way."""
    return {
        (tuple(sorted(dice[i] for i in order[:2])), tuple(sorted(dice[i] for i in order[2:4])))
        for order in permutations(range(5))
    }


@pytest.mark.parametrize(
    "dice", [(1, 2, 3, 4, 5), (6, 6, 6, 6, 6), (1, 1, 2, 2, 3), (3, 5, 6, 3, 4), (2, 1, 2, 1, 2), (6, 1, 1, 1, 1)]
)
def test_td02_every_allocation_is_offered_once(dice: tuple[int, ...]) -> None:
    """TD-02."""
    table = opened(NAME, 1, *dice)
    found = [tuple(map(int, text.split()[2:4] + text.split()[5:])) for text in table.legal(0)]
    assert {(f[:2], f[2:]) for f in found} == allocations(dice)
    assert len(found) == len(set(found)), "ways that differ only by equal values are one choice"
    if len(set(dice)) == 5:
        assert len(found) == 30


def test_td02_only_the_start_player_allocates_and_only_rolled_dice() -> None:
    """TD-02."""
    table = opened(NAME, 2, 3, 5, 6, 3, 4, start="1")
    with pytest.raises(NotYourTurn):
        table.play(1, "allocate nav 3 5 phone 3 4")
    for text in ("allocate nav 1 5 phone 3 4", "allocate nav 3 3 phone 3 4", "allocate nav 5 5 phone 3 4"):
        with pytest.raises(Illegal, match="The dice show 3, 5, 6, 3, 4"):
            table.play(0, text)
    table.play(0, "allocate nav 5 3 phone 4 3")
    assert table.log[-1].text == "allocate nav 3 5 phone 3 4"  # type: ignore[union-attr]
    assert table.position.unused == 6
    assert table.position.phase == rules.WRITING


def test_td03_everybody_uses_the_same_dice() -> None:
    """TD-03."""
    table = at_writing("3 5", 6, "2 4", seats=3)
    for seat in range(3):
        assert {text.split()[1] for text in starting(table, "write", seat=seat)} == {"3", "5"}
        assert {text.split()[1] for text in starting(table, "line", seat=seat)} == {"2", "4"}
        with pytest.raises(Illegal, match="There is no 2 among your navigation dice: you have 5, 3"):
            table.play(seat, "write 2 a1")


def test_td04_all_write_at_once_and_the_round_ends_with_the_last() -> None:
    """TD-04."""
    table = at_writing("3 5", 6, "2 4", seats=3)
    assert table.waiting == [0, 1, 2]
    finish_writing(table, 2)
    assert table.waiting == [0, 1]
    assert table.round_no == 1
    finish_writing(table, 0)
    with pytest.raises(NotYourTurn, match="the table is waiting for Player 2"):
        table.play(0, "write 3 a1")
    table.play(1, "write 5 a1")
    table.play(1, "line 2 from c1 sw")
    assert table.round_no == 1
    table.play(1, "write 3 b2")
    assert table.round_no == 2


def test_td05_the_start_player_passes_clockwise_for_twelve_rounds() -> None:
    """TD-05."""
    table = opened(NAME, 3, *[1, 2, 3, 4, 5] * 12, start="2")
    for round_no in range(1, 13):
        assert (table.round_no, table.waiting) == (round_no, [round_no % 3])
        table.play(table.waiting[0], table.legal(table.waiting[0])[0])
        for seat in range(3):
            finish_writing(table, seat)
    assert table.over
    assert table.round_no == 12
    assert table.position.roller == 12 % 3
    with pytest.raises(NotYourTurn, match="the game is over"):
        table.play(0, "write 1 a1")


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_td05_one_box_stays_blank(seats: int) -> None:
    """TD-05."""
    faces = [Random(seats).randint(1, 6) for _ in range(5 * 12 + 6)]
    if seats == 1:
        faces = [face for pair in range(6) for face in [*faces[5 * pair : 5 * pair + 5], *faces[:5], 1 + pair]]
    table = play_randomly(opened(NAME, seats, *faces, **({"start": "1"} if seats > 1 else {})), seats)
    for sheet in table.position.sheets[:seats]:
        assert Counter(int(box) > 0 for box in sheet.matrix) == {True: 24, False: 1}


@pytest.mark.parametrize("order", list(permutations(["write 3 a1", "write 5 b2", "line 4 from c9 nw"])))
def test_td06_the_three_writes_come_in_any_order(order: tuple[str, ...]) -> None:
    """TD-06."""
    table = at_writing("3 5", 6, "2 4")
    for text in order:
        assert table.round_no == 1
        table.play(0, text)
    assert table.round_no == 2
    sheet = table.position.sheets[0]
    assert (sheet.matrix[0], sheet.matrix[6]) == (3, 5)
    assert shaded_hexes(table) == {"c9", "d8"}


@pytest.mark.parametrize("last", ["write 1 b2", "line 1 from b2 e"])
def test_td04_a_seat_with_a_single_1_left_is_still_waited_for(last: str) -> None:
    """TD-04, TD-06."""
    table = at_writing("1 1", 6, "1 1")
    assert len(starting(table, "line")) == 3
    for text in {"write 1 a1", "write 1 b2", "line 1 from b2 e"} - {last}:
        table.play(0, text)
    assert (table.round_no, table.waiting) == (1, [0])
    table.play(0, last)
    assert table.round_no == 2


def test_td05_every_roll_begins_an_epoch_and_the_end_is_the_end() -> None:
    """TD-05, TD-50."""
    table = Table(open_game(NAME), 1, SeededDice(2))
    while not table.over:
        assert table.position.epoch == table.round_no
        table.play(0, table.legal(0)[-1])
    assert table.position.phase == rules.OVER
    assert [len(event.faces) for event in table.log if isinstance(event, Rolled)] == [5, 6] * 6


# Navigation Matrix


def test_td10_the_two_numbers_share_neither_row_nor_column() -> None:
    """TD-10."""
    table = at_writing("3 5", 6, "2 4")
    assert len(starting(table, "write")) == 50, "the player chooses which die goes first"
    table.play(0, "write 5 b3")
    barred = {*["a3", "b3", "c3", "d3", "e3"], *["b1", "b2", "b4", "b5"]}
    assert set(starting(table, "write")) == {f"write 3 {box}" for box in MATRIX.names if box not in barred}
    with pytest.raises(Illegal, match="e3 is in the same row or column as b3"):
        table.play(0, "write 3 e3")
    with pytest.raises(Illegal, match="There is no 5 among your navigation dice"):
        table.play(0, "write 5 a1")
    with pytest.raises(Illegal, match="b3 already holds 5"):
        table.play(0, "write 3 b3")


def test_td10_only_this_rounds_number_bars() -> None:
    """TD-10."""
    table = at_writing("3 5", 6, "2 4")
    for text in ("write 5 b3", "write 3 a1", "line 2 from c1 sw"):
        table.play(0, text)
    table.play(0, "write 1 a3")
    table.play(0, "write 1 b1")
    assert table.position.sheets[0].matrix[1] == 1


def test_td10_equal_dice_are_one_choice_and_both_are_written() -> None:
    """TD-10."""
    table = at_writing("4 4", 6, "2 4")
    assert len(starting(table, "write")) == 25
    table.play(0, "write 4 a1")
    table.play(0, "write 4 b2")
    assert starting(table, "write") == []


@pytest.mark.parametrize("first", [3, 5])
def test_td10_either_die_goes_first_and_the_other_is_left(first: int) -> None:
    """TD-10."""
    table = at_writing("3 5", 6, "2 4")
    table.play(0, f"write {first} a1")
    assert {text.split()[1] for text in starting(table, "write")} == {str(8 - first)}


NO_WAY_OUT = """
    . . 1 2 3
    . 4 5 6 1
    2 3 4 5 6
    1 2 3 4 5
    6 1 2 3 4
"""  # three boxes: a1 bars both others


def test_td11_a_number_that_fits_nowhere_crosses_out_any_empty_box() -> None:
    """TD-11."""
    table = arrange(at_writing("3 5", 6, "2 4"), matrix=NO_WAY_OUT)
    with pytest.raises(Illegal, match="crossed out only when a number fits nowhere"):
        table.play(0, "cross b1")
    table.play(0, "write 5 a1")
    assert starting(table, "write", "cross") == ["cross b1", "cross a2"]
    with pytest.raises(Illegal, match="No box can take the 3 now"):
        table.play(0, "write 3 b1")
    with pytest.raises(Illegal, match="a1 is not empty"):
        table.play(0, "cross a1")
    table.play(0, "cross a2")
    assert starting(table, "write", "cross") == []
    with pytest.raises(Illegal, match="already used both navigation dice of this round"):
        table.play(0, "cross b1")
    table.play(0, "line 2 from c1 sw")
    assert starting(table, "write") == ["write 1 b1"], "a crossed-out box holds no number for the rest of the game"
    with pytest.raises(Illegal, match="a2 is crossed out"):
        table.play(0, "write 1 a2")


def test_td11_a_number_must_be_written_if_it_can_be() -> None:
    """TD-11."""
    table = arrange(at_writing("3 5", 6, "2 4"), matrix=NO_WAY_OUT)
    table.play(0, "write 5 b1")
    assert starting(table, "write", "cross") == ["write 3 a2"], "a2 is free of b1's row and column"


def test_td12_the_first_die_may_leave_the_second_no_place() -> None:
    """TD-12."""
    table = arrange(at_writing("3 5", 6, "2 4"), matrix=NO_WAY_OUT)
    assert {text.split()[2] for text in starting(table, "write")} == {"a1", "b1", "a2"}


# Scoring


STRAIGHTS = {5: 7, 4: 5, 3: 3}
ALIKE = {5: 6, 4: 4, 3: 3, 2: 1}


def points_by_hand(values: tuple[int, ...]) -> int:
    """Score a line as TD-40 and TD-41 say, by trying every combination of boxes."""
    numbers = [value for value in values if 1 <= value <= 6]
    best = 0
    for size in range(2, 6):
        for boxes in combinations(range(len(numbers)), size):
            chosen = sorted(numbers[i] for i in boxes)
            rest = [numbers[i] for i in range(len(numbers)) if i not in boxes]
            pairs = sum(count // 2 for count in Counter(rest).values())
            if len(set(chosen)) == 1:
                best = max(best, ALIKE[size] + (pairs if size in (2, 3) else 0))
            if size >= 3 and chosen == list(range(chosen[0], chosen[0] + size)):
                best = max(best, STRAIGHTS[size] + (pairs if size == 3 else 0))
    return best


def test_td40_td41_every_line_scores_its_best_combination() -> None:
    """TD-40, TD-41."""
    for values in product(range(CROSSED + 1), repeat=5):
        number = sum(value << 3 * place for place, value in enumerate(reversed(values)))
        assert LINE_POINTS[number] == points_by_hand(values), values


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 6 4 3 5", 7), ("4 1 3 2 6", 5), ("3 1 2 5 6", 3), ("4 4 4 4 4", 6), ("4 4 4 4 1", 4), ("4 4 4 1 6", 3),
        ("4 4 1 3 6", 1), ("1 1 3 3 6", 2), ("2 2 2 5 5", 4), ("1 2 3 3 3", 4), ("2 2 3 4 6", 3), ("1 3 5 . x", 0),
        ("2 x 3 . 4", 3), ("1 1 2 2 3", 3),
    ],
)  # fmt: skip
def test_td40_td41_lines_score_in_rows_and_columns(line: str, expected: int) -> None:
    """TD-40, TD-41."""
    table = arrange(at_writing("1 2", 6, "1 2"), matrix=line)
    assert rules.row_points(table.position.sheets[0], 0) == expected
    table = arrange(at_writing("1 2", 6, "1 2"), matrix=" . . . . ".join(line.split()))
    assert rules.column_points(table.position.sheets[0], 0) == expected
    assert words.score_rows(table.position, 0)[5].halves == 2 * expected


def test_td42_the_published_example() -> None:
    """TD-42."""
    table = arrange(
        at_writing("1 2", 6, "1 2"),
        matrix="""
            1 3 2 5 4
            1 3 5 1 3
            2 3 5 4 6
            1 6 6 6 2
            . 6 1 4 1
        """,
    )
    sheet = table.position.sheets[0]
    assert [rules.row_points(sheet, row) for row in range(5)] == [7, 2, 7, 3, 1]
    assert [rules.column_points(sheet, column) for column in range(5)] == [3, 4, 1, 3, 5]
    assert table.score(0) == 36
    assert [row.halves // 2 for row in words.score_rows(table.position, 0)] == [7, 2, 7, 3, 1, 3, 4, 1, 3, 5, 0]


def test_td43_the_charger_scores_55_less_the_unshaded() -> None:
    """TD-43."""
    table = at_writing("1 2", 6, "1 2")
    for count in (0, 1, 17, 54, 55):
        arrange(table, shaded=" ".join(CHARGER.names[:count]))
        assert table.score(0) == 55 - (55 - count)
        assert words.score_rows(table.position, 0)[-1].halves == 2 * count


def test_td44_the_highest_sum_wins_and_ties_are_shared() -> None:
    """TD-44."""
    table = at_writing("1 2", 6, "1 2", seats=3)
    arrange(table, seat=0, matrix="1 2 3 4 5", shaded="a1")
    arrange(table, seat=1, matrix="1 1 1 . .", shaded="a1 b1 c1 a9 b9")
    arrange(table, seat=2, matrix="1 2 3 4 5", shaded="a1 b1")
    assert [table.score(seat) for seat in range(3)] == [8, 8, 9]
    assert table.ranking() == [[2], [0, 1]]


# Alone


def ways_by_die() -> list[tuple[tuple[int, int], tuple[int, int], int]]:
    """The 30 ways in the order of TD-50: the unused die first, then the navigation pair in ascending order."""
    ways = []
    for unused in range(5):
        others = [die for die in range(5) if die != unused]
        for a, b in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
            nav = (others[a], others[b])
            phone = tuple(die for die in others if die not in nav)
            ways.append((nav, (phone[0], phone[1]), unused))
    return ways


@pytest.mark.parametrize("way", range(1, 31))
def test_td50_in_even_rounds_a_d30_allocates(way: int) -> None:
    """TD-50."""
    dice = (2, 6, 3, 5, 1)
    table = opened(NAME, 1, 1, 1, 1, 1, 1, *dice, way, *[1] * 5)
    assert table.waiting == [0]
    table.play(0, "allocate nav 1 1 phone 1 1")
    for text in ("write 1 a1", "write 1 b2", "line 1 from b2 e"):
        table.play(0, text)
    assert table.round_no == 2
    assert table.log[-1].sides == (6, 6, 6, 6, 6, 30)  # type: ignore[union-attr]
    nav, phone, unused = ways_by_die()[way - 1]
    sheet = table.position.sheets[0]
    assert sorted(sheet.nav) == sorted(dice[die] for die in nav)
    assert sorted(sheet.phone) == sorted(dice[die] for die in phone)
    assert table.position.unused == dice[unused]
    assert not starting(table, "allocate")
    finish_writing(table, 0)
    assert table.round_no == 3
    assert starting(table, "allocate"), "in odd rounds the player allocates"


def test_td50_chance_allocates_in_all_even_rounds_and_no_other() -> None:
    """TD-50."""
    table = Table(open_game(NAME), 1, SeededDice(9))
    while not table.over:
        table.play(0, table.legal(0)[0])
    rolled = [event for event in table.log if isinstance(event, Rolled)]
    assert [event.sides for event in rolled] == [(6,) * 5, (6,) * 5 + (30,)] * 6
    allocated = [event for event in table.log if isinstance(event, Moved) and event.text.startswith("allocate")]
    assert len(allocated) == 6


def test_td50_with_company_the_start_player_always_allocates() -> None:
    """TD-50."""
    table = at_writing("1 2", 6, "1 2", seats=2)
    for seat in range(2):
        finish_writing(table, seat)
    assert table.round_no == 2
    assert table.waiting == [1]
    assert starting(table, "allocate", seat=1)


def with_total(total: int) -> Table:
    """Return a solo table whose sheet is worth this much."""
    if total >= 65:
        matrix, shaded = "1 2 3 4 5 " * 5, total - 65  # rows 7 each, columns 6 each
    elif total > 55:
        matrix, shaded = "1 2 3 4 5 " + ". " * 20, total - 7
    else:
        matrix, shaded = ". " * 25, total
    table = arrange(at_writing("1 2", 6, "1 2"), matrix=matrix, shaded=" ".join(CHARGER.names[:shaded]))
    assert table.score(0) == total
    return table


@pytest.mark.parametrize(
    ("total", "place"),
    [(120, 0), (90, 0), (89, 1), (80, 1), (79, 2), (70, 2), (69, 3), (60, 3), (59, 4), (50, 4), (49, 5), (0, 5)],
)
def test_td51_ratings(total: int, place: int) -> None:
    """TD-51."""
    title, text = words.closing(with_total(total).position)
    assert str(title) == str(words.ratings()[place][1])
    assert len(str(text)) > 40
    assert words.closing(at_writing("1 2", 6, "1 2", seats=2).position) == [], "only alone"


def test_td51_each_rating_has_a_title_and_a_text_of_its_own() -> None:
    """TD-51."""
    told = [words.closing(with_total(least).position) for least, _ in words.ratings()]
    assert len({str(phrase) for phrases in told for phrase in phrases}) == 12
