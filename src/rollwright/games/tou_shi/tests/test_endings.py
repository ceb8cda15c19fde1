"""Bonus, endings and score of Tóu Shí, rule by rule."""

import re

import pytest

import rollwright
from rollwright.games.tou_shi import SCORE_BOUNDS, rules
from rollwright.games.tou_shi.guide import guide
from rollwright.games.tou_shi.tests.staging import (
    ALL_BOXES,
    FULL_GRID,
    SQUARES,
    arrange,
    at_paying,
    boxes,
    ending,
    play,
    rolled,
    squares,
    without,
    without_bonus,
    words,
    written,
)
from rollwright.testing.playthroughs import due, legal_moves

# Bonus


def test_ts30_a_bonus_may_be_used_instead_of_a_number_that_allows_a_move() -> None:
    """TS-30."""
    table = play(at_paying(6), "tick d8 1")
    assert squares(table)
    assert words(table) == ["bonus"]
    play(table, "bonus")
    assert (table.position.stars, table.score(0)) == (2, 1 + 8), "the star is crossed first"
    assert table.legal(0) == [f"square {square}" for square in SQUARES if square != "a1"], "and must be used"
    play(table, "square e5")
    assert boxes(table) == [box for box in ALL_BOXES if box not in ("d4 1", "d8 1")], "any number of any type"
    play(table, "tick d4 4")
    assert written(table) == {"a1": "d4", "e5": "d4"}
    assert (table.position.boxes, table.round_no) == (57, 2), "two boxes, as every round"
    assert (table.position.rolled, table.position.target) == (0, rules.NOWHERE)


def test_ts30_the_marker_jumps() -> None:
    """TS-30."""
    table = play(at_paying(6, 2), "tick d8 1", "bonus", "square e5", "tick d4 4")
    assert table.position.marker == SQUARES.index("e5")
    assert squares(play(table, "tick d8 2")) == {"e4", "d5", "f5", "e6"}


def test_ts30_a_bonus_goes_only_where_a_type_is_allowed() -> None:
    """TS-30."""
    grid = "4 . . . . .   . 6 . . . ."
    table = play(rolled(arrange(at_paying(), grid, boxes="d4 1 3, d6 5"), "d20", 9), "bonus")
    assert squares(table) == set(SQUARES) - {"a1", "b2", "b1", "a2"}, "b1 and a2 allow neither"
    assert boxes(play(table, "square f1")) == ["d6 5"], "a d4 stands in row 1"
    table = play(rolled(arrange(at_paying(), grid, boxes="d4 1 3, d6 5"), "d20", 9), "bonus", "square b6")
    assert boxes(table) == ["d4 1", "d4 3"], "a d6 stands in column b"


def test_ts30_each_bonus_crosses_one_star() -> None:
    """TS-30."""
    table = at_paying(6, 1)
    play(table, "tick d20 1", "bonus", "square b2", "tick d6 1")
    assert table.position.stars == 2
    play(table, "tick d20 2", "bonus", "square c3", "tick d6 2")
    assert (table.position.stars, table.round_no, ending(table)) == (1, 3, "")


def test_ts31_the_third_star_ends_the_game_after_it_is_used() -> None:
    """TS-31, TS-40."""
    table = play(arrange(at_paying(6), stars=1), "tick d20 1", "bonus")
    assert (table.position.stars, ending(table)) == (0, "")
    play(table, "square b2")
    assert ending(table) == ""
    play(table, "tick d6 1")
    assert ending(table) == "third star"
    assert (table.waiting, table.legal(0), table.round_no) == ([], [], 1)
    assert (written(table), table.score(0)) == ({"a1": "d4", "b2": "d6"}, 2)


def test_ts31_a_third_star_that_fills_the_last_square_counts_as_full() -> None:
    """TS-31."""
    table = arrange(at_paying(4), without("f6"), marker="a1", boxes="d4 1 2 3, d12 12", stars=1)
    play(table, "tick d4 1", "bonus", "square f6", "tick d12 12")
    assert ending(table) == "full"
    assert table.score(0) == 36 + 36


def test_ts31_ts42_a_third_star_that_leaves_too_few_boxes_counts_as_the_third_star() -> None:
    """TS-31, TS-42."""
    table = arrange(at_paying(3), boxes="d6 1 2", stars=1)
    play(table, "tick d6 1", "bonus", "square b2", "tick d6 2")
    assert (ending(table), table.position.boxes) == ("third star", 0)


# End and score


def test_ts40_the_game_ends_when_all_squares_are_written() -> None:
    """TS-40."""
    table = arrange(at_paying(4), without("f6"), marker="e6", boxes="d4 1 2 3, d12 3")
    play(table, "tick d4 1", "square f6", "tick d12 3")
    assert ending(table) == "full"
    assert (table.waiting, table.legal(0), table.position.boxes) == ([], [], 2)


def test_ts40_ts42_a_full_grid_counts_as_full_without_boxes_too() -> None:
    """TS-40, TS-42."""
    table = arrange(at_paying(4), without("f6"), marker="e6", boxes="d4 1, d12 3")
    play(table, "tick d4 1", "square f6", "tick d12 3")
    assert (ending(table), table.position.boxes) == ("full", 0)


def test_ts40_the_game_ends_when_the_roll_allows_no_move() -> None:
    """TS-40."""
    table = play(without_bonus(3), "tick d4 2")
    assert ending(table) == "stuck"
    assert (table.waiting, table.legal(0), table.round_no) == ([], [], 1)
    assert (due(table.rules, table.position), legal_moves(table.rules, table.position, 0)) == ([], [])
    assert table.position.stars == 3, "there was no place for a bonus"


