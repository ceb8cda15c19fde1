"""Rate limits. Nobody who plays meets them; a script that runs wild does.

Each process counts for itself, in memory, and forgets first whoever has asked longest ago.
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
from rollwright.web.http.cookies import owner_of
from rollwright.web.ops.metrics import REFUSED


@dataclass(frozen=True)
class Budget:
    """How much may be spent at once, and how much of it is refilled each second."""

    burst: float
    rate: float
    name: str = field(default="other", compare=False)
    """Its label in the metrics."""


OPENING = Budget(60, 1 / 2, "opening")
"""Opening tables, for each address that asks: many people may share one."""
JOINING = Budget(30, 1 / 2, "joining")
"""Coming by a link, for each address: to guess one is hopeless, and should not cost us much either."""
ACTING = Budget(60, 20, "acting")
"""Doing something at a table, for each browser."""
ASKING = Budget(200, 100, "asking")
"""Looking at a table, for each browser: pointing at things asks about each of them."""
FAILING = Budget(60, 1, "failing")
"""Asking for what is not there or not theirs, for each address: a browser can always say that it is another."""
TALKING = Budget(100, 20, "talking")
"""Messages of one live connection."""

MOST_PER_BROWSER = 30
"""Live connections of a browser, one for each window with a table."""
MOST_PER_TABLE = 200
"""Live connections to a table."""
RETRY_CONNECTION_AFTER = 30
"""Seconds after which a client that has too many connections may try another one."""

MOST_KNOWN = 20_000
"""Addresses or browsers that one limiter remembers: some 5 MB."""


class TooMany(Refusal):
    """Something was asked for too often; it may be asked for again after some seconds."""

    def __init__(self, seconds: float, phrase: Phrase | None = None) -> None:
        """Say how long to wait."""
        self.seconds = max(1, math.ceil(seconds))
        fast = plural(
            "That was too fast: try again in {n} second.", "That was too fast: try again in {n} seconds.", self.seconds
        )
        super().__init__(phrase or fast)


Clock = Callable[[], float]


class TokenBucket:
    """What is left of one budget, refilled as time passes."""

    def __init__(self, budget: Budget, clock: Clock = time.monotonic) -> None:
        """Begin full."""
        self.budget = budget
        self._clock = clock
        self._level = budget.burst
        self._filled = clock()

    def check(self) -> None:
        """Refuse if nothing is left, and spend nothing."""
        now = self._clock()
        self._level = min(self.budget.burst, self._level + (now - self._filled) * self.budget.rate)
        self._filled = now
        if self._level < 1:
            REFUSED.labels(self.budget.name).inc()
            raise TooMany((1 - self._level) / self.budget.rate)

    def spend(self) -> None:
        """Take one, or refuse."""
        self.check()
        self._level -= 1


class RateLimiter:
    """A budget for each of many clients, by their addresses or their browsers."""

    def __init__(self, budget: Budget, clock: Clock = time.monotonic, most_known: int = MOST_KNOWN) -> None:
        """Begin without knowing anybody."""
        self.budget = budget
        self._clock = clock
        self._most_known = most_known
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        """Return how many are known."""
        return len(self._buckets)

    def spend(self, who: str) -> None:
        """Take one from a client's budget, or refuse."""
        bucket = self._buckets.setdefault(who, TokenBucket(self.budget, self._clock))
        self._buckets.move_to_end(who)
        if len(self._buckets) > self._most_known:
            self._buckets.popitem(last=False)
        bucket.spend()

    def check(self, who: str) -> None:
        """Refuse a client that has nothing left, and spend nothing."""
        if who in self._buckets:
            self._buckets[who].check()


class Limits:
    """All the limits of a server, for use in its event loop only."""

    def __init__(self, factor: float = 1.0, clock: Clock = time.monotonic) -> None:
        """Set up the budgets, each times a factor."""
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
        """Count a live connection while it lasts, and yield the budget for its messages; refuse one too many."""
        if self._browsers[browser] >= MOST_PER_BROWSER * self.factor:
            REFUSED.labels("connections of a browser").inc()
            raise TooMany(
                RETRY_CONNECTION_AFTER, Phrase("This browser has too many tables open at once: close some of them.")
            )
        if self._tables[table_id] >= MOST_PER_TABLE * self.factor:
            REFUSED.labels("connections to a table").inc()
            raise TooMany(
                RETRY_CONNECTION_AFTER, Phrase("Too many are looking at this table: try again a little later.")
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
    """Return the address of a client; of an IPv6 address only its network, as one household has 2**64 of them."""
    host = connection.client.host if connection.client else ""
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def browser_of(connection: HTTPConnection) -> str:
    """Return the digest by which the store knows a browser, or else its address."""
    return owner_of(connection) or peer_of(connection)
