"""A chart of results as dots in a row, which can be links, with lines for the best and the average."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rollwright.view.charts.bars import diamond
from rollwright.view.charts.scale import round_step
from rollwright.view.svg import path, tag, text

MAX_RULES = 4


@dataclass(frozen=True)
class Dot:
    """A result: its value, spoken label, optional link, and look."""

    value: float
    label: str
    href: str = ""
    full: bool = True
    """Whether it is filled, for a good result."""
    special: bool = False
    """Whether it is a diamond instead of a round dot."""


@dataclass(frozen=True)
class Line:
    """A horizontal line at a value, and its label."""

    value: float
    written: str


@dataclass(frozen=True)
class Frame:
    """The size of the picture, and the maximum number of dots that can still be touched one by one."""

    width: int
    height: int
    most: int
    class_: str


WIDE = Frame(width=796, height=190, most=20, class_="dots wide")
NARROW = Frame(width=326, height=170, most=10, class_="dots narrow")
LEFT, RIGHT, TOP, BOTTOM = 34, 50, 14, 30

WIDEST, HIGH = 40.0, 34.0
"""Maximum width, and height, of the touch target of a dot: large enough when the picture is scaled down."""


def dots(found: Sequence[Dot], best: Line, average: Line, ends: tuple[str, str], title: str, frame: Frame) -> str:
    """Draw the latest of some results, the newest last; `ends` are the labels below the first and the last dot."""
    shown = found[-frame.most :]
    values = [best.value, average.value, *(dot.value for dot in shown)]
    rules = _rules(min(values), max(values))
    low, high = min(*rules, *values), max(*rules, *values)
    right, bottom = frame.width - RIGHT, frame.height - BOTTOM
    apart = (right - LEFT) / len(shown)

    def across(place: int) -> float:
        return LEFT + apart * (place + 0.5)

    def up(value: float) -> float:
        return bottom - (bottom - TOP) * (value - low) / ((high - low) or 1)

    drawn = []
    for mark in rules:
        drawn.append(path([(LEFT, up(mark)), (right, up(mark))], "dots-rule"))
        drawn.append(text(LEFT - 7, up(mark), mark, "dots-mark end"))
    heights = _apart(up(best.value), up(average.value))
    for line, height, class_ in zip((best, average), heights, ("best", "average"), strict=True):
        drawn.append(path([(LEFT, up(line.value)), (right, up(line.value))], f"dots-{class_}"))
        drawn.append(text(right + 6, height, line.written, f"dots-mark start of-{class_}"))
    places = [(across(place), up(dot.value)) for place, dot in enumerate(shown)]
    drawn.append(path(places, "dots-way"))
    drawn += [_dot(dot, x, y, apart) for dot, (x, y) in zip(shown, places, strict=True)]
    drawn.append(text(LEFT, frame.height - 9, ends[0], "dots-mark start"))
    drawn.append(text(right, frame.height - 9, ends[1], "dots-mark end"))
    box = f"0 0 {frame.width} {frame.height}"
    return tag("svg", *drawn, viewBox=box, class_=frame.class_, role="group", aria_label=title)


def _dot(dot: Dot, x: float, y: float, apart: float) -> str:
    """Draw a dot with its touch target."""
    class_ = "dot-body full" if dot.full else "dot-body"
    body = diamond(x, y, 7, class_) if dot.special else tag("circle", cx=x, cy=y, r=5, class_=class_)
    width = min(apart, WIDEST)
    reach = tag("rect", x=x - width / 2, y=y - HIGH / 2, width=width, height=HIGH, class_="dot-reach")
    drawn = (tag("title", escape(dot.label)), reach, body)
    if dot.href:
        return tag("a", *drawn, href=dot.href, aria_label=dot.label)
    return tag("g", *drawn, role="img", aria_label=dot.label)


def _rules(low: float, high: float) -> list[int]:
    """Return evenly spaced round numbers that cover a range."""
    step = round_step((high - low) / MAX_RULES)
    return list(range(int(low // step) * step, int(-(-high // step)) * step + 1, step))


def _apart(first: float, second: float, least: float = 15) -> tuple[float, float]:
    """Move two heights apart if they are closer than `least`, the upper one up and the lower one down."""
    more = max(0.0, least - abs(first - second)) / 2
    return (first - more, second + more) if first <= second else (first + more, second - more)
