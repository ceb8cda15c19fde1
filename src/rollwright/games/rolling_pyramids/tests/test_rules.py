"""The map, the set-up, the round and the end of Rolling Pyramids, rule by rule."""

import numpy as np
import pytest

from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.games.rolling_pyramids import SCORE_BOUNDS, sheet
from rollwright.games.rolling_pyramids.tests.reference import (
    BORDERS,
    FACTIONS,
    MAPS,
    NAME,
    NEAR,
    NUMBERED,
    SPACES,
    WHERE,
    ZONES,
)
from rollwright.games.rolling_pyramids.tests.staging import (
    arrange,
    begun,
    deploying,
    discard_all,
    fight,
    finish,
    held,
    kinds,
    new_table,
    play,
    rolled,
    write,
    writes,
)
from rollwright.table import Table

# Map


def test_rp01_a_space_has_points_or_a_factory() -> None:
    """RP-01: a white pyramid with two numbers, or a black one; start zones have neither."""
    for line, name in enumerate(sheet.MAPS):
        for number, space in enumerate(SPACES):
            points = int(sheet.POINTS[line, number]), int(sheet.LAST_POINTS[line, number])
            factory = int(sheet.FACTORY[line, number])
            if space in ZONES:
                assert (points, factory) == ((0, 0), -1)
            else:
                worth = MAPS[name][space]
                found = sheet.PARTS[factory] if factory >= 0 else points
                assert found == worth, (name, space)
                assert factory < 0 or points == (0, 0)


def test_rp01_start_zones_are_never_attacked() -> None:
    """RP-01: not even by a bomb."""
    table = deploying(begun("sobeccians", "bastet", zones="ab"))
    table.position.sheets[0].group[:] = 1
    targets = {text.split()[2] for text in table.legal(0) if text.startswith("send")}
    assert targets == set(NUMBERED)


def test_rp02_the_spaces_lie_as_the_rules_say() -> None:
    """RP-02: rows of 5, 4, 5, 4, 5; round the centre clockwise, then round the rim."""
    assert [len(row.split()) for row in sheet.DATA["rows"]] == [5, 4, 5, 4, 5]
    corners = "a -2 -2, b 2 -2, c 2 2, d -2 2"
    ring = "2 -0.5 -1, 3 0.5 -1, 4 1 0, 5 0.5 1, 6 -0.5 1, 7 -1 0"
    top, right = "8 -1 -2, 9 0 -2, 10 1 -2", "11 1.5 -1, 12 2 0, 13 1.5 1"
    bottom, left = "14 1 2, 15 0 2, 16 -1 2", "17 -1.5 1, 18 -2 0, 19 -1.5 -1"
    told = [each.split() for each in f"1 0 0, {corners}, {ring}, {top}, {right}, {bottom}, {left}".split(", ")]
    assert len(told) == len(SPACES)
    for space, x, y in told:
        assert sheet.PLACES[SPACES.index(space)] == (float(x), int(y)), space


def test_rp02_borders_are_where_hexes_touch() -> None:
    """RP-02."""
    assert list(sheet.BORDER_NAMES) == BORDERS
    assert len(BORDERS) == (4 + 3 + 4 + 3 + 4) + 4 * 8, "along the rows and between them"
    for one, space in enumerate(SPACES):
        near = {SPACES[other] for other in range(23) if sheet.NEIGHBOURS[one] >> other & 1}
        assert near == NEAR[space] == {SPACES[other] for other in range(23) if sheet.NEXT[one, other]}
        for other in range(23):
            border = int(sheet.BORDER_BETWEEN[one, other])
            assert (border >= 0) == (SPACES[other] in near)
            assert border < 0 or set(sheet.BORDER_ENDS[border].tolist()) == {one, other}
    assert (NEAR["1"], NEAR["a"], NEAR["c"]) == (set("234567"), {"8", "19"}, {"13", "14"})


