"""What learning programs are told of a position of Tóu Shí, in numbers."""

from rollwright.core.observation import Bits, Number, Observation, OneOf, Points
from rollwright.games.tou_shi.sheet import BOXES, DICE, GRID, SHEETS, SIDES, STARS

PHASES = (
    "first box", "first square", "pay", "dice", "one", "walk", "box", "no walk", "bonus square", "bonus box", "over",
)  # fmt: skip
LONGEST_GAME = max(BOXES) // 2  # a round costs two boxes (TS-42)
NUMBERS = tuple(map(str, range(1, max(SIDES) + 1)))


def boxes(name: str) -> list[Bits]:
    """Tell which boxes of each die are open; bits count from 0, which no box has."""
    return [
        Bits(name, ("0", *NUMBERS[:sides]), labels=DICE, elements=range(kind, kind + 1))
        for kind, sides in enumerate(SIDES)
    ]


OBSERVATION = Observation(
    Number("round_no", LONGEST_GAME),
    OneOf("phase", PHASES),
    OneOf("sheet", SHEETS),
    OneOf("grid", ("empty", *DICE), labels=GRID.names),
    Bits("row_kinds", DICE),
    Bits("column_kinds", DICE),
    *boxes("open"),
    *boxes("second"),
    Number("boxes", int(max(BOXES))),
    Number("stars", STARS),
    OneOf("marker", GRID.names),
    OneOf("die", DICE),
    OneOf("rolled", ("none", *NUMBERS)),
    OneOf("target", GRID.names),
    Points(),
)
