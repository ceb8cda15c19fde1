"""The command `puzzles`: works out what the moves of a game's puzzles are worth, or looks for positions."""

import argparse

from rollwright.bots.puzzle_worth import candidates, measured, worth_text
from rollwright.command.reports import read_options
from rollwright.core.game import open_game
from rollwright.table.lessons.puzzle_file import FOLDER, puzzles_of


def run_puzzles(arguments: argparse.Namespace) -> int:
    """Measure every puzzle of a game and write what was found into its file; or print positions of new games."""
    game = open_game(arguments.game)
    if arguments.find:
        seats = arguments.seats or game.seats[0]
        for seed in range(arguments.seed, arguments.seed + arguments.find):
            for found in candidates(game, seed, seats, read_options(arguments.option)):
                print("\n".join([*found.script, worth_text(found.worth), ""]), flush=True)
        return 0
    for puzzle in puzzles_of(game):
        path = game.folder / FOLDER / f"{puzzle.name}.toml"
        head = path.read_text(encoding="utf-8").partition("[worth]")[0].rstrip()
        worth = measured(puzzle, arguments.seed)
        path.write_text(f"{head}\n\n{worth_text(worth)}\n", encoding="utf-8")
        print(f"{puzzle.name}: {', '.join(move for move, (loss, interval) in worth.items() if loss <= interval)}")
    return 0
