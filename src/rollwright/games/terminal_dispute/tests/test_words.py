"""What Terminal Dispute says to its players is true."""

from itertools import product
from random import Random

import pytest

import rollwright
from rollwright.core.errors import Illegal
from rollwright.core.game import open_game
from rollwright.core.language import LANGUAGES
from rollwright.games.terminal_dispute import words
from rollwright.games.terminal_dispute.tests.staging import arrange, at_writing, finish_writing
from rollwright.table import Table
from rollwright.testing import opened

# What is said


def test_td25_what_is_asked_names_only_open_labels() -> None:
    """TD-25."""

    def asked(dice: str, shaded: str) -> str:
        table = arrange(at_writing("1 1", 6, dice), shaded=shaded)
        for box in ("a1", "b2"):
            table.play(0, f"write 1 {box}")
        return str(words.ask(table.position, 0, table.players))

    assert asked("1 3", "") == "Where does your line go? From 1, three long. Or from 3, one long."
    assert asked("3 3", "") == "Where does your line go? From 3, three long."
    half = asked("1 3", "a1 b2 a2")
    assert half == "Where does your line go? From 3, one long. All is shaded at 1, so you may pass."
    assert asked("1 1", "a1 b2 a2") == "Nowhere to start a line. Pass? All is shaded at 1."


def test_td23_a_refused_start_is_told_which_are_open() -> None:
    """TD-23, TD-25."""
    table = arrange(at_writing("1 1", 6, "1 3"), shaded="a1 b2")
    with pytest.raises(Illegal, match=r"c4 does not touch label 1: start at a2\."):
        table.play(0, "line 1 from c4 e")
    with pytest.raises(Illegal, match=r"b2 is already shaded: start at a2\."):
        table.play(0, "line 1 from b2 e")
    arrange(table, shaded="a1 b2 a2")
    with pytest.raises(Illegal, match="No unshaded hex touches label 1: choosing it means passing"):
        table.play(0, "line 1 from a2 e")


def test_td31_an_ability_is_offered_only_when_it_would_change_a_die() -> None:
    """TD-31."""
    table = arrange(at_writing("6 6", 6, "6 6"), shaded="c3")
    assert "unused" not in str(words.ask(table.position, 0, table.players))
    assert not [phrase for phrase in words.explain(table.position, 0) if "unused for nav" in str(phrase)]
    table = arrange(at_writing("5 6", 6, "6 6"), shaded="c3")
    asked = words.ask(table.position, 0, table.players)
    assert str(asked.more) == "Not in one row or column. Your line may come first. Or swap in the 6."


def test_td10_a_number_is_asked_for_by_name_and_with_its_limit() -> None:
    """TD-10, TD-11."""

    def asked(table: Table) -> str:
        return str(words.ask(table.position, 0, table.players))

    table = at_writing("4 5", 6, "1 6")
    assert asked(table).startswith("Where do 4 and 5 go? Not in one row or column.")
    table.play(0, "write 5 b3")
    assert asked(table).startswith("Where does the 4 go? Not in the row or column of b3.")
    arrange(table, matrix=". 1 . . . " + "1 1 1 1 1 " + "1 5 1 1 1 " + "1 1 1 1 1 " * 2)
    arrange(table, matrix="1 . 1 1 1")
    assert asked(table).startswith("No room for the 4. Which box do you cross out? Any empty one.")


def test_td02_the_start_player_is_asked_and_the_others_are_told() -> None:
    """TD-02."""
    table = opened("terminal_dispute", 2, 1, 4, 5, 6, 6, start="1")
    own, other = (words.ask(table.position, seat, table.players) for seat in range(2))
    assert str(own) == "Who gets which die? Two to steer, two to charge, one to spare."
    assert str(other.ask) == "Player 1 shares out the dice."


def test_td50_alone_chance_shares_out_the_dice_of_even_rounds() -> None:
    """TD-50."""
    table = rollwright.open("terminal_dispute", seats=1, seed=1, rolls_itself=False)
    told = str(words.ask(table.position, 0, table.players))
    assert told == "Ready to roll? Five dice for everyone, and you share them out."
    table.roll()
    table.play(0, table.legal(0)[0])
    finish_writing(table, 0)
    assert str(words.ask(table.position, 0, table.players)) == "Ready to roll? This round, chance shares out the dice."


