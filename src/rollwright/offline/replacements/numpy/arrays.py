"""An array: a view of some numbers or records by places in one or more dimensions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod, sqrt
from typing import Any

from . import dtypes, records
from .dtypes import Shape, dtype
from .operators import DOUBLES, QUADS, TRUTHS, Operators


class ndarray(Operators):  # noqa: N801 - NumPy's name
    """An array of numbers, as a view of typed memory, or of records, as a view of bytes."""

    __slots__ = ("_at", "_memory", "_steps", "dtype", "shape")

    dtype: dtypes.dtype
    shape: Shape

    def __init__(self, kind: dtypes.dtype, shape: Shape, memory: memoryview, at: int, steps: Shape) -> None:
        """Take memory whose items are elements, or bytes if the elements are records, and where the first one is."""
        self.dtype, self.shape, self._memory, self._at, self._steps = kind, shape, memory, at, steps

    def __class_getitem__(cls, _: Any) -> Any:
        """Return the class, in annotations."""
        return cls

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def T(self) -> "ndarray":  # noqa: N802
        """The array with its dimensions in the opposite order."""
        return ndarray(self.dtype, self.shape[::-1], self._memory, self._at, self._steps[::-1])

    @property
    def flat(self) -> Iterator[Any]:
        """All elements, one after another."""
        return (self._read(at) for at in self._places())

    def __len__(self) -> int:
        """Return the length of the first dimension."""
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        """Yield elements, or the arrays of the other dimensions."""
        step, at = self._steps[0], self._at
        if len(self.shape) > 1:
            rest = self.shape[1:], self._memory
            return (ndarray(self.dtype, *rest, at + i * step, self._steps[1:]) for i in range(self.shape[0]))
        if self.dtype.code and step == 1:
            return iter(self._memory[at : at + self.shape[0]].tolist())
        return (self._read(at + i * step) for i in range(self.shape[0]))

    def __getitem__(self, key: Any) -> Any:
        """Return an element, a view, or a copy of the elements at listed places."""
        if type(key) is int and len(self.shape) == 1:
            n = self.shape[0]
            if not -n <= key < n:
                raise IndexError(key)
            at = self._at + (key if key >= 0 else key + n) * self._steps[0]
            return self._memory[at] if self.dtype.code else records.record_at(self.dtype, self._memory, at)
        found = self._found(key)
        return self._read(found._at) if found.shape == () and not _is_masked(key) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        """Set an element, or all that the key stands for."""
        if type(key) is int and len(self.shape) == 1:
            n = self.shape[0]
            if not -n <= key < n:
                raise IndexError(key)
            self._write(self._at + (key if key >= 0 else key + n) * self._steps[0], value)
        elif isinstance(key, ndarray):
            given = list(value.flat) if isinstance(value, ndarray) else None
            for i, place in enumerate(_listed(key, self.shape[0])):
                self[place] = value if given is None else given[i]
        else:
            self._found(key)._fill(value)

    def _found(self, key: Any) -> "ndarray":
        """Return the part that a key stands for."""
        if isinstance(key, list | ndarray):
            places = _listed(key, self.shape[0])
            return _gathered(self.dtype, (len(places), *self.shape[1:]), [self[place] for place in places])
        keys = key if isinstance(key, tuple) else (key,)
        if Ellipsis in keys:
            where = keys.index(Ellipsis)
            keys = (*keys[:where], *[slice(None)] * (1 + self.ndim - len(keys)), *keys[where + 1 :])
        at, shape, steps = self._at, [], []
        for axis, each in enumerate(keys):
            if isinstance(each, slice):
                start, stop, by = each.indices(self.shape[axis])
                at += start * self._steps[axis]
                shape.append(len(range(start, stop, by)))
                steps.append(by * self._steps[axis])
            else:
                place, n = int(each), self.shape[axis]
                if not -n <= place < n:
                    raise IndexError(place)
                at += (place if place >= 0 else place + n) * self._steps[axis]
        kept = len(keys)
        return ndarray(self.dtype, (*shape, *self.shape[kept:]), self._memory, at, (*steps, *self._steps[kept:]))

    def _read(self, at: int) -> Any:
        return self._memory[at] if self.dtype.code else records.record_at(self.dtype, self._memory, at)

    def _write(self, at: int, value: Any) -> None:
        if self.dtype.code:
            self._memory[at] = self.dtype.type(value)
        else:
            records.write(self.dtype, self._memory, at, value)

    def _places(self) -> Iterable[int]:
        if 0 in self.shape:
            return ()
        if len(self.shape) == 1:
            return [self._at + i * self._steps[0] for i in range(self.shape[0])]
        ranges = [[i * step for i in range(n)] for n, step in zip(self.shape, self._steps, strict=True)]
        return (self._at + sum(each) for each in product(*ranges))

    def _fill(self, value: Any) -> None:
        """Write one value, or an array's values, over all elements."""
        if not self.dtype.code or not isinstance(value, Sequence | ndarray):
            same = value.flat if isinstance(value, ndarray) else None
            for at in self._places():
                self._write(at, next(same) if same else value)
            return
        given = value if isinstance(value, ndarray) else array(value, self.dtype)
        for at, each in zip(self._places(), _spread(given, self.shape), strict=True):
            self._write(at, each)

    def _is_whole(self) -> bool:
        """Return whether the elements lie one after another, in their order."""
        return self._steps == _steps(self.dtype, self.shape)

    @property
    def flags(self) -> Any:
        """How the elements lie."""
        return _Flags(self._is_whole())

    def tolist(self) -> Any:
        """Return the elements as lists in lists."""
        if len(self.shape) == 1 and self.dtype.code:
            return self._memory[self._at :: self._steps[0]][: self.shape[0]].tolist() if self.shape[0] else []
        return [each.tolist() if isinstance(each, ndarray) else each for each in self]

    @property
    def data(self) -> memoryview:
        """The bytes of an array that is whole."""
        return self.bytes_of()

    @property
    def nbytes(self) -> int:
        """The number of bytes."""
        return self.size * self.dtype.itemsize

    def bytes_of(self) -> memoryview:
        """Return the bytes of an array that is whole, to read and to write."""
        size = self.dtype.itemsize * self.size
        start = self._at * self.dtype.itemsize if self.dtype.code else self._at
        return self._memory.cast("B")[start : start + size]

    def tobytes(self) -> bytes:
        """Return the bytes of the elements in their order."""
        return (self if self._is_whole() else self.copy()).bytes_of().tobytes()

    def copy(self) -> "ndarray":
        """Return an array with memory of its own."""
        if self._is_whole():
            return over(self.dtype, self.shape, memoryview(bytearray(self.bytes_of())))
        return _gathered(self.dtype, self.shape, list(self.flat))

    def astype(self, kind: Any) -> "ndarray":
        """Return the same numbers as another type."""
        return _gathered(dtype(kind), self.shape, list(self.flat))

    def reshape(self, *shape: Any) -> "ndarray":
        """Return the elements in another shape; one of its lengths may be -1."""
        wanted = list(shape[0] if isinstance(shape[0], tuple) else shape)
        if -1 in wanted:
            wanted[wanted.index(-1)] = self.size // prod(each for each in wanted if each != -1)
        if prod(wanted) != self.size:
            raise ValueError(f"{self.size} elements have no shape {wanted}")
        whole = self if self._is_whole() else self.copy()
        return ndarray(self.dtype, tuple(wanted), whole._memory, whole._at, _steps(self.dtype, tuple(wanted)))

    def ravel(self) -> "ndarray":
        """Return the elements in one dimension."""
        return self.reshape(-1)

    def setflags(self, *, write: bool) -> None:
        """Do nothing: nobody writes to what may not be written to."""

    def fill(self, value: Any) -> None:
        """Write a value over all elements."""
        self._fill(value)

    def _reduced(self, of: Callable[[list[Any]], Any], axis: int | None, kind: dtypes.dtype) -> Any:
        """Return what a function makes of all elements, or of those along an axis."""
        if axis is None:
            return of(list(self.flat))
        axis %= self.ndim
        others = [range(n) for place, n in enumerate(self.shape) if place != axis]
        made = [of(list(self[(*at[:axis], slice(None), *at[axis:])])) for at in product(*others)]
        return _gathered(kind, tuple(len(each) for each in others), made)

    def sum(self, axis: int | None = None) -> Any:
        """Return the sum."""
        return self._reduced(sum, axis, QUADS if self.dtype.code not in {"d", "f"} else DOUBLES)

    def max(self, axis: int | None = None) -> Any:
        """Return the greatest element."""
        return self._reduced(max, axis, self.dtype)

    def min(self, axis: int | None = None) -> Any:
        """Return the least element."""
        return self._reduced(min, axis, self.dtype)

    def any(self) -> bool:
        """Return whether any element is not 0."""
        return any(self.flat)

    def all(self) -> bool:
        """Return whether no element is 0."""
        return all(self.flat)

    def mean(self, axis: int | None = None) -> Any:
        """Return the mean."""
        return self._reduced(lambda each: sum(each) / len(each), axis, DOUBLES)

    def std(self, axis: int | None = None, ddof: int = 0) -> Any:
        """Return the standard deviation."""

        def deviation(each: list[float]) -> float:
            middle = sum(each) / len(each)
            return sqrt(sum((x - middle) ** 2 for x in each) / (len(each) - ddof))

        return self._reduced(deviation, axis, DOUBLES)

    def argmax(self) -> int:
        """Return the place of the first of the greatest elements."""
        found = list(self.flat)
        return found.index(max(found))

    def _with(self, other: Any, of: Callable[[Any, Any], Any], kind: dtypes.dtype | None = None) -> "ndarray":
        """Return what a function makes of each element and a number, or the element of another array there."""
        if isinstance(other, Sequence):
            other = array(other)
        if not isinstance(other, ndarray):
            made = [of(each, other) for each in self.flat]
            return _gathered(kind or _kind_of(made, self.dtype), self.shape, made)
        shape = _common(self.shape, other.shape)
        made = [of(a, b) for a, b in zip(_spread(self, shape), _spread(other, shape), strict=True)]
        return _gathered(kind or _kind_of(made, self.dtype), shape, made)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Return whether the only element is not 0."""
        if self.size != 1:
            raise ValueError("An array of several elements is neither true nor false.")
        return bool(next(self.flat))

    def __repr__(self) -> str:
        """Show the elements."""
        return f"array({self.tolist()!r})"


class _Flags:
    def __init__(self, whole: bool) -> None:
        self.c_contiguous = whole


def _steps(kind: dtype, shape: Shape) -> Shape:
    """Return the distances between elements along each dimension, where they lie one after another."""
    step, steps = 1 if kind.code else kind.itemsize, []
    for n in reversed(shape):
        steps.append(step)
        step *= n
    return tuple(reversed(steps))


def over(kind: dtype, shape: Shape, data: memoryview) -> ndarray:
    """Return an array over bytes that are its own or a record's."""
    if kind.code:
        code: Any = kind.code
        data = data.cast("B").cast(code) if code != data.format else data
    elif data.format != "B":
        data = data.cast("B")
    return ndarray(kind, shape, data, 0, _steps(kind, shape))


