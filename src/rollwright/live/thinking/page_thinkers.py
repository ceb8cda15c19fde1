"""Pages that think for the bots of their own table, and find hints, so that the server need not.

A page is asked only where all people of a table sit at its browser, and is told only what a spectator may know, or, for
a hint, what the seat may know that it plays. So it learns no secret, and if somebody has changed it, only they are
deceived. What it answers is checked like any request; where no page answers soon, the server thinks.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from rollwright.bots.levels import level_named
from rollwright.bots.search import SHOWN, Advice, decision_seed
from rollwright.core.contract import SPECTATOR

if TYPE_CHECKING:
    from rollwright.live.room import Room

MOST_HALVES = 1_000_000
"""No score is that high: a number beyond it is none."""


@dataclass(frozen=True)
class Question:
    """A decision that a page is asked for."""

    key: int
    position: bytes
    """What the seat sees."""
    seat: int
    level: str
    seed: int
    """The seed of this decision, which tells nothing of the bot's next one."""


@dataclass(eq=False)
class ThinkingPage:
    """A connected page that says it can think."""

    holder: str
    """The digest of its browser's token."""
    ask: Callable[[Question], Awaitable[None]]
    """Sends it a question."""
    has_failed: bool = False
    """Whether it once gave no answer, or one that makes no sense: then it is not asked again."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it thinks: it is asked one thing at a time, as its time begins with the question."""


@dataclass(frozen=True)
class _Asked:
    """A question that a page has not answered yet."""

    page: ThinkingPage
    legal: Collection[int]
    answer: "asyncio.Future[Advice | None]"

    def settle(self, advice: Advice | None) -> None:
        if not self.answer.done():
            self.answer.set_result(advice)


class PageThinkers:
    """The pages at a table that can think, and what they were asked."""

    def __init__(self, room: "Room") -> None:
        """Begin without any."""
        self._room = room
        self._pages: list[ThinkingPage] = []
        self._asked: dict[int, _Asked] = {}
        self._keys = count(1)

    def offer(self, page: ThinkingPage) -> None:
        """Note that a page can think; the one that said so last is asked."""
        self._pages = [each for each in self._pages if each is not page] + [page]

    def withdraw(self, page: ThinkingPage) -> None:
        """Note that a page can think no longer; what it was asked, the server thinks about."""
        self._pages = [each for each in self._pages if each is not page]
        for asked in self._asked.values():
            if asked.page is page:
                asked.settle(None)

    def is_home_of(self, holder: str) -> bool:
        """Say whether all people of the table sit at this browser, and nobody else is or may come here."""
        company = self._room.company
        holders = {company.head.owner}
        for chair in company.chairs:
            holders.update(chair.holders, chair.last, chair.former.holders if chair.former else ())
        return holders == {holder} and not company.has_invited_seats and not company.guests

    async def choose(self, seat: int, level: str, seed: int) -> Advice | None:
        """Have a page choose a bot's move; None if none may be asked, or none answers in time."""
        room = self._room
        is_shared = bool(room.head.deal) or room.head.ranked  # others compare their results with this one
        if is_shared or not self._is_open(seat):
            return None
        return await self._ask(seat, level, room.table.seen_by(SPECTATOR).tobytes(), seed)

    async def advise(self, seat: int, level: str, position: bytes, seed: int) -> Advice | None:
        """Have a page find a hint for a seat that is played there; `position` is what the seat sees."""
        return await self._ask(seat, level, position, seed)

    def answered(self, page: ThinkingPage, key: int, said: object) -> None:
        """Take a page's answer to a question."""
        asked = self._asked.get(key)
        if asked is None or asked.page is not page:  # it came too late
            return
        advice = checked_advice(said, asked.legal)
        page.has_failed = advice is None
        asked.settle(advice)

    def _is_open(self, seat: int) -> bool:
        """Say whether nothing at the table is hidden from anybody, and what the seat does now will not be either."""
        table, is_secret = self._room.table, self._room.game.moves.is_secret
        seen = table.seen_by(SPECTATOR).tobytes()
        all_see_the_same = all(table.seen_by(each).tobytes() == seen for each in range(table.seats))
        return all_see_the_same and not any(map(is_secret, table.legal_moves(seat)))

    async def _ask(self, seat: int, level: str, position: bytes, seed: int) -> Advice | None:
        pages = [page for page in self._pages if not page.has_failed and self.is_home_of(page.holder)]
        if not pages:
            return None
        page = pages[-1]
        question = Question(next(self._keys), position, seat, level, decision_seed(seed, seat, position))
        async with page.turn:
            if page.has_failed or page not in self._pages:
                return None
            advice = await self._answer(page, question)
        self._room.environment.observer.page_answered(self._room.game.name, in_time=advice is not None)
        return advice

    async def _answer(self, page: ThinkingPage, question: Question) -> Advice | None:
        """Return what a page answers within the time of the level, and a little more for the way."""
        table, patience = self._room.table, self._room.environment.settings.page_patience
        legal = table.moves_at(table.rules.restore(question.position), question.seat)
        asked = self._asked[question.key] = _Asked(page, legal, asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout(level_named(question.level).seconds + patience):
                await page.ask(question)
                return await asked.answer
        except TimeoutError:
            page.has_failed = True
            return None
        finally:
            del self._asked[question.key]


def checked_advice(said: object, legal: Collection[int]) -> Advice | None:
    """Return what a page has answered, or None if it is no advice, or not for a position with these legal moves."""
    if not isinstance(said, dict):
        return None
    best, others, playouts = [said.get("move"), said.get("halves")], said.get("others"), said.get("playouts")
    if not isinstance(others, list) or len(others) > SHOWN or type(playouts) is not int:
        return None
    ranked = [_checked_move(each, legal) for each in (best, *others)]
    if None in ranked:
        return None
    (move, halves), *rest = [each for each in ranked if each is not None]
    return Advice(move, halves, rest, playouts)


def _checked_move(said: Any, legal: Collection[int]) -> tuple[int, float] | None:
    if not isinstance(said, list) or len(said) != 2:
        return None
    move, halves = said
    is_number = type(halves) in (int, float) and abs(halves) < MOST_HALVES  # which no NaN is
    return (move, float(halves)) if type(move) is int and move in legal and is_number else None
