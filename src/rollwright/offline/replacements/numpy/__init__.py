"""What the game's Python needs of NumPy, in the page: records and small arrays over bytes, in plain Python.

NumPy is not published for Python in the page. Rules and search run compiled there, in the game's engine; what is left
reads positions, and lists moves. So this module takes NumPy's place in the page, under its name, and nowhere else. It
has what is used, with the same layout of bytes; elements are read as Python's own numbers.
"""

from . import random, typing
from .arrays import array, ndarray
from .dtypes import (
    bool_,
    dtype,
    float32,
    float64,
    generic,
    int8,
    int16,
    int32,
    int64,
    integer,
    uint8,
    uint32,
    void,
)
from .functions import (
    append,
    arange,
    argsort,
    array_equal,
    ascontiguousarray,
    concatenate,
    cumsum,
    diff,
    flatnonzero,
    frombuffer,
    full,
    ndindex,
    resize,
    round,
    sort,
    zeros,
    zeros_like,
)
from .records import record

intp = int64
inf = float("inf")
__version__ = "2"

__all__ = [
    "append",
    "arange",
    "argsort",
    "array",
    "array_equal",
    "ascontiguousarray",
    "bool_",
    "concatenate",
    "cumsum",
    "diff",
    "dtype",
    "flatnonzero",
    "float32",
    "float64",
    "frombuffer",
    "full",
    "generic",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "intp",
    "ndarray",
    "ndindex",
    "random",
    "record",
    "resize",
    "round",
    "sort",
    "typing",
    "uint8",
    "uint32",
    "void",
    "zeros",
    "zeros_like",
]
