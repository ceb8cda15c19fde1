"""Sheet, set-up, rounds, bonus, endings and score of Tóu Shí, rule by rule."""

import pytest

from rollwright.core.errors import Refusal
from rollwright.games.tou_shi import SCORE_BOUNDS, rules
from rollwright.games.tou_shi.sheet import SHEETS
from rollwright.games.tou_shi.test_staging import (
    DICE,
    FULL_GRID,
    NAME,
    SQUARES,
    arrange,
    at_paying,
    boxes,
    ending,
    open_boxes,
    play,
    rolled,
    squares,
    without,
    words,
    written,
)
from rollwright.table import Rolled, Table
from rollwright.testing import opened
from rollwright.testing.play import due, legal_moves

SIDES = (4, 6, 8, 10, 12, 20)
ALL_BOXES = [f"d{sides} {number}" for sides in SIDES for number in range(1, sides + 1)]


def rolls(table: Table) -> list[tuple[int, int]]:
    """Return the dice that were rolled, as sides and face."""
    return [(event.sides[0], event.faces[0]) for event in table.log if isinstance(event, Rolled)]


def columns(table: Table) -> list[int]:
    """Return how many boxes are open in each column, copies counted."""
    found = open_boxes(table.position)
    return [sum(count for (name, _), count in found.items() if name == die) for die in DICE]


def kinds(offered: list[str]) -> set[str]:
    return {box.split()[0] for box in offered}


def numbers(offered: list[str]) -> set[int]:
    return {int(box.split()[1]) for box in offered}


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


def without_bonus(*faces: int) -> Table:
    """Return a table with one square left, for a d12, and no box of the d12."""
    return arrange(at_paying(*faces), without("f6"), marker="e6", boxes="d4 2, d20 3 17 20")


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
    assert (rules.squares_written(s), rules.full_rows(s), rules.full_columns(s)) == (31, 4, 2)
    assert arrange(table, FULL_GRID).halves(0) == SCORE_BOUNDS[1]
