"""What the page of StarCraft draws and tells about it: notes, hits, rows, what others could do, paper."""

import re

import pytest

from rollwright.games.starcraft import view
from rollwright.games.starcraft.tests.drawings import note, parts, ways
from rollwright.games.starcraft.tests.reference import COLOURS, RACES
from rollwright.games.starcraft.tests.staging import (
    arrange,
    begun,
    in_tactics,
    laid,
    play,
    rolled,
    staged,
    with_red,
)
from rollwright.games.starcraft.view.cards import UNITS_WIDTH
from rollwright.table import Table
from rollwright.view import Part, Pen, draw_parts

# Notes


def test_a_row_tells_what_it_needs_and_scores_and_who_crossed_it_out() -> None:
    """SC-02, SC-31, SC-34, SC-41."""
    table = arrange(begun("terran", "protoss", "terran"), 1, "probe QXO", "nexus O", "gas 2")
    assert note(table, 1, "row-dragoon").startswith("Dragoon: 5-5, 6-6. Scores 2 each; built 0, crossed out 0, free 5.")
    assert note(table, 1, "row-nexus").startswith("Nexus: black 2, 5, 5, one after the other; next 5. Scores 3 each")
    assert "2, 3, 4: 1; 5: 2; 6: 3. Scores ½ each" in note(table, 1, "row-minerals")
    assert "built 1, crossed out 2, free 5. The next one brings the green die." in note(table, 1, "row-probe")
    assert "Cell 6 brings another blue die." in note(arrange(table, 1, "probe 4"), 1, "row-probe")
    arrange(table, 1, "probe OOXXX")
    table.position.sheets[1].reached = 2
    assert "brings another blue die, the green die, another blue die." in note(table, 1, "row-probe")
    assert "Scores 1 each" in note(table, 1, "row-probe")
    full = note(arrange(table, 1, "probe 8"), 1, "row-probe")
    assert "Scores 2 each; built 8, crossed out 0, free 0. The row is full." in full
    assert "Since" not in note(table, 1, "row-gas")
    play(in_tactics(table), 0, "ability gas")
    assert "built 1, crossed out 1, free 28. Since your last turn Ann crossed out 1 cell." in note(table, 1, "row-gas")
    table.position.sheets[1].hits[12], table.position.sheets[1].hit_by[12] = 2, 0b101
    assert "Since your last turn Ann, Cem crossed out 2 cells." in note(table, 1, "row-gas")


def test_a_row_and_a_die_tell_of_each_other() -> None:
    """SC-23, SC-24: the dice that pay for a row, the rows in which a die serves."""
    table = laid(begun("terran", "zerg"), white="1 2 3 3 6", black="1 2")
    found = view.about(table.position, 0, "row-scv")
    assert found is not None
    assert str(found.text).endswith("Build SCV (1-2-3): leaves white 3 6.")
    assert [spot for spot, _ in found.marks["dot"]] == ["die-white-1", "die-white-2", "die-white-3", "die-white-4"]
    assert note(table, 0, "row-ghost").endswith("The dice do not allow that now.")
    assert note(table, 0, "die-white-3") == "white 3. Can be used for: SCV (1-2-3), Marine (3-3)."
    assert note(table, 0, "die-black-2") == "black 2. Can be used for: Command Centre, Barracks."
    assert note(play(table, 0, "train 3-3"), 0, "die-white-4") == "white 3, used by Ann."
    table = rolled(arrange(begun("terran", "zerg"), 0, "scv 7"), blue="6 1 1", green="5", red="5")
    assert note(table, 1, "die-blue-3") == "blue 6. Brings minerals: 3."
    assert note(table, 0, "die-green-1").startswith("green 5. Brings gas: 2. Change green 5 to 4: brings 1 instead")
    assert "Can bring minerals +2 or gas +2." in note(table, 0, "die-red-1")


