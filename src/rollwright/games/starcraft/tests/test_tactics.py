"""The abilities of the races in StarCraft, and what they cross out, rule by rule."""

import pytest

from rollwright.games.starcraft.rules.rows import fill, hit
from rollwright.games.starcraft.tests.reference import RACES, ROWS, SHEETS
from rollwright.games.starcraft.tests.staging import (
    arrange,
    asked,
    begun,
    builds,
    cells,
    dice,
    gained,
    in_tactics,
    laid,
    play,
    rolled,
    rolls,
)
from rollwright.table import Table
from rollwright.view import Pen, draw_parts


def struck(table: Table, face: int) -> Table:
    """Let the Protoss of seat 0 use their ability, and this black die come up."""
    play(in_tactics(table), 0, "ability").roll([face])
    return table


def attacked(table: Table, faces: str, player: int = 2) -> Table:
    """Let the Zerg of seat 0 attack a player, and these white dice come up."""
    play(in_tactics(table), 0, f"ability against {player}").roll([int(face) for face in faces.split()])
    return table


def is_next_turn(table: Table) -> bool:
    """Say whether nobody is asked any more, and the dice of seat 1 are due."""
    return table.waiting == [] and table.roller == 1 and len(table.dice_due) >= 9


# Using an ability


@pytest.mark.parametrize(
    ("race", "ways"),
    [
        ("terran", ["ability minerals", "ability gas"]),
        ("protoss", ["ability"]),
        ("zerg", ["ability against 2", "ability against 3"]),
    ],
)
def test_sc30_the_active_player_may_use_the_ability_after_the_others_have_built(race: str, ways: list[str]) -> None:
    """SC-30, SC-31, SC-32, SC-33."""
    table = laid(begun(race, "terran", "zerg"), white="1 1")
    play(table, 0, "pass")
    assert asked(table) == [(1, "train")]
    play(table, 1, "pass")
    play(table, 2, "pass")
    assert (table.waiting, table.legal(0)) == ([0], ["pass", *ways])
    play(table, 0, "pass")
    assert is_next_turn(table)
    assert table.position.sheets[0].abilities == 0, "not to use it costs nothing"


@pytest.mark.parametrize(("race", "use", "faces"), [
    ("terran", "ability gas", [1]), ("protoss", "ability", [2]), ("zerg", "ability against 2", [1, 1, 2, 6]),
])  # fmt: skip
def test_sc30_once_a_turn_and_three_times_a_game(race: str, use: str, faces: list[int]) -> None:
    """SC-30."""
    table = begun(race, "terran")
    for turn in range(1, 4):
        assert asked(in_tactics(table)) == [(0, "ability")]
        play(table, 0, use)
        assert table.dice_due == [6] * len(faces)
        table.roll(faces)
        if race != "terran":
            play(table, 0, table.legal(0)[-1])
        assert is_next_turn(table), "once a turn"
        assert table.position.sheets[0].abilities == turn
        assert asked(in_tactics(table)) == [(1, "ability")], "everybody has their own"
        play(table, 1, "pass")
    table.roll([1] * len(table.dice_due))
    while table.waiting:
        assert all("ability" not in text for text in table.legal(table.waiting[0]))
        play(table, table.waiting[0], "pass")
    assert is_next_turn(table)


# Terrans


def test_sc31_terrans_cross_every_opponents_first_mineral_and_gas() -> None:
    """SC-31: other Terrans' too, not their own, and before the roll."""
    table = begun("zerg", "terran", "terran", "protoss", first=2)
    for seat in range(4):
        arrange(table, seat, "minerals 4", "gas X" if seat == 0 else "gas 2")
    play(in_tactics(table), 1, "ability minerals")
    drawn = [(cells(table, seat, "minerals").rstrip("."), cells(table, seat, "gas").rstrip(".")) for seat in range(4)]
    assert drawn == [("XOOO", "XX"), ("OOOO", "OO"), ("XOOO", "XO"), ("XOOO", "XO")]
    assert table.dice_due == [6]
    others = [cells(table, seat, row) for seat in (0, 3) for row in SHEETS[RACES[table.position.sheets[seat].race]]]
    assert sum("X" in row for row in others) == 4, "nothing else"


