"""Compile the rules of every game and what bots think with, once: the tests, side by side, then find them on disk.

What cannot be compiled is left to the tests, which say what is wrong with it.
"""

from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

from rollwright.bots.search import warm_up
from rollwright.core.game import game_names, open_game


def compile_game(name: str) -> None:
    """Compile a game, if it can be."""
    with suppress(Exception):
        warm_up(open_game(name))


def main() -> None:
    """Compile all games at once, each in a process of its own."""
    names = game_names()
    with ProcessPoolExecutor(len(names), mp_context=get_context("spawn")) as processes:
        list(processes.map(compile_game, names))


if __name__ == "__main__":
    main()
