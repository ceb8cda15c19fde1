"""What StarCraft: Roll & Write says to its players is true: what it asks, what it proposes, and what it tells."""

import pytest

from rollwright.core.dice import ScriptedDice
from rollwright.core.game import open_game
from rollwright.games.starcraft import words
from rollwright.games.starcraft.tests.reference import SHEETS
from rollwright.games.starcraft.tests.sentences import ask, players, proposed, say, told, told_dice
from rollwright.games.starcraft.tests.staging import (
    NAME,
    arrange,
    attacking,
    begun,
    dice,
    ended,
    in_tactics,
    laid,
    play,
    rolled,
    striking,
    with_red,
    writing,
)
from rollwright.table import Table

# What is asked


def test_sc10_numbers_are_asked_for_one_by_one() -> None:
    table = writing("terran", "zerg")
    first = "Which number comes first? 3 numbers for your {}: black dice build it in this order."
    assert [ask(table, seat) for seat in range(2)] == [first.format("Command Centre"), first.format("Hatchery")]
    play(table, 0, "number 2", "number 5")
    assert ask(table, 0) == "Which number comes next? Command Centre: 2, 5 so far."
    play(table, 0, "number 5")
    assert ask(table, 0) == "The others still choose their numbers. Command Centre: 2, 5, 5."


def test_sc20_whose_turn_it_is() -> None:
    """SC-20, SC-40."""
    table = begun("terran", "zerg")
    assert ask(table, 0) == "Your turn: roll the dice."
    assert ask(table, 1) == "Ann rolls next. You build from what is left."
    assert [str(words.progress(table.position).text), words.progress(table.position).at] == ["Round 1 of 12", 1]
    play(in_tactics(table), 0, "pass")
    play(in_tactics(table), 1, "pass")
    assert ask(table, 0) == "Your turn: roll the dice."
    assert [str(words.progress(table.position).text), words.progress(table.position).at] == ["Round 2 of 12", 2]
    assert words.progress(ended(["gas 3"], []).position).at == 12
    assert ask(ended(["gas 3"], []), 1) == "The game is over."
    assert "pick the first player" in str(words.ask(table.rules.new(), 0, []))


def test_what_others_crossed_out_is_told_until_the_own_turn_ends() -> None:
    """SC-31, SC-33: what, and by whom; before the roll and while the dice may still be changed."""
    table = begun("terran", "zerg", "terran")
    play(in_tactics(table), 0, "ability gas")
    table.roll([1])
    lost = "Just crossed out: Minerals, Gas (Ann)."
    assert (ask(table, 1).endswith(lost), "crossed" in ask(table, 0)) == (True, False)
    play(in_tactics(table), 1, "ability against 3")
    table.roll([3, 3, 3, 6])
    play(table, 1, "cross tank")
    lost = "Just crossed out: Tank, Minerals, Gas (Ann, Bob)."
    assert ask(table, 2) == f"Your turn: roll the dice. {lost}"
    assert "crossed" not in ask(table, 1), "Bob's own turn is over, and he was told"
    rolled(table)
    assert ask(table, 2) == f"Change a die? Supply Depots: one die, 1 up or down. 3 uses left. {lost}"
    play(table, 2, "pass")
    assert "crossed" not in ask(table, 2)
    play(table, 2, "pass", "pass")
    while table.round_no == 1:
        play(table, table.waiting[0], "pass")
    assert ask(table, 0) == "Your turn: roll the dice."
    play(in_tactics(table), 0, "pass")
    play(in_tactics(table), 1, "pass")
    assert ask(table, 2) == "Your turn: roll the dice.", "nothing new"


def test_sc21_support_is_asked_for_with_its_uses() -> None:
    """SC-21: by the name that each race has for it."""
    table = rolled(arrange(begun("zerg", "terran"), 0, support=1))
    assert ask(table, 0) == "Change a die? Overlords: one die, 1 up or down. 1 use left."
    assert ask(table, 1) == "Ann may change a die. You build from what is left."
    assert ask(rolled(begun("protoss", "terran")), 0).startswith("Change a die? Pylons:")


