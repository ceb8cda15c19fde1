"""Every rule of Terminal Dispute, by its id. Tables here are opened with dice written down and played in notation."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollwright.core.dice import SeededDice
from rollwright.core.errors import Ambiguous, Illegal, NotYourTurn, Refusal
from rollwright.core.game import open_game
from rollwright.games.terminal_dispute import rules, words
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED, DOTTED, LINE_POINTS, MATRIX, STARTS
from rollwright.table import Moved, Rolled, Table
from rollwright.testing import opened

NAME = "terminal_dispute"


def at_writing(nav: str, unused: int, phone: str, seats: int = 1) -> Table:
    """Open a table in round 1, the dice allocated: ``at_writing("3 5", 6, "3 4")``."""
    faces = [int(face) for face in f"{nav} {phone} {unused}".split()]
    table = opened(NAME, seats, *faces, *[1] * 500, **({"start": "1"} if seats > 1 else {}))
    table.play(0, f"allocate nav {nav} phone {phone}")
    return table


def arrange(table: Table, seat: int = 0, matrix: str = "", shaded: str = "") -> Table:
    """Put numbers (``. 3 x`` row by row) and shaded hexes (by name) on a sheet."""
    sheet = table.position.sheets[seat]
    for box, mark in enumerate(matrix.split()):
        sheet.matrix[box] = CROSSED if mark == "x" else 0 if mark == "." else int(mark)
    sheet.shaded = sum(1 << CHARGER.index(name) for name in shaded.split())
    return table


def starting(table: Table, *words: str, seat: int = 0) -> list[str]:
    """Return the legal moves that begin with one of these words."""
    return [text for text in table.legal(seat) if text.split()[0] in words]


def shaded_hexes(table: Table, seat: int = 0) -> set[str]:
    bits = int(table.position.sheets[seat].shaded)
    return {name for number, name in enumerate(CHARGER.names) if bits >> number & 1}


def finish_writing(table: Table, seat: int) -> None:
    """Let a seat use all its dice, whichever way comes first."""
    while seat in table.waiting and table.position.phase == rules.WRITING:
        moves = [text for text in table.legal(seat) if not text.startswith("unused")]
        table.play(seat, moves[0])


def play_randomly(table: Table, seed: int) -> Table:
    random = Random(seed)
    while not table.over:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    return table


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
    with pytest.raises(NotYourTurn, match="the table waits for Seat 2"):
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
    with pytest.raises(Illegal, match="e3 shares a row or column with b3"):
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
    with pytest.raises(Illegal, match="No box may take the 3 now"):
        table.play(0, "write 3 b1")
    with pytest.raises(Illegal, match="a1 is not empty"):
        table.play(0, "cross a1")
    table.play(0, "cross a2")
    assert starting(table, "write", "cross") == []
    with pytest.raises(Illegal, match="Both navigation dice of this round are used"):
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
    with pytest.raises(Illegal, match="b2 is shaded already"):
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


COMPASS = {"e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1), "ne": (1, -1)}
LABELS = {1: (0, -4), 2: (4, -4), 3: (4, 0), 4: (0, 4), 5: (-4, 4), 6: (-4, 0)}


Cells = frozenset[tuple[int, int]]


def line_names(shaded: set[tuple[int, int]], dice: tuple[int, int]) -> dict[Cells, list[str]]:
    """All lines two dice can draw, with all their names, the first name first: TD-20 to TD-25 on coordinates."""
    named: dict[Cells, list[str]] = {}
    for label, distance in sorted({(dice[0], dice[1]), (dice[1], dice[0])}):
        for near in COMPASS.values():
            start = (LABELS[label][0] + near[0], LABELS[label][1] + near[1])
            if start not in CHARGER.cells or start in shaded:
                continue
            for name, (dq, dr) in COMPASS.items():
                line = [start]
                while len(line) < distance:
                    ahead = (line[-1][0] + dq, line[-1][1] + dr)
                    if ahead not in CHARGER.cells or ahead in shaded:
                        break
                    line.append(ahead)
                text = f"line {label} from {CHARGER.names[CHARGER.cells.index(start)]} {name}"
                named.setdefault(frozenset(line), []).append(text)
    return named


def lines_of(table: Table, seat: int = 0) -> dict[str, set[str]]:
    """Return what each legal line would shade."""
    before = shaded_hexes(table, seat)
    drawn = {}
    for text in starting(table, "line", seat=seat):
        position = table.position.copy()
        table.rules.play(position, seat, table.read(seat, text))
        bits = int(position.sheets[seat].shaded)
        drawn[text] = {name for number, name in enumerate(CHARGER.names) if bits >> number & 1} - before
    return drawn


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
    with pytest.raises(Illegal, match="The phone dice of this round are used"):
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
    with pytest.raises(Illegal, match="You have no ability now: shade a dotted hex"):
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
    with pytest.raises(Illegal, match="You have used all your abilities"):
        table.play(0, "unused for nav 1")


def test_td31_not_for_equal_values_nor_for_used_dice() -> None:
    """TD-31."""
    table = arrange(at_writing("2 6", 6, "3 6"), shaded="c3 e3")
    assert starting(table, "unused") == ["unused for nav 2", "unused for phone 3"]
    with pytest.raises(Illegal, match="The unused die shows 6 too"):
        table.play(0, "unused for nav 6")
    table.play(0, "write 2 a1")
    assert starting(table, "unused") == ["unused for phone 3"]
    with pytest.raises(Illegal, match="No die of that kind showing 2 is left"):
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


# What is said


def test_td25_what_is_asked_names_only_open_labels() -> None:
    """TD-25."""

    def asked(dice: str, shaded: str) -> str:
        table = arrange(at_writing("1 1", 6, dice), shaded=shaded)
        return str(words.ask(table.position, 0, table.players))

    assert "from label 1, length 3, or from label 3, length 1." in asked("1 3", "")
    half = asked("1 3", "a1 b2 a2")
    assert (
        "Shade a line on the charger: from label 3, length 1. Label 1 has no unshaded hex, so you may also pass."
        in half
    )
    assert "No unshaded hex touches label 1: nothing can be shaded, so pass." in asked("1 1", "a1 b2 a2")


def test_td23_a_refused_start_is_told_which_are_open() -> None:
    """TD-23, TD-25."""
    table = arrange(at_writing("1 1", 6, "1 3"), shaded="a1 b2")
    with pytest.raises(Illegal, match=r"c4 does not touch label 1: start at a2\."):
        table.play(0, "line 1 from c4 e")
    with pytest.raises(Illegal, match=r"b2 is shaded already: start at a2\."):
        table.play(0, "line 1 from b2 e")
    arrange(table, shaded="a1 b2 a2")
    with pytest.raises(Illegal, match="No unshaded hex touches label 1: choosing it means to pass"):
        table.play(0, "line 1 from a2 e")


def test_td31_an_ability_is_offered_only_when_it_would_change_a_die() -> None:
    """TD-31."""
    table = arrange(at_writing("6 6", 6, "6 6"), shaded="c3")
    assert "unused" not in str(words.ask(table.position, 0, table.players))
    assert not [phrase for phrase in words.explain(table.position, 0) if "unused for nav" in str(phrase)]
    table = arrange(at_writing("5 6", 6, "6 6"), shaded="c3")
    assert "You may let the unused 6 stand in for a die (1 ability)." in str(
        words.ask(table.position, 0, table.players)
    )


def test_td05_the_rounds_are_ticked_off() -> None:
    """TD-05."""
    table = at_writing("1 2", 6, "1 2", seats=2)
    assert "Round 1 of 12  □□□□□□□□□□□□  navigation 1 2, phone 1 2, unused 6" in table.drawing()
    for seat in range(2):
        finish_writing(table, seat)
    assert "Round 2 of 12  ■□□□□□□□□□□□  dice 1 1 1 1 1" in table.drawing()
