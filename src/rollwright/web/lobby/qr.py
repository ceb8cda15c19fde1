"""A link as a QR code, so that a phone at the same table can come along."""

import segno
from markupsafe import Markup, escape

QUIET = 4
"""Modules that stay white on each side: scanners need them to find the code."""

SCALE = 5
"""Pixels of a module, where no style says otherwise."""


def qr_svg(text: str, label: str) -> Markup:
    """Return a text as a QR code, dark on white in every theme, as scanners want it; it takes some 5 ms.

    Colours are attributes of the drawing, as our pages take styles from our own files only.
    """
    matrix = segno.make(text, error="m", micro=False).matrix
    size = len(matrix) + 2 * QUIET
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" aria-label="{}" viewBox="0 0 {} {}"'
        ' width="{}" height="{}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{}v{}H0z"/><path fill="#000" d="{}"/></svg>'
    ).format(escape(label), size, size, SCALE * size, SCALE * size, size, size, _outline(matrix))


def _outline(matrix: tuple[bytearray, ...]) -> str:
    """Return the dark modules as one path: a bar for each run of them in a row."""
    bars = []
    for y, row in enumerate(matrix, QUIET):
        start = 0
        for x in range(len(row) + 1):
            if x < len(row) and row[x]:
                continue
            if x > start:
                bars.append(f"M{start + QUIET} {y}h{x - start}v1h-{x - start}z")
            start = x + 1
    return "".join(bars)
