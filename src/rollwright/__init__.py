"""Rollwright: a home for roll-and-write games.

>>> import rollwright
>>> table = rollwright.open("terminal_dispute", seats=2, seed=7)
>>> table.waiting
[0]

Everything in ``__all__`` is public: it keeps its meaning until the first number of the version changes, or the second
as long as the first is 0. Everything else may change at any time.
"""

from typing import TYPE_CHECKING

from rollwright.api.advice import Advice
from rollwright.api.legal_move import Move
from rollwright.api.open_table import Table, open, replay
from rollwright.api.own_bots import bot, players
from rollwright.api.seen_position import Position
from rollwright.core.errors import (
    Ambiguous,
    BadBot,
    BadOption,
    BadRecord,
    Illegal,
    Missing,
    MoveRefused,
    NotYourTurn,
    Refusal,
    UnknownGame,
    Unreadable,
)
from rollwright.core.game import Game, all_games, open_game

if TYPE_CHECKING:
    from rollwright.api.duel import Duel, duel
    from rollwright.api.simulation import Simulation, simulate

__version__ = "0.1.0"
__all__ = [
    "Advice",
    "Ambiguous",
    "BadBot",
    "BadOption",
    "BadRecord",
    "Duel",
    "Game",
    "Illegal",
    "Missing",
    "Move",
    "MoveRefused",
    "NotYourTurn",
    "Position",
    "Refusal",
    "Simulation",
    "Table",
    "UnknownGame",
    "Unreadable",
    "all_games",
    "bot",
    "duel",
    "open",
    "open_game",
    "players",
    "replay",
    "simulate",
]

_LATER = {"Duel": "duel", "duel": "duel", "Simulation": "simulation", "simulate": "simulation"}
"""Names that are imported when they are first used, as the lab is slow to load, and their modules."""


def __getattr__(name: str) -> object:
    """Import a name of the lab."""
    if name not in _LATER:
        raise AttributeError(f"module 'rollwright' has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"rollwright.api.{_LATER[name]}"), name)
    return found


def __dir__() -> list[str]:
    """Name what is public."""
    return sorted({*globals(), *__all__})
