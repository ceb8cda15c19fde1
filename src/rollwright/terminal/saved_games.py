"""Where the terminal keeps its games: a record each, written after every step, so that nothing is lost."""

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


def kept_folder() -> Path:
    """Return the folder of kept games: the one the environment names itself, else one inside the user's data."""
    return named_folder() or data_folder() / "games"


def new_path(game: str) -> Path:
    """Return where a game that begins now is kept."""
    return kept_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"


def last_unfinished(game: str | None) -> Path | None:
    """Return the game that was left last, of this name or of any."""
    found = sorted(kept_folder().glob(f"{game or '*'}-[0-9]*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    texts = ((path, path.read_text(encoding="utf-8", errors="replace")) for path in found)
    return next((path for path, text in texts if text.startswith("rollwright: ") and "\nscore " not in text), None)


@dataclass
class Keeper:
    """Keeps one game in one file, and notices when somebody else does too."""

    path: Path
    written: str | None = None
    """What the file held when this terminal last read or wrote it."""

    def __call__(self, table: Table) -> None:
        """Write the record of a table, whole or not at all; refuse where that would lose what another has written."""
        found = self.path.read_text(encoding="utf-8", errors="replace") if self.path.is_file() else None
        if found != self.written:
            raise Refusal(
                Phrase(
                    "This game has gone on in another window, and what is done here is not kept: quit and resume it."
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
            reason = Phrase("The game cannot be kept in {path}: {reason}.", path=self.path, reason=fault.strerror)
            raise Refusal(reason) from fault
        self.written = text
