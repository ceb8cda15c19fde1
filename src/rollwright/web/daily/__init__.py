"""The daily game, and any finished game's dice once more."""
