"""How Rolling Pyramids is drawn, and how its moves are pointed out on the page."""

from functools import lru_cache

from rollwright.core.contract import Record
from rollwright.games.rolling_pyramids.moves import SEND
from rollwright.games.rolling_pyramids.sheet import SPACES
from rollwright.games.rolling_pyramids.view.board import board
from rollwright.games.rolling_pyramids.view.land import land
from rollwright.games.rolling_pyramids.view.notes import about
from rollwright.games.rolling_pyramids.view.pointing import offers, way, why_not
from rollwright.games.rolling_pyramids.view.rivals import rivals, thumbnail
from rollwright.games.rolling_pyramids.view.scenes import happened, scenes
from rollwright.games.rolling_pyramids.view.shows import SLOTS, shows, shows_small
from rollwright.games.rolling_pyramids.view.spaces import factions_of
from rollwright.games.rolling_pyramids.view.tray import tray
from rollwright.view import Drawing, Template, View


@lru_cache(maxsize=1_000)
def _template(map_no: int, factions: tuple[int, ...], seat: int, paper: bool) -> Template:
    """Return everything a seat looks at: the map, its board, those of the others in a few lines, and the dice."""
    alone = len(factions) == 1
    parts = [land(map_no, factions, seat, paper), board(seat, factions[seat], alone, paper)]
    if paper:
        return Template(parts)
    return Template([*parts, *([] if alone else [rivals(seat, factions)]), *tray(len(factions), seat)])


def template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a seat's sheet: it depends on the map and the factions."""
    return _template(int(s.map), factions_of(s), seat, paper)


def small_template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a seat's thumbnail."""
    return thumbnail(seat)


VIEW = View(
    sheet=Drawing(template, shows, SLOTS),
    thumbnail=Drawing(small_template, shows_small, SPACES),
    offers=offers,
    way=way,
    why_not=why_not,
    about=about,
    scenes=scenes,
    happened=happened,
    opening_forms=(SEND,),
)
