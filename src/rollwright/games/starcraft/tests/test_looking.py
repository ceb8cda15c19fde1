"""What the page of StarCraft tells and draws before a move is made: refusals, the guide, dice, ways, and notes."""

import re
from collections.abc import Callable

import pytest

from rollwright.games.starcraft import ahead, deeds, view, words
from rollwright.games.starcraft.rules.state import BLACKS, WHITES, red_face
from rollwright.games.starcraft.tests.drawings import parts, ways
from rollwright.games.starcraft.tests.reference import COLOURS, RACES
from rollwright.games.starcraft.tests.sentences import say
from rollwright.games.starcraft.tests.staging import (
    arrange,
    begun,
    ended,
    in_tactics,
    laid,
    play,
    rolled,
    staged,
    striking,
    with_red,
    writing,
)
from rollwright.games.starcraft.view.tray import dice_of
from rollwright.table import Table

REFUSALS = [
    ("over", "pass", "The game is over."),
    ("rolling", "train 1-1", "The dice must be rolled first."),
    ("writing", "train 1-1", "First write your three numbers."),
    ("written", "number 1", "Your three numbers are written."),
    ("supporting", "number 3", "Numbers are written once, before the first turn."),
    ("supporting", "support white 3 +1", "There is no white 3 on the table."),
    ("supporting", "support white 6 +1", "A die must stay between 1 and 6."),
    ("supporting", "train 1-1", "Support comes first: change a die, or pass."),
    ("supporting", "red gas", "You have no red die yet."),
    ("supported", "support white 4 +1", "Support changes a die right after the roll, once a turn: it is too late now."),
    ("unsupported", "support white 4 +1", "Your support is used up."),
    ("mining", "red gas", "Gas: the row is full."),
    ("mining", "train 4-4", "First choose what the red die mines, or pass."),
    ("training", "red minerals", "You can no longer mine this turn."),
    ("training", "train 6-6", "The white dice do not show that; on the table: 1, 3, 4, 4, 5, 5."),
    ("training", "train 4-4", "Marine: the row is full."),
    ("training", "train 5-5-5 red", "The red die shows 3, which is not among these dice."),
    ("training", "build factory 5", "First build a unit, or pass."),
    ("training", "ability gas", "You can use the ability at the end of your turn, when everyone has built."),
    ("training", "ability", "That is the ability of the Protoss: you play the Terrans."),
    ("training without the ability", "ability gas", "Your ability is used up."),
    ("training with a red 1", "red gas", "A 1 mines nothing."),
    ("training, the red die used", "train 3-4-5 red", "You have already used the red die."),
    ("raising", "train 5-5", "Units come before buildings: yours is done, or none was possible."),
    ("raising", "build gateway 1", "Gateway belongs to the Protoss: here it is Barracks."),
    ("raising", "build barracks 2", "No black die shows 2; on the table: 1, 5."),
    ("raising", "build factory 1", "Factory needs 5 or 6, not 1."),
    ("raising", "build command-centre 1", "Command Centre needs its next number, 2, not 1."),
    ("raising", "build starport 1", "Starport: the row is full."),
    ("tactics", "train 1-1", "You can no longer build this turn."),
    ("zerg tactics", "ability against 1", "You cannot attack yourself."),
    ("zerg tactics", "ability against 3", "There are only 2 players."),
    ("struck", "pass", "The ability is already in use: choose what it crosses out."),
    ("struck", "cross gateway of 1", "You cannot strike yourself."),
    ("struck", "cross barracks of 4", "There are only 3 players."),
    ("struck", "cross starport of 3", "Starport belongs to the Terrans: here it is Spire."),
    ("struck", "cross factory of 2", "Factory is hit by 5 or 6, not 1."),
    ("struck", "cross barracks of 2", "Barracks: all cells are crossed out."),
    ("struck", "cross hatchery of 3", "Hatchery is hit by its first uncrossed number, 2, not 1."),
    ("struck", "cross drone", "The ability of the Zerg crosses out units, after its dice are rolled."),
    ("attacked", "cross ghost", "The dice do not make that: choose Marine."),
    ("attacked", "cross tank", "Tank: all cells are crossed out."),
    ("tactics", "cross spire of 2", "The ability of the Protoss crosses out buildings, after its die is rolled."),
]


@pytest.mark.parametrize(("name", "text", "reason"), REFUSALS)
def test_a_refused_move_is_told_why(name: str, text: str, reason: str) -> None:
    table = staged(name)
    assert text not in table.legal(0)
    assert str(words.why(table.position, 0, move_of(table, text))) == reason


