"""Sheet, set-up and rounds of Tóu Shí, rule by rule."""

import pytest

from rollwright.core.errors import Refusal
from rollwright.games.tou_shi import rules
from rollwright.games.tou_shi.sheet import SHEETS
from rollwright.games.tou_shi.tests.staging import (
    ALL_BOXES,
    DICE,
    NAME,
    SIDES,
    SQUARES,
    arrange,
    at_paying,
    boxes,
    columns,
    ending,
    kinds,
    numbers,
    open_boxes,
    play,
    rolled,
    rolls,
    squares,
    without_bonus,
    words,
    written,
)
from rollwright.testing import opened
from rollwright.testing.playthroughs import due, legal_moves

# Sheet


def test_ts01_a_grid_of_six_by_six_and_three_stars() -> None:
    """TS-01."""
    table = opened(NAME, 1)
    assert (table.position.stars, table.score(0)) == (3, 12)
    assert written(table) == {}
    assert table.position.marker == table.position.target == rules.NOWHERE
    play(table, "tick d20 1")
    assert table.legal(0) == [f"square {square}" for square in SQUARES]


def test_ts02_each_number_of_each_die_is_a_box() -> None:
    """TS-02."""
    table = opened(NAME, 1)
    assert table.legal(0) == [f"tick {box}" for box in ALL_BOXES]
    assert columns(table) == [4, 6, 8, 10, 12, 20]
    assert table.position.boxes == 60
    assert opened(NAME, 1, sheet="classic").position == table.position, "the default is the classic sheet"


def test_ts02_a_ticked_box_stays_ticked() -> None:
    """TS-02."""
    table = play(at_paying(12, first="d20 7"), "tick d12 12", "square b1", "tick d12 11")
    assert set(ALL_BOXES) - set(boxes(table)) == {"d20 7", "d12 12", "d12 11"}
    assert table.position.boxes == 57


def test_ts03_the_generous_sheet_has_72_boxes() -> None:
    """TS-03."""
    table = opened(NAME, 1, sheet="generous")
    assert columns(table) == [8, 12, 10, 10, 12, 20]
    assert table.position.boxes == 72
    twice = [f"{die} {number}" for (die, number), count in open_boxes(table.position).items() if count == 2]
    assert sorted(twice) == sorted([*ALL_BOXES[:10], "d8 1", "d8 2"]), "all of the d4 and the d6, and two of the d8"
    assert boxes(table) == ALL_BOXES, "copies are one choice"


@pytest.mark.parametrize(("box", "copies"), [("d4 4", 2), ("d6 1", 2), ("d8 2", 2), ("d8 3", 1), ("d20 1", 1)])
def test_ts03_each_copy_can_be_ticked(box: str, copies: int) -> None:
    """TS-03."""
    table = at_paying(1, 1, first=box, sheet="generous")
    assert boxes(table).count(box) == copies - 1
    assert table.position.boxes == 71
    if copies == 2:
        play(table, f"tick {box}", "bonus", "square b2")
        assert boxes(table) == [each for each in ALL_BOXES if each != box]
        assert table.position.boxes == 70


def test_ts03_a_written_box_leaves_its_copy() -> None:
    """TS-03."""
    table = at_paying(4, first="d20 20", sheet="generous")
    play(table, "tick d4 1", "square b1", "tick d4 3")
    assert {"d4 1", "d4 3"} <= set(boxes(table))
    assert columns(table) == [6, 12, 10, 10, 12, 19]


@pytest.mark.parametrize(("sheet", "enough"), [("classic", False), ("generous", True)])
def test_ts03_a_full_grid_needs_71_boxes_and_six_of_each_type(sheet: str, enough: bool) -> None:
    """TS-03."""
    table = opened(NAME, 1, sheet=sheet)
    assert SHEETS[table.position.sheet] == sheet, "a sheet says which it is"
    assert (table.position.boxes >= 1 + 2 * 35 and min(columns(table)) >= 6) == enough


