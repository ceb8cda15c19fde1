"""Narrow tables: the constant arrays of the rules with the smallest numbers that hold their own.

A table of 32,768 scores takes 262 kB as 64-bit numbers and 33 kB as 8-bit ones, which fit into the fast memory beside
each of a GPU's processors. Compiled code adds and shifts them as 64-bit numbers, so results are the same.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwright.core.compiler import globals_read

WIDTHS: tuple[Any, ...] = (np.int8, np.int16, np.int32, np.int64)
"""Signed, as the tables are: compiled code takes a signed and an unsigned number for fractions."""


def width_for(low: int, high: int) -> Any:
    """Return the smallest kind of numbers that holds all from `low` to `high`.

    >>> width_for(0, 127).__name__, width_for(-129, 0).__name__
    ('int8', 'int16')
    """
    return next(each for each in WIDTHS if np.iinfo(each).min <= low and high <= np.iinfo(each).max)


def narrow(table: NDArray[Any]) -> NDArray[Any]:
    """Return a table with the smallest numbers that hold its own; one of other numbers stays as it is."""
    if table.dtype != np.int64 or not table.size:
        return np.ascontiguousarray(table)
    return np.ascontiguousarray(table, width_for(int(table.min()), int(table.max())))


def replace_tables(function: FunctionType, replace: Callable[[NDArray[Any]], Any]) -> FunctionType:
    """Replace the tables that a function reads; it must be a copy with globals of its own."""
    for name in set(globals_read(function.__code__)):
        if isinstance(value := function.__globals__.get(name), np.ndarray):
            function.__globals__[name] = replace(value)
    return function
