"""The map: spaces with what they hold and who stands there, devices on their borders, orders as arrows."""

from math import atan2, degrees

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.games.rolling_pyramids.battles import Forces
from rollwright.games.rolling_pyramids.names import border_label, force, label, part_title, side_name
from rollwright.games.rolling_pyramids.rules.battle import RAM_DEVICE, SPIKES_DEVICE
from rollwright.games.rolling_pyramids.rules.devices import is_at
from rollwright.games.rolling_pyramids.rules.state import (
    DEPLOYMENT,
    NOBODY,
    OVER,
    PLACING,
    free_device,
    goals_held,
    is_campaign,
    rounds_of,
)
from rollwright.games.rolling_pyramids.sheet import (
    BORDERS,
    DEVICES,
    FACTORY,
    FIRST_DEVICE,
    GOALS,
    LAST_POINTS,
    NUMBERED,
    POINTS,
    RAM,
    ROUNDS,
    SPACES,
    UMBRELLA,
)
from rollwright.games.rolling_pyramids.view.arrows import arrows
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
from rollwright.view import Part, Pen, Spot, cached_drawing
from rollwright.view.marks import Point, hexagon
from rollwright.view.svg import path, tag, text

Sides = tuple[tuple[int, tuple[int, int]], ...]
"""Forces, in their order."""


def land(s: Record, seat: int, pen: Pen) -> Part:
    """Draw the map, the rounds above it."""
    groups = [pen.group("map-head", *_head(s, pen))]
    groups += [drawn_space(s, space, standing(s.land, space), pen) for space in range(SPACES)]
    groups.append(pen.group("devices", *_devices(s, pen), class_="devices"))
    groups += _borders(s, seat, pen)
    owner = [int(each) for each in s.land.owner]
    given = arrows(s, [seat], pen, owner) if s.phase == DEPLOYMENT and not pen.paper else []
    groups.append(pen.group("orders", *given, class_="orders"))
    return Part("map", Phrase("Map"), (WIDTH, HEIGHT), dict(groups), short=Phrase("Map"))


def _borders(s: Record, seat: int, pen: Pen) -> list[tuple[str, str]]:
    """Draw the borders on which a player could place a device now."""
    able = [free_device(s.sheets[seat], device) for device in (RAM_DEVICE, SPIKES_DEVICE)]
    if s.phase != PLACING or s.sheets[seat].ready or not any(able) or pen.paper:
        return []
    found = []
    for border in range(len(BORDERS)):
        if is_at(s, seat, border):
            x, y = border_middle(border)
            ring = tag("circle", cx=x, cy=y, r=20.0, class_="border-ring")
            told = Phrase("Border {border}", border=border_label(border))
            found.append(pen.spot(Spot(border_spot(border), "border", told, (x, y), 30), ring))
    return found


def standing(held: Record, space: int) -> Forces:
    """Return who stands on a space of the land, now or as it was: a side that has control and nobody there, too."""
    owner = int(held.owner[space])
    return {} if owner == NOBODY else {owner: (int(held.men[space]), int(held.heroes[space]))}


def _head(s: Record, pen: Pen) -> list[str]:
    """Draw the rounds, and in the campaign the goals that are held."""
    rounds = int(rounds_of(s))
    if pen.paper:
        return _points_to_write(pen)
    now = int(s.round_no)
    done = rounds if s.phase == OVER else max(0, now - 1)
    drawn = []
    for i in range(rounds):
        kind = "done" if i < done else "now" if i == done and now else "ahead"
        drawn.append(tag("rect", x=8 + 17 * i, y=10, width=13, height=14, rx=3, class_=f"round {kind}"))
    told = Phrase("Round {n} of {rounds}", n=max(1, now), rounds=rounds)
    drawn.append(start_text(16 + 17 * rounds, 18, pen.say(told), "head-text"))
    if is_campaign(s):
        goals = Phrase("Goals held: {n} of {goals}", n=int(goals_held(s)), goals=len(GOALS))
        return [*drawn, text(WIDTH - 84, 18, pen.say(goals), "head-text goal")]
    return [*drawn, text(WIDTH - 6, 18, pen.say(Phrase("points: each round / last round")), "legend")]


def _points_to_write(pen: Pen) -> list[str]:
    """Draw a box a round, to write its points into: the rules keep them hidden, so fold the sheet (RP-30)."""
    drawn = [start_text(4, 18, pen.say(Phrase("Points")), "head-text")]
    for i in range(ROUNDS):
        x = 84 + 47 * i
        drawn.append(tag("rect", x=x, y=2, width=43, height=30, rx=3, class_="cell"))
        drawn.append(text(x + 9, 11, i + 1, "round-number"))
    return drawn


def drawn_space(s: Record, space: int, forces: Forces, pen: Pen) -> tuple[str, str]:
    """Draw a space with whoever stands on it: one side, or several that are about to fight."""
    return _drawn_space(int(s.map), bool(is_campaign(s)), space, tuple(forces.items()), pen)


@cached_drawing
def _drawn_space(map_no: int, campaign: bool, space: int, sides: Sides, pen: Pen) -> tuple[str, str]:
    forces = dict(sides)
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


def _devices(s: Record, pen: Pen) -> list[str]:
    """Draw the devices that are placed, each in its owner's colour; several on one border stand beside each other."""
    drawn, there = [], dict[int, int]()
    for seat in range(int(s.seat_count)):
        for device in range(DEVICES):
            where = int(s.sheets[seat].devices[device]) - 1
            if where < 0:
                continue
            if FIRST_DEVICE + device == UMBRELLA:
                x, y = centre(where)
                sign = umbrella_sign((x + 36, y - 22), 10)
            else:
                sign = _on_border(where, FIRST_DEVICE + device == RAM, there.get(where, 0))
                there[where] = there.get(where, 0) + 1
            drawn.append(tag("g", sign, class_=f"device {side_class(seat, pen)}"))
    return drawn


def _on_border(border: int, is_ram: bool, beside: int) -> str:
    (x, y), (x2, y2) = (centre(space) for space in BORDERS[border])
    angle = degrees(atan2(y2 - y, x2 - x))
    shift = (0, 18, -18, 30, -30, 42, -42, 54)[beside] / STEP
    middle = (x + x2) / 2 - (y2 - y) * shift, (y + y2) / 2 + (x2 - x) * shift
    return ram_sign(middle, 12, angle) if is_ram else spikes_sign(middle, 11, angle)
