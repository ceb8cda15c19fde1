"""What the page of Rolling Pyramids draws for a seat, taken apart."""

import re
from html import unescape

from rollwright.games.rolling_pyramids.tests.sentences import players
from rollwright.table import Table
from rollwright.view import Part, Pen, draw_parts


def parts(table: Table, seat: int = 0) -> dict[str, Part]:
    pen = Pen(table.game.speech().naming(players(table)))
    return {part.name: part for part in draw_parts(table.game, table.seen_by(seat), seat, pen)}


def groups(table: Table, seat: int = 0) -> dict[str, str]:
    """Return everything that is drawn for a seat, by name."""
    return {name: markup for part in parts(table, seat).values() for name, markup in part.groups.items()}


def all_of(found: dict[str, str], beginning: str) -> str:
    """Return the drawings of all groups whose names begin so, in their order."""
    return "".join(markup for name, markup in found.items() if name.startswith(beginning))


def texts(markup: str) -> list[str]:
    return [unescape(each) for each in re.findall(r"<text[^>]*>([^<]*)</text>", markup)]
