"""Draws a concealed position: the parts of a sheet and its score, as named values.

Used by the page of a table and by that of its replay.
"""

from typing import Any

from markupsafe import escape

from rollwright.core.contract import Record
from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.core.scoring import points
from rollwright.view import Heading, Part, Pen, draw_parts, tabs
from rollwright.web.table.pieces.drawings import heading_shown
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
            **heading_shown(Heading(part.title, part.size, part.short), _halves(together, part, pen), pen.say),
            "where": part.where,
            "groups": list(part.groups),
            "tab": part.tab or part.name,
        }
    return values


def _halves(together: dict[str, list[Part]], part: Part, pen: Pen) -> int | None:
    """Return the half points of all parts on a part's tab, or None if they do not score or must not tell."""
    parts = together.get(part.tab or part.name, [part])
    scoring = [each.halves for each in parts if each.halves is not None]
    return sum(scoring) if scoring and pen.totals else None


def score(game: Game, known: Record, seat: int, name: str, pen: Pen) -> str:
    """Return a seat's whole score as HTML; without lines where it is still hidden."""
    if not pen.totals:
        return score_frame(seat, name, pen)
    lines, total = score_lines(game, known, seat, pen.say)
    return score_frame(seat, name, pen, total, lines)


def score_frame(seat: int, name: str, pen: Pen, total: str = "", lines: str = "") -> str:
    """Return a seat's score as HTML; at a table, its script fills in the total, and the lines when they are opened."""
    title = escape(pen.say("Score of {name}", name=name))
    if not pen.totals:
        hidden = escape(
            pen.say("Points stay hidden until the end: you only see your own, and only while nobody else can see "
                    "this screen.")
        )  # fmt: skip
        return f'<h2 class="score-title">{title}</h2><p class="small">{hidden}</p>'
    return (
        f'<details class="score"><summary><h2>{title}</h2> <strong data-scored="{seat}">{total}</strong></summary>'
        f'<table data-lines="{seat}">{lines}</table></details>'
    )


def score_lines(game: Game, known: Record, seat: int, say: Speech) -> tuple[str, str]:
    """Return the lines of a seat's score as HTML, grouped by part, and its total."""
    rows = game.words.score_rows(known, seat)
    total = points(sum(row.halves for row in rows))
    return "".join(_score_group(group, say) for group in in_parts(rows)), total


def _score_group(group: dict[str, Any], say: Speech) -> str:
    lines = "".join(
        f'<tr class="line"><th scope="row">{escape(say(label))}</th><td>{scored}</td></tr>'
        for label, scored in (group["rows"] if len(group["rows"]) > 1 else ())
    )
    head = f'<tr><th scope="rowgroup">{escape(say(group["part"]))}</th><td>{group["points"]}</td></tr>'
    return f"<tbody>{head}{lines}</tbody>"
