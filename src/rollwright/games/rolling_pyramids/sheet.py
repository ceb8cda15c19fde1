"""The maps, the board and the factions of Rolling Pyramids as tables, worked out once from `sheet.toml`.

A space is a number: 0 to 18 are the spaces that are printed as 1 to 19, then come the four start zones.
"""

import tomllib
from pathlib import Path

import numpy as np

from rollwright.core.contract import Ints

DATA = tomllib.loads(Path(__file__).with_name("sheet.toml").read_text(encoding="utf-8"))

ROUNDS: int = DATA["rounds"]
CAMPAIGN_ROUNDS: int = DATA["campaign"]["rounds"]
CAMPAIGN_DICE: int = DATA["campaign"]["dice"]

# ---- The map -----------------------------------------------------------------------------------------------------

NUMBERED = 19
ZONES = 4
SPACES = NUMBERED + ZONES
CENTRE = 0
SPACE_NAMES = (*(str(number) for number in range(1, NUMBERED + 1)), "a", "b", "c", "d")
"""What moves call the spaces."""

GOALS = (CENTRE, *range(NUMBERED, SPACES))
"""What must be held to win the campaign (RP-51)."""

MAPS: tuple[str, ...] = tuple(DATA["maps"])


def places() -> dict[str, tuple[float, int]]:
    """Return where each space lies: steps to the right of the centre, and rows below it."""
    rows = [row.split() for row in DATA["rows"]]
    return {
        name: (place - (len(row) - 1) / 2, line - len(rows) // 2)
        for line, row in enumerate(rows)
        for place, name in enumerate(row)
    }


PLACES = tuple(places()[name] for name in SPACE_NAMES)
"""Where the spaces lie, by their numbers."""


def touch(one: int, other: int) -> bool:
    """Say whether two spaces have a border in common: side by side, or half a step over in the next row."""
    (x, y), (x2, y2) = PLACES[one], PLACES[other]
    return (abs(x - x2), abs(y - y2)) in ((1, 0), (0.5, 1))


NEXT = np.array([[touch(one, other) for other in range(SPACES)] for one in range(SPACES)], np.int64)
"""Whether two spaces border each other."""

NEIGHBOURS = np.array([sum(int(NEXT[one, other]) << other for other in range(SPACES)) for one in range(SPACES)])
"""The spaces that border each one, as bits."""

BORDERS = tuple((one, other) for one in range(SPACES) for other in range(one + 1, SPACES) if NEXT[one, other])
"""All borders, each as the two spaces that it divides, the lower number first."""

BORDER_NAMES = tuple(f"{SPACE_NAMES[one]}-{SPACE_NAMES[other]}" for one, other in BORDERS)
BORDER_ENDS: Ints = np.array(BORDERS, np.int64)
BORDER_BETWEEN: Ints = np.full((SPACES, SPACES), -1, np.int64)
"""Which border divides two spaces, or -1."""
for _border, (_one, _other) in enumerate(BORDERS):
    BORDER_BETWEEN[_one, _other] = BORDER_BETWEEN[_other, _one] = _border

# ---- The board ---------------------------------------------------------------------------------------------------

TRIANGLE, RHOMBUS, CIRCLE = range(3)
"""Shapes: a triangle takes a d4, a rhombus a d8, a circle both (RP-10)."""
SHAPES = ("triangle", "rhombus", "circle")

PARTS = ("hero", "legion", "colossus", "bomb", "footmen", "pairs")
HERO, LEGION, COLOSSUS, BOMB, FOOTMEN, PAIRS = range(len(PARTS))
"""The parts of a board; a factory serves one of them."""

ARMY_SLOTS = tuple(part for part in PARTS[:FOOTMEN] for _ in DATA["board"][part])
"""The part that each slot of the armies belongs to, heroes first."""
WRITTEN = len(ARMY_SLOTS)
PAIR_COUNT: int = DATA["board"]["pairs"]
FOOT_GROUPS = 2
FIRST_FOOT = WRITTEN
FIRST_PAIR = FIRST_FOOT + FOOT_GROUPS
SLOTS = FIRST_PAIR + PAIR_COUNT

FIRST_SLOT: tuple[int, ...] = tuple(ARMY_SLOTS.index(part) for part in PARTS[:FOOTMEN])
"""Where the slots of each army begin."""

SLOT_PART = np.array(
    [*(PARTS.index(part) for part in ARMY_SLOTS), *[FOOTMEN] * FOOT_GROUPS, *[PAIRS] * PAIR_COUNT], np.int64
)
SLOT_PLACE = np.array(
    [place for part in PARTS[:FOOTMEN] for place in range(len(DATA["board"][part]))]
    + [*range(FOOT_GROUPS), *range(PAIR_COUNT)],
    np.int64,
)
"""A slot's place in its part, from the left."""
SLOT_SHAPE = np.array(
    [SHAPES.index(shape) for part in PARTS[:FOOTMEN] for shape in DATA["board"][part]]
    + [CIRCLE] * (FOOT_GROUPS + PAIR_COUNT),
    np.int64,
)
"""What dice a slot takes. Footmen and pairs take both, each die in a space of its own shape."""

SLOT_NAMES = (
    "hero",
    *(f"{PARTS[SLOT_PART[slot]]}-{SLOT_PLACE[slot] + 1}" for slot in range(1, WRITTEN)),
    *(f"footmen-{group + 1}" for group in range(FOOT_GROUPS)),
    *(f"pair-{pair + 1}" for pair in range(PAIR_COUNT)),
)
"""What moves call the slots."""

MOST = 8
"""The greatest number that is ever written (RP-21)."""
TRIANGLE_MOST = 7
"""The greatest number a triangle can hold: a 4, one more, two more (RP-17)."""

LEGION_ADDS: tuple[int, ...] = tuple(DATA["strength"]["legion"])
COLOSSUS_TIMES: tuple[int, ...] = tuple(DATA["strength"]["colossus"])
BOMB_TIMES: tuple[int, ...] = tuple(DATA["strength"]["bomb"])

TRACKS: tuple[tuple[str, ...], ...] = tuple(tuple(DATA["footmen"][group]) for group in ("one", "two"))
TRACK_SPACES = tuple(tuple(each for each in track if not each.startswith("+")) for track in TRACKS)
"""The spaces of each group of footmen, in their order: t4 takes a 4 of a d4, r4 of a d8."""
TRIANGLES = 4
"""How many spaces of a group are triangles, which come first and count from 1."""


def foot_bit(group: int, shape: str, number: int) -> int:
    """Return the bit of the space of a group that takes this number of a die of this shape, or 0 if it has none."""
    spaces, name = TRACK_SPACES[group], f"{shape[0]}{number}"
    return 1 << spaces.index(name) if name in spaces else 0


FOOT_BIT = np.array(
    [
        [[foot_bit(group, shape, number) for number in range(MOST + 1)] for shape in SHAPES[:CIRCLE]]
        for group in range(FOOT_GROUPS)
    ],
    np.int64,
)
"""The bit of a group's space by shape and number, or 0 if the group has none such."""


def bonuses(track: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return what a group of footmen unlocks: the spaces that must be crossed, as bits, and the men they bring."""
    found, before = [], 0
    for each in track:
        if each.startswith("+"):
            found.append((before, int(each)))
        else:
            before = before << 1 | 1
    return found


MEN: int = DATA["footmen"]["men"]
BONUSES = np.array([bonuses(track) for track in TRACKS], np.int64)

UPGRADES = ("legion", "legion-line", "colossus", "bomb", "bomb-line", "ram", "spikes", "umbrella")
"""What a pair buys (RP-23), as moves name it."""
(
    LEGION_MORE,
    LEGION_LINE,
    COLOSSUS_MORE,
    BOMB_MORE,
    BOMB_LINE,
    RAM,
    SPIKES,
    UMBRELLA,
) = range(len(UPGRADES))
FIRST_DEVICE = RAM
DEVICES = len(UPGRADES) - FIRST_DEVICE

GROUPS = ("heroes", "legion", "colossus", "bomb", "footmen-1", "footmen-2", "kept")
"""What can be sent (RP-24), as moves name it; the last are the men kept in the campaign (RP-55)."""
HEROES, LEGIONS, COLOSSI, BOMBS, FOOT_ONE, FOOT_TWO, KEPT = range(len(GROUPS))

# ---- What stands on the maps -------------------------------------------------------------------------------------


def per_map(worth: str) -> Ints:
    """Return a table with a line a map and a column a space: its factory's part, or points of its white pyramid."""
    table = np.full((len(MAPS), SPACES), -1 if worth == "factory" else 0, np.int64)
    for line, name in enumerate(MAPS):
        data = DATA["maps"][name]
        if worth == "factory":
            for part, spaces in data["factories"].items():
                for number in spaces:
                    table[line, number - 1] = PARTS.index(part)
        else:
            for pyramid in data["pyramids"]:
                for number in pyramid["spaces"]:
                    table[line, number - 1] = pyramid["points"][worth == "last"]
    return table


FACTORY = per_map("factory")
"""The part of the board that a space's factory serves, or -1 (RP-03)."""
MOST_FACTORIES = max(int((line >= 0).sum()) for line in FACTORY)
FACTORY_AT = np.array([np.resize(np.flatnonzero(line >= 0), MOST_FACTORIES) for line in FACTORY], np.int64)
"""The spaces that have a factory, a line a map; where a map has fewer than others, some are named again."""
POINTS = per_map("round")
"""What a space scores each round, its upper number (RP-30)."""
LAST_POINTS = per_map("last")
"""What a space scores in the last round, its lower number."""

# ---- The factions ------------------------------------------------------------------------------------------------

FACTIONS: tuple[str, ...] = tuple(DATA["factions"])


def hero(power: str, without: int) -> Ints:
    """Return how much of a power the heroes of each faction have."""
    return np.array([DATA["factions"][name].get(power, without) for name in FACTIONS], np.int64)


STRIKE = hero("attack", 0)
GUARD = hero("defence", 0)
TOUGHNESS = hero("toughness", 1)
REACH = hero("reach", 1)
AMBUSH = hero("ambush", 0)

HEROES_COME = np.array(
    [[number + (number >= least) for number in range(MOST + 1)] for least in hero("more_from", MOST + 1).tolist()],
    np.int64,
)
"""How many heroes of each faction come, by the number that is written."""


# ---- The campaign ------------------------------------------------------------------------------------------------

DIFFICULTIES: tuple[str, ...] = tuple(DATA["campaign"]["garrison"])
"""How many men the Pharaoh has, the fewest first."""


def garrison(difficulty: str, table: int, space: int) -> int:
    """Return the Pharaoh's men on a space of a map (RP-50)."""
    men = DATA["campaign"]["garrison"][difficulty]
    if space == CENTRE:
        return int(men["centre"])
    if space >= NUMBERED:
        return int(men["zone"])
    if space < 8:
        return int(men["factory"] if FACTORY[table, space] >= 0 else men["inner"])
    return int(men["outer"][MAPS[table]])


GARRISON = np.array(
    [
        [[garrison(name, table, space) for space in range(SPACES)] for table in range(len(MAPS))]
        for name in DIFFICULTIES
    ],
    np.int64,
)
"""The Pharaoh's men by difficulty, map and space."""
