"""What the page of StarCraft tells and draws before a move is made: refusals, the guide, dice, ways, and notes."""

import re
from collections.abc import Callable

import pytest

from rollwright.games.starcraft import ahead, deeds, view, words
from rollwright.games.starcraft.rules.state import BLACKS, WHITES, red_face
from rollwright.games.starcraft.tests.reference import COLOURS, RACES
from rollwright.games.starcraft.tests.sentences import say
from rollwright.games.starcraft.tests.staging import (
    arrange,
    attacking,
    begun,
    ended,
    in_tactics,
    laid,
    play,
    rolled,
    striking,
    with_red,
    writing,
)
from rollwright.games.starcraft.view.cards import UNITS_WIDTH
from rollwright.games.starcraft.view.tray import dice_of
from rollwright.table import Table
from rollwright.view import Part, Pen, Way, draw_parts, ways_of

STAGED: dict[str, Callable[[], Table]] = {
    "rolling": lambda: begun("terran", "zerg"),
    "writing": lambda: writing("zerg", "zerg"),
    "written": lambda: play(writing("zerg", "zerg"), 0, *["number 1"] * 3),
    "supporting": lambda: rolled(begun("terran", "zerg"), white="1 1 2 2 4 6", black="1 6"),
    "supported": lambda: play(rolled(arrange(begun("terran", "zerg"), 0, support=1)), 0, "support white 1 +1"),
    "unsupported": lambda: rolled(arrange(begun("terran", "zerg"), 0, support=0)),
    "mining": lambda: with_red("3", "gas 30", white="3 4 4", black="1 5"),
    "training": lambda: play(with_red("3", "marine 6", "starport 8", white="1 3 4 4 5 5", black="1 5"), 0, "pass"),
    "training without the ability": lambda: arrange(staged("training"), 0, ability=0),
    "training with a red 1": lambda: with_red("1", white="1 1"),
    "training, the red die used": lambda: play(staged("mining"), 0, "red minerals"),
    "raising": lambda: play(staged("training"), 0, "train 5-5"),
    "tactics": lambda: in_tactics(begun("terran", "zerg")),
    "zerg tactics": lambda: in_tactics(begun("zerg", "terran")),
    "struck": lambda: arrange(striking(1, "terran", "zerg"), 1, "barracks XXXX"),
    "attacked": lambda: attacking(1, 1, 1, 3, rows=("tank XXXX",)),
    "over": lambda: ended([], []),
}


def staged(name: str) -> Table:
    """Return a table at which Ann, the first player, has come so far."""
    return STAGED[name]()


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


def parts(table: Table, seat: int) -> dict[str, Part]:
    return {part.name: part for part in draw_parts(table.game, table.position, seat, Pen(table.game.speech()))}


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


def ways(table: Table, seat: int = 0) -> dict[str, Way]:
    found = ways_of(table.game, table.position, seat, table.legal_moves(seat))
    return {table.game.moves.text(move): way for move, way in found.items()}


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


# Notes


def note(table: Table, seat: int, spot: str) -> str:
    found = view.about(table.position, seat, spot)
    return say(table, found.text) if found else ""


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
