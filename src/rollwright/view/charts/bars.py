"""A bar for an average with a mark for the best, as wide as its container."""

from rollwright.view.svg import number, path, tag

HEIGHT = 14
MIDDLE = HEIGHT / 2


def bar(average: float, best: float, low: float, high: float) -> str:
    """Draw an average and a best on a scale from low to high; hidden from screen readers: the page has the numbers.

    >>> ' width="75%"' in bar(30, 40, 0, 40), ' x="20%" width="10%"' in bar(-10, 40, -30, 70)
    (True, True)
    """
    zero, end, mark = (100 * (value - low) / ((high - low) or 1) for value in (0.0, average, best))
    body = {"x": _percent(min(zero, end)), "width": _percent(abs(end - zero)), "y": 1, "height": HEIGHT - 2, "rx": 2}
    drawn = [
        tag("line", class_="gauge-track", x1=0, x2="100%", y1=MIDDLE, y2=MIDDLE),
        tag("line", class_="gauge-reach", x1=_percent(end), x2=_percent(mark), y1=MIDDLE, y2=MIDDLE),
        tag("rect", class_="gauge-body", **body),
        tag("svg", diamond(0, MIDDLE, 5, "gauge-best"), x=_percent(mark), overflow="visible"),
    ]
    return tag("svg", *drawn, class_="gauge", height=HEIGHT, aria_hidden="true")


def diamond(x: float, y: float, reach: float, class_: str) -> str:
    """Draw a diamond around a point."""
    return path([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], class_, closed=True)


def _percent(share: float) -> str:
    return f"{number(share)}%"
