"""What the others build in StarCraft, and steps that are skipped, rule by rule."""

import pytest

from rollwright.core.errors import NotYourTurn
from rollwright.games.starcraft.tests.staging import (
    arrange,
    asked,
    begun,
    builds,
    cells,
    dice,
    gained,
    laid,
    play,
    rolled,
    trains,
)

# The others build


def test_sc28_the_others_build_in_turn_order_from_what_is_left() -> None:
    """SC-28: each a unit and then a building, before the next; dice taken are gone."""
    table = begun("terran", "zerg", "protoss", "terran", first=3)
    laid(table, white="1 1 2 2 3 3", black="5 6")
    assert asked(table) == [(2, "train")]
    play(table, 2, "train 1-1", "pass")
    assert (asked(table), trains(table, 3)) == ([(3, "train")], ["2-2", "3-3"])
    play(table, 3, "train 2-2")
    assert (asked(table), builds(table, 3)) == ([(3, "build")], ["factory 5", "factory 6", "science-facility 6"])
    play(table, 3, "build factory 5")
    assert (asked(table), trains(table, 0), dice(table)) == ([(0, "train")], ["3-3"], {"white": "3 3", "black": "6"})
    play(table, 0, "train 3-3", "build factory 6")
    assert asked(table) == [(2, "ability")], "nothing is left for seat 1 (SC-35)"
    assert [cells(table, seat, "factory") for seat in (0, 3)] == ["O...", "O..."]


def test_sc28_only_who_is_next_is_waited_for() -> None:
    """SC-28."""
    table = laid(begun("terran", "zerg", "protoss"), white="1 1 2 2 3 3")
    play(table, 0, "pass")
    assert table.waiting == [1]
    with pytest.raises(NotYourTurn):
        play(table, 2, "train 1-1")


def test_sc28_the_others_gain_nothing_and_change_nothing() -> None:
    """SC-28: no resources, no support, no ability."""
    table = begun("terran", "zerg")
    rolled(arrange(table, 1, "drone 8"), blue="6", white="1 1 2 2 3 3", black="5 6")
    steps = []
    while table.waiting:
        steps += asked(table)
        play(table, table.waiting[0], "pass")
    assert [step for step in steps if step[0] == 1] == [(1, "train"), (1, "build")]
    assert (gained(table, 0), gained(table, 1)) == ((3, 0), (0, 0))


def test_sc28_shared_leftovers_serve_everybody_at_once() -> None:
    """SC-28: `leftovers=shared`."""
    table = begun("terran", "zerg", "protoss", "terran", leftovers="shared")
    laid(table, white="1 1 2 2 3 3", black="5 6")
    assert table.waiting == [0], "the active player builds first"
    play(table, 0, "train 1-1")
    assert table.waiting == [0]
    play(table, 0, "build factory 5")
    assert asked(table) == [(1, "train"), (2, "train"), (3, "train")]
    assert dice(table) == {"white": "2 2 3 3", "black": "6"}, "what the active player used is gone"
    play(table, 3, "train 2-2", "build factory 6")
    assert (table.waiting, trains(table, 1), trains(table, 2)) == ([1, 2], ["2-2", "3-3"], ["2-2", "3-3"])
    play(table, 1, "train 2-2")
    play(table, 2, "pass", "build robotics-facility 6")
    assert asked(table) == [(1, "build")]
    assert dice(table) == {"white": "2 2 3 3", "black": "6"}
    play(table, 1, "build hydralisk-den 6")
    assert asked(table) == [(0, "ability")]
    assert [cells(table, 1, "zergling"), cells(table, 2, "zealot"), cells(table, 3, "marine")] == [
        "O.....", "......", "O.....",
    ]  # fmt: skip


def test_sc28_shared_leftovers_are_waited_for_only_where_they_serve() -> None:
    """SC-28, SC-35."""
    table = begun("terran", "zerg", "protoss", "terran", leftovers="shared")
    arrange(table, 2, "dragoon 5")
    play(laid(table, white="5 5"), 0, "pass")
    assert table.waiting == [1, 3]
    play(table, 3, "pass")
    play(table, 1, "train 5-5")
    assert asked(table) == [(0, "ability")]


# Steps with nothing to choose


def test_sc35_a_step_that_offers_nothing_but_a_pass_is_skipped() -> None:
    """SC-35."""
    assert asked(laid(begun("terran", "zerg"), white="1 2 4 6", black="3")) == [(0, "build")]
    assert asked(laid(begun("terran", "zerg"), white="1 2 4 6")) == [(0, "ability")]
    table = arrange(begun("terran", "zerg"), 0, "starport 8")
    assert asked(laid(table, black="3")) == [(1, "build")]
    table = play(laid(begun("terran", "zerg"), white="1 1 1 1"), 0, "train 1-1-1-1")
    assert asked(table) == [(0, "ability")]
    table = play(laid(arrange(begun("terran", "zerg"), 0, ability=0), white="2 2"), 0, "train 2-2")
    assert (table.waiting, table.roller, len(table.dice_due)) == ([], 1, 9), "not even a turn's end is asked for"


@pytest.mark.parametrize(("red", "step"), [("3", "train"), ("6", "build"), ("1", "train")])
def test_sc35_what_the_red_die_makes_possible_is_asked_for(red: str, step: str) -> None:
    """SC-35, SC-25."""
    table = arrange(begun("terran", "zerg"), 0, "scv 6", "minerals 48", "gas 30")
    assert asked(laid(table, white="2 3 5" if red == "1" else "3 5", red=red)) == [(0, step)]
