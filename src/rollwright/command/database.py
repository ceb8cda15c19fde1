"""The options of commands that open a store: a data folder, or the address of a database."""

import argparse
import os
from pathlib import Path

from rollwright.command.settings import PLACES
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.store.backends import SERVERS
from rollwright.store.location import data_folder

DATABASE = "ROLLWRIGHT_DATABASE"
"""Environment variable: the database's address, which may contain a password and so should not be an argument."""


def add_place(command: argparse.ArgumentParser) -> None:
    """Add the options that name the store."""
    place = command.add_mutually_exclusive_group()
    for setting in PLACES:
        setting.add_to(place)


def place_of(arguments: argparse.Namespace) -> str | Path:
    """Return the store that the options name: the address of a database, or the path of a file."""
    data, database = arguments.data, arguments.database
    address: str | None = database or (None if data else os.environ.get(DATABASE))
    if not address:
        return (Path(data) if data else data_folder()) / "tables.sqlite3"
    if not address.startswith(SERVERS):  # not repeated in the message, as it may contain a password
        raise Refusal(Phrase("A database address looks like postgresql://user:password@host:port/name."))
    return address
