"""Processes in which the native libraries of games are made, and which end when nothing is left to make.

They are not the processes in which bots think: compiling takes half a minute and leaves the compiler in memory.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

from rollwright.bots.guided_playouts import SEARCH
from rollwright.bots.learned_value import has_features
from rollwright.bots.secret_plans import SECRET_PLANS, has_secrets
from rollwright.bots.valued_playouts import VALUED
from rollwright.core import compiler
from rollwright.core.game import Game, open_game
from rollwright.core.native.declaration import ADVICE, RULES, NativeFunction
from rollwright.core.native.library import is_supported

if TYPE_CHECKING:
    from rollwright.bots.thinkers import Thinkers

Further = Callable[[Game], Sequence[NativeFunction]]
"""Says which functions of a game are wanted as a library of their own; can be pickled."""


def nothing_further(_: Game) -> Sequence[NativeFunction]:
    """Want no library besides those of the rules and the bots."""
    return ()


def libraries(game: Game, further: Further) -> list[Sequence[NativeFunction]]:
    """Return the functions of each library of a game, in the order in which they are needed."""
    plans = SECRET_PLANS if has_secrets(game) else ()
    valued = VALUED if has_features(game) else ()
    return [each for each in (RULES, further(game), SEARCH, valued, plans, ADVICE) if each]


def is_made(game: Game, further: Further = nothing_further) -> bool:
    """Return whether nothing is left to make for a game: all libraries are on disk, or there can be none."""
    if not compiler.is_enabled() or not is_supported():
        return True
    return all(map(game.has_native, libraries(game, further)))


def make(game_name: str, further: Further = nothing_further) -> None:
    """Make the libraries of a game."""
    game = open_game(game_name)
    for each in libraries(game, further):
        game.make_native(each)


class Makers:
    """Makes the libraries of games, those first that somebody waits for."""

    def __init__(self, start: "Callable[[], Thinkers]", most: int) -> None:
        """Take how to start the processes and how many games are made at once; nothing is started yet."""
        self._start = start
        self._most = most
        self._lock = threading.RLock()
        self._pool: Thinkers | None = None
        self._waiting: dict[str, tuple[Further, Future[None]]] = {}
        self._running: dict[str, Future[None]] = {}
        self._closed = False

    def make(self, game_name: str, further: Further) -> "Future[None]":
        """Make the libraries of a game, unless that is being done."""
        with self._lock:
            if game_name in self._running:
                return self._running[game_name]
            if game_name not in self._waiting:
                self._waiting[game_name] = (further, Future())
            made = self._waiting[game_name][1]
            if self._closed:
                made.cancel()
        self._go_on()
        return made

    def is_making(self, game_name: str) -> bool:
        """Return whether the libraries of a game are not made yet."""
        return game_name in self._waiting or game_name in self._running

    def hurry(self, game_name: str) -> None:
        """Make a game's libraries next, as somebody waits for them."""
        with self._lock:
            if found := self._waiting.pop(game_name, None):
                self._waiting = {game_name: found, **self._waiting}

    def close(self) -> None:
        """Stop at once."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            for _, made in self._waiting.values():
                made.cancel()
            self._waiting.clear()
        if pool is not None:
            pool.close()

    def _go_on(self) -> None:
        """Start what may run now, and end the processes if nothing is left to do."""
        with self._lock:
            while self._waiting and len(self._running) < self._most and not self._closed:
                name = next(iter(self._waiting))
                further, made = self._waiting.pop(name)
                self._running[name] = made
                self._pool = self._pool or self._start()
                self._pool.ask(make, name, further).add_done_callback(partial(self._done, name))
            if not self._running and self._pool is not None:
                pool, self._pool = self._pool, None
                threading.Thread(target=pool.close, daemon=True).start()  # this thread may belong to the pool

    def _done(self, name: str, asked: "Future[None]") -> None:
        with self._lock:
            made = self._running.pop(name)
        if asked.cancelled() or not made.set_running_or_notify_cancel():
            made.cancel()
        elif fault := asked.exception():
            made.set_exception(fault)
        else:
            made.set_result(None)
        self._go_on()