def test_sc25_what_the_red_die_can_mine_is_capped_by_the_room() -> None:
    """SC-25, SC-22."""
    told_by = "Mine with the red 6? It brings {}, or serves to build later."
    assert ask(with_red("6"), 0) == told_by.format("minerals +3 or gas +3")
    assert ask(with_red("6", "minerals 46", "gas 29"), 0) == told_by.format("minerals +2 or gas +1")
    table = with_red("6", "minerals 48", "gas 20")
    assert ask(table, 0) == told_by.format("gas +3"), "a full track is no choice"
    assert ask(table, 1) == "Ann may mine with the red die. You build from what is left."
    assert proposed(with_red("5", "minerals 47"), 0, "red minerals") == "Mine with the red 5: minerals +1"
    assert proposed(with_red("5", "minerals 47"), 0, "red gas") == "Mine with the red 5: gas +2"
    assert proposed(table, 0, "pass") == "Keep the red die"


def test_sc28_what_is_left_is_asked_for_in_turn() -> None:
    """SC-23, SC-24, SC-28."""
    table = laid(begun("terran", "zerg", "protoss"), white="1 1 2 2 3 3", black="1 1")
    assert ask(table, 0) == "Which unit? 1 2 3 makes SCV, 1 1 / 2 2 / 3 3 Marine."
    assert [ask(table, seat) for seat in (1, 2)] == ["Ann builds first. You build from what is left."] * 2
    play(table, 0, "pass")
    assert ask(table, 0) == "Which building? Black 1: Starport, Barracks."
    play(table, 0, "pass")
    assert ask(table, 0) == "Bob builds from what you left. Nothing for you this turn."
    assert ask(table, 1) == "Which unit, from what is left? 1 2 3 makes Drone, 1 1 / 2 2 / 3 3 Zergling."
    assert ask(table, 2) == "Bob builds first. You build from what is left."
    play(table, 1, "train 1-1")
    assert ask(table, 1) == "Which building, from what is left? Black 1: Spire, Spawning Pool."
    play(table, 1, "pass")
    assert ask(table, 1) == "You have built. Now Cem builds."


def test_sc28_whoever_can_build_nothing_is_told_so() -> None:
    """SC-28, SC-35: Bob is passed over, as the dice make nothing for him; the leftovers are for Cem."""
    table = begun("terran", "zerg", "protoss")
    arrange(table, 1, *(f"{row} {count}" for row, (count, *_) in SHEETS["zerg"].items()))
    play(laid(table, white="1 1 2 2", black="1"), 0, "train 1-1", "pass")
    assert table.waiting == [2]
    assert ask(table, 1) == "Nothing for you this turn. Now Cem builds."
    assert ask(table, 0) == "Cem builds from what you left."
    play(table, 2, "train 2-2", "pass")
    assert ask(table, 1) == "Ann may use the ability of the Terrans. Nothing for you this turn."
    assert ask(table, 2) == "Ann may use the ability of the Terrans."


def test_sc28_where_leftovers_are_shared_all_build_at_once() -> None:
    table = play(laid(begun("terran", "zerg", "protoss", leftovers="shared"), white="1 1"), 0, "pass")
    assert ask(table, 0) == "Bob, Cem build from what you left. Nothing for you this turn."
    play(table, 2, "train 1-1")
    assert ask(table, 2) == "You have built. Now Bob builds."


def test_units_are_named_with_their_dice_and_not_too_many_of_them() -> None:
    table = laid(begun("terran", "zerg"), white="1 2 3 4 6 6")
    assert ask(table, 0) == "Which unit? 1 2 3 / 2 3 4 makes SCV, 6 6 Goliath."
    table = play(with_red("6", white="1 1 1 1 5 5"), 0, "pass")
    four = "Which unit? 1 1 makes Marine, 1 1 1 Tank, 1 1 1 1 Battlecruiser, 5 5 Goliath"
    assert ask(table, 0) == f"{four}. The red 6 may help."
    table = play(with_red("5", "scv 6", white="1 1 1 1 5 5"), 0, "pass")
    assert ask(table, 0) == f"{four}, and more. The red 5 may help."


def test_sc25_the_red_die_is_spoken_of_to_its_owner_while_it_can_serve() -> None:
    red = " The red 2 may help."
    table = play(with_red("2", white="1 1 2", black="2"), 0, "pass")
    assert ask(table, 0) == f"Which unit? 1 1 / 2 2 makes Marine.{red}"
    play(table, 0, "pass")
    assert ask(table, 0) == f"Which building? Black 2: Command Centre, Barracks.{red}"
    play(table, 0, "pass")
    assert (table.waiting, "red" in ask(table, 1)) == ([1], False)
    table = play(with_red("2", white="1 1 2", black="2"), 0, "red gas")
    assert "red" not in ask(table, 0)


