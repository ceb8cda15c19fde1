"""What tests share: browsers, servers, databases, people who play."""

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
"""The folder of the repository."""
SHELF = ROOT / "tests" / "shelf"
"""Small whole games, which tests put on the shelf."""
SKETCHES = ROOT / "tests" / "sketches"
"""Games that are only rules."""
LONG = os.environ.get("ROLLWRIGHT_EFFORT") == "long"
"""Whether to try everything, as `make test-long` does, or a sample of it."""
