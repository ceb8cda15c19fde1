"""Draw the icons of the installed app from the emblem: `python -m tools.icons` writes them anew."""

import sys
from pathlib import Path

from rollwright.paper.press import pngs
from rollwright.web.http.assets import STATIC

FOLDER = STATIC / "icons"
EMBLEM = STATIC / "icon.svg"

PAPER = "#f6efe2"
"""The ground of icons that fill their square: the page's colour in light mode."""

ICONS = {
    "app-192.png": (192, 0.96, ""),
    "app-512.png": (512, 0.96, ""),
    "maskable-512.png": (512, 0.72, PAPER),
    "apple-180.png": (180, 0.76, PAPER),
}
"""For each icon its size in pixels, the emblem's share of its width, and its ground, if it has one. Of a maskable icon
only a circle of four fifths of the width is sure to be seen, so all of the emblem stands within it."""


def drawn(size: int, share: float, ground: str) -> bytes:
    """Return the emblem as a PNG of so many pixels."""
    fill = f'rgb("{ground}")' if ground else "none"
    source = (
        f"#set page(width: {size}pt, height: {size}pt, margin: 0pt, fill: {fill})\n"
        f'#place(center + horizon, image("icon.svg", width: {share * 100}%))\n'
    )
    [picture] = pngs(source, 72, {"icon.svg": EMBLEM.read_bytes()})
    return picture


def main(folder: Path = FOLDER) -> int:
    """Draw all icons."""
    folder.mkdir(exist_ok=True)
    for name, icon in ICONS.items():
        (folder / name).write_bytes(drawn(*icon))
    return 0


if __name__ == "__main__":
    sys.exit(main())
