"""Draws a concealed position: the parts of a sheet and its score, as named values.

Used by the page of a table and by that of its replay.
"""

from typing import Any

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.scoring import points
from rollwright.view import Part, Pen, draw_parts, tabs
from rollwright.web.http.rendering import render
from rollwright.web.table.pieces.score_parts import in_parts

Values = dict[str, Any]
"""What a page shows, by name: ``svg/<group>``, ``part/<part>``, ``html/<element>``, and a few others."""


def sheet(game: Game, known: Record, seat: int, pen: Pen) -> Values:
    """Draw a seat's sheet: its parts, and each group of their drawings separately."""
    parts = draw_parts(game, known, seat, pen)
    together = tabs(parts)
    values: Values = {}
    for part in parts:
        values |= {f"svg/{name}": markup for name, markup in part.groups.items()}
        values[f"part/{part.name}"] = {
            "where": part.where,
            "box": f"0 0 {part.size[0]} {part.size[1]}",
            "label": pen.say(part.title),
            "short": pen.say(part.short or part.title),
            "points": _points(together.get(part.tab or part.name, [part])) if pen.totals else None,
            "groups": list(part.groups),
            "tab": part.tab or part.name,
        }
    return values


def _points(parts: list[Part]) -> str | None:
    """Return the total of the parts on a tab, or None if they do not score."""
    scoring = [part.halves for part in parts if part.halves is not None]
    return points(sum(scoring)) if scoring else None


def score(game: Game, known: Record, seat: int, name: Phrase, pen: Pen) -> str:
    """Return a seat's score sheet as HTML, grouped by part; without lines where the score is still hidden."""
    if not pen.totals:
        return render("pieces/score.html", pen.say, groups=[], total=None, name=name)
    rows = game.words.score_rows(known, seat)
    total = points(sum(row.halves for row in rows))
    return render("pieces/score.html", pen.say, groups=in_parts(rows), total=total, name=name)
