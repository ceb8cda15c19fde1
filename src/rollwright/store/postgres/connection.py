"""A line to a PostgreSQL server: how it is reached, what is laid out there, and what its faults mean for a person."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.errors import StoreRefused
from rollwright.store.group_commit import PATIENCE, not_opened

Connection = psycopg.Connection[tuple[Any, ...]]

LOCK = 0x526F6C6C
"""The number of the lock under which the tables are made: "Roll"."""

ENDED = r"UPDATE rollwright.tables SET ended = touched WHERE summary ~ '^\[\d+, \[[^]]*\], true'"
"""What says of older tables when their games have ended. A summary, `[round, [halves], over, ...`, is read as a text:
JSON with some signs in it cannot be taken apart there."""

SCHEMA = (
    (
        "CREATE TABLE rollwright.version (number integer NOT NULL)",
        """CREATE TABLE rollwright.tables (
            id text COLLATE "C" PRIMARY KEY CHECK (octet_length(id) <= 1000), owner text NOT NULL,
            opened double precision NOT NULL, touched double precision NOT NULL, game text NOT NULL,
            seats integer NOT NULL, seed text NOT NULL, players text NOT NULL, summary text NOT NULL,
            length integer NOT NULL
        )""",
        "CREATE INDEX tables_of_owner ON rollwright.tables (owner)",
        """CREATE TABLE rollwright.events (
            table_id text COLLATE "C" NOT NULL REFERENCES rollwright.tables ON DELETE CASCADE, place integer NOT NULL,
            event text NOT NULL, PRIMARY KEY (table_id, place)
        )""",
        """CREATE TABLE rollwright.requests (
            table_id text COLLATE "C" NOT NULL REFERENCES rollwright.tables ON DELETE CASCADE, name text NOT NULL,
            PRIMARY KEY (table_id, name)
        )""",
        """CREATE TABLE rollwright.writers (
            name text COLLATE "C" PRIMARY KEY, commits bigint NOT NULL, seen timestamptz NOT NULL
        )""",
        "INSERT INTO rollwright.version VALUES (1)",
    ),
    (
        """ALTER TABLE rollwright.tables
            ADD dice text NOT NULL DEFAULT 'seeded', ADD clock integer NOT NULL DEFAULT 0""",
        """CREATE TABLE rollwright.holders (
            table_id text COLLATE "C" NOT NULL REFERENCES rollwright.tables ON DELETE CASCADE, seat integer NOT NULL,
            holder text NOT NULL, PRIMARY KEY (table_id, seat, holder)
        )""",
        "CREATE INDEX tables_of_holder ON rollwright.holders (holder)",
        "UPDATE rollwright.version SET number = 2",
    ),
    (
        """ALTER TABLE rollwright.tables
            ADD deal text NOT NULL DEFAULT '', ADD ranked integer NOT NULL DEFAULT 0, ADD ended double precision""",
        ENDED,
        "CREATE INDEX tables_of_deal ON rollwright.tables (deal) WHERE deal <> ''",
        """CREATE TABLE rollwright.tries (
            holder text COLLATE "C" NOT NULL, deal text COLLATE "C" NOT NULL, table_id text COLLATE "C" NOT NULL,
            PRIMARY KEY (holder, deal)
        )""",
        """CREATE TABLE rollwright.results (
            table_id text COLLATE "C" NOT NULL, seat integer NOT NULL, holder text COLLATE "C" NOT NULL,
            game text NOT NULL, ended double precision NOT NULL, halves integer NOT NULL, place integer NOT NULL,
            seats integer NOT NULL, against text NOT NULL, setting text NOT NULL, deal text NOT NULL,
            name text NOT NULL, PRIMARY KEY (table_id, seat, holder)
        )""",
        "CREATE INDEX results_of_holder ON rollwright.results (holder, ended)",
        'CREATE TABLE rollwright.secrets (name text COLLATE "C" PRIMARY KEY, value text NOT NULL)',
        "UPDATE rollwright.version SET number = 3",
    ),
)
"""What leads from each version of a database to the next, from one without our tables on. A step that was ever taken is
never changed.

`length` is how long a table's log is. An id must fit into a notification. `writers` counts what each store has
committed, so that a store can learn whether its last commit was made. `holders` have a seat by a link. `tries` and
`results` outlive their tables. No index of `tables` has `touched` or `ended` in it, as every append would have to mend
it."""

VERSION = len(SCHEMA)
"""What a database becomes; it says its own in `rollwright.version`."""

ANYTHING = "(SELECT 1 FROM pg_class WHERE relnamespace = 'rollwright'::regnamespace LIMIT 1)"
"""Whether there is anything in the part of a database that should be ours."""

FORGET = "DELETE FROM rollwright.writers WHERE seen < now() - interval '7 days'"
"""Stores that were not closed leave their counts behind."""

REACHING = {
    "application_name": "rollwright",
    "client_encoding": "utf8",
    "connect_timeout": int(PATIENCE),
    "target_session_attrs": "read-write",  # of several servers, the one that takes what is written
    # A server that has vanished without a word is noticed.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How a server is reached, unless its address says otherwise."""

