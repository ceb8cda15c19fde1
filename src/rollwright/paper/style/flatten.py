"""Flat drawings: SVG that needs no style sheet, as every element says itself how it looks.

Style sheets, custom properties, `var()`, `light-dark()` and `color-mix()` are resolved for each element, as a browser
would do it in light colours. What a programme that knows only SVG would not understand is left out.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from rollwright.paper.style.colours import colour
from rollwright.paper.style.stylesheet import Declaration, Node, StyleSheet, declared, split

SVG = "{http://www.w3.org/2000/svg}"

INHERITED = {
    "fill": "#000", "fill-opacity": "1", "fill-rule": "nonzero", "stroke": "none", "stroke-width": "1",
    "stroke-opacity": "1", "stroke-dasharray": "none", "stroke-dashoffset": "0", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-miterlimit": "4", "font-family": "", "font-size": "16", "font-weight": "400",
    "text-anchor": "start", "dominant-baseline": "auto", "visibility": "visible", "paint-order": "normal",
    "color": "#000", "letter-spacing": "0",
}  # fmt: skip
"""The properties that are inherited, with their first values."""

OWN = ("opacity", "transform", "clip-path")
"""The properties that are not inherited."""

GEOMETRY = {
    *("d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "viewBox"),
    *("transform", "offset", "gradientUnits", "gradientTransform", "fx", "fy", "dx", "dy", "preserveAspectRatio"),
}
"""The attributes that stay."""

DOT = re.compile(r"h0(?![\d.])")
"""A line of no length: with round ends it is a dot to browsers, but a path of a single one is left out of a PDF."""

NAMED = re.compile(r"var\(")
WEIGHTS = {"normal": "400", "bold": "700"}
FAMILIES = {"Rubik", "Dela Gothic One", "Caveat"}
TEXT_FACE = "Rubik"


class Style(NamedTuple):
    """What an element has from its ancestors: values of inherited properties, and custom properties."""

    values: Mapping[str, str]
    custom: Mapping[str, str]


FIRST = Style(INHERITED, {})


class Flattener:
    """Flattens drawings by some style sheets, as if they stood inside elements with certain classes."""

    def __init__(self, sheets: Sequence[str], around: Sequence[str]) -> None:
        """Take style sheets, and the classes of the elements around a drawing, from the outermost on."""
        self._sheet = StyleSheet(*sheets)
        self._last, style = Node("html", {"data-theme": "light"}), FIRST
        style = self._style(self._last, style)[0]
        for classes in around:
            inside = Node("body", {"class": classes}, self._last)
            self._last.children = [inside]
            self._last, style = inside, self._style(inside, style)[0]
        self._around = style

    def flat(self, svg: str) -> str:
        """Return a drawing that looks the same without style sheets."""
        root = self._read(ElementTree.fromstring(svg), self._last)
        self._last.children = [root]
        try:
            return self._written(root, self._around, FIRST.values)
        finally:
            self._last.children = []

    def colour_of(self, name: str) -> str:
        """Return the colour that a custom property has around a drawing."""
        return colour(self._around.custom.get(name, ""), "#000")

    def _read(self, element: ElementTree.Element, parent: Node) -> Node:
        """Return an element of the drawing, with everything inside, as selectors see it."""
        node = Node(element.tag.removeprefix(SVG), dict(element.attrib), parent, text=element.text or "")
        node.children = [self._read(each, node) for each in element]
        return node

    def _style(self, node: Node, above: Style) -> tuple[Style, dict[str, str]]:
        """Return an element's style, and those of its properties that it does not pass on."""
        attributes = [Declaration(name, value, False) for name, value in node.attributes.items()]
        there = [each for each in attributes if each.name in INHERITED or each.name in OWN or each.name == "display"]
        there += self._sheet.declarations(node) + list(declared(node.attributes.get("style", "")))
        custom = dict(above.custom)
        own_custom = {each.name: each.value for each in there if each.name.startswith("--")}
        for name in own_custom:
            custom[name] = _resolved(name, own_custom, above.custom)
        values, own = dict(above.values), {}
        for each in there:
            for name, value in _longhand(each, custom):
                if name in INHERITED:
                    values[name] = _computed(name, value, values, above.values)
                elif name in OWN or name == "display":
                    own[name] = value
        return Style(values, custom), own

    def _written(self, node: Node, above: Style, told: Mapping[str, str]) -> str:
        """Return an element as text: what it is, and what of its style its ancestors have not told."""
        if node.tag in ("title", "desc", "metadata", "style", "script"):
            return ""
        style, own = self._style(node, above)
        if own.get("display") == "none":
            return ""
        attributes = {name: value for name, value in node.attributes.items() if name in GEOMETRY}
        if "d" in attributes:
            attributes["d"] = DOT.sub("h.01", attributes["d"])
        if node.tag == "svg":
            attributes["xmlns"] = "http://www.w3.org/2000/svg"
        own.pop("display", None)
        attributes |= {name: value for name, value in own.items() if value != "none" and value != "1"}
        values = style.values
        changed = {name: value for name, value in values.items() if told.get(name) != value and name != "color"}
        attributes |= changed
        now = {**told, **changed}
        if node.tag == "text":
            _align(attributes, values)
        inner = escape(node.text, quote=False) if node.tag in ("text", "tspan") else ""
        inner += "".join(self._written(child, style, now) for child in node.children)
        if node.tag == "g" and not inner:
            return ""
        written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        return f"<{node.tag}{written}>{inner}</{node.tag}>" if inner else f"<{node.tag}{written}/>"


