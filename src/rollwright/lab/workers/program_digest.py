"""A digest of the program that plays a game: two machines with the same one play the same games."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from rollwright.core.digests.file_digest import files_digest
from rollwright.core.game import open_game
from rollwright.core.language import PACKAGE

PLAYING = ("core", "bots", "lab")
"""The folders of the package that games of bots depend on, besides the game's own."""

NEVER_PLAYED = {"__pycache__", "tests", "golden", "locale"}
"""Folders whose files change nothing in a game."""


def _files(root: Path) -> Iterator[Path]:
    """Yield the files that matter under a folder."""
    return (
        path
        for path in root.rglob("*")
        if path.is_file() and not NEVER_PLAYED & set(path.relative_to(root).parts) and path.suffix != ".po"
    )


PROGRAM = files_digest(PACKAGE, (path for name in PLAYING for path in _files(PACKAGE / name)))
"""Taken when this is imported, which is when a worker loads the program: it may run for days, and the files change."""


@cache
def program_digest(game_name: str) -> str:
    """Return the digest of all files that the games of bots depend on: those of the game as they are now."""
    folder = open_game(game_name).folder
    return sha256(f"{PROGRAM} {files_digest(folder, _files(folder))}".encode()).hexdigest()[:16]