def test_out_of_turn_neither_support_nor_a_red_die_serves() -> None:
    """SC-21, SC-25, SC-28: but the dice that are left do."""
    table = laid(begun("terran", "zerg"), white="1 1", black="1 1", red="1")
    refused = {"support white 1 +1": "You can only use support in your own turn."}
    refused |= dict.fromkeys(("train 1-1 red", "red gas"), "A red die can only be used in its owner's turn.")
    for text in refused:
        assert str(words.why(table.position, 1, move_of(table, text))) == "It is not your turn to act."
    play(table, 0, "pass", "pass")
    assert {text: str(words.why(table.position, 1, move_of(table, text))) for text in refused} == refused
    assert words.why(table.position, 1, move_of(table, "train 1-1")) is None
    play(table, 1, "pass")
    assert str(words.why(table.position, 1, move_of(table, "build spire red"))) == refused["red gas"]


def move_of(table: Table, text: str) -> int:
    move = table.game.moves.read(text)
    assert move is not None
    return move


def guided(table: Table, *seats: int) -> list[str]:
    """Return the parts to which the guide sends each seat, all of which are drawn."""
    found = [words.guide(table.position, seat) for seat in seats]
    assert all(part is None or part[0] in parts(table, seat) for seat, part in zip(seats, found, strict=True))
    return [part[0] if part else "" for part in found]


def test_the_guide_points_at_what_matters_now() -> None:
    assert guided(staged("writing"), 0, 1) == ["buildings"] * 2
    table = begun("terran", "zerg", "protoss", first=2)
    assert guided(table, 0, 1, 2) == ["buildings", "dice", "buildings"], "where the panel about the others is"
    rolled(table, white="1 1 2 2 3 3", black="5 5")
    assert guided(table, 0, 1, 2) == ["buildings", "dice", "buildings"]
    assert guided(staged("mining"), 0, 1) == ["dice", "buildings"]
    play(table, 1, "pass")
    assert guided(table, 0, 1, 2) == ["", "units", ""]
    play(table, 1, "pass")
    assert guided(table, 0, 1, 2) == ["", "buildings", ""]
    play(table, 1, "pass")
    assert guided(table, 0, 1, 2) == ["", "", "units"]


def test_the_guide_points_at_whom_an_ability_can_hit() -> None:
    table = in_tactics(begun("zerg", "terran", "protoss"))
    assert guided(table, 0, 1, 2) == ["buildings", "", ""]
    play(table, 0, "ability against 3")
    assert guided(table, 0, 1, 2) == ["", "", ""], "the dice are due"
    table.roll([1, 1, 1, 1])
    assert guided(table, 0, 1, 2) == ["buildings", "", ""]
    assert guided(staged("struck"), 0, 1) == ["buildings", ""]
    assert guided(ended([], []), 0, 1) == ["", ""]


GUIDED_MOMENTS: dict[str, tuple[Callable[[], Table], int]] = {
    "the own roll": (lambda: begun("terran", "zerg"), 0),
    "support": (lambda: rolled(begun("terran", "zerg")), 0),
    "a unit": (lambda: laid(begun("terran", "zerg"), white="1 1"), 0),
    "a building": (lambda: laid(begun("terran", "zerg"), black="1"), 0),
    "a unit from the rest": (lambda: play(laid(begun("terran", "zerg"), white="1 1"), 0, "pass"), 1),
    "the ability": (lambda: in_tactics(begun("protoss", "zerg")), 0),
    "another's roll": (lambda: rolled(begun("terran", "zerg")), 1),
}


@pytest.mark.parametrize("moment", GUIDED_MOMENTS)
def test_the_guide_tells_something_new_in_each_of_the_first_rounds(moment: str) -> None:
    stage, seat = GUIDED_MOMENTS[moment]
    table, told = stage(), []
    for number in (1, 2, 3):
        table.position.round_no = number
        guided_to = words.guide(table.position, seat)
        assert guided_to
        told.append(say(table, guided_to[1]))
    assert len(set(told)) == len(told)


def guide_of(table: Table, seat: int = 0, number: int = 2) -> str:
    """Return what the guide says in a round, the second one unless told."""
    table.position.round_no = number
    found = words.guide(table.position, seat)
    assert found
    return say(table, found[1])


