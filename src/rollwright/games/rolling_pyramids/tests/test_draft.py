"""What is written on the boards of Rolling Pyramids, rule by rule."""

import pytest

from rollwright.games.rolling_pyramids.tests.reference import FACTIONS, UPGRADES
from rollwright.games.rolling_pyramids.tests.staging import (
    arrange,
    begun,
    board,
    deploying,
    discard_all,
    fight,
    finish,
    kinds,
    play,
    rolled,
    strengths,
    write,
    writes,
)
from rollwright.table import Table


def drafting(*rows: str, dice: str = "2 3 5 6", others: str = "2 3 5 6", map_name: str = "inner") -> Table:
    """Open a table where player 1, whose board is filled like this, takes the first die."""
    return rolled(write(begun(map_name=map_name), 0, *rows), dice, others)


# Slots


@pytest.mark.parametrize(
    ("slot", "triangle", "rhombus"),
    [
        ("hero", True, False),
        ("legion-1", True, True), ("legion-2", True, True), ("legion-3", True, True),
        ("colossus-1", True, False), ("colossus-2", True, True), ("colossus-3", False, True),
        ("bomb-1", True, True), ("bomb-2", True, True), ("bomb-3", True, True),
    ],
)  # fmt: skip
def test_rp10_slots_take_dice_of_their_shape(slot: str, triangle: bool, rhombus: bool) -> None:
    """RP-10, RP-11 to RP-14: a circle any die, a triangle a d4 only, a rhombus a d8 only."""
    table = drafting(others="4 3 5 3")
    assert bool(writes(table, slot, "2d4-4")) == bool(writes(table, slot, "2d4-3")) == triangle
    assert bool(writes(table, slot, "2d8-5")) == bool(writes(table, slot, "2d8-3")) == rhombus


def test_rp11_as_many_heroes_as_the_number() -> None:
    """RP-11: written into one triangle, once."""
    table = play(drafting(), 0, "write 3 hero from 2d4-3")
    assert board(table, 0, "hero") == "3"
    play(table, 1, "discard 2d8-5", "discard 2d8-6")
    assert writes(table, "hero", "1d4-2") == "", "it is full"
    deploying(table)
    assert (strengths(table, 0)["heroes"], "heroes" in strengths(table, 1)) == (3, False)


@pytest.mark.parametrize(
    ("rows", "slot", "numbers"),
    [
        ("legion . . .", "legion-1", "1 2 3 4 5 6"),
        ("legion . . .", "legion-2", "2 3 4 5 6 7"),
        ("legion . . .", "legion-3", "3 4 5 6 7 8"),
        ("legion 3 . .", "legion-2", "4 5 6 7"),
        ("legion 3 . .", "legion-3", "5 6 7 8"),
        ("legion . . 5", "legion-1", "1 2 3"),
        ("legion . . 5", "legion-2", "2 3 4"),
        ("legion . 4 .", "legion-1", "1 2 3"),
        ("legion . 4 .", "legion-3", "5 6 7 8"),
        ("legion 2 . 6", "legion-2", "3 4 5"),
        ("legion 2 . 4", "legion-2", "3"),
        ("legion 2 4 .", "legion-3", "5 6 7 8"),
        ("legion 2 4 .", "legion-2", ""),
        ("bomb . . .", "bomb-1", "3 4 5 6 7 8"),
        ("bomb . . .", "bomb-2", "2 3 4 5 6 7"),
        ("bomb . . .", "bomb-3", "1 2 3 4 5 6"),
        ("bomb 6 . .", "bomb-2", "2 3 4 5"),
        ("bomb 6 . .", "bomb-3", "1 2 3 4"),
        ("bomb . . 3", "bomb-1", "5 6 7 8"),
        ("bomb . . 3", "bomb-2", "4 5 6 7"),
        ("bomb . 4 .", "bomb-1", "5 6 7 8"),
        ("bomb . 4 .", "bomb-3", "1 2 3"),
        ("bomb 7 . 3", "bomb-2", "4 5 6"),
        ("bomb 5 . 3", "bomb-2", "4"),
        ("bomb . 5 2", "bomb-1", "6 7 8"),
        ("bomb . 5 2", "bomb-3", ""),
        ("colossus . . .", "colossus-3", "1 2 3 4 5 6 7"),
        ("colossus . . .", "colossus-2", "1 2 3 4 5 6 7 8"),
        ("colossus 4 . .", "colossus-3", "4"),
        ("colossus 4 . .", "colossus-2", "1 2 3 4 5 6 7 8"),
        ("colossus . 8 .", "colossus-3", "1 2 3 4 5 6 7"),
        ("pair-1 . .", "pair-1", "2 3 4 5 6 7 8"),
        ("pair-1 3 .", "pair-1", "4 5 6 7 8"),
        ("pair-1 3 5", "pair-1", ""),
    ],
)
def test_rp12_to_rp17_a_slot_takes_what_can_be_finished(rows: str, slot: str, numbers: str) -> None:
    """RP-12, RP-13, RP-14, RP-16, RP-17: in any order, and nothing after which it could never be finished."""
    found = ""
    for faces in ("1 1 1 2", "1 1 3 4", "1 1 5 6", "1 1 7 8"):
        table = drafting(rows, others=faces)
        for face in faces.split()[2:]:
            found += f"{writes(table, slot, f'2d8-{face}')} "
    assert " ".join(found.split()) == numbers