def test_td25_passing_is_explained_while_numbers_are_left() -> None:
    """TD-25: the button that passes is there, whatever else there is to do; so what it means is said."""
    table = arrange(at_writing("4 5", 6, "1 3"), shaded="a1 b2 a2 c3")
    table.play(0, "write 5 b3")
    for say in map(open_game("terminal_dispute").speech, LANGUAGES):
        more = words.ask(table.position, 0, table.players).more
        assert more is not None
        assert len(say(more)) <= 90, say(more)
    told = "Not in the row or column of b3. All is shaded at 1, so you may pass. Or swap in the 6."
    assert str(more) == told


def test_questions_and_limits_are_short_in_every_language() -> None:
    """What is asked stands beside the dice: 60 signs for a question, 90 for the line below."""
    game = open_game("terminal_dispute")
    table = rollwright.open("terminal_dispute", seats=2, seed=5)
    random = Random(5)
    while not table.over:
        for seat, say in product(range(2), map(game.speech, LANGUAGES)):
            asked = words.ask(table.position, seat, table.players)
            assert len(say(asked.ask)) <= 60, say(asked.ask)
            assert asked.more is None or len(say(asked.more)) <= 90, say(asked.more)
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    assert str(words.ask(table.position, 0, table.players)) == "The game is over."


def test_td05_the_round_is_told_as_progress() -> None:
    """TD-05."""
    table = at_writing("1 2", 6, "1 2", seats=2)
    told = words.progress(table.position)
    assert (str(told.text), told.at, told.steps) == ("Round 1 of 12", 1, 12)


def test_td05_the_rounds_are_ticked_off() -> None:
    """TD-05."""
    table = at_writing("1 2", 6, "1 2", seats=2)
    assert "Round 1 of 12  □□□□□□□□□□□□  navigation 1 2, phone 1 2, unused 6" in table.drawing()
    for seat in range(2):
        finish_writing(table, seat)
    assert "Round 2 of 12  ■□□□□□□□□□□□  dice 1 1 1 1 1" in table.drawing()


def test_the_guide_speaks_of_as_many_dice_as_are_asked_for() -> None:
    """TD-01, TD-02: one die draws who starts, and five begin a round."""
    table = rollwright.open("terminal_dispute", seats=2, options={"start": "random"}, rolls_itself=False)
    part, told = words.guide(table.position, 0) or ("", None)
    assert (len(table.dice_due), part) == (1, "dice")
    assert "A die decides who starts" in str(told)
    table.roll()
    assert len(table.dice_due) == 5
    assert "five dice" in str((words.guide(table.position, 0) or ("", None))[1])


def guided(table: Table, seat: int = 0) -> str:
    """Return what the guide tells a seat now."""
    return str((words.guide(table.position, seat) or ("", ""))[1])


def test_td50_the_guide_says_why_chance_shares_out_the_dice_alone() -> None:
    """TD-50: in the second round it stands in for others; in the third the choice is the player's again."""
    table = rollwright.open("terminal_dispute", seats=1, seed=1, rolls_itself=False)
    told = []
    for _ in range(4):
        told.append(guided(table))
        table.roll()
        if table.round_no % 2:
            table.play(0, table.legal(0)[0])
        finish_writing(table, 0)
    assert "stands in for the players" in told[1]
    assert "An odd round: this time you share out the dice." in told[2]
    assert "Chance shares out this round, too." in told[3]
    assert len(set(told)) == 4


