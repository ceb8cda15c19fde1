"""What learning programs are told of a position of Rolling Pyramids, in numbers.

The map is told as it is now. How it was before the last fights, and the fight that is being fought, are left out: no
decision depends on them.
"""

from rollwright.core.observation import Bits, BySeat, Number, Observation, OneOf, Part, Points, SeatNumber, Sheets
from rollwright.games.rolling_pyramids.sheet import (
    BORDER_NAMES,
    CAMPAIGN_ROUNDS,
    GROUPS,
    MAPS,
    MOST,
    NUMBERED,
    SLOT_NAMES,
    SPACE_NAMES,
    SPACES,
    TRACK_SPACES,
    TRIANGLES,
    UPGRADES,
    WRITTEN,
)

PHASES = (
    "start die", "choosing", "dice", "draft", "developing", "deployment", "crossing", "spoils", "placing", "over",
)  # fmt: skip
FACTIONS = ("anubians", "bastet", "rashar", "sobeccians")
DIFFICULTIES = ("easy", "medium", "hard")
PLAYERS = 4
DICE_EACH = 4
DICE_NAMES = ("d4 one", "d4 two", "d8 one", "d8 two")
DEVICES = ("ram", "spikes", "umbrella")
MANY_MEN = 40
"""What an army is measured by: more than nearly every army of a game; larger ones are told as this."""
MANY_HEROES = 4

OBSERVATION = Observation(
    Number("round_no", CAMPAIGN_ROUNDS),
    SeatNumber("roller"),
    OneOf("phase", PHASES),
    OneOf("map", MAPS),
    OneOf("difficulty", DIFFICULTIES),
    SeatNumber("first"),
    Number("turn", PLAYERS * DICE_EACH),
    BySeat(Number("dice", MOST, labels=DICE_NAMES), DICE_EACH),
    Number("dice", MOST, elements=range(PLAYERS * DICE_EACH, (PLAYERS + 1) * DICE_EACH)),  # the Pharaoh's
    Number("drawn", MANY_MEN),
    Number("last_kept", SPACES),
    Part(
        "land",
        SeatNumber("owner", ("pharaoh",), PLAYERS, labels=SPACE_NAMES),
        Number("men", MANY_MEN, labels=SPACE_NAMES),
        Number("heroes", MANY_HEROES, labels=SPACE_NAMES),
    ),
    Sheets(
        "sheets",
        OneOf("faction", FACTIONS),
        OneOf("zone", SPACE_NAMES[NUMBERED:], least=NUMBERED),
        Number("written", MOST, labels=SLOT_NAMES[:WRITTEN]),
        Bits("crossed", [str(place) for place in range(max(map(len, TRACK_SPACES)))]),
        Number("low", MOST),
        Number("high", MOST),
        Number("spent", 1),
        Number("upgrades", 1, labels=UPGRADES),
        OneOf("devices", BORDER_NAMES, least=1, labels=DEVICES, elements=range(2)),
        OneOf("devices", SPACE_NAMES, least=1, labels=DEVICES, elements=range(2, 3)),
        Number("placed", CAMPAIGN_ROUNDS, labels=DEVICES),
        Number("group", MANY_MEN, labels=GROUPS),
        OneOf("order", SPACE_NAMES, least=1, labels=GROUPS),
        Number("ready", 1),
        Number("told", 1),
        Number("triangles", 2 * TRIANGLES),
        Number("kept", MANY_MEN),
    ),
    Points(),
)
