"""Code shared by tests: browsers, servers, databases, simulated players."""

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
"""The folder of the repository."""
SHELF = ROOT / "tests" / "shelf"
"""Small complete games, which tests install beside the real ones."""
SKETCHES = ROOT / "tests" / "sketches"
"""Games that consist of rules only."""
LONG = os.environ.get("ROLLWRIGHT_EFFORT") == "long"
"""Whether to test everything, as `make test-long` does, or a sample."""
