"""Opens the tables of lessons, and finds those that were left before their script was over."""

import asyncio

from rollwright.core.errors import BadOption
from rollwright.core.game import game_names, open_game
from rollwright.core.language import Phrase
from rollwright.live.entry.identity import known_as
from rollwright.live.entry.new_table import BOT_NAMES, keep, new_seed, new_table_id
from rollwright.live.environment import Environment
from rollwright.store.errors import NoSuchTable, UnreadableLog
from rollwright.store.protocol import Store
from rollwright.table.lessons.course import Course, Progress
from rollwright.table.lessons.lesson_file import LEARNER, Lesson, LessonError
from rollwright.table.models import DiceKind, Head, Listed, Player, SeatKind

BOT_LEVEL = "easy"
"""The level of the bots of a lesson once its script is over."""


async def open_lesson(store: Store, environment: Environment, token: str, lesson: Lesson) -> str:
    """Open a table for a lesson: its script has been played, and its dice are dealt. Return its id."""
    course = Course(lesson)
    try:
        table, dice = await asyncio.to_thread(lambda: (course.laid(), course.dice))
    except LessonError as fault:
        raise BadOption(Phrase("This lesson cannot be played: {reason}", reason=str(fault))) from fault
    names = (*lesson.names, *BOT_NAMES)
    players = tuple(
        Player("", SeatKind.HERE) if seat == LEARNER else Player(names[seat - 1], SeatKind.BOT, BOT_LEVEL)
        for seat in range(lesson.seats)
    )
    seed = new_seed(environment, DiceKind.LESSON)
    table_id = new_table_id(environment)
    head = Head(table_id, known_as(token), environment.now(), players, seed, DiceKind.LESSON, 0, lesson.deal)
    await keep(store, environment, head, table, [*table.log, dice])
    return table_id


async def progress_at(store: Store, listed: Listed) -> Progress | None:
    """Return how far somebody is with the lesson of a table; None if it has none, or was deleted meanwhile."""
    course = Course.of(open_game(listed.game), listed.head) if listed.game in game_names() else None
    if course is None:
        return None
    try:
        _, log = await asyncio.wrap_future(store.load(listed.head.table_id))
    except (NoSuchTable, UnreadableLog):
        return None
    return course.progress(log)


async def left_lesson(store: Store, holder: str, lesson: Lesson) -> str | None:
    """Return the id of the table where somebody left a lesson before its script was over, if there is one."""
    tables = await asyncio.wrap_future(store.list_tables(holder)) if holder else []
    for listed in tables:
        if listed.head.deal == lesson.deal and listed.head.owner == holder and not listed.summary.over:
            progress = await progress_at(store, listed)
            if progress and not progress.is_done:
                return listed.head.table_id
    return None
