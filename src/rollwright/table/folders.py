"""Where Rollwright keeps what it must not forget: in the user's own folder for data, unless told otherwise."""

import os
from pathlib import Path

DATA_FOLDER = "ROLLWRIGHT_DATA"
"""Environment variable: where games are kept, instead of the user's data folder."""


def named_folder() -> Path | None:
    """Return the folder that the environment names for our data, if it names one."""
    named = os.environ.get(DATA_FOLDER)
    return Path(named) if named else None


def data_folder() -> Path:
    """Return the folder where everything is kept."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return named_folder() or Path(home) / "rollwright"
