"""What the page of Tóu Shí tells before a move is made: looking ahead, walks, refusals, and what stopping is worth."""

import re
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from rollwright.core.contract import Record, copy
from rollwright.core.game import open_game
from rollwright.core.language import LANGUAGES
from rollwright.core.moves import pack1, pack2
from rollwright.games.tou_shi import ahead, asking, rules, view, words
from rollwright.games.tou_shi.moves import SQUARE, TICK
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES
from rollwright.games.tou_shi.why import why
from rollwright.testing.playthroughs import Playthrough, Walk, legal_moves
from rollwright.view import Pen, draw_parts, ways_of

GAME = open_game("tou_shi")


def positions(phase: int, sheet: str = "classic", games: int = 3) -> Iterator[Record]:
    """Yield positions of one phase, some from each of a few random games."""
    plain = GAME.rules(compiled=False)
    for seed in range(games):
        played = Playthrough(1, {"sheet": [sheet]}, seed)
        met = [copy(position) for position in Walk(GAME, played, plain) if position.phase == phase]
        yield from Random(seed).sample(met, min(2, len(met)))


def rolled(s: Record, kind: int, number: int, face: int) -> Record:
    """Return the position after a box has paid and a face has come up."""
    then = copy(s)
    rules.play(then, 0, pack2(TICK.layout, kind, number))
    rules.roll(then, np.array([face], np.int64))
    return then


def squares_of(s: Record) -> list[int]:
    """Return the squares that can be walked to."""
    if s.phase != rules.WALK:
        return []
    moves = legal_moves(GAME.rules(compiled=False), s, 0)
    return [SQUARE.values(move)["square"] for move in moves if GAME.moves.form(move) is SQUARE]


def boxes_after(s: Record) -> set[tuple[int, int]]:
    """Return the boxes that can be ticked for the square that is chosen."""
    ticks = [TICK.values(move) for move in legal_moves(GAME.rules(compiled=False), s, 0)]
    return {(tick["die"], tick["number"]) for tick in ticks}


@pytest.mark.parametrize("sheet", ["classic", "generous"])
def test_the_outlook_counts_what_the_rules_allow(sheet: str) -> None:
    tried = 0
    for s in positions(rules.PAY, sheet, games=2):
        for kind in range(KINDS):
            for number, found in ahead.outlooks(s, kind).items():
                if (number + kind) % 5:  # a fifth of all boxes, to be done in time
                    continue
                wanted = [len(squares_of(rolled(s, kind, number, face))) for face in range(2, SIDES[kind] + 1)]
                assert list(found.squares[1:]) == wanted
                assert found.chance * (SIDES[kind] - 1) == wanted.count(0)
                tried += 1
    assert tried > 15


def test_the_boxes_ahead_are_those_that_some_roll_leaves() -> None:
    for s in positions(rules.PAY, games=1):
        for kind in range(KINDS):
            for number in list(ahead.outlooks(s, kind))[:2]:
                wanted = set()
                for face in range(2, SIDES[kind] + 1):
                    then = rolled(s, kind, number, face)
                    for square in squares_of(then):
                        chosen = copy(then)
                        rules.play(chosen, 0, pack1(SQUARE.layout, square))
                        wanted |= boxes_after(chosen)
                assert ahead.boxes_ahead(s, kind, number) == wanted


def test_a_die_tells_the_range_and_a_box_the_exact_chance() -> None:
    s, kind, number, found = next(
        (s, kind, number, found)
        for s in positions(rules.PAY, games=30)
        for kind in range(KINDS)
        for number, found in ahead.outlooks(s, kind).items()
        if found.stuck > 1
    )
    of_box = view.about(s, 0, f"{DICE[kind]}-{number}")
    assert of_box is not None
    assert [sure for _, sure, _ in of_box.bars] == [possible for _, _, possible in of_box.bars]
    assert tuple(sure for _, sure, _ in of_box.bars) == found.squares[1:]
    told = f"{found.stuck} of {SIDES[kind] - 1} rolls from 2 up leave no move ({float(found.chance):.0%})"
    assert told in str(of_box.text)
    of_die = view.about(s, 0, f"die-{DICE[kind]}")
    assert of_die is not None
    assert all(low <= sure <= high for (_, low, high), (_, sure, _) in zip(of_die.bars, of_box.bars, strict=True))
    assert [face for face, _, _ in of_die.bars] == [str(face) for face in range(2, SIDES[kind] + 1)]


