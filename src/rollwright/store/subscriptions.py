"""Where browsers want to be told of their turn when no page is open: both stores keep it alike.

It belongs to no version of the schema, as an older program can do without it, and to no back-up: on another server it
would lead nowhere, and a page that is opened there sends it again.
"""

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

MAX_DEVICES = 3
"""The most addresses of one browser at a table: it has one, and for a while another when that has changed."""

MAX_TABLES = 60
"""The most tables of which one browser is told; the one that it asked for first is dropped."""

MAX_LISTED = 500
"""The most tables that are listed at once."""


@dataclass(frozen=True)
class Subscription:
    """An address of a push service, the keys of the browser behind it, and the language in which it is told."""

    endpoint: str
    p256dh: str
    """The browser's public key, in URL-safe Base64."""
    auth: str
    """A secret that the browser shares with the server, in URL-safe Base64."""
    language: str


COLUMNS = """
    holder {text} NOT NULL, endpoint {text} NOT NULL, p256dh {text} NOT NULL, auth {text} NOT NULL,
    language {text} NOT NULL, told integer NOT NULL, added {real} NOT NULL, PRIMARY KEY (table_id, holder, endpoint)"""
"""`told` is the number of the last turn that was told, or seen on a page."""

ADD = """
    INSERT INTO {subscriptions} VALUES (
        :table_id, :holder, :endpoint, :p256dh, :auth, :language, :told, :added
    ) ON CONFLICT (table_id, holder, endpoint) DO UPDATE
    SET p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, added = excluded.added"""

DROP_DEVICES = """
    DELETE FROM {subscriptions} WHERE table_id = :table_id AND holder = :holder AND endpoint NOT IN (
        SELECT endpoint FROM {subscriptions} WHERE table_id = :table_id AND holder = :holder
        ORDER BY added DESC, endpoint LIMIT :devices
    )"""

DROP_TABLES = """
    DELETE FROM {subscriptions} WHERE holder = :holder AND table_id NOT IN (
        SELECT table_id FROM {subscriptions} WHERE holder = :holder
        GROUP BY table_id ORDER BY max(added) DESC, table_id LIMIT :tables
    )"""

REMOVE = "DELETE FROM {subscriptions} WHERE table_id = :table_id AND holder = :holder"

FORGET = "DELETE FROM {subscriptions} WHERE endpoint = :endpoint"

IS_DUE = """
    SELECT 1 FROM {subscriptions} WHERE table_id = :table_id AND holder = :holder AND told < :turn LIMIT 1"""

CLAIM = """
    UPDATE {subscriptions} SET told = :turn WHERE table_id = :table_id AND holder = :holder AND told < :turn
    RETURNING endpoint, p256dh, auth, language"""
"""Of several processes that claim a turn at once only one gets it: the others wait for its rows, and find them told."""

TABLES = """
    SELECT id FROM {tables} WHERE ended IS NULL AND id IN (SELECT table_id FROM {subscriptions})
    ORDER BY touched DESC, id LIMIT :most"""


class KeptSubscriptions(ABC):
    """The subscriptions of a store; see `store.protocol.Subscriptions`."""

    schema = ""
    """What stands before the names of the database's tables."""

    def add(self, table_id: str, holder: str, subscription: Subscription, told: int) -> Future[None]:
        """Keep where a browser wants to be told of its turns at a table."""
        new = {"table_id": table_id, "holder": holder, "told": told, "added": time.time(), **vars(subscription)}
        limits = {"devices": MAX_DEVICES, "tables": MAX_TABLES}
        return self._write(lambda run: [run(each, new | limits) for each in (ADD, DROP_DEVICES, DROP_TABLES)][:0])

    def remove(self, table_id: str, holder: str) -> Future[None]:
        """Tell a browser no longer of its turns at a table."""
        return self._write(lambda run: run(REMOVE, {"table_id": table_id, "holder": holder})[:0])

    def forget(self, endpoint: str) -> Future[None]:
        """Delete an address everywhere, as there is no browser behind it any more."""
        return self._write(lambda run: run(FORGET, {"endpoint": endpoint})[:0])

    def is_due(self, table_id: str, holder: str, turn: int) -> Future[bool]:
        """Say whether a browser wants to be told of a turn and was not yet."""
        return self._read(IS_DUE, {"table_id": table_id, "holder": holder, "turn": turn}, bool)

    def claim(self, table_id: str, holder: str, turn: int) -> Future[list[Subscription]]:
        """Note that a browser is told of a turn, and return where; nothing if it was told before."""
        claimed = {"table_id": table_id, "holder": holder, "turn": turn}
        return self._write(lambda run: [Subscription(*row) for row in run(CLAIM, claimed)])

    def tables(self) -> Future[list[str]]:
        """Return unfinished tables at which somebody wants to be told, the most recently changed first."""
        return self._read(TABLES, {"most": MAX_LISTED}, lambda rows: [name for (name,) in rows])

    def _named(self, statement: str) -> str:
        return statement.format(subscriptions=f"{self.schema}push_subscriptions", tables=f"{self.schema}tables")

    @abstractmethod
    def _write(self, work: Callable[[Callable[[str, dict[str, Any]], list[Any]]], Any]) -> Future[Any]:
        """Commit what `work` does with a function that runs a statement, and return what it returns."""

    @abstractmethod
    def _read(self, statement: str, values: dict[str, Any], found: Callable[[list[Any]], Any]) -> Future[Any]:
        """Return what `found` makes of the rows of a query."""


def in_postgres(statement: str) -> str:
    """Return a statement with the parameters that psycopg reads.

    >>> in_postgres("SELECT 1 WHERE 2 = :two")
    'SELECT 1 WHERE 2 = %(two)s'
    """
    return re.sub(r":(\w+)", r"%(\1)s", statement)
