"""The saved games of the terminal: one record each, written after every step, so that nothing is lost."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.records import write
from rollwright.store.location import data_folder, named_folder
from rollwright.table import Table


def saved_games_folder() -> Path:
    """Return the folder of saved games: the one that the environment names, else one in the user's data folder."""
    return named_folder() or data_folder() / "games"


def new_path(game: str) -> Path:
    """Return the path for a game that begins now."""
    return saved_games_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"


def last_unfinished(game: str | None) -> Path | None:
    """Return the most recent unfinished game, of this name or of any."""
    found = sorted(
        saved_games_folder().glob(f"{game or '*'}-[0-9]*.txt"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    texts = ((path, path.read_text(encoding="utf-8", errors="replace")) for path in found)
    return next((path for path, text in texts if text.startswith("rollwright: ") and "\nscore " not in text), None)


@dataclass
class AutoSave:
    """Saves one game to one file, and detects when another process writes to it."""

    path: Path
    written: str | None = None
    """The content of the file when this process last read or wrote it."""

    def __call__(self, table: Table) -> None:
        """Write the record of a table atomically; refuse to overwrite what another process has written."""
        found = self.path.read_text(encoding="utf-8", errors="replace") if self.path.is_file() else None
        if found != self.written:
            raise Refusal(
                Phrase(
                    "This game was continued in another window, so what you do here is not saved: quit and resume it."
                )
            )
        text = write(table)
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        except OSError as fault:
            with suppress(OSError):
                draft.unlink()
            reason = Phrase("The game cannot be saved in {path}: {reason}.", path=self.path, reason=fault.strerror)
            raise Refusal(reason) from fault
        self.written = text