def test_the_page_draws_a_walk_of_the_length_that_is_used() -> None:
    tried = 0
    for s in positions(rules.BOX):
        for move, way in ways_of(GAME, s, 0, legal_moves(GAME.rules(compiled=False), s, 0)).items():
            number = TICK.values(move)["number"]
            spots = [spot for spot, _ in way.marks["walk"]]
            assert len(spots) - 1 == s.rolled - number
            assert spots[0] == f"square-{GRID.names[s.marker]}"
            assert spots[-1] == f"square-{GRID.names[s.target]}"
            assert [text for _, text in way.marks["walk"][1:]] == [
                str(left) for left in range(s.rolled - 1, number - 1, -1)
            ]
            assert way.marks["stamp"] == [(spots[-1], f"head-{DICE[TICK.values(move)['die']]}")]
            tried += 1
    assert tried > 20


def test_a_square_shows_the_boxes_that_it_opens() -> None:
    for s in positions(rules.WALK):
        for square in squares_of(s):
            move = pack1(SQUARE.layout, square)
            then = copy(s)
            rules.play(then, 0, move)
            marks = ways_of(GAME, s, 0, [move])[move].marks
            assert {spot for spot, _ in marks["trace"]} == {
                f"{DICE[kind]}-{number}" for kind, number in boxes_after(then)
            }
            assert marks["walk"][0] == (f"square-{GRID.names[s.marker]}", "")
            most = max(number for _, number in boxes_after(then))
            assert marks["walk"][-1] == (f"square-{GRID.names[square]}", str(most)), "the shortest walk that serves"
            assert len(marks["walk"]) - 1 == s.rolled - most


def at_box() -> Record:
    """Return a position: the marker on b2 rolled 7 and chose c2; a d8 stands in row 2, a d6 in column c."""
    s = GAME.rules(compiled=False).new()
    rules.begin(s, 1, np.zeros((1, 1), np.int64))
    rules.write(s, GRID.index("f2"), 2)
    rules.write(s, GRID.index("c5"), 1)
    rules.write(s, GRID.index("b2"), 5)
    s.phase, s.rolled, s.target, s.die, s.round_no = rules.BOX, 7, GRID.index("c2"), 3, 3
    rules.tick(s, 4, 6)
    for number in range(1, 5):
        rules.tick(s, 0, number)
    return s


@pytest.mark.parametrize(
    ("die", "number", "reason"),
    [
        ("d10", 5, "Wrong number: a walk from b2 to c2 leaves 2, 4, 6 of 7, never 5."),
        ("d8", 4, "Row 2 already has a d8."),
        ("d6", 4, "Column c already has a d6."),
        ("d4", 4, "All boxes of the d4 are used up."),
        ("d12", 6, "The 6 of the d12 is already ticked."),
        ("d4", 9, "The d4 has no 9: its boxes are 1 to 4."),
    ],
)
def test_a_box_that_is_not_open_says_why(die: str, number: int, reason: str) -> None:
    """TS-25, TS-27: wrong number, type in this row, in this column, used up."""
    s = at_box()
    assert str(why(s, 0, pack2(TICK.layout, DICE.index(die), number))) == reason
    if number <= SIDES[DICE.index(die)]:
        assert str(view.why_not(s, 0, f"{die}-{number}")) == reason
    assert why(s, 0, pack2(TICK.layout, DICE.index("d10"), 4)) is None


