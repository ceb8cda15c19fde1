"""Checks of a game's lessons."""
