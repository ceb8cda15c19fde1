"""Orders as arrows on the map: short ones across a border, beside the units that stand there and never over them."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT
from rollwright.games.rolling_pyramids.sheet import BOMBS, HEROES
from rollwright.games.rolling_pyramids.view.pictograms import BOMB_GLYPH, glyph
from rollwright.games.rolling_pyramids.view.places import centre
from rollwright.games.rolling_pyramids.view.shapes import side_class, star
from rollwright.games.rolling_pyramids.view.shows import order
from rollwright.view import Pen
from rollwright.view.marks import Point
from rollwright.view.svg import path, tag, text

BESIDE = (0, 27, -27, 52, -52, 76, -76)
"""How far further arrows to the same space lie beside the first."""

DOWN, UP, ACROSS = (8.0, 57.0), (45.0, 99.0), (26.0, 80.0)
"""How far from the middle of the target an arrow ends and begins: units stand in the lower half of a space."""


def arrows(s: Record, land: Record, spaces: Sequence[int], pen: Pen) -> list[str]:
    """Draw everybody's orders to some spaces, each with the number that marches, over land that was held so."""
    return [
        arrow(seat, group, int(order(land, s.sheets[seat], seat, group)), pen)
        for seat in range(int(s.seat_count))
        for group in range(GROUP_COUNT)
        if int(s.sheets[seat].order[group]) - 1 in spaces
    ]


def arrow(seat: int, group: int, code: int, pen: Pen) -> str:
    """Draw an order, from where the group comes; on the own land it is a badge, and a bomb falls from above."""
    start, space, beside, number = code & 31, code >> 5 & 31, BESIDE[code >> 10 & 7], code >> 13
    kind = f"order {side_class(seat, pen)}"
    if group == BOMBS:
        return tag("g", *_bomb(centre(space), beside, number), class_=f"{kind} by-air")
    if start == space:
        return tag("g", *_reinforcement(centre(space), beside, number, group == HEROES), class_=kind)
    return tag("g", *_march(centre(start), centre(space), beside, number, group == HEROES), class_=kind)


def _bomb(target: Point, beside: float, number: int) -> tuple[str, ...]:
    """Draw a bomb over its target."""
    x, y = target[0] - 32, target[1] - 8 - abs(beside) * 0.5
    return _pill((x, y), 25), glyph(BOMB_GLYPH, (x - 10, y - 1), 19), text(x + 11, y + 0.5, number, "order-number")


def _reinforcement(target: Point, beside: float, number: int, heroes: bool) -> tuple[str, ...]:
    """Draw who joins those on a space of their own."""
    x, y = target[0] + 33, target[1] - 8 - abs(beside) * 0.9
    if not heroes:
        return _pill((x, y), 20), text(x, y + 0.5, f"+{number}", "order-number")
    return _pill((x, y), 26), text(x - 8, y + 0.5, f"+{number}", "order-number"), star((x + 14, y), 8.5)


def _pill(at: Point, reach: float) -> str:
    return tag("rect", x=at[0] - reach, y=at[1] - 13, width=2 * reach, height=26, rx=13, class_="order-badge")


def _march(start: Point, target: Point, beside: float, number: int, heroes: bool) -> tuple[str, ...]:
    """Draw an arrow to a space, as far from its middle as its direction allows, with how many march."""
    far = ((target[0] - start[0]) ** 2 + (target[1] - start[1]) ** 2) ** 0.5
    ux, uy = (target[0] - start[0]) / far, (target[1] - start[1]) / far
    near, away = DOWN if uy > 0.3 else UP if uy < -0.3 else ACROSS
    x, y = target[0] - uy * beside, target[1] + ux * beside - (14 if -0.3 <= uy <= 0.3 else 0)
    tip, tail = (x - ux * near, y - uy * near), (x - ux * away, y - uy * away)
    middle = tail[0] * 0.62 + tip[0] * 0.38, tail[1] * 0.62 + tip[1] * 0.38
    return (
        path(_outline(tail, tip, ux, uy), "order-arrow", closed=True),
        tag("circle", cx=middle[0], cy=middle[1], r=13.5, class_="order-badge"),
        text(middle[0], middle[1] + 0.5, number, "order-number"),
        star((middle[0] + 11, middle[1] - 11), 8) if heroes else "",
    )


def _outline(tail: Point, tip: Point, ux: float, uy: float) -> list[Point]:
    """Return the outline of an arrow from a tail to a tip."""
    (x, y), (x2, y2) = tail, tip
    neck = x2 - ux * 17, y2 - uy * 17
    return [
        (x - uy * 6, y + ux * 6),
        (neck[0] - uy * 6, neck[1] + ux * 6),
        (neck[0] - uy * 14, neck[1] + ux * 14),
        (x2, y2),
        (neck[0] + uy * 14, neck[1] - ux * 14),
        (neck[0] + uy * 6, neck[1] - ux * 6),
        (x + uy * 6, y - ux * 6),
    ]
