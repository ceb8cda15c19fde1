"""Colours of style sheets, as SVG knows them: six digits, or `none`."""

import re

from rollwright.paper.style.stylesheet import split

WORDS = {"white": "#ffffff", "black": "#000000", "red": "#ff0000", "gray": "#808080", "grey": "#808080"}

Channels = tuple[float, float, float, float]


def colour(value: str, current: str) -> str:
    """Return a colour for an attribute of SVG; `current` is what `currentColor` means.

    >>> colour("light-dark(#fff, #000)", ""), colour("color-mix(in srgb, #fff 50%, #000)", "")
    ('#ffffff', '#808080')
    >>> colour("transparent", ""), colour("currentColor", "#102030"), colour("none", "")
    ('none', '#102030', 'none')
    """
    if value == "none" or value.startswith("url("):
        return value
    red, green, blue, alpha = channels(value, current)
    if alpha == 0:
        return "none"
    shown = [round(alpha * part + (1 - alpha) * 255) for part in (red, green, blue)]  # on white paper
    return "#{:02x}{:02x}{:02x}".format(*shown)


def channels(value: str, current: str = "#000") -> Channels:
    """Return the red, green and blue of a colour, from 0 to 255, and how much it covers, from 0 to 1."""
    value = value.strip()
    if value.startswith("light-dark("):
        return channels(split(value[11:-1], ",")[0], current)
    if value.startswith("color-mix("):
        _, first, second = split(value[10:-1], ",")
        return mixed(first, second, current)
    if value.startswith("rgb"):
        numbers = re.findall(r"[\d.]+%?", value)
        red, green, blue = (float(each) for each in numbers[:3])
        return red, green, blue, _share(numbers[3]) if len(numbers) > 3 else 1.0
    if value.lower() == "currentcolor":
        return channels(current)
    if value == "transparent":
        return 0, 0, 0, 0
    return _digits(WORDS.get(value, value))


def mixed(first: str, second: str, current: str) -> Channels:
    """Return the mixture of two colours, of which one says its share."""
    one, two = _shared(first), _shared(second)
    share = one[1] if one[1] is not None else 1 - two[1] if two[1] is not None else 0.5
    a, b = channels(one[0], current), channels(two[0], current)
    red, green, blue, alpha = (share * x + (1 - share) * y for x, y in zip(a, b, strict=True))
    return red, green, blue, alpha


def _shared(text: str) -> tuple[str, float | None]:
    found = re.fullmatch(r"(.*?)\s+([\d.]+%)", text.strip())
    return (found[1], _share(found[2])) if found else (text.strip(), None)


def _share(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def _digits(value: str) -> Channels:
    digits = value.removeprefix("#")
    if len(digits) in (3, 4):
        digits = "".join(each * 2 for each in digits)
    if not re.fullmatch(r"[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", digits):
        return 0, 0, 0, 1
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue, int(digits[6:], 16) / 255 if len(digits) == 8 else 1.0
