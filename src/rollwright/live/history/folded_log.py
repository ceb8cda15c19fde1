"""What the log of a table adds up to: its people, the table and its story. Long logs are folded one at a time."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from rollwright.core.dice import SEED_BYTES, DiceSource, FairDice, RepeatedDice, SeededDice
from rollwright.live.history.taken_back import TakenBack
from rollwright.table import Event, Table
from rollwright.table.company import Company
from rollwright.table.deals import dice_by_round
from rollwright.table.editions.replayable import company_of
from rollwright.table.events import Step
from rollwright.table.lessons.course import Course
from rollwright.table.models import DiceKind, Head
from rollwright.table.story import Story

LONG_LOG = 1_000
"""A log with more events takes seconds to fold; a game without many undos has fewer."""

T = TypeVar("T")

_long_logs = ThreadPoolExecutor(1, "rollwright long log")
"""Folds long logs, which wait for each other, and nobody else for them."""


@dataclass(frozen=True)
class LaidTable:
    """A table with its steps so far, and what is told and counted of them."""

    table: Table
    story: Story
    taken_back: TakenBack


@dataclass(frozen=True)
class FoldedLog:
    """All that follows from a log."""

    company: Company
    course: Course | None
    laid: LaidTable
    length: int


def fold(head: Head, log: Sequence[Event], compiled: bool) -> FoldedLog:
    """Fold a log; this may take long, and belongs into a thread: see `in_thread`."""
    company = company_of(head, log)
    laid = lay_table(head, company, [event for event in log[1:] if isinstance(event, Step)], compiled)
    return FoldedLog(company, Course.of(company.game, head), laid, len(log))


def lay_table(head: Head, company: Company, steps: Sequence[Step], compiled: bool) -> LaidTable:
    """Return the table of a company after these steps."""
    log = [company.opening, *steps]
    table = Table.from_log(log, dice_of(head, company), names=company.names, compiled=compiled)
    table.is_advice = company.is_advice
    return LaidTable(table, Story(table, company.remarks), TakenBack(table.log))


def dice_of(head: Head, company: Company) -> DiceSource:
    """Return a table's source of dice; fair dice depend on the nonces of all players' browsers."""
    if head.dice not in (DiceKind.FAIR, DiceKind.DEALT):
        seeded, dealt = SeededDice(head.seed), company.dealt
        return RepeatedDice(dice_by_round(dealt), seeded) if dealt else seeded
    seed, nonces = head.seed.to_bytes(SEED_BYTES, "big"), company.numbers.nonces
    return FairDice(seed, tuple(nonces.get(seat, "") for seat in range(len(company.chairs))))


async def in_thread(length: int, work: Callable[[], T]) -> T:
    """Do what takes the longer, the longer a log is, in a thread: others play meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_long_logs if length > LONG_LOG else None, work)
