"""Tóu Shí on the page and on paper: the sheet as it is drawn, and how moves are pointed out on it."""

from rollwright.games.tou_shi.view.drawing import parts, thumbnail
from rollwright.games.tou_shi.view.pointing import about, ways, why_not
from rollwright.view import View

VIEW = View(
    parts=parts,
    ways=ways,
    why_not=why_not,
    thumbnail=thumbnail,
    about=about,
)
