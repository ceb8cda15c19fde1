"""What guides playouts of Tóu Shí makes sense to a player."""

from random import Random

import numpy as np
import pytest

from rollwright.bots.guided_playouts import TO_THE_END, finish
from rollwright.core.game import open_game
from rollwright.core.random_stream import streams
from rollwright.games.tou_shi.prefer import chance, count, highest
from rollwright.games.tou_shi.sheet import SIDES
from rollwright.games.tou_shi.tests.staging import NAME, any_table, arrange, at_paying, play, rolled, without
from rollwright.table import Table
from rollwright.testing import opened


def weights(table: Table) -> dict[str, int]:
    rules = table.game.rules()
    return {table.game.moves.text(move): int(rules.prefer(table.position, 0, move)) for move in table.legal_moves(0)}


def preferred(table: Table) -> str:
    """Return the one move of the greatest weight."""
    found = weights(table)
    best = [text for text, weight in found.items() if weight == max(found.values())]
    assert len(best) == 1, best
    return best[0]


# Paying


def test_the_game_begins_with_the_box_that_no_walk_leaves() -> None:
    assert preferred(opened(NAME, 1)) == "tick d20 20"


def test_the_longest_column_pays_and_its_highest_number_first() -> None:
    assert preferred(at_paying()) == "tick d20 20"
    assert preferred(at_paying(first="d20 20")) == "tick d20 19"
    found = weights(at_paying())
    assert found["tick d20 20"] > found["tick d12 12"] > found["tick d10 10"] > found["tick d6 6"] > found["tick d4 4"]


def test_a_type_that_has_to_be_written_is_kept() -> None:
    table = arrange(at_paying(), without("a1", "b1", "f6"), marker="a2", boxes="d4 1 2, d8 1 2")
    assert preferred(table) == "tick d8 2", "row 1 still needs a d4, and no row a d8"


def test_a_die_that_can_be_of_use_pays() -> None:
    table = arrange(at_paying(), marker="c3", boxes="d12 1 2, d20 1 2")
    assert preferred(table) == "tick d12 2", "no walk is as long as a high roll of the d20"


def test_the_chance_counts_the_rolls_that_leave_a_move() -> None:
    """Rolls by rolls, as the rules allow them; a 1 never counts (TS-22)."""
    for seed in range(40):
        table = any_table(Random(seed))
        for sides in SIDES:
            faces = range(2, sides + 1)
            useful = 0
            for face in faces:
                table.position.rolled = face
                useful += bool(table.game.part("rules").can_walk(table.position))
            assert chance(table.position, sum(1 << face for face in faces)) == 100 * useful // len(faces)


# Writing


def test_a_square_that_fills_a_line_is_preferred() -> None:
    table = arrange(at_paying(), "4 6 8 10 12 .", marker="e1")
    found = weights(rolled(table, "d4", 2))
    assert found["square f1"] > found["square e2"]


def test_a_line_that_cannot_be_filled_draws_nobody() -> None:
    table = arrange(at_paying(), "4 6 8 10 . .", marker="d1", boxes="d6 1, d8 1, d12 1")
    found = weights(rolled(table, "d4", 2))
    assert found["square e1"] < found["square d2"], "there is no d20 left for row 1"


def test_the_highest_number_is_written() -> None:
    table = arrange(at_paying(), marker="a1")
    found = weights(play(rolled(table, "d20", 10), "square b1"))
    assert found["tick d20 9"] > found["tick d20 7"] > found["tick d20 5"]
    assert found["tick d20 7"] > found["tick d12 5"], "the number matters more than the type"


def test_small_dice_are_written_while_they_can_be() -> None:
    table = arrange(at_paying(), "", marker="a1")
    found = weights(play(rolled(table, "d20", 4), "square b1"))
    assert found["tick d4 3"] > found["tick d6 3"] > found["tick d8 3"] > found["tick d10 3"]


def test_corners_are_not_left_for_later() -> None:
    table = arrange(at_paying(), "", marker="b1")
    found = weights(rolled(table, "d4", 2))
    assert found["square a1"] > found["square c1"] == found["square b2"]


