"""Tables for a page, and how numbers are written in them."""

from collections.abc import Iterable, Sequence

from rollwright.lab.statistics import Estimate


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def percent(part: int, whole: int) -> str:
    """Return a part in percent, so that what happens hardly ever differs from what never happened."""
    if part == 0:
        return "-"
    return "< 0.1%" if part / whole < 0.0005 else f"{part / whole:.1%}"


def mean_cells(estimate: Estimate) -> list[str]:
    """Return a mean and its interval."""
    return [f"{estimate.mean:.1f}", f"{estimate.low:.1f} to {estimate.high:.1f}"]


def share_cells(estimate: Estimate) -> list[str]:
    """Return how many games a share rests on, the share, and its interval."""
    return [f"{estimate.games:,}", f"{estimate.mean:.1%}", f"{estimate.low:.1%} to {estimate.high:.1%}"]


def ending_cell(part: int, whole: int) -> str:
    """Return a part of some games in percent, in games, and the interval of its share; nothing if there were none."""
    if whole == 0:
        return ""
    share = Estimate.of_count(part, whole)
    return f"{percent(part, whole)} ({part:,}), {share.low:.1%} to {share.high:.1%}"
