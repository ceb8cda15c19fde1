"""The native libraries of one game: loaded from disk, made where they are missing, or taken from one at hand."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rollwright.core.compiler import Bindings
from rollwright.core.native.declaration import RULES, NativeFunction
from rollwright.core.native.library import being_made, is_supported, library_folder, library_name, load, save
from rollwright.core.native.linker import NotLinked

LOG = logging.getLogger(__name__)


class Provided(Protocol):
    """A library of compiled functions."""

    def function(self, declared: NativeFunction, state: "np.dtype[np.void]") -> Callable[..., int]:
        """Return one of the functions, to be called with positions of this dtype."""
        ...


class Compilable(Protocol):
    """What libraries are made of: a game, which loads a module of its folder when one of these is asked for."""

    @property
    def name(self) -> str:
        """The name of the game."""

    @property
    def state(self) -> "np.dtype[np.void]":
        """The dtype of its positions."""

    @property
    def rule_bindings(self) -> Bindings:
        """The functions of its rules by those of the contract."""

    @property
    def bindings(self) -> Bindings:
        """The same, and the advice that it keeps in files of its own."""


class GameLibraries:
    """The functions of a game that are in a loaded library, and the libraries that they come from."""

    def __init__(self, game: Compilable) -> None:
        """Begin without any."""
        self._game = game
        self.functions: dict[Any, Callable[..., int]] = {}
        """What is loaded: the native function by the plain one."""
        self.is_provided = False
        """Whether they are those of a library at hand: see `provide`."""
        self._names: dict[tuple[NativeFunction, ...], str] = {}
        self._twins: Any = None

    def load(self, functions: Sequence[NativeFunction]) -> bool:
        """Load the library of these functions, unless it is loaded; return whether there is one."""
        if all(each.function in self.functions for each in functions):
            return True
        library = load(self._path(functions)) if is_supported() else None
        if library is not None:
            self._take(functions, library)
        return library is not None

    def provide(self, functions: Sequence[NativeFunction], library: Provided) -> None:
        """Take functions from a library that is at hand, as a game's engine is in the page, where nothing compiles."""
        self._take(functions, library)
        self.is_provided = True

    def are_made(self, functions: Sequence[NativeFunction]) -> bool:
        """Return whether the library of these functions is on disk, without loading it."""
        return self._path(functions).exists()

    def make(self, functions: Sequence[NativeFunction]) -> bool:
        """Compile these functions into a library on disk, if need be, and load it; return whether it worked."""
        if self.load(functions):
            return True
        if not is_supported():
            return False
        from rollwright.core.native.make import EntryTwins, make_image  # the only import of Numba on the way

        path = self._path(functions)
        try:
            with being_made(path):
                if self.load(functions):  # another process has just made it
                    return True
                if self._twins is None:
                    self._twins = EntryTwins(self._game.name, self._game.bindings, cached=False)
                save(make_image(self._twins, functions, self._game.state), path)
        except (NotLinked, OSError) as fault:
            LOG.warning("no native library for %s: %s", self._game.name, fault)
            return False
        return self.load(functions)

    def _take(self, functions: Sequence[NativeFunction], library: Provided) -> None:
        self.functions |= {each.function: library.function(each, self._game.state) for each in functions}

    def _path(self, functions: Sequence[NativeFunction]) -> Path:
        key = tuple(functions)
        if key not in self._names:
            game = self._game
            bindings = game.rule_bindings if key == RULES else game.bindings  # rules ask for no advice
            self._names[key] = library_name(game.name, bindings, functions, game.state)
        return library_folder() / self._names[key]
