"""What the guide of Tóu Shí says in the first rounds, and about stars."""

from collections.abc import Iterator

import pytest

import rollwright
from rollwright.core.game import open_game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.games.tou_shi.guide import guide
from rollwright.games.tou_shi.tests.staging import NAME, arrange, at_paying, play, rolled, without
from rollwright.table import Table
from rollwright.table.lessons.script_lines import follow

LONGEST = 140
"""Characters of a sentence in any language: a phone shows no more."""

ROUNDS = """
1 tick d20 20
1 square c3
1 tick d12 12
dice 5
1 square d4
1 tick d8 3
1 tick d10 10
dice 6
1 square b4
1 tick d6 4
1 tick d8 8
dice 4
1 square a4
1 tick d12 3
"""


def told(table: Table) -> Phrase:
    found = guide(table.position, 0)
    assert found
    return found[1]


def first_rounds() -> Iterator[Phrase]:
    """Yield what is said before each step of the set-up and of three rounds."""
    table = rollwright.open(NAME, rolls_itself=False)
    for line in ROUNDS.split("\n")[1:-1]:
        yield told(table)
        follow(table, line)


def test_the_guide_begins_with_the_goal() -> None:
    """TS-50."""
    assert "1 a square, 3 a full row or column, 4 a star you keep" in str(next(first_rounds()))


def test_the_guide_repeats_nothing_in_three_rounds() -> None:
    said = [str(phrase) for phrase in first_rounds()]
    assert len(set(said)) == len(said) == 14


def test_the_guide_speaks_of_what_is_on_the_table() -> None:
    """TS-04, TS-20, TS-25, TS-42."""
    said = [str(phrase) for phrase in first_rounds()]
    assert "off the 5" in said[4]
    assert "stands on d4" in said[5]
    assert "4 boxes of it are open" in said[6]
    assert "Row 3 has d20: go on there" in said[8]
    assert "55 boxes are open" in said[10]
    assert "a4 still takes: d4, d10, d12, d20" in said[13]


@pytest.mark.parametrize(("line", "name"), [("a1 b1 c1 d1 e1", "Row 1"), ("a1 a2 a3 a4 a5", "Column a")])
def test_in_the_second_round_the_fullest_line_in_reach_is_named(line: str, name: str) -> None:
    filled = line.split()
    squares = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
    table = arrange(at_paying(), without(*(square for square in squares if square not in filled)), marker=filled[-1])
    table.position.round_no = 2
    rolled(table, "d4", 2)
    assert str(told(table)).startswith(f"{name} has d4, d6, d8, d10, d12: go on there")


def test_where_no_line_in_reach_is_begun_the_guide_says_what_lines_are_for() -> None:
    """TS-25: with boxes of the d4 alone, nothing can be written beside the one d4."""
    table = arrange(at_paying(), "4", marker="a1", boxes="d4 1 2 3 4")
    table.position.round_no = 2
    rolled(table, "d6", 6)
    assert "all six dice" in str(told(table))


def test_the_guide_tells_what_a_star_brings() -> None:
    """TS-22, TS-30, TS-31, TS-41."""
    one = rolled(at_paying(), "d6", 1)
    assert "A star you keep is 4 points" in str(told(one))
    assert "fills a row or a column" in str(told(play(one, "bonus")))
    assert "any open number" in str(told(play(one, "square b2")))
    stuck = rolled(arrange(at_paying(), without("f6"), marker="a1", boxes="d4 1, d12 1 2"), "d4", 2)
    assert str(told(stuck)).startswith("A star costs 4, and brings 1 for its square and 3 for each full line.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_the_guide_are_short(language: str) -> None:
    say = open_game(NAME).speech(language)
    assert [phrase for phrase in map(say, first_rounds()) if len(phrase) > LONGEST] == []
