"""The commands `rollwright backup` and `rollwright restore`."""

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
"""The argument for standard output or input instead of a file."""

SECRECY = (
    "The file contains everything, including the numbers that determine all dice: keep it as secret as the original."
)

TAKING = f"""
Writes all tables of a place into one file, as they are at one moment; people can keep playing meanwhile. `rollwright
restore` fills another place from it, of either kind: a backup of a folder can be restored into a PostgreSQL database,
and the other way round. {SECRECY} Only its owner can read it."""

BRINGING_BACK = f"""
Restores a backup into an empty place. The file is read to its end first, and nothing is written if it is incomplete or
damaged, or if the place already contains games. Restart a server that is running there. {SECRECY}"""


def take_backup(arguments: argparse.Namespace) -> int:
    """Run `rollwright backup`."""
    say = speech(preferred_language())
    where = place_of(arguments)
    if arguments.file == STREAM:
        with _standard_output() as file:
            counts = back_up(where, file)
    else:
        with new_file(Path(arguments.file)) as file:
            counts = back_up(where, file)
    backed = plural(
        "{n} table was backed up. Keep the file secret: it reveals all future dice.",
        "{n} tables were backed up. Keep the file secret: it reveals all future dice.",
        counts["tables"],
    )
    print(say(backed), file=sys.stderr if arguments.file == STREAM else sys.stdout)
    return 0


def bring_back(arguments: argparse.Namespace) -> int:
    """Run `rollwright restore`."""
    say = speech(preferred_language())
    with _opened(arguments.file) as file:
        counts = restore(place_of(arguments), file, arguments.file)
    restored = plural(
        "{n} table was restored. If a server is running there, restart it.",
        "{n} tables were restored. If a server is running there, restart it.",
        counts["tables"],
    )
    print(say(restored))
    return 0


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    """Open standard output for a back-up, and refuse if whatever reads it stops before the end."""
    if sys.stdout.isatty():
        raise Refusal(Phrase("A backup cannot be shown in a terminal: choose a file, or pass it on with a `|`."))
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the rest is not flushed at exit
        raise Refusal(Phrase("The backup was cut off and cannot be used: {reason}.", reason=error.strerror)) from error


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Open a file that can be read twice; standard input is copied to a temporary file for that."""
    if name == STREAM:
        with tempfile.TemporaryFile() as kept:
            copyfileobj(sys.stdin.buffer, kept)
            yield kept
        return
    try:
        file = open(name, "rb")  # noqa: SIM115 - closed below, where other errors are not taken for this one
    except OSError as error:
        raise Refusal(Phrase("'{path}' cannot be read: {reason}.", path=name, reason=error.strerror)) from error
    with file:
        yield file
