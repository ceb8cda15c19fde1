"""A lesson at a table: where the learner is, which follows from the log alone, and what the script wants now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rollwright.core.dice import ScriptedDice
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.options import first_offered
from rollwright.table.deals import fallen_dice
from rollwright.table.events import Dealt, Event, Moved, Rolled, Step, effective_events
from rollwright.table.lessons.lesson_file import LEARNER, Lesson, LessonError, LessonStep, lesson_of
from rollwright.table.lessons.puzzle_file import puzzle_of
from rollwright.table.lessons.script_lines import DICE, follow
from rollwright.table.models import DiceKind, Head
from rollwright.table.table import Table


@dataclass(frozen=True)
class Progress:
    """How far a learner is: the steps before `first` are done, and `at` is the next one that asks for something.

    What lies between is only read; the page knows how far. Both are the number of steps once nothing is left to do.
    """

    first: int
    at: int
    steps: int

    @property
    def is_done(self) -> bool:
        """Whether nothing is asked for any more: the table is a real game now."""
        return self.at >= self.steps


@dataclass(frozen=True)
class Course:
    """A lesson, and what follows from playing it as it is written."""

    lesson: Lesson

    @classmethod
    def of(cls, game: Game, head: Head) -> "Course | None":
        """Return the course of a table; None if it is no lesson's, or that cannot be played any more."""
        if head.dice != DiceKind.LESSON:
            return None
        puzzle = puzzle_of(game, head.deal)
        lesson = puzzle.lesson if puzzle else lesson_of(game, head.deal)
        return _playable(lesson) if lesson else None

    def laid(self) -> Table:
        """Return a table at the beginning of the lesson: after its script."""
        lesson = self.lesson
        options = first_offered(lesson.game.options, lesson.seats, lesson.options)
        table = Table(lesson.game, lesson.seats, ScriptedDice([]), options, rolls_itself=False, compiled=False)
        for line in lesson.script:
            follow(table, line)
        return table

    @cached_property
    def begun(self) -> int:
        """How often the learner has rolled or moved before the first step."""
        return _actions(self.laid().log)

    @cached_property
    def dice(self) -> Dealt:
        """All dice of the lesson, each by its round, its roller and its place among the roller's dice."""
        table = self.laid()
        for number, step in enumerate(self.lesson.steps, start=1):
            self.follow(table, step, f"step {number}")
        return fallen_dice(table.log)

    def follow(self, table: Table, step: LessonStep, where: str, move: str | None = None) -> None:
        """Play a step as it is written: what is wanted, or another accepted move, and then the others' lines."""
        try:
            if step.rolls and table.dice_due and table.roller != LEARNER:
                raise LessonError(f"{where}: these are the dice of seat {table.roller + 1}: they belong into `then`")
            if step.rolls:
                follow(table, step.do[0])
            elif step.do:
                table.play(LEARNER, move or self._first(table, step, where), exact=True)
            for line in step.then:
                if (line.startswith(DICE) and table.roller == LEARNER) or line.startswith(f"{LEARNER + 1} "):
                    raise LessonError(f"{where}: '{line}' is for the learner to do: it is a step of its own")
                follow(table, line)
        except (Refusal, ValueError) as fault:
            raise fault if isinstance(fault, LessonError) else LessonError(f"{where}: {fault}") from fault

    @staticmethod
    def _first(table: Table, step: LessonStep, where: str) -> str:
        legal = table.legal(LEARNER)
        found = next((text for wanted in step.do for text in legal if LessonStep("", do=(wanted,)).accepts(text)), None)
        if found is None:
            refused = next((text for text in step.do if not text.endswith("*")), None)
            if refused:
                table.read(LEARNER, refused, exact=True)  # says why
            raise LessonError(f"{where}: none of the wanted moves is legal: {', '.join(step.do)}")
        return found

    def progress(self, log: Iterable[Event]) -> Progress:
        """Return how far the learner is at a table with this log."""
        steps = self.lesson.steps
        done = max(0, _actions(log) - self.begun)
        tasks = [place for place, step in enumerate(steps) if step.do]
        first = tasks[min(done, len(tasks)) - 1] + 1 if done and tasks else 0
        return Progress(first, tasks[done] if done < len(tasks) else len(steps), len(steps))

    def wanted(self, table: Table) -> LessonStep | None:
        """Return the step that waits to be done; None once the script is over.

        That is also so if the table does not fit it any more, as the lesson has changed since: nobody gets stuck.
        """
        progress = self.progress(table.log)
        if progress.is_done or table.over:
            return None
        step = self.lesson.steps[progress.at]
        if table.dice_due:
            return step if step.rolls or table.roller != LEARNER else None
        legal = table.legal(LEARNER)
        return step if not legal or any(map(step.accepts, legal)) else None

    def offered(self, table: Table, seat: int) -> list[int]:
        """Return the legal moves of a seat that the lesson accepts now."""
        legal, step = table.legal_moves(seat), self.wanted(table)
        if step is None or seat != LEARNER:
            return legal
        texts = {move: table.game.moves.text(move) for move in legal}
        return [move for move, text in texts.items() if step.accepts(text) or text in step.answers]

    def is_ready(self, table: Table) -> bool:
        """Say whether the learner can do now what is wanted."""
        step = self.wanted(table)
        if step is not None and step.rolls:
            return bool(table.dice_due) and table.roller == LEARNER
        return step is not None and bool(self.offered(table, LEARNER))

    def check_move(self, table: Table, seat: int, text: str, instead: str | None = None) -> None:
        """Refuse a move that is not wanted, with the lesson's own words; an illegal one with the game's reason."""
        step = self.wanted(table)
        if step is None or seat != LEARNER:
            return
        move = table.game.moves.text(table.read(seat, text)) if instead is None else ""
        if not step.accepts(move):
            raise Refusal(step.answers.get(move) or refused(step))

    def check_undo(self, table: Table, seat: int) -> None:
        """Refuse to take back what happened before the lesson began."""
        if seat == LEARNER and not self.can_undo(table):
            raise Refusal(Phrase("The lesson begins here: there is nothing to undo."))

    def can_undo(self, table: Table) -> bool:
        """Say whether the learner has moved since the lesson began."""
        return _actions(table.log) > self.begun

    def scripted_move(self, table: Table, seat: int) -> int | None:
        """Return what the script has a bot do next; None if it is free to choose."""
        lines = self.lesson.lines_of(seat)
        made = sum(isinstance(event, Moved) and event.seat == seat for event in effective_events(table.log))
        legal = table.legal_moves(seat)
        return next((move for move in legal if made < len(lines) and table.game.moves.text(move) == lines[made]), None)


@lru_cache
def _playable(lesson: Lesson) -> Course | None:
    """Return the course of a lesson whose script can be played."""
    course = Course(lesson)
    try:
        _ = course.begun
    except (LessonError, Refusal, ValueError):
        return None
    return course


def refused(step: LessonStep) -> Phrase:
    """Say kindly that something else is wanted now."""
    if step.otherwise:
        return Phrase(step.otherwise)
    return Phrase("That is possible, too. But first: {say}", say=Phrase(step.say))


def _actions(log: Iterable[Event]) -> int:
    """Count what the learner has done: rolls and moves that were not taken back."""
    return sum(
        event.roller == LEARNER if isinstance(event, Rolled) else event.seat == LEARNER
        for event in effective_events(event for event in log if isinstance(event, Step))
    )


def bots_are_due(table: Table, bots: Sequence[int] | frozenset[int]) -> bool:
    """Say whether bots are still to move or to roll."""
    return bool(set(bots).intersection(table.waiting)) or (bool(table.dice_due) and table.roller in bots)