def test_the_guide_speaks_of_what_is_on_the_table() -> None:
    """SC-02, SC-21, SC-27, SC-28, SC-30, SC-34: dice, numbers, uses and crossed cells as they are now."""
    assert "Aim for the green one" in guide_of(begun("terran", "zerg"))
    assert "The green die is yours" in guide_of(arrange(begun("terran", "zerg"), 0, "scv 3"))
    assert "(Command Centre) needs a 5 next" in guide_of(
        laid(arrange(begun("terran", "zerg"), 0, "command-centre O"), black="1")
    )
    assert "Stargate and Templar Archives are 2 points" in guide_of(
        laid(arrange(begun("protoss", "zerg"), 0, "nexus 3"), black="1")
    )
    assert "Left: 2." in guide_of(rolled(arrange(begun("terran", "zerg"), 0, support=2)), number=3)
    assert "Left: 1." in guide_of(in_tactics(arrange(begun("terran", "zerg"), 0, ability=1)), number=3)
    abilities = [guide_of(in_tactics(begun(race, "terran"))) for race in ("terran", "protoss", "zerg")]
    assert [text.split()[1] for text in abilities] == ["Raid", "black", "somebody"]
    rest = {"white": "1 1"}
    taken = play(laid(begun("terran", "zerg", "zerg"), **rest), 0, "pass")
    last = play(laid(begun("terran", "zerg"), **rest), 0, "pass")
    shared = play(laid(begun("terran", "zerg", leftovers="shared"), **rest), 0, "pass")
    assert "are gone" in guide_of(taken, 1)
    assert "you are the last" in guide_of(last, 1)
    building = play(laid(begun("terran", "zerg"), black="1"), 0, "pass")
    assert "Spire and Ultralisk Cavern are 2 points each and have room for 8: " in guide_of(building, 1, 3)
    assert "for the others as well" in guide_of(shared, 1)
    table = play(in_tactics(begun("terran", "zerg")), 0, "ability gas")
    table.roll([1])
    assert "red crosses" not in guide_of(rolled(table), 0)
    assert "pick Ann above" in guide_of(rolled(begun("terran", "zerg")), 1)
    table = arrange(rolled(begun("terran", "zerg")), 1)
    table.position.sheets[1].hits[0] = 1
    assert "red crosses" in guide_of(table, 1)
    assert "Take the O" in guide_of(striking(1, "terran"))


def test_sc10_a_number_is_shown_in_the_cell_where_it_will_stand() -> None:
    """SC-10: numbers are written from left to right."""

    def shown(count: int) -> str:
        table = play(writing("terran", "zerg"), 0, *["number 2"] * count)
        drawn = parts(table, 0)["buildings"].groups["row-command-centre"]
        found = re.search(r'data-at="([0-9.]+) ', drawn)
        assert found
        return found[1]

    first, second, third, built = (float(shown(count)) for count in range(4))
    assert first < second < third
    assert built == first, "all numbers are written: the first cell is built next"


def test_sc21_rows_that_a_change_opens_and_closes() -> None:
    """SC-21: the red die's own rows among them; looking changes nothing."""
    table = arrange(begun("terran", "zerg"), 0, "scv 7")
    rolled(table, blue="1 1 1", white="1 1 1 5 5 5", black="2 5", green="1", red="4")
    before = table.position.tobytes()
    for text, changed in (("white 1 +1", ([], [3])), ("black 2 +1", ([7], [6, 8])), ("red 4 +1", ([5], [10]))):
        after = ahead.rows_open_after(table.position, 0, move_of(table, f"support {text}"))
        opened, closed = after & ~ahead.rows_open(table.position, 0), ahead.rows_open(table.position, 0) & ~after
        assert (ahead.members(opened), ahead.members(closed)) == changed
    assert table.position.tobytes() == before


def test_sc25_what_is_left_after_the_red_die_has_served() -> None:
    """SC-25: one die more."""
    table = play(with_red("2", white="2 2 5", black="1 2"), 0, "pass")
    left = {"train 2-2": [5], "train 2-2 red": [2, 5], "build barracks 2": [1], "build barracks red": [1, 2]}
    for text, expected in left.items():
        dice = ahead.left(table.position, WHITES if text.startswith("train") else BLACKS)
        assert ahead.left_after(move_of(table, text), dice, int(red_face(table.position))) == expected


