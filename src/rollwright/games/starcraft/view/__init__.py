"""How the sheets of StarCraft: Roll & Write are drawn, and how its moves are pointed out on them."""

from rollwright.core.contract import Record
from rollwright.games.starcraft.view.notes import about
from rollwright.games.starcraft.view.opponents import opponents, thumbnail
from rollwright.games.starcraft.view.pointing import ways, why_not
from rollwright.games.starcraft.view.sheets import buildings, reference, resources, rounds, units, uses
from rollwright.games.starcraft.view.tray import tray
from rollwright.view import Part, Pen, View


def parts(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw everything a seat looks at: its sheet, those of the others small, and the dice."""
    sheet = [units(s, seat, pen), buildings(s, seat, pen), resources(s, seat, pen), *uses(s, seat, pen)]
    if pen.paper:
        return [*sheet, rounds(s, pen), reference(s, seat, pen)]
    return [*sheet, *opponents(s, seat, pen), rounds(s, pen), tray(s, seat, pen)]


VIEW = View(
    parts=parts,
    ways=ways,
    why_not=why_not,
    thumbnail=thumbnail,
    about=about,
)