def test_a_rivals_row_tells_what_crosses_it_out_and_what_that_costs() -> None:
    """SC-31 to SC-34, SC-41."""
    table = in_tactics(begun("zerg", "protoss"))
    arrange(table, 1, "probe 8", "nexus QO", "gateway QX", "stargate QQQQQQQQ", "minerals 4", support=1, ability=2)
    assert note(table, 0, "rival-2").startswith("Attack Bob. Bob plays the Protoss. Left: support 1, ability 2.")
    assert "The Zerg cross it out with 1-2-3, 2-3-4, 3-4-5, 4-5-6." in note(table, 0, "rival-2-probe")
    assert note(table, 0, "rival-2-probe").endswith("Crossing out its first uncrossed cell costs 2.")
    nexus = note(table, 0, "rival-2-nexus")
    assert nexus.endswith("cross it out with black 5. Crossing out its first uncrossed cell costs 3."), (
        "2 is crossed out"
    )
    assert note(table, 0, "rival-2-gateway").endswith("with black 1 or 2. Its first uncrossed cell is free.")
    assert note(table, 0, "rival-2-stargate").endswith("All cells are crossed out.")
    assert note(table, 0, "rival-2-minerals").endswith("cell of it. Crossing out its first uncrossed cell costs ½.")
    assert "The dice do not make that" in note(staged("attacked"), 0, "rival-2-ghost")


def test_sc28_a_row_tells_what_it_would_leave_before_building_begins_in_every_turn() -> None:
    table = begun("terran", "terran")
    for seat in range(2):
        rolled(table, white="5 5 2 3 5 4", black="2 6")
        left = "Build Ghost (5-5-5): leaves white 2 3 4."
        who = "Bob" if seat == 0 else "Ann"
        assert note(table, seat, "row-ghost").endswith(f"{left} {who} could then build: SCV (2-3-4).")
        while table.waiting:
            play(table, table.waiting[0], "pass")


def test_sc20_a_die_that_is_not_rolled_yet_has_no_face_to_tell_of() -> None:
    table = laid(begun("terran", "terran"), white="1 1")
    while table.waiting:
        play(table, table.waiting[0], "pass")
    assert 'aria-label="A die, not rolled yet"' in parts(table, 1)["dice"].groups["die-white-1"]
    assert note(table, 1, "die-white-1") == ""


# Drawing


def test_sc31_a_fresh_hit_stands_out_until_the_own_turn_ends() -> None:
    """SC-31, SC-34: on the own sheet, and on those of the others."""
    table = arrange(begun("terran", "zerg"), 1, "gas XX", "minerals X")
    play(in_tactics(table), 0, "ability gas")
    table.roll([1])
    for seat, part, prefix in ((1, "resources", "marks"), (0, "buildings", "rival-2")):
        drawn = parts(table, seat)[part].groups
        hit = {name for name, each in drawn.items() if "was-hit" in each and "fresh-cut" in each}
        assert hit == {f"{prefix}-gas", f"{prefix}-minerals"}
    assert "was-hit" in parts(table, 1)["resources"].groups["row-gas"]
    cuts = re.findall(r'd="([^"]*)" class="(cut[^"]*)"', parts(table, 1)["resources"].groups["marks-gas"])
    assert [(kind, drawn.count("M")) for drawn, kind in cuts] == [("cut", 4), ("cut fresh-cut", 2)], "two strokes each"
    play(in_tactics(table), 1, "pass")
    assert not [name for part in parts(table, 1).values() for name, each in part.groups.items() if "fresh" in each]


@pytest.mark.parametrize(("row", "worth"), [("scv 7", "+1"), ("probe 7", "+1"), ("probe 8", "+2")])
def test_sc41_a_row_of_workers_shows_what_each_scores(row: str, worth: str) -> None:
    table = arrange(begun("terran" if "scv" in row else "protoss", "zerg"), 0, row)
    assert f'class="each">{worth}</text>' in parts(table, 0)["units"].groups[f"marks-{row[:-2]}"]


def test_a_sheet_is_three_columns_and_what_it_scores_is_told_by_part_and_in_pencil() -> None:
    table = arrange(begun("zerg", "terran", "protoss"), 0, "drone 8", "hatchery OO", "minerals 5", "gas 2")
    drawn = parts(table, 0)
    assert [name for name, part in drawn.items() if part.where == "sheet"] == ["units", "buildings", "resources"]
    assert len({part.size[1] for part in drawn.values() if part.where == "sheet"}) == 1, "side by side in one scale"
    halves = {"units": 32, "buildings": 12, "resources": 9}
    assert {name: part.halves for name, part in drawn.items() if part.halves is not None} == halves
    assert re.findall(r">([^<]+)</text>", drawn["resources"].groups["sums"]) == ["16", "6", "4½", "26½"]
    hidden = draw_parts(table.game, table.position, 0, Pen(table.game.speech(), totals=False))
    assert "<text" not in {part.name: part for part in hidden}["resources"].groups["sums"]


