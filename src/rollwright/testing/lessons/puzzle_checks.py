"""Checks that puzzles have an answer, that the search bot still agrees, and that they show and say what there is."""

from rollwright.bots.puzzle_worth import measured
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.table.lessons.course import Course
from rollwright.table.lessons.lesson_file import AREAS, LEARNER, LessonError
from rollwright.table.lessons.puzzle_file import FOLDER, SAID, Puzzle, puzzles_of
from rollwright.testing.playthroughs import Effort
from rollwright.view import Pen, draw_parts

FEWEST = 3
"""Moves to choose from."""
LONGEST = {"title": 40, "ask": 100, "why": 170}
BATCHES, EACH, SEED = 8, 25, 7
"""The playouts by which an answer is tried again."""
CERTAIN = 2.0
"""Intervals by which an answer must not be worse when it is tried again."""


def puzzles_have_an_answer(game: Game, effort: Effort) -> None:
    """Each puzzle, if there are any, asks for a legal move; few are right, and a fresh search does not disagree."""
    try:
        puzzles = puzzles_of(game)
    except LessonError as fault:
        raise AssertionError(str(fault)) from fault
    for puzzle in puzzles:
        try:
            _check(puzzle)
        except (AssertionError, LessonError, Refusal, ValueError) as fault:
            raise AssertionError(f"{FOLDER}/{puzzle.name}.toml: {fault}") from fault


def _check(puzzle: Puzzle) -> None:
    for name in SAID:
        text = getattr(puzzle, name)
        assert name == "title" or text.endswith((".", "?")), f"'{text}' is no sentence"
        for language in LANGUAGES:
            told = puzzle.game.speech(language)(Phrase(text))
            assert len(told) <= LONGEST[name], f"'{told}' is longer than {LONGEST[name]} characters"
    table = Course(puzzle.lesson).laid()
    asked = {text for text in table.legal(LEARNER) if puzzle.asks_for(text)}
    assert len(asked) >= FEWEST, f"only {len(asked)} moves can be chosen"
    assert set(puzzle.worth) == asked, f"`rollwright puzzles {puzzle.game.name}` has not measured just these moves"
    assert 0 < len(puzzle.answers) <= len(asked) / 2, "at most half of the moves may be right"
    parts = draw_parts(puzzle.game, table.seen_by(LEARNER), LEARNER, Pen(puzzle.game.speech()), table.rules)
    drawn = {name for part in parts for name in (part.name, *part.groups)}
    for name in puzzle.show:
        shown = name in AREAS or name in drawn or any(each.startswith(name) for each in drawn)
        assert shown, f"the spotlight shows '{name}', which is not drawn"
    again = measured(puzzle, SEED, BATCHES, EACH)
    loss, interval = again[puzzle.answers[0]]
    assert loss <= CERTAIN * interval, f"'{puzzle.answers[0]}' is not best any more: `rollwright puzzles`"


CHECKS = (puzzles_have_an_answer,)
