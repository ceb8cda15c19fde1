"""A chart of scores: one line a seat, told apart by dashes and by their names at the end, not by colour alone."""

from rollwright.view.svg import path, tag, text

WIDTH, HEIGHT = 560, 240
LEFT, RIGHT, TOP, BOTTOM = 36, 110, 14, 28
DASHES = ("", "8 4", "2 4", "12 4 2 4", "5 5", "1 6")


def chart(lines: list[list[float]], names: list[str], title: str) -> str:
    """Draw the scores of all seats, from the beginning to the end."""
    low = min(0.0, *(min(line) for line in lines))
    high = max(1.0, *(max(line) for line in lines))
    last = max(1, len(lines[0]) - 1)

    def place(step: float, score: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * step / last
        return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - low) / (high - low)

    drawn = []
    for mark in _marks(low, high):
        x, y = place(0, mark)
        drawn.append(path([(x, y), (WIDTH - RIGHT, y)], "chart-rule"))
        drawn.append(text(x - 8, y, mark, "chart-mark end"))
    every = max(1, round(last / 12))
    drawn += [text(place(step, low)[0], HEIGHT - 10, step, "chart-mark") for step in range(0, last + 1, every)]
    ends = _spread([place(last, line[-1])[1] for line in lines])
    for seat, line in enumerate(lines):
        points = [place(step, score) for step, score in enumerate(line)]
        drawn.append(path(points, f"chart-line line-{seat}", stroke_dasharray=DASHES[seat % len(DASHES)] or None))
        drawn.append(text(WIDTH - RIGHT + 8, ends[seat], names[seat][:14], f"chart-name line-{seat}"))
    return tag("svg", *drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="chart", role="img", aria_label=title)


def _marks(low: float, high: float) -> list[int]:
    """Return round numbers for the axis, about five of them."""
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / size <= 6)
    first = int(low // step) * step
    return [mark for mark in range(first, int(high) + 1, step) if mark >= low]


def _spread(heights: list[float], apart: float = 15) -> list[float]:
    """Move names apart that would cover each other, keeping their order."""
    placed = list(heights)
    previous = float("-inf")
    for seat in sorted(range(len(heights)), key=lambda each: heights[each]):
        placed[seat] = max(placed[seat], previous + apart)
        previous = placed[seat]
    over = max(0.0, previous - (HEIGHT - BOTTOM + 8))
    return [height - over for height in placed]