def test_what_is_printed_stays_when_something_is_built() -> None:
    """A page is sent what changed: no name, recipe or pictogram."""
    table = laid(begun("terran", "zerg"), white="6 6 1 2")
    before = {name: look for part in parts(table, 0).values() for name, look in part.groups.items()}
    play(table, 0, "train 6-6")
    after = {name: look for part in parts(table, 0).values() for name, look in part.groups.items()}
    changed = {name: look for name, look in after.items() if before.get(name) != look}
    own = {name for name in changed if not name.startswith(("die-", "left-", "could-", "panel", "rival-"))}
    assert own == {"row-goliath", "marks-goliath", "sums"}
    assert sum(len(changed[name]) for name in own) < 1000
    assert "Goliath" in before["units-print"]


# What others could do


def could(table: Table, seat: int) -> dict[str, str]:
    """Return the lines of the panel: dice, and what is said of them."""
    drawn = parts(table, seat)["buildings"].groups
    label = re.compile('aria-label="([^"]*)"')
    return {name: label.search(look)[1] for name, look in drawn.items() if name.startswith("could-")}  # type: ignore[index]


def test_sc28_the_panel_shows_what_others_could_build_with_what_lies_there() -> None:
    """SC-23, SC-24, SC-28: in their own rows, as far as they have room; the red die is not for them."""
    table = arrange(begun("terran", "protoss", "zerg"), 1, "dragoon 5", "nexus O")
    arrange(table, 0, "scv 7")
    laid(table, white="2 2 6 6", black="5 1", red="6")
    assert could(table, 0) == {
        "could-2-2": "2 2: Player 2 could build: Zealot, Player 3 could build: Zergling",
        "could-6-6": "6 6: Player 3 could build: Hydralisk",
        "could-black-1": "1: Player 2 could build: Stargate, Gateway, Player 3 could build: Spire, Spawning Pool",
        "could-black-5": "5: Player 2 could build: Nexus, Robotics Facility, Player 3 could build: Hydralisk Den",
    }
    assert could(table, 1) == could(table, 0), "who waits sees it, too"
    assert "Left for others" in parts(table, 0)["buildings"].groups["panel"]
    assert "Still there" in parts(table, 1)["buildings"].groups["panel"]
    play(table, 0, "pass", "train 6-6", "build factory 5")
    assert list(could(table, 1)) == ["could-2-2", "could-black-1"]
    assert "Player 2" not in "".join(could(table, 1).values()), "Bob builds, and leaves the rest to Cem"
    play(table, 1, "pass", "pass")
    assert could(table, 2) == {}, "nobody comes after"
    assert "rival-1" in parts(table, 2)["buildings"].groups, "so it tells how the others stand"


def gone(table: Table, text: str, seat: int = 0) -> list[str]:
    """Return the lines of the panel that a move would close."""
    return [spot for spot, _ in ways(table, seat)[text].marks["trace"] if spot.startswith("could-")]


def test_sc28_a_move_that_is_pointed_at_shows_what_others_could_no_longer_do() -> None:
    table = laid(begun("terran", "protoss"), white="2 2 2 3 4 6", black="5 1")
    assert gone(table, "train 2-2") == ["could-2-2", "could-2-2-2"], "a 2 is left for a run"
    assert gone(table, "train 2-2-2") == ["could-2-3-4", "could-2-2", "could-2-2-2"]
    assert gone(table, "train 2-3-4") == ["could-2-3-4", "could-2-2-2"]
    play(table, 0, "pass")
    assert gone(table, "build starport 1") == ["could-black-1"]
    table = play(laid(begun("terran", "protoss"), black="1 1"), 0)
    assert gone(table, "build starport 1") == [], "another 1 is left"
    table = play(with_red("2", white="2 2 5", black="1 2"), 0, "pass")
    assert gone(table, "train 2-2 red") == ["could-2-2"]
    assert gone(play(table, 0, "pass"), "build barracks red") == []