def blank(kind: dtype, shape: Shape) -> ndarray:
    """Return an array of zeros."""
    return over(kind.base, (*shape, *kind.shape), memoryview(bytearray(kind.itemsize * prod(shape))))


def _gathered(kind: dtype, shape: Shape, elements: list[Any]) -> ndarray:
    """Return a new array of elements, which may be arrays of the last dimensions."""
    made = blank(kind, shape)
    if elements and isinstance(elements[0], ndarray):
        elements = [each for part in elements for each in part.flat]
    for at, each in zip(made._places(), elements, strict=True):
        made._write(at, each)
    return made


def _is_masked(key: Any) -> bool:
    return isinstance(key, list | ndarray)


def _listed(key: Any, length: int) -> list[int]:
    """Return the places that a list of places or of truths stands for."""
    if isinstance(key, ndarray) and key.dtype.code == "?":
        return [place for place, wanted in enumerate(key.flat) if wanted]
    return [int(place) for place in (key.flat if isinstance(key, ndarray) else key)]


def _common(one: Shape, other: Shape) -> Shape:
    """Return the shape to which arrays of both shapes can be spread."""
    longest = max(len(one), len(other))
    pairs = zip((1,) * (longest - len(one)) + one, (1,) * (longest - len(other)) + other, strict=True)
    return tuple(b if a == 1 else a for a, b in pairs)