@pytest.mark.parametrize(("face", "brings"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 3)])
@pytest.mark.parametrize(("resource", "other"), [("minerals", "gas"), ("gas", "minerals")])
def test_sc31_then_terrans_gain_by_the_table(resource: str, other: str, face: int, brings: int) -> None:
    """SC-31, SC-22: green even if it is not unlocked."""
    table = play(in_tactics(begun("terran", "zerg")), 0, f"ability {resource}")
    table.roll([face])
    assert cells(table, 0, resource).count("O") == brings
    assert cells(table, 0, other).count("O") == 0
    assert is_next_turn(table)
    assert rolls(table)[-1] == (face,)


def test_sc31_what_goes_beyond_the_end_is_lost_and_a_crossed_track_stays() -> None:
    """SC-31, SC-22, SC-34."""
    table = arrange(begun("terran", "zerg"), 0, "gas 29")
    arrange(table, 1, f"gas {'X' * 30}")
    play(in_tactics(table), 0, "ability gas").roll([6])
    assert gained(table, 0) == (0, 30)
    assert cells(table, 1, "gas") == "X" * 30


# Protoss


@pytest.mark.parametrize(("face", "rows"), [(1, [7, 8]), (2, [8]), (3, [7]), (4, [10]), (5, [9]), (6, [9, 10])])
def test_sc32_protoss_roll_then_choose_an_opponent_and_a_row(face: int, rows: list[int]) -> None:
    """SC-32: there is no way to pass any more."""
    other = (face + 3) % 6 + 1
    table = begun("protoss", "terran", "protoss", "zerg", numbers=f"{other} {face} {face}")
    assert play(in_tactics(table), 0, "ability").dice_due == [6]
    table.roll([face])
    wanted = [f"cross {ROWS[race].split()[row]} of {seat}" for seat, race in enumerate(("terran", "protoss", "zerg"), 2)
              for row in rows]  # fmt: skip
    assert (table.waiting, table.legal(0)) == ([0], wanted)


def test_sc32_the_first_cell_of_the_row_is_crossed() -> None:
    """SC-32, SC-34."""
    table = arrange(begun("protoss", "terran", "zerg"), 2, "spire QOO")
    arrange(table, 1, "starport OO")
    play(struck(table, 3), 0, "cross spire of 3")
    assert cells(table, 2, "spire") == "XXO....."
    assert cells(table, 1, "starport") == "OO......"
    assert is_next_turn(table)
    assert table.score(2) == 1 + 2


@pytest.mark.parametrize(("marks", "face"), [("", 2), ("O", 2), ("OOO", 2), ("X", 4), ("QO", 4), ("QQ", 6), ("QX", 6)])
def test_sc32_a_main_building_is_crossed_where_its_number_matches(marks: str, face: int) -> None:
    """SC-32: the number of its first uncrossed cell, built or not."""
    for other in range(1, 7):
        table = begun("protoss", "terran", numbers="2 4 6")
        if marks:
            arrange(table, 1, f"command-centre {marks}")
        struck(table, other)
        assert ("cross command-centre of 2" in table.legal(0)) == (other == face)
        if other == face:
            before = cells(table, 1, "command-centre")
            play(table, 0, "cross command-centre of 2")
            crossed = len(marks.rstrip("O")) + 1
            assert cells(table, 1, "command-centre") == "X" * crossed + before[crossed:]


def test_sc32_a_row_that_is_crossed_out_is_no_target() -> None:
    """SC-32, SC-34."""
    table = arrange(begun("protoss", "terran", numbers="1 1 1"), 1, "barracks QQQQ", "command-centre QQX")
    assert struck(table, 1).legal(0) == ["cross starport of 2"]
    table = arrange(begun("protoss", "terran", numbers="1 1 1"), 1, "barracks QQQO")
    assert struck(table, 2).legal(0) == ["cross barracks of 2"], "the last cell"


