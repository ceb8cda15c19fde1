"""The ground: notation, options, dice, streams, grids, words."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwright.core.contract import CONTRACT
from rollwright.core.dice import Roll, ScriptedDice, SeededDice
from rollwright.core.errors import BadOption, Refusal, UnknownGame
from rollwright.core.game import game_names, open_game
from rollwright.core.grids import hexes, squares
from rollwright.core.language import LANGUAGES, Phrase, player, plural, preferred_language, speech, together
from rollwright.core.moves import Dimension, Form, Notation, pack1, pack2, pack3, pack4
from rollwright.core.options import Choice, Option, all_settings, as_array, first_offered, settle
from rollwright.core.random_stream import draw, streams

DIGITS = Dimension.of(range(1, 4))
LETTERS = Dimension(("a", "b"))
PUT = Form("put {n} (on) {letter}", n=DIGITS, letter=LETTERS)
SKIP = Form("skip")
LONG = Form("long {a} {b} {c} {d}", a=DIGITS, b=LETTERS, c=DIGITS, d=LETTERS)
MOVES = Notation(PUT, SKIP, LONG)


def test_every_move_has_one_text_that_reads_back() -> None:
    texts = [MOVES.text(move) for move in range(MOVES.size)]
    assert texts[:7] == ["put 1 on a", "put 1 on b", "put 2 on a", "put 2 on b", "put 3 on a", "put 3 on b", "skip"]
    assert [MOVES.read(text) for text in texts] == list(range(MOVES.size))


def test_packing_agrees_with_the_texts() -> None:
    assert MOVES.text(pack2(PUT.layout, 3, 1)) == "put 3 on b"
    assert MOVES.text(pack4(LONG.layout, 2, 1, 3, 0)) == "long 2 b 3 a"
    one, three = Form("one {a}", a=DIGITS), Form("three {a} {b} {c}", a=LETTERS, b=DIGITS, c=LETTERS)
    notation = Notation(one, three)
    assert notation.text(pack1(one.layout, 2)) == "one 2"
    assert notation.text(pack3(three.layout, 1, 2, 0)) == "three b 2 a"
    assert three.values(pack3(three.layout, 1, 2, 0)) == {"a": 1, "b": 2, "c": 0}


def test_words_in_brackets_may_be_left_out_and_case_does_not_matter() -> None:
    assert MOVES.read("PUT 2, b") == MOVES.read("put 2 on b") == 3
    assert MOVES.read("put 4 on b") is None
    assert MOVES.read("put 2 on") is None


def test_a_text_may_be_shortened_while_it_is_clear() -> None:
    assert MOVES.begun("p 2") == [2, 3]
    assert MOVES.begun("s") == [6]
    assert MOVES.begun("put 2 on b") == MOVES.begun("put 2 b") == MOVES.begun("p 2 o b") == [3]
    assert MOVES.begun("") == list(range(MOVES.size))
    assert MOVES.begun("put 9") == MOVES.begun("put 1 a 1") == []
    assert str(MOVES.ambiguous("put", [0, 3])) == "'put' could mean several moves: put 1 on a, put 2 on b."
    assert "could mean 6 moves: put 1 on a, put 1 on b, put 2 on a, ..." in str(MOVES.ambiguous("put", range(6)))
    assert "Moves are written like this: put N on LETTER, skip, long A B C D." in str(MOVES.not_read("xyz"))
    assert "Moves are written like this: put N on LETTER." in str(MOVES.not_read("put 9"))
    assert str(MOVES.not_read("  ")) == "An empty line is not a move."


def test_a_word_typed_whole_means_itself() -> None:
    tens = Form("go {n}", n=Dimension.of(range(1, 13)))
    notation = Notation(tens, Form("gong {n}", n=Dimension.of(range(1, 3))))
    assert [notation.text(move) for move in notation.begun("go 1")] == ["go 1"]
    assert [notation.text(move) for move in notation.begun("g 1")] == ["go 1", "gong 1"]
    assert [notation.text(move) for move in notation.begun("go 1 ")] == ["go 1"]


def test_words_are_completed_for_the_moves_that_are_meant() -> None:
    assert MOVES.next_words("", [0, 3, 6]) == ["put", "skip"]
    assert MOVES.next_words("p", [0, 3, 6]) == ["put"]
    assert MOVES.next_words("put ", [0, 3, 6]) == ["1", "2"]
    assert MOVES.next_words("p 2 ", [0, 3, 6]) == ["b"]
    assert MOVES.next_words("put 2 on ", [0, 3, 6]) == ["b"]
    assert MOVES.next_words("put 2 on b ", [0, 3, 6]) == []


def test_no_move_begins_like_a_command() -> None:
    with pytest.raises(ValueError, match="A move may not begin with 'undo'"):
        Form("undo {n}", n=DIGITS)


def test_a_form_needs_a_dimension_for_each_place() -> None:
    with pytest.raises(ValueError, match="places"):
        Form("put {n}", m=DIGITS)


COLOUR = Option("colour", "Colour", tuple(map(Choice, ("red", "blue", "gold"))), per_seat=True, distinct=True)
START = Option("start", "Start", (Choice("random"), Choice("1", 2), Choice("2", 2), Choice("3", 3)))


def test_options_are_settled_with_defaults() -> None:
    setting = settle([COLOUR, START], 2, {})
    assert setting == {"colour": ["red", "blue"], "start": ["random", "random"]}
    setting = settle([COLOUR, START], 2, {"colour": ["gold", "red"], "start": "2"})
    assert as_array([COLOUR, START], 2, setting).tolist() == [[2, 0], [2, 2]]
    assert as_array([], 3, {}).shape == (1, 3)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"size": "big"}, "no option 'size': its options are colour, start"),
        ({"start": "3"}, "cannot be '3' with 2 seats: choose from random, 1, 2"),
        ({"start": ["1", "2"]}, "is for the whole table"),
        ({"colour": ["red", "red"]}, "must differ from seat to seat"),
        ({"colour": ["red"]}, "needs a value for each of 2 seats"),
        ({"colour": ["red", "green"]}, "choose from red, blue, gold"),
    ],
)
def test_bad_options_are_refused(chosen: dict[str, str | list[str]], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        settle([COLOUR, START], 2, chosen)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match="it has none at all"):
        settle([], 2, {"size": "big"})


def test_varied_defaults_go_round_the_choices() -> None:
    colour = Option("colour", "Colour", (Choice("red"), Choice("blue")), per_seat=True, varied=True)
    assert settle([colour], 3, {}) == {"colour": ["red", "blue", "red"]}
    assert settle([colour], 3, {"colour": "blue"}) == {"colour": ["blue", "blue", "blue"]}


def test_varied_defaults_need_a_choice_and_a_seat() -> None:
    colour = Option("colour", "Colour", (Choice("red", least_seats=3),), per_seat=True, varied=True)
    with pytest.raises(BadOption, match="no value for 2 seats"):
        settle([colour], 2, {"colour": "red"})
    with pytest.raises(AssertionError, match="one value"):
        Option("colour", "Colour", (Choice("red"),), varied=True)


def test_choices_may_need_few_or_many_seats() -> None:
    alone = Option("campaign", "Campaign", (Choice("long", most_seats=1),))
    assert settle([alone], 1, {}) == {"campaign": ["long"]}
    with pytest.raises(BadOption, match="Option 'campaign' has no value for 2 seats"):
        settle([alone], 2, {"campaign": "long"})


def test_an_option_without_a_choice_for_so_many_seats_is_not_there() -> None:
    alone = Option("campaign", "Campaign", (Choice("short", most_seats=1), Choice("long", most_seats=1)))
    assert settle([alone, START], 2, {}) == {"start": ["random", "random"]}
    assert as_array([alone, START], 2, settle([alone, START], 2, {"start": "2"})).tolist() == [[0, 0], [2, 2]]
    assert list(all_settings([alone], 2)) == [{}]
    assert len(list(all_settings([alone, COLOUR], 1))) == 2 * 3


def test_what_an_option_does_not_say_is_what_was_played_before_there_was_one() -> None:
    level = Option("level", "Level", (Choice("easy", most_seats=1), Choice("hard", most_seats=1)), unsaid="hard")
    assert settle([level], 1, {}) == {"level": ["hard"]}
    assert settle([level], 1, first_offered([level], 1, {})) == {"level": ["easy"]}
    assert first_offered([level], 1, {"level": "hard"}) == {"level": "hard"}
    assert first_offered([level, START], 2, {}) == {}
    with pytest.raises(AssertionError, match="no choice is grim"):
        Option("level", "Level", (Choice("easy"),), unsaid="grim")
    with pytest.raises(AssertionError, match="need a value each"):
        Option("level", "Level", (Choice("easy"),), per_seat=True, distinct=True, unsaid="easy")


def test_all_settings_are_all() -> None:
    assert len(list(all_settings([COLOUR, START], 2))) == 6 * 3
    assert list(all_settings([], 2)) == [{}]
    free = Option("race", "Race", (Choice("t"), Choice("z")), per_seat=True)
    assert len(list(all_settings([free], 3))) == 8


def test_seeded_dice_are_named_by_round_roller_and_place() -> None:
    dice = SeededDice(7)
    ten = dice.faces(Roll(1, 0, 0, [6] * 10))
    assert dice.faces(Roll(1, 0, 0, [6] * 4)) + dice.faces(Roll(1, 0, 4, [6] * 6)) == ten
    assert dice.faces(Roll(1, 1, 0, [6] * 10)) != ten
    assert dice.faces(Roll(2, 0, 0, [6] * 10)) != ten
    assert SeededDice(8).faces(Roll(1, 0, 0, [6] * 10)) != ten


@given(st.integers(0, 2**64), st.integers(1, 100))
def test_seeded_faces_fit_their_dice(seed: int, sides: int) -> None:
    assert all(1 <= face <= sides for face in SeededDice(seed).faces(Roll(1, 0, 0, [sides] * 20)))


def test_seeded_dice_are_even() -> None:
    faces = SeededDice(1).faces(Roll(1, 0, 0, [6] * 12_000))
    counts = np.bincount(faces, minlength=7)[1:]
    assert ((counts - 2_000) ** 2 / 2_000).sum() < 20.5, "chi-squared, five degrees of freedom, one in a thousand"


def test_scripted_dice_refuse_what_cannot_be() -> None:
    assert ScriptedDice([1, 2]).faces(Roll(1, 0, 0, [6, 6])) == [1, 2]
    with pytest.raises(Refusal, match="no more recorded dice"):
        ScriptedDice([1]).faces(Roll(1, 0, 0, [6, 6]))
    with pytest.raises(Refusal, match="A d4 cannot show 5"):
        ScriptedDice([5]).faces(Roll(1, 0, 0, [4]))


def test_the_stream_is_xoshiro128plusplus() -> None:
    """The first words of the published generator from the state 1, 2, 3, 4, worked out from its definition."""
    mask, state, expected = 2**32 - 1, [1, 2, 3, 4], []
    for _ in range(50):
        total = (state[0] + state[3]) & mask
        expected.append((((total << 7 | total >> 25) & mask) + state[0]) & mask)
        shifted = state[1] << 9 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = (state[3] << 11 | state[3] >> 21) & mask
    stream = np.array([1, 2, 3, 4], np.int64)
    assert [int(draw(stream, 2**20)) for _ in range(50)] == [word * 2**20 >> 32 for word in expected]


def test_streams_are_the_same_again_and_differ_by_part() -> None:
    assert (streams(1, 0, 5) == streams(1, 0, 5)).all()
    assert len({tuple(row) for part in range(3) for row in streams(1, part, 100).tolist()}) == 300


def test_square_grids_step_by_compass() -> None:
    grid = squares.Squares(columns=6, rows=4)
    assert len(grid) == 24
    assert grid.names[0] == "a1"
    assert grid.names[-1] == "f4"
    corner = grid.index("a1")
    assert [grid.step(corner, way) for way in squares.COMPASS] == [-1, grid.index("b1"), grid.index("a2"), -1]
    assert grid.step(grid.index("f4"), "e") == grid.step(grid.index("f4"), "s") == -1


def test_hex_grids_step_by_compass() -> None:
    grid = hexes.Hexes.of(hexes.hexagon(3))
    centre = grid.at((0, 0))
    round_the_centre = [grid.names[grid.step(centre, way)] for way in hexes.COMPASS]
    assert round_the_centre == ["d3", "c4", "b4", "b3", "b2", "c2"]
    table = grid.neighbours()
    for here in range(len(grid)):
        for way in range(6):
            if table[here, way] >= 0:
                assert table[table[here, way], (way + 3) % 6] == here, "the opposite direction leads back"
    assert grid.step(grid.index("a1"), "nw") == -1


def test_phrases_are_said_in_each_language() -> None:
    assert str(plural("{n} seat", "{n} seats", 1)) == "1 seat"
    assert speech("es")(plural("{n} seat", "{n} seats", 2)) == "2 asientos"
    said = [speech("ru")(plural("{n} seat", "{n} seats", n)) for n in (1, 2, 5, 21)]
    assert said == ["1 игрок", "2 игрока", "5 игроков", "21 игрок"]
    nested = Phrase("{a}!", a=together([Phrase("x {y}", y=1), Phrase("z")]))
    assert str(nested) == "x 1 z!"


def test_players_are_called_by_name_where_the_names_are_known() -> None:
    attack = Phrase("{who}!", who=player(1))
    assert speech()(attack) == "Player 2!"
    assert speech("es")(player(0)) == "Jugador 1"
    named = speech("es").naming([Phrase("Player {n}", n=1), Phrase("{name}", name="Ada")])
    assert named(attack) == "Ada!"
    assert named(player(0)) == "Jugador 1"
    assert named(player(2)) == "Jugador 3", "a seat without a name has its number"


def test_an_unknown_text_stays_english() -> None:
    assert speech("ru")("no such {thing}", thing="text") == "no such text"
    assert speech("ru")(plural("{n} gizmo", "{n} gizmos", 2)) == "2 gizmos"


@pytest.mark.parametrize(("value", "language"), [("es_ES.UTF-8", "es"), ("ru_RU", "ru"), ("de_DE", "en"), ("C", "en")])
def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, value: str, language: str) -> None:
    for name in ("ROLLWRIGHT_LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", value)
    assert preferred_language() == language
    assert language in LANGUAGES


def test_games_are_found_by_listing_folders() -> None:
    assert "terminal_dispute" in game_names()
    game = open_game("terminal_dispute")
    assert game is open_game("terminal_dispute")
    assert repr(game) == "Game('terminal_dispute')"
    with pytest.raises(UnknownGame, match=r"There is no game called 'chess': the games are .*terminal_dispute"):
        open_game("chess")


def test_the_contract_has_no_rules_of_its_own() -> None:
    for stub in CONTRACT:
        function: Any = stub
        arguments = [0] * function.__code__.co_argcount
        with pytest.raises(TypeError, match="bind the caller to a game first"):
            function(*arguments)
