"""Bots, and the compiled loops that they search with."""
