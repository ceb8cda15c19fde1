"""Typst's markup: texts that cannot be taken for commands, pictures, and lengths."""

from rollwright.paper.fonts import TEXT, readable


def literal(text: str) -> str:
    """Return a text as a string of Typst, in which nothing is markup.

    >>> print(literal('a "b" #c'))
    "a \\"b\\" #c"
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def words(text: object, family: str = TEXT) -> str:
    """Return a text as content, in characters that the face has."""
    return f"#{literal(readable(str(text), family))};"


def mm(length: float) -> str:
    """Return a length in millimetres."""
    return f"{length:.3f}mm"


def picture(svg: str, width: str, height: str = "auto") -> str:
    """Return a flat drawing as content."""
    return f'#image(bytes({literal(svg)}), format: "svg", width: {width}, height: {height})'


def placed(x: float, y: float, content: str) -> str:
    """Return content at a place of its page, in millimetres from the upper left."""
    return f"#place(top + left, dx: {mm(x)}, dy: {mm(y)})[{content}]\n"


def box(width: float, height: float, content: str, align: str = "left + horizon") -> str:
    """Return content in a box of a size, in millimetres."""
    return f"#box(width: {mm(width)}, height: {mm(height)}, align({align})[{content}])"
