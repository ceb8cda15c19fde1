"""Draws a link as a QR code, so that a phone at the same table can join."""

from markupsafe import Markup, escape

QUIET_ZONE = 4
"""The quiet zone: white modules on each side, which scanners need to find the code."""

SCALE = 5
"""Pixels per module, unless a style sheet sets another size."""


def qr_svg(text: str, label: str) -> Markup:
    """Return a text as a QR code, dark on white in every theme, as scanners need it. Takes about 5 ms.

    Colours are SVG attributes, as the content security policy allows no inline styles.
    """
    matrix = _matrix(text)
    size = len(matrix) + 2 * QUIET_ZONE
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" aria-label="{}" viewBox="0 0 {} {}"'
        ' width="{}" height="{}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{}v{}H0z"/><path fill="#000" d="{}"/></svg>'
    ).format(escape(label), size, size, SCALE * size, SCALE * size, size, size, _outline(matrix))


def qr_drawing(text: str) -> tuple[int, str]:
    """Return a text as a QR code to be drawn on paper: the size in modules of each side, and its elements."""
    matrix = _matrix(text)
    return len(matrix) + 2 * QUIET_ZONE, f'<path fill="#000" d="{_outline(matrix)}"/>'


def _matrix(text: str) -> tuple[bytearray, ...]:
    import segno  # here, as the app in the page never draws a link and has no such package

    return segno.make(text, error="m", micro=False).matrix


def _outline(matrix: tuple[bytearray, ...]) -> str:
    """Return the dark modules as one path: a bar for each run of them in a row."""
    bars = []
    for y, row in enumerate(matrix, QUIET_ZONE):
        start = 0
        for x in range(len(row) + 1):
            if x < len(row) and row[x]:
                continue
            if x > start:
                bars.append(f"M{start + QUIET_ZONE} {y}h{x - start}v1h-{x - start}z")
            start = x + 1
    return "".join(bars)
