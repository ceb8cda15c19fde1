"""The drawings of a page as numbers: the codes of a sheet and of all thumbnails, and the headings of parts."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.game import Game
from rollwright.core.language import Speech
from rollwright.core.position import Position
from rollwright.core.scoring import points
from rollwright.table import Table
from rollwright.view import HIDDEN, Heading, PartTemplate, Pen, Template, view_of
from rollwright.view.codes import codes_of

Drawn = tuple[Template, Ints]
"""A template, and the codes of its slots."""

Make = Callable[[str, object, Callable[[], Any]], Any]
"""(name, source, make): return a value that is made anew only if its source has changed."""

NOTHING: Drawn = (Template([]), np.zeros(0, np.int64))
"""A sheet that is not shown."""


def sheet_drawn(table: Table, viewer: int, seat: int, *, totals: bool) -> Drawn:
    """Return a seat's sheet as a viewer may see it, with or without what tells its total."""

    def compute(known: Position) -> Drawn:
        drawing = view_of(table.game).sheet
        template = drawing.template_for(known.record, seat)
        codes = codes_of(table.game, known.rules, drawing, known.record, seat)
        if not totals:
            template.hide_totals(codes)
        return template, codes

    return table.now.fact(viewer, ("sheet", seat, totals), compute)


def thumbnails_drawn(table: Table, viewer: int) -> list[Drawn]:
    """Return the thumbnails of all seats' sheets as a viewer may see them."""

    def compute(known: Position) -> list[Drawn]:
        return [_thumbnail(table.game, known, seat) for seat in range(table.seats)]

    return table.now.fact(viewer, "thumbnails", compute)


def _thumbnail(game: Game, known: Position, seat: int) -> Drawn:
    drawing = view_of(game).thumbnail
    return drawing.template_for(known.record, seat), codes_of(game, known.rules, drawing, known.record, seat)


def thumbnail_size(template: Template) -> tuple[int, int]:
    """Return the size of a thumbnail, which never changes."""
    (part,) = template.parts
    assert isinstance(part.heading, Heading), "the size of a thumbnail is fixed"
    return part.heading.size


def part_headings(template: Template, codes: Sequence[int], pen: Pen, make: Make) -> dict[str, Any]:
    """Return what a page shows of each part besides its groups, by name; `make` makes those that have changed."""
    found = {}
    for part in template.parts:
        code = codes[part.heading_slot] if part.heading_slot >= 0 else 0
        halves = _halves(template, part, codes)
        source = (part, code, halves, pen.key)
        found[f"part/{part.name}"] = make(f"part/{part.name}", source, partial(_heading, part, codes, halves, pen))
    return found


def _halves(template: Template, part: PartTemplate, codes: Sequence[int]) -> int | None:
    """Return the half points of a part, or of all parts on its tab; None if they do not score or must not tell."""
    together = template.on_tab(part)
    scoring = [codes[each.halves] for each in together if each.halves >= 0]
    return sum(scoring) if scoring and HIDDEN not in scoring else None


def _heading(part: PartTemplate, codes: Sequence[int], halves: int | None, pen: Pen) -> dict[str, Any]:
    return heading_shown(part.heading_of(codes, pen), halves, pen.say)


def heading_shown(heading: Heading, halves: int | None, say: Speech) -> dict[str, Any]:
    """Return a heading for the page, with the half points of its part, if it tells any."""
    width, height = heading.size
    return {
        "box": f"0 0 {width} {height}",
        "label": say(heading.title),
        "short": say(heading.short or heading.title),
        "points": None if halves is None else points(halves),
    }


def template_shown(template: Template) -> list[dict[str, Any]]:
    """Return a template for the page: its parts, and for each kind of groups the first slot and the names."""
    return [
        {
            "name": part.name,
            "where": part.where,
            "tab": part.tab or part.name,
            "groups": [[groups.first, list(groups.names)] for groups in part.groups],
        }
        for part in template.parts
    ]
