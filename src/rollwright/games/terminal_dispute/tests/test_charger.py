"""The phone charger and the unused die of Terminal Dispute, rule by rule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright.core.errors import Ambiguous, Illegal
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.sheet import CHARGER, DOTTED, MATRIX, STARTS
from rollwright.games.terminal_dispute.tests.reference import line_names
from rollwright.games.terminal_dispute.tests.staging import NAME, arrange, at_writing, lines_of, shaded_hexes, starting
from rollwright.testing import opened

# Phone Charger


def test_td20_the_grid_has_55_hexes_and_six_labels() -> None:
    """TD-20."""
    assert [len(row) for row in CHARGER.rows] == [3, 6, 7, 8, 7, 8, 7, 6, 3]
    near = {1: "a1 b2 a2", 2: "f2 e2 c1", 3: "h6 g5 h4", 4: "e8 c9 f8", 5: "b8 a8 a9", 6: "a5 a6 a4"}
    for label, names in near.items():
        found = {CHARGER.names[start] for start in STARTS[label - 1]}
        assert found == set(names.split()), f"TD-20: what touches label {label}"


def test_td21_the_dotted_hexes() -> None:
    """TD-21."""
    assert {CHARGER.names[hex_no] for hex_no in DOTTED} == {"c3", "e3", "c7", "e7"}, "TD-21"
    assert {CHARGER.cells[hex_no] for hex_no in DOTTED} == {(0, -2), (2, -2), (0, 2), (-2, 2)}


def test_td22_one_die_is_the_label_the_other_the_distance() -> None:
    """TD-22."""
    table = at_writing("1 1", 6, "3 5")
    table.play(0, "line 3 from h4 w")
    assert shaded_hexes(table) == {"h4", "g4", "f4", "e4", "d4"}
    table = at_writing("1 1", 6, "3 5")
    table.play(0, "line 5 from a8 ne")
    assert shaded_hexes(table) == {"a8", "b7", "c6"}
    table = at_writing("1 1", 6, "3 5")
    with pytest.raises(Illegal, match="No phone die shows 4: choose label 3, 5"):
        table.play(0, "line 4 from c9 nw")
    with pytest.raises(Illegal, match="a1 does not touch label 3: start at"):
        table.play(0, "line 3 from a1 e")


def test_td23_a_line_ends_at_its_distance_the_edge_or_a_shaded_hex() -> None:
    """TD-23."""
    table = at_writing("1 1", 6, "1 6")
    table.play(0, "line 1 from b2 se")
    assert shaded_hexes(table) == {"b2", "c3", "d4", "d5", "e6", "e7"}, "six hexes, and one would be left"
    table = at_writing("1 1", 6, "1 6")
    table.play(0, "line 1 from a1 e")
    assert shaded_hexes(table) == {"a1", "b1", "c1"}, "label 2 ends the line"
    table = arrange(at_writing("1 1", 6, "1 6"), shaded="d4")
    table.play(0, "line 1 from b2 se")
    assert shaded_hexes(table) == {"b2", "c3", "d4"}, "a shaded hex ends the line"
    table = arrange(at_writing("1 1", 6, "1 6"), shaded="b2")
    with pytest.raises(Illegal, match="b2 is already shaded"):
        table.play(0, "line 1 from b2 se")


def test_td23_a_direction_that_ends_at_once_may_be_chosen() -> None:
    """TD-23."""
    for direction in ("ne", "nw", "w"):
        table = at_writing("1 1", 6, "1 6")
        table.play(0, f"line 1 from a1 {direction}")
        assert shaded_hexes(table) == {"a1"}


def test_td24_one_line_has_one_name_and_the_others_are_understood() -> None:
    """TD-24."""
    table = at_writing("1 1", 6, "3 4")
    border = {"h6", "g7", "f8"}
    names = [text for text in starting(table, "line") if lines_of(table)[text] == border]
    assert names == ["line 3 from h6 sw"], "dice 3 and 4 share the border line"
    table.play(0, "line 4 from f8 ne")
    assert table.log[-1].text == "line 3 from h6 sw"  # type: ignore[union-attr]
    assert shaded_hexes(table) == border


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(CHARGER.names), max_size=40), st.integers(1, 6), st.integers(1, 6))
def test_td24_every_other_name_is_understood(shaded: set[str], a: int, b: int) -> None:
    """TD-24."""
    table = arrange(at_writing("1 1", 6, f"{min(a, b)} {max(a, b)}"), shaded=" ".join(shaded))
    cells = {name: CHARGER.cells[number] for number, name in enumerate(CHARGER.names)}
    for hexes, names in line_names({cells[name] for name in shaded}, (a, b)).items():
        for name in names:
            meant = table.game.moves.text(table.read(0, name))
            assert meant == names[0], f"{name} shades {len(hexes)} hexes"


def test_td24_shortened_names_count_too() -> None:
    """TD-24, TD-02."""
    table = at_writing("1 1", 6, "3 4")
    assert table.game.moves.text(table.read(0, "l 4 f8 ne")) == "line 3 from h6 sw"
    with pytest.raises(Ambiguous, match="line 3 from h6 sw, line 4 from f8 nw"):
        table.read(0, "line 4 f8 n")
    table = opened(NAME, 1, 3, 5, 6, 3, 4)
    table.play(0, "a nav 5 3 phone 4 3")
    assert table.position.unused == 6


def test_td24_a_single_hex_is_named_by_its_first_direction() -> None:
    """TD-24."""
    table = at_writing("1 1", 6, "1 2")
    table.play(0, "line 2 from c1 ne")
    assert table.log[-1].text == "line 2 from c1 e"  # type: ignore[union-attr]


@settings(max_examples=60, deadline=None)
@given(st.sets(st.sampled_from(CHARGER.names), max_size=40), st.integers(1, 6), st.integers(1, 6))
def test_td23_td24_all_lines_agree_with_plain_geometry(shaded: set[str], a: int, b: int) -> None:
    """TD-23, TD-24."""
    table = arrange(at_writing("1 1", 6, f"{min(a, b)} {max(a, b)}"), shaded=" ".join(shaded))
    cells = {name: CHARGER.cells[number] for number, name in enumerate(CHARGER.names)}
    expected = line_names({cells[name] for name in shaded}, (a, b))
    found = {text: frozenset(cells[name] for name in hexes) for text, hexes in lines_of(table).items()}
    assert found == {names[0]: hexes for hexes, names in expected.items()}


def test_td25_a_label_without_an_unshaded_hex_is_a_pass() -> None:
    """TD-25."""
    table = arrange(at_writing("1 1", 6, "1 2"), shaded="a1 b2")
    with pytest.raises(Illegal, match="pass only on a label with no unshaded hex: 1, 2 can still start a line"):
        table.play(0, "pass")
    table = arrange(at_writing("1 1", 6, "1 2"), shaded="a1 b2 a2")
    assert starting(table, "pass") == ["pass"]
    assert {text.split()[1] for text in starting(table, "line")} == {"2"}, "the other label may still be chosen"
    table.play(0, "pass")
    assert len(shaded_hexes(table)) == 3
    assert starting(table, "line", "pass") == [], "both phone dice are used"
    with pytest.raises(Illegal, match="already used the phone dice of this round"):
        table.play(0, "pass")


@pytest.mark.parametrize(("dice", "shaded"), [("1 2", "c1 e2 f2"), ("1 2", "a1 a2 b2 c1 e2 f2"), ("1 1", "a1 a2 b2")])
def test_td25_all_passes_are_one(dice: str, shaded: str) -> None:
    """TD-25."""
    table = arrange(at_writing("1 1", 6, dice), shaded=shaded)
    assert starting(table, "pass") == ["pass"]


def test_td26_a_dotted_hex_is_ordinary_until_shaded() -> None:
    """TD-26."""
    table = at_writing("1 1", 6, "1 4")
    table.play(0, "line 1 from b2 se")
    assert shaded_hexes(table) == {"b2", "c3", "d4", "d5"}, "c3 is dotted and does not end the line"
    table = arrange(at_writing("1 1", 6, "1 4"), shaded="c3")
    table.play(0, "line 1 from b2 se")
    assert shaded_hexes(table) == {"b2", "c3"}, "shaded, it does"


# The unused die


def test_td30_shading_a_dotted_hex_unlocks_an_ability() -> None:
    """TD-30."""
    table = at_writing("1 2", 6, "1 2")
    assert starting(table, "unused") == []
    with pytest.raises(Illegal, match="You have no swap now: shade a dotted hex"):
        table.play(0, "unused for nav 1")
    table.play(0, "line 1 from b2 se")
    assert rules.abilities(table.position.sheets[0]) == 1
    assert starting(table, "unused") == ["unused for nav 2", "unused for nav 1"]


@pytest.mark.parametrize(("shaded", "count"), [("", 0), ("c3", 1), ("c3 e3", 2), ("c3 e3 c7", 3), ("c3 e3 c7 e7", 4)])
def test_td30_one_ability_a_dotted_hex(shaded: str, count: int) -> None:
    """TD-30."""
    table = arrange(at_writing("1 2", 6, "1 2"), shaded=shaded + " d5 a1")
    assert rules.abilities(table.position.sheets[0]) == count


def test_td31_the_unused_die_stands_in_for_one_die_of_that_player() -> None:
    """TD-31."""
    table = arrange(at_writing("1 2", 6, "3 5", seats=2), shaded="c3")
    assert starting(table, "unused") == [
        "unused for nav 2", "unused for nav 1", "unused for phone 5", "unused for phone 3"
    ]  # fmt: skip
    table.play(0, "unused for nav 1")
    assert {text.split()[1] for text in starting(table, "write")} == {"2", "6"}
    assert {text.split()[1] for text in starting(table, "write", seat=1)} == {"1", "2"}, "only that player is affected"
    assert starting(table, "unused") == [], "each ability works once"
    assert table.waiting == [0, 1]


def test_td31_it_may_be_spent_in_the_round_that_unlocks_it() -> None:
    """TD-31."""
    table = at_writing("1 2", 6, "1 2")
    for text in ("line 1 from b2 se", "unused for nav 2", "write 6 a1", "write 1 b2"):
        table.play(0, text)
    assert table.round_no == 2
    assert table.position.sheets[0].spent == 1


def test_td31_an_ability_keeps_until_a_later_round() -> None:
    """TD-31."""
    table = at_writing("1 2", 6, "1 2")
    for text in ("line 1 from b2 se", "write 2 a1", "write 1 b2"):
        table.play(0, text)
    while table.round_no < 4 or not starting(table, "write"):
        table.play(0, next(text for text in table.legal(0) if not text.startswith("unused")))
        assert rules.abilities(table.position.sheets[0]) == 1
    sheet = table.position.sheets[0]
    table.position.unused = 6
    value = int(sheet.nav[0])
    table.play(0, f"unused for nav {value}")
    assert rules.abilities(table.position.sheets[0]) == 0


def test_td31_a_phone_die_too_and_for_that_player_only() -> None:
    """TD-31."""
    table = arrange(at_writing("1 2", 6, "3 5", seats=2), shaded="c3")
    for text in ("write 1 a1", "write 2 b2"):
        table.play(0, text)
    assert starting(table, "unused") == ["unused for phone 5", "unused for phone 3"], (
        "also when the numbers are written"
    )
    table.play(0, "unused for phone 3")
    assert {text.split()[1] for text in starting(table, "line")} == {"5", "6"}
    assert {text.split()[1] for text in starting(table, "line", seat=1)} == {"3", "5"}


def test_td31_all_that_is_offered() -> None:
    """TD-10, TD-24, TD-31."""
    table = arrange(at_writing("2 3", 6, "4 4"), shaded="c3")
    legal = table.legal(0)
    assert len(set(legal)) == len(legal)
    writes = [f"write {value} {box}" for value in (2, 3) for box in MATRIX.names]
    lines = [names[0] for names in line_names({(0, -2)}, (4, 4)).values()]
    unused = ["unused for nav 3", "unused for nav 2", "unused for phone 4"]
    assert sorted(legal) == sorted([*writes, *lines, *unused])
    table.play(0, "unused for phone 4")
    assert table.position.sheets[0].spent == 1
    assert starting(table, "unused") == []


def test_td31_all_four_used_is_said() -> None:
    """TD-30, TD-31."""
    table = arrange(at_writing("1 2", 6, "3 5"), shaded="c3 e3 c7 e7")
    table.position.sheets[0].spent = 4
    with pytest.raises(Illegal, match="You have used all your swaps"):
        table.play(0, "unused for nav 1")


def test_td31_not_for_equal_values_nor_for_used_dice() -> None:
    """TD-31."""
    table = arrange(at_writing("2 6", 6, "3 6"), shaded="c3 e3")
    assert starting(table, "unused") == ["unused for nav 2", "unused for phone 3"]
    with pytest.raises(Illegal, match="The unused die shows 6 too"):
        table.play(0, "unused for nav 6")
    table.play(0, "write 2 a1")
    assert starting(table, "unused") == ["unused for phone 3"]
    with pytest.raises(Illegal, match="no die of that kind left that shows 2"):
        table.play(0, "unused for nav 2")
    table.play(0, "line 3 from h4 e")
    assert starting(table, "unused") == [], "the phone line uses both phone dice at once"
    assert at_writing("4 4", 6, "5 5").legal(0).count("unused for nav 4") == 0


def test_td31_equal_dice_are_offered_once() -> None:
    """TD-31."""
    table = arrange(at_writing("4 4", 6, "5 5"), shaded="c3")
    assert starting(table, "unused") == ["unused for nav 4", "unused for phone 5"]
    table.play(0, "unused for phone 5")
    assert {text.split()[1] for text in starting(table, "line")} == {"5", "6"}
    table.play(0, "line 6 from a4 e")
    assert shaded_hexes(table) == {"c3", "a4", "b4", "c4", "d4", "e4"}, "label 6, distance 5"


@pytest.mark.parametrize(
    ("nav", "unused", "instead", "left"),
    [("2 5", 3, 2, {"3", "5"}), ("2 5", 3, 5, {"2", "3"}), ("2 5", 1, 5, {"1", "2"}), ("2 5", 6, 2, {"5", "6"})],
)
def test_td31_the_other_die_of_the_pair_stays(nav: str, unused: int, instead: int, left: set[str]) -> None:
    """TD-31."""
    table = arrange(at_writing(nav, unused, "1 1"), shaded="c3")
    table.play(0, f"unused for nav {instead}")
    assert {text.split()[1] for text in starting(table, "write")} == left
    for value in sorted(left):
        table.play(0, f"write {value} {'a1' if value == min(left) else 'b2'}")
    assert starting(table, "write") == []


def test_td31_it_may_stand_in_for_the_second_number_too() -> None:
    """TD-31."""
    table = arrange(at_writing("2 5", 6, "1 1"), shaded="c3")
    table.play(0, "write 5 a1")
    table.play(0, "unused for nav 2")
    assert {text.split()[1] for text in starting(table, "write")} == {"6"}
    table.play(0, "write 6 b2")
    assert starting(table, "write", "unused") == []


def test_td32_two_abilities_stand_in_for_two_dice_of_one_round() -> None:
    """TD-32."""
    table = arrange(at_writing("1 2", 6, "3 5", seats=2), shaded="c3 e3")
    table.play(0, "unused for nav 1")
    table.play(0, "unused for nav 2")
    assert {text.split()[1] for text in starting(table, "write")} == {"6"}
    assert table.position.unused == 6, "it keeps its value for everybody"
    for text in ("write 6 a1", "write 6 b2"):
        table.play(0, text)
    arrange(table, seat=1, shaded="c7")
    table.play(1, "unused for phone 3")
    assert {text.split()[1] for text in starting(table, "line", seat=1)} == {"5", "6"}
    assert table.position.unused == 6, "nor does a swap on the phone side change it"
