"""What the sheet and the tray of Terminal Dispute show, and what is asked while a move is pointed out."""

import re
from itertools import pairwise

import pytest

import rollwright
from rollwright.core.game import open_game
from rollwright.core.language import LANGUAGES
from rollwright.games.terminal_dispute.tests.staging import arrange, at_writing
from rollwright.table import Table
from rollwright.testing import opened
from rollwright.view import Part, Pen, Way, draw_parts, ways_of

GAME = open_game("terminal_dispute")
SCORING = "1 2 3 4 5 " + ". . . . . " * 3 + "1 6 . . ."


def drawn(table: Table, seat: int = 0, *, paper: bool = False) -> dict[str, Part]:
    """Draw a seat's sheet: its parts by name."""
    pen = Pen(GAME.speech(), live=not paper, paper=paper)
    return {part.name: part for part in draw_parts(GAME, table.seen_by(seat), seat, pen)}


def texts(markup: str) -> list[str]:
    """Return what is written in a group."""
    return re.findall(r">([^<>]+)<", markup)


def ways(table: Table) -> dict[str, Way]:
    """Return the ways of the first seat's moves by their texts."""
    moves = {table.read(0, text): text for text in table.legal(0)}
    return {moves[move]: way for move, way in ways_of(GAME, table.seen_by(0), 0, list(moves)).items()}


def test_td40_a_line_that_scores_has_a_full_chip_and_is_underlaid() -> None:
    """TD-40: a run of five, a pair in a column, nothing in the others."""
    groups = drawn(arrange(at_writing("4 5", 6, "1 6"), matrix=SCORING))["matrix"].groups
    points = {name: texts(groups[name]) for name in groups if name.startswith(("row-", "column-"))}
    assert [points[f"row-{i}"] for i in range(5)] == [["7"], ["0"], ["0"], ["0"], ["0"]]
    assert [points[f"column-{i}"] for i in range(5)] == [["1"], ["0"], ["0"], ["0"], ["0"]]
    for name, (shown,) in points.items():
        assert ("chip won" in groups[name], "scores" in groups[name]) == (shown != "0", shown != "0")
    strength = [float(re.findall(r'fill-opacity="([\d.]+)"', groups[name])[0]) for name in ("column-0", "row-0")]
    assert 0 < strength[0] < strength[1] == 1, "the more a line scores, the stronger it is underlaid"


def test_td43_the_battery_and_the_sum_tell_what_is_charged() -> None:
    """TD-43, TD-44."""
    table = arrange(at_writing("4 5", 6, "1 6"), matrix=SCORING, shaded="a1 b1 c1 d5")
    groups = drawn(table)["charger"].groups
    assert texts(groups["battery"]) == ["4 of 55"]
    assert texts(groups["sums"]) == ["8", "4", "12", "+"]


def test_td30_swaps_are_locked_ready_or_spent() -> None:
    """TD-30."""
    table = arrange(at_writing("4 5", 6, "1 6"), shaded="c3 e3 c7")
    table.position.sheets[0].spent = 1
    uses = drawn(table)["charger"].groups["uses"]
    assert re.findall(r'class="ring (\w+)"', uses) == ["spent", "ready", "ready", "locked"]
    assert uses.count('class="scribble"') == 1


def test_td22_the_labels_on_the_phone_dice_are_asked() -> None:
    """TD-22: until the line is drawn."""

    def asked() -> list[str]:
        groups = drawn(table)["charger"].groups
        return [name for name in groups if name.startswith("label-") and "asked" in groups[name]]

    table = at_writing("4 5", 6, "1 6")
    assert asked() == ["label-1", "label-6"]
    table.play(0, "line 1 from a1 e")
    assert asked() == []


