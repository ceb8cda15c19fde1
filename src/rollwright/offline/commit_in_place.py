"""Commits without threads, for a store in the page: a group is committed at once, then kept by the browser.

The future of a write is done when the browser has kept it: so no acknowledged move is lost when a page is closed or
killed. Writes that come meanwhile are the next group.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from rollwright.core.language import Phrase
from rollwright.store.group_commit import CommitGroup, Connection, Group, Write, not_saved

C = TypeVar("C", bound=Connection)
T = TypeVar("T")


class CommitInPlace(Generic[C]):
    """Commits groups of writes in the event loop."""

    def __init__(
        self,
        commit_group: CommitGroup[C],
        reason: Callable[[Exception], Phrase],
        keep: Callable[[Sequence[str]], Awaitable[object]],
    ) -> None:
        """Take what commits a group, what says why one failed, and what has the browser keep all of it.

        `keep` is told which tables a group was about.
        """
        self._commit_group = commit_group
        self._reason = reason
        self._keep = keep
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
        """Read at once."""
        future: Future[T] = Future()
        try:
            future.set_result(query())
        except Exception as fault:
            future.set_exception(fault)
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
            await self._keep([write.table_id for write in group.writes])
        except Exception as fault:
            outcomes = [not_saved(self._reason(fault)) for _ in group.writes]
        for write, outcome in zip(group.writes, outcomes, strict=True):
            _finish(write.future, outcome)


def _finish(future: Future[Any], outcome: object) -> None:
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
