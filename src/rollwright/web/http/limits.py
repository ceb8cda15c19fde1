"""Rate limits, which players never reach but a runaway script does.

Each process counts in its own memory, and drops the least recently seen clients first.
"""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from ipaddress import IPv6Address, IPv6Network

from starlette.requests import HTTPConnection

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, plural
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.known_browsers import KnownBrowsers
from rollwright.web.ops.metrics import REFUSED


@dataclass(frozen=True)
class Budget:
    """The parameters of a token bucket: its capacity, and the tokens refilled per second."""

    burst: float
    rate: float
    name: str = field(default="other", compare=False)
    """Its label in the metrics."""


OPENING = Budget(60, 1 / 2, "opening")
"""Opening tables, per client address, which many people may share."""
JOINING = Budget(30, 1 / 2, "joining")
"""Trying links that lead nowhere, per client address: none can be guessed, and trying should not cost us much."""
FINDING = Budget(200, 100, "finding")
"""Searches of a log for a link that is not in it, per client address that has spent its tries."""
ACTING = Budget(60, 20, "acting")
"""Requests that change a table, per browser."""
ASKING = Budget(200, 100, "asking")
"""Requests that only read, per browser: hovering over spots sends one for each."""
FAILING = Budget(60, 1, "failing")
"""Requests for tables that do not exist or are not theirs, per client address, as a token can be made up."""
RECOGNISING = Budget(20, 1 / 2, "recognising")
"""Searches of a log for a browser that is not in it, per client address that has spent what it may fail."""
TALKING = Budget(100, 20, "talking")
"""Messages on one live connection."""

SUBSCRIBING = Budget(20, 1 / 10, "subscribing")
"""Asking to be told of turns, or no longer, per browser."""

PRINTING = Budget(40, 1 / 2, "printing")
"""Papers that have to be made, per client address: each takes up to a second of a processor."""

RETRY_CONNECTION_AFTER = 30
"""Seconds after which a client with too many connections may try again."""

MOST_BROUGHT, MOST_BROUGHT_OF_ONE = 20, 4
"""Games played without a connection that may wait to be played anew, in all and of one client address."""

RETRY_BRINGING_AFTER = 3
"""Seconds after which a client with too many of them may try again."""

MAX_KNOWN = 20_000
"""The most clients that one limiter remembers, about 5 MB."""


class TooMany(Refusal):
    """A rate limit was reached; the client may try again after some seconds."""

    def __init__(self, seconds: float, phrase: Phrase | None = None) -> None:
        """Say how long to wait."""
        self.seconds = max(1, math.ceil(seconds))
        fast = plural(
            "That was too fast: try again in {n} second.", "That was too fast: try again in {n} seconds.", self.seconds
        )
        super().__init__(phrase or fast)


@dataclass(frozen=True)
class ConnectionLimit:
    """How many live connections that have something in common there may be, and how many of them may only watch."""

    label: str
    """Its label in the metrics."""
    most: int
    watching: int
    refusal: Phrase


OF_A_BROWSER = ConnectionLimit(
    "connections of a browser", 30, 20,
    Phrase("This browser has too many tables open at once: close some of them first."),
)  # fmt: skip
"""Each open table has one; watching many leaves some for the tables at which the browser has a seat."""
OF_A_BROWSER_TO_A_TABLE = ConnectionLimit(
    "connections of a browser to a table", 4, 4,
    Phrase("This browser shows this table too many times: close some of its windows first."),
)  # fmt: skip
TO_A_TABLE = ConnectionLimit(
    "connections to a table", 200, 75, Phrase("Too many people are looking at this table: try again a little later.")
)
"""Watchers leave room for 4 connections of each of 5 devices on 6 seats, and of the host: no player is refused."""
CONNECTION_LIMITS = OF_A_BROWSER, OF_A_BROWSER_TO_A_TABLE, TO_A_TABLE


Clock = Callable[[], float]


class TokenBucket:
    """The tokens left of one budget."""

    def __init__(self, budget: Budget, clock: Clock = time.monotonic) -> None:
        """Begin full."""
        self.budget = budget
        self._clock = clock
        self._level = budget.burst
        self._filled = clock()

    @property
    def level(self) -> float:
        """The tokens that are left now."""
        now = self._clock()
        self._level = min(self.budget.burst, self._level + (now - self._filled) * self.budget.rate)
        self._filled = now
        return self._level

    def check(self) -> None:
        """Refuse if the bucket is empty; spend nothing."""
        if self.level < 1:
            REFUSED.labels(self.budget.name).inc()
            raise TooMany((1 - self._level) / self.budget.rate)

    def spend(self) -> None:
        """Take one token, or refuse."""
        self.check()
        self._level -= 1

    def give_back(self) -> None:
        """Put one token back."""
        self._level = min(self.budget.burst, self.level + 1)