def stopping(stars: int, written: str) -> Record:
    """Return a position in which no move is possible, with some stars left and dice written: ``a1 0, b1 1``."""
    s = GAME.rules(compiled=False).new()
    rules.begin(s, 1, np.zeros((1, 1), np.int64))
    for entry in written.split(", "):
        name, kind = entry.split()
        rules.write(s, GRID.index(name), int(kind))
    s.phase, s.rolled, s.stars, s.round_no = rules.NO_WALK, 3, stars, 9
    return s


def test_stopping_and_the_last_star_are_weighed() -> None:
    """TS-41: the star costs 4 and brings a square, and 3 for each line that it fills."""
    plain = stopping(1, "a1 0, b2 1")
    assert asking.best_bonus(plain) == 1 - 4
    asked = asking.ask(plain, 0, [])
    assert str(asked.ask) == "Nowhere to go with a 3. Stop here?"
    assert str(asked.more) == "The last star ends the game: 3 points at best, 6 without it."
    row = stopping(1, "a1 0, b1 1, c1 2, d1 3, e1 4")
    assert asking.best_bonus(row) == 1 + 3 - 4
    both = stopping(2, "a1 0, b1 1, c1 2, d1 3, e1 4, f2 0, f3 1, f4 2, f5 3, f6 4")
    assert asking.best_bonus(both) == 1 + 6 - 4
    asked = asking.ask(both, 0, [])
    assert str(asked.ask) == "Nowhere to go with a 3. Use a star?"
    assert str(asked.more) == "A star lets you play on, with 21 points at best for now. If you stop, you keep 18."
    both.stars = 1
    assert str(asking.ask(both, 0, []).ask) == "Nowhere to go with a 3. End with a star?"
    both.stars = 2
    assert str(ways_of(GAME, both, 0, [rules.STOP])[rules.STOP].button) == "Stop with 18 points"


@pytest.mark.parametrize(("boxes", "stars", "ends"), [(2, 2, True), (3, 2, False), (9, 2, False), (9, 1, True)])
def test_whoever_uses_a_star_is_told_whether_that_ends_the_game(boxes: int, stars: int, ends: bool) -> None:
    """TS-31, TS-42: the last star ends the game, and so does a star after which fewer than two boxes are open."""
    s = stopping(stars, "a1 0, b2 1")
    s.boxes = boxes
    assert ("ends the game" in str(asking.ask(s, 0, []))) == ends
    assert ("play on" in str(asking.ask(s, 0, []))) != ends
    then = copy(s)
    rules.play(then, 0, rules.BONUS)
    rules.play(then, 0, pack1(SQUARE.layout, GRID.index("e5")))
    rules.play(then, 0, pack2(TICK.layout, 5, 9))
    assert (then.phase == rules.OVER) == ends


def test_the_last_square_is_said_to_end_the_game() -> None:
    """TS-31, TS-40."""
    places = [(f"{column}{row}", (ord(column) - ord("a") + row) % 6) for row in range(1, 7) for column in "abcdef"]
    s = stopping(2, ", ".join(f"{name} {kind}" for name, kind in places[1:]))
    assert asking.ends_with_bonus(s)
    assert not asking.ends_with_bonus(stopping(2, ", ".join(f"{name} {kind}" for name, kind in places[2:])))


def test_the_last_star_is_not_used_unawares() -> None:
    """TS-31."""
    s = stopping(1, "a1 0")
    assert "ends the game" in str(words.describe(s, 0, rules.BONUS))
    assert "ends the game" in str(ways_of(GAME, s, 0, [rules.BONUS])[rules.BONUS].button)
    rules.play(s, 0, rules.BONUS)
    assert "ends the game" in str(asking.ask(s, 0, []))
    assert "ends" not in str(words.describe(stopping(2, "a1 0"), 0, rules.BONUS))


