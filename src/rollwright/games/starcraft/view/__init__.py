"""How the sheets of StarCraft: Roll & Write are drawn, and how its moves are pointed out on them."""

from functools import lru_cache

from rollwright.core.contract import Record
from rollwright.games.starcraft.view.notes import about
from rollwright.games.starcraft.view.opponents import opponent, small
from rollwright.games.starcraft.view.pointing import offers, way, why_not
from rollwright.games.starcraft.view.sheets import buildings, reference, resources, rounds, units, uses
from rollwright.games.starcraft.view.shows import SLOTS, SMALL_SLOTS, shows, shows_small
from rollwright.games.starcraft.view.tray import tray
from rollwright.view import Drawing, Template, View


@lru_cache(maxsize=1_000)
def _template(races: tuple[int, ...], seat: int, paper: bool) -> Template:
    """Return everything a seat looks at: its sheet, those of the others small, and the dice; on paper its sheet."""
    race = races[seat]
    sheet = [units(race, seat, paper), buildings(race), resources(race, paper), *uses(race)]
    if paper:
        return Template([*sheet, rounds(), reference(race)])
    others = [(step, (seat + step) % len(races)) for step in range(1, len(races))]
    rivals = [opponent(step, other, races[other]) for step, other in others]
    return Template([*sheet, *rivals, rounds(), tray()])


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