@pytest.mark.parametrize(
    ("race", "own", "asked", "use"),
    [
        ("terran", "Terrans", "Raid now? Everyone else loses a mineral and a gas cell.", "raid"),
        ("protoss", "Protoss", "Strike now? A black die says which building you can hit, if any.", "strike"),
        ("zerg", "Zerg", "Attack someone now? 4 white dice say which of their units you can hit, if any.", "attack"),
    ],
)
def test_sc30_what_the_ability_does_is_told_before_it_is_spent(race: str, own: str, asked: str, use: str) -> None:
    """SC-30 to SC-33."""
    table = in_tactics(arrange(begun(race, "terran"), 0, ability=2))
    assert ask(table, 0) == f"{asked} 2 {use}s left."
    assert ask(table, 1) == f"Ann may use the ability of the {own}. Nothing for you this turn."
    assert ask(in_tactics(arrange(begun(race, "terran"), 0, ability=1)), 0) == f"{asked} 1 {use} left."


def test_sc31_sc32_the_dice_of_a_strike_are_asked_for() -> None:
    """SC-31, SC-32."""
    table = play(in_tactics(begun("terran", "zerg")), 0, "ability gas")
    assert ask(table, 0) == "How much gas? Roll the green die."
    assert ask(table, 1) == "Ann uses the ability of the Terrans."
    assert (
        ask(play(in_tactics(begun("terran", "zerg")), 0, "ability minerals"), 0)
        == "How many minerals? Roll the blue die."
    )
    table = play(in_tactics(begun("protoss", "zerg")), 0, "ability")
    assert ask(table, 0) == "Which building can you hit? Roll the black die: it says which."
    table.roll([4])
    assert ask(table, 0) == "Which building do you hit? Black 4: it loses its first uncrossed cell."
    assert ask(table, 1) == "Ann uses the ability of the Protoss."


def test_sc33_whoever_is_attacked_is_told_so() -> None:
    """SC-33: and the attacker, whose units the dice can cross out."""
    table = attacking()
    assert ask(table, 0) == "Which unit can you hit? Roll 4 white dice: they say which."
    for due in (True, False):
        assert bool(table.dice_due) == due
        assert [ask(table, seat) for seat in (1, 2)] == ["Ann attacks you.", "Ann attacks Bob."]
        table = attacking(6, 2, 3, 1)
    assert ask(table, 0) == "Which unit of Bob do you hit? 1 2 3 6: it loses its first uncrossed cell."


# What is proposed


def test_sc21_what_a_change_opens_and_closes() -> None:
    """SC-21, SC-43: the dice of the published example."""
    table = rolled(begun("terran", "zerg"), white="5 5 2 3 5 4", black="2 6")
    assert proposed(table, 0, "support white 4 +1") == "Change white 4 to 5: opens Battlecruiser; closes SCV"
    changed = proposed(table, 0, "support black 2 +1")
    assert changed == "Change black 2 to 3: opens Starport; closes Command Centre, Barracks"
    assert proposed(table, 0, "support white 5 +1") == "Change white 5 to 6: closes Ghost"
    assert proposed(table, 0, "support white 2 -1") == "Change white 2 to 1", "nothing comes of it"
    assert proposed(table, 0, "pass") == "Leave the dice"


def test_sc21_what_a_changed_die_brings() -> None:
    """SC-21, SC-22: 1 brings nothing, 2 to 4 one, 5 two, 6 three."""
    table = arrange(begun("terran", "zerg"), 0, "scv 7", "factory 4", "science-facility 8")
    rolled(table, blue="1 3 6", white="1 1 1 1 1 1", black="3 3", green="4", red="4")
    assert proposed(table, 0, "support blue 6 -1") == "Change blue 6 to 5: brings 2 instead of 3"
    assert proposed(table, 0, "support blue 1 +1") == "Change blue 1 to 2: brings 1 instead of 0"
    assert proposed(table, 0, "support blue 3 +1") == "Change blue 3 to 4"
    assert proposed(table, 0, "support green 4 +1") == "Change green 4 to 5: brings 2 instead of 1"
    red = proposed(table, 0, "support red 4 +1")
    assert red == "Change red 4 to 5: brings 2 instead of 1", "a 5 builds nothing where both rows are full"


