"""Fits weights to sums of whole numbers, with the same result on every machine."""

from collections.abc import Sequence

from rollwright.bots.guided_playouts import VALUE_UNIT

RIDGE = 1e-5
"""Draws the weights of features that hardly vary towards 0, as a part of the mean square of each feature."""

FINE_RIDGE = 1e-6
"""The same where what is learned has little noise."""


def fit(sums: Sequence[Sequence[int]]) -> list[int]:
    """Return the weights that come nearest to the results, in VALUE_UNITs; zeros where nothing was played."""
    width = len(sums)
    count = sums[0][width + 1]
    if not count:
        return [0] * width
    return [round(VALUE_UNIT * each) for each in solved([row[: width + 1] for row in sums], count)]


def fit_rows(sums: Sequence[Sequence[int]], count: int, ahead: int) -> list[int]:
    """Return the weights that come nearest to so many worths, which are in VALUE_UNITs already and `ahead` in each."""
    return [round(each / ahead) for each in solved(sums, count, FINE_RIDGE)]


def solved(sums: Sequence[Sequence[int]], count: int, ridge: float = RIDGE) -> list[float]:
    """Solve the equations of least squares.

    Elimination in plain Python, as libraries of linear algebra round otherwise on other machines.
    """
    width = len(sums)
    rows = [[each / count for each in row] for row in sums]
    for i in range(width):
        rows[i][i] += ridge * rows[i][i] + 1e-9
    for i in range(width):
        pivot = max(range(i, width), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for below in range(i + 1, width):
            factor = rows[below][i] / rows[i][i]
            if factor:
                rows[below] = [a - factor * b for a, b in zip(rows[below], rows[i], strict=True)]
    found = [0.0] * width
    for i in range(width - 1, -1, -1):
        rest = rows[i][width] - sum(rows[i][j] * found[j] for j in range(i + 1, width))
        found[i] = rest / rows[i][i]
    return found
