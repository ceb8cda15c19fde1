"""Orders as arrows on the map."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.rules.orders import spread
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT
from rollwright.games.rolling_pyramids.sheet import BOMBS, HEROES, NEIGHBOURS, SPACES
from rollwright.games.rolling_pyramids.view.places import centre
from rollwright.games.rolling_pyramids.view.shapes import side_class
from rollwright.view import Pen
from rollwright.view.marks import Point
from rollwright.view.svg import path, tag, text

BESIDE = (0, 19, -19, 38, -38, 57, -57)
"""How far further arrows to the same space lie beside the first."""


def origin(s: Record, owner: list[int], seat: int, group: int, space: int) -> int:
    """Return where a group seems to come from: next to the target, two steps away, or home, as bombs always do."""
    if group == BOMBS:
        return int(s.sheets[seat].zone)
    for reach in (int(NEIGHBOURS[space]), int(spread(int(NEIGHBOURS[space])))):
        near = [each for each in range(SPACES) if owner[each] == seat and reach >> each & 1 and each != space]
        if near:
            return near[0]
    return int(s.sheets[seat].zone)


def arrows(s: Record, seats: list[int], pen: Pen, owner: list[int], spaces: Sequence[int] = range(SPACES)) -> list[str]:
    """Draw the orders of some seats to some spaces, each with the number that marches, over land that was held so."""
    drawn, there = [], dict[tuple[int, int], int]()
    for seat in seats:
        for group in range(GROUP_COUNT):
            space = int(s.sheets[seat].order[group]) - 1
            if space in spaces:
                place = there.get((seat, space), 0)
                there[seat, space] = place + 1
                drawn.append(_arrow(s, owner, seat, group, space, BESIDE[place], pen))
    return drawn


def _arrow(s: Record, owner: list[int], seat: int, group: int, space: int, beside: float, pen: Pen) -> str:
    """Draw one order, from where the group comes; on the own land it is a badge beside those who stand there."""
    x2, y2 = centre(space)
    kind = f"order {side_class(seat, pen)} {'by-air' if group == BOMBS else ''}".strip()
    number = f"{'★' if group == HEROES else ''}{int(s.sheets[seat].group[group])}"
    if owner[space] == seat:
        return tag("g", *_badge((x2 + 42, y2 + 10 - abs(beside)), f"+{number}"), class_=kind)
    x, y = centre(origin(s, owner, seat, group, space))
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
