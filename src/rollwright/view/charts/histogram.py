"""A histogram of results in points, with one's own marked."""

from collections.abc import Sequence

from rollwright.view.charts.scale import round_step
from rollwright.view.svg import tag, text

WIDTH, HEIGHT = 560, 130
LEFT, RIGHT, TOP, BOTTOM = 12, 12, 24, 24
MAX_BARS = 24


def histogram(results: Sequence[float], own: float | None, title: str) -> str:
    """Draw a histogram of results and mark the bar with `own`; return an empty text for fewer than two results.

    >>> [histogram([0, most], None, "").count("histogram-bar") for most in (3, 1_000_000)]
    [4, 21]
    """
    if len(results) < 2:
        return ""
    low, high = min(results), max(results)
    step = round_step((high - low) / MAX_BARS)
    first = int(low // step)
    counts = [0] * (int(high // step) - first + 1)
    for result in results:
        counts[int(result // step) - first] += 1
    width = min(40.0, (WIDTH - LEFT - RIGHT) / len(counts))
    begin = (WIDTH - width * len(counts)) / 2
    every = max(1, -(-26 // int(width)))  # leave room for the numbers
    drawn = []
    for place, count in enumerate(counts):
        x, middle = begin + place * width, begin + (place + 0.5) * width
        height = (HEIGHT - TOP - BOTTOM) * count / max(counts)
        mine = own is not None and int(own // step) - first == place
        drawn.append(tag("rect", x=x + 1, y=HEIGHT - BOTTOM - height, width=width - 2,
                         height=height, rx=2, class_="histogram-bar own" if mine else "histogram-bar"))  # fmt: skip
        if mine:
            drawn.append(text(middle, HEIGHT - BOTTOM - height - 9, "▼", "histogram-own"))
        if place % every == 0 or mine:
            drawn.append(text(middle, HEIGHT - 10, (first + place) * step, "histogram-mark"))
    return tag("svg", *drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="histogram", role="img", aria_label=title)
