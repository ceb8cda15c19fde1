"""A game's learned value: how a game will end, as a weighted sum of what the game calls its features.

The features are whole numbers that the game writes for a position and a seat (see `contract.features`); the weights
stand in a file of the game's folder that `make train` writes. A stage of the game has weights of its own.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rollwright.core import contract
from rollwright.core.contract import Ints
from rollwright.core.game import Game, cannot_load

WEIGHTS_FILE = "weights.toml"
"""The file in a game's folder that holds the weights."""

MAX_WEIGHT = 2**31
"""Weights are smaller than this, either way, so that no sum can overflow."""


@dataclass(frozen=True)
class Training:
    """How weights were found: the same numbers find the same weights again."""

    seed: int
    rounds: int
    games: int


@dataclass(frozen=True)
class LearnedValue:
    """The weights of a game's features."""

    names: tuple[str, ...]
    """What the features are called."""
    weights: Ints
    """One row for each stage, one column for each feature, in VALUE_UNITs of worth."""
    training: Training | None = None

    def __post_init__(self) -> None:
        """Keep the weights from being changed."""
        self.weights.setflags(write=False)


NOTHING_LEARNED = LearnedValue((), np.zeros((0, 0), np.int64))
"""The value of a game that has none: its playouts go to the end."""


class BadWeights(Exception):  # noqa: N818 - its text is told as the reason of a refusal
    """A file of weights does not fit the game."""


@cache
def learned_value(game: Game) -> LearnedValue:
    """Return the learned value of a game; refuse a file of weights that does not fit its features."""
    path = game.folder / WEIGHTS_FILE
    if not has_features(game) or not path.exists():
        return NOTHING_LEARNED
    try:
        text = path.read_text(encoding="utf-8")
        # A library at hand was made with the file. To load the features themselves means to work out large tables.
        return read_weights(text, *(features_of(text) if game.is_provided else declared_features(game)))
    except (BadWeights, OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise cannot_load(f"{game.name}/{WEIGHTS_FILE}", fault) from fault


def has_features(game: Game) -> bool:
    """Return whether a game has features that a value can be learned of."""
    return game.has_advice(contract.features)


def features_of(text: str) -> tuple[tuple[str, ...], int]:
    """Return the names of the features that a file of weights is for, and the number of its stages."""
    read = tomllib.loads(text)
    names, rows = read.get("names", []), read.get("weights", [])
    return tuple(names), len(rows)


def declared_features(game: Game) -> tuple[tuple[str, ...], int]:
    """Return the names of a game's features and the number of its stages."""
    module: Any = game.part("features")
    try:
        return tuple(module.NAMES), int(module.STAGES)
    except AttributeError as fault:
        raise cannot_load(f"{game.name}/features.py", fault) from fault


def read_weights(text: str, names: Sequence[str], stages: int) -> LearnedValue:
    """Read a file of weights for these features; refuse one that does not fit them."""
    read = tomllib.loads(text)
    if read.get("names") != list(names):
        raise BadWeights("its names are not those of the game's features: learn the weights anew with `make train`")
    rows = read.get("weights")
    if not isinstance(rows, list) or len(rows) != stages:
        raise BadWeights(f"it needs one row of weights for each of the {stages} stages")
    for number, row in enumerate(rows):
        sound = isinstance(row, list) and all(type(each) is int and abs(each) < MAX_WEIGHT for each in row)
        if not sound or len(row) != len(names):
            raise BadWeights(f"the weights of stage {number} are not {len(names)} whole numbers below {MAX_WEIGHT:,}")
    made = read.get("training", {})
    try:
        training = Training(**made)
    except TypeError as fault:
        raise BadWeights("it does not say with which seed, rounds and games it was trained") from fault
    return LearnedValue(tuple(names), np.array(rows, np.int64).reshape(stages, len(names)), training)


def weights_text(value: LearnedValue) -> str:
    """Return a learned value as the text of its file."""
    lines = ["# Written by `make train`: a row for each stage, in 1/256 of half a point.", "names = ["]
    lines += [f'  "{name}",' for name in value.names]
    lines += ["]", "weights = ["]
    for row in value.weights.tolist():
        parts = [", ".join(map(str, part)) for part in _batches(row, 16)]
        lines += ["  [" + ",\n   ".join(parts) + "],"]
    lines += ["]"]
    if value.training is not None:
        made = value.training
        lines += ["", "[training]", f"seed = {made.seed}", f"rounds = {made.rounds}", f"games = {made.games}"]
    return "\n".join(lines) + "\n"


def _batches(row: Sequence[int], size: int) -> list[Sequence[int]]:
    return [row[first : first + size] for first in range(0, len(row), size)]