def test_deeds_are_what_is_built_and_used() -> None:
    def deed(table: Table, text: str) -> str:
        assert text in table.legal(0)
        return str(deeds.deed(table.position, 0, move_of(table, text)) or "")

    assert (deed(table := staged("supporting"), "support white 1 +1"), deed(table, "pass")) == ("Supply Depots", "")
    assert (deed(table := staged("training"), "train 5-5"), deed(table, "pass")) == ("Goliath", "Build no unit")
    assert (deed(table := staged("raising"), "build factory 5"), deed(table, "pass")) == (
        "Factory",
        "Build no building",
    )
    for race, text in zip(RACES, ("ability gas", "ability", "ability against 2"), strict=True):
        table = in_tactics(begun(race, "zerg"))
        assert (deed(table, text), deed(table, "pass")) == ("Ability", "")
    assert (deed(staged("mining"), "red minerals"), deed(staged("struck"), "cross starport of 2")) == ("", "")
    table = begun("terran", "zerg", "protoss", first=2)
    assert [deeds.place(table.position, seat) for seat in range(3)] == [2, 0, 1]


def aside(table: Table) -> list[str]:
    """Return the dice that are set aside, and by whom."""
    dice = dice_of(table.position).values()
    return [f"{COLOURS[die.colour]} {die.face} {'ABC'[die.taker]}" for die in dice if die.taker >= 0]


def test_sc25_dice_set_aside_are_shown_with_who_used_them() -> None:
    """SC-23 to SC-25: the red die in each of its roles."""
    table = with_red("5", white="5 5 2", black="6 1", blue="3")
    names = "die-white-1 die-white-2 die-white-3 die-black-1 die-black-2 die-blue-1 die-red-1"
    assert list(dice_of(table.position)) == names.split()
    assert [die.face for die in dice_of(table.position).values()] == [2, 5, 5, 1, 6, 3, 5]
    assert aside(table) == []
    assert aside(play(table, 0, "red gas")) == ["red 5 A"]
    assert aside(play(table, 0, "train 5-5", "build factory 6")) == ["white 5 A", "white 5 A", "black 6 A", "red 5 A"]
    table = play(with_red("5", white="5 5 2", black="6 1"), 0, "pass", "train 5-5 red")
    assert aside(table) == ["white 5 A", "red 5 A"]
    assert len(dice_of(table.position)) == 6, "no die is lost or found"
    table = play(with_red("5", white="5 5 2", black="6 1"), 0, "pass", "train 5-5", "build factory red")
    assert aside(table) == ["white 5 A", "white 5 A", "red 5 A"]
    assert 'aria-label="red 5, used by Player 1"' in parts(table, 1)["mining-dice"].groups["die-red-1"]


def test_sc28_leftovers_are_set_aside_by_the_others_unless_they_are_shared() -> None:
    for leftovers_are, shown in (("taken", ["white 1 B", "white 1 B", "white 2 A", "white 2 A", "black 1 B"]),
                                 ("shared", ["white 2 A", "white 2 A"])):  # fmt: skip
        table = laid(begun("terran", "zerg", "protoss", leftovers=leftovers_are), white="1 1 2 2 3 3", black="1 1")
        play(table, 0, "train 2-2", "pass")
        play(table, 1, "train 1-1", "build spire 1")
        assert aside(table) == shown
    play(table, 2, "pass", "pass")
    assert aside(laid(play(table, 0, "pass"), white="1 1")) == [], "another turn's dice"


# Ways


def meant(table: Table, *picks: str, seat: int = 0) -> list[str]:
    """Return the moves that these picks are enough for."""
    followed = {text: [path.follow(picks) for path in way.paths] for text, way in ways(table, seat).items()}
    return sorted(text for text, found in followed.items() if any(each is not None and each[1] for each in found))


def test_sc23_a_unit_is_pointed_out_by_its_dice_its_row_or_both() -> None:
    """SC-23: in any order; equal dice are one choice, whichever of them is picked."""
    table = laid(begun("terran", "zerg"), white="1 2 3 4 4 4")
    assert meant(table, "die-white-1", "die-white-3", "die-white-2") == ["train 1-2-3"]
    assert meant(table, "row-ghost") == ["train 4-4-4"]
    assert meant(table, "row-scv") == ["train 1-2-3", "train 2-3-4"], "two sets of dice: one of them must be shown"
    assert meant(table, "row-scv", "die-white-1", "die-white-2", "die-white-3") == ["train 1-2-3"]
    assert meant(table, "die-white-2", "die-white-3", "die-white-5", "row-scv") == ["train 2-3-4"]
    assert meant(table, "die-white-4", "die-white-5") == meant(table, "die-white-6", "die-white-4") == ["train 4-4"]
    assert meant(table, "die-white-4", "die-white-4") == [], "a die counts once"
    assert list(ways(table)) == ["pass", "train 1-2-3", "train 2-3-4", "train 4-4", "train 4-4-4"]
    way = ways(table)["train 4-4-4"]
    assert way.marks["write"] == [("row-ghost", "O")]
    assert [spot for spot, _ in way.marks["trace"]] == [
        *("die-white-4", "die-white-5", "die-white-6", "left-white-4", "left-white-5", "left-white-6"),
        *("could-2-3-4", "could-4-4", "could-4-4-4"),
    ], "what others could no longer do"


