"""The guide's numbers: read from `guide.toml`, and worked out into one table that its functions look things up in.

The table has a row for games between players and one for the campaign. A row begins with the numbers themselves, in
the order of NUMBERS; then come how armies grow, and what spaces are worth or how far it is to the start zones.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints
from rollwright.games.rolling_pyramids.rules.board import SLOTS_AN_ARMY
from rollwright.games.rolling_pyramids.sheet import (
    BOMB_TIMES,
    COLOSSUS_TIMES,
    FACTIONS,
    FACTORY,
    GARRISON,
    LAST_POINTS,
    LEGION_ADDS,
    MOST,
    NEXT,
    NUMBERED,
    POINTS,
    RHOMBUS,
    ROUNDS,
    SPACES,
    TRIANGLE,
    TRIANGLE_MOST,
    UPGRADES,
)

MAN = 100
"""What a man is worth; a point is worth as much."""

PLAYERS_ROW, CAMPAIGN_ROW = range(2)
ROWS = ("players", "campaign")

NUMBERS = {
    "hero": len(FACTIONS),  # what a hero of each faction is worth
    "army": 3,  # what a man of a legion, a colossus and a bomb is worth
    "begun": 3,  # what any number in an empty slot of theirs is worth, in hundredths of an even share
    "triangles": 5,  # of the footmen: second and first of the first two; the others too early, second, first
    "triangle_rounds": 1,  # for so many hundredths of a round a triangle counts: it would come of a conquest later
    "rhombi": 1,  # hundredths of HALF_DONE
    "last_rhombi": 1,  # hundredths of ALL_DONE
    "upgrades": len(UPGRADES),  # what each brings a round
    "second_of_pair": 1,  # the share of an upgrade that the number brings which completes a pair, in hundredths
    "first_of_pair": 1,
    "greater_rhombus": 1,  # what one more in the first number of a pair is worth, in tenths
    "lesser_triangle": 1,
    "others_die": 1,  # one's own dice can be changed: they are taken last
    "pip": 1,  # what a pip of a die that is taken costs: half of them become the Pharaoh's men
    "bomb_use": 1,  # what a unit that a bomb takes is worth
    "bomb_most": 1,  # and how many it takes at most
    "attack": len(FACTIONS),  # what a hero counts in a fight; a man counts 20
    "defence": len(FACTIONS),
    "factory": 4,  # what a factory for legion, colossus, bomb and footmen is worth a round
    "wanted": 3,  # how likely, of 256, an enemy who can come to the centre, the inner and the outer ring comes
    "price": 1,  # what a twentieth of a man could bring elsewhere, in fortieths
    "hostile": 1,  # what is taken from an enemy counts so many hundredths more
    "conquest": 1,  # what a triangle for a conquest is worth for each round to come
    "follow": 1,  # hundredths of a space that counts for a group that needs others to follow
    "wear": 1,  # what an enemy's man is worth who falls in a lost fight, in fifths
    "threat": 1,  # hundredths of all that an enemy could send
    "stays": 1,  # hundredths that a space's next round is worth
    "last": 1,  # hundredths that the last round's points are worth
    "needed": 1,  # what a man in the way costs, in fifths
    "way": 1,  # and one on the way on, in tenths
    "used": 1,  # what a man brings who is needed there, in fiftieths
    "wasted": 1,  # what one costs who is not
    "income": 1,  # what a point of a space brings, in tenths
    "takes": 1,  # what taking a space at once brings, in tenths
    "walk": 1,  # so many men more are counted where the Pharaoh's men march
    "last_goal": 1,  # the centre can wait for the zones: as if so many men stood there
}  # fmt: skip
"""The numbers of the guide, and how many each is. What only one of the rows uses is zero in the other."""

AT = {name: sum(list(NUMBERS.values())[:place]) for place, name in enumerate(NUMBERS)}
"""Where each begins."""

NUMBER_COUNT = sum(NUMBERS.values())

STATES = 9**SLOTS_AN_ARMY
"""What can be written in an army: three digits of base nine."""
DIGIT = np.array([81, 9, 1], np.int64)

LEGION_KIND, BOMB_KIND, COLOSSUS_KIND, KINDS = 0, 4, 8, 10
"""Kinds of armies: legions and bombs, each with and without their two upgrades, and colossi with and without theirs."""

PROSPECTS_AT = NUMBER_COUNT
PLACES_AT = PROSPECTS_AT + KINDS * STATES
"""Where the row goes on with what spaces are worth (by map, round and space), or with ways (by difficulty, map, zone
and space)."""

LUCK = np.diff((np.arange(33) / 32) ** 3)
"""How likely each of 32 equal chances, the worst first, is the best of three: about so many dice a player looks at."""


NO_WAY = 1_000
"""Longer than any way."""


def strength(kind: int, bomb_use: int, bomb_most: int, numbers: Sequence[int]) -> int:
    """Return what three numbers are worth in an army of a kind; 0 for numbers that it does not take."""
    a, b, c = numbers
    counts = b if kind % 2 else a
    if kind < BOMB_KIND:
        return (counts + LEGION_ADDS[kind // 2]) * MAN if a < b < c else 0
    if kind < COLOSSUS_KIND:
        return min((MOST - counts) * BOMB_TIMES[kind // 2 % 2], bomb_most) * bomb_use if a > b > c else 0
    return a * COLOSSUS_TIMES[kind % 2] * MAN if a == c <= TRIANGLE_MOST else 0


@cache
def prospects(kind: int, bomb_use: int, bomb_most: int) -> Ints:
    """Return how strong an army of a kind is likely to become, by what is written: 0 if it cannot be finished.

    A state is worth what the best of a few dice makes of it, on average. Every other die is one's own.
    """
    found = np.zeros(STATES, np.int64)
    for state in product(range(MOST, -1, -1), repeat=SLOTS_AN_ARMY):  # those with a number more come before
        at = int(np.dot(state, DIGIT))
        if all(state):
            found[at] = strength(kind, bomb_use, bomb_most, state)
            continue
        best = np.zeros((2, MOST + 2), np.int64)  # by shape and number
        for place, number in product(range(SLOTS_AN_ARMY), range(1, MOST + 1)):
            if state[place] == 0:
                for shape in (TRIANGLE, RHOMBUS):
                    if kind < COLOSSUS_KIND or place != (2 if shape == TRIANGLE else 0):
                        best[shape, number] = max(best[shape, number], found[at + number * DIGIT[place]])
        values = [
            best[shape, face - own : face + own + 1].max()
            for shape, faces in ((TRIANGLE, [1, 2, 3, 4] * 2), (RHOMBUS, range(1, 9)))
            for face, own in product(faces, (0, 1))
        ]
        found[at] = round(float(np.sum(np.sort(values) * LUCK)))
    return found


PLAIN_PROSPECTS = {kind: prospects(kind, 0, 0) for kind in range(KINDS) if not BOMB_KIND <= kind < COLOSSUS_KIND}
"""Those of legions and colossi, which depend on no number of the guide."""


def holdings(stays: int, last: int, factories: Sequence[int]) -> Ints:
    """Return what holding a space from a round on is worth, by map, round and space."""
    worth = np.array([0, *factories, 0, 0])  # by part of the board; the last stands for no factory
    found = np.zeros((len(POINTS), ROUNDS + 1, SPACES), np.int64)
    found[:, ROUNDS] = last * LAST_POINTS
    for number in range(ROUNDS - 1, -1, -1):
        found[:, number] = MAN * POINTS + worth[FACTORY] + stays * found[:, number + 1] // 100
    return found


@cache
def ways(walk: int) -> Ints:
    """Return how many men stand on the best way from a space on to each start zone, by difficulty, map and zone."""
    found = np.full((*GARRISON.shape[:2], SPACES - NUMBERED, SPACES), NO_WAY, np.int64)
    marched = np.where(np.arange(SPACES) < 7, walk, 0)  # there the Pharaoh's reinforcements come
    for level, table, zone in np.ndindex(found.shape[:3]):
        costs = found[level, table, zone]
        costs[NUMBERED + zone] = 0
        for _ in range(SPACES):
            step = costs + GARRISON[level, table] + 1 + marched
            np.minimum(costs, np.where(NEXT == 1, step, NO_WAY).min(axis=1), out=costs)
    return found


MAP_STRIDE = (ROUNDS + 1) * SPACES
ZONES_STRIDE = (SPACES - NUMBERED) * SPACES
DIFFICULTY_STRIDE = len(POINTS) * ZONES_STRIDE

ROW_SIZE = PLACES_AT + max(len(POINTS) * MAP_STRIDE, GARRISON.shape[0] * DIFFICULTY_STRIDE)


def worked_out(which: int, numbers: Ints) -> Ints:
    """Return a row of the table from its numbers."""
    use, most = int(numbers[AT["bomb_use"]]), int(numbers[AT["bomb_most"]])
    row = np.zeros(ROW_SIZE, np.int64)
    row[:NUMBER_COUNT] = numbers
    for kind in range(KINDS):
        found = PLAIN_PROSPECTS[kind] if kind in PLAIN_PROSPECTS else prospects(kind, use, most)
        row[PROSPECTS_AT + kind * STATES :][:STATES] = found
    if which == PLAYERS_ROW:
        factories = numbers[AT["factory"] :][:4].tolist()
        places = holdings(int(numbers[AT["stays"]]), int(numbers[AT["last"]]), factories).ravel()
    else:
        places = ways(int(numbers[AT["walk"]])).ravel()
    row[PLACES_AT:][: len(places)] = places
    return row


def read_numbers(said: Mapping[str, int | Sequence[int]]) -> Ints:
    """Return the numbers of a row in their order; those that are not said are zero."""
    found = np.zeros(NUMBER_COUNT, np.int64)
    for name, values in said.items():
        found[AT[name] : AT[name] + NUMBERS[name]] = values
    return found


def numbers_text(rows: Mapping[str, Ints]) -> str:
    """Return rows of numbers as the text of `guide.toml`."""
    lines = ["# Written by `python -m rollwright.games.rolling_pyramids.prefer.fitting`; what each means: numbers.py."]
    for row, numbers in rows.items():
        lines += ["", f"[{row}]"]
        for name, count in NUMBERS.items():
            values = numbers[AT[name] :][:count].tolist()
            if any(values):
                lines.append(f"{name} = {values if count > 1 else values[0]}")
    return "\n".join(lines) + "\n"


GUIDE_FILE = Path(__file__).parent.parent / "guide.toml"
_SAID = tomllib.loads(GUIDE_FILE.read_text(encoding="utf-8"))
GUIDE: NDArray[np.int64] = np.array([worked_out(which, read_numbers(_SAID[name])) for which, name in enumerate(ROWS)])
"""The table that the guide looks things up in."""
