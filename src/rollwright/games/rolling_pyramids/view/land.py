"""The map: spaces with what they hold and who stands there, devices on their borders, orders as arrows."""

from functools import cache, partial
from itertools import product
from math import atan2, degrees

from rollwright.core.language import Phrase
from rollwright.games.rolling_pyramids.names import border_label
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT, PLAYERS
from rollwright.games.rolling_pyramids.sheet import (
    BORDERS,
    CAMPAIGN_ROUNDS,
    DEVICES,
    FIRST_DEVICE,
    GROUPS,
    NUMBERED,
    RAM,
    ROUNDS,
    SPACES,
    UMBRELLA,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.arrows import arrow
from rollwright.games.rolling_pyramids.view.places import (
    HEIGHT,
    STEP,
    WIDTH,
    border_middle,
    border_spot,
    centre,
    space_spot,
)
from rollwright.games.rolling_pyramids.view.shapes import (
    ram_sign,
    side_class,
    spikes_sign,
    start_text,
    umbrella_sign,
)
from rollwright.games.rolling_pyramids.view.shows import BORDER, DEVICE, MAP_FOOT, ORDER, ORDERS, SPACE
from rollwright.games.rolling_pyramids.view.spaces import Drawn, Factions, space_with
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.svg import tag, text

FOOT_HEIGHT = 46
"""The room below the map on paper, for the points of each round."""

NO_FACTIONS = (0, 0)
"""Numbered spaces look alike whatever the factions are; of them it matters only whether there is a campaign."""


@cache
def land(map_no: int, factions: Factions, seat: int, paper: bool) -> PartTemplate:
    """Return the map; on paper with boxes for the points below it."""
    campaign = len(factions) == 1
    groups = [_numbered(map_no, campaign), _zones(map_no, factions), _devices()]
    orders = Groups(ORDERS, ["orders"], _no_orders)
    groups += [orders, Groups(MAP_FOOT, ["map-foot"], _points)] if paper else [_borders(), orders, _own_orders(seat)]
    size = (WIDTH, HEIGHT + FOOT_HEIGHT if paper else HEIGHT)
    return PartTemplate("map", Heading(Phrase("Map"), size, Phrase("Map")), groups)


@cache
def _numbered(map_no: int, campaign: bool) -> Groups:
    alike = NO_FACTIONS[:1] if campaign else NO_FACTIONS
    return Groups(SPACE, [space_spot(space) for space in range(NUMBERED)], partial(_space, map_no, alike, 0))


@cache
def _zones(map_no: int, factions: Factions) -> Groups:
    names = [space_spot(space) for space in range(NUMBERED, SPACES)]
    return Groups(SPACE + NUMBERED, names, partial(_space, map_no, factions, NUMBERED))


@cache
def _devices() -> Groups:
    return Groups(DEVICE, [placed_name(*each) for each in product(range(PLAYERS), range(DEVICES))], _device)


@cache
def _borders() -> Groups:
    return Groups(BORDER, [border_spot(border) for border in range(len(BORDERS))], _border)


@cache
def _own_orders(seat: int) -> Groups:
    """Return the orders that a seat gives; scenes draw those of everybody, when there are none of these."""
    return Groups(ORDER, [order_name(group) for group in range(GROUP_COUNT)], partial(_order, seat))


def placed_name(seat: int, device: int) -> str:
    """Return what a device that stands on the map is called among the groups."""
    return f"placed-{seat + 1}-{UPGRADES[FIRST_DEVICE + device]}"


def order_name(group: int) -> str:
    """Return what the order of a group is called among the groups of the drawing."""
    return f"order-{GROUPS[group]}"


def _space(map_no: int, factions: Factions, first: int, place: int, code: int, pen: Pen) -> Drawn:
    """Draw a space with whoever stands on it."""
    forces = {(code & 7) - 1: (code >> 3 & 0x7FFF, code >> 18)} if code else {}
    return space_with(map_no, factions, first + place, forces, pen)


def _border(border: int, code: int, pen: Pen) -> Drawn:
    """Draw a border on which a player could place a device now."""
    x, y = border_middle(border)
    ring = tag("circle", cx=x, cy=y, r=32.0, class_="touch")
    ring += tag("circle", cx=x, cy=y, r=19.0, class_="border-ring")
    told = Phrase("Border {border}", border=border_label(border))
    return pen.spot(Spot(border_spot(border), "border", told, (x, y), 30), ring)


def _no_orders(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("orders", class_="orders")


def _order(seat: int, group: int, code: int, pen: Pen) -> Drawn:
    return pen.group(order_name(group), arrow(seat, group, code, pen), class_="orders")


def _points(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a box a round, to write its points into: the rules keep them hidden, so fold the sheet (RP-30).

    In a campaign (code 1) rounds are only ticked off, and there are more of them.
    """
    title, rounds = (Phrase("Rounds"), CAMPAIGN_ROUNDS) if code else (Phrase("Points"), ROUNDS)
    drawn, pitch = [start_text(4, HEIGHT + 25, pen.say(title), "head-text")], (480 if code else 400) / rounds
    for i in range(rounds):
        x = 84 + pitch * i
        drawn.append(tag("rect", x=x, y=HEIGHT + 8, width=pitch - 4, height=34, rx=5, class_="cell"))
        drawn.append(text(x + 9, HEIGHT + 17, i + 1, "round-number"))
    if not code:  # a wider box for the total
        drawn.append(text(493, HEIGHT + 25, "=", "head-text"))
        drawn.append(tag("rect", x=504, y=HEIGHT + 8, width=56, height=34, rx=5, class_="cell"))
    return pen.group("map-foot", *drawn)


def _device(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a device that is placed, in its owner's colour; several on one border stand beside each other."""
    (seat, device), where = divmod(place, DEVICES), code >> 3
    if FIRST_DEVICE + device == UMBRELLA:
        x, y = centre(where)
        sign = umbrella_sign((x + 40, y + 4), 12)
    else:
        sign = _on_border(where, FIRST_DEVICE + device == RAM, code & 7)
    sign = tag("g", sign, class_=f"device {side_class(seat, pen)}")
    return pen.group(placed_name(seat, device), sign, class_="devices")


def _on_border(border: int, is_ram: bool, beside: int) -> str:
    (x, y), (x2, y2) = (centre(space) for space in BORDERS[border])
    angle = degrees(atan2(y2 - y, x2 - x))
    shift = (0, 19, -19, 32, -32, 44, -44, 56)[beside] / STEP
    middle = (x + x2) / 2 - (y2 - y) * shift, (y + y2) / 2 + (x2 - x) * shift
    return ram_sign(middle, 13, angle) if is_ram else spikes_sign(middle, 12, angle)
