"""The tables that adapters are tested with."""

from rollwright.core.game import Game, all_games

TABLES = [(game, seats) for game in all_games() for seats in game.seats]
"""Every game with every number of seats."""

SOLO = [game for game in all_games() if 1 in game.seats]


def named(value: object) -> str:
    """Return what a test of a game or a number of seats is called."""
    return value.name if isinstance(value, Game) else str(value)
