"""Line charts of scores: one line per seat, with its own dashes and a name at its end, not only a colour."""

from collections.abc import Sequence
from dataclasses import dataclass

from rollwright.view.charts.scale import round_step
from rollwright.view.svg import path, tag, text

DASHES = ("", "8 4", "2 4", "12 4 2 4", "5 5", "1 6")

MAX_MARKS = 6

Line = Sequence[float]
Point = tuple[float, float]
Mark = tuple[int, int]
"""What is marked: a step, and the seat on whose line."""


@dataclass(frozen=True)
class _Plot:
    """The geometry of a chart: its size, its margins, the range of scores and the last step."""

    width: int
    height: int
    left: int
    right: int
    low: float
    high: float
    last: int
    top: int = 14
    bottom: int = 28
    beside: int = 8
    """How far from the ends of the lines their names stand."""
    apart: float = 15
    """How far names stand from each other at least."""

    def place(self, step: float, score: float) -> Point:
        """Return the coordinates of a score."""
        across = self.left + (self.width - self.left - self.right) * step / self.last
        high = self.height - self.top - self.bottom
        return across, self.height - self.bottom - high * (score - self.low) / (self.high - self.low)

    def rules(self) -> list[str]:
        """Draw the horizontal grid lines with their scores."""
        drawn = []
        for mark in _marks(self.low, self.high):
            x, y = self.place(0, mark)
            drawn.append(path([(x, y), (self.width - self.right, y)], "chart-rule"))
            drawn.append(text(x - 8, y, mark, "chart-mark end"))
        return drawn

    def below(self, step: int, what: object) -> str:
        """Write something below a step."""
        return text(self.place(step, self.low)[0], self.height - 10, what, "chart-mark")

    def line(self, seat: int, points: list[Point]) -> str:
        """Draw a seat's line."""
        return path(points, f"chart-line line-{seat}", stroke_dasharray=DASHES[seat % len(DASHES)] or None)

    def names(self, ends: dict[int, float], names: Sequence[str], most: int) -> list[str]:
        """Write the seats' names where their lines end."""
        heights = self._spread({seat: self.place(self.last, score)[1] for seat, score in ends.items()})
        across = self.width - self.right + self.beside
        return [
            text(across, height, _cut(names[seat], most), f"chart-name line-{seat}") for seat, height in heights.items()
        ]

    def _spread(self, heights: dict[int, float]) -> dict[int, float]:
        """Move names apart that would overlap, keeping their order."""
        placed = dict(heights)
        previous = float("-inf")
        for seat in sorted(heights, key=lambda each: heights[each]):
            placed[seat] = max(placed[seat], previous + self.apart)
            previous = placed[seat]
        over = max(0.0, previous - (self.height - self.bottom + 8))
        return {seat: height - over for seat, height in placed.items()}

    def svg(self, drawn: Sequence[str], title: str, **attributes: object) -> str:
        """Return the whole chart."""
        box = f"0 0 {self.width} {self.height}"
        return tag("svg", *drawn, viewBox=box, class_="chart", role="img", aria_label=title, **attributes)


def chart(lines: Sequence[Line], names: Sequence[str], title: str) -> str:
    """Draw the scores of all seats, round by round."""
    plot = _Plot(560, 240, 36, 110, *_reach(lines), max(1, len(lines[0]) - 1))
    return plot.svg(_by_round(plot, lines, names, 14, 12), title)


def marked(lines: Sequence[Line], names: Sequence[str], marks: Sequence[Mark], title: str) -> str:
    """Draw the scores of all seats, round by round, with numbered marks on some of them; small enough for a phone."""
    right = 112 if len(lines) > 1 else 18
    plot = _Plot(460, 230, 38, right, *_reach(lines), max(1, len(lines[0]) - 1), top=18, beside=16, apart=19)
    drawn = _by_round(plot, lines, names if len(lines) > 1 else [""], 9, 8)
    for number, (step, seat) in enumerate(marks, 1):
        x, y = plot.place(step, lines[seat][step])
        drawn += [tag("circle", cx=x, cy=y, r=11, class_="chart-disc"), text(x, y, number, "chart-number")]
    return plot.svg(drawn, title)


def _by_round(plot: _Plot, lines: Sequence[Line], names: Sequence[str], most: int, labels: int) -> list[str]:
    """Draw a line for each seat with its name, cut to `most` characters, above about this many labels."""
    every = max(1, round(plot.last / labels))
    drawn = [*plot.rules(), *(plot.below(step, step) for step in range(0, plot.last + 1, every))]
    named = plot.names({seat: line[-1] for seat, line in enumerate(lines)}, names, most)
    for seat, line in enumerate(lines):
        drawn += [plot.line(seat, [plot.place(step, score) for step, score in enumerate(line)]), named[seat]]
    return drawn


def stepped(lines: Sequence[Line | None], names: Sequence[str], rounds: Sequence[int], title: str) -> str:
    """Draw the scores of the seats that are shown, step by step, as step functions.

    `rounds` is the round of each step. The positions of the first and the last step are data attributes, so that the
    page can mark a step and find the one under the pointer.
    """
    shown = {seat: line for seat, line in enumerate(lines) if line is not None}
    plot = _Plot(330, 190, 30, 78, *_reach(list(shown.values())), max(1, len(rounds) - 1))
    drawn = plot.rules()
    first: dict[int, int] = {}
    for step, round_no in enumerate(rounds):
        first.setdefault(round_no, step)
    free = float("-inf")
    for round_no, step in first.items():
        x, foot = plot.place(step, plot.low)
        drawn.append(path([(x, foot), (x, foot + 4)], "chart-rule"))
        if round_no > 0 and x - free >= 18:
            drawn.append(plot.below(step, round_no))
            free = x
    for seat, line in shown.items():
        points = [plot.place(0, line[0])]
        for step in range(1, len(line)):
            if line[step] != line[step - 1]:
                points += [plot.place(step, line[step - 1]), plot.place(step, line[step])]
        drawn.append(plot.line(seat, [*points, plot.place(plot.last, line[-1])]))
    drawn += plot.names({seat: line[-1] for seat, line in shown.items()}, names, 10)
    return plot.svg(drawn, title, data_from=plot.left, data_to=plot.width - plot.right, data_top=plot.top,
                    data_foot=plot.height - plot.bottom)  # fmt: skip


def _reach(lines: Sequence[Line]) -> tuple[float, float]:
    """Return the range of the lines; it always includes 0 and 1."""
    return min(0.0, *(min(line) for line in lines)), max(1.0, *(max(line) for line in lines))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _marks(low: float, high: float) -> list[int]:
    """Return a few round numbers for the axis."""
    step = round_step((high - low) / MAX_MARKS)
    first = int(low // step) * step
    return [mark for mark in range(first, int(high) + 1, step) if mark >= low]
