"""Orders as arrows on the map."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT
from rollwright.games.rolling_pyramids.sheet import BOMBS, HEROES
from rollwright.games.rolling_pyramids.view.places import centre
from rollwright.games.rolling_pyramids.view.shapes import side_class
from rollwright.games.rolling_pyramids.view.shows import order
from rollwright.view import Pen
from rollwright.view.marks import Point
from rollwright.view.svg import path, tag, text

BESIDE = (0, 19, -19, 38, -38, 57, -57)
"""How far further arrows to the same space lie beside the first."""


def arrows(s: Record, land: Record, spaces: Sequence[int], pen: Pen) -> list[str]:
    """Draw everybody's orders to some spaces, each with the number that marches, over land that was held so."""
    return [
        arrow(seat, group, int(order(land, s.sheets[seat], seat, group)), pen)
        for seat in range(int(s.seat_count))
        for group in range(GROUP_COUNT)
        if int(s.sheets[seat].order[group]) - 1 in spaces
    ]


def arrow(seat: int, group: int, code: int, pen: Pen) -> str:
    """Draw an order, from where the group comes; on the own land it is a badge beside those who stand there."""
    start, space, beside = code & 31, code >> 5 & 31, BESIDE[code >> 10 & 7]
    x2, y2 = centre(space)
    kind = f"order {side_class(seat, pen)} {'by-air' if group == BOMBS else ''}".strip()
    number = f"{'★' if group == HEROES else ''}{code >> 13}"
    if start == space:
        return tag("g", *_badge((x2 + 42, y2 + 10 - abs(beside)), f"+{number}"), class_=kind)
    x, y = centre(start)
    far = ((x2 - x) ** 2 + (y2 - y) ** 2) ** 0.5
    ux, uy = (x2 - x) / far, (y2 - y) / far
    tail = x + ux * 28 - uy * beside, y + uy * 28 + ux * beside
    tip = x2 - ux * 16 - uy * beside, y2 - uy * 16 + ux * beside
    middle = tail[0] * 0.6 + tip[0] * 0.4, tail[1] * 0.6 + tip[1] * 0.4
    lines = path([tail, tip], "order-line") + path(_head(tip, ux, uy), "order-line")
    return tag("g", lines, *_badge(middle, number), class_=kind)


def _badge(at: Point, number: str) -> tuple[str, str]:
    """Draw how many march."""
    x, y = at
    return tag("circle", cx=x, cy=y, r=12.5, class_="order-badge"), text(x, y + 0.5, number, "order-number")


def _head(tip: Point, ux: float, uy: float) -> list[Point]:
    """Return the head of an arrow that points in a direction."""
    x, y = tip
    return [(x - 10 * ux - 7 * uy, y - 10 * uy + 7 * ux), tip, (x - 10 * ux + 7 * uy, y - 10 * uy - 7 * ux)]
