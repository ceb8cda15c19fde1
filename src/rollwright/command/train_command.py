"""The command `train`: lets a game's bots play with themselves, and writes down what that teaches."""

import argparse
from contextlib import suppress

from rollwright.bots.learned_value import WEIGHTS_FILE, Training, has_features, learned_value, weights_text
from rollwright.command.reports import show_measuring
from rollwright.core.errors import Refusal
from rollwright.core.game import Game, open_game
from rollwright.core.language import Phrase
from rollwright.lab.training.train import GAMES, ROUNDS, train

OWN = "train"
"""The module of a game that trains what only this game has; its function `train(seed, tell)` returns files by name."""


def run_training(arguments: argparse.Namespace) -> int:
    """Train all that a game can learn, as often as the last time, and write the files into its folder."""
    game = open_game(arguments.game)
    files: dict[str, str] = {}
    if game.has_part(OWN):
        files |= game.part(OWN).train(arguments.seed, show_measuring)
    if has_features(game):
        before = last_training(game) or Training(arguments.seed, ROUNDS, GAMES)
        counts = arguments.rounds or before.rounds, arguments.games or before.games
        files[WEIGHTS_FILE] = weights_text(train(game, arguments.seed, *counts, show_measuring))
    show_measuring("")
    if not files:
        raise Refusal(
            Phrase("{title} has nothing to train: it has neither features.py nor train.py.", title=game.title)
        )
    for name, text in files.items():
        (game.folder / name).write_text(text, encoding="utf-8")
        print(f"{game.title}: saved in {name}.")
    learned_value.cache_clear()
    return 0


def last_training(game: Game) -> Training | None:
    """Return how the weights that a game has now were found; None if it has none, or none that fit."""
    with suppress(Refusal):
        return learned_value(game).training
    return None
