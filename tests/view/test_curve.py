"""The curve of an analysis: what its axis says."""

import re

import pytest

from rollwright.view.charts.curve import BOTTOM, HEIGHT, TOP, curve


def axis(line: list[float]) -> list[tuple[float, float]]:
    """Return the numbers at the axis and how high they stand, the lowest number first."""
    drawn = curve(line, [], percent=False, end="", title="")
    marks = re.findall(r"<text ([^>]*chart-mark[^>]*)>([^<]*)</text>", drawn)
    return [(float(words), float(re.search(r'\by="([^"]*)"', rest)[1])) for rest, words in marks]  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ([40.0, 58.8], [30, 40, 50, 60, 70]),
        ([52.3, 52.9], [48, 50, 52, 54, 56, 58]),
        ([1.2, 3.0], [0, 2, 4, 6, 8]),
        ([-3.0, 171.5], [-50, 0, 50, 100, 150, 200]),
    ],
)
def test_the_axis_has_round_numbers_from_edge_to_edge(line: list[float], numbers: list[int]) -> None:
    found = axis(line)
    assert [number for number, _ in found] == numbers
    assert (found[0][1], found[-1][1]) == (HEIGHT - BOTTOM, TOP)
