"""A game's engine as the app in the page calls it: the same functions as native libraries have elsewhere.

The engine has a memory of its own, so what a function is given is copied there, and back after the call.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from rollwright.core.native.declaration import Argument, NativeFunction


class Engine(Protocol):
    """What calls an engine; a script of the page."""

    def call(self, name: str, *given: int) -> int:
        """Call a function. Records and arrays are given as where they are in Python's memory, and their shapes."""
        ...


class EngineLibrary:
    """The functions of an engine."""

    def __init__(self, engine: Engine) -> None:
        """Take what calls the engine."""
        self._engine = engine

    def function(self, declared: NativeFunction, state: "np.dtype[np.void]") -> Callable[..., int]:
        """Return one of the functions, to be called with positions of this dtype."""
        name, kinds, size, run = declared.name, declared.arguments, state.itemsize, self._engine.call

        def call(*arguments: Any) -> int:
            given: list[int] = []
            for each, kind in zip(arguments, kinds, strict=True):
                if kind is Argument.NUMBER:
                    given.append(int(each))
                elif kind is Argument.RECORD:
                    given.append(_address(each.data, size))
                else:
                    given += (_address(each.data, each.nbytes), each.nbytes, *each.shape)
            return run(name, *given)

        call.__name__ = name
        return call


def _address(data: memoryview, size: int) -> int:
    """Return where some bytes are in Python's memory."""
    return ctypes.addressof(ctypes.c_char.from_buffer(data)) if size else 0
