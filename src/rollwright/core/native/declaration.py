"""How a function is called from outside: the kinds of its arguments."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from rollwright.core import contract

RAISED = -(2**63) + 1
"""What a compiled function returns instead of raising an exception."""


class Argument(StrEnum):
    """The kind of an argument; every array is contiguous and in C order."""

    RECORD = "record"
    """A position of the game."""
    RECORDS = "records"
    """A one-dimensional array of positions."""
    NUMBER = "number"
    """An integer or a truth value."""
    INTS = "ints"
    """A one-dimensional array of 64-bit integers."""
    INTS_2D = "ints 2d"
    INTS_3D = "ints 3d"
    BYTES = "bytes"
    """A one-dimensional array of 8-bit integers."""
    BYTES_2D = "bytes 2d"
    FLOATS = "floats"
    """A one-dimensional array of 32-bit floating-point numbers."""
    FLOATS_2D = "floats 2d"

    @property
    def dimensions(self) -> int:
        """The number of dimensions of an array; 0 for a record or a number."""
        if self in {Argument.RECORD, Argument.NUMBER}:
            return 0
        return int(self[-2]) if self.endswith("d") else 1

    @property
    def dtype(self) -> "np.dtype[Any]":
        """The type of an array's elements, if they are numbers."""
        kinds = {"ints": np.int64, "bytes": np.int8, "floats": np.float32}
        return np.dtype(kinds[self.split()[0]])


@dataclass(frozen=True)
class NativeFunction:
    """A function in the style of the rules that can be compiled into a library; it returns an integer or nothing."""

    function: Callable[..., Any]
    arguments: tuple[Argument, ...]
    is_long: bool = False
    """Whether a call may take long: then other threads run meanwhile."""

    @property
    def name(self) -> str:
        """The function's own name, unique in its library."""
        return self.function.__name__


Library = tuple[NativeFunction, ...]
"""The functions that are compiled and loaded together."""

_LIBRARIES: dict[Callable[..., Any], Library] = {}


def library(*functions: NativeFunction) -> Library:
    """Declare a library, so that `Game.bind` finds its functions there."""
    _LIBRARIES.update({each.function: functions for each in functions})
    return functions


def library_of(function: Callable[..., Any]) -> Library | None:
    """Return the library that a function is declared in, if any."""
    return _LIBRARIES.get(function)


_RECORD, _RECORDS, _NUMBER, _INTS = Argument.RECORD, Argument.RECORDS, Argument.NUMBER, Argument.INTS

ADVICE = library(
    NativeFunction(contract.prefer, (_RECORD, _NUMBER, _NUMBER)),
    NativeFunction(contract.features, (_RECORD, _NUMBER, _INTS)),
)
"""What only bots need, in a library of its own: the rules are needed first."""

RULES = library(
    NativeFunction(contract.begin, (_RECORD, _NUMBER, Argument.INTS_2D)),
    NativeFunction(contract.dice, (_RECORD, _INTS)),
    NativeFunction(contract.roll, (_RECORD, _INTS)),
    NativeFunction(contract.waiting, (_RECORD,)),
    NativeFunction(contract.legal, (_RECORD, _NUMBER, _INTS)),
    NativeFunction(contract.play, (_RECORD, _NUMBER, _NUMBER)),
    NativeFunction(contract.score, (_RECORD, _NUMBER)),
    NativeFunction(contract.conceal, (_RECORD, _NUMBER)),
    NativeFunction(contract.tiebreak, (_RECORD, _NUMBER)),
    NativeFunction(contract.same, (_RECORD, _NUMBER, _NUMBER)),
    NativeFunction(contract.gains_in, (_RECORD, _RECORDS, _NUMBER, _INTS, _NUMBER, _INTS)),
)
"""The functions of the contract that a table calls."""
