"""One space of the map: what is printed on it, who stands there, and what is said of it."""

from functools import lru_cache

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, series
from rollwright.games.rolling_pyramids.battles import Forces
from rollwright.games.rolling_pyramids.names import force, label, part_title, side_name
from rollwright.games.rolling_pyramids.rules.state import NOBODY, is_campaign
from rollwright.games.rolling_pyramids.sheet import CENTRE, FACTORY, GOALS, LAST_POINTS, NUMBERED, POINTS
from rollwright.games.rolling_pyramids.view.pictograms import PART_GLYPHS, emblem, glyph
from rollwright.games.rolling_pyramids.view.places import RADIUS, centre, space_spot
from rollwright.games.rolling_pyramids.view.shapes import pyramid, side_class, token
from rollwright.view import Pen, Spot
from rollwright.view.marks import hexagon
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]
Factions = tuple[int, ...]

TOKENS_BELOW = 27.0
"""How far below the middle of a space its units stand: arrows keep to the upper half."""


def standing(held: Record, space: int) -> Forces:
    """Return who stands on a space of the land, now or as it was: a side that has control and nobody there, too."""
    owner = int(held.owner[space])
    return {} if owner == NOBODY else {owner: (int(held.men[space]), int(held.heroes[space]))}


def factions_of(s: Record) -> Factions:
    """Return the factions at a table, in the order of the seats."""
    return tuple(int(s.sheets[seat].faction) for seat in range(int(s.seat_count)))


def drawn_space(s: Record, space: int, forces: Forces, pen: Pen) -> Drawn:
    """Draw a space of a scene with whoever stands on it: one side, or several that are about to fight."""
    return _remembered_space(int(s.map), factions_of(s), space, tuple(forces.items()), pen)


@lru_cache(maxsize=2_000)
def _remembered_space(
    map_no: int, factions: Factions, space: int, sides: tuple[tuple[int, tuple[int, int]], ...], pen: Pen
) -> Drawn:
    """Draw a space of a scene once: several viewers are shown the same ones."""
    return space_with(map_no, factions, space, dict(sides), pen)


def space_with(map_no: int, factions: Factions, space: int, forces: Forces, pen: Pen) -> Drawn:
    """Draw a space with whoever stands on it. Of the factions only those of the start zones are looked at."""
    x, y = centre(space)
    campaign = len(factions) == 1
    owner = next(iter(forces), NOBODY) if len(forces) == 1 else NOBODY
    held = side_class(owner, pen) if owner != NOBODY else ""
    inner = [hexagon((x, y), RADIUS - 2.5, "cell")]
    if not pen.paper:
        goal = " goal" if campaign and space in GOALS else ""
        inner = [hexagon((x, y), RADIUS - 1, "rim"), hexagon((x, y), RADIUS - 4.5, f"cell ground{goal}")]
        inner.append(tag("path", d=f"M{x - 40:.0f} {y + 38:.0f} q20 -9 40 0 t40 0", class_="dune"))
    inner += _zone(space, factions, forces, pen) if space >= NUMBERED else _printed(map_no, campaign, space, pen)
    inner += tokens_on(space, forces, pen)
    spot = Spot(space_spot(space), "space", told_of(map_no, campaign, space, forces), (x, y - 3), 60)
    return pen.spot(spot, *inner, class_=f"{held} contested" if len(forces) > 1 else held)


def _printed(map_no: int, campaign: bool, space: int, pen: Pen) -> list[str]:
    """Draw what is printed on a numbered space: its number, and a white pyramid with its points or a factory."""
    x, y = centre(space)
    factory = int(FACTORY[map_no, space])
    drawn = [text(x - 40, y - 25, label(space), "space-number")]
    if factory >= 0:
        return [
            *drawn,
            pyramid((x - 12, y - 29), 19, "black-pyramid"),
            glyph(PART_GLYPHS[factory], (x + 25, y - 27), 25, "glyph factory-sign"),
            text(x + 3, y - 4, pen.say(part_title(factory)), "factory"),
        ]
    reach = 25 if space == CENTRE else 20
    drawn.append(pyramid((x - 10, y - 27), reach, "gold-pyramid" if space == CENTRE else "white-pyramid"))
    drawn.append(text(x + 27, y - 28, int(POINTS[map_no, space]), "upper"))
    if pen.paper or not campaign:
        drawn.append(text(x + 29, y - 7, f"/{LAST_POINTS[map_no, space]}", "lower"))
    return drawn


def _zone(space: int, factions: Factions, forces: Forces, pen: Pen) -> list[str]:
    """Draw a start zone: its letter, and the emblem of who began there, unless units stand on it."""
    x, y = centre(space)
    bare = [side for side, (men, heroes) in forces.items() if not men and not heroes]
    drawn = [text(x, y - (36 if forces else 4), label(space), "zone-letter small" if forces else "zone-letter")]
    return [*drawn, *(emblem(side, factions, (x, y + 6), 26) for side in bare)]


def tokens_on(space: int, forces: Forces, pen: Pen) -> list[str]:
    """Draw the units on a space, smaller if there are many kinds."""
    middle, y = centre(space)
    shown = [(side, number, kind) for side, both in forces.items() for kind, number in enumerate(both) if number]
    radius = 18.5 if len(shown) < 3 else 15.5 if len(shown) < 4 else 12.5 if len(shown) < 5 else 10.0
    pitch = min(45.0, 100 / max(1, len(shown)))
    drawn = []
    for i, (side, number, kind) in enumerate(shown):
        x = middle + pitch * (i - (len(shown) - 1) / 2)
        drawn.append(token(side, (x, y + TOKENS_BELOW), number, radius, pen, heroes=kind == 1))
    return drawn


def told_space(s: Record, space: int, forces: Forces) -> Phrase:
    """Say what a space holds and who stands there."""
    return told_of(int(s.map), bool(is_campaign(s)), space, forces)


def told_of(map_no: int, campaign: bool, space: int, forces: Forces) -> Phrase:
    """Say what a space of a map holds and who stands there."""
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
