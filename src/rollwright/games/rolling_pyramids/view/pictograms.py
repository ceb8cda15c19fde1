"""Pictograms of the armies and devices, and emblems of the factions: glyphs on a grid of 48, drawn in one colour.

`var(--em)` in a glyph is the colour that it stands on, for eyes and the like.
"""

from rollwright.games.rolling_pyramids.rules.state import PHARAOH
from rollwright.games.rolling_pyramids.sheet import (
    BOMBS,
    COLOSSI,
    FACTIONS,
    FOOT_ONE,
    FOOT_TWO,
    HEROES,
    KEPT,
    LEGIONS,
    PAIRS,
    RAM,
    SPIKES,
    UMBRELLA,
)
from rollwright.view import Pen
from rollwright.view.marks import Point
from rollwright.view.svg import number, tag

HEROES_GLYPH = '<path d="M24 4l6 13.5 14.5 1.6-10.8 9.9 3 14.4L24 36.2 11.3 43.4l3-14.4L3.5 19.1 18 17.5z"/>'
LEGION_GLYPH = (
    '<path d="M4 8q10 2 19-2v22q0 10-9.5 14Q4 38 4 28z"/><path d="M28 8l3-5 3 5v36h-6zM38 12l3-5 3 5v32h-6z"/>'
)
COLOSSUS_GLYPH = (
    '<path d="M16 3h16v10H16zM6 16h36v14h-7v-5h-2v8h2v12H26v-9h-4v9h-9V33h2v-8h-2v5H6z"/>'
    '<path d="M19 7h3v3h-3zM26 7h3v3h-3z" fill="var(--em)"/>'
)
BOMB_GLYPH = (
    '<circle cx="20" cy="29" r="15"/><path d="M27 12l6 6 4-4-6-6z"/>'
    '<path d="M34 11q3-6 8-5" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>'
)
FOOTMAN_GLYPH = (
    '<circle cx="19" cy="12" r="8"/><path d="M6 44V31q0-9 13-9t13 9v13z"/><path d="M37 44V14l2.5-9 2.5 9v30z"/>'
)
KEPT_GLYPH = '<path d="M24 6L4 42h15l5-12 5 12h15z"/><path d="M24 2v8" stroke="currentColor" stroke-width="3"/>'
PAIRS_GLYPH = '<path d="M13 10l12 24H1zM36 8l11 16-11 16-11-16z"/>'
RAM_GLYPH = '<path d="M4 18h26v-5l14 11-14 11v-5H4z"/><circle cx="11" cy="39" r="5"/><circle cx="25" cy="39" r="5"/>'
SPIKES_GLYPH = '<path d="M6 8l16 10L6 28zM6 28l16 8-16 8zM26 8l16 10-16 10zM26 28l16 8-16 8z"/>'
UMBRELLA_GLYPH = (
    '<path d="M3 26Q4 6 24 6t21 20q-5-5-10 0-6-5-11 0-5-5-11 0-5-5-10 0z"/>'
    '<path d="M24 24v14q0 5 5 5t5-5" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round"/>'
)

ARMY_GLYPHS = {
    HEROES: HEROES_GLYPH,
    LEGIONS: LEGION_GLYPH,
    COLOSSI: COLOSSUS_GLYPH,
    BOMBS: BOMB_GLYPH,
    FOOT_ONE: FOOTMAN_GLYPH,
    FOOT_TWO: FOOTMAN_GLYPH,
    KEPT: KEPT_GLYPH,
}
"""The glyphs of the groups that are sent; those of the parts of a board have the same numbers up to the footmen."""
PART_GLYPHS = ARMY_GLYPHS | {PAIRS: PAIRS_GLYPH}
DEVICE_GLYPHS = {RAM: RAM_GLYPH, SPIKES: SPIKES_GLYPH, UMBRELLA: UMBRELLA_GLYPH}

EMBLEMS = {
    "anubians": (
        '<path d="M9 31 20 23V5l6 11 5-11 4 20 2 17H23l-1-7-11 0z"/><circle cx="24.5" cy="24" r="2" fill="var(--em)"/>'
    ),
    "bastet": (
        '<path d="M10 7 18 15q6-2 12 0L38 7l1 20q-1 15-15 15T9 27z"/>'
        '<path d="M16 25q4-3 6 2M32 25q-4-3-6 2" stroke="var(--em)" stroke-width="2.4" fill="none"'
        ' stroke-linecap="round"/><path d="M22 33h4l-2 3z" fill="var(--em)"/>'
    ),
    "rashar": (
        '<circle cx="24" cy="15" r="8"/><path d="M2 20q10 0 15 7 7 7 14 0 5-7 15-7-3 15-16 15l-6 9-6-9Q5 35 2 20z"/>'
    ),
    "sobeccians": (
        '<path d="M4 27q10-9 20-9l4-6 4 6q9 1 13 6-1 5-6 5l-9 1 3 4H21l-4-4-5 3-3-3-4 2z"/>'
        '<circle cx="32" cy="19" r="2" fill="var(--em)"/>'
    ),
    "pharaoh": '<path d="M8 18 16 24 24 8l8 16 8-6-3 20H11z"/><circle cx="24" cy="29" r="3" fill="var(--em)"/>',
}


def glyph(drawn: str, centre: Point, size: float, class_: str = "glyph") -> str:
    """Draw a glyph around a point."""
    placed = f"translate({number(centre[0] - size / 2)} {number(centre[1] - size / 2)}) scale({size / 48:.3f})"
    return tag("g", drawn, class_=class_, transform=placed)


def tile(drawn: str, centre: Point, size: float, pen: Pen) -> str:
    """Draw a pictogram in a rounded square; on paper without the square, which would cost ink."""
    if pen.paper:
        return glyph(drawn, centre, size * 0.8)
    x, y = centre[0] - size / 2, centre[1] - size / 2
    square = tag("rect", x=x, y=y, width=size, height=size, rx=size * 0.24, class_="tile")
    return tag("g", square, glyph(drawn, centre, size * 0.66, "glyph on-tile"))


def emblem(side: int, factions: tuple[int, ...], centre: Point, radius: float) -> str:
    """Draw the emblem of a side: a disc in its colour with the glyph of its faction."""
    x, y = centre
    drawn = EMBLEMS["pharaoh" if side == PHARAOH else FACTIONS[factions[side]]]
    disc = tag("circle", cx=x, cy=y, r=float(radius), class_="disc")
    ring = tag("circle", cx=x, cy=y, r=radius * 0.87, class_="disc-ring")
    return tag("g", disc, ring, glyph(drawn, centre, radius * 1.2, "glyph on-tile"), class_="emblem")