def test_sc32_without_a_target_the_use_is_spent_for_nothing() -> None:
    """SC-32."""
    table = arrange(begun("protoss", "terran", numbers="1 1 1"), 1, f"starport {'X' * 8}")
    struck(table, 3)
    assert is_next_turn(table)
    assert table.position.sheets[0].abilities == 1
    assert cells(table, 1, "starport") == "XXXXXXXX"


def test_sc32_only_opponents_are_struck() -> None:
    """SC-32."""
    table = arrange(begun("protoss", "protoss"), 1, f"stargate {'X' * 8}")
    assert is_next_turn(struck(arrange(table, 0, "stargate 3"), 3))
    assert cells(table, 0, "stargate") == "OOO....."


# Zerg


@pytest.mark.parametrize(
    ("faces", "places"),
    [
        ("1 2 3 6", [0]),
        ("6 5 4 1", [0]),
        ("3 2 4 5", [0]),
        ("1 1 3 5", [1]),
        ("4 4 1 6", [1]),
        ("5 5 1 2", [2]),
        ("6 6 1 2", [2]),
        ("4 4 5 5", [1, 2]),
        ("1 2 2 3", [0, 1]),
        ("3 3 3 6", [1, 3]),
        ("4 4 4 6", [1, 4]),
        ("6 6 6 5", [2, 4]),
        ("2 2 2 2", [1, 3, 5]),
        ("4 4 4 4", [1, 4, 5]),
        ("5 5 5 5", [2, 4, 5]),
    ],
)
@pytest.mark.parametrize("race", RACES)
def test_sc33_four_white_dice_choose_the_unit(race: str, faces: str, places: list[int]) -> None:
    """SC-33: one that these dice can make, of the player chosen before the roll."""
    table = begun("zerg", "zerg" if race != "zerg" else "terran", race)
    play(in_tactics(table), 0, "ability against 3")
    assert (table.dice_due, table.waiting) == ([6] * 4, [])
    table.roll([int(face) for face in faces.split()])
    names = [ROWS[race].split()[place] for place in places]
    assert table.legal(0) == [f"cross {name}" for name in names]
    play(table, 0, f"cross {names[-1]}")
    assert [name for name in SHEETS[race] if "X" in cells(table, 2, name)] == names[-1:]
    assert cells(table, 2, names[-1])[:2].rstrip(".") == "X"
    assert not any("X" in cells(table, 1, name) for name in SHEETS[RACES[table.position.sheets[1].race]])
    assert is_next_turn(table)


def test_sc33_without_a_combination_the_use_is_spent_for_nothing() -> None:
    """SC-33."""
    for faces in ("1 2 4 5", "6 1 3 4", "2 3 5 6"):
        table = attacked(begun("zerg", "terran"), faces)
        assert is_next_turn(table)
        assert table.position.sheets[0].abilities == 1
        assert cells(table, 1, "scv") == "O......"


def test_sc33_a_row_that_is_crossed_out_is_no_target() -> None:
    """SC-33, SC-34."""
    table = arrange(begun("zerg", "terran"), 1, "tank QXXX")
    assert attacked(table, "1 1 1 4").legal(0) == ["cross marine"]
    table = arrange(begun("zerg", "terran"), 1, "tank QXXX", "marine QQQQQQ")
    assert is_next_turn(attacked(table, "1 1 1 4"))


# What is crossed out


def test_sc34_the_first_cell_is_the_first_not_yet_crossed() -> None:
    """SC-34: an O under an X scores nothing."""
    table = arrange(begun("zerg", "terran"), 1, "goliath OO")
    drawn = []
    for _ in range(3):
        play(attacked(table, "5 5 1 3"), 0, "cross goliath")
        drawn.append((cells(table, 1, "goliath"), table.score(1)))
        play(in_tactics(table), 1, "pass")
    assert drawn == [("XO...", 3), ("XX...", 1), ("XXX..", 1)]


