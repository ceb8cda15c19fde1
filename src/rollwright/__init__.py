"""Rollwright: a home for roll-and-write games.

>>> import rollwright
>>> table = rollwright.open("terminal_dispute", seats=2, seed=7)
>>> table.waiting
[0]
"""

from collections.abc import Mapping, Sequence

from rollwright.core.dice import DiceSource, SeededDice
from rollwright.core.errors import Ambiguous, Illegal, NotYourTurn, Refusal, Unreadable
from rollwright.core.game import Game, all_games, open_game
from rollwright.table import Table

__version__ = "0.1.0"
__all__ = ["Ambiguous", "Game", "Illegal", "NotYourTurn", "Refusal", "Table", "Unreadable", "all_games", "open"]


def open(
    name: str,
    seats: int | None = None,
    seed: int = 0,
    *,
    dice: DiceSource | None = None,
    options: Mapping[str, str | Sequence[str]] | None = None,
    names: Sequence[str] = (),
    rolls_itself: bool = True,
    compiled: bool | None = None,
) -> Table:
    """Open a table for a game: as few seats as it can have unless said otherwise, dice from a seed or a source."""
    game = open_game(name)
    return Table(
        game,
        game.seats[0] if seats is None else seats,
        dice or SeededDice(seed),
        options,
        names=names,
        rolls_itself=rolls_itself,
        compiled=compiled,
    )