def _align(attributes: dict[str, str], values: Mapping[str, str]) -> None:
    """Write a text's baseline as a height, as readers of SVG disagree about where the middle of a line is."""
    if values["dominant-baseline"] in ("central", "middle"):
        size = float(values["font-size"])
        shift = MIDDLES.get(values["font-family"], 0.3)
        attributes["y"] = f"{float(attributes.get('y', '0')) + shift * size:.2f}"
    attributes.pop("dominant-baseline", None)


MIDDLES = {"Rubik": 0.3425, "Dela Gothic One": 0.436, "Caveat": 0.33}
"""How far below the middle of a line the baseline is, in parts of the size of a face: (ascent - descent) / 2."""


def _resolved(name: str, own: Mapping[str, str], above: Mapping[str, str], seen: frozenset[str] = frozenset()) -> str:
    """Return the value of a custom property where an element declares it."""
    if name in seen or name not in own:
        return above.get(name, "")
    return _filled(own[name], lambda inner: _resolved(inner, own, above, seen | {name}))


def _filled(value: str, find) -> str:  # type: ignore[no-untyped-def]
    """Return a value with every `var()` in it replaced."""
    while found := NAMED.search(value):
        end = _end(value, found.end() - 1)
        name, *fallback = split(value[found.end() : end], ",")
        put = find(name.strip()) or ",".join(fallback).strip()
        value = f"{value[: found.start()]}{put}{value[end + 1 :]}"
    return value


def _end(text: str, opening: int) -> int:
    """Return where the bracket at a place is closed."""
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text)


def _longhand(declaration: Declaration, custom: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return a declaration with its variables filled in; a shorthand as what it stands for."""
    name = declaration.name
    if name.startswith("--"):
        return []
    value = _filled(declaration.value, lambda inner: custom.get(inner, "")).strip()
    if name != "font":
        return [(name, value)]
    found = re.fullmatch(r"(?:(\d{3}|bold|normal)\s+)?([\d.]+(?:px|rem|em|pt|%)?)(?:/\S+)?\s+(.+)", value)
    if not found:
        return []
    return [("font-weight", found[1] or "400"), ("font-size", found[2]), ("font-family", found[3])]


def _computed(name: str, value: str, values: Mapping[str, str], above: Mapping[str, str]) -> str:
    """Return the value of an inherited property as SVG knows it."""
    if value in ("inherit", "unset", ""):
        return above[name]
    if name in ("fill", "stroke", "color"):
        return colour(value, values["color"] if name != "color" else above["color"])
    if name == "font-family":
        named = (each.strip(" \"'") for each in split(value, ","))
        return next((each for each in named if each in FAMILIES), TEXT_FACE)
    if name == "font-size":
        return _size(value, float(above["font-size"]))
    if name == "font-weight":
        return WEIGHTS.get(value, value)
    return value.replace("px", "")


def _size(value: str, above: float) -> str:
    """Return the size of a text in units of the drawing."""
    found = re.fullmatch(r"([\d.]+)(px|rem|em|%|pt)?", value)
    if not found:
        return f"{above:g}"
    times = {"rem": 16.0, "em": above, "%": above / 100, "pt": 4 / 3}.get(found[2] or "", 1.0)
    return f"{float(found[1]) * times:g}"
