"""What the rows, races and dice of StarCraft: Roll & Write are called in sentences and on the sheets."""

from rollwright.core.contract import Record
from rollwright.core.language import N_, Phrase
from rollwright.games.starcraft import OPTIONS
from rollwright.games.starcraft.sheet import BUILDING_NAMES, BUILDINGS, GAS, MAIN, MINERALS, UNIT_NAMES, UNITS

TITLES = {
    "scv": N_("SCV"),
    "marine": N_("Marine"),
    "goliath": N_("Goliath"),
    "tank": N_("Tank"),
    "ghost": N_("Ghost"),
    "battlecruiser": N_("Battlecruiser"),
    "command-centre": N_("Command Centre"),
    "starport": N_("Starport"),
    "barracks": N_("Barracks"),
    "factory": N_("Factory"),
    "science-facility": N_("Science Facility"),
    "probe": N_("Probe"),
    "zealot": N_("Zealot"),
    "dragoon": N_("Dragoon"),
    "reaver": N_("Reaver"),
    "high-templar": N_("High Templar"),
    "carrier": N_("Carrier"),
    "nexus": N_("Nexus"),
    "stargate": N_("Stargate"),
    "gateway": N_("Gateway"),
    "robotics-facility": N_("Robotics Facility"),
    "templar-archives": N_("Templar Archives"),
    "drone": N_("Drone"),
    "zergling": N_("Zergling"),
    "hydralisk": N_("Hydralisk"),
    "lurker": N_("Lurker"),
    "mutalisk": N_("Mutalisk"),
    "ultralisk": N_("Ultralisk"),
    "hatchery": N_("Hatchery"),
    "spire": N_("Spire"),
    "spawning-pool": N_("Spawning Pool"),
    "hydralisk-den": N_("Hydralisk Den"),
    "ultralisk-cavern": N_("Ultralisk Cavern"),
}
"""Units and buildings by the names that moves use."""

(RACES,) = (option.choices for option in OPTIONS if option.name == "race")
SUPPORT_TITLES = (N_("Supply Depots"), N_("Pylons"), N_("Overlords"))


def row_name(race: int, row: int) -> str:
    """Return what a race calls a row in moves, and spots on the page."""
    if row < UNITS:
        return UNIT_NAMES[race * UNITS + row]
    return BUILDING_NAMES[race * BUILDINGS + row - MAIN] if row < MINERALS else ("minerals", "gas")[row - MINERALS]


def row_title(race: int, row: int) -> Phrase:
    """Return what people of a race call a row."""
    if row == MINERALS:
        return Phrase("Minerals")
    return Phrase("Gas") if row == GAS else Phrase(TITLES[row_name(race, row)])


def row_of(sheet: Record, row: int) -> Phrase:
    """Return what a player calls a row of their sheet."""
    return row_title(int(sheet.race), row)


def race_of(sheet: Record) -> Phrase:
    """Return what a player's race is called."""
    return Phrase(RACES[sheet.race].label)


def support_of(sheet: Record) -> Phrase:
    """Return what a player's race calls its support."""
    return Phrase(SUPPORT_TITLES[sheet.race])


def die_of(colour: int, face: int) -> Phrase:
    """Name a die by its colour and face."""
    return (
        Phrase("white {face}", face=face),
        Phrase("black {face}", face=face),
        Phrase("blue {face}", face=face),
        Phrase("green {face}", face=face),
        Phrase("red {face}", face=face),
    )[colour]