def test_sc23_sc24_sc25_what_is_built_and_with_which_dice() -> None:
    """SC-23, SC-24, SC-25: short enough for a button; what is left is told beside it."""
    table = play(with_red("2", white="2 2 5", black="1 2"), 0, "pass")
    assert proposed(table, 0, "train 2-2") == "Build Marine (2-2)"
    assert proposed(table, 0, "train 2-2 red") == "Build Marine (2-2, one of them red)"
    assert proposed(table, 0, "pass") == "No unit"
    play(table, 0, "pass")
    assert proposed(table, 0, "build barracks 1") == "Build Barracks (black 1)"
    assert proposed(table, 0, "build barracks red") == "Build Barracks (red 2)"
    assert proposed(table, 0, "pass") == "No building"


def test_sc31_to_sc33_what_an_ability_would_do() -> None:
    """SC-31, SC-32, SC-33."""
    table = in_tactics(begun("terran", "zerg"))
    assert proposed(table, 0, "ability gas") == "Raid, then roll for Gas"
    assert proposed(table, 0, "pass") == "Not now"
    assert proposed(in_tactics(begun("protoss", "zerg")), 0, "ability") == "Strike: roll a black die"
    assert proposed(in_tactics(begun("zerg", "zerg")), 0, "ability against 2") == "Attack Bob"
    assert proposed(writing("zerg", "zerg"), 0, "number 4") == "Write 4"


def test_sc34_crossing_out_says_what_stands_there() -> None:
    """SC-34, SC-41: built with what is lost, or a free cell; workers are worth 2 once +1 is reached."""
    table = striking(1, "terran", "zerg")
    arrange(table, 1, "starport QO")
    arrange(table, 2, "spire XX")
    assert proposed(table, 0, "cross starport of 2") == "Cross out Starport of Bob, built (-2)"
    assert proposed(table, 0, "cross spire of 3") == "Cross out Spire of Cem, a free cell"
    for workers, points in (("7", "-1"), ("8", "-2")):
        table = arrange(begun("zerg", "protoss"), 1, f"probe {workers}")
        play(in_tactics(table), 0, "ability against 2")
        table.roll([1, 2, 3, 3])
        assert proposed(table, 0, "cross probe") == f"Cross out Probe of Bob, built ({points})"
        assert proposed(table, 0, "cross zealot") == "Cross out Zealot of Bob, a free cell"


# What is told


def test_sc20_sc22_dice_and_what_they_bring_are_told() -> None:
    """SC-20, SC-22: when support is passed on, or at once if none is left."""
    table = begun("terran", "zerg")
    assert told_dice(table, 3, 5, 5, 2, 3, 5, 4, 2, 6) == "Ann rolls white 2 3 4 5 5 5, black 2 6, blue 3."
    assert told(table, 0, "pass") == "Ann leaves the dice as they are. Mined: minerals +1."
    table = arrange(begun("terran", "zerg"), 0, "scv 7", support=0)
    assert told_dice(table, 5, 6, 1, 1, 1, 1, 1, 1, 1, 2, 3, 2, 6) == (
        "Ann rolls white 1 1 1 1 1 1, black 2 3, blue 1 5 6, green 2, red 6. Mined: minerals +5, gas +1."
    )
    table = rolled(arrange(begun("terran", "zerg"), 0, "scv 3", "minerals 47"), blue="6 1", green="4")
    changed = told(table, 0, "support green 4 +1")
    assert changed.endswith("(Supply Depots). Mined: minerals +1, gas +2."), "what has no room is lost"
    assert told(rolled(begun("terran", "zerg")), 0, "pass") == "Ann leaves the dice as they are.", "a 1 brings nothing"


def test_sc25_the_red_die_is_told_of() -> None:
    assert told(with_red("5"), 0, "red gas") == "Ann mines with red 5. Mined: gas +2."
    table = with_red("5", white="5 5", black="6")
    assert told(table, 0, "pass") == "Ann keeps the red die."
    assert told(table, 0, "pass") == "Ann builds no unit."
    assert told(table, 0, "build factory red") == "Ann builds: Factory (red 5)."
    table = play(with_red("5", white="5 5"), 0, "pass")
    assert told(table, 0, "train 5-5-5 red") == "Ann builds: Ghost (5-5-5, one of them red)."
    table = play(laid(begun("terran", "zerg"), black="5 6"), 0, "pass")
    assert told(table, 1, "build hydralisk-den 6") == "Bob builds: Hydralisk Den (black 6)."


