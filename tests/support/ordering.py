"""The order of tests: those that take long are begun first, some in each process, so that none is left at the end."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

T = TypeVar("T")


def long_ones_first(items: Sequence[T], name_of: Callable[[T], str], longest: Sequence[str], processes: int) -> list[T]:
    """Return the items in another order, in as many equal shares as there are processes.

    Each share begins with its part of the files named `longest`, dealt in their order, and goes on with others as they
    stood. Each process is given a share at first, and takes from the end of another's when it has done its own.
    """
    files = {name: list(found) for name, found in groupby(sorted(items, key=name_of), name_of)}
    named = [name for name in longest if name in files]
    others = [item for item in items if name_of(item) not in named]
    found: list[T] = []
    for process in range(processes):
        ends = len(items) * (process + 1) // processes
        found += [item for name in named[process::processes] for item in files[name]]
        taken = max(0, ends - len(found))
        found += others[:taken]
        del others[:taken]
    return found
