"""Works out what the cells of the sheets are worth to the guide, for `make train`.

In each round the guide plays with itself, and what players leave is counted; then the best plan for a sheet is worked
out (see `sheet_plan`), and what each cell is worth by that plan is averaged over the positions in which it was next.
"""

from collections.abc import Callable

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.game import open_game
from rollwright.core.random_stream import streams
from rollwright.games.starcraft.prefer.cell_worths import POINT, SPARED, WORTHS_FILE, cells_told, no_worths, worths_text
from rollwright.games.starcraft.sheet import HALVES, LENGTHS, PLUS_ONE, RACES, RED, ROUNDS, SUPPORTS, WORKER
from rollwright.games.starcraft.train import sheet_plan
from rollwright.games.starcraft.train.plan_games import COUNT, SEATS, SUM, average_worths, count_leftovers
from rollwright.games.starcraft.train.sheet_plan import BUILDING_SHEETS, SETS, TURNS, UNIT_SHEETS, Plan

NAME = "starcraft"

ROUNDS_OF_TRAINING = 2
GAMES = 9_000
"""Games of each round: all pairs of races, in both orders."""

SUPPORT_SHARE = 1.4
"""Support is worth more than the plan says, which changes white dice only: measured, see docs/performance.md."""

HEADING = """What the next cell of each row is worth, in 1/64 of a point: a line for each number of own turns to come,
0 first, and in it the cells; of support, what a use is worth by the uses left.
Made by `make train GAME=starcraft`, seed {seed}."""


def train(seed: int, tell: Callable[[str], None]) -> dict[str, str]:
    """Return the file of worths."""
    worths = first_worths()
    for number in range(ROUNDS_OF_TRAINING):
        tell(f"Round {number + 1} of {ROUNDS_OF_TRAINING}")
        worths = better_worths(worths, seed, number)
    return {WORTHS_FILE.name: worths_text(worths, HEADING.format(seed=seed))}


def first_worths() -> Ints:
    """Return the worths with which training begins: points as printed, and half the game for workers."""
    worths = no_worths()
    for race, lengths in enumerate(LENGTHS):
        for row in range(SPARED):
            worths[race, :, row, : lengths[row]] = HALVES[row] * POINT // 2
        worths[race, ROUNDS // 2 :, WORKER, : lengths[WORKER]] = int(HALVES.max()) * POINT // 2
    worths[:, 1:, SPARED, : SUPPORTS + 1] = 2 * POINT
    return worths


def better_worths(worths: Ints, seed: int, number: int, games: int = GAMES) -> Ints:
    """Let the guide play with these worths, and return those of the best plan against it."""
    game = open_game(NAME)
    rules = game.rules()
    races = len(RACES)
    options = np.zeros((games, len(game.options), SEATS), np.int64)
    options[:, 0, 0] = np.arange(games) % races
    options[:, 0, 1] = np.arange(games) // races % races
    sides, moves = np.zeros(rules.max_dice, np.int64), np.zeros(rules.max_moves, np.int64)
    rows, faces = (np.zeros((TURNS + 1, SETS), np.int64) for _ in range(2))
    lucks = streams(seed, number, games)
    game.bind(count_leftovers)(np.zeros(games, rules.state), options, lucks.copy(), sides, moves, worths, rows, faces)
    units, buildings = plans(rows / games, faces / games)
    sums = np.zeros((*worths.shape, 2), np.int64)
    game.bind(average_worths)(
        np.zeros(games, rules.state), options, lucks, sides, moves, worths, units, buildings, sums
    )
    return means(sums)


def plans(rows: sheet_plan.Floats, faces: sheet_plan.Floats) -> tuple[Plan, Plan]:
    """Return the best plans of all races where the other leaves this: for units, and for buildings."""
    bind = open_game(NAME).bind
    units = np.zeros((len(RACES), 2, TURNS + 1, SUPPORTS + 1, UNIT_SHEETS), np.float32)
    buildings = np.zeros((len(RACES), 2, TURNS + 1, BUILDING_SHEETS), np.float32)
    rolls, chances = sheet_plan.unit_rolls()
    for race in range(len(RACES)):
        bind(sheet_plan.plan_units)(
            LENGTHS[race], sheet_plan.incomes(race), PLUS_ONE[race], RED[race], rolls, chances, rows, units[race]
        )
        bind(sheet_plan.plan_buildings)(LENGTHS[race], sheet_plan.building_rolls(), faces, buildings[race])
    return units, buildings


def means(sums: Ints) -> Ints:
    """Return the mean worths."""
    worths = no_worths()
    for race in range(len(RACES)):
        for row in range(SPARED + 1):
            points = 0 if row == SPARED else int(HALVES[row]) * POINT // 2
            share = SUPPORT_SHARE if row == SPARED else 1.0
            for cell in range(cells_told(race, row)):
                for turns in range(ROUNDS + 1):
                    found = sums[race, turns, row, cell]
                    if turns > 0 and not found[COUNT]:  # nobody's own turn has all the others to come
                        found = sums[race, turns - 1, row, cell]
                    worths[race, turns, row, cell] = round(points + share * found[SUM] / max(1, found[COUNT]))
    return worths