def test_ts04_the_guides_show_the_types_of_each_row_and_column() -> None:
    """TS-04."""
    table = at_paying(4, 3, first="d20 1", square="c3")
    play(table, "tick d4 1", "square d2", "tick d6 2", "tick d4 2", "square d3", "tick d8 2")
    d6, d8, d20 = (1 << DICE.index(die) for die in ("d6", "d8", "d20"))
    assert list(table.position.row_kinds) == [0, d6, d20 | d8, 0, 0, 0]
    assert list(table.position.column_kinds) == [0, 0, d20, d6 | d8, 0, 0]


# Set-up


@pytest.mark.parametrize(("box", "square"), [("d4 4", "a1"), ("d10 3", "f2"), ("d20 20", "c6")])
def test_ts10_a_box_is_ticked_and_its_type_written_anywhere(box: str, square: str) -> None:
    """TS-10."""
    table = opened(NAME, 1)
    assert (table.round_no, table.waiting, words(table)) == (0, [0], [])
    play(table, f"tick {box}")
    assert (table.round_no, squares(table), words(table)) == (0, set(SQUARES), []), "no bonus in the set-up"
    play(table, f"square {square}")
    assert written(table) == {square: box.split(maxsplit=1)[0]}
    assert table.position.marker == SQUARES.index(square)
    assert (table.round_no, table.position.boxes, table.position.stars) == (1, 59, 3)
    assert rolls(table) == []


# A round


@pytest.mark.parametrize("kind", range(6))
def test_ts20_ts21_any_box_pays_for_a_roll_of_its_type(kind: int) -> None:
    """TS-20, TS-21."""
    table = at_paying(2, first="d20 20")
    assert table.legal(0) == [f"tick {box}" for box in ALL_BOXES[:-1]], "no bonus before the roll"
    play(table, f"tick {DICE[kind]} {SIDES[kind] - 1}")
    assert rolls(table) == [(SIDES[kind], 2)]
    assert (table.position.boxes, table.position.rolled, table.position.epoch) == (58, 2, 1)
    assert open_boxes(table.position)[DICE[kind], SIDES[kind] - 1] == 0


def test_ts21_the_die_is_due_and_nobody_is_waited_for() -> None:
    """TS-21."""
    table = at_paying(7)
    table.rolls_itself = False
    assert (table.dice_due, table.waiting) == ([], [0])
    play(table, "tick d12 5")
    assert (table.dice_due, table.waiting, table.legal(0), table.over) == ([12], [], [], False)
    table.roll()
    assert (table.dice_due, table.waiting) == ([], [0])


def test_ts21_one_die_is_asked_for_and_no_move() -> None:
    """TS-21."""
    table = at_paying()
    table.rolls_itself = False
    play(table, "tick d12 5")
    assert (due(table.rules, table.position), legal_moves(table.rules, table.position, 0)) == ([12], [])


def test_ts21_a_0_on_a_d10_is_10() -> None:
    """TS-21."""
    table = play(at_paying(10), "tick d10 1", "square b1")
    assert numbers(boxes(table)) == {9, 7, 5, 3, 1}
    with pytest.raises(Refusal):
        play(at_paying(0), "tick d10 1")


def test_ts22_a_1_is_rolled_again_freely_until_something_else_comes() -> None:
    """TS-22."""
    table = play(at_paying(1, 1, 1, 6), "tick d8 8")
    for count in (1, 2, 3):
        assert (table.legal(0), len(rolls(table))) == (["again", "bonus"], count)
        play(table, "again")
    assert rolls(table) == [(8, 1), (8, 1), (8, 1), (8, 6)]
    assert (table.position.boxes, table.round_no, table.position.epoch) == (58, 1, 4)
    assert squares(table)


def test_ts22_a_1_may_be_used_for_a_bonus() -> None:
    """TS-22, TS-30."""
    table = play(at_paying(1, 1), "tick d8 8", "again", "bonus", "square f6", "tick d20 20")
    assert written(table) == {"a1": "d4", "f6": "d20"}
    assert (table.round_no, table.position.boxes, table.position.stars) == (2, 57, 2)


