"""The queue for the thinkers: whoever has many tables waits for their own bots, and others do not.

Tables that somebody looks at come first. Thinking time is divided evenly among addresses, the part of an address among
the browsers that opened tables from there, and the part of a browser among its tables: by deficit round robin, at each
of the three levels. Addresses are held in memory only, and forgotten when nobody waits or thinks any more.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

QUANTUM = 0.1
"""The seconds of thinking that everybody who waits is granted in each round."""

MAX_DEBT = 5.0
"""The most seconds that somebody has to wait for after a long thought: the rounds of others have an end."""

UNWATCHED_EVERY = 5
"""Of so many turns in a row one is for a table that nobody looks at, so that it gets on, too."""


@dataclass(frozen=True)
class Asker:
    """The table that a bot thinks for, and whose part of the time that takes."""

    address: str = ""
    """Where the host of the table is, as far as this process knows; never stored or logged."""
    owner: str = ""
    table_id: str = ""
    is_watched: Callable[[], bool] = lambda: False
    """Says whether somebody looks at the table; asked again at each turn, as people come and go while a bot waits."""

    @property
    def path(self) -> tuple[str, ...]:
        """The names of its shares, the widest first."""
        return self.address, self.owner, self.table_id


@dataclass
class _Share:
    """A share of the thinking time, and those among whom it is divided, in the order of their turns."""

    credit: float = 0.0
    running: int = 0
    parts: "OrderedDict[str, _Share]" = field(default_factory=OrderedDict)

    def next_of(self, waiting: Collection[str]) -> str:
        """Return which of those who wait has its turn. Nobody has two before each other has had one or is in debt."""
        for name in waiting:
            self.parts.setdefault(name, _Share())  # at the end of the round
        while True:
            for name, part in list(self.parts.items()):
                part.credit = min(part.credit + QUANTUM, QUANTUM)
                self.parts.move_to_end(name)
                if name in waiting and part.credit > 0:
                    return name
                if name not in waiting and not part.running and part.credit == QUANTUM:
                    del self.parts[name]  # there is nothing to remember

    def begin(self) -> None:
        """Note that somebody thinks on this share."""
        self.running += 1

    def end(self, seconds: float) -> None:
        """Charge it for the time."""
        self.running -= 1
        self.credit = max(self.credit - seconds, -MAX_DEBT)


@dataclass(eq=False)
class _Question:
    """A question that waits for a thinker, or is thought about."""

    asker: Asker
    asked: float
    turn: "asyncio.Future[None]"
    begun: float = 0.0
    watched: bool = False
    shares: list[_Share] = field(default_factory=list)


class ThinkingQueue:
    """Gives each question its turn at one of the thinkers."""

    def __init__(
        self,
        thinkers: int,
        monotonic: Callable[[], float],
        waited: Callable[[bool, float], None] = lambda watched, seconds: None,
    ) -> None:
        """Start with all thinkers idle. `waited` is told, at each turn, whether the table was watched and how long the
        question waited."""
        self._idle = thinkers
        self._monotonic = monotonic
        self._waited = waited
        self._waiting: dict[_Question, None] = {}
        self._thinking = 0
        self._shares = {True: _Share(), False: _Share()}
        """The whole time, by whether somebody looks."""
        self._watched_in_a_row = 0

    def __len__(self) -> int:
        """Return how many questions wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a thinker, and hold it while the block lasts."""
        question = _Question(asker, self._monotonic(), asyncio.get_running_loop().create_future())
        self._waiting[question] = None
        self._give_turns()
        try:
            await question.turn
            yield
        finally:
            self._leave(question)

    def _give_turns(self) -> None:
        """Let idle thinkers begin."""
        while self._idle and self._waiting:
            question = self._next()
            del self._waiting[question]
            self._idle -= 1
            self._thinking += 1
            question.begun = self._monotonic()
            for share in question.shares:
                share.begin()
            self._waited(question.watched, question.begun - question.asked)
            if not question.turn.done():  # else it was cancelled just now, and leaves next
                question.turn.set_result(None)

    def _leave(self, question: _Question) -> None:
        """Take an answered question out, or one that nobody wants answered any more."""
        if question in self._waiting:
            del self._waiting[question]
            return
        self._idle += 1
        self._thinking -= 1
        for share in question.shares:
            share.end(self._monotonic() - question.begun)
        self._give_turns()
        if not self._waiting and not self._thinking:
            self._shares = {True: _Share(), False: _Share()}  # nobody is kept in mind for longer than needed

    def _next(self) -> _Question:
        """Choose the question whose turn it is."""
        watched = {question: question.asker.is_watched() for question in self._waiting}
        looks = any(watched.values())
        if looks and not all(watched.values()):
            looks = self._watched_in_a_row < UNWATCHED_EVERY - 1
        self._watched_in_a_row = self._watched_in_a_row + 1 if looks else 0
        chosen = _chosen(self._shares[looks], [question for question in self._waiting if watched[question] == looks])
        chosen.watched = looks
        return chosen


def _chosen(share: _Share, waiting: Sequence[_Question]) -> _Question:
    """Choose among questions: the address, its owner, the owner's table, and of those the first."""
    shares = []
    for depth in range(len(Asker().path)):
        name = share.next_of(dict.fromkeys(question.asker.path[depth] for question in waiting))
        share = share.parts[name]
        shares.append(share)
        waiting = [question for question in waiting if question.asker.path[depth] == name]
    waiting[0].shares = shares
    return waiting[0]
