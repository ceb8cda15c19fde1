"""What tests share: browsers, servers, databases, people who play."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
"""The folder of the repository."""
SHELF = ROOT / "tests" / "shelf"
"""Small whole games, which tests put on the shelf."""
SKETCHES = ROOT / "tests" / "sketches"
"""Games that are only rules."""