MANNERS = f"""SELECT
    set_config('lock_timeout', '{PATIENCE}s', false),
    set_config('idle_in_transaction_session_timeout', '{PATIENCE}s', false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)"""
"""How long we wait for others, how long they wait for us should we stop in the middle, and that what is committed is
on the disk; a server whose own promise is even stronger keeps it."""


class Address:
    """Where a database is. Shown to people, it has no password."""

    def __init__(self, text: str) -> None:
        """Read an address: `postgresql://user:password@host:port/database`, or in libpq's other form."""
        given = _read(text)
        if given is None:
            raise not_opened("PostgreSQL", Phrase("its address cannot be understood"))
        user, host, port, name = (str(given.get(part) or "") for part in ("user", "host", "port", "dbname"))
        self.settings: dict[str, Any] = REACHING | given
        self.shown = f"postgresql://{user}{'@' if user else ''}{host}{':' if port else ''}{port}/{name}"

    def connect(self) -> Connection:
        """Make a connection, on which each transaction is begun and ended by us."""
        connection = psycopg.connect(**self.settings, autocommit=True)
        try:
            connection.execute(MANNERS)
        except BaseException:
            connection.close()
            raise
        return connection


def _read(text: str) -> dict[str, Any] | None:
    """Return the parts of an address; None if it cannot be understood. What is wrong with it may hold the password."""
    try:
        given = conninfo_to_dict(text)
    except psycopg.ProgrammingError:
        return None
    # A password with a sign that should have been written otherwise spills into what follows it.
    host, ports = str(given.get("host") or ""), str(given.get("port") or "0").split(",")
    return given if "@" not in host[1:] and all(port.isdecimal() for port in ports) else None


class Line:
    """A connection that is made anew when it was lost, for use by one thread at a time."""

    def __init__(self, address: Address) -> None:
        """Connect; raises psycopg's errors."""
        self._address = address
        self.connection = address.connect()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Connection]:
        """Begin a transaction, and take it back unless it was committed."""
        self._begin(begin)
        try:
            yield self.connection
        finally:
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                with suppress(psycopg.Error):
                    self.connection.execute("ROLLBACK")
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                self.connection.close()

    def lasts(self) -> bool:
        """Say whether the transaction can still go on, or at least back to a savepoint."""
        return self.connection.info.transaction_status in {TransactionStatus.INTRANS, TransactionStatus.INERROR}

    def renew(self) -> None:
        """Give the connection up and make another one."""
        self.connection.close()
        self.connection = self._address.connect()

    def close(self) -> None:
        """Let go of the connection."""
        self.connection.close()

    def _begin(self, begin: str) -> None:
        if not self.connection.closed:
            with suppress(psycopg.Error):  # it may have been lost while nobody used it
                self.connection.execute(begin)
                return
        self.renew()
        self.connection.execute(begin)


def prepare(line: Line) -> None:
    """Lay our tables out in a database that has none or old ones; refuse one that a newer Rollwright has written."""
    with line.transaction("BEGIN") as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))  # another process may be doing the same
        version = version_of(connection)
        if version == 0 and not _is_there(connection, "to_regnamespace('rollwright')"):
            connection.execute("CREATE SCHEMA rollwright")
        elif version == 0 and _is_there(connection, ANYTHING):
            raise StoreRefused(Phrase("its part named 'rollwright' is not ours"))
        for statement in (statement for step in SCHEMA[version:] for statement in step):
            connection.execute(statement)
        connection.execute(FORGET)
        connection.execute("COMMIT")


def version_of(connection: Connection) -> int:
    """Return which version of our tables a database has, 0 for none; refuse one that a newer Rollwright has written."""
    if not _is_there(connection, "to_regclass('rollwright.version')"):
        return 0
    [(version,)] = connection.execute("SELECT max(number) FROM rollwright.version").fetchall()
    if version is None or version > VERSION:
        raise StoreRefused(Phrase("a newer Rollwright has written it, and this one is too old to read it"))
    return int(version)


def _is_there(connection: Connection, what: str) -> bool:
    return connection.execute(f"SELECT {what} IS NOT NULL").fetchone() == (True,)


def reason(fault: Exception) -> Phrase:
    """Say what went wrong, for a person who plays."""
    if isinstance(fault, psycopg.Error):
        code = fault.sqlstate or ""
        lost = isinstance(fault, psycopg.OperationalError) and code[:2] in {"", "08", "57"}
        if lost or code == "25P03":  # the server gives up who is silent in the middle of a transaction
            return Phrase("the database does not answer")
    return reason_at_first(fault)


def reason_at_first(fault: Exception) -> Phrase:
    """Say what went wrong, for whoever has given the address of the database."""
    if isinstance(fault, Refusal):
        return fault.phrase
    if isinstance(fault, errors.DiskFull):
        return Phrase("the disk is full")
    if isinstance(fault, errors.LockNotAvailable | errors.DeadlockDetected):
        return Phrase("another program is using the database")
    told = fault.diag.message_primary if isinstance(fault, psycopg.Error) else None
    return Phrase("{text}", text=" ".join((told or str(fault)).split()).removesuffix("."))
