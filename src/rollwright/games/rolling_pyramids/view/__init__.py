"""How Rolling Pyramids is drawn, and how its moves are pointed out on the page."""

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.view.board import board
from rollwright.games.rolling_pyramids.view.land import land
from rollwright.games.rolling_pyramids.view.notes import about
from rollwright.games.rolling_pyramids.view.pointing import ways, why_not
from rollwright.games.rolling_pyramids.view.rivals import rivals, thumbnail
from rollwright.games.rolling_pyramids.view.scenes import scenes
from rollwright.games.rolling_pyramids.view.tray import tray
from rollwright.view import Part, Pen, View


def parts(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw everything a seat looks at: the map, its board, those of the others in a few lines, and the dice."""
    if pen.paper:
        return [land(s, seat, pen), board(s, seat, pen)]
    return [land(s, seat, pen), board(s, seat, pen), *rivals(s, seat, pen), tray(s, seat, pen)]


VIEW = View(
    parts=parts,
    ways=ways,
    why_not=why_not,
    thumbnail=thumbnail,
    about=about,
    scenes=scenes,
)
