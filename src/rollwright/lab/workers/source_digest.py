"""A digest of the program that plays a game: two machines with the same one play the same games."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

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


def _digest_of(roots: Iterable[Path]) -> bytes:
    """Return the digest of all files that matter under some folders."""
    total = sha256()
    for root in roots:
        for path in sorted(_files(root)):
            total.update(f"{root.name}/{path.relative_to(root).as_posix()}\n".encode())
            total.update(sha256(path.read_bytes()).digest())
    return total.digest()


PROGRAM = _digest_of(PACKAGE / name for name in PLAYING)
"""Taken when this is imported, which is when a worker loads the program: it may run for days, and the files change."""


@cache
def source_digest(game_name: str) -> str:
    """Return the digest of all files that the games of bots depend on: those of the game as they are now."""
    return sha256(PROGRAM + _digest_of([open_game(game_name).folder])).hexdigest()[:16]
