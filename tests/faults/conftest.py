"""A database for these tests."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "tools")]

from store.fixtures import database, server  # noqa: E402 - found only now that their folders are named

__all__ = ["database", "server"]
