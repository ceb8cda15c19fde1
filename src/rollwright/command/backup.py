"""The commands that keep a server's games safe: backup and restore."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO

from rollwright.command.database import place_of
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, plural, preferred_language, speech
from rollwright.store.backup import back_up, restore
from rollwright.store.backup.file import new_file

STREAM = "-"
"""The file name that means standard output or input."""

SECRECY = (
    "The file holds everything, the numbers that all dice follow from included: it is as secret as the place itself."
)

TAKING = f"""
Writes all that a place holds into one file, as it is at one moment; people may play on meanwhile. `rollwright restore`
fills another place from it, of whichever kind: a back-up of a folder can be restored into a PostgreSQL database, and
the other way round. {SECRECY} Its owner alone may read it."""

BRINGING_BACK = f"""
Fills an empty place from a back-up. The file is read to its end first, and nothing at all is kept if it is cut off or
damaged, or if there are games in the place already. A server that is running there should be started anew. {SECRECY}"""


def take_backup(arguments: argparse.Namespace) -> int:
    """Back up a store."""
    say = speech(preferred_language())
    where = place_of(arguments)
    if arguments.file == STREAM:
        with _standard_output() as file:
            counts = back_up(where, file)
    else:
        with new_file(Path(arguments.file)) as file:
            counts = back_up(where, file)
    backed = plural(
        "{n} table was backed up. Keep the file secret: it tells all dice to come.",
        "{n} tables were backed up. Keep the file secret: it tells all dice to come.",
        counts["tables"],
    )
    print(say(backed), file=sys.stderr if arguments.file == STREAM else sys.stdout)
    return 0


def bring_back(arguments: argparse.Namespace) -> int:
    """Restore a store from a backup."""
    say = speech(preferred_language())
    with _opened(arguments.file) as file:
        counts = restore(place_of(arguments), file, arguments.file)
    restored = plural(
        "{n} table was restored. If a server is running there, start it anew.",
        "{n} tables were restored. If a server is running there, start it anew.",
        counts["tables"],
    )
    print(say(restored))
    return 0


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    """Yield standard output for a binary stream; refuse a terminal, and report a reader that stops early."""
    if sys.stdout.isatty():
        raise Refusal(Phrase("A back-up is nothing for a terminal to show: name a file, or send it on with a `|`."))
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the final flush does not fail too
        raise Refusal(Phrase("The back-up was cut off, and is of no use: {reason}.", reason=fault.strerror)) from fault


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Open a file that can be read twice; standard input is copied to a temporary file for that."""
    if name == STREAM:
        with tempfile.TemporaryFile() as kept:
            copyfileobj(sys.stdin.buffer, kept)
            yield kept
        return
    try:
        file = open(name, "rb")  # noqa: SIM115 - closed below, so that this handler catches only errors of opening
    except OSError as fault:
        raise Refusal(Phrase("'{path}' cannot be read: {reason}.", path=name, reason=fault.strerror)) from fault
    with file:
        yield file
