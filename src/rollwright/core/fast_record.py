"""Records with fast access to their fields.

`numpy.record` looks up a field in Python, and creates a new dtype whenever a nested record is read: `s.land.owner`
takes ten times as long as necessary, and drawing a sheet reads thousands of fields. The records made here have the same
layout and share the same memory; each field is a property that is read by NumPy's compiled code.
"""

from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np


@cache
def fast_record(state: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return an equal dtype of the same layout whose records, nested ones too, have fast fields.

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
    properties = {name: property(itemgetter(name)) for name in names}
    access = {"__getattribute__": object.__getattribute__, "__getitem__": np.void.__getitem__}
    return np.dtype((type("Quick", (np.record,), {**properties, **access}), np.dtype(layout)))  # type: ignore[call-overload]
