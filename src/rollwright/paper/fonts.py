"""The fonts of papers: those of the pages, in the form that Typst reads."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
"""The faces, made from those of the pages by `tools/paper_fonts.py`; their licence stands beside them."""
