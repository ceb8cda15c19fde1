"""Compile the rules, bots, analyses and batches of every game into the disk cache, where parallel tests find them.

Games of the guide are compiled too: they are in no library, and whatever needs them, or the functions that they call,
would compile them at the same time as others.

Errors are ignored here; the tests report them.
"""

from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

from rollwright.batch import BATCH
from rollwright.bots.analysis.playouts import ANALYSIS
from rollwright.bots.makers import make
from rollwright.bots.playout import SIMULATION
from rollwright.core.game import game_names, open_game
from rollwright.lab.simple_players.simple_games import SimpleGames
from rollwright.view.codes import drawing_functions


def compile_game(name: str) -> None:
    """Compile a game; ignore errors."""
    with suppress(Exception):
        make(name, drawing_functions)
        open_game(name).make_native(SIMULATION)
        open_game(name).make_native(ANALYSIS)
        open_game(name).make_native(BATCH)
        game = open_game(name)
        seats = game.seats[0]
        SimpleGames(game).play(game.setting(seats, {}), [0] * seats, [1])


def main() -> None:
    """Compile all games in parallel, each in its own process."""
    names = game_names()
    with ProcessPoolExecutor(len(names), mp_context=get_context("spawn")) as processes:
        list(processes.map(compile_game, names))


if __name__ == "__main__":
    main()