@pytest.mark.parametrize("mirror", [(1, -1), (-1, 1)])
def test_rp02_both_mirrors_leave_shape_and_contents_equal(mirror: tuple[int, int]) -> None:
    """RP-02: so the zones are equal."""
    places = {sheet.PLACES[number]: space for number, space in enumerate(SPACES)}
    turned = {space: places[x * mirror[0], y * mirror[1]] for (x, y), space in places.items()}
    for contents in MAPS.values():
        assert all(contents[space] == contents[turned[space]] for space in NUMBERED)
    assert {turned[zone] for zone in ZONES} == set(ZONES)
    assert len(WHERE) == len(places)


@pytest.mark.parametrize(
    ("name", "space", "points", "last"),
    [
        ("inner", "1", 3, 9), ("inner", "9", 2, 4), ("inner", "15", 2, 4), ("inner", "8", 1, 2), ("inner", "19", 1, 2),
        ("inner", "4", 0, 0), ("inner", "2", 0, 0),
        ("outer", "1", 3, 9), ("outer", "2", 2, 4), ("outer", "7", 2, 4), ("outer", "8", 1, 2), ("outer", "16", 1, 2),
        ("outer", "9", 0, 0), ("outer", "12", 0, 0), ("outer", "11", 0, 0),
        ("4x", "1", 4, 12), ("4x", "2", 2, 5), ("4x", "6", 2, 5), ("4x", "8", 1, 3), ("4x", "18", 1, 3),
        ("4x", "4", 0, 0), ("4x", "9", 0, 0),
    ],
)  # fmt: skip
def test_rp03_and_rp30_pyramids_score(name: str, space: str, points: int, last: int) -> None:
    """RP-03, RP-30: the upper number each round, the lower one instead in round 10."""
    table = deploying(arrange(begun(map_name=name), f"{space} 2 1"))
    finish(table, "ready")
    assert (table.score(1), table.score(0)) == (points, 0)
    table = deploying(arrange(begun(map_name=name), f"{space} 2 1"))
    table.position.round_no = 10
    finish(table, "ready")
    assert (table.score(1), table.score(0), table.over) == (last, 0, True)


def test_rp30_points_add_up_over_the_rounds() -> None:
    """RP-30: what is held when the fights are over scores, however it came."""
    table = arrange(begun(map_name="4x"), "1 1 5", "2 1 1", "4 1 1", "8 2 2")
    fight(deploying(table), "2 legion 2 = 3")
    assert (table.score(0), table.score(1)) == (4, 1 + 2)
    finish(play(table, 1, "cross footmen-1 1"), "done")
    finish(deploying(table), "ready")
    assert (table.round_no, table.score(0), table.score(1)) == (3, 4 + 4, 3 + 3)
    assert table.seen_by(0).sheets["points"][:2].tolist() == [8, 6], "a sum of public facts is no secret"


