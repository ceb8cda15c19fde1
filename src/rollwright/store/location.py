"""Where Rollwright keeps what it must not forget: in the user's own folder for data, unless told otherwise."""

import os
from pathlib import Path

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase

DATA_FOLDER = "ROLLWRIGHT_DATA"
"""Environment variable: where games are kept, instead of the user's data folder."""


def named_folder() -> Path | None:
    """Return the folder that the environment names for our data, if it names one."""
    named = os.environ.get(DATA_FOLDER)
    return Path(named) if named else None


def data_folder() -> Path:
    """Return the folder where everything is kept."""
    if named := named_folder() or os.environ.get("XDG_DATA_HOME"):
        return named if isinstance(named, Path) else Path(named) / "rollwright"
    try:
        return Path.home() / ".local" / "share" / "rollwright"
    except RuntimeError as fault:
        variable = DATA_FOLDER
        raise Refusal(
            Phrase("There is no home folder to keep games in: name one with {variable}.", variable=variable)
        ) from fault