@pytest.mark.parametrize(
    ("rows", "slot", "numbers"),
    [
        ("colossus . . 3", "colossus-1", "3"),
        ("colossus . . 6", "colossus-1", ""),
        ("colossus . . .", "colossus-1", "1 2 3 4"),
        ("pair-1 . 3", "pair-1", "1 2"),
        ("pair-1 . .", "pair-1", "1 2 3 4"),
        ("pair-1 2 .", "pair-1", ""),
        ("hero .", "hero", "1 2 3 4"),
    ],
)
def test_rp13_and_rp16_what_a_d4_can_write(rows: str, slot: str, numbers: str) -> None:
    """RP-11, RP-13, RP-16: triangle and rhombus of a colossus are equal; a pair's rhombus is greater."""
    found = ""
    for faces in ("1 2 1 1", "3 4 1 1"):
        table = drafting(rows, others=faces)
        for face in faces.split()[:2]:
            found += f"{writes(table, slot, f'2d4-{face}')} "
    assert " ".join(found.split()) == numbers


def test_rp17_a_triangle_holds_a_seven() -> None:
    """RP-17, RP-21: a 4 of the own colour, with a factory; so a colossus takes a 7, and no 8."""
    table = rolled(arrange(begun(map_name="4x"), "4 1 1"), "4 4 8 8", "4 4 8 8")
    assert writes(table, "colossus-1", "1d4-4") == "1 2 3 4 5 6 7"
    assert writes(table, "colossus-3", "1d8-8") == "5 6 7"
    assert writes(table, "colossus-2", "1d8-8") == "5 6 7 8"
    play(table, 0, "write 7 colossus-1 from 1d4-4")
    assert board(table, 0, "colossus") == "7 . ."


# What armies are worth


@pytest.mark.parametrize(
    ("rows", "group", "worth"),
    [
        ("legion 3 5 8", "legion", 3 + 2),
        ("legion 3 5 8, upgrade legion", "legion", 3 + 4),
        ("legion 3 5 8, upgrade legion-line", "legion", 5 + 2),
        ("legion 3 5 8, upgrade legion, upgrade legion-line", "legion", 5 + 4),
        ("legion 3 5 8, upgrade bomb, upgrade bomb-line, upgrade colossus", "legion", 3 + 2),
        ("legion 3 5 .", "legion", 0),
        ("legion . 5 8", "legion", 0),
        ("legion 3 . 8", "legion", 0),
        ("colossus 6 1 6", "colossus", 6),
        ("colossus 6 1 6, upgrade colossus", "colossus", 12),
        ("colossus 6 1 6, upgrade legion, upgrade bomb", "colossus", 6),
        ("colossus 6 . 6, upgrade colossus", "colossus", 0),
        ("bomb 5 3 1", "bomb", 3 * 2),
        ("bomb 5 3 1, upgrade bomb", "bomb", 3 * 3),
        ("bomb 5 3 1, upgrade bomb-line", "bomb", 5 * 2),
        ("bomb 5 3 1, upgrade bomb, upgrade bomb-line", "bomb", 5 * 3),
        ("bomb 8 3 1", "bomb", 0),
        ("bomb 8 3 1, upgrade bomb-line", "bomb", 10),
        ("bomb 5 3 .", "bomb", 0),
    ],
)
def test_rp12_to_rp14_what_a_full_army_is_worth(rows: str, group: str, worth: int) -> None:
    """RP-12, RP-13, RP-14: left number plus, number times, eight minus left number times; the line upgrades."""
    table = deploying(write(begun(), 0, *rows.split(", ")))
    assert strengths(table, 0).get(group, 0) == worth
    assert any(text.startswith(f"send {group} ") for text in table.legal(0)) == (worth > 0), "a bomb of 0 stays at home"


