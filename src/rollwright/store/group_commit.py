"""Group commit: one thread that writes and one that reads, shared by both kinds of stores.

The writing thread takes all writes that are queued at the moment and commits them in one transaction, so that the disk
is waited for once, not once for each. Only after the commit are their futures completed, in order. Where one write of a
group may fail without the others, each runs in a savepoint of its own.

What happens when the disk is full
----------------------------------
1. SQLite reports SQLITE_FULL or SQLITE_IOERR, or PostgreSQL its error `disk_full`: for one statement, in which case
   `Write.attempt` rolls back to the savepoint, or for the whole transaction, which is then rolled back.
2. The store's `reason` turns the error into the words "the disk is full", and `not_saved` into the refusal
   `StoreRefused`: "This could not be saved, so nothing has changed: the disk is full."
3. The futures of the writes that failed raise it. The writing thread goes on with the next group, reads are not
   affected, and as soon as there is room again, writes succeed.
4. The room (`live/room.py`) that waited for the future reloads its table from the store, before any page has been sent
   what was not saved. The web app (`web/app.py`) answers with status 503 and the sentence, which the page shows. The
   same request, with the same key, can be sent again.

`tests/store/test_full.py` does this with a real full disk, and `tests/faults/test_faults.py` with a server.
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

BUSY_TIMEOUT = 10.0
"""Seconds to wait for a lock that another process holds."""

MAX_GROUP = 1_000
"""The largest number of writes in one commit, so that the first of them does not wait for too long."""


class Connection(Protocol):
    """What the database connections of both kinds have in common."""

    def execute(self, statement: str, /) -> object:
        """Execute a statement."""
        ...


C = TypeVar("C", bound=Connection)
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Write(Generic[C]):
    """A queued write.

    `send` runs inside the transaction. It sends the statements and returns a function that reads the answers, finishes
    the write and returns its result; so many writes can be sent to a distant server before the first answer is awaited.
    Unless the database itself fails, a write that is refused has changed nothing.
    """

    table_id: str
    """The table it is about; empty if there is none."""
    send: Callable[[C], Callable[[], Any]]
    future: Future[Any]
    claim: str = ""
    """The name of something else it locks, such as somebody's try at a deal."""

    @property
    def lock_order(self) -> tuple[bool, str, str]:
        """The key by which the writes of a group are sorted, so that processes take locks in the same order."""
        return not self.claim, self.claim, self.table_id

    def attempt(
        self,
        connection: C,
        integrity_error: type[Exception],
        in_transaction: Callable[[], bool],
        reason: Callable[[Exception], Phrase],
    ) -> Any:
        """Run the write in a savepoint, and return its result, or the refusal if it was rolled back.

        An error that has ended the whole transaction, as `in_transaction` tells, is raised.
        """
        connection.execute("SAVEPOINT one")
        try:
            outcome = self.send(connection)()
        except Refusal as refusal:
            outcome = refusal
        except integrity_error:
            outcome = Conflict()
        except Exception as error:
            if not in_transaction():
                raise
            outcome = not_saved(reason(error))
        if isinstance(outcome, Exception):
            connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return outcome


class Group(Generic[C]):
    """Writes that are committed together."""

    def __init__(self, first: Write[C], queue: "SimpleQueue[Write[C] | None]") -> None:
        """Begin a group with the first write of the queue."""
        self.writes = [first]
        self._queue = queue

    def collect(self) -> list[Write[C]]:
        """Add the writes that are queued by now, and return all of the group."""
        with suppress(Empty):
            while len(self.writes) < MAX_GROUP:
                write = self._queue.get_nowait()
                if write is None:
                    self._queue.put(None)  # the end of the queue, which the writing thread must see after this group
                    break
                if write.future.set_running_or_notify_cancel():
                    self.writes.append(write)
        return self.writes


C_co = TypeVar("C_co", bound=Connection, covariant=True)


class Commits(Protocol[C_co]):
    """How a store writes and reads."""

    def write(self, table_id: str, send: Callable[[C_co], Callable[[], T]], claim: str = "") -> Future[T]:
        """Queue a write: see `Write`."""
        ...

    def read(self, query: Callable[[], T]) -> Future[T]:
        """Queue a read."""
        ...

    def close(self) -> bool:
        """Finish everything that is queued; return False if that was done before."""
        ...


CommitGroup = Callable[[Group[C]], list[Any]]
"""Commits a group and returns the outcome of each write: a result, or the exception to raise."""


class GroupCommit(Generic[C]):
    """The writing thread and the reading thread of a store."""

    def __init__(self, commit_group: Callable[[Group[C]], list[Any]], reason: Callable[[Exception], Phrase]) -> None:
        """Start the threads.

        `commit_group` commits a group and returns the outcome of each write: a result, or the exception to raise.
        `reason` describes, in words for a person, what it raises if the whole group has failed.
        """
        self._commit_group = commit_group
        self._reason = reason
        self._closed = False
        self._lock = Lock()
        self._queue: SimpleQueue[Write[C] | None] = SimpleQueue()
        self._writing = Thread(target=self._write_all, name="rollwright store", daemon=True)
        self._writing.start()
        self._reading = ThreadPoolExecutor(1, "rollwright store reader")

    def write(self, table_id: str, send: Callable[[C], Callable[[], T]], claim: str = "") -> Future[T]:
        """Queue a write: see `Write`."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.set_exception(not_saved(Phrase("the program is closing")))
            else:
                self._queue.put(Write(table_id, send, future, claim))
        return future

    def read(self, query: Callable[[], T]) -> Future[T]:
        """Queue a read: a function that the reading thread calls."""
        with self._lock:
            if not self._closed:
                return self._reading.submit(query)
        future: Future[T] = Future()
        future.set_exception(not_read(Phrase("the program is closing")))
        return future

    def close(self) -> bool:
        """Finish everything that is queued and stop the threads; return False if they were stopped before."""
        with self._lock:
            if self._closed:
                return False
            self._closed = True
            self._queue.put(None)
        self._writing.join()
        self._reading.shutdown()
        return True

    def _write_all(self) -> None:
        """Commit group after group until the store is closed."""
        while (first := self._queue.get()) is not None:
            if not first.future.set_running_or_notify_cancel():
                continue
            group = Group(first, self._queue)
            try:
                outcomes = self._commit_group(group)
            except Exception as error:  # whatever it is, this thread has to survive for the next group
                outcomes = [not_saved(self._reason(error)) for _ in group.collect()]
            for write, outcome in zip(group.writes, outcomes, strict=True):
                if isinstance(outcome, Exception):
                    write.future.set_exception(outcome)
                else:
                    write.future.set_result(outcome)


def not_opened(where: object, reason: Phrase) -> StoreRefused:
    """Return the refusal for a store that cannot be opened."""
    return StoreRefused(Phrase("Games cannot be saved in {path}: {reason}.", path=where, reason=reason))


def not_saved(reason: Phrase) -> StoreRefused:
    """Return the refusal for a write that failed."""
    return StoreRefused(Phrase("This could not be saved, so nothing has changed: {reason}.", reason=reason))


def not_read(reason: Phrase) -> StoreRefused:
    """Return the refusal for a read that failed."""
    return StoreRefused(Phrase("The games cannot be read: {reason}.", reason=reason))
