"""Tóu Shí on the page and on paper: the sheet as it is drawn, and how moves are pointed out on it."""

from rollwright.games.tou_shi.moves import BONUS, SQUARE, TICK
from rollwright.games.tou_shi.rules import SQUARES
from rollwright.games.tou_shi.view.pointing import about, offers, way, ways, why_not
from rollwright.games.tou_shi.view.sheet import SMALL, template
from rollwright.games.tou_shi.view.shows import SLOTS, shows, shows_small
from rollwright.view import Drawing, View

VIEW = View(
    sheet=Drawing(template, shows, SLOTS),
    thumbnail=Drawing(SMALL, shows_small, SQUARES),
    offers=offers,
    way=way,
    ways=ways,
    why_not=why_not,
    opening_forms=(TICK, SQUARE, BONUS),
    about=about,
)