def test_what_others_could_do_is_told_in_words_of_a_row_and_of_dice() -> None:
    table = laid(begun("terran", "protoss"), white="2 2 6 6", black="1 3")
    told = note(table, 0, "row-goliath")
    assert told.endswith("Build Goliath (6-6): leaves white 2 2. Bob could then build: Zealot (2-2).")
    assert note(table, 0, "could-6-6") == "Bob could build: Dragoon."
    assert note(table, 0, "could-black-1") == "Bob could build: Stargate, Gateway."
    found = view.about(table.position, 0, "could-6-6")
    assert found is not None
    assert [spot for spot, _ in found.marks["dot"]] == ["die-white-3", "die-white-4"]
    play(table, 0, "pass")
    told = note(table, 0, "row-barracks")
    assert told.endswith("Build Barracks (black 1): leaves black 3. Bob could then build: Stargate.")


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_an_ability_can_hit_is_large_enough_for_a_finger(seats: int) -> None:
    """SC-32: on a phone the sheet is 358 pixels wide."""
    table = play(in_tactics(begun("protoss", *["terran"] * (seats - 1), numbers="1 1 1")), 0, "ability")
    table.roll([1])
    buildings = parts(table, 0)["buildings"]
    chips = {name: look for name, look in buildings.groups.items() if re.fullmatch(r"rival-\d-.*", name)}
    assert len(chips) == 3 * (seats - 1)
    for look in chips.values():
        wide, high = re.search(r'width="([\d.]+)" height="([\d.]+)"', look).groups()  # type: ignore[union-attr]
        assert min(float(wide), float(high)) * 358 / buildings.size[0] >= 32


@pytest.mark.parametrize("race", RACES)
def test_paper_has_no_colours_and_nobody_else(race: str) -> None:
    table = begun(race, "zerg")
    pen = Pen(table.game.speech(), live=False, paper=True)
    drawn = draw_parts(table.game, table.position, 0, pen)
    kinds = {*" ".join(re.findall(r'class="([^"]*)"', "".join(part.svg(pen) for part in drawn))).split()}
    assert not kinds & {*RACES, *COLOURS, "was-hit"}
    assert {"cells", "small-die", "pictogram", "mini"} <= kinds
    assert [part.name for part in drawn] == ["units", "buildings", "resources", "rounds"]
    assert not [name for part in drawn for name in part.groups if name.startswith(("rival", "could", "panel"))]
    live = "".join(part.svg(Pen(table.game.speech())) for part in parts(table, 0).values())
    assert f"spot row {race}" in live


LETTER = {"row-name": 16.5 * 0.6, "row-name long": 14.5 * 0.56, "recipe": 15 * 0.5}
"""How wide a letter of each text is, on the mean: those of names are bold."""


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.parametrize("race", RACES)
def test_names_and_recipes_do_not_run_into_the_boxes(race: str, language: str) -> None:
    """What stands on one line with cells ends before the first of them."""
    table = begun(race, "zerg")
    pen = Pen(table.game.speech(language))
    drawn = {part.name: part for part in draw_parts(table.game, table.seen_by(0), 0, pen)}
    for part, end in (("units", 203), ("resources", 261)):
        look = drawn[part].groups[f"{part}-print"]
        found = re.findall(r'<text x="([\d.]+)"[^>]* class="([^"]*)"[^>]*>(.*?)</text>', look)
        names = [(float(x), kind, shown) for x, kind, shown in found if kind in LETTER and float(x) < end]
        assert len(names) >= 6
        for x, kind, shown in names:
            is_above = part == "units" and kind == "row-name" and shown != first_of(drawn)
            assert x + LETTER[kind] * len(shown) <= (UNITS_WIDTH - 40 if is_above else end), shown


def first_of(drawn: dict[str, Part]) -> str:
    """Return how the worker is called: its cells stand beside its name, those of other units below."""
    return str(re.findall(r'class="row-name">(.*?)</text>', drawn["units"].groups["units-print"])[0])


def test_recipes_ring_the_dice_that_lie_there() -> None:
    table = play(with_red("3", "marine 6", "starport 8", white="5 5 5 5 1 2", black="1 5"), 0, "pass")
    drawn = parts(table, 0)["units"].groups
    rings = {name: look.count('class="made"') for name, look in drawn.items() if name.startswith("marks-")}
    assert rings == {
        "marks-scv": 0, "marks-marine": 0, "marks-goliath": 1, "marks-tank": 0, "marks-ghost": 1,
        "marks-battlecruiser": 1,
    }  # fmt: skip
    assert drawn["marks-battlecruiser"].count("h0") == 5, "four of a kind show their face"
