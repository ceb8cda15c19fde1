"""How the sheets of StarCraft: Roll & Write are drawn, and how its moves are pointed out on them."""

from functools import lru_cache

from rollwright.core.contract import Record
from rollwright.games.starcraft.view.buildings import buildings
from rollwright.games.starcraft.view.cards import units
from rollwright.games.starcraft.view.notes import about
from rollwright.games.starcraft.view.numbering import SLOTS, SMALL_SLOTS
from rollwright.games.starcraft.view.pointing import offers, way, why_not
from rollwright.games.starcraft.view.resources import resources, rounds
from rollwright.games.starcraft.view.shows import shows, shows_small
from rollwright.games.starcraft.view.thumbnail import small
from rollwright.games.starcraft.view.tray import tray
from rollwright.view import Drawing, Template, View


@lru_cache(maxsize=1_000)
def _template(races: tuple[int, ...], seat: int, paper: bool) -> Template:
    """Return everything a seat looks at: its sheet, with a panel about the others, and the dice; on paper its sheet."""
    race = races[seat]
    sheet = [units(race, seat, paper), buildings(races, seat, paper), resources(race)]
    return Template([*sheet, rounds()] if paper else [*sheet, *tray(races)])


def template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a seat's sheet, which depends on the races at the table."""
    return _template(tuple(int(s.sheets[each].race) for each in range(s.seat_count)), seat, paper)


VIEW = View(
    sheet=Drawing(template, shows, SLOTS),
    thumbnail=Drawing(small, shows_small, SMALL_SLOTS),
    offers=offers,
    way=way,
    why_not=why_not,
    about=about,
)
