"""Pictograms of units, buildings, support and abilities, each in a rounded square; their paths are data."""

import tomllib
from functools import cache
from pathlib import Path

from rollwright.view.svg import number, tag

Point = tuple[float, float]

PICTOGRAMS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("pictograms.toml").read_text(encoding="utf-8")
)
"""Their paths by the names that moves use, and those of support and ability by race."""


@cache
def pictogram(name: str, corner: Point, size: float, kind: str = "") -> str:
    """Draw a pictogram in its rounded square, from the upper left corner."""
    x, y = corner
    inner = size * 0.74
    paths = [tag("path", d=path, class_=f"picto-{how}") for how, path in PICTOGRAMS[name].items()]
    square = tag("rect", x=float(x), y=float(y), width=float(size), height=float(size), rx=size / 4.4)
    off = (size - inner) / 2
    placed = f"translate({number(x + off)} {number(y + off)}) scale({inner / 24:.3g})"
    return tag("g", square, tag("g", *paths, transform=placed), class_=f"pictogram {kind}".strip())
