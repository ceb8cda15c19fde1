"""What the page of StarCraft tells and draws before a move is made: refusals, the guide, dice, ways, and notes."""

from collections.abc import Callable

import pytest

from rollwright.core.game import open_game
from rollwright.games.starcraft import ahead, deeds, view, words
from rollwright.games.starcraft.test_staging import (
    COLOURS,
    NAME,
    arrange,
    begun,
    in_tactics,
    laid,
    play,
    rolled,
    row_number,
)
from rollwright.games.starcraft.test_words import attacking, ended, say, striking, with_red, writing
from rollwright.games.starcraft.view.tray import dice_of
from rollwright.table import Table
from rollwright.view import Part, Pen, Way

GAME = open_game(NAME)

# Refusals


def supporting() -> Table:
    return rolled(begun("terran", "zerg"), white="1 1 2 2 4 6", black="1 6")


def mining() -> Table:
    return with_red("3", "gas 30", white="3 4 4", black="1 5")


def training() -> Table:
    return play(with_red("3", "marine 6", white="3 4 4", black="1 5"), 0, "pass")


def raising() -> Table:
    table = play(with_red("3", "starport 8", white="3 4 4", black="1 5"), 0, "pass", "train 3-4-4"[:0] or "pass")
    return table