class RateLimiter:
    """A token bucket for each client, which is an address or a browser."""

    def __init__(self, budget: Budget, clock: Clock = time.monotonic, max_known: int = MAX_KNOWN) -> None:
        """Start without any clients."""
        self.budget = budget
        self._clock = clock
        self._max_known = max_known
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        """Return how many clients are remembered."""
        return len(self._buckets)

    def spend(self, who: str) -> None:
        """Take one token from a client's bucket, or refuse."""
        bucket = self._buckets.setdefault(who, TokenBucket(self.budget, self._clock))
        self._buckets.move_to_end(who)
        if len(self._buckets) > self._max_known:
            self._buckets.popitem(last=False)
        bucket.spend()

    def give_back(self, who: str) -> None:
        """Put one token back into a client's bucket, as what it was spent for has cost them nothing."""
        if who in self._buckets:
            self._buckets[who].give_back()

    def check(self, who: str) -> None:
        """Refuse a client whose bucket is empty; spend nothing."""
        if who in self._buckets:
            self._buckets[who].check()

    def is_spent(self, who: str) -> bool:
        """Say whether a client's bucket is empty; count no refusal."""
        return who in self._buckets and self._buckets[who].level < 1


class Limits:
    """All rate limits of a server. Not thread-safe: for use in the event loop."""

    def __init__(self, factor: float = 1.0, clock: Clock = time.monotonic) -> None:
        """Set up the limiters, with every budget multiplied by a factor."""
        self.factor = factor
        self._clock = clock
        self.opening = self._limiter(OPENING)
        self.joining = self._limiter(JOINING)
        self.finding = self._limiter(FINDING)
        self.acting = self._limiter(ACTING)
        self.asking = self._limiter(ASKING)
        self.failing = self._limiter(FAILING)
        self.recognising = self._limiter(RECOGNISING)
        self.printing = self._limiter(PRINTING)
        self.subscribing = self._limiter(SUBSCRIBING)
        self.known_browsers = KnownBrowsers()
        """Browsers that no log needs to be searched for."""
        self._connections: Counter[tuple[str, str, bool]] = Counter()
        """Open live connections, by limit, by what they have in common, and by whether they play."""
        self._brought: Counter[str] = Counter()
        """Games that wait to be played anew, by client address."""

    def _times(self, budget: Budget) -> Budget:
        return replace(budget, burst=budget.burst * self.factor, rate=budget.rate * self.factor)

    def _limiter(self, budget: Budget) -> RateLimiter:
        return RateLimiter(self._times(budget), self._clock)

    @contextmanager
    def connected(self, browser: str, table_id: str, *, plays: bool) -> Iterator["LiveConnection"]:
        """Count a live connection while it lasts; refuse one too many.

        Those who play have a share that those who watch cannot take.
        """
        groups = tuple(zip(CONNECTION_LIMITS, (browser, f"{browser} {table_id}", table_id), strict=True))
        connection = LiveConnection(self, TokenBucket(self._times(TALKING), self._clock), groups, plays)
        connection.count()
        try:
            yield connection
        finally:
            connection.discount()

    @contextmanager
    def bringing(self, peer: str) -> Iterator[None]:
        """Count a game that is brought while it is played anew; refuse one too many."""
        if self._brought.total() >= MOST_BROUGHT or self._brought[peer] >= MOST_BROUGHT_OF_ONE:
            REFUSED.labels("bringing").inc()
            raise TooMany(RETRY_BRINGING_AFTER)
        self._brought[peer] += 1
        try:
            yield
        finally:
            self._brought -= Counter([peer])

    def check_connection(self, limit: ConnectionLimit, name: str, *, plays: bool) -> None:
        """Refuse one more live connection to what has this name, if that has too many."""
        watching, playing = (self._connections[limit.label, name, each] for each in (False, True))
        full = watching + playing >= limit.most * self.factor
        if full or (not plays and watching >= limit.watching * self.factor):
            REFUSED.labels(limit.label).inc()
            raise TooMany(RETRY_CONNECTION_AFTER, limit.refusal)

    def count_connection(self, limit: ConnectionLimit, name: str, *, plays: bool, by: int) -> None:
        """Count a live connection that was opened (1) or closed (-1)."""
        key = limit.label, name, plays
        self._connections[key] += by
        if not self._connections[key]:
            del self._connections[key]


@dataclass
class LiveConnection:
    """A live connection that is counted, and the bucket for its messages."""

    limits: Limits
    messages: TokenBucket
    groups: Sequence[tuple[ConnectionLimit, str]]
    plays: bool

    def count(self) -> None:
        """Count it, or refuse it and count nothing."""
        for limit, name in self.groups:
            self.limits.check_connection(limit, name, plays=self.plays)
        for limit, name in self.groups:
            self.limits.count_connection(limit, name, plays=self.plays, by=1)

    def discount(self) -> None:
        """Count it no longer."""
        for limit, name in self.groups:
            self.limits.count_connection(limit, name, plays=self.plays, by=-1)

    def change(self, *, plays: bool) -> None:
        """Count it among those who play, or who watch, from now on; refuse to if too many watch already.

        Otherwise people who sit down for a moment, one after the other, could take all the connections of players.
        """
        if plays == self.plays:
            return
        self.discount()
        before, self.plays = self.plays, plays
        try:
            self.count()
        except TooMany:
            self.plays = before
            for limit, name in self.groups:
                self.limits.count_connection(limit, name, plays=before, by=1)
            raise


def peer_of(connection: HTTPConnection) -> str:
    """Return a client's address, or the /64 network of an IPv6 address, as one household has all of it."""
    host = connection.client.host if connection.client else ""
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def browser_of(connection: HTTPConnection) -> str:
    """Return the digest that identifies a browser in the store, or else its address."""
    return holder_of(connection) or peer_of(connection)
