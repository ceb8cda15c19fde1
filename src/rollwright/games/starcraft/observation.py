"""What learning programs are told of a position of StarCraft: Roll & Write, in numbers.

Left out are the marks of cells crossed out while they were free, and who has hit what since the last turn: they show
people what happened, and change neither moves nor points.
"""

from rollwright.core.observation import Number, Observation, OneOf, Points, SeatNumber, Sheets
from rollwright.games.starcraft.sheet import (
    ABILITIES,
    BUILDINGS,
    COMBINATIONS,
    GAS,
    LENGTHS,
    MINERALS,
    MOST_BLUE,
    NUMBERS,
    RACES,
    ROUNDS,
    SUPPORTS,
    UNITS,
    WHITE,
)

PHASES = (
    "start die", "writing", "production", "supporting", "mining", "building", "tactics", "ability dice", "target",
    "over",
)  # fmt: skip
STEPS = ("done", "unit", "building")
COLOURS = ("white", "black", "blue", "green", "red")
FACES = tuple(map(str, range(1, 7)))
ROW_NAMES = (
    "workers", *(f"unit-{number}" for number in range(2, UNITS + 1)),
    "main building", *(f"building-{number}" for number in range(2, BUILDINGS + 1)),
    "minerals", "gas",
)  # fmt: skip
LONGEST_ROW = int(LENGTHS[:, :MINERALS].max())
MOST_SEATS = 6


def rows(name: str) -> tuple[Number, Number, Number]:
    """Tell a number of cells in each row, by how long rows of its kind are."""
    return (
        Number(name, LONGEST_ROW, labels=ROW_NAMES, elements=range(MINERALS)),
        Number(name, int(LENGTHS[:, MINERALS].max()), labels=ROW_NAMES, elements=range(MINERALS, GAS)),
        Number(name, int(LENGTHS[:, GAS].max()), labels=ROW_NAMES, elements=range(GAS, GAS + 1)),
    )


OBSERVATION = Observation(
    Number("round_no", ROUNDS),
    SeatNumber("roller"),
    OneOf("phase", PHASES),
    SeatNumber("first"),
    Number("shared", 1),
    Number("dice", max(WHITE, MOST_BLUE), labels=[f"{colour} {face}" for colour in COLOURS for face in ("0", *FACES)]),
    Number("builders", MOST_SEATS),
    OneOf("joker", FACES, least=1),
    SeatNumber("target"),
    Number("claws", 4),
    Sheets(
        "sheets",
        OneOf("race", RACES),
        *rows("filled"),
        *rows("crossed"),
        Number("reached", LONGEST_ROW),
        OneOf("numbers", FACES, least=1, labels=[str(place) for place in range(1, NUMBERS + 1)]),
        Number("supports", SUPPORTS),
        Number("abilities", ABILITIES),
        OneOf("step", STEPS),
        OneOf("trained", COMBINATIONS, least=1),
        OneOf("raised", ROW_NAMES[UNITS:MINERALS], least=1),
        OneOf("die", FACES, least=1),
    ),
    Points(),
)
