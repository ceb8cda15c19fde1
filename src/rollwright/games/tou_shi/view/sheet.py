"""The parts of a sheet of Tóu Shí: grid and boxes, the dice in the tray, and a thumbnail."""

from functools import cache

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, plural
from rollwright.games.tou_shi.sheet import DICE, GRID, KINDS, SIDES
from rollwright.games.tou_shi.view.boxes import boxes
from rollwright.games.tou_shi.view.grid import grid
from rollwright.games.tou_shi.view.printed import paper_boxes, paper_sums
from rollwright.games.tou_shi.view.shows import DIE, IN_HAND, LEFT, RESTING
from rollwright.games.tou_shi.view.spots import die_name, square_name
from rollwright.view import Groups, Heading, PartTemplate, Pen, Spot, Template
from rollwright.view.marks import polyhedron, square
from rollwright.view.svg import tag, text

Drawn = tuple[str, str]

DIE_PITCH = 76
DIE_SIZE, HAND_SIZE = 56, 88
"""How large a die lies in the tray, and the one that is thrown: it just fits between its neighbours."""
BAY = KINDS // 2
"""So many dice lie in each half of the tray: a narrow one shows the halves below each other."""
BAY_SIZE = (DIE_PITCH * BAY, 104)


@cache
def _template(paper: bool) -> Template:
    """Return the parts of every sheet; on paper without dice."""
    if paper:
        return Template([grid(), paper_boxes(), paper_sums()])
    return Template([grid(), boxes(), _bay("dice", range(BAY)), _bay("large-dice", range(BAY, KINDS))])


def template(s: Record, seat: int, paper: bool) -> Template:
    """Return the template of a sheet."""
    return _template(paper)


def _bay(name: str, kinds: range) -> PartTemplate:
    def draw(place: int, code: int, pen: Pen) -> Drawn:
        return _die(kinds[place], DIE_PITCH * (place + 0.5), code, pen)

    dice = Groups(DIE + kinds.start, [die_name(kind) for kind in kinds], draw)
    return PartTemplate(name, Heading(Phrase("Dice"), BAY_SIZE), [dice], "dice")


def _die(kind: int, x: float, code: int, pen: Pen) -> Drawn:
    """Draw a die: the one in hand large, with what it shows; below the others how many boxes each has left."""
    left, shown = divmod(code, LEFT)
    face, is_in_hand = shown % IN_HAND, bool(shown & IN_HAND)
    values: dict[str, object] = {"die": DICE[kind], "boxes": plural("{n} box", "{n} boxes", left)}
    label = Phrase("{die}: rolled {face}, {boxes}", face=face, **values) if face else Phrase("{die}, {boxes}", **values)
    if is_in_hand:
        drawn = polyhedron((x, 49), SIDES[kind], face or "?", HAND_SIZE)
        class_ = "in-hand"
    else:
        drawn = polyhedron((x, 44), SIDES[kind], SIDES[kind], DIE_SIZE)
        drawn += text(x, 92, pen.say(plural("{n} left", "{n} left", left)), "under-die")
        class_ = "resting" if shown & RESTING else ""
    room = tag("rect", x=x - DIE_PITCH / 2, y=2, width=DIE_PITCH, height=BAY_SIZE[1] - 4, class_="hit")
    return pen.spot(Spot(die_name(kind), "die", label, (x, 46)), room, drawn, class_=class_)


# The thumbnail


def _small_square(place: int, is_full: int, pen: Pen) -> Drawn:
    filled = "full" if is_full else "empty"
    return pen.group(square_name(place), square(26 + 8 * GRID.column(place), 3 + 8 * GRID.row(place), 7, filled))


SMALL = Template([
    PartTemplate("thumbnail", Heading(Phrase("Grid"), (100, 54)), [
        Groups(0, [square_name(place) for place in range(len(GRID))], _small_square),
    ]),
])  # fmt: skip
