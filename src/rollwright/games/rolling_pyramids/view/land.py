"""The map: spaces with what they hold and who stands there, devices on their borders, orders as arrows."""

from functools import cache, lru_cache, partial
from itertools import product
from math import atan2, degrees

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.games.rolling_pyramids.battles import Forces
from rollwright.games.rolling_pyramids.names import border_label, force, label, part_title, side_name
from rollwright.games.rolling_pyramids.rules.state import GROUP_COUNT, NOBODY, PLAYERS, is_campaign
from rollwright.games.rolling_pyramids.sheet import (
    BORDERS,
    CAMPAIGN_ROUNDS,
    DEVICES,
    FACTORY,
    FIRST_DEVICE,
    GOALS,
    GROUPS,
    LAST_POINTS,
    NUMBERED,
    POINTS,
    RAM,
    ROUNDS,
    SPACES,
    UMBRELLA,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.arrows import arrow
from rollwright.games.rolling_pyramids.view.places import (
    HEIGHT,
    RADIUS,
    STEP,
    WIDTH,
    border_middle,
    border_spot,
    centre,
    space_spot,
)
from rollwright.games.rolling_pyramids.view.shapes import (
    insignia,
    pyramid,
    ram_sign,
    side_class,
    spikes_sign,
    start_text,
    token,
    umbrella_sign,
)
from rollwright.games.rolling_pyramids.view.shows import BORDER, DEVICE, MAP_HEAD, ORDER, ORDERS, SPACE
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot
from rollwright.view.marks import Point, hexagon
from rollwright.view.svg import path, tag, text

Drawn = tuple[str, str]


@cache
def land(map_no: int, campaign: bool, seat: int, paper: bool) -> PartTemplate:
    """Return the map, the rounds above it."""
    groups = [_map_head(campaign), _spaces(map_no, campaign), _devices()]
    orders = Groups(ORDERS, ["orders"], _no_orders)
    groups += [orders] if paper else [_borders(), orders, _own_orders(seat)]
    return PartTemplate("map", Heading(Phrase("Map"), (WIDTH, HEIGHT), Phrase("Map")), groups)


@cache
def _map_head(campaign: bool) -> Groups:
    return Groups(MAP_HEAD, ["map-head"], partial(_head, campaign))


@cache
def _spaces(map_no: int, campaign: bool) -> Groups:
    return Groups(SPACE, [space_spot(space) for space in range(SPACES)], partial(_space, map_no, campaign))


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


def _border(border: int, code: int, pen: Pen) -> Drawn:
    """Draw a border on which a player could place a device now."""
    x, y = border_middle(border)
    ring = tag("circle", cx=x, cy=y, r=20.0, class_="border-ring")
    told = Phrase("Border {border}", border=border_label(border))
    return pen.spot(Spot(border_spot(border), "border", told, (x, y), 30), ring)


def _no_orders(place: int, code: int, pen: Pen) -> Drawn:
    return pen.group("orders", class_="orders")


def _order(seat: int, group: int, code: int, pen: Pen) -> Drawn:
    return pen.group(order_name(group), arrow(seat, group, code, pen), class_="orders")


def standing(held: Record, space: int) -> Forces:
    """Return who stands on a space of the land, now or as it was: a side that has control and nobody there, too."""
    owner = int(held.owner[space])
    return {} if owner == NOBODY else {owner: (int(held.men[space]), int(held.heroes[space]))}


def _head(campaign: bool, place: int, code: int, pen: Pen) -> Drawn:
    """Draw the rounds, and in the campaign the goals that are held."""
    if pen.paper:
        return pen.group("map-head", *_points_to_write(pen))
    goals, over, now = code >> 6, code >> 5 & 1, code & 31
    rounds = CAMPAIGN_ROUNDS if campaign else ROUNDS
    done = rounds if over else max(0, now - 1)
    drawn = []
    for i in range(rounds):
        kind = "done" if i < done else "now" if i == done and now else "ahead"
        drawn.append(tag("rect", x=8 + 17 * i, y=10, width=13, height=14, rx=3, class_=f"round {kind}"))
    told = Phrase("Round {n} of {rounds}", n=max(1, now), rounds=rounds)
    drawn.append(start_text(16 + 17 * rounds, 18, pen.say(told), "head-text"))
    if campaign:
        held = Phrase("Goals held: {n} of {goals}", n=goals, goals=len(GOALS))
        drawn.append(text(WIDTH - 84, 18, pen.say(held), "head-text goal"))
    else:
        drawn.append(text(WIDTH - 6, 18, pen.say(Phrase("points: each round / last round")), "legend"))
    return pen.group("map-head", *drawn)


def _points_to_write(pen: Pen) -> list[str]:
    """Draw a box a round, to write its points into: the rules keep them hidden, so fold the sheet (RP-30)."""
    drawn = [start_text(4, 18, pen.say(Phrase("Points")), "head-text")]
    for i in range(ROUNDS):
        x = 84 + 47 * i
        drawn.append(tag("rect", x=x, y=2, width=43, height=30, rx=3, class_="cell"))
        drawn.append(text(x + 9, 11, i + 1, "round-number"))
    return drawn


def _space(map_no: int, campaign: bool, space: int, code: int, pen: Pen) -> Drawn:
    """Draw a space with whoever stands on it."""
    forces = {(code & 7) - 1: (code >> 3 & 0x7FFF, code >> 18)} if code else {}
    return _drawn_space(map_no, campaign, space, forces, pen)


def drawn_space(s: Record, space: int, forces: Forces, pen: Pen) -> Drawn:
    """Draw a space with whoever stands on it: one side, or several that are about to fight."""
    return _remembered_space(int(s.map), bool(is_campaign(s)), space, tuple(forces.items()), pen)


@lru_cache(maxsize=2_000)
def _remembered_space(
    map_no: int, campaign: bool, space: int, sides: tuple[tuple[int, tuple[int, int]], ...], pen: Pen
) -> Drawn:
    """Draw a space of a scene: several viewers are shown the same ones."""
    return _drawn_space(map_no, campaign, space, dict(sides), pen)


def _drawn_space(map_no: int, campaign: bool, space: int, forces: Forces, pen: Pen) -> Drawn:
    x, y = centre(space)
    owner = next(iter(forces), NOBODY) if len(forces) == 1 else NOBODY
    held = side_class(owner, pen) if owner != NOBODY else ""
    goal = campaign and space in GOALS and not pen.paper
    kind = "cell" if pen.paper else "cell ground goal" if goal else "cell ground"
    inner = [hexagon((x, y), RADIUS - 2, kind)]
    inner += _zone(space, forces, pen) if space >= NUMBERED else _printed(map_no, space, pen)
    inner += _tokens((x, y + (29 if space < NUMBERED else 24)), forces, pen)
    spot = Spot(space_spot(space), "space", _told_space(map_no, campaign, space, forces), (x, y + 14), 60)
    return pen.spot(spot, *inner, class_=f"{held} contested" if len(forces) > 1 else held)


def _printed(map_no: int, space: int, pen: Pen) -> list[str]:
    """Draw what is printed on a numbered space: its number, and a white pyramid with its points or a factory."""
    x, y = centre(space)
    factory = int(FACTORY[map_no, space])
    drawn = [text(x, y - 46, label(space), "space-number")]
    if factory >= 0:
        return [
            *drawn,
            pyramid((x, y - 21), 15, "black-pyramid"),
            text(x, y + 3, pen.say(part_title(factory)), "factory"),
        ]
    drawn.append(pyramid((x - 15, y - 17), 16, "white-pyramid"))
    drawn.append(text(x + 18, y - 27, int(POINTS[map_no, space]), "upper"))
    drawn.append(path([(x + 9, y - 16), (x + 27, y - 16)], "over-lower"))
    drawn.append(text(x + 18, y - 7, int(LAST_POINTS[map_no, space]), "lower"))
    return drawn


def _zone(space: int, forces: Forces, pen: Pen) -> list[str]:
    """Draw a start zone: its letter, and the insignia of who began there."""
    x, y = centre(space)
    drawn = [text(x, y - 16, label(space), "zone-letter")]
    for side, (men, heroes) in forces.items():
        if not men and not heroes:
            drawn.append(tag("g", insignia(side, (x, y + 22), 15), class_=side_class(side, pen) or None))
    return drawn


def _tokens(at: Point, forces: Forces, pen: Pen) -> list[str]:
    """Draw the units on a space, smaller if there are many kinds."""
    shown = [(side, number, kind) for side, both in forces.items() for kind, number in enumerate(both) if number]
    radius = 17.0 if len(shown) < 3 else 13.0 if len(shown) < 5 else 10.0
    pitch = min(40.0, 88 / max(1, len(shown)))
    drawn = []
    for i, (side, number, kind) in enumerate(shown):
        x = at[0] + pitch * (i - (len(shown) - 1) / 2)
        drawn.append(token(side, (x, at[1]), number, radius, pen, heroes=kind == 1))
    return drawn


def told_space(s: Record, space: int, forces: Forces) -> Phrase:
    """Say what a space holds and who stands there."""
    return _told_space(int(s.map), bool(is_campaign(s)), space, forces)


def _told_space(map_no: int, campaign: bool, space: int, forces: Forces) -> Phrase:
    printed: Phrase
    factory = int(FACTORY[map_no, space])
    if space >= NUMBERED:
        printed = Phrase("Start zone {zone}", zone=label(space))
    elif factory >= 0:
        printed = Phrase("Space {space}, factory: {part}", space=label(space), part=part_title(factory))
    elif campaign:
        upper = int(POINTS[map_no, space])
        printed = Phrase("Space {space}, white pyramid: {points}", space=label(space), points=upper)
    else:
        values = {"points": int(POINTS[map_no, space]), "last": int(LAST_POINTS[map_no, space])}
        printed = Phrase(
            "Space {space}, white pyramid: {points}, in the last round {last}", space=label(space), **values
        )
    if not forces:
        return Phrase("{space}. Nobody's.", space=printed)
    held = [_held(side, *both) for side, both in forces.items()]
    if len(held) > 1:
        return Phrase("{space}. Contested: {who}.", space=printed, who=series(held))
    return Phrase("{space}. Held by {who}.", space=printed, who=held[0])


def _held(side: int, men: int, heroes: int) -> Phrase:
    if not men and not heroes:
        return side_name(side)
    return Phrase("{who}: {force}", who=side_name(side), force=force(men, heroes))


def _device(place: int, code: int, pen: Pen) -> Drawn:
    """Draw a device that is placed, in its owner's colour; several on one border stand beside each other."""
    (seat, device), where = divmod(place, DEVICES), code >> 3
    if FIRST_DEVICE + device == UMBRELLA:
        x, y = centre(where)
        sign = umbrella_sign((x + 36, y - 22), 10)
    else:
        sign = _on_border(where, FIRST_DEVICE + device == RAM, code & 7)
    sign = tag("g", sign, class_=f"device {side_class(seat, pen)}")
    return pen.group(placed_name(seat, device), sign, class_="devices")


def _on_border(border: int, is_ram: bool, beside: int) -> str:
    (x, y), (x2, y2) = (centre(space) for space in BORDERS[border])
    angle = degrees(atan2(y2 - y, x2 - x))
    shift = (0, 18, -18, 30, -30, 42, -42, 54)[beside] / STEP
    middle = (x + x2) / 2 - (y2 - y) * shift, (y + y2) / 2 + (x2 - x) * shift
    return ram_sign(middle, 12, angle) if is_ram else spikes_sign(middle, 11, angle)
