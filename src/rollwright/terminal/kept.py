"""Where the terminal keeps its games: a record each, written after every step, so that nothing is lost."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.records import write
from rollwright.table import Table

DATA_FOLDER = "ROLLWRIGHT_DATA"
"""Environment variable: where games are kept, instead of the user's data folder."""


def kept_folder() -> Path:
    """Return the folder of kept games."""
    if named := os.environ.get(DATA_FOLDER):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "rollwright" / "games"


def new_path(game: str) -> Path:
    """Return where a game that begins now is kept."""
    return kept_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"


def last_unfinished(game: str | None) -> Path | None:
    """Return the game that was left last, of this name or of any."""
    found = sorted(kept_folder().glob(f"{game or '*'}-[0-9]*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    texts = ((path, path.read_text(encoding="utf-8", errors="replace")) for path in found)
    return next((path for path, text in texts if text.startswith("rollwright: ") and "\nscore " not in text), None)


def keep(table: Table, path: Path) -> None:
    """Write the record of a table, whole or not at all; refuse where nothing can be written."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as file:
            file.write(write(table))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as fault:
        with suppress(OSError):
            draft.unlink()
        reason = Phrase("The game cannot be kept in {path}: {reason}.", path=path, reason=fault.strerror)
        raise Refusal(reason) from fault