@pytest.mark.parametrize(
    ("crossed", "one", "two"),
    [
        ("", 1, 1),
        ("T1", 1, 1),
        ("T1 T2", 2, 2),
        ("T3 T4", 1, 1),
        ("T1 T2 T3", 2, 2),
        ("T1 T2 T3 T4", 3, 3),
        ("T1 T3 T4", 1, 1),
    ],
)
def test_rp15_triangles_unlock_footmen(crossed: str, one: int, two: int) -> None:
    """RP-15: a bonus counts once every space before it is crossed."""
    table = deploying(write(begun(), 0, f"footmen-1 {crossed}", f"footmen-2 {crossed}"))
    assert strengths(table, 0) == {"footmen-1": one, "footmen-2": two}


@pytest.mark.parametrize(
    ("group", "crossed", "men"),
    [
        ("footmen-1", "R1 R2", 1), ("footmen-1", "T1 T2 T3 T4 R1 R2", 4), ("footmen-1", "T1 T2 T3 T4 R3 R4", 3),
        ("footmen-1", "T1 T2 T3 T4 R1 R2 R3", 4), ("footmen-1", "T1 T2 T3 T4 R1 R2 R3 R4", 6),
        ("footmen-2", "T1 T2 T3 T4 R5 R6", 4), ("footmen-2", "T1 T2 R5 R6 R7 R8", 2),
        ("footmen-2", "T1 T2 T3 T4 R5 R6 R7 R8", 6),
    ],
)  # fmt: skip
def test_rp15_rhombi_unlock_footmen(group: str, crossed: str, men: int) -> None:
    """RP-15: all unlocked, five more in each group."""
    table = deploying(write(begun(), 0, f"{group} {crossed}"))
    other = {"footmen-1": "footmen-2", "footmen-2": "footmen-1"}[group]
    assert strengths(table, 0) == {group: men, other: 1}


def test_rp15_a_die_crosses_a_space_of_its_number_and_shape() -> None:
    """RP-15, RP-21: T1 to T4 of a d4; R1 to R4 of a d8 in group one, R5 to R8 in group two."""
    for face in range(1, 9):
        table = drafting(others=f"{min(face, 4)} 1 {face} 8")
        assert writes(table, "footmen-1", f"2d8-{face}") == (str(face) if face <= 4 else "")
        assert writes(table, "footmen-2", f"2d8-{face}") == (str(face) if face > 4 else "")
        assert writes(table, "footmen-1", f"2d4-{min(face, 4)}") == str(min(face, 4))
        assert writes(table, "footmen-2", f"2d4-{min(face, 4)}") == str(min(face, 4))
    table = drafting(dice="4 4 4 5")
    assert writes(table, "footmen-1", "1d4-4") == "3 4", "there is no T5"
    assert (writes(table, "footmen-1", "1d8-5"), writes(table, "footmen-2", "1d8-4")) == ("4", "5")


def test_rp15_crossed_spaces_stay_crossed() -> None:
    """RP-15, RP-31: and cannot be crossed twice."""
    table = play(drafting("footmen-1 T3", "footmen-2 R5"), 0, "write 2 footmen-1 from 2d4-2")
    assert (board(table, 0, "footmen-1"), board(table, 0, "footmen-2")) == ("T2 T3", "R5")
    play(table, 1, "discard 1d8-6", "write 5 footmen-2 from 1d8-5")
    assert (writes(table, "footmen-1", "2d4-3"), writes(table, "footmen-2", "2d4-3")) == ("", "3")
    assert writes(table, "footmen-2", "2d8-5") == ""
    assert (board(table, 1, "footmen-2"), board(table, 1, "footmen-1")) == ("R5", "")
    finish(deploying(table), "ready")
    rolled(table, "2 2 3 3")
    assert board(table, 0, "footmen-1") == "T2 T3"


# Pairs


