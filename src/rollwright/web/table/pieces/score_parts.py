"""A score in parts, as a sheet has them: each part with its lines."""

from collections.abc import Iterable
from typing import Any

from rollwright.core.scoring import ScoreRow, points


def in_parts(rows: Iterable[ScoreRow]) -> list[dict[str, Any]]:
    """Return the lines of a score, those of a part together, with what the part scores."""
    parts: dict[str, list[ScoreRow]] = {}
    for row in rows:
        parts.setdefault(str(row.part), []).append(row)
    return [
        {
            "part": lines[0].part,
            "points": points(sum(row.halves for row in lines)),
            "rows": [(row.label, points(row.halves)) for row in lines],
        }
        for lines in parts.values()
    ]
