"""Where things lie on the map, and what they are called among the spots."""

from rollwright.games.rolling_pyramids.sheet import BORDER_NAMES, BORDERS, PLACES, SPACE_NAMES
from rollwright.view.marks import Point

RADIUS = 64.0
STEP = RADIUS * 3**0.5
WIDTH, HEIGHT = 568, 522


def centre(space: int) -> Point:
    """Return the middle of a space."""
    x, y = PLACES[space]
    return WIDTH / 2 + STEP * x, HEIGHT / 2 + 1.5 * RADIUS * y


def border_middle(border: int) -> Point:
    """Return the middle of a border."""
    (x, y), (x2, y2) = (centre(space) for space in BORDERS[border])
    return (x + x2) / 2, (y + y2) / 2


def space_spot(space: int) -> str:
    """Return what a space is called among the spots."""
    return f"space-{SPACE_NAMES[space]}"


def border_spot(border: int) -> str:
    """Return what a border is called among the spots."""
    return f"border-{BORDER_NAMES[border]}"
