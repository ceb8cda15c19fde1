"""The schema of the PostgreSQL database, and the migrations that bring an older database up to date."""

from rollwright.core.language import Phrase
from rollwright.store.errors import StoreRefused
from rollwright.store.postgres.connection import Connection, ReconnectingConnection
from rollwright.store.postgres.subscriptions import CREATE as CREATE_SUBSCRIPTIONS
from rollwright.store.postgres.sweep_notes import CREATE as CREATE_SWEEP_NOTES

MIGRATION_LOCK = 0x526F6C6C
"""The number of the advisory lock that a process holds while it migrates: "Roll" in ASCII."""

BACKFILL_ENDED = r"UPDATE rollwright.tables SET ended = touched WHERE summary ~ '^\[\d+, \[[^]]*\], true'"
"""Fills in when the games of older tables ended. A summary, `[round, [halves], over, ...`, is matched as text because
PostgreSQL cannot parse JSON in which a name has a lone surrogate or a NUL."""

BACKFILL_SCORE = r"""
    UPDATE rollwright.tables SET score = substring(summary from '^\[\d+, \[(-?\d+)')::integer
    WHERE ranked = 1 AND ended IS NOT NULL"""
"""Fills in the scores of older ranked tables."""

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
        BACKFILL_ENDED,
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
    (
        "ALTER TABLE rollwright.tables ADD score integer",
        BACKFILL_SCORE,
        "UPDATE rollwright.version SET number = 4",
    ),
    (
        "ALTER TABLE rollwright.tables ADD edition integer NOT NULL DEFAULT 0",
        """CREATE TABLE rollwright.archives (
            table_id text COLLATE "C" PRIMARY KEY REFERENCES rollwright.tables ON DELETE CASCADE, content text NOT NULL
        )""",
        "UPDATE rollwright.version SET number = 5",
    ),
    (
        """ALTER TABLE rollwright.results
            ADD luck double precision, ADD loss double precision, ADD decisions integer""",
        """CREATE TABLE rollwright.analyses (
            table_id text COLLATE "C" PRIMARY KEY REFERENCES rollwright.tables ON DELETE CASCADE, content text NOT NULL
        )""",
        "UPDATE rollwright.version SET number = 6",
    ),
)
"""The migrations: SCHEMA[n] leads from version n to version n + 1, and version 0 has none of our tables.

A migration that has been released is never changed, as there are databases that took it. `tables.length` is the length
of a table's log. An id must fit into a notification. `writers` has the number of the last commit of each running store,
from which a store learns whether a commit was made during which it lost the connection. `holders` are those who have a
seat by invitation. `score` is what a finished ranked table counts for, in half points; it is null for all others.
`edition` is that of the rules when the table was opened or, after a lobby, when its game began. `archives` hold the
ends of finished games for releases with other
rules, `analyses` what was luck in them.
`tries` and `results` have no foreign key, as they outlive their tables. No index of `tables` covers `touched` or
`ended`, because every append would have to update it.
"""

VERSION = len(SCHEMA)
"""The schema version that this code needs; a database has its own in `rollwright.version`."""

BACKFILLS = {3: BACKFILL_ENDED, 4: BACKFILL_SCORE}
"""For each version that added columns to be worked out from older ones, the statement that does it. A restored back-up
of an earlier version needs them too."""

ANY_OBJECT = "(SELECT 1 FROM pg_class WHERE relnamespace = 'rollwright'::regnamespace LIMIT 1)"
"""Not null if there is anything in the schema named `rollwright`."""

DELETE_STALE_WRITERS = "DELETE FROM rollwright.writers WHERE seen < now() - interval '7 days'"
"""Deletes the rows of stores that were never closed."""


def prepare(reconnecting: ReconnectingConnection) -> None:
    """Create or migrate the schema; refuse a database whose schema is newer than this code."""
    with reconnecting.transaction("BEGIN") as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        version = version_of(connection)
        if version == 0 and not _exists(connection, "to_regnamespace('rollwright')"):
            connection.execute("CREATE SCHEMA rollwright")
        elif version == 0 and _exists(connection, ANY_OBJECT):
            raise StoreRefused(Phrase("its schema 'rollwright' was not created by Rollwright"))
        for statement in (statement for step in SCHEMA[version:] for statement in step):
            connection.execute(statement)
        connection.execute(f"{BACKFILL_SCORE} AND score IS NULL")  # of processes that still ran an older version
        connection.execute(DELETE_STALE_WRITERS)
        for statement in (*CREATE_SWEEP_NOTES, *CREATE_SUBSCRIPTIONS):
            connection.execute(statement)
        connection.execute("COMMIT")


def version_of(connection: Connection) -> int:
    """Return the schema version of a database, 0 if it has none of our tables; refuse one newer than this code."""
    if not _exists(connection, "to_regclass('rollwright.version')"):
        return 0
    [(version,)] = connection.execute("SELECT max(number) FROM rollwright.version").fetchall()
    if version is None or version > VERSION:
        raise StoreRefused(Phrase("it was written by a newer version of Rollwright, and this one cannot read it"))
    return int(version)


def _exists(connection: Connection, expression: str) -> bool:
    return connection.execute(f"SELECT {expression} IS NOT NULL").fetchone() == (True,)
