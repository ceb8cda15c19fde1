"""What Terminal Dispute says to its players is true."""

import pytest

import rollwright
from rollwright.core.errors import Illegal
from rollwright.games.terminal_dispute import words
from rollwright.games.terminal_dispute.tests.staging import arrange, at_writing, finish_writing

# What is said


def test_td25_what_is_asked_names_only_open_labels() -> None:
    """TD-25."""

    def asked(dice: str, shaded: str) -> str:
        table = arrange(at_writing("1 1", 6, dice), shaded=shaded)
        return str(words.ask(table.position, 0, table.players))

    assert "from label 1, length 3, or from label 3, length 1." in asked("1 3", "")
    half = asked("1 3", "a1 b2 a2")
    assert (
        "Shade a line on the charger: from label 3, length 1. Label 1 has no unshaded hex, so you can also pass."
        in half
    )
    assert "No unshaded hex touches label 1: nothing can be shaded, so pass." in asked("1 1", "a1 b2 a2")


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
    assert "You can use the unused 6 in place of a die (1 ability)." in str(words.ask(table.position, 0, table.players))


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
