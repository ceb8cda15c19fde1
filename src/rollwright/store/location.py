"""The data folder: the user's own by default, or the one that the environment names."""

import os
from pathlib import Path

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

DATA_FOLDER = "ROLLWRIGHT_DATA"
"""Environment variable: the data folder, instead of the user's own."""


def named_folder() -> Path | None:
    """Return the data folder that the environment names, if it names one."""
    named = os.environ.get(DATA_FOLDER)
    return Path(named) if named else None


def data_folder() -> Path:
    """Return the data folder: `ROLLWRIGHT_DATA`, or `rollwright` in the XDG data folder."""
    if named := named_folder() or os.environ.get("XDG_DATA_HOME"):
        return named if isinstance(named, Path) else Path(named) / "rollwright"
    try:
        return Path.home() / ".local" / "share" / "rollwright"
    except RuntimeError as error:
        variable = DATA_FOLDER
        raise Refusal(
            Phrase("There is no home folder to save games in: set one with {variable}.", variable=variable)
        ) from error
