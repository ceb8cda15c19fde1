"""The command `train`: lets a game's bots play with themselves, and writes down what that teaches."""

import argparse

from rollwright.bots.learned_value import WEIGHTS_FILE, has_features, weights_text
from rollwright.command.reports import show_measuring
from rollwright.core.errors import Refusal
from rollwright.core.game import open_game
from rollwright.core.language import Phrase
from rollwright.lab.training.train import GAMES, ROUNDS, train

OWN = "train"
"""The module of a game that trains what only this game has; its function `train(seed, tell)` returns files by name."""


def run_training(arguments: argparse.Namespace) -> int:
    """Train all that a game can learn, and write the files into its folder."""
    game = open_game(arguments.game)
    files: dict[str, str] = {}
    if game.has_part(OWN):
        files |= game.part(OWN).train(arguments.seed, show_measuring)
    if has_features(game):
        rounds, games = arguments.rounds or ROUNDS, arguments.games or GAMES
        files[WEIGHTS_FILE] = weights_text(train(game, arguments.seed, rounds, games, show_measuring))
    show_measuring("")
    if not files:
        raise Refusal(
            Phrase("{title} has nothing to train: it has neither features.py nor train.py.", title=game.title)
        )
    for name, text in files.items():
        (game.folder / name).write_text(text, encoding="utf-8")
        print(f"{game.title}: saved in {name}.")
    return 0