def test_ts22_without_a_bonus_to_choose_a_1_is_simply_rolled_again() -> None:
    """TS-22: a 1 never ends the game."""
    table = play(without_bonus(1, 1, 1, 9), "tick d20 3")
    assert rolls(table) == [(20, 1), (20, 1), (20, 1), (20, 9)]
    assert ending(table) == "stuck"
    table = without_bonus(1)
    table.rolls_itself = False
    play(table, "tick d20 3")
    table.roll()
    assert (table.dice_due, table.waiting, ending(table)) == ([20], [], "")


def test_ts22_without_a_star_a_1_is_simply_rolled_again() -> None:
    """TS-22."""
    table = play(arrange(at_paying(1, 1, 4), stars=0), "tick d6 3")
    assert rolls(table) == [(6, 1), (6, 1), (6, 4)]
    assert squares(table)
    assert words(table) == []


def test_ts23_a_step_is_orthogonal_and_there_is_at_least_one() -> None:
    """TS-23."""
    assert squares(play(at_paying(2, square="c3"), "tick d4 2")) == {"c2", "b3", "d3", "c4"}
    assert squares(play(at_paying(2, square="f1"), "tick d4 2")) == {"e1", "f2"}, "not beyond the edge"
    assert squares(play(at_paying(2, square="a6"), "tick d4 2")) == {"b6", "a5"}


def test_ts23_the_next_walk_starts_where_the_marker_stands() -> None:
    """TS-23."""
    table = play(at_paying(4, 2), "tick d4 4", "square c1", "tick d20 2")
    assert table.position.marker == SQUARES.index("c1")
    assert (table.position.rolled, table.position.target, table.round_no) == (0, rules.NOWHERE, 2)
    play(table, "tick d6 6")
    assert squares(table) == {"b1", "d1", "c2"}


def test_ts23_written_squares_are_passed_over_but_never_ended_on() -> None:
    """TS-23."""
    table = arrange(at_paying(), "4 6 . . . .   6 4 . . . .")
    assert squares(rolled(table, "d20", 3)) == {"c1", "a3"}, "not b2"
    assert squares(rolled(table, "d20", 2)) == set(), "not b1 or a2"


def test_ts23_a_walk_has_two_turns_at_the_most() -> None:
    """TS-23."""
    table = arrange(at_paying(square="c3"), boxes="d20 13")
    assert "c4" in squares(rolled(table, "d20", 20)), "with seven squares: right, down, left"
    arrange(table, boxes="d20 11")
    assert "c4" not in squares(rolled(table, "d20", 20)), "nine are possible only with a third turn, up"


def test_ts24_every_square_takes_one_from_the_rolled_number() -> None:
    """TS-24."""
    for square, left in [("b1", {5, 3, 1}), ("c1", {4, 2}), ("b2", {4, 2}), ("d1", {3, 1}), ("d3", {1}), ("f1", {1})]:
        table = play(at_paying(6, first="d4 1"), "tick d12 12", f"square {square}")
        assert numbers(boxes(table)) == left, square


def test_ts24_around_the_edge_a_walk_takes_15() -> None:
    """TS-24."""
    assert squares(rolled(arrange(at_paying(), boxes="d20 5"), "d20", 20)) == {"f1", "a6"}
    assert squares(rolled(arrange(at_paying(), boxes="d20 4"), "d20", 20)) == set()
    assert squares(rolled(arrange(at_paying(), boxes="d20 3"), "d20", 20)) == set()


def test_ts25_at_least_1_must_be_left() -> None:
    """TS-25."""
    table = rolled(at_paying(square="c3"), "d6", 3)
    near = {"c2", "b3", "d3", "c4"}
    assert squares(table) == near | {"c1", "a3", "e3", "c5", "b2", "d2", "b4", "d4"}, "two squares, not three"
    for square in near:
        table = play(rolled(at_paying(square="c3"), "d6", 3), f"square {square}")
        assert numbers(boxes(table)) == {2}