FACTORIES = [
    ("inner", "4", "legion-1"), ("inner", "7", "legion-1"), ("inner", "2", "bomb-2"), ("inner", "3", "bomb-2"),
    ("inner", "5", "bomb-2"), ("inner", "6", "bomb-2"), ("outer", "9", "legion-1"), ("outer", "15", "legion-1"),
    ("outer", "12", "footmen-1"), ("outer", "18", "footmen-1"), ("outer", "11", "colossus-2"),
    ("outer", "13", "colossus-2"), ("outer", "17", "colossus-2"), ("outer", "19", "colossus-2"),
    ("4x", "4", "colossus-2"), ("4x", "7", "colossus-2"), ("4x", "9", "footmen-1"), ("4x", "15", "footmen-1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "space", "slot"), FACTORIES)
def test_rp03_and_rp04_factories_change_numbers_by_two(name: str, space: str, slot: str) -> None:
    """RP-03, RP-04: when writing into the matching part of the board."""
    for owner, wanted in (("1", "1 3 5"), ("2", "3")):
        table = rolled(arrange(begun(map_name=name), f"{space} {owner} 1"), "1 1 1 1", "3 3 4 4")
        numbers = "2 4 6" if owner == "1" else "4"
        if slot == "footmen-1":
            assert writes(table, slot, "2d4-3") == ("1 3" if owner == "1" else "3")
            assert writes(table, slot, "2d8-4") == ("2 4" if owner == "1" else "4")
        else:
            assert writes(table, slot, "2d8-4") == numbers
            assert writes(table, slot, "2d4-3") == (wanted.replace("1 ", "") if slot == "bomb-2" else wanted)
        for other in {"legion-1", "bomb-2", "colossus-2", "hero"} - {slot}:
            assert writes(table, other, "2d4-3") == "3", "no other part"
        assert (writes(table, "pair-1", "2d4-3"), writes(table, "pair-1", "2d8-4")) == ("3", "4")


def test_rp04_two_of_a_kind_count_once() -> None:
    """RP-04."""
    table = rolled(arrange(begun(), "4 1 1", "7 1 1"), "1 1 1 1", "1 1 5 5")
    assert writes(table, "legion-2", "2d8-5") == "3 5 7"


# Set-up


@pytest.mark.parametrize("first", [1, 2, 3])
def test_rp41_start_zones_are_chosen_in_reverse_turn_order(first: int) -> None:
    """RP-41, RP-22: the last player first."""
    table = new_table(*FACTIONS[:3], first=first)
    assert (table.round_no, table.log[1].sides) == (0, (3,))  # type: ignore[union-attr]
    free = ["zone a", "zone b", "zone c", "zone d"]
    for place in (2, 1, 0):
        seat = (first - 1 + place) % 3
        assert (table.waiting, table.legal(seat)) == ([seat], free)
        play(table, seat, free.pop(1))
    assert held(table, "b") == f"{(first + 1) % 3 + 1} 0"
    assert (table.round_no, table.roller, table.dice_due) == (1, first - 1, [4, 4, 8, 8] * 3)
    assert [held(table, zone) for zone in "abcd"].count("") == 1
    assert [SPACES[each.zone] for each in table.position.sheets[:3]].count("b") == 1


def test_rp40_no_faction_twice_at_a_table() -> None:
    """RP-40: four factions, and two of a kind are refused."""
    table = new_table(*FACTIONS)
    assert [FACTIONS[each.faction] for each in table.position.sheets] == list(FACTIONS)
    with pytest.raises(Refusal):
        new_table("bastet", "bastet")


@pytest.mark.parametrize("seats", [0, 5])
def test_one_to_four_can_play(seats: int) -> None:
    """RP-20."""
    assert list(open_game(NAME).seats) == [1, 2, 3, 4]
    with pytest.raises(Refusal):
        Table(open_game(NAME), seats, None, {})  # type: ignore[arg-type]


# Round


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rp20_dice_are_taken_in_a_snake(seats: int) -> None:
    """RP-20: two d4 and two d8 a player; from first to last, then from last to first, twice."""
    table = begun(*FACTIONS[:seats], first=seats)
    assert table.dice_due == [4, 4, 8, 8] * seats
    rolled(table, *["4 4 8 8"] * seats)
    order = [(seats - 1 + place) % seats for place in range(seats)]
    for seat in [*order, *reversed(order)] * 2:
        assert table.waiting == [seat]
        play(table, seat, table.legal(seat)[-1])
    assert kinds(table, 0) == {"ready", "send"}
    assert not any(table.position.dice), "four each"


def test_rp20_the_published_order_of_three() -> None:
    """RP-20: A B C, C B A, A B C, C B A."""
    table = rolled(begun(*FACTIONS[:3]))
    taken = ""
    while kinds(table, table.waiting[0]) >= {"discard"}:
        taken += "ABC"[table.waiting[0]]
        play(table, table.waiting[0], table.legal(table.waiting[0])[-1])
    assert taken == "ABCCBAABCCBA"


def test_rp20_a_die_that_was_taken_is_gone() -> None:
    """RP-20, RP-16: equal dice of one colour are one choice, as long as any is left."""
    table = rolled(begun(), "2 2 5 6", "3 4 7 7")
    dice = [text for text in table.legal(0) if text.startswith("discard")]
    assert sorted(dice) == [f"discard {die}" for die in ("1d4-2", "1d8-5", "1d8-6", "2d4-3", "2d4-4", "2d8-7")]
    play(table, 0, "discard 1d4-2")
    assert "discard 1d4-2" in table.legal(1)
    play(table, 1, "write 2 hero from 1d4-2")
    assert not any("1d4" in text for text in table.legal(1)), "both are gone"
    play(table, 1, "discard 2d8-7")
    assert "discard 2d8-7" in table.legal(0)
    assert len(table.legal(0)) == len(set(table.legal(0)))


def test_rp22_the_first_player_passes_clockwise() -> None:
    """RP-22: the first one is random."""
    table = begun(*FACTIONS[:3], first=2)
    for round_no in range(1, 6):
        assert (table.round_no, table.roller) == (round_no, round_no % 3)
        rolled(table)
        assert table.waiting == [round_no % 3]
        finish(deploying(table), "ready")


def test_rp32_the_most_points_win_after_ten_rounds() -> None:
    """RP-32: the game is over after the fights of round 10; a tie is shared."""
    table = arrange(begun(map_name="4x"), "8 1 1", "10 2 1")
    for round_no in range(1, 11):
        assert (table.round_no, table.over) == (round_no, False)
        finish(deploying(table), "ready")
    assert (table.over, table.round_no) == (True, 10)
    assert [table.score(seat) for seat in range(2)] == [9 * 1 + 3] * 2
    assert table.ranking() == [[0, 1]]
    assert table.rules.tiebreak(table.position, 0) == table.rules.tiebreak(table.position, 1) == 0
    table.position.sheets[1].points += 1
    assert table.ranking() == [[1], [0]]


def test_rp32_round_ten_has_no_clean_up() -> None:
    """RP-31, RP-32: what was conquered crosses nothing any more, and no device is placed."""
    table = write(deploying(begun()), 0, "upgrade ram", "legion 1 2 3")
    table.position.round_no = 10
    fight(table, "1 footmen-1 8 = 1")
    assert (table.over, table.waiting, held(table, "8")) == (True, [], "1 1")
    assert not table.position.sheets["ready"].any()
    assert not table.position.sheets["triangles"].any()


def test_scores_stay_within_their_bounds() -> None:
    """RP-30, RP-32: nobody can have more than every pyramid of the richest map."""
    most = max(
        sum(9 * worth[0] + worth[1] for worth in contents.values() if not isinstance(worth, str))
        for contents in MAPS.values()
    )
    assert (0, 2 * most) == SCORE_BOUNDS


def test_rp23_rp28_rp31_phases_that_nobody_needs_are_passed_over() -> None:
    """RP-23, RP-28, RP-31: without pairs, conquests and devices only dice and orders are left."""
    table = begun()
    for _ in range(3):
        discard_all(rolled(table))
        assert [kinds(table, seat) for seat in range(2)] == [{"ready", "send"}] * 2
        finish(table, "ready")
        assert table.dice_due == [4, 4, 8, 8] * 2


def test_every_position_asks_for_dice_or_for_seats() -> None:
    """RP-20, RP-24: who is not waited for has no moves."""
    table = rolled(begun())
    assert (table.waiting, table.legal(1), table.dice_due) == ([0], [], [])
    deploying(table)
    play(table, 1, "ready")
    moves = np.zeros(2_000, np.int64)
    assert (table.waiting, table.rules.legal(table.position, 1, moves)) == ([0], 0)