@pytest.mark.parametrize(
    ("race", "workers", "brings"),
    [
        ("terran", "O", " From their next turn on: 2 blue dice."),
        ("terran", "OO", " From their next turn on: the green die."),
        ("terran", "OOO", ""),
        ("terran", "6", " From their next turn on: the red die."),
        ("terran", "QX", " From their next turn on: 2 blue dice. From their next turn on: the green die."),
        ("protoss", "O", ""),
        ("protoss", "7", " Probe: each scores one more point."),
    ],
)
def test_sc02_what_a_worker_brings_is_told(race: str, workers: str, brings: str) -> None:
    """SC-02, SC-34, SC-41."""
    worker = next(iter(SHEETS[race]))
    table = laid(arrange(begun(race, "zerg"), 0, f"{worker} {workers}"), white="1 2 3")
    name = "SCV" if race == "terran" else "Probe"
    assert told(table, 0, "train 1-2-3") == f"Ann builds: {name} (1-2-3).{brings}"


def test_sc40_no_dice_are_promised_to_who_has_had_the_last_turn() -> None:
    """SC-40, SC-02: but to others, whose last turn is still to come."""
    table = begun("terran", "terran", "terran", first=2)
    table.position.round_no = 12
    laid(table, white="1 1 2 2 3 3")
    assert told(table, 1, "train 1-2-3") == "Bob builds: SCV (1-2-3)."
    assert told(table, 2, "train 1-2-3") == "Cem builds: SCV (1-2-3). From their next turn on: 2 blue dice."


def test_sc02_dice_for_the_last_round_are_promised_by_the_last_turn_before_it() -> None:
    """SC-02: Bob has spent his ability, so that Ann's worker from his leftovers ends the round."""
    table = arrange(begun("terran", "zerg"), 1, ability=0)
    table.position.round_no = 11
    play(in_tactics(table), 0, "pass")
    play(laid(table, white="1 2 3"), 1, "pass")
    assert told(table, 0, "train 1-2-3") == "Ann builds: SCV (1-2-3). From their next turn on: 2 blue dice."
    assert (table.round_no, len(table.dice_due)) == (12, 10)


def test_sc41_that_workers_score_more_is_told_in_the_last_round_too() -> None:
    table = arrange(begun("zerg", "terran"), 0, "drone 7")
    table.position.round_no = 12
    table = laid(table, white="1 2 3")
    assert told(table, 0, "train 1-2-3") == "Ann builds: Drone (1-2-3). Drone: each scores one more point."
    assert table.score(0) == 16


def test_sc10_sc28_sc30_set_up_and_passes_are_told() -> None:
    """SC-10, SC-11, SC-28, SC-30."""
    table = writing("terran", "zerg")
    assert say(table, words.told_roll(table.rules.new(), table.position, players(table))) == "Ann goes first."
    assert told(table, 1, "number 6") == "Bob writes 6 beside the Hatchery."
    table = play(laid(begun("terran", "zerg"), white="1 1", black="1"), 0, "pass", "pass")
    assert told(table, 1, "pass") == "Bob builds no unit."
    assert told(table, 1, "pass") == "Bob builds no building."
    assert told(table, 0, "pass") == "Ann keeps the ability."


def test_sc31_strikes_are_told() -> None:
    """SC-31, SC-32, SC-33: and that one hits nothing."""
    table = in_tactics(begun("terran", "zerg"))
    strike = "Ann strikes: every opponent loses a cell of minerals and one of gas."
    assert told(table, 0, "ability gas") == strike
    assert told_dice(table, 5) == "Ann rolls green 5. Mined: gas +2."
    table = play(in_tactics(begun("terran", "zerg")), 0, "ability minerals")
    assert told_dice(table, 1) == "Ann rolls blue 1. Nothing is gained."
    table = in_tactics(arrange(begun("protoss", "terran", numbers="1 1 1"), 1, "factory Q"))
    assert told(table, 0, "ability") == "Ann uses the ability and rolls a black die."
    assert told_dice(table, 5) == "Ann strikes with black 5."
    assert told(table, 0, "cross factory of 2") == "Ann crosses out Factory of Bob, a free cell."
    table = arrange(begun("protoss", "terran", numbers="1 1 1"), 1, "factory XXXX")
    assert told_dice(play(in_tactics(table), 0, "ability"), 5) == "Ann strikes with black 5. It hits nothing."
    table = in_tactics(arrange(begun("zerg", "terran"), 1, "marine QO"))
    assert told(table, 0, "ability against 2") == "Ann attacks Bob."
    assert told_dice(table, 6, 1, 1, 3) == "Ann attacks Bob with white 1 1 3 6."
    assert told(table, 0, "cross marine") == "Ann crosses out Marine of Bob, which was built."
    table = play(in_tactics(begun("zerg", "terran")), 0, "ability against 2")
    assert told_dice(table, 1, 2, 4, 6) == "Ann attacks Bob with white 1 2 4 6. It hits nothing."