def test_ts40_without_a_star_a_roll_without_a_move_ends_the_game() -> None:
    """TS-40."""
    table = play(arrange(at_paying(2), boxes="d4 2, d20 2 3", stars=0), "tick d4 2")
    assert ending(table) == "stuck"


def test_ts40_a_move_is_needed_if_there_is_one() -> None:
    """TS-40, TS-41."""
    table = play(arrange(at_paying(3), boxes="d4 2, d20 2 3", stars=1), "tick d4 2")
    assert table.legal(0) == ["square b1", "square a2", "bonus"], "no stop"


def test_ts41_a_roll_without_a_move_leaves_the_bonus_or_the_end() -> None:
    """TS-41."""
    for choice, stars in [("stop", 3), ("bonus", 2)]:
        table = play(arrange(at_paying(2), boxes="d4 2, d20 2 3 4"), "tick d4 2")
        assert table.legal(0) == ["stop", "bonus"]
        assert ending(table) == ""
        play(table, choice)
        assert table.position.stars == stars
        assert ending(table) == ("stopped" if choice == "stop" else "")


def test_ts41_who_stops_keeps_the_stars() -> None:
    """TS-41, TS-50."""
    table = play(arrange(at_paying(2), boxes="d4 2, d20 2 3", stars=1), "tick d4 2", "stop")
    assert (ending(table), table.score(0)) == ("stopped", 1 + 4)
    assert (table.waiting, table.legal(0)) == ([], [])


def test_ts41_the_bonus_goes_on_as_any_other() -> None:
    """TS-41, TS-30."""
    table = play(arrange(at_paying(2), boxes="d4 2, d20 2 3 4"), "tick d4 2", "bonus", "square a6", "tick d20 4")
    assert written(table) == {"a1": "d4", "a6": "d20"}
    assert (boxes(table), table.round_no) == (["d20 2", "d20 3"], 2)


@pytest.mark.parametrize(("left", "over"), [("d20 19", True), ("d20 19 20", False), ("", True), ("d6 1 2", False)])
def test_ts42_a_round_takes_two_boxes(left: str, over: bool) -> None:
    """TS-42."""
    table = arrange(at_paying(4), boxes=f"d8 1 3, {left}")
    play(table, "tick d8 1", "square b1", "tick d8 3")
    assert ending(table) == ("boxes" if over else "")
    assert table.round_no == (1 if over else 2)
    assert table.waiting == ([] if over else [0])
    assert table.score(0) == 2 + 12


def test_ts42_a_copy_counts_as_a_box() -> None:
    """TS-42, TS-03."""
    table = arrange(at_paying(4, sheet="generous"), boxes="d8 1 3, d6 2 2")
    play(table, "tick d8 1", "square b1", "tick d8 3")
    assert (ending(table), boxes(table)) == ("", ["d6 2"])


@pytest.mark.parametrize(("left", "over"), [("d20 19", True), ("d20 19 20", False)])
def test_ts42_a_bonus_round_may_be_the_last(left: str, over: bool) -> None:
    """TS-42, TS-30."""
    table = arrange(at_paying(4), boxes=f"d8 1 3, {left}")
    play(table, "tick d8 1", "bonus", "square b2", "tick d8 3")
    assert ending(table) == ("boxes" if over else "")
    assert table.score(0) == 2 + 8


ROW_3 = [square for square in SQUARES if square[1] == "3"]
COLUMN_E = [square for square in SQUARES if square[0] == "e"]


@pytest.mark.parametrize(
    ("filled", "stars", "points"),
    [
        (["a1"], 3, 1 + 12),
        (["a1"], 0, 1),
        (["a1", "f6"], 2, 2 + 8),
        (ROW_3, 0, 6 + 3),
        (COLUMN_E, 1, 6 + 3 + 4),
        ([*ROW_3, *COLUMN_E], 0, 11 + 3 + 3),
        (ROW_3[1:], 0, 5),
        (COLUMN_E[:-1], 0, 5),
        ([square for square in SQUARES if square[1] < "5"], 0, 24 + 4 * 3),
        ([square for square in SQUARES if square[0] < "d"], 0, 18 + 3 * 3),
        ([square for square in SQUARES if square not in ("a1", "b2", "c3", "d4", "e5", "f6")], 0, 30),
        (SQUARES, 0, 36 + 18 + 18),
        (SQUARES, 3, 36 + 18 + 18 + 12),
    ],
)
def test_ts50_squares_rows_columns_and_stars_score(filled: list[str], stars: int, points: int) -> None:
    """TS-50."""
    table = arrange(at_paying(), without(*(square for square in SQUARES if square not in filled)), stars=stars)
    assert table.score(0) == points


def test_ts50_the_score_says_what_it_is_made_of() -> None:
    """TS-50."""
    table = arrange(at_paying(), without("a1", "b1", "c1", "d1", "a2"))
    s = table.position
    assert (rules.squares_written(s), rules.full_lines(s.row_kinds), rules.full_lines(s.column_kinds)) == (31, 4, 2)
    assert arrange(table, FULL_GRID).halves(0) == SCORE_BOUNDS[1]


def test_the_guide_names_no_first_box_over_the_others() -> None:
    """The bots find all of them equally good, so that guide and hint cannot disagree."""
    part, told = guide(rollwright.open("tou_shi").position, 0) or ("", None)
    assert part == "boxes"
    assert not re.search(r"d\d", str(told))