def test_sc34_an_empty_cell_crossed_can_no_longer_be_filled() -> None:
    """SC-34: the next unit goes behind it."""
    table = play(attacked(begun("zerg", "terran"), "5 5 1 3"), 0, "cross goliath")
    play(laid(table, white="5 5"), 1, "train 5-5")
    assert (cells(table, 1, "goliath"), table.score(1)) == ("XO...", 3)
    table = play(in_tactics(begun("terran", "zerg")), 0, "ability minerals")
    table.roll([1])
    play(rolled(table, blue="6"), 1, "pass")
    assert cells(table, 1, "minerals").startswith("XOOO.")


def test_sc34_crossed_empty_cells_use_a_row_up() -> None:
    """SC-34, SC-26, SC-27."""
    table = arrange(begun("protoss", "terran", numbers="2 2 4"), 1, "command-centre OO")
    arrange(table, 0, "gateway 4", "nexus 3")
    for face, left in [(2, True), (2, True), (4, False)]:
        play(struck(table, face), 0, "cross command-centre of 2")
        laid(table, black="4")
        assert ("command-centre 4" in builds(table, 1)) == left
        play(table, 1, "pass")
        while table.waiting:
            play(table, table.waiting[0], "pass")
    assert cells(table, 1, "command-centre") == "XXX"


def test_sc34_dice_unlocked_by_a_crossed_worker_stay_unlocked() -> None:
    """SC-34, SC-02."""
    table = arrange(begun("zerg", "terran"), 1, "scv OO")
    play(attacked(table, "1 2 3 6"), 0, "cross scv")
    assert (cells(table, 1, "scv"), len(table.dice_due), table.score(1)) == ("XO.....", 10, 1)
    play(in_tactics(table), 1, "pass")
    play(attacked(table, "1 2 3 6"), 0, "cross scv")
    assert (cells(table, 1, "scv"), len(table.dice_due), table.score(1)) == ("XX.....", 10, 0)
    play(in_tactics(table), 1, "pass")
    play(attacked(table, "1 2 3 6"), 0, "cross scv")
    assert (cells(table, 1, "scv"), len(table.dice_due)) == ("XXX....", 10), "an empty cell brings nothing"
    play(laid(table, white="1 2 3"), 1, "train 1-2-3", "pass")
    assert is_next_turn(laid(table)), "no use is left to the Zerg"
    assert (cells(table, 1, "scv"), len(table.dice_due)) == ("XXXO...", 11), "the green one, too, from cell 3"


@pytest.mark.parametrize(("race", "use", "faces"), [
    ("terran", "ability minerals", [5]), ("protoss", "ability", [5]), ("zerg", "ability against 2", [5, 5, 5, 5]),
])  # fmt: skip
def test_abilities_roll_dice_of_their_own(race: str, use: str, faces: list[int]) -> None:
    """SC-31, SC-32, SC-33, SC-21: the turn's dice stay as they are."""
    table = laid(begun(race, "terran", numbers="1 1 1"), white="1 2", blue="3")
    play(table, 0, use).roll(faces)
    assert dice(table) == {"white": "1 2", "blue": "3"}
    assert not any(text.startswith("support") for seat in table.waiting for text in table.legal(seat))


def test_sc34_it_is_kept_which_cells_were_free_when_they_were_crossed_out() -> None:
    """SC-34: there no O stood, and the sheet shows none."""
    table = arrange(begun("terran", "zerg"), 1, "zergling 1")
    s, row = table.position, 1
    hit(s, 1, row)
    assert s.sheets[1].wasted[row] == 0, "an O stood there"
    hit(s, 1, row)
    fill(s.sheets[1], row)
    hit(s, 1, row)
    hit(s, 1, row)
    assert s.sheets[1].wasted[row] == 0b1010
    drawn = next(
        part for part in draw_parts(table.game, s, 1, Pen(table.game.speech())) if part.name == "units"
    ).groups["marks-zergling"]
    rings = next(path for path in drawn.split("<path") if 'class="ring"' in path)
    assert rings.count("M") == 2, "in the first cell and in the third"
