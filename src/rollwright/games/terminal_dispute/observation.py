"""What learning programs are told of a position of Terminal Dispute, in numbers."""

from rollwright.core.observation import Bits, Number, Observation, OneOf, Points, SeatNumber, Sheets
from rollwright.games.terminal_dispute.sheet import CHARGER, CROSSED, DOTTED, MATRIX, ROUNDS

PHASES = ("start die", "dice", "allocation", "writing", "over")
FACES = tuple(map(str, range(1, 7)))
IN_A_BOX = ("empty", *FACES, "crossed")
assert IN_A_BOX[CROSSED] == "crossed"

OBSERVATION = Observation(
    Number("round_no", ROUNDS),
    SeatNumber("roller"),
    OneOf("phase", PHASES),
    OneOf("rolled", FACES, least=1),
    OneOf("nav_spots", FACES, least=1, labels=("lower", "higher")),
    OneOf("phone_spots", FACES, least=1, labels=("lower", "higher")),
    OneOf("unused", FACES, least=1),
    Sheets(
        "sheets",
        OneOf("matrix", IN_A_BOX, labels=MATRIX.names),
        Bits("shaded", CHARGER.names),
        OneOf("nav", FACES, least=1, labels=("higher", "lower")),
        OneOf("phone", FACES, least=1, labels=("higher", "lower")),
        OneOf("written", MATRIX.names),
        Number("spent", len(DOTTED)),
    ),
    Points(),
)