def test_td02_dice_lie_loose_until_they_are_shared_out() -> None:
    """TD-02: five dice beside three empty bays, then each die in its bay and none loose."""
    table = opened("terminal_dispute", 1, 1, 4, 5, 6, 6)
    tray = [part for part in drawn(table).values() if part.where == "dice"]
    assert [(part.name, [*part.groups]) for part in tray] == [
        ("dice", [f"die-{i}" for i in range(1, 6)]),
        ("bay-nav", ["zone-nav"]),
        ("bay-unused", ["zone-unused"]),
        ("bay-phone", ["zone-phone"]),
    ]
    assert [part.groups[f"zone-{part.name[4:]}"].count("zone-body") for part in tray[1:]] == [2, 1, 2]
    table.play(0, "allocate nav 4 5 phone 1 6")
    tray = [part for part in drawn(table).values() if part.where == "dice"]
    assert [[*part.groups] for part in tray] == [
        [],
        ["zone-nav", "nav-1", "nav-2"],
        ["zone-unused", "unused"],
        ["zone-phone", "phone-1", "phone-2"],
    ]
    assert "zone-body" not in tray[1].groups["zone-nav"]


def test_td01_one_die_draws_who_starts() -> None:
    """TD-01."""
    table = rollwright.open("terminal_dispute", seats=2, options={"start": "random"}, rolls_itself=False)
    assert [*drawn(table)["dice"].groups] == ["die-1"]
    table.roll()
    assert len(drawn(table)["dice"].groups) == len(table.dice_due) == 5


def test_dice_that_are_used_are_struck() -> None:
    table = at_writing("4 5", 6, "1 6")
    table.play(0, "write 5 b3")
    table.play(0, "line 1 from a1 e")
    groups = {name: each for part in drawn(table).values() for name, each in part.groups.items()}
    struck = {name for name, each in groups.items() if "used-up" in each}
    assert struck == {"nav-2", "phone-1", "phone-2"}
    assert 'aria-label="Navigation die 5, used"' in groups["nav-2"]


def test_bays_and_dice_are_drawn_at_the_scale_of_the_tray() -> None:
    """A die is 64 units wide, and a part of the tray as high as the page allows; no die overlaps another."""
    for table in (opened("terminal_dispute", 1, 1, 4, 5, 6, 6), at_writing("4 5", 6, "1 6")):
        for part in (part for part in drawn(table).values() if part.where == "dice"):
            dice = [each for each in part.groups.values() if "die-body" in each]
            middles = [float(re.findall(r'data-at="([\d.]+) ', each)[0]) for each in dice]
            assert 64 <= part.size[1] <= 110
            assert all('data-size="64"' in each for each in dice)
            assert all(after - before >= 64 for before, after in pairwise(middles))


def test_paper_has_rounds_and_points_and_room_but_no_dice() -> None:
    parts = drawn(at_writing("4 5", 6, "1 6"), paper=True)
    assert [*parts] == ["matrix", "charger", "rounds", "reference", "bay-nav", "bay-unused", "bay-phone"]
    assert parts["rounds"].groups["rounds"].count("<rect") == 12
    assert not any("die-body" in each for part in parts.values() for each in part.groups.values())
    assert texts(parts["matrix"].groups["row-0"]) == []
    assert texts(parts["charger"].groups["battery"]) == ["of 55"]


@pytest.mark.parametrize(
    ("move", "then"),
    [
        ("write 5 b3", "Where does the 5 go?"),
        ("line 1 from a1 e", "Which way does it go?"),
        ("unused for nav 4", "Which die makes way for the 2?"),
    ],
)
def test_what_is_begun_has_a_question_of_its_own(move: str, then: str) -> None:
    table = arrange(at_writing("4 5", 2, "1 6"), shaded="c3")
    asked = ways(table)[move].then
    assert str(asked) == then
    assert asked is not None
    assert not any(GAME.speech(language).lacks(asked) for language in LANGUAGES)


def test_a_box_that_is_picked_first_is_asked_for_its_number() -> None:
    asked = {move: str(way.backward) for move, way in ways(at_writing("4 5", 2, "1 6")).items() if way.backward}
    assert asked["write 4 b3"] == asked["write 5 b3"] == "Which number goes into b3?"
    assert all(move.startswith("write") for move in asked)


def test_sharing_out_asks_for_the_others() -> None:
    found = ways(opened("terminal_dispute", 1, 1, 4, 5, 6, 6))
    assert {str(way.then) for way in found.values()} == {"Where do the others go?"}
