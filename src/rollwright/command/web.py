"""The command that serves the web app."""

import argparse
import os
from pathlib import Path

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, preferred_language, speech
from rollwright.table.folders import data_folder
from rollwright.table.stores import SERVERS

DATABASE = "ROLLWRIGHT_DATABASE"
"""Environment variable: the address of the database, which may hold a password and so should not be an argument."""


def serve(arguments: argparse.Namespace) -> int:
    """Serve the app until it is interrupted."""
    from rollwright.web.serve import serve as run  # starts slowly, so only when it is wanted

    say = speech(preferred_language())

    def told(address: str, elsewhere: str) -> None:
        print(say("Rollwright is at {address} - press Ctrl-C to stop it.", address=address), flush=True)
        if elsewhere:
            print(say("Other devices in the house reach it at {address}", address=elsewhere), flush=True)

    where = _place(arguments.data, arguments.database)
    if arguments.workers > 1 and isinstance(where, Path):
        raise Refusal(
            Phrase(
                "Several processes need a PostgreSQL database to share: name it with --database or {variable}, "
                "or leave --workers out.",
                variable=DATABASE,
            )
        )
    opens = not arguments.no_browser
    run(arguments.host, arguments.port, where, arguments.workers, arguments.thinkers, told, opens, arguments.name or "")
    return 0


def _place(data: str | None, database: str | None) -> str | Path:
    """Return where tables are kept: the address of a database, or a file."""
    address = database or (None if data else os.environ.get(DATABASE))
    if not address:
        return (Path(data) if data else data_folder()) / "tables.sqlite3"
    if not address.startswith(SERVERS):  # it is not repeated, as it may hold a password all the same
        raise Refusal(Phrase("The address of a database is written as postgresql://user:password@host:port/name."))
    return address