def test_ts25_what_is_left_must_be_open() -> None:
    """TS-25."""
    table = rolled(arrange(at_paying(square="c3"), boxes="d20 2, d12 3"), "d6", 3)
    assert squares(table) == {"c2", "b3", "d3", "c4"}
    assert boxes(play(table, "square b3")) == ["d20 2"]


def test_ts25_the_number_must_be_one_of_the_die() -> None:
    """TS-25."""
    for left, dice in [(4, set(DICE)), (5, {*DICE[1:]}), (9, {"d10", "d12", "d20"}), (13, {"d20"})]:
        table = play(at_paying(left + 2), "tick d20 20", "square b2")
        assert kinds([box for box in boxes(table) if box.endswith(f" {left}")]) == dice


def test_ts25_a_type_stands_once_in_a_row_and_in_a_column() -> None:
    """TS-25."""
    twos = ", ".join(f"{die} 2" for die in DICE)
    grid = "4 . . . . 20   . . . . . 6   . . . . . .   . 8 . . . .   10 . . . . .   . . . . . ."
    table = rolled(arrange(at_paying(), grid, marker="a1", boxes=twos), "d4", 3)
    assert kinds(boxes(play(table, "square b1"))) == {"d6", "d10", "d12"}, "d4 and d20 in row 1, d8 in column b"
    table = rolled(arrange(at_paying(), grid, marker="a1", boxes=twos), "d4", 3)
    assert kinds(boxes(play(table, "square a2"))) == {"d8", "d12", "d20"}, "d6 in row 2, d4 and d10 in column a"
    table = rolled(arrange(at_paying(), grid, marker="a1", boxes="d4 2, d8 2"), "d4", 3)
    assert squares(table) == {"a2"}, "a square that leads nowhere is not offered"


def test_ts25_the_box_is_ticked_and_the_type_written() -> None:
    """TS-25."""
    table = play(at_paying(8, first="d20 20", square="c3"), "tick d10 10", "square e4", "tick d12 5")
    assert written(table) == {"c3": "d20", "e4": "d12"}
    assert set(ALL_BOXES) - set(boxes(table)) == {"d20 20", "d10 10", "d12 5"}


def test_ts26_the_type_written_need_not_be_the_type_rolled() -> None:
    """TS-26."""
    table = play(at_paying(4, first="d20 20"), "tick d4 1", "square b1")
    assert kinds(boxes(table)) == {"d4", "d6", "d8", "d10", "d12"}
    play(table, "tick d12 3")
    assert written(table)["b1"] == "d12"


def test_ts27_the_last_box_of_a_type_pays_and_the_die_is_still_rolled() -> None:
    """TS-27."""
    table = arrange(at_paying(4, 3, first="d20 20"), boxes="d4 2, d6 1 2 3, d8 1 2 3")
    play(table, "tick d4 2")
    assert rolls(table) == [(4, 4)]
    play(table, "square b1")
    assert kinds(boxes(table)) == {"d6", "d8"}, "it can no longer be written"
    play(table, "tick d6 3")
    assert kinds(boxes(table)) == {"d6", "d8"}, "nor rolled"


def test_ts27_the_last_box_of_a_type_may_be_written() -> None:
    """TS-27."""
    table = arrange(at_paying(4, first="d20 20"), boxes="d4 3, d6 1 2 3")
    play(table, "tick d6 1", "square b1", "tick d4 3")
    assert written(table)["b1"] == "d4"
    assert kinds(boxes(table)) == {"d6"}


def test_ts25_the_20_of_the_d20_is_never_what_is_left() -> None:
    """TS-25, TS-30: but it can pay, and be ticked for a bonus."""
    for square in SQUARES:
        assert squares(rolled(arrange(at_paying(square=square), boxes="d20 20"), "d20", 20)) == set()
    table = at_paying(20)
    assert "d20 20" in boxes(table)
    play(table, "tick d20 1")
    assert "d20 20" in boxes(play(table, "bonus", "square b1"))
