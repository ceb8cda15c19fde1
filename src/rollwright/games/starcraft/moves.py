"""How the moves of StarCraft: Roll & Write are written.

number 5                 the next number beside the main building (SC-10)
support white 4 +1       one die changed by one (SC-21)
red gas                  the red die mines, as a blue or green one (SC-25)
train 5-5-5              a unit from white dice: the combination says which (SC-23)
train 5-5-5 red          the same, one of its dice being the red one
build starport 3         a building from a black die (SC-24)
build starport red       or from the red one
ability gas              Terrans strike everybody's resources, then roll for their own (SC-31)
ability                  Protoss roll for a building to strike (SC-32)
ability against 2        Zerg attack a player, then roll for the unit (SC-33)
cross starport of 2      the building that is struck
cross marine             the unit that is attacked
pass                     build, use, or mine nothing
"""

from rollwright.core.moves import Dimension, Form, Notation
from rollwright.games.starcraft.sheet import BUILDING_NAMES, COMBINATIONS, UNIT_NAMES

COLOURS = ("white", "black", "blue", "green", "red")
FACES = Dimension.of(range(1, 7))
RESOURCES = Dimension(("minerals", "gas"))
PLAYERS = Dimension(tuple(str(seat + 1) for seat in range(6)))

NUMBER = Form("number {face}", face=FACES)
SUPPORT = Form("support {colour} {face} {change}",
               colour=Dimension(COLOURS), face=FACES, change=Dimension(("-1", "+1")))  # fmt: skip
MINE = Form("red {resource}", resource=RESOURCES)
TRAIN = Form("train {dice}", dice=Dimension(COMBINATIONS))
TRAIN_RED = Form("train {dice} red", dice=Dimension(COMBINATIONS))
BUILD = Form("build {building} {face}", building=Dimension(BUILDING_NAMES), face=FACES)
BUILD_RED = Form("build {building} red", building=Dimension(BUILDING_NAMES))
RAID = Form("ability {resource}", resource=RESOURCES)
STRIKE = Form("ability")
ATTACK = Form("ability against {player}", player=PLAYERS)
CROSS_BUILDING = Form("cross {building} of {player}", building=Dimension(BUILDING_NAMES), player=PLAYERS)
CROSS_UNIT = Form("cross {unit}", unit=Dimension(UNIT_NAMES))
PASS = Form("pass")

MOVES = Notation(
    NUMBER,
    SUPPORT,
    MINE,
    TRAIN,
    TRAIN_RED,
    BUILD,
    BUILD_RED,
    RAID,
    STRIKE,
    ATTACK,
    CROSS_BUILDING,
    CROSS_UNIT,
    PASS,
)
