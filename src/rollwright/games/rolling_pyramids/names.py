"""What the spaces, armies, upgrades and factions of Rolling Pyramids are called in sentences and on the sheets."""

from collections.abc import Sequence

from rollwright.core.language import N_, Phrase, player, plural
from rollwright.games.rolling_pyramids import OPTIONS
from rollwright.games.rolling_pyramids.moves import FACES_A_COLOUR
from rollwright.games.rolling_pyramids.rules.state import PHARAOH
from rollwright.games.rolling_pyramids.sheet import (
    BORDERS,
    CIRCLE,
    COLOSSUS,
    FOOT_ONE,
    FOOTMEN,
    HERO,
    PAIRS,
    RHOMBUS,
    SLOT_PART,
    SLOT_PLACE,
    SPACE_NAMES,
    TRIANGLE,
)

PART_TITLES = (N_("Hero"), N_("Legion"), N_("Colossus"), N_("Bomb"), N_("Footmen"), N_("Upgrades"))
GROUP_TITLES = (
    N_("Heroes"),
    N_("Legion"),
    N_("Colossus"),
    N_("Bomb"),
    N_("Footmen I"),
    N_("Footmen II"),
    N_("Kept men"),
)
UPGRADE_TITLES = (
    N_("Legion +4"),
    N_("Legion line"),
    N_("Colossus x2"),
    N_("Bomb x3"),
    N_("Bomb line"),
    N_("Ram"),
    N_("Spikes"),
    N_("Umbrella"),
)
UPGRADE_EFFECTS = (
    N_("a finished legion is its number + 4 instead of + 2"),
    N_("the middle number of a legion counts instead of the left one"),
    N_("a finished colossus is twice its number"),
    N_("a finished bomb is three times what is missing to 8, instead of twice"),
    N_("the middle number of a bomb counts instead of the left one"),
    N_("it stands on a border and halves the defenders you attack across it"),
    N_("they stand on a border and halve attackers who can only come across it"),
    N_("it stands on a space, where bombs kill no more than half of your units"),
)
(FACTIONS,) = (option.choices for option in OPTIONS if option.name == "faction")
PLACE_TITLES = (N_("left"), N_("middle"), N_("right"))
SHAPE_TITLES = (N_("triangle"), N_("rhombus"), N_("circle"))


def label(space: int) -> str:
    """Return what is printed on a space: its number, or the letter of a start zone."""
    return SPACE_NAMES[space].upper()


def labels(spaces: Sequence[int]) -> str:
    """Return what is printed on several spaces."""
    return ", ".join(map(label, spaces))


def part_title(part: int) -> Phrase:
    """Return what a part of the board is called."""
    return Phrase(PART_TITLES[part])


def group_title(group: int) -> Phrase:
    """Return what a group that can be sent is called."""
    return Phrase(GROUP_TITLES[group])


def upgrade_title(upgrade: int) -> Phrase:
    """Return what an upgrade is called."""
    return Phrase(UPGRADE_TITLES[upgrade])


def upgrade_effect(upgrade: int) -> Phrase:
    """Say what an upgrade does."""
    return Phrase(UPGRADE_EFFECTS[upgrade])


def faction_title(faction: int) -> Phrase:
    """Return what a faction is called."""
    return Phrase(FACTIONS[faction].label)


def hero_power(faction: int) -> Phrase:
    """Say what the heroes of a faction can do."""
    return Phrase(FACTIONS[faction].about)


def shape_title(shape: int) -> Phrase:
    """Return what a shape is called."""
    return Phrase(SHAPE_TITLES[shape])


def slot_title(slot: int, shape: int, value: int = 0) -> Phrase:
    """Name a slot of the board, for a die of a shape; of the footmen, the space with this number."""
    part, place = int(SLOT_PART[slot]), int(SLOT_PLACE[slot])
    if part == HERO:
        return part_title(part)
    if part == FOOTMEN:
        return Phrase("{part}, {shape} {n}", part=group_title(FOOT_ONE + place), shape=shape_title(shape), n=value)
    if part == PAIRS:
        return Phrase("Pair {n}, {shape}", n=place + 1, shape=shape_title(shape))
    where = shape_title((TRIANGLE, CIRCLE, RHOMBUS)[place]) if part == COLOSSUS else Phrase(PLACE_TITLES[place])
    return Phrase("{part}, {place}", part=part_title(part), place=where)


def side_name(side: int, names: Sequence[Phrase] | None = None) -> Phrase:
    """Name a side of a fight: a player, or the Pharaoh."""
    if side == PHARAOH:
        return Phrase("Pharaoh")
    return names[side] if names else player(side)


def force(men: int, heroes: int) -> Phrase:
    """Say how many units there are."""
    if not heroes:
        return plural("{n} man", "{n} men", men)
    brave = plural("{n} hero", "{n} heroes", heroes)
    return Phrase("{men} and {heroes}", men=plural("{n} man", "{n} men", men), heroes=brave) if men else brave


def die_title(colour: int, sides: int, face: int, seat: int) -> Phrase:
    """Name a die as a player sees it: their own, or whose it is."""
    if colour == seat:
        return Phrase("own triangle {face}", face=face) if sides == 4 else Phrase("own rhombus {face}", face=face)
    told = Phrase("triangle {face} ({owner})", face=face, owner=side_name(colour))
    return told if sides == 4 else Phrase("rhombus {face} ({owner})", face=face, owner=side_name(colour))


def die_parts(name: int) -> tuple[int, int, int]:
    """Return the colour, the sides and the face of a die from what moves call it."""
    colour, kind = divmod(name, FACES_A_COLOUR)
    return (colour, 4, kind + 1) if kind < 4 else (colour, 8, kind - 3)


def border_label(border: int) -> str:
    """Name a border by the two spaces that it divides."""
    one, other = BORDERS[border]
    return f"{label(one)}|{label(other)}"
