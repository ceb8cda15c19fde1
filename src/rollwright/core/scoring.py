"""Scores: counted internally in half points, shown as points."""

from dataclasses import dataclass

from rollwright.core.language import Phrase


@dataclass(frozen=True)
class ScoreRow:
    """One line of a score: the part of the sheet it belongs to, its label, and its half points."""

    part: Phrase
    label: Phrase
    halves: int


def points(halves: int) -> str:
    """Format half points as points.

    >>> points(7), points(8), points(-1)
    ('3½', '4', '-½')
    """
    whole, half = divmod(abs(halves), 2)
    sign = "-" if halves < 0 else ""
    return f"{sign}{whole or '' if half else whole}{'½' if half else ''}"


def signed(halves: int) -> str:
    """Format a change in half points as points with a sign.

    >>> signed(3), signed(0), signed(-4)
    ('+1½', '+0', '-2')
    """
    return ("+" if halves >= 0 else "") + points(halves)
