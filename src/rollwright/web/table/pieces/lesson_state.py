"""A lesson on a table's page: its steps in the reader's language, sent once, and how far the learner is."""

from typing import Any

from rollwright.core.language import Phrase, Speech
from rollwright.live.room import Room
from rollwright.table.lessons.course import bots_are_due, refused
from rollwright.table.lessons.lesson_file import LEARNER, LessonStep
from rollwright.table.lessons.puzzle_file import is_puzzle


def lesson_shown(room: Room, say: Speech) -> dict[str, Any] | None:
    """Return the lesson of a table for its page; None at any other table."""
    if room.course is None:
        return None
    lesson = room.course.lesson
    shown = {"key": lesson.deal, "title": say(lesson.title), "steps": [_shown(step, say) for step in lesson.steps]}
    return shown | {"puzzle": is_puzzle(lesson)}


def _shown(step: LessonStep, say: Speech) -> dict[str, Any]:
    shown: dict[str, Any] = {"say": say(Phrase(step.say)), "show": step.show}
    if step.more:
        shown["more"] = say(Phrase(step.more))
    if step.do:
        shown["does"] = "roll" if step.rolls else "move"
        shown["otherwise"] = say(refused(step)) if step.otherwise else ""
    return shown


def lesson_state(room: Room, seat: int) -> dict[str, Any] | None:
    """Return how far the learner is; None once the table is none of a lesson, or does not fit it any more.

    `ready` says whether what is wanted can be done now, `calm` whether no bot has anything to do.
    """
    course, table = room.course, room.table
    if course is None or seat != LEARNER:
        return None
    progress = course.progress(table.log)
    if not progress.is_done and course.wanted(table) is None:
        return None
    calm = not bots_are_due(table, room.bots)
    return {"first": progress.first, "at": progress.at, "ready": course.is_ready(table), "calm": calm}