def test_rp16_equal_choices_are_one() -> None:
    """RP-16: empty pairs, pairs with the same number; each is offered once."""
    table = drafting("pair-1 2 .", "pair-2 . 6", "pair-3 2 .", "pair-4 2 5", others="3 3 7 7")
    assert [writes(table, f"pair-{number}", "2d8-7") for number in range(1, 7)] == ["7", "", "", "", "7", ""]
    assert [writes(table, f"pair-{number}", "2d4-3") for number in range(1, 7)] == ["", "3", "", "", "3", ""]
    assert len(set(table.legal(0))) == len(table.legal(0))


def test_rp16_a_pair_by_another_name_is_the_same() -> None:
    """RP-16: whichever of the empty pairs is named, the first is written."""
    table = drafting("pair-1 2 .", "pair-3 2 .", others="3 3 7 7")
    rules, read = table.rules, table.game.moves.read
    for said, meant in [
        ("write 7 pair-6 from 2d8-7", "write 7 pair-2 from 2d8-7"),
        ("write 7 pair-3 from 2d8-7", "write 7 pair-1 from 2d8-7"),
        ("write 7 pair-2 from 2d8-7", "write 7 pair-2 from 2d8-7"),
        ("write 3 pair-4 from 2d4-3", "write 3 pair-2 from 2d4-3"),
        ("write 7 bomb-2 from 2d8-7", "write 7 bomb-2 from 2d8-7"),
        ("write 3 footmen-2 from 2d4-3", "write 3 footmen-2 from 2d4-3"),
        ("discard 2d8-7", "discard 2d8-7"),
    ]:
        assert rules.same(table.position, 0, read(said) or 0) == read(meant)
    play(table, 0, "write 3 pair-5 from 2d4-3")
    assert (board(table, 0, "pair-2"), board(table, 0, "pair-5")) == ("3 .", ". .")


def test_rp16_pairs_are_never_erased() -> None:
    """RP-16, RP-31."""
    table = play(drafting("pair-1 2 .", "pair-2 . 6"), 0, "write 5 pair-1 from 2d8-5")
    finish(deploying(table), "ready")
    assert [board(table, 0, f"pair-{number}") for number in (1, 2, 3)] == ["2 5", ". 6", ". ."]


# Dice


def test_rp21_own_dice_change_by_one() -> None:
    """RP-21: the others' do not; the result stays within 1 to 8, and may be discarded instead."""
    table = drafting(dice="1 4 1 8", others="1 4 1 8")
    assert (writes(table, "hero", "1d4-1"), writes(table, "hero", "1d4-4")) == ("1 2", "3 4 5")
    assert (writes(table, "hero", "2d4-1"), writes(table, "hero", "2d4-4")) == ("1", "4")
    assert (writes(table, "colossus-2", "1d8-1"), writes(table, "colossus-2", "1d8-8")) == ("1 2", "7 8")
    assert (writes(table, "colossus-2", "2d8-1"), writes(table, "colossus-2", "2d8-8")) == ("1", "8")
    play(table, 0, "write 5 hero from 1d4-4")
    assert board(table, 0, "hero") == "5"
    assert writes(table, "colossus-2", "1d8-8") == "8", "now it is player 2's turn"
    assert writes(table, "colossus-2", "2d8-8") == "7 8"


def test_rp21_own_colour_and_factory_together() -> None:
    """RP-21: by one and by two, so any number from three less to three more."""
    table = rolled(arrange(begun(map_name="4x"), "4 1 1"), "1 4 5 8", "1 4 5 8")
    assert writes(table, "colossus-2", "1d8-5") == "2 3 4 5 6 7 8"
    assert writes(table, "colossus-2", "2d8-5") == "3 5 7"
    assert writes(table, "colossus-2", "1d8-8") == "5 6 7 8"
    assert writes(table, "colossus-2", "1d4-1") == "1 2 3 4"
    assert writes(table, "colossus-2", "1d4-4") == "1 2 3 4 5 6 7"
    assert writes(table, "colossus-2", "2d4-1") == "1 3"


def test_rp21_a_die_may_be_discarded() -> None:
    """RP-21: nothing is written."""
    table = drafting()
    before = table.position.sheets[0].tobytes()
    play(table, 0, "discard 2d8-6")
    assert table.position.sheets[0].tobytes() == before
    assert "discard 2d8-6" not in table.legal(1)


# Development


