"""What keeps tables: the promise that any store makes, and what it knows of a table beside its log.

A store answers with futures, so that whoever asks can wait in a thread or in an event loop, and so that many writes
can be made safe together. A future that is done means what it says: an appended event is on the disk.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from math import inf
from typing import Protocol, runtime_checkable

from rollwright.core.contract import SPECTATOR
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.table.events import Event
from rollwright.table.table import Table

HERE, LINK, BOT = "here", "link", "bot"
"""The kinds of players: at the opener's screen, by a link, or a bot."""

FAIR, SEEDED, OWN, DEALT, RECORD = "fair", "seeded", "own", "dealt", "record"
"""Where a table's dice come from: provably fair ones, those of a number alone, the players' real dice, fair ones of a
seed that other tables share, or a record that was opened, and then those of a number."""

OF_A_TABLE = "table/"
"""How the name of a deal begins that is a table's own, played again by others; what follows is that table's id."""

MOST_DEALT, MOST_RESULTS = 1_000, 5_000
"""How many tables of a deal are listed at most, and how many results of one player: of tables the best of
those that count, lest many keep others from the board, and then the first that ended; of results the last."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: a person at the opener's screen, whoever comes by a link, or a bot of some level."""

    name: str
    kind: str
    level: str = ""


@dataclass(frozen=True)
class Head:
    """What is known of a table beside its log: whose it is, who plays, and the secret number its dice follow from."""

    table_id: str
    owner: str
    opened: float
    """When, in seconds of Unix time."""
    players: tuple[Player, ...]
    seed: int
    dice: str = SEEDED
    clock: int = 0
    """Seconds a player has for a decision before a bot decides; 0: as long as it takes."""
    deal: str = ""
    """The name of the dice and the set-up that it shares with other tables; empty for a table of its own."""
    ranked: bool = False
    """Whether it is its owner's one try at that deal that counts."""


@dataclass(frozen=True)
class Summary:
    """How a game stands, for a list of tables: what a spectator may know of it."""

    round_no: int
    halves: tuple[int, ...]
    over: bool
    names: tuple[str, ...] = ()
    """What the players are called by now, seat by seat; none if they are called as the head says."""
    asked: tuple[str, ...] = ()
    """The browsers whose people are asked for something, by the digests of their tokens."""
    waits: bool = False
    """Whether the game has not begun, as players are waited for."""

    @classmethod
    def of(
        cls, table: Table, names: Sequence[str] = (), asked: Sequence[str] = (), *, waits: bool = False
    ) -> "Summary":
        """Sum up a table."""
        halves = tuple(table.halves(seat, SPECTATOR) for seat in range(table.seats))
        return cls(table.round_no, halves, table.over, tuple(names), tuple(asked), waits)


@dataclass(frozen=True)
class Listed:
    """A table in a list of tables."""

    head: Head
    game: str
    seats: int
    summary: Summary
    touched: float
    """When something last happened there, in seconds of Unix time."""
    ended: float | None = None
    """When the game ended; None while it goes on."""

    @property
    def names(self) -> Sequence[str]:
        """What the players are called by now, seat by seat; nothing for who gave no name."""
        return self.summary.names or [player.name for player in self.head.players]


@dataclass(frozen=True)
class Result:
    """What came of a finished game for one player, who keeps it when the table is long gone."""

    table_id: str
    seat: int
    holder: str
    """Whose it is, by the digest of the browser's token."""
    game: str
    ended: float
    """When, in seconds of Unix time."""
    halves: int
    place: int
    """1 for who won; those who share a place share its number."""
    seats: int
    against: str
    """"alone", the level of the strongest bot, or "people" if another person played."""
    setting: str
    """This seat's options, as JSON."""
    deal: str
    name: str


class Conflict(Refusal):
    """Somebody else has written at that place of the log."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(Phrase("The table has gone on in the meantime, and nothing was done: look at it again."))


class NoSuchTable(Refusal):
    """There is no table of that name, or no longer."""

    def __init__(self) -> None:
        """Say what may have become of it."""
        super().__init__(
            Phrase("There is no such table for this browser: perhaps it was deleted, or you need a link to it.")
        )


class Tried(Refusal):
    """Somebody has had the one try at a deal that counts."""

    def __init__(self) -> None:
        """Say what is possible instead."""
        super().__init__(Phrase("You have had your one try at this that counts: play it again for practice."))


class StoreRefused(Refusal):
    """The store could not keep something, or could not give it back; nothing has changed."""


class Unsure(StoreRefused):
    """The one refusal after which something may have changed: the store was lost at the very moment of keeping it."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(
            Phrase("The database does not answer, and it is not known whether this was saved: look at the table again.")
        )


