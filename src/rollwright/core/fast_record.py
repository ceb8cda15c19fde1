"""Records whose fields are read quickly.

`numpy.record` looks a field up in Python, and for a record inside a record it makes a new dtype each time: reading
`s.land.owner` takes ten times as long as it must. Drawing a sheet reads thousands of fields. The records made here have
the same bytes, the same fields and the same arrays behind them; each field is a property that NumPy's own code reads.
"""

from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np


@cache
def fast_record(state: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return a dtype of the same layout, which equals this one, with quick records in it, and quick ones inside them.

    >>> point = np.dtype((np.record, [("x", "i1"), ("y", "i1")]))
    >>> here = np.zeros(1, fast_record(np.dtype((np.record, [("at", point), ("ways", point, (4,))]))))[0]
    >>> here.at.x = 5
    >>> here.at.x, here.ways[3].y, here["at"].x
    (np.int8(5), np.int8(0), np.int8(5))
    >>> here.nothing
    Traceback (most recent call last):
    AttributeError: 'Quick' object has no attribute 'nothing'
    """
    fields = state.fields
    if fields is None:
        return np.dtype((fast_record(state.subdtype[0]), state.subdtype[1])) if state.subdtype else state
    names = list(fields)
    layout = {
        "names": names,
        "formats": [fast_record(fields[name][0]) for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": state.itemsize,
    }
    reading = {name: property(itemgetter(name)) for name in names}
    usual = {"__getattribute__": object.__getattribute__, "__getitem__": np.void.__getitem__}
    return np.dtype((type("Quick", (np.record,), {**reading, **usual}), np.dtype(layout)))  # type: ignore[call-overload]
