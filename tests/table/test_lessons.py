"""Lessons: how they are read, where a learner is, and what is taken and refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rollwright.core.dice import RepeatedDice, SeededDice
from rollwright.core.errors import Illegal, Refusal
from rollwright.core.game import Game, open_game
from rollwright.table import Table
from rollwright.table.deals import dice_by_round
from rollwright.table.lessons.course import Course
from rollwright.table.lessons.lesson_file import LessonError, lessons_of

LESSON = """
title = "A lesson"
about = "For these tests."
minutes = 1
seats = 2
names = ["Ada"]
options = { start = "1" }
script = '''
dice 3 6 2 5 1
1 allocate nav 3 6 phone 2 5
1 write 3 b2
'''

[[step]]
say = "Read this."

[[step]]
say = "Write the 6."
do = ["write 6 a1", "write 6 c*"]
otherwise = "Not there."
then = '''
2 write 3 a1
2 write 6 b2
'''

[[step]]
say = "Shade a line."
do = "line 5 from b8 e"
then = '''
2 line 5 from b8 e
dice 1 1 2 2 3
2 allocate nav 1 1 phone 2 2
'''

[[step]]
say = "Write a 1."
do = "write 1 *"

[[step]]
say = "Well done!"
"""


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """A game whose only lessons are those of a test."""
    game = open_game("terminal_dispute")
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "first.toml").write_text(LESSON, encoding="utf-8")
    folder = game.folder
    game.__dict__["folder"] = tmp_path
    yield game
    game.__dict__["folder"] = folder


@pytest.fixture
def course(game: Game) -> Course:
    return Course(lessons_of(game)[0])


@pytest.fixture
def table(course: Course) -> Table:
    table = course.laid()
    table.dice = RepeatedDice(dice_by_round(course.dice), SeededDice(1))
    return table


def write(game: Game, old: str, new: str, name: str = "first") -> None:
    (game.folder / "lessons" / f"{name}.toml").write_text(LESSON.replace(old, new), encoding="utf-8")


def where(course: Course, table: Table) -> tuple[int, int]:
    progress = course.progress(table.log)
    return progress.first, progress.at


def test_the_smallest_order_comes_first(game: Game) -> None:
    write(game, 'title = "A lesson"', 'title = "Another"\norder = 2', "earlier")
    assert [lesson.name for lesson in lessons_of(game)] == ["first", "earlier"]
    assert lessons_of(game)[0].deal == "lesson/terminal_dispute/first"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('about = "For these tests."', 'abuot = "For these tests."', "field 'abuot'"),
        ('say = "Read this."', 'more = "Read this."', "step 1 says nothing"),
        ("minutes = 1", "minutes =", "first.toml"),
        ('say = "Read this."', 'say = "Read this."\nsays = ""', "step 1 has a field 'says'"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused(game: Game, old: str, new: str, said: str) -> None:
    write(game, old, new)
    with pytest.raises(LessonError, match=said):
        lessons_of(game)


def test_where_the_learner_is_follows_from_the_log(course: Course, table: Table) -> None:
    assert (course.begun, where(course, table)) == (3, (0, 1))
    table.play(0, "write 6 c5")
    assert where(course, table) == (2, 2)
    table.undo(0)
    assert where(course, table) == (0, 1)
    table.play(0, "write 6 a1")
    table.play(0, "line 5 from b8 e")
    assert where(course, table) == (3, 3)
    assert not course.is_ready(table), "the others play first"


def test_only_what_is_wanted_is_offered_and_taken(course: Course, table: Table) -> None:
    offered = [table.game.moves.text(move) for move in course.offered(table, 0)]
    assert offered == ["write 6 a1", "write 6 c1", "write 6 c3", "write 6 c4", "write 6 c5"]
    log = list(table.log)
    course.check_move(table, 0, "write 6 c3")
    with pytest.raises(Refusal, match="Not there"):
        course.check_move(table, 0, "write 6 e5")
    with pytest.raises(Illegal, match="same row or column"):
        course.check_move(table, 0, "write 6 c2")
    with pytest.raises(Refusal, match="Not there"):
        course.check_move(table, 0, "write 6 c3", instead="write 3 b2")
    assert table.log == log
    table.play(0, "write 6 c3")
    with pytest.raises(Refusal, match="But first: Shade a line"):
        course.check_move(table, 0, "line 5 from b8 w")


def test_what_was_before_the_lesson_cannot_be_undone(course: Course, table: Table) -> None:
    with pytest.raises(Refusal, match="The lesson begins here"):
        course.check_undo(table, 0)
    table.play(0, "write 6 c3")
    course.check_undo(table, 0)


def test_bots_follow_the_script_and_dice_fall_as_written(course: Course, table: Table) -> None:
    for _ in range(3):
        move = course.scripted_move(table, 1)
        assert move is not None
        table.make(1, move)
    assert course.scripted_move(table, 1) is None
    table.play(0, "write 6 c3")
    table.play(0, "line 5 from b8 e")
    assert table.roll().faces == (1, 1, 2, 2, 3)
    move = course.scripted_move(table, 1)
    assert move is not None
    assert table.game.moves.text(move) == "allocate nav 1 1 phone 2 2"
    table.make(1, move)
    table.play(0, "write 1 e5")
    assert course.progress(table.log).is_done
    assert course.wanted(table) is None
    assert course.offered(table, 0) == table.legal_moves(0), "now it is a real game"


def test_a_table_that_does_not_fit_its_lesson_is_a_game(game: Game, table: Table) -> None:
    write(game, '["write 6 a1", "write 6 c*"]', '"cross e5"')
    changed = Course(lessons_of(game)[0])
    assert changed.wanted(table) is None
    assert changed.offered(table, 0) == table.legal_moves(0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2 write 3 a1", "1 write 3 a1", "step 2: .* is for the learner"),
        ("2 write 3 a1", "2 write 5 a1", "step 2: "),
        ('do = "write 1 *"', 'do = "dice 1 1"', "step 4: "),
        ('do = "write 1 *"', 'do = "write 2 *"', "step 4: none of the wanted moves is legal"),
    ],
)
def test_a_script_that_cannot_be_played_says_where(game: Game, old: str, new: str, said: str) -> None:
    write(game, old, new)
    with pytest.raises(LessonError, match=said):
        _ = Course(lessons_of(game)[0]).dice
