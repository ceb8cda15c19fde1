"""Rate limits, which players never reach but a runaway script does.

Each process counts in its own memory, and drops the least recently seen clients first.
"""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from ipaddress import IPv6Address, IPv6Network

from starlette.requests import HTTPConnection

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, plural
from rollwright.web.http.cookies import holder_of
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
"""Joining by a link, per client address: links cannot be guessed, and trying should not cost us much."""
ACTING = Budget(60, 20, "acting")
"""Requests that change a table, per browser."""
ASKING = Budget(200, 100, "asking")
"""Requests that only read, per browser: hovering over spots sends one for each."""
FAILING = Budget(60, 1, "failing")
"""Requests for tables that do not exist or are not theirs, per client address, as a token can be made up."""
TALKING = Budget(100, 20, "talking")
"""Messages on one live connection."""

MAX_PER_BROWSER = 30
"""The most live connections of a browser; each open table has one."""
MAX_PER_TABLE = 200
"""The most live connections to a table."""
RETRY_CONNECTION_AFTER = 30
"""Seconds after which a client with too many connections may try again."""

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


Clock = Callable[[], float]


class TokenBucket:
    """The tokens left of one budget."""

    def __init__(self, budget: Budget, clock: Clock = time.monotonic) -> None:
        """Begin full."""
        self.budget = budget
        self._clock = clock
        self._level = budget.burst
        self._filled = clock()

    def check(self) -> None:
        """Refuse if the bucket is empty; spend nothing."""
        now = self._clock()
        self._level = min(self.budget.burst, self._level + (now - self._filled) * self.budget.rate)
        self._filled = now
        if self._level < 1:
            REFUSED.labels(self.budget.name).inc()
            raise TooMany((1 - self._level) / self.budget.rate)

    def spend(self) -> None:
        """Take one token, or refuse."""
        self.check()
        self._level -= 1


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

    def check(self, who: str) -> None:
        """Refuse a client whose bucket is empty; spend nothing."""
        if who in self._buckets:
            self._buckets[who].check()


class Limits:
    """All rate limits of a server. Not thread-safe: for use in the event loop."""

    def __init__(self, factor: float = 1.0, clock: Clock = time.monotonic) -> None:
        """Set up the limiters, with every budget multiplied by a factor."""
        self.factor = factor
        self._clock = clock
        self.opening = self._limiter(OPENING)
        self.joining = self._limiter(JOINING)
        self.acting = self._limiter(ACTING)
        self.asking = self._limiter(ASKING)
        self.failing = self._limiter(FAILING)
        self._browsers: Counter[str] = Counter()
        self._tables: Counter[str] = Counter()

    def _times(self, budget: Budget) -> Budget:
        return replace(budget, burst=budget.burst * self.factor, rate=budget.rate * self.factor)

    def _limiter(self, budget: Budget) -> RateLimiter:
        return RateLimiter(self._times(budget), self._clock)

    @contextmanager
    def connected(self, browser: str, table_id: str) -> Iterator[TokenBucket]:
        """Count a live connection while it lasts, and yield the bucket for its messages; refuse one too many."""
        if self._browsers[browser] >= MAX_PER_BROWSER * self.factor:
            REFUSED.labels("connections of a browser").inc()
            raise TooMany(
                RETRY_CONNECTION_AFTER,
                Phrase("This browser has too many tables open at once: close some of them first."),
            )
        if self._tables[table_id] >= MAX_PER_TABLE * self.factor:
            REFUSED.labels("connections to a table").inc()
            raise TooMany(
                RETRY_CONNECTION_AFTER, Phrase("Too many people are looking at this table: try again a little later.")
            )
        self._count(browser, table_id, 1)
        try:
            yield TokenBucket(self._times(TALKING), self._clock)
        finally:
            self._count(browser, table_id, -1)

    def _count(self, browser: str, table_id: str, by: int) -> None:
        for counter, name in ((self._browsers, browser), (self._tables, table_id)):
            counter[name] += by
            if not counter[name]:
                del counter[name]


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
