"""The curve of what a game was worth to one seat, step by step, with marks where luck or a choice changed it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from rollwright.view.charts.scale import round_step
from rollwright.view.svg import path, tag, text

WIDTH, HEIGHT = 330, 170
LEFT, RIGHT, TOP, BOTTOM = 30, 78, 16, 14
"""The margins at the sides are those of the chart of points, so that one step is at the same place in both."""

MAX_RULES = 5
"""The distances between rules that the range of points is divided into, before it is rounded up."""

DISC = 9.0
"""The radius of a numbered mark."""


@dataclass(frozen=True)
class Mark:
    """Something to look at: a numbered choice, or a roll that was lucky or unlucky (number 0)."""

    step: int
    number: int = 0
    up: bool = False


def curve(line: Sequence[float], marks: Sequence[Mark], *, percent: bool, end: str, title: str) -> str:
    """Draw the curve; `end` is written where it ends. Where steps lie is told as in the chart of points."""
    low, high, rules = (0.0, 1.0, [0.0, 0.25, 0.5, 0.75, 1.0]) if percent else _scale(line)
    foot = HEIGHT - BOTTOM
    last = max(1, len(line) - 1)

    def place(step: int, value: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * step / last
        return across, foot - (foot - TOP) * (value - low) / (high - low)

    drawn = []
    for rule in rules:
        x, y = place(0, rule)
        drawn.append(path([(x, y), (WIDTH - RIGHT, y)], "chart-rule even" if percent and rule == 0.5 else "chart-rule"))
        if not percent or rule in (0.0, 0.5, 1.0):
            drawn.append(text(x - 6, y, round(100 * rule if percent else rule), "chart-mark end"))
    points = [place(step, value) for step, value in enumerate(line)]
    drawn.append(path([(points[0][0], foot), *points, (points[-1][0], foot)], "curve-area", closed=True))
    drawn.append(path(points, "curve-line"))
    for mark in sorted(marks, key=lambda each: -each.number):
        x, y = points[mark.step]
        drawn.append(_drawn(mark, x, y))
    drawn.append(text(points[-1][0] + 8, min(max(points[-1][1], TOP), foot - 4), end, "curve-end"))
    box = f"0 0 {WIDTH} {HEIGHT}"
    return tag("svg", *drawn, viewBox=box, class_="chart curve", role="img", aria_label=title, data_from=LEFT,
               data_to=WIDTH - RIGHT, data_top=TOP, data_foot=foot)  # fmt: skip


def _drawn(mark: Mark, x: float, y: float) -> str:
    """Draw a mark: a numbered disc for a choice, and a triangle that points up or down for luck."""
    if mark.number:
        y = min(max(y, TOP), HEIGHT - BOTTOM - 2)
        disc = tag("circle", cx=x, cy=y, r=DISC, class_="curve-disc")
        return tag("g", disc, text(x, y, mark.number, "curve-number"), data_place=mark.step)
    tip, base = (y - 13, y - 5) if mark.up else (y + 13, y + 5)
    corners = [(x, tip), (x + 5, base), (x - 5, base)]
    return path(corners, "curve-lucky" if mark.up else "curve-unlucky", closed=True, data_place=mark.step)


def _scale(line: Sequence[float]) -> tuple[float, float, list[float]]:
    """Return the range of points that is shown, wide enough that small changes look small, and the rules in it.

    All of them are round numbers.
    """
    low, high = min(line), max(line)
    margin = max(8.0, (high - low) * 0.25) / 2
    step = round_step((high - low + 2 * margin) / MAX_RULES)
    least = low - margin if low < 0 else max(0.0, low - margin)  # nobody hopes for fewer than no points
    first, last = floor(least / step), ceil((high + margin) / step)
    return float(first * step), float(last * step), [float(each * step) for each in range(first, last + 1)]
