"""Units, buildings and the red die of StarCraft, rule by rule."""

from itertools import permutations

import pytest

from rollwright.games.starcraft.rules.state import PRODUCTION
from rollwright.games.starcraft.tests.reference import RACES, ROWS, SHEETS
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
from rollwright.table import Table

# Units

MAKES = {
    0: ["1-2-3", "2-3-4", "3-4-5", "4-5-6"],
    1: ["1-1", "2-2", "3-3", "4-4"],
    2: ["5-5", "6-6"],
    3: ["1-1-1", "2-2-2", "3-3-3"],
    4: ["4-4-4", "5-5-5", "6-6-6"],
    5: [f"{face}-{face}-{face}-{face}" for face in range(1, 7)],
}


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize(("row", "need"), [(row, need) for row, needs in MAKES.items() for need in needs])
def test_sc23_each_combination_makes_its_unit(race: str, row: int, need: str) -> None:
    """SC-23: and its dice are set aside."""
    table = laid(begun(race, "terran"), white=f"{need} 1 6".replace("-", " "))
    name = ROWS[race].split()[row]
    before = {each: cells(table, 0, each) for each in SHEETS[race]}
    play(table, 0, f"train {need}")
    assert dice(table) == {"white": "1 6"}
    filled = before[name].replace(".", "O", 1)
    assert {each: cells(table, 0, each) for each in SHEETS[race]} == before | {name: filled}


@pytest.mark.parametrize(
    ("white", "offered"),
    [
        ("1 2 3 4 5 6", ["1-2-3", "2-3-4", "3-4-5", "4-5-6"]),
        ("1 3 5", []),
        ("1 2 4 5", []),
        ("5 6 1", []),
        ("2 2 3 3 4", ["2-2", "2-3-4", "3-3"]),
        ("4 4 4 4 4 4", ["4-4", "4-4-4", "4-4-4-4"]),
        ("6 6 6 6 1", ["6-6", "6-6-6", "6-6-6-6"]),
        ("3 3 3 1", ["3-3", "3-3-3"]),
        ("5 5 2 3 5 4", ["2-3-4", "3-4-5", "5-5", "5-5-5"]),
    ],
)
def test_sc23_every_combination_is_offered_once(white: str, offered: list[str]) -> None:
    """SC-23: equal dice are one choice."""
    for order in list(permutations(white.split()))[:3]:
        table = laid(begun("zerg", "terran"), white=" ".join(order), black="1")
        assert trains(table) == offered


def test_sc23_at_most_one_unit_is_built() -> None:
    """SC-23."""
    table = laid(begun("terran", "zerg"), white="1 1 2 2 5 5")
    play(table, 0, "train 1-1")
    assert asked(table) == [(1, "train")]
    assert trains(table, 1) == ["2-2", "5-5"]


# Buildings


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize(("face", "rows"), [(1, [7, 8]), (2, [8]), (3, [7]), (4, [10]), (5, [9]), (6, [9, 10])])
def test_sc24_a_black_die_builds_what_its_face_allows(race: str, face: int, rows: list[int]) -> None:
    """SC-24: and it is set aside."""
    names = [ROWS[race].split()[row] for row in rows]
    for name in names:
        table = arrange(begun(race, "zerg"), 0, f"{ROWS[race].split()[6]} 3")
        laid(table, black=f"{face} {face}")
        assert builds(table) == sorted(f"{each} {face}" for each in names)
        play(table, 0, f"build {name} {face}")
        assert cells(table, 0, name).startswith("O.")
        assert dice(table) == {"black": f"{face}"}, "the other die is left"


def test_sc24_at_most_one_building_is_built() -> None:
    """SC-24."""
    table = laid(begun("terran", "protoss"), black="1 4")
    assert builds(table) == ["barracks 1", "science-facility 4", "starport 1"]
    play(table, 0, "build starport 1")
    assert (asked(table), builds(table, 1)) == ([(1, "build")], ["templar-archives 4"])