def test_sc25_the_red_die_is_picked_like_any_other() -> None:
    table = play(with_red("3", white="3 3", black="3"), 0, "pass")
    assert meant(table, "die-red-1", "die-white-2") == ["train 3-3 red"]
    assert meant(table, "die-white-1", "die-white-2") == ["train 3-3"]
    assert meant(table, "row-marine") == ["train 3-3", "train 3-3 red"]
    assert meant(table, "row-tank") == ["train 3-3-3 red"]
    table = staged("mining")
    assert meant(table, "row-minerals") == meant(table, "die-red-1", "row-minerals") == ["red minerals"]
    assert meant(table, "die-red-1") == []


def test_sc24_a_building_is_pointed_out_by_its_row_or_die_where_that_says_it_all() -> None:
    table = laid(begun("terran", "zerg"), black="1 3")
    assert meant(table, "die-black-2") == ["build starport 3"]
    assert meant(table, "row-barracks") == ["build barracks 1"]
    assert meant(table, "row-starport") == meant(table, "die-black-1") == []
    for picks in (("row-starport", "die-black-1"), ("die-black-1", "row-starport")):
        assert meant(table, *picks) == ["build starport 1"]
    table = laid(begun("terran", "zerg"), black="3 3")
    singly = [meant(table, pick) for pick in ("die-black-1", "die-black-2", "row-starport")]
    assert singly == [["build starport 3"]] * 3, "equal dice are one choice"


def test_sc21_support_is_a_die_and_a_change_and_does_not_say_what_it_scores() -> None:
    """SC-21: the points come of the dice, whatever is done with them."""
    table = staged("supporting")
    assert meant(table, "die-white-3", "change-plus") == ["support white 2 +1"]
    assert meant(table, "change-plus", "die-white-4") == ["support white 2 +1"], "equal dice are one choice"
    assert meant(table, "die-white-4") == meant(table, "change-minus") == []
    assert all(way.quiet for way in ways(table).values())
    for later in (staged("mining"), staged("training"), staged("raising"), in_tactics(begun("terran", "zerg"))):
        assert not any(way.quiet for way in ways(later).values())


def test_sc31_to_sc33_abilities_are_pointed_out_at_the_others() -> None:
    """SC-31, SC-32, SC-33."""
    marks = ways(in_tactics(begun("terran", "zerg", "protoss")))["ability gas"].marks
    hit = "rival-2-minerals rival-2-gas rival-3-minerals rival-3-gas"
    assert [spot for spot, _ in marks["cross"]] == hit.split()
    assert meant(in_tactics(begun("zerg", "terran", "zerg")), "rival-3") == ["ability against 3"]
    assert meant(staged("attacked"), "rival-2-marine") == ["cross marine"]
    assert meant(staged("struck"), "rival-3-spawning-pool") == ["cross spawning-pool of 3"]
    assert ways(staged("struck"))["cross spire of 3"].marks == {"cross": [("rival-3-spire", "")]}


@pytest.mark.parametrize(
    ("name", "spot", "reason"),
    [
        ("supporting", "row-scv", "Support comes first: change a die, or pass."),
        ("mining", "row-gas", "Gas: the row is full."),
        ("training", "row-battlecruiser", "The dice do not allow that now."),
        ("training", "row-marine", "Marine: the row is full."),
        ("training", "row-factory", "First build a unit, or pass."),
        ("raising", "row-marine", "Units come before buildings: yours is done, or none was possible."),
        ("raising", "row-command-centre", "The dice do not allow that now."),
        ("raising", "rival-2-drone", None),
        ("struck", "rival-2-barracks", "Barracks: all cells are crossed out."),
        ("struck", "rival-3-hydralisk-den", "Hydralisk Den is hit by 5 or 6, not 1."),
        ("struck", "rival-3-drone", "The ability cannot reach that."),
        ("struck", "rival-2-starport", None),
        ("attacked", "rival-2-ghost", "The dice do not make that: choose Marine."),
        ("attacked", "rival-3-zealot", "The ability cannot reach that."),
        ("attacked", "die-white-1", "The ability is already in use: choose what it crosses out."),
    ],
)
def test_a_spot_that_is_not_lit_says_why(name: str, spot: str, reason: str | None) -> None:
    told = view.why_not(staged(name).position, 0, spot)
    assert (None if told is None else str(told)) == reason