@pytest.mark.parametrize(
    ("matrix", "round_no", "told"),
    [
        ("3 . . . . . 6", 2, "Your 6 would make a pair with the 6 in b2, anywhere in its row or column."),
        ("3 . . . . . 1", 2, "Your 4 would begin a run with the 3 in a1, anywhere in its row or column."),
        ("1 . . . . . 1", 2, "No number on your sheet is next to these. An empty row or column is free for them."),
        (". . . . . . 3 4 2 .", 3, "Row 2 has 2, 3, 4, and can still become a run. Five in a run are 7 points."),
        ("5 . . . . 5", 3, "Column a has 5, 5. More equal numbers score more: 3 points for three, 4 for four."),
        ("5", 3, "Begin runs early: two neighbours such as 3 and 4 can grow on both sides."),
    ],
)
def test_td40_the_guide_speaks_of_the_numbers_on_the_sheet(matrix: str, round_no: int, told: str) -> None:
    """TD-40: of what goes with the dice in the second round, of what a line can become in the third."""
    table = arrange(at_writing("4 6", 6, "1 3"), matrix=matrix)
    table.position.round_no = round_no
    assert guided(table) == told


def test_td40_the_guide_names_the_die_that_brings_most() -> None:
    """TD-40: to whoever shares out the dice, from the third round on."""
    table = opened("terminal_dispute", 1, 1, 4, 5, 6, 6)
    table.position.round_no = 3
    arrange(table, matrix="4 . . . . 5")
    assert guided(table) == "As a navigation die, a 6 could bring 3 points in column a."
    arrange(table, matrix="2 . . . . .")
    assert guided(table).startswith("No die adds to your matrix at once.")


def test_td30_the_guide_speaks_of_swaps_and_of_the_charger() -> None:
    """TD-23, TD-30, TD-31: of what can be shaded in the second round; then of swaps, and of labels that close."""
    table = arrange(at_writing("4 6", 5, "1 3"), matrix="1", shaded="c3")
    table.position.round_no = 3
    assert guided(table) == "You have 1 swap: the 5 may stand in for one of your dice. Click it, then that die."
    table.play(0, "write 4 b3")
    assert guided(table).startswith("After 12 rounds only one box is empty")
    table.play(0, "write 6 c5")
    arrange(table, shaded="a1 a2")
    assert guided(table) == "Label 1 has 1 free hex left. Without one, no line can start there."
    arrange(table, shaded="a1 a2 b2")
    assert guided(table).startswith("No line can start at label 1 any more.")
    table.position.round_no = 2
    assert guided(table) == "Your line can only be 1 hex long. The edge, labels and shaded hexes stop it."
    arrange(table, shaded="")
    assert guided(table).startswith("You can shade a dotted hex now.")


def test_a_reason_says_what_a_better_number_does() -> None:
    """It names the row or column in which the number is better; for what it cannot tell, it says nothing."""
    table = arrange(at_writing("3 5", 6, "1 3"), matrix="1 2 . . . . . . . .")

    def reason(played: str, best: str) -> str:
        instead, move = table.game.moves.read(played), table.game.moves.read(best)
        assert instead is not None
        assert move is not None
        found = table.game.words.reason(table.position, 0, instead, move)
        return str(found) if found else ""

    assert reason("write 3 e5", "write 3 c1") == "It adds to the straight in row 1."
    assert reason("write 3 c1", "write 3 e5") == ""
    assert reason("cross a5", "write 3 c1") == ""


def test_a_reason_is_never_true_of_the_move_that_was_made_as_well() -> None:
    """Two numbers that both add to a straight are told apart by something else, or not at all."""
    table = arrange(at_writing("2 5", 6, "1 3"), matrix=f"{'. ' * 10}3 4 5 . . . . . . . 2 . . . .")

    def reason(played: str, best: str) -> str:
        instead, move = table.game.moves.read(played), table.game.moves.read(best)
        assert instead is not None
        assert move is not None
        found = table.game.words.reason(table.position, 0, instead, move)
        return str(found) if found else ""

    assert reason("write 2 e3", "write 2 d3") == ""
    assert reason("write 5 d3", "write 2 d3") == "It keeps the straight in row 3 alive."
    assert reason("write 5 d3", "write 5 e1") == "What was played spoils the straight in row 3."
    assert reason("write 5 d3", "write 5 e3") == "", "both spoil it"
    assert reason("write 2 e1", "write 2 d3") == "It adds to the straight in row 3."