class Store(Protocol):
    """Anything that keeps tables."""

    def open_table(self, head: Head, events: Sequence[Event], summary: Summary) -> Future[None]:
        """Keep a new table with its log so far, which begins with its opening; Conflict if there is one already.

        A ranked one is its owner's try at its deal: Tried if there was a try before, even at a table that was deleted.
        """
        ...

    def append(
        self,
        table_id: str,
        place: int,
        events: Sequence[Event],
        key: str | None,
        summary: Summary | None,
        results: Sequence[Result] | None = None,
    ) -> Future[bool]:
        """Add events to a log, which must end just before `place`: done when they are safe.

        `key` is the client's own name for its request. The answer is False, and nothing is written, if a request of
        that name was kept before, so a request may be repeated. Refused with Conflict, NoSuchTable or StoreRefused.
        Without a `summary`, lists of tables do not show that anything has happened: it was done in secret. The first
        that says that the game is over is the moment it ended, unless a later one says that it is not over after all.
        `results`, if there are any or none rather than None, stand from now on in place of the table's earlier ones.
        """
        ...

    def load(self, table_id: str) -> Future[tuple[Head, list[Event]]]:
        """Return a table and its whole log; NoSuchTable if there is none."""
        ...

    def keys(self, table_id: str) -> Future[set[str]]:
        """Return the names of the requests that were kept, so that a repeated one is known without trying it."""
        ...

    def since(self, table_id: str, place: int) -> Future[list[Event]]:
        """Return the events of a log from a place on; NoSuchTable if there is no such table."""
        ...

    def list_tables(self, owner: str) -> Future[list[Listed]]:
        """Return the tables that somebody opened or has a seat at, the last touched first."""
        ...

    def unfinished_since(self, before: float, most: int) -> Future[list[str]]:
        """Return tables whose game has not ended, and where nothing has happened since a moment: the oldest first.

        It looks through all tables, so it should not be asked often.
        """
        ...

    def delete(self, table_id: str) -> Future[None]:
        """Forget a table and its log; NoSuchTable if there is none. Results and tries outlive it."""
        ...

    def tried(self, holder: str, deals: Sequence[str]) -> Future[dict[str, str]]:
        """Return at which of these deals somebody has had the one try, each with the id of its table."""
        ...

    def dealt(self, deal: str, before: float = inf) -> Future[list[Listed]]:
        """Return the tables of a deal that were finished before a moment: first those that count, the best of them
        first, and then the others, the first that ended first. A table's own deal has that table too."""
        ...

    def results(self, holder: str) -> Future[list[Result]]:
        """Return somebody's results, the last first."""
        ...

    def forget(self, holder: str) -> Future[int]:
        """Delete somebody's results, and say how many there were."""
        ...

    def secret(self, name: str) -> Future[bytes]:
        """Return 32 random bytes that are drawn once and then stay the same, for every process at this store."""
        ...

    def close(self) -> None:
        """Wait until everything asked for is done, then let go of the files."""
        ...


@runtime_checkable
class Shared(Store, Protocol):
    """A store that several processes share, and that tells each of them what the others write."""

    def listen(
        self,
        heard: Callable[[str, int], None],
        missed: Callable[[], None],
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Tell of every table that changes from now on, whoever changes it, in a thread of its own.

        `heard` is given the table and how long its log is: once for each commit, however much it added, and in the
        order of the commits; a length of 0 says that the table was deleted. It is a hint to look, and this store's own
        changes are among them. `missed` says that the connection was lost and is back: any table may have changed in
        between, and should be looked at. `told` is given what anybody has said with `tell`, this store as well. None
        of them should take long, and none is called after `close`.
        """
        ...

    def tell(self, text: str) -> None:
        """Say something to all who listen, such as who is here: at once, in order, and without any promise.

        It is not kept, and lost if the database cannot be reached. At most 7,000 bytes; ValueError for more.
        """
        ...