def test_sc43_the_published_example() -> None:
    """SC-43: a Ghost from 5-5-5 and a Science Facility from the 6; 2, 3, 4 and the black 2 are left."""
    table = rolled(begun("terran", "zerg", numbers="1 1 1"), white="5 5 2 3 5 4", black="2 6")
    play(table, 0, "pass", "train 5-5-5", "build science-facility 6")
    assert (cells(table, 0, "ghost"), cells(table, 0, "science-facility")) == ("O...", "O.......")
    assert dice(table) == {"blue": "1", "white": "2 3 4", "black": "2"}
    assert table.legal(1) == ["pass", "train 2-3-4"]
    play(table, 1, "train 2-3-4")
    assert table.legal(1) == ["pass", "build spawning-pool 2"]


# The red die


def with_red(*rows: str, red: str, white: str = "", black: str = "", race: str = "terran") -> Table:
    """Lay out dice with a red one for the active player, who has these rows filled, against a Zerg."""
    worker = ROWS[race].split()[0]
    table = arrange(begun(race, "zerg", numbers="1 1 1"), 0, f"{worker} 7", *rows)
    return laid(table, white=white, black=black, red=red)


@pytest.mark.parametrize(("face", "brings"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 3)])
@pytest.mark.parametrize("resource", ["minerals", "gas"])
def test_sc25_the_red_die_mines_as_blue_or_green(resource: str, face: int, brings: int) -> None:
    """SC-25, SC-22: by the same table."""
    table = with_red(red=f"{face}")
    assert table.legal(0) == ["pass", "red minerals", "red gas"]
    play(table, 0, f"red {resource}")
    assert gained(table, 0) == ((brings, 0) if resource == "minerals" else (0, brings))
    assert "red" not in dice(table)


def test_sc25_the_red_die_mines_only_where_that_brings_something() -> None:
    """SC-25, SC-26, SC-35: not with a 1, nor on a full track."""
    assert asked(with_red(red="1")) == [(0, "build")], "it could be a black 1"
    assert with_red("minerals 48", red="3").legal(0) == ["pass", "red gas"]
    assert with_red("gas 30", red="3").legal(0) == ["pass", "red minerals"]
    assert asked(with_red("minerals 48", "gas 30", red="3")) == [(0, "build")]
    table = play(with_red("gas 29", red="6"), 0, "red gas")
    assert gained(table, 0) == (0, 30), "what goes beyond the end is lost"


@pytest.mark.parametrize(
    ("white", "red", "offered"),
    [
        ("5 5", "5", ["5-5", "5-5 red", "5-5-5 red"]),
        ("5 5 5", "5", ["5-5", "5-5 red", "5-5-5", "5-5-5 red", "5-5-5-5 red"]),
        ("5 5 5 5", "5", ["5-5", "5-5 red", "5-5-5", "5-5-5 red", "5-5-5-5", "5-5-5-5 red"]),
        ("5", "5", ["5-5 red"]),
        ("4 4", "5", ["4-4"]),
    ],
)
def test_sc25_the_red_die_is_one_die_of_a_combination(white: str, red: str, offered: list[str]) -> None:
    """SC-25: with the face it shows, for it is a joker in colour, not in value."""
    table = play(with_red(white=white, red=red), 0, "pass")
    assert trains(table) == offered


@pytest.mark.parametrize(
    ("white", "red", "offered"),
    [
        ("1 2", "3", ["1-2-3 red"]),
        ("1 3", "2", ["1-2-3 red"]),
        ("2 3", "1", ["1-2-3 red"]),
        ("2 3", "4", ["2-3-4 red"]),
        ("1 2 3", "2", ["1-2-3", "1-2-3 red", "2-2 red"]),
        ("1 2 3", "3", ["1-2-3", "1-2-3 red", "3-3 red"]),
        ("1 2 3", "4", ["1-2-3", "2-3-4 red"]),
        ("3 4 6", "5", ["3-4-5 red", "4-5-6 red"]),
        ("1 2", "6", []),
        ("1 2", "4", []),
        ("1", "2", []),
        ("3 4 5", "6", ["3-4-5", "4-5-6 red"]),
    ],
)
def test_sc25_the_red_die_stands_in_a_sequence(white: str, red: str, offered: list[str]) -> None:
    """SC-25."""
    table = arrange(begun("zerg", "terran"), 0, "drone 7", "minerals 48", "gas 30")
    laid(table, white=white, red=red)
    assert trains(table) == offered


