"""The functions that make arrays, and those that sort and gather them."""

from collections.abc import Iterator
from itertools import accumulate, pairwise, product
from typing import Any

from .arrays import _gathered, array, blank, ndarray, over
from .dtypes import Shape, dtype
from .operators import QUADS


def _shape(given: Any) -> Shape:
    return (int(given),) if not isinstance(given, tuple | list) else tuple(map(int, given))


def zeros(shape: Any, dtype: Any = "f8") -> ndarray:
    """Return an array of zeros."""
    return blank(_kind(dtype), _shape(shape))


def zeros_like(other: ndarray) -> ndarray:
    """Return an array of zeros of the shape and type of another."""
    return blank(other.dtype, other.shape)


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    """Return an array of one value."""
    made = blank(_kind(dtype) if dtype is not None else array([value]).dtype, _shape(shape))
    made.fill(value)
    return made


_kind = dtype


def frombuffer(data: Any, dtype: Any = "f8") -> ndarray:
    """Return an array over bytes."""
    kind, view = _kind(dtype), memoryview(data).cast("B")
    return over(kind, (len(view) // kind.itemsize,), view)


def arange(*bounds: int) -> ndarray:
    """Return the numbers of a range."""
    return array(range(*bounds), QUADS)


def ascontiguousarray(given: ndarray) -> ndarray:
    """Return an array whose elements lie one after another."""
    return given if given._is_whole() else given.copy()


def argsort(given: ndarray, kind: str = "stable") -> ndarray:
    """Return the places of the elements from the least to the greatest, equal ones in their order."""
    values = given.tolist()
    return array(sorted(range(len(values)), key=values.__getitem__), QUADS)


def sort(given: Any) -> ndarray:
    """Return the elements from the least to the greatest."""
    return array(sorted(given), given.dtype if isinstance(given, ndarray) else None)


def concatenate(parts: Any, axis: int = 0) -> ndarray:
    """Return arrays one after another, along the first dimension or the second."""
    first = parts[0]
    if axis == 0:
        shape = (sum(len(each) for each in parts), *first.shape[1:])
        return _gathered(first.dtype, shape, [element for each in parts for element in each.flat])
    shape = (first.shape[0], sum(each.shape[1] for each in parts), *first.shape[2:])
    rows = [element for row in range(first.shape[0]) for each in parts for element in each[row].flat]
    return _gathered(first.dtype, shape, rows)


def append(given: ndarray, value: Any) -> ndarray:
    """Return an array with one more element."""
    return array([*given.tolist(), value], given.dtype)


def resize(given: ndarray, shape: Any) -> ndarray:
    """Return the elements in another shape, repeated if they are too few."""
    made, elements = blank(given.dtype, _shape(shape)), list(given.flat)
    for i, at in enumerate(made._places()):
        made._write(at, elements[i % len(elements)])
    return made


def flatnonzero(given: ndarray) -> ndarray:
    """Return the places of the elements that are not 0."""
    return array([place for place, each in enumerate(given.flat) if each], QUADS)


def cumsum(given: Any) -> ndarray:
    """Return the sums of the first elements."""
    return array(list(accumulate(given)))


def diff(given: Any) -> ndarray:
    """Return the differences between neighbours."""
    listed = list(given)
    return array([b - a for a, b in pairwise(listed)])


def round(given: Any) -> Any:
    """Return whole numbers, halves to the even one, as numbers with a fraction."""
    return _gathered(
        given.dtype, given.shape, [float(int(each // 1)) + _up(each % 1, each // 1) for each in given.flat]
    )


def _up(fraction: float, floor: float) -> float:
    return 1.0 if fraction > 0.5 or (fraction == 0.5 and floor % 2) else 0.0


def ndindex(*shape: Any) -> Iterator[tuple[int, ...]]:
    """Yield all places of an array of a shape."""
    lengths = shape[0] if shape and isinstance(shape[0], tuple) else shape
    return product(*map(range, lengths))


def array_equal(one: Any, other: Any) -> bool:
    """Return whether two arrays have the same shape and elements."""
    a, b = array(one), array(other)
    return a.shape == b.shape and list(a.flat) == list(b.flat)