def developing(*rows: str) -> Table:
    return discard_all(rolled(write(begun(*FACTIONS[:3]), 0, *rows)))


def test_rp23_each_completed_pair_buys_an_upgrade_once() -> None:
    """RP-23: and each upgrade can be bought once."""
    table = developing("pair-1 1 2", "pair-2 3 .", "pair-3 . 6", "pair-4 3 8")
    assert table.waiting == [0], "only who has a pair is asked"
    assert sorted(table.legal(0)) == sorted(["done", *(f"develop {name}" for name in UPGRADES)])
    play(table, 0, "develop bomb-line")
    assert sorted(table.legal(0)) == sorted(["done", *(f"develop {name}" for name in UPGRADES if name != "bomb-line")])
    assert table.position.sheets[0].spent.tolist() == [1, 0, 0, 0, 0, 0]
    play(table, 0, "develop ram")
    assert kinds(table, 0) == {"ready", "send"}, "no pair is left"
    assert table.position.sheets[0].spent.tolist() == [1, 0, 0, 1, 0, 0]
    bought = zip(UPGRADES, table.position.sheets[0].upgrades.tolist(), strict=True)
    assert [name for name, has in bought if has] == ["bomb-line", "ram"]


def test_rp23_a_pair_may_be_kept_for_a_later_round() -> None:
    """RP-23."""
    table = play(developing("pair-1 1 2"), 0, "done")
    assert kinds(table, 0) == {"ready", "send"}
    discard_all(rolled(finish(table, "ready")))
    assert "develop legion" in table.legal(0)
    play(table, 0, "develop legion")
    discard_all(rolled(finish(table, "ready")))
    assert kinds(table, 0) == {"ready", "send"}, "it is spent"


def test_rp23_everybody_develops_at_once_and_openly() -> None:
    """RP-23: the phase closes before the next begins."""
    table = write(begun(*FACTIONS[:3]), 0, "pair-1 1 2")
    write(table, 1, "pair-6 2 8", "pair-2 1 8")
    discard_all(rolled(table))
    assert table.waiting == [0, 1]
    play(table, 1, "develop legion", "done")
    assert (table.waiting, table.seen_by(0).sheets[1].upgrades[0]) == ([0], 1)
    assert kinds(table, 2) == set(), "nobody gives orders yet"
    play(table, 0, "develop legion")
    assert table.waiting == [0, 1, 2]


def test_rp23_an_upgrade_counts_at_once() -> None:
    """RP-23, RP-12."""
    table = play(developing("legion 3 4 5", "pair-1 1 2", "pair-2 1 2"), 0, "develop legion", "develop legion-line")
    assert strengths(table, 0)["legion"] == 4 + 4


def test_rp31_finished_armies_are_erased_unfinished_stay() -> None:
    """RP-31: whether or not they were sent."""
    table = write(begun(), 0, "hero 3", "legion 3 4 5", "bomb 8 6 .", "colossus . 8 3")
    write(table, 1, "colossus 2 8 2", "bomb 8 6 1", "legion . 4 5")
    fight(deploying(table), "1 legion 8 = 5")
    play(table, 0, "cross footmen-2 4")
    assert [board(table, 0, name) for name in ("hero", "legion", "bomb", "colossus")] == [
        ".", ". . .", "8 6 .", ". 8 3",
    ]  # fmt: skip
    assert [board(table, 1, name) for name in ("colossus", "bomb", "legion")] == [". . .", ". . .", ". 4 5"]
    deploying(table)
    assert strengths(table, 0) == {"footmen-1": 1, "footmen-2": 1}


def test_rp40_from_five_on_one_hero_of_rashar_more_comes() -> None:
    """RP-40: for them only."""
    for number, come in ((1, 1), (4, 4), (5, 6), (7, 8)):
        for faction, theirs in (("rashar", come), ("sobeccians", number)):
            table = deploying(write(begun(faction, "bastet"), 0, f"hero {number}"))
            assert strengths(table, 0)["heroes"] == theirs


def test_rp11_as_many_heroes_come_as_the_number() -> None:
    """RP-11, RP-40: of every faction; none without a number."""
    for faction in FACTIONS:
        other = "anubians" if faction == "bastet" else "bastet"
        assert strengths(deploying(write(begun(faction, other), 0, "hero 3")), 0)["heroes"] == 3
        assert "heroes" not in strengths(deploying(begun(faction, other)), 0)
