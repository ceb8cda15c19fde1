"""Where NumPy's objects keep what compiled code needs: the address of a record's bytes, an array's data and shape.

Compiled functions are handed the objects themselves and read the addresses from them, which takes no time; asking NumPy
for the address of a record takes longer than most moves. As this depends on how Python and NumPy lay out their objects,
`is_expected` checks it before a library is used.
"""

from ctypes import c_ssize_t
from functools import cache

import numpy as np

POINTER = 8
"""Bytes of an address: libraries are for 64-bit machines."""

HEADER = object.__basicsize__
"""Bytes of the header of every object of Python."""

RECORD_DATA = HEADER + POINTER
ARRAY_DATA = HEADER
ARRAY_SHAPE = HEADER + 2 * POINTER

EXAMPLE = np.dtype((np.record, [("a", "i8"), ("b", "i1")]))


@cache
def is_expected() -> bool:
    """Return whether records and arrays of this Python and this NumPy are laid out as expected."""
    if c_ssize_t.__ctype_be__ is c_ssize_t or c_ssize_t(-1).value != -1 or np.dtype(np.intp).itemsize != POINTER:
        return False  # a big-endian machine, or one of 32 bits
    array = np.zeros((3, 5), np.int64)
    record = np.zeros(2, EXAMPLE)[1]
    shape = _word(id(array) + ARRAY_SHAPE)
    return (
        _word(id(array) + ARRAY_DATA) == array.__array_interface__["data"][0]
        and (_word(shape), _word(shape + POINTER)) == array.shape
        and _word(id(record) + RECORD_DATA) == record.__array_interface__["data"][0]
    )


def _word(address: int) -> int:
    return c_ssize_t.from_address(address).value