# What scores


def test_sc40_the_score_is_told_row_by_row() -> None:
    """SC-40, SC-41, SC-44: three parts; crossed cells score nothing, a mineral half a point, a worker 2 after +1."""
    table = arrange(begun("zerg", "terran"), 0, "drone QOOOOOOO", "lurker QO", "hatchery OO", "minerals 5", "gas XXO")
    rows = words.score_rows(table.position, 0)
    assert [str(row.part) for row in rows] == ["Units"] * 6 + ["Buildings"] * 5 + ["Resources"] * 2
    assert {str(row.label): row.halves / 2 for row in rows if row.halves} == {
        "Drone: 7": 14, "Lurker: 1": 4, "Hatchery: 2": 6, "Minerals: 5": 2.5, "Gas: 1": 1,
    }  # fmt: skip
    assert sum(row.halves for row in rows) == table.halves(0)
    assert str(words.score_rows(table.position, 1)[0].label) == "SCV: 1"


def test_sc42_a_tie_is_told_with_what_decides_it() -> None:
    """SC-42: uncrossed gas."""
    decided = ended(["gas XOOO"], ["minerals 6"], [])
    assert [str(words.tie(decided.position, seat)) for seat in range(3)] == ["gas 3", "gas 0", "gas 0"]
    assert list(map(str, words.closing(decided.position))) == ["The totals are equal: more gas decides."]
    equal = ended(["gas 3"], ["gas XOOO"], ["gas 1"])
    assert list(map(str, words.closing(equal.position))) == ["The totals are equal, and so is the gas."]
    assert words.closing(ended(["gas 3"], ["gas 2"], ["gas 2"]).position) == [], "only the first place is spoken of"


def called(table: Table) -> list[str]:
    return [say(table, name) for name in words.dice_names(table.position)]


def test_own_dice_are_called_by_their_colours_in_the_order_in_which_they_are_asked_for() -> None:
    table = Table(open_game(NAME), 3, ScriptedDice(()), rolls_itself=False)
    assert called(table) == ["who begins"]

    def turn() -> Table:
        return arrange(begun("terran", "zerg"), 0, "scv OOOOOOO")

    names = called(turn())
    assert names == ["blue"] * 3 + ["white"] * 6 + ["black"] * 2 + ["green", "red"]
    for place, name in enumerate(names):
        table = turn()
        table.roll([6 if other == place else 1 for other in range(len(names))])
        assert "6" in dice(table)[name]
    assert called(table) == [], "none are due"


@pytest.mark.parametrize(
    ("race", "ability", "names"),
    [
        ("terran", "ability minerals", ["blue"]),
        ("terran", "ability gas", ["green"]),
        ("protoss", "ability", ["black"]),
        ("zerg", "ability against 2", ["white"] * 4),
    ],
)
def test_the_dice_of_an_ability_have_their_colours_too(race: str, ability: str, names: list[str]) -> None:
    table = play(in_tactics(begun(race, "terran")), 0, ability)
    assert (called(table), len(table.dice_due)) == (names, len(names))


# Why a move was better


def test_a_reason_is_never_true_of_the_move_that_was_made_as_well() -> None:
    table = begun("terran", "zerg")

    def reason(instead: str, best: str) -> str | None:
        moves = [table.game.moves.read(each) for each in (instead, best)]
        assert None not in moves
        found = words.WORDS.reason(table.position, 0, *moves)  # type: ignore[arg-type]
        return str(found) if found else None

    assert reason("pass", "ability gas") == "Others have much to lose now."
    assert reason("ability gas", "pass") == "The ability is worth more when others have more to lose."
    assert reason("ability minerals", "ability gas") is None
