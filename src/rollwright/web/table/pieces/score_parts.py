"""Groups the lines of a score by the parts of the sheet."""

from collections.abc import Iterable
from typing import Any

from rollwright.core.scoring import ScoreRow, points


def in_parts(rows: Iterable[ScoreRow]) -> list[dict[str, Any]]:
    """Return the lines of a score grouped by part, with each part's total."""
    parts: dict[tuple[str, str], list[ScoreRow]] = {}
    for row in rows:
        parts.setdefault((row.part.text, repr(row.part.values)), []).append(row)
    return [
        {
            "part": lines[0].part,
            "points": points(sum(row.halves for row in lines)),
            "rows": [(row.label, points(row.halves)) for row in lines],
        }
        for lines in parts.values()
    ]
