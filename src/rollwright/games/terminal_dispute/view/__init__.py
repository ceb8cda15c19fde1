"""Terminal Dispute on the page and on paper: the sheet as it is drawn, and how moves are pointed out on it."""

from rollwright.games.terminal_dispute.view.pointing import offers, way, why_not
from rollwright.games.terminal_dispute.view.sheet import SMALL, template
from rollwright.games.terminal_dispute.view.shows import SLOTS, SMALL_SLOTS, shows, shows_small
from rollwright.view import Drawing, View

VIEW = View(
    sheet=Drawing(template, shows, SLOTS),
    thumbnail=Drawing(SMALL, shows_small, SMALL_SLOTS),
    offers=offers,
    way=way,
    why_not=why_not,
)
