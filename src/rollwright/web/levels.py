"""What the levels of bots are called."""

from rollwright.bots.levels import LEVELS
from rollwright.core.language import Phrase


def level_name(level: str) -> Phrase | None:
    """Return what a bot's level is called, if there is such a level."""
    return Phrase(LEVELS[level].label) if level in LEVELS else None
