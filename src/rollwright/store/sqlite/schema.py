"""The schema of the SQLite file, and the migrations that bring an older file up to date."""

import sqlite3
import time

from rollwright.core.language import Phrase
from rollwright.store.errors import StoreRefused
from rollwright.store.group_commit import BUSY_TIMEOUT
from rollwright.store.sqlite.connection import error_code, transaction
from rollwright.store.sqlite.subscriptions import CREATE as CREATE_SUBSCRIPTIONS
from rollwright.store.sqlite.sweep_notes import CREATE as CREATE_SWEEP_NOTES

APPLICATION_ID = 0x526F6C6C
"""SQLite's `application_id` of our files, "Roll" in ASCII, which tells them from other programs' files."""

BACKFILL_ENDED = "UPDATE tables SET ended = touched WHERE json_extract(summary, '$[2]')"
"""Fills in when the games of older tables ended."""

BACKFILL_SCORE = "UPDATE tables SET score = json_extract(summary, '$[1][0]') WHERE ranked AND ended IS NOT NULL"
"""Fills in the scores of older ranked tables."""

SCHEMA = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, owner TEXT NOT NULL, opened REAL NOT NULL, touched REAL NOT NULL, game TEXT NOT NULL,
            seats INTEGER NOT NULL, seed TEXT NOT NULL, players TEXT NOT NULL, summary TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_of_owner ON tables (owner)",
        """CREATE TABLE events (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, place INTEGER NOT NULL, event TEXT NOT NULL,
            PRIMARY KEY (table_id, place)
        ) WITHOUT ROWID""",
        """CREATE TABLE requests (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (table_id, name)
        ) WITHOUT ROWID""",
    ),
    (
        "ALTER TABLE tables ADD COLUMN dice TEXT NOT NULL DEFAULT 'seeded'",
        "ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE holders (
            table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL, holder TEXT NOT NULL,
            PRIMARY KEY (table_id, seat, holder)
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_of_holder ON holders (holder)",
    ),
    (
        "ALTER TABLE tables ADD COLUMN deal TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN ended REAL",
        BACKFILL_ENDED,
        "CREATE INDEX tables_of_deal ON tables (deal) WHERE deal <> ''",
        """CREATE TABLE tries (
            holder TEXT NOT NULL, deal TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (holder, deal)
        ) WITHOUT ROWID""",
        """CREATE TABLE results (
            table_id TEXT NOT NULL, seat INTEGER NOT NULL, holder TEXT NOT NULL, game TEXT NOT NULL,
            ended REAL NOT NULL, halves INTEGER NOT NULL, place INTEGER NOT NULL, seats INTEGER NOT NULL,
            against TEXT NOT NULL, setting TEXT NOT NULL, deal TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (table_id, seat, holder)
        ) WITHOUT ROWID""",
        "CREATE INDEX results_of_holder ON results (holder, ended)",
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
    ("ALTER TABLE tables ADD COLUMN score INTEGER", BACKFILL_SCORE),
    (
        "ALTER TABLE tables ADD COLUMN edition INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE archives (
            table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, content TEXT NOT NULL
        )""",
    ),
    (
        "ALTER TABLE results ADD COLUMN luck REAL",
        "ALTER TABLE results ADD COLUMN loss REAL",
        "ALTER TABLE results ADD COLUMN decisions INTEGER",
        """CREATE TABLE analyses (
            table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, content TEXT NOT NULL
        )""",
    ),
)
"""The migrations: SCHEMA[n] leads from version n to version n + 1, and version 0 is an empty file.

A migration that has been released is never changed, as there are files that took it. `holders` are those who have a
seat by invitation. `score` is what a finished ranked table counts for, in half points; it is null for all others.
`edition` is that of the rules when the table was opened or, after a lobby, when its game began. `archives` hold the
ends of finished games for releases with other
rules, `analyses` what was luck in them; their rows are long, so they have row ids.
`tries` and `results` have no foreign key, as they outlive their tables. No index of `tables` covers `touched` or
`ended`, because every append would have to update it.
"""

VERSION = len(SCHEMA)
"""The schema version that this code needs; a file has its own in `user_version`."""

BACKFILLS = {3: BACKFILL_ENDED, 4: BACKFILL_SCORE}
"""For each version that added columns to be worked out from older ones, the statement that does it. A restored back-up
of an earlier version needs them too."""


def prepare(connection: sqlite3.Connection) -> None:
    """Create or migrate the schema, and set the connection up so that what it commits is on the disk."""
    if _number(connection, "PRAGMA user_version") < VERSION:
        with transaction(connection, "BEGIN IMMEDIATE"):
            _migrate(connection)
            connection.execute("COMMIT")
    check_file(connection)
    _enable_wal(connection)
    _complete(connection)
    _create_notes(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _complete(connection: sqlite3.Connection) -> None:
    """Fill in scores that a process of an older version, still running after the migration, did not know to write."""
    missing = "SELECT EXISTS (SELECT 1 FROM tables WHERE ranked AND ended IS NOT NULL AND score IS NULL)"
    if _number(connection, missing):
        with transaction(connection, "BEGIN IMMEDIATE"):
            connection.execute(BACKFILL_SCORE)
            connection.execute("COMMIT")


def _create_notes(connection: sqlite3.Connection) -> None:
    """Create what belongs to no version of the schema, if any of it is not there."""
    names = "'stale', 'secret_moves', 'push_subscriptions'"
    if _number(connection, f"SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ({names})") < 3:
        with transaction(connection, "BEGIN IMMEDIATE"):
            for statement in (*CREATE_SWEEP_NOTES, *CREATE_SUBSCRIPTIONS):
                connection.execute(statement)
            connection.execute("COMMIT")


def check_file(connection: sqlite3.Connection) -> None:
    """Refuse a file that is not ours, or whose schema is newer than this code."""
    if _number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise StoreRefused(Phrase("it is not a Rollwright file"))
    if _number(connection, "PRAGMA user_version") > VERSION:
        raise StoreRefused(Phrase("it was written by a newer version of Rollwright, and this one cannot read it"))


def _migrate(connection: sqlite3.Connection) -> None:
    """Run the migrations that the file has not had yet: none if another process was faster."""
    version = _number(connection, "PRAGMA user_version")
    is_empty = version == 0 and not _number(connection, "SELECT count(*) FROM sqlite_schema")
    if not is_empty and _number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise StoreRefused(Phrase("it is not a Rollwright file"))
    for statement in (statement for step in SCHEMA[version:] for statement in step):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, so that reading and writing do not block each other.

    SQLite's busy timeout does not apply to this statement, so it is repeated while another process runs it.
    """
    until = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])
