"""Markdown tables, and the format of numbers in them."""

from collections.abc import Iterable, Sequence

from rollwright.lab.statistics import Estimate


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def percent(part: int, whole: int) -> str:
    """Format a share in percent; "-" for none, and "< 0.1%" for very few."""
    if part == 0:
        return "-"
    return "< 0.1%" if part / whole < 0.0005 else f"{part / whole:.1%}"


def mean_cells(estimate: Estimate) -> list[str]:
    """Return a mean and its interval."""
    return [f"{estimate.mean:.1f}", f"{estimate.low:.1f} to {estimate.high:.1f}"]


def share_cells(estimate: Estimate) -> list[str]:
    """Return the number of games, the share, and its interval."""
    return [f"{estimate.games:,}", f"{estimate.mean:.1%}", f"{estimate.low:.1%} to {estimate.high:.1%}"]


def ending_cell(part: int, whole: int) -> str:
    """Format a share of games in percent, in games, and with its interval; empty if there were no games."""
    if whole == 0:
        return ""
    share = Estimate.of_count(part, whole)
    return f"{percent(part, whole)} ({part:,}), {share.low:.1%} to {share.high:.1%}"
