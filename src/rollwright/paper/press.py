"""The press: sets pages with Typst, as PDF or as pictures."""

import re
import tempfile
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.paper.fonts import FOLDER

if TYPE_CHECKING:
    import typst

HOW_TO_GET_IT = Phrase(
    "Printing needs Typst, which is not installed: `pip install 'rollwright[print]'`, or `pip install typst`, gets it."
)

PAGES = re.compile(rb"/Type/Pages/Count (\d+)")

BUSY = Lock()
"""One page is set at a time: Typst uses all cores by itself, and remembers what it has set."""


def is_available() -> bool:
    """Return whether Typst is installed."""
    try:
        import typst  # noqa: F401
    except ImportError:
        return False
    return True


@cache
def _fonts() -> "typst.Fonts":
    """Return our faces, and no others: the same paper comes out of every machine."""
    try:
        import typst
    except ImportError as missing:
        raise Refusal(HOW_TO_GET_IT) from missing
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FOLDER)])


def _compiled(
    source: str, form: Literal["pdf", "png"], ppi: float | None = None, files: dict[str, bytes] | None = None
) -> list[bytes]:
    """Set a text, alone in a folder with the files that it shows: it can read nothing else."""
    fonts = _fonts()
    import typst

    with tempfile.TemporaryDirectory() as folder, BUSY:
        for name, content in (files or {}).items():
            (Path(folder) / name).write_bytes(content)
        compiler = typst.Compiler(root=folder, font_paths=fonts)
        made = compiler.compile(source.encode(), format=form, ppi=ppi)
    assert made is not None, "without a file to write to, it returns what it made"
    return made if isinstance(made, list) else [made]


def pdf(source: str, files: dict[str, bytes] | None = None) -> bytes:
    """Return a document as PDF."""
    return _compiled(source, "pdf", files=files)[0]


def pngs(source: str, ppi: float, files: dict[str, bytes] | None = None) -> list[bytes]:
    """Return the pages of a document as pictures."""
    return _compiled(source, "png", ppi, files)


def page_count(document: bytes) -> int:
    """Return how many pages a PDF of ours has."""
    found = PAGES.search(document)
    assert found, "a PDF of Typst tells its number of pages"
    return int(found[1])
