"""Pictograms of the armies and devices, and emblems of the factions: glyphs on a grid of 48, drawn in one colour.

`var(--em)` in a glyph is the colour that it stands on, for eyes and the like.
"""

from pathlib import Path

from rollwright.games.rolling_pyramids.rules.state import PHARAOH, PLAYERS
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
from rollwright.games.rolling_pyramids.view.shapes import insignia
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


def _emblem_glyph(name: str) -> str:
    """Read the glyph of an emblem, which pages show beside players, too."""
    drawn = (ART / f"emblem-{name}.svg").read_text(encoding="utf-8")
    return drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")].replace("\n", "")


ART = Path(__file__).parent.parent / "art"
EMBLEMS = {name: _emblem_glyph(name) for name in (*FACTIONS, "pharaoh")}


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


def emblem(side: int, faction: int, centre: Point, radius: float) -> str:
    """Draw the emblem of a side: its token with the glyph of its faction."""
    drawn = EMBLEMS["pharaoh" if side == PHARAOH else FACTIONS[faction]]
    ring = insignia(side, centre, radius * 0.86, "emblem-ring")
    size = radius * (1.0 if side in (PHARAOH, PLAYERS - 1) else 1.15)
    return tag("g", insignia(side, centre, radius), ring, glyph(drawn, centre, size, "glyph on-tile"), class_="emblem")
