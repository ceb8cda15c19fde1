"""Makes the fonts that papers are set in from those of the pages: `python -m tools.paper_fonts`.

Typst reads neither WOFF2 nor variable fonts. So each face is unpacked, its weights are cut out of it, and the Latin and
the Cyrillic half become one file. This needs fontTools and Brotli, which nothing else does: install `fonttools[woff]`
for it. The files it writes are kept with the source.
"""

import tempfile
from pathlib import Path

from rollwright.paper.fonts import FOLDER

PAGES = Path(__file__).parent.parent / "src" / "rollwright" / "web" / "static" / "fonts"

WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}
"""The weights of the text face that drawings and papers use."""


def main() -> None:
    """Write all fonts anew."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    for weight, style in WEIGHTS.items():
        halves = [
            instantiateVariableFont(TTFont(PAGES / f"rubik-{half}.woff2"), {"wght": weight})
            for half in ("latin", "cyrillic")
        ]
        _write(halves, "Rubik", style, weight)
    _write([TTFont(PAGES / f"dela-gothic-one-{half}.woff2") for half in ("latin", "cyrillic")], "Dela Gothic One")
    _write([TTFont(PAGES / "caveat.woff2")], "Caveat", "Bold", 700)


def _write(halves: list, family: str, style: str = "Regular", weight: int = 400) -> None:  # type: ignore[type-arg]
    """Write a face as one file, under the name by which style sheets know it."""
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    with tempfile.TemporaryDirectory() as folder:
        files = []
        for place, half in enumerate(halves):
            half.flavor = None
            for table in (
                "GSUB",
                "GPOS",
                "GDEF",
                "STAT",
                "HVAR",
                "MVAR",
                "DSIG",
                "avar",
                "vhea",
                "vmtx",
                "VORG",
                "BASE",
            ):
                if table in half and (table != "GPOS" or len(halves) > 1):
                    del half[table]
            files.append(f"{folder}/{place}.ttf")
            half.save(files[-1])
        merged = Merger().merge(files) if len(files) > 1 else TTFont(files[0])
    merged["OS/2"].usWeightClass = weight
    names = merged["name"]
    names.names = []
    for number, text in ((1, family), (2, style), (4, f"{family} {style}"), (6, f"{family}-{style}".replace(" ", ""))):
        names.setName(text, number, 3, 1, 0x409)
    if style not in ("Regular", "Bold"):
        names.setName(family, 16, 3, 1, 0x409)
        names.setName(style, 17, 3, 1, 0x409)
        names.setName(f"{family} {style}", 1, 3, 1, 0x409)
        names.setName("Regular", 2, 3, 1, 0x409)
    merged.save(FOLDER / f"{family.lower().replace(' ', '-')}-{weight}.ttf")


if __name__ == "__main__":
    main()
