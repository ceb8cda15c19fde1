"""Perft counts: the number of ways to play a few moves with fixed dice, which changes with almost any rule."""

import tomllib
from typing import Any

import numpy as np

from rollwright.core.contract import Record, Rules, copy
from rollwright.core.dice import Roll, SeededDice
from rollwright.core.game import Game
from rollwright.testing.playthroughs import Playthrough, Walk, after, due, legal_moves, waited_for

COUNTS_FILE = "counts.toml"

Counts = list[dict[str, Any]]
"""For each start: the number of seats, the number of steps before it, and the counts by depth."""

MAX_COUNT = 1_500
"""Counting goes one move deeper while the last count is below this, up to a depth of four."""


def count(rules: Rules, position: Record, depth: int, dice: SeededDice) -> int:
    """Return the number of ways to play `depth` moves, by any seat that may act."""
    position = copy(position)
    while sides := due(rules, position):
        faces = dice.faces(Roll(int(position.round_no), int(position.roller), int(position.epoch), sides))
        rules.roll(position, np.array(faces, np.int64))
    if depth == 0:
        return 1
    total = 0
    for seat in waited_for(rules, position):
        moves = legal_moves(rules, position, seat)
        if depth == 1:
            total += len(moves)
            continue
        for move in moves:
            total += count(rules, after(rules, position, seat, move), depth - 1, dice)
    return total


def count_all(game: Game) -> Counts:
    """Count from the beginning, the middle and near the end of a game, with the fewest and the most seats."""
    rules = game.rules()
    found: Counts = []
    for seats in sorted({game.seats[0], game.seats[-1]}):
        walk = Walk(game, Playthrough(seats, game.setting(seats, {}), seed=seats), rules)
        positions = [copy(position) for position in walk]
        for part in (0, len(positions) // 2, len(positions) - 6):
            by_depth = [count(rules, positions[part], 1, SeededDice(part))]
            while by_depth[-1] < MAX_COUNT and len(by_depth) < 4:
                by_depth.append(count(rules, positions[part], len(by_depth) + 1, SeededDice(part)))
            found.append({"seats": seats, "after": part, "counts": by_depth})
    return found


def written_counts(game: Game) -> Counts:
    """Return the counts stored in the game's folder, or none."""
    path = game.folder / "golden" / COUNTS_FILE
    if not path.exists():
        return []
    starts: Counts = tomllib.loads(path.read_text(encoding="utf-8"))["start"]
    return starts


def counts_text(game: Game) -> str:
    """Return the counts as the content of the file."""
    head = (
        "# Ways to play 1, 2, 3 ... moves after so many steps of a game with fixed dice. `make golden` writes this.\n"
    )
    return head + "".join(
        f"\n[[start]]\nseats = {start['seats']}\nafter = {start['after']}\ncounts = {start['counts']}\n"
        for start in count_all(game)
    )
