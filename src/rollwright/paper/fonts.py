"""The fonts of papers: those of the pages, in the form that Typst reads."""

import struct
import unicodedata
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
"""The faces, made from those of the pages by `tools/paper_fonts.py`; their licence stands beside them."""

TEXT, DISPLAY, PENCIL = "Rubik", "Dela Gothic One", "Caveat"

FILES = {TEXT: "rubik-400.ttf", DISPLAY: "dela-gothic-one-400.ttf", PENCIL: "caveat-700.ttf"}


@cache
def characters(family: str) -> frozenset[str]:
    """Return the characters of a face, read from its file.

    >>> "Я" in characters(TEXT), "½" in characters(PENCIL), "投" in characters(TEXT)
    (True, True, False)
    """
    data = (FOLDER / FILES[family]).read_bytes()
    tables = struct.unpack(">H", data[4:6])[0]
    entries = (struct.unpack(">4sIII", data[at : at + 16]) for at in range(12, 12 + 16 * tables, 16))
    cmap = next(offset for name, _, offset, _ in entries if name == b"cmap")
    found: set[str] = set()
    for place in range(struct.unpack(">H", data[cmap + 2 : cmap + 4])[0]):
        at = cmap + struct.unpack(">I", data[cmap + 8 + 8 * place : cmap + 12 + 8 * place])[0]
        if struct.unpack(">H", data[at : at + 2])[0] == 4:
            found |= _segments(data, at)
    return frozenset(found)


def _segments(data: bytes, at: int) -> set[str]:
    """Return the characters of a table of format 4: ranges, and for each how it finds its glyphs."""
    double = struct.unpack(">H", data[at + 6 : at + 8])[0]

    def numbers(begin: int) -> tuple[int, ...]:
        return struct.unpack(f">{double // 2}H", data[begin : begin + double])

    ends, begins = numbers(at + 14), numbers(at + 16 + double)
    deltas, ranges_at = numbers(at + 16 + 2 * double), at + 16 + 3 * double
    found = set()
    for place, (begin, end, delta, way) in enumerate(zip(begins, ends, deltas, numbers(ranges_at), strict=True)):
        for code in range(begin, min(end, 0xFFFE) + 1):
            glyph = code
            if way:
                where = ranges_at + 2 * place + way + 2 * (code - begin)
                glyph = struct.unpack(">H", data[where : where + 2])[0]
            if way == 0 or glyph:
                glyph = (glyph + delta) & 0xFFFF
            if glyph:
                found.add(chr(code))
    return found


SIMPLER = {"⅓": " 1/3", "⅔": " 2/3", "✶": "*", "→": "->", "←": "<-", "≥": ">=", "≤": "<="}
"""Signs that our faces lack, and what is written instead."""


def readable(text: str, family: str = TEXT) -> str:
    """Return a text whose characters the face has: others lose their accents, or become a question mark.

    >>> readable("Zoë"), readable("Ŝandor"), readable("投石")
    ('Zoë', 'Sandor', '??')
    """
    known = characters(family)
    shown = ""
    for written in unicodedata.normalize("NFC", text):
        char = written
        plain = unicodedata.normalize("NFKD", char)[0]
        if char not in known:
            char = SIMPLER.get(char) or (plain if plain in known else "?" if char.isprintable() else "")
        shown += char
    return shown
