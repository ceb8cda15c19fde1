"""What cannot be tested on every system."""

import sys

collect_ignore = ["test_gpu.py"] if sys.platform == "darwin" else []
"""There is no numba-cuda for macOS."""