def _spread(given: ndarray, shape: Shape) -> Iterable[Any]:
    """Yield the elements of an array that is repeated along the dimensions it does not have."""
    if given.shape == shape:
        return given.flat
    missing = len(shape) - given.ndim
    steps = [0] * missing + [0 if n == 1 else step for n, step in zip(given.shape, given._steps, strict=True)]
    return (
        given._read(given._at + sum(i * step for i, step in zip(at, steps, strict=True)))
        for at in product(*map(range, shape))
    )


def _kind_of(elements: list[Any], otherwise: dtype) -> dtype:
    kinds = {type(each) for each in elements}
    if float in kinds:
        return DOUBLES
    return QUADS if int in kinds else otherwise


def array(given: Any, kind: Any = None) -> ndarray:
    """Return a new array of numbers in lists, or in an array."""
    if isinstance(given, ndarray):
        return given.astype(kind) if kind is not None and dtype(kind) != given.dtype else given.copy()
    shape, flat = _unpacked(given)
    found = dtype(kind) if kind is not None else (TRUTHS if flat and type(flat[0]) is bool else _kind_of(flat, QUADS))
    return _gathered(found, shape, flat)


def _unpacked(given: Any) -> tuple[Shape, list[Any]]:
    """Return the shape of lists in lists, and their elements."""
    if isinstance(given, ndarray):
        return given.shape, list(given.flat)
    if not isinstance(given, Sequence | range):
        return (), [given]
    parts = [_unpacked(each) for each in given]
    if len({shape for shape, _ in parts}) > 1:
        raise ValueError("The lists in a list have different lengths.")
    return (len(parts), *(parts[0][0] if parts else ())), [each for _, flat in parts for each in flat]
