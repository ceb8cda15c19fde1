"""How a store that has a database works: one thread writes, and another reads.

The writing thread takes everything that is asked for at the moment, and all of it is committed together: the disk is
waited for once. Only then are the futures done, in order. So that one write that fails harms no other, each can be done
in a savepoint of its own.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, Protocol, TypeVar

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.errors import Conflict, StoreRefused

PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""

MOST_TOGETHER = 1_000
"""Writes that are committed together at most, so that the first of them does not wait for ever."""


class Connection(Protocol):
    """As much of a database's connection as all of them have."""

    def execute(self, statement: str, /) -> object:
        """Do what the statement says."""
        ...


C = TypeVar("C", bound=Connection)
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Write(Generic[C]):
    """Something to write: at which table, what to do inside the transaction, and whom to tell.

    `send` begins it, and returns what finishes it and says what came of it, so that a database that is far away can be
    sent many writes before the first answer comes. Unless the database itself fails, one that refuses has changed
    nothing.
    """

    table_id: str
    """Empty if it is about no table."""
    send: Callable[[C], Callable[[], Any]]
    future: Future[Any]
    claim: str = ""
    """What else it takes that another process might want at the same time."""

    @property
    def turn(self) -> tuple[bool, str, str]:
        """When it comes among others, where processes take things in one order so as not to wait in a circle."""
        return not self.claim, self.claim, self.table_id

    def attempt(
        self, connection: C, taken: type[Exception], lasts: Callable[[], bool], reason: Callable[[Exception], Phrase]
    ) -> Any:
        """Do it within a transaction, and return what to answer: its result, or the refusal, if nothing was written.

        `taken` is the database's word for a key that is there already, and `lasts` says whether the transaction does:
        some faults end the whole of it, and are raised.
        """
        connection.execute("SAVEPOINT one")
        try:
            outcome = self.send(connection)()
        except Refusal as refusal:
            outcome = refusal
        except taken:
            outcome = Conflict()
        except Exception as fault:
            if not lasts():
                raise
            outcome = not_saved(reason(fault))
        if isinstance(outcome, Exception):
            connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return outcome


class Group(Generic[C]):
    """Writes that are committed together."""

    def __init__(self, first: Write[C], queue: "SimpleQueue[Write[C] | None]") -> None:
        """Begin with what was asked for first."""
        self.writes = [first]
        self._queue = queue

    def gather(self) -> list[Write[C]]:
        """Add what else is asked for at the moment, and return all of it."""
        with suppress(Empty):
            while len(self.writes) < MOST_TOGETHER:
                write = self._queue.get_nowait()
                if write is None:
                    self._queue.put(None)  # nothing comes after it, and the thread must meet it again
                    break
                if write.future.set_running_or_notify_cancel():
                    self.writes.append(write)
        return self.writes


class GroupCommit(Generic[C]):
    """The thread that writes for a store, and the one that reads."""

    def __init__(self, write: Callable[[Group[C]], list[Any]], reason: Callable[[Exception], Phrase]) -> None:
        """Begin to work. `write` commits a group and returns what came of each write; `reason` explains its faults."""
        self._write = write
        self._reason = reason
        self._closed = False
        self._lock = Lock()
        self._queue: SimpleQueue[Write[C] | None] = SimpleQueue()
        self._writing = Thread(target=self._write_all, name="rollwright store", daemon=True)
        self._writing.start()
        self._reading = ThreadPoolExecutor(1, "rollwright store reader")

    def later(self, table_id: str, send: Callable[[C], Callable[[], T]], claim: str = "") -> Future[T]:
        """Leave a write to the writing thread."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.set_exception(not_saved(Phrase("the program is closing")))
            else:
                self._queue.put(Write(table_id, send, future, claim))
        return future

    def ask(self, answer: Callable[[], T]) -> Future[T]:
        """Leave a question to the reading thread."""
        with self._lock:
            if not self._closed:
                return self._reading.submit(answer)
        future: Future[T] = Future()
        future.set_exception(not_read(Phrase("the program is closing")))
        return future

    def close(self) -> bool:
        """Wait until everything asked for is done; say whether there was anything to close."""
        with self._lock:
            if self._closed:
                return False
            self._closed = True
            self._queue.put(None)
        self._writing.join()
        self._reading.shutdown()
        return True

    def _write_all(self) -> None:
        """Write what is asked for, group by group, until the store is closed."""
        while (first := self._queue.get()) is not None:
            if not first.future.set_running_or_notify_cancel():
                continue
            group = Group(first, self._queue)
            try:
                outcomes = self._write(group)
            except Exception as fault:  # whatever it is, this thread must live to make the next attempt
                outcomes = [not_saved(self._reason(fault)) for _ in group.gather()]
            for write, outcome in zip(group.writes, outcomes, strict=True):
                if isinstance(outcome, Exception):
                    write.future.set_exception(outcome)
                else:
                    write.future.set_result(outcome)


def not_opened(where: object, reason: Phrase) -> StoreRefused:
    """Say that a store cannot be used at all."""
    return StoreRefused(Phrase("The games cannot be kept in {path}: {reason}.", path=where, reason=reason))


def not_saved(reason: Phrase) -> StoreRefused:
    """Say that something was not written."""
    return StoreRefused(Phrase("This could not be saved, and nothing has changed: {reason}.", reason=reason))


def not_read(reason: Phrase) -> StoreRefused:
    """Say that something could not be looked up."""
    return StoreRefused(Phrase("The games cannot be read: {reason}.", reason=reason))
