"""Commits without threads, for a store in the page: a group is committed at once, then kept by the browser.

The future of a write is done when the browser has kept it: so no acknowledged move is lost when a page is closed or
killed. Writes that come meanwhile are the next group, and reads wait: what the browser cannot keep is undone, and
nobody may have seen it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from rollwright.core.language import Phrase
from rollwright.store.group_commit import CommitGroup, Connection, Group, Write, not_saved

C = TypeVar("C", bound=Connection)
T = TypeVar("T")


class Keeper(Protocol):
    """Has the browser keep what a store holds."""

    def keep(self, tables: Sequence[str]) -> Awaitable[object]:
        """Have everything kept after these tables were changed; all of it is read before this returns."""
        ...

    def undo(self) -> None:
        """Make the store what it was when it was kept last."""
        ...


class CommitInPlace(Generic[C]):
    """Commits groups of writes in the event loop."""

    def __init__(
        self,
        commit_group: CommitGroup[C],
        reason: Callable[[Exception], Phrase],
        keeper: Keeper,
    ) -> None:
        """Take what commits a group, what says why one failed, and what has the browser keep all of it."""
        self._commit_group = commit_group
        self._reason = reason
        self._keeper = keeper
        self._unkept = False
        """Whether the store holds what the browser has not kept yet."""
        self._reads: list[Callable[[], None]] = []
        self._queue: SimpleQueue[Write[C] | None] = SimpleQueue()
        self._working: asyncio.Task[None] | None = None
        self._closed = False
        self._loop = asyncio.get_running_loop()

    def write(self, table_id: str, send: Callable[[C], Callable[[], T]], claim: str = "") -> Future[T]:
        """Queue a write."""
        future: Future[T] = Future()
        if self._closed:
            future.set_exception(not_saved(Phrase("the program is closing")))
            return future
        self._queue.put(Write(table_id, send, future, claim))
        self._loop.call_soon_threadsafe(self._begin)  # whoever writes may be in a thread, where there are threads
        return future

    def read(self, query: Callable[[], T]) -> Future[T]:
        """Read at once, or as soon as the browser has kept what there is to read."""
        future: Future[T] = Future()
        if self._unkept:
            self._reads.append(partial(_read, query, future))
        else:
            _read(query, future)
        return future

    def close(self) -> bool:
        """Take no more writes; return False if none were taken before."""
        was, self._closed = self._closed, True
        return not was

    def _begin(self) -> None:
        if self._working is None:
            self._working = self._loop.create_task(self._work())

    async def _work(self) -> None:
        try:
            while not self._queue.empty():
                first = self._queue.get()
                if first is not None and first.future.set_running_or_notify_cancel():
                    await self._write(Group(first, self._queue))
        finally:
            self._working = None

    async def _write(self, group: Group[C]) -> None:
        try:
            outcomes = self._commit_group(group)
            await self._kept(group)
        except Exception as fault:
            outcomes = [not_saved(self._reason(fault)) for _ in group.writes]
        for write, outcome in zip(group.writes, outcomes, strict=True):
            _finish(write.future, outcome)

    async def _kept(self, group: Group[C]) -> None:
        """Wait until the browser has kept a group that was committed; if it cannot, undo it."""
        try:
            keeping = self._keeper.keep([write.table_id for write in group.writes])
            self._unkept = True
            await keeping
        except BaseException:
            self._keeper.undo()
            raise
        finally:
            self._unkept = False
            reads, self._reads = self._reads, []
            for read in reads:
                read()


def _read(query: Callable[[], T], future: Future[T]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(query())
    except Exception as fault:
        future.set_exception(fault)


def _finish(future: Future[Any], outcome: object) -> None:
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