@pytest.mark.parametrize(
    ("move", "row", "left"),
    [
        ("train 3-3 red", "zergling", "2 3 3 4"),
        ("train 3-3", "zergling", "2 3 4"),
        ("train 3-3-3 red", "lurker", "2 3 4"),
        ("train 3-3-3-3 red", "ultralisk", "2 4"),
        ("train 2-3-4 red", "drone", "3 3 3"),
        ("train 2-3-4", "drone", "3 3"),
    ],
)
def test_sc25_dice_that_the_red_one_stands_in_for_are_not_used(move: str, row: str, left: str) -> None:
    """SC-25, SC-23."""
    table = with_red(white="2 3 3 3 4", red="3", black="1", race="zerg")
    before = cells(table, 0, row)
    play(table, 0, "pass", move)
    assert cells(table, 0, row) == before.replace(".", "O", 1)
    assert dice(table).get("white") == left
    assert ("red" in dice(table)) == (not move.endswith("red"))


@pytest.mark.parametrize(
    ("red", "black", "offered"),
    [
        ("1", "", ["barracks red", "command-centre red", "starport red"]),
        ("1", "1", ["barracks 1", "barracks red", "command-centre 1", "command-centre red", "starport 1",
                    "starport red"]),
        ("6", "2", ["barracks 2", "factory red", "science-facility red"]),
        ("5", "", ["factory red"]),
    ],
)  # fmt: skip
def test_sc25_the_red_die_serves_as_a_black_one(red: str, black: str, offered: list[str]) -> None:
    """SC-25, SC-24, SC-27."""
    table = with_red(red=red, black=black)
    if red != "1":
        play(table, 0, "pass")
    assert builds(table) == offered
    before = cells(table, 0, "factory" if red != "1" else "command-centre")
    play(table, 0, f"build {'factory' if red != '1' else 'command-centre'} red")
    assert cells(table, 0, "factory" if red != "1" else "command-centre") == before.replace(".", "O", 1)
    assert dice(table).get("black", "") == black
    assert "red" not in dice(table)


def test_sc25_the_red_die_serves_once() -> None:
    """SC-25."""
    table = play(with_red(white="6 6", black="6", red="6"), 0, "red gas")
    assert trains(table) == ["6-6"]
    play(table, 0, "pass")
    assert builds(table) == ["factory 6", "science-facility 6"]
    table = play(with_red(white="6 6", black="6", red="6"), 0, "pass", "train 6-6 red")
    assert builds(table) == ["factory 6", "science-facility 6"]
    table = play(with_red(white="6 6", black="6", red="6"), 0, "pass", "train 6-6")
    assert builds(table) == ["factory 6", "factory red", "science-facility 6", "science-facility red"]
    play(table, 0, "build factory 6")
    assert "red" in dice(table)
    assert table.waiting == [0], "at most one building, with whatever die"
    assert asked(table) == [(0, "ability")]


@pytest.mark.parametrize("leftovers", ["taken", "shared"])
def test_sc25_the_red_die_is_never_left_to_the_others(leftovers: str) -> None:
    """SC-25, SC-28: nor can they use one of their own."""
    table = arrange(begun("terran", "zerg", numbers="5 5 5", leftovers=leftovers), 0, "scv 7")
    arrange(table, 1, "drone 7")
    laid(table, white="5 5 1", black="6", red="5")
    play(table, 0, "pass", "pass", "pass")
    assert dice(table)["red"] == "5"
    assert trains(table, 1) == ["5-5"]
    play(table, 1, "pass")
    assert builds(table, 1) == ["hydralisk-den 6", "ultralisk-cavern 6"]


# Passing, and full rows


