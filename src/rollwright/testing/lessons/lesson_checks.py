"""Checks that lessons can be played to their end, whatever is accepted, and that they show and say what there is."""

from collections.abc import Iterator

from rollwright.core.dice import RepeatedDice, SeededDice
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.table import Table
from rollwright.table.deals import dice_by_round
from rollwright.table.lessons.course import Course
from rollwright.table.lessons.lesson_file import (
    AREAS,
    FOLDER,
    LEARNER,
    Lesson,
    LessonError,
    LessonStep,
    lessons_of,
)
from rollwright.testing.playthroughs import Effort
from rollwright.view import Pen, draw_parts

MOST_WORDS = 14
"""Words of what a step says, in English."""
LONGEST = {"say": 100, "more": 170, "otherwise": 150, "title": 40, "about": 120}
"""Characters of each sentence, in any language."""
MOST_MINUTES = 5


def lessons_play_to_their_end(game: Game, effort: Effort) -> None:
    """There is a lesson; whatever it accepts leads to its end, and it shows what is drawn, in short sentences."""
    try:
        lessons = lessons_of(game)
    except LessonError as fault:
        raise AssertionError(str(fault)) from fault
    assert lessons, f"{FOLDER}/first.toml is missing: docs/authoring.md tells how a lesson is written"
    for lesson in lessons:
        try:
            _check_form(lesson)
            _check_sentences(lesson)
            course = Course(lesson)
            _play(course, {})
            for changes in _deviations(course):
                _play(course, changes)
        except (AssertionError, LessonError, Refusal) as fault:
            raise AssertionError(f"{FOLDER}/{lesson.name}.toml: {fault}") from fault


def _check_form(lesson: Lesson) -> None:
    assert 1 <= lesson.minutes <= MOST_MINUTES, f"a lesson takes 1 to {MOST_MINUTES} minutes"
    assert lesson.seats in lesson.game.seats, f"this game is not for {lesson.seats}"
    assert len(lesson.names) < lesson.seats, "`names` are those of the other seats"
    assert any(step.do for step in lesson.steps), "there is nothing to do"
    assert not lesson.steps[-1].do, "the last step celebrates: it has no `do`"
    for number, step in enumerate(lesson.steps, start=1):
        assert step.do or not step.otherwise, f"step {number} is only read: it has no `otherwise`"
        assert len(step.say.split()) <= MOST_WORDS, f"step {number} says more than {MOST_WORDS} words: '{step.say}'"


def _check_sentences(lesson: Lesson) -> None:
    said = [("title", lesson.title), ("about", lesson.about)]
    said += [
        (name, text) for step in lesson.steps for name in ("say", "more", "otherwise") if (text := getattr(step, name))
    ]
    for name, text in said:
        assert not set("{}").intersection(text), f"'{text}': sentences have no braces"
        assert name == "title" or text.endswith((".", "?", "!")), f"'{text}' is no sentence"
        for language in LANGUAGES:
            told = lesson.game.speech(language)(Phrase(text))
            assert len(told) <= LONGEST[name], f"'{told}' is longer than {LONGEST[name]} characters"


def _deviations(course: Course) -> Iterator[dict[int, str]]:
    """Yield other choices that a learner has: for one step each, every accepted move but the first."""
    table = _laid(course)
    for place, step in enumerate(course.lesson.steps):
        if step.do and not step.rolls:
            accepted = [table.game.moves.text(move) for move in course.offered(table, LEARNER)]
            yield from ({place: move} for move in accepted[1:])
        _do(course, table, place, {})


def _laid(course: Course) -> Table:
    """Return a table at the beginning of a lesson, with the lesson's dice, after what its bots do at once."""
    table = course.laid()
    table.dice = RepeatedDice(dice_by_round(course.dice), SeededDice(0))
    _bots_act(course, table, "the beginning")
    return table


def _play(course: Course, changes: dict[int, str]) -> None:
    """Play a lesson as on the page: bots move as soon as they are asked. `changes` are other moves by step."""
    table = _laid(course)
    for place, step in enumerate(course.lesson.steps):
        if not changes:
            _check_spotlight(course, table, step, f"step {place + 1}")
        _do(course, table, place, changes)
    assert course.progress(table.log).is_done


def _do(course: Course, table: Table, place: int, changes: dict[int, str]) -> None:
    step, where = course.lesson.steps[place], f"step {place + 1}"
    if not step.do:
        return
    after = "".join(f" after '{move}'" for number, move in changes.items() if number < place)
    assert course.progress(table.log).at == place
    assert course.is_ready(table), f"{where}: '{step.do[0]}' cannot be done now{after}"
    if step.rolls:
        fallen = table.roll().faces
        written = [int(face) for face in step.do[0].split()[1:]]
        assert changes or list(fallen) == written, f"{where}: {fallen} fall instead of {written}"
    else:
        legal = table.legal(LEARNER)
        for wanted in () if changes else step.do:
            assert any(map(LessonStep("", do=(wanted,)).accepts, legal)), f"{where}: '{wanted}' is not legal"
        move = changes.get(place) or table.game.moves.text(course.offered(table, LEARNER)[0])
        course.check_move(table, LEARNER, move)
        table.play(LEARNER, move, exact=True)
    _bots_act(course, table, where + after)


def _bots_act(course: Course, table: Table, where: str) -> None:
    """Let the bots do what they are asked for, by the script as long as it lasts."""
    while not course.progress(table.log).is_done and not table.over:
        if table.dice_due and table.roller != LEARNER:
            table.roll()
            continue
        bot = next((seat for seat in table.waiting if seat != LEARNER), None)
        if bot is None:
            return
        move = course.scripted_move(table, bot)
        assert move is not None, f"{where}: seat {bot + 1} is asked, and the script has no legal line for it"
        table.make(bot, move)


def _check_spotlight(course: Course, table: Table, step: LessonStep, where: str) -> None:
    game = course.lesson.game
    parts = draw_parts(game, table.seen_by(LEARNER), LEARNER, Pen(game.speech()), table.rules)
    groups = [name for part in parts for name in part.groups]
    empty = {
        "roll": not table.dice_due or table.roller != LEARNER,
        "hint": not table.legal_moves(LEARNER),
        "undo": not (course.can_undo(table) and table.recent(LEARNER)),
    }
    for name in step.show:
        if name in AREAS:
            assert not empty.get(name, False), f"{where} shows '{name}', which is not there then"
            continue
        found = any(part.name == name and part.groups for part in parts) or any(
            each.startswith(name) for each in groups
        )
        assert found, f"{where} shows '{name}', but no part or spot of that name is drawn then"


CHECKS = (lessons_play_to_their_end,)