def test_the_guides_say_what_each_line_lacks() -> None:
    """TS-04."""
    s = stopping(3, "a1 0, b1 1, c1 2, d1 3, e1 4, f1 5, a2 1")
    labels = {
        name: markup for part in draw_parts(GAME, s, 0, Pen(GAME.speech())) for name, markup in part.groups.items()
    }
    assert 'aria-label="Row 1 is full"' in labels["row-1"]
    assert 'aria-label="Row 2 is missing: d4, d8, d10, d12, d20"' in labels["row-2"]
    assert 'aria-label="Column a is missing: d8, d10, d12, d20"' in labels["column-a"]
    assert "+3" in labels["row-1"]
    assert (labels["column-a"].count("pebble has"), labels["row-6"].count("pebble has")) == (2, 0)
    assert (labels["column-a"].count("pebble lacks"), labels["row-6"].count("pebble lacks")) == (4, len(DICE))


def test_the_stars_tell_what_they_are_worth() -> None:
    """TS-30, TS-31, TS-50: at any time, and why none can be used if that is so."""
    s = stopping(2, "a1 0")
    told = view.about(s, 0, "stars")
    assert told is not None
    assert str(told.text).startswith("A bonus star lets you write any die")
    s.phase = rules.PAY
    told = view.about(s, 0, "stars")
    assert told is not None
    assert str(told.text).startswith("You can use a bonus star after a roll")
    assert "worth 4 points, and using the third one ends the game" in str(told.text)


def asked(s: Record) -> tuple[str, str]:
    """Return the question and the line below it."""
    question = asking.ask(s, 0, [])
    return str(question.ask), str(question.more)


def test_what_is_left_is_asked_for_with_the_dice_that_are_barred() -> None:
    """TS-25: those that have a box for it, but stand in the row or in the column."""
    s = at_box()
    assert asked(s) == (
        "2, 4 or 6 left on c2. Which die do you write?",
        "Not the d6, d8, d20: this row or column has them.",
    )
    rules.tick(s, DICE.index("d6"), 2)
    rules.tick(s, DICE.index("d6"), 4)
    s.open[DICE.index("d8")] = 0
    s.rolled, s.column_kinds[GRID.column(GRID.index("c2"))] = 3, 0
    assert asked(s) == ("2 left on c2. Which die do you write?", "Not the d20: row 2 has one.")
    s.row_kinds[GRID.row(GRID.index("c2"))] = 0
    assert asked(s)[1] == "Tick one of its boxes to write it."


def test_the_chosen_square_shows_what_is_left() -> None:
    s = at_box()
    (grid, *_) = draw_parts(GAME, s, 0, Pen(GAME.speech()))
    assert re.findall(r">(\d+)</text>", grid.groups["choice"]) == ["2", "4", "6"]
    s.phase = rules.BONUS_BOX
    (grid, *_) = draw_parts(GAME, s, 0, Pen(GAME.speech()))
    assert "</text>" not in grid.groups["choice"], "a star leaves nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_short(language: str) -> None:
    say, met = GAME.speech(language), set()
    for phase in range(rules.OVER + 1):
        for s in positions(phase, games=6):
            question = asking.ask(s, 0, [])
            assert len(say(question.ask)) <= 60, say(question.ask)
            assert question.more is None or len(say(question.more)) <= 90, say(question.more)
            met.add(phase)
    assert met >= set(range(rules.OVER)) - {rules.NO_WALK}


def test_a_die_in_the_tray_tells_how_many_boxes_it_has_left() -> None:
    s = at_box()
    tray = {name: look for part in draw_parts(GAME, s, 0, Pen(GAME.speech())) for name, look in part.groups.items()}
    assert "0 left" in tray["die-d4"]
    assert "11 left" in tray["die-d12"]
    assert "left" not in tray["die-d10"], "the one that is thrown shows its number"
    assert ">7</text>" in tray["die-d10"]
    assert str(asking.progress(s).text) == "3 of 36 squares"


def test_why_a_star_is_better_kept() -> None:
    """Where the game ends by stopping, nothing is said of a later use of the star."""
    s = stopping(1, "a1 0, b2 1")
    assert str(words.reason(s, 0, rules.BONUS, rules.STOP)) == "The star is worth more than what it still brings."
    assert str(words.reason(s, 0, rules.STOP, rules.BONUS)) == "The rounds to come are worth more than the star."