def test_sc26_building_is_always_optional() -> None:
    """SC-26: so is every other step but the choice of a target."""
    table = arrange(begun("terran", "zerg"), 0, "scv 7")
    rolled(table, blue="6 6 6", green="6", white="1 1 2 2 3 3", black="6 6", red="6")
    steps = []
    while table.waiting:
        steps += asked(table)
        assert table.legal(table.waiting[0])[0] == "pass"
        play(table, table.waiting[0], "pass")
    assert steps == [
        (0, "support"), (0, "red"), (0, "train"), (0, "build"), (1, "train"), (1, "build"), (0, "ability"),
    ]  # fmt: skip
    assert (cells(table, 0, "marine"), cells(table, 1, "zergling")) == ("......", "......")
    assert (table.position.sheets[0].supports, table.position.sheets[0].abilities) == (0, 0)


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize(("row", "need"), [(row, needs[-1]) for row, needs in MAKES.items()])
def test_sc26_a_full_row_of_units_takes_no_more(race: str, row: int, need: str) -> None:
    """SC-26: crossed cells are no room either."""
    name = ROWS[race].split()[row]
    length = SHEETS[race][name][0]
    white, red = need.replace("-", " "), need[-1]
    for marks, offered in [("O" * (length - 1), True), ("O" * length, False), ("Q" * length, False)]:
        for seat in (0, 1):
            table = arrange(begun(race, race, numbers=f"{red} {red} {red}"), seat, f"{name} {marks}")
            laid(table, white=white, black=f"{red} {red}", red=red)
            while not any(text.startswith(("train", "build")) for text in table.legal(seat)):
                play(table, table.waiting[0], "pass")
            assert (need in trains(table, seat)) == offered
            assert (f"{need} red" in trains(table, seat)) == (offered and seat == 0)


@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize(("row", "face"), [(6, 2), (7, 3), (8, 2), (9, 5), (10, 4)])
def test_sc26_a_full_row_of_buildings_takes_no_more(race: str, row: int, face: int) -> None:
    """SC-26."""
    name = ROWS[race].split()[row]
    length = SHEETS[race][name][0]
    for marks, offered in [("O" * (length - 1), True), ("O" * length, False), ("Q" * length, False)]:
        table = arrange(begun(race, "zerg", numbers="2 2 2"), 0, f"{name} {marks}")
        laid(table, black=f"{face} 1")
        assert (f"{name} {face}" in builds(table)) == offered


def test_sc27_the_main_building_needs_its_next_number() -> None:
    """SC-27, SC-10: strictly from left to right; struck out counts as built."""
    table = begun("terran", "zerg", numbers="2 5 6")
    for done, (face, built) in enumerate([("2", "O.."), ("5", "OO."), ("6", "OOO")]):
        arrange(table, 0, f"command-centre {done}")
        for other in set("123456") - {face}:
            assert not any("command" in text for text in builds(laid_again(table, other)))
        laid_again(table, face)
        score = table.score(0)
        play(table, 0, f"build command-centre {face}")
        assert (cells(table, 0, "command-centre"), table.score(0)) == (built, score + 3)


def laid_again(table: Table, black: str) -> Table:
    """Begin the first player's turn anew, with this black die."""
    table.position.phase, table.position.roller = PRODUCTION, 0
    return laid(table, black=black)


def test_sc27_equal_numbers_take_a_die_each() -> None:
    """SC-27, SC-10: 5-5-5 is built one at a time."""
    table = laid(begun("terran", "zerg", numbers="5 5 5"), black="5 5")
    play(table, 0, "build command-centre 5")
    assert cells(table, 0, "command-centre") == "O.."
    play(table, 1, "build hatchery 5")
    assert cells(table, 1, "hatchery") == "O.."


def test_sc27_sc34_a_number_crossed_out_is_passed_over() -> None:
    """SC-27, SC-34: the next number is that of the next free cell."""
    table = arrange(begun("terran", "zerg", numbers="2 5 6"), 0, "command-centre X")
    assert builds(laid(table, black="2 5")) == ["barracks 2", "command-centre 5", "factory 5"]
