"""Sketches of games, for tests: their modules can only be loaded from a shelf."""

collect_ignore_glob = ["*/*.py"]
