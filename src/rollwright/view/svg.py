"""SVG as text: elements with escaped attributes and short numbers."""

from functools import lru_cache
from html import escape

MAX_CACHED = 16_384
"""Maximum number of cached attribute strings: most of a sheet's stay the same from move to move."""


def number(value: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> number(12.0), number(3.14159)
    ('12', '3.1')
    """
    return f"{value + 0.0:.1f}".removesuffix(".0")  # + 0.0 turns -0.0 into 0.0


def tag(name: str, *children: str, **attributes: object) -> str:
    """Return an element. Attributes are named as in Python: ``class_`` is class, ``data_spot`` is data-spot.

    >>> tag("circle", cx=1.5, r=3, class_="dot")
    '<circle cx="1.5" r="3" class="dot"/>'
    """
    inner = "".join(children)
    written = _written(**attributes)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


@lru_cache(MAX_CACHED, typed=True)
def _written(**attributes: object) -> str:
    return "".join(
        f' {attribute.strip("_").replace("_", "-")}="{_value(value)}"'
        for attribute, value in attributes.items()
        if value is not None
    )


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else escape(str(value))


def text(x: float, y: float, words: object, class_: str, **attributes: object) -> str:
    """Return a text element at a point."""
    return tag("text", escape(str(words)), x=float(x), y=float(y), class_=class_, **attributes)


def path(points: list[tuple[float, float]], class_: str, *, closed: bool = False, **attributes: object) -> str:
    """Return a path through points."""
    steps = " ".join(f"{'L' if at else 'M'}{number(x)} {number(y)}" for at, (x, y) in enumerate(points))
    return tag("path", d=steps + (" Z" if closed else ""), class_=class_, **attributes)