def test_a_type_is_not_taken_from_the_square_that_needs_it() -> None:
    table = arrange(at_paying(), "4 6 8 10 . .  . . . . . 12", marker="d1", boxes="d12 1, d20 1, d6 2 3")
    found = weights(play(rolled(table, "d4", 2), "square e1"))
    assert found["tick d12 1"] > found["tick d20 1"], "f1 can only be a d20, as its column has the d12"


def test_room_is_left_in_a_square() -> None:
    table = arrange(at_paying(), "4 6 8 . . .  . . . . . 10", marker="c1")
    found = weights(play(rolled(table, "d4", 3), "square d1"))
    assert found["tick d10 2"] > found["tick d12 2"], "f1 can be a d12 or a d20, no d10"


# Stars


def test_no_star_is_crossed_for_a_one_or_a_roll_that_can_be_used() -> None:
    assert preferred(rolled(at_paying(), "d20", 1)) == "again"
    table = rolled(at_paying(), "d20", 12)
    assert weights(table)["bonus"] == min(weights(table).values())


def test_a_star_is_crossed_at_the_end_for_a_row_and_a_column_at_once() -> None:
    rows = "4 6 8 10 12 .  . . . . . 4  . . . . . 6  . . . . . 8  . . . . . 10  . . . . . 12"
    table = arrange(at_paying(), rows, marker="a1", boxes="d20 7 8 9", stars=1)
    assert preferred(rolled(table, "d20", 2)) == "bonus", "7 points for the 4 of the star"


def test_on_the_generous_sheet_a_star_is_crossed_sooner() -> None:
    table = arrange(at_paying(sheet="generous"), marker="a1", boxes="d12 7 8, d20 7", stars=3)
    assert preferred(rolled(table, "d4", 2)) == "bonus"


@pytest.mark.parametrize(
    ("stars", "boxes", "wise"),
    [
        (3, "d12 7 8 9, d20 7 8 9", "bonus"),  # three more rounds
        (3, "d12 7 8, d20 7", "stop"),
        (1, "d12 7 8 9, d20 7 8 9", "stop"),  # the third star ends the game
    ],
)
def test_a_star_is_crossed_only_if_the_game_goes_on_for_long(stars: int, boxes: str, wise: str) -> None:
    table = arrange(at_paying(), marker="a1", boxes=boxes, stars=stars)
    assert preferred(rolled(table, "d4", 2)) == wise


# All together


def mean_score(sheet: str, guided: bool) -> float:
    """Return what whole games come to, played as playouts are: a few, where nothing is compiled."""
    game = open_game(NAME)
    games = 60 if game.rules().compiled else 2
    rules, run = game.rules(), game.bind(finish)
    sides, moves, noted = (np.zeros(size, np.int64) for size in (rules.max_dice, rules.max_moves, 1))
    halves = 0
    for luck in streams(7, 0, 2 * games).reshape(games, 2, 4):
        position = rules.new()
        rules.begin(position, 1, game.options_array(1, game.setting(1, {"sheet": sheet})))
        run(position, 0, luck, guided, TO_THE_END, sides, moves, noted, game.max_decisions)
        halves += int(rules.score(position, 0))
    return halves / 2 / games


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "points"), [("classic", 57), ("generous", 72)])
def test_who_does_what_is_preferred_plays_well(sheet: str, points: int) -> None:
    """The guide comes to 58.8 on the classic sheet and to 76.1 on the generous one."""
    assert mean_score(sheet, guided=True) > points > 2 * mean_score(sheet, guided=False)


@pytest.mark.parametrize("numbers", [{1}, {10}, {11}, {20}, {1, 20}, {3, 10, 11}, {2, 4, 6}])
def test_sets_of_numbers_are_looked_up(numbers: set[int]) -> None:
    bits = sum(1 << number for number in numbers)
    assert (count(bits), highest(bits)) == (len(numbers), max(numbers))
