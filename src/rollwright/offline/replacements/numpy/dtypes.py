"""What the elements of arrays are: numbers of a size, records of fields, or arrays in a field."""

from collections.abc import Mapping, Sequence
from math import prod
from struct import Struct
from typing import Any

Shape = tuple[int, ...]


class generic:  # noqa: N801 - NumPy's names
    """The base of the types of elements."""

    code = ""
    """The type's letter of the module `struct`."""


class integer(generic):  # noqa: N801
    """A whole number; as an element is read, it is an `int` of Python."""

    def __new__(cls, value: Any = 0) -> int:  # type: ignore[misc]
        """Return an `int`."""
        return int(value)


class floating(generic):  # noqa: N801
    """A number with a fraction; as an element is read, it is a `float` of Python."""

    def __new__(cls, value: Any = 0.0) -> float:  # type: ignore[misc]
        """Return a `float` of this precision."""
        found: float = Struct(cls.code).unpack(Struct(cls.code).pack(value))[0]
        return found


class int8(integer):  # noqa: D101, N801
    code = "b"


class int16(integer):  # noqa: D101, N801
    code = "h"


class int32(integer):  # noqa: D101, N801
    code = "i"


class int64(integer):  # noqa: D101, N801
    code = "q"


class uint8(integer):  # noqa: D101, N801
    code = "B"


class uint32(integer):  # noqa: D101, N801
    code = "I"


class bool_(integer):  # noqa: D101, N801
    code = "?"


class float32(floating):  # noqa: D101, N801
    code = "f"


class float64(floating):  # noqa: D101, N801
    code = "d"


class void(generic):  # noqa: N801
    """The base of records."""

    __slots__ = ("_at", "_bytes", "dtype")


_BY_NAME = {
    "i1": int8, "i2": int16, "i4": int32, "i8": int64, "u1": uint8, "u4": uint32, "b1": bool_, "f4": float32,
    "f8": float64, "?": bool_,
}  # fmt: skip
_BY_TYPE: dict[Any, Any] = {int: int64, float: float64, bool: bool_}


class dtype:  # noqa: N801
    """The type of an element. Numbers have a `code`, records have `fields`, arrays in a field a `subdtype`."""

    __slots__ = ("_key", "code", "fields", "itemsize", "names", "struct", "subdtype", "type")

    _key: Any
    code: str
    fields: dict[str, tuple["dtype", int]] | None
    itemsize: int
    names: tuple[str, ...] | None
    struct: Struct
    subdtype: tuple["dtype", Shape] | None
    type: Any

    def __new__(cls, kind: Any) -> "dtype":
        """Return the type that is meant by a name, a type, a list or layout of fields, or a pair of these."""
        if isinstance(kind, dtype):
            return kind
        if isinstance(kind, tuple):
            first, second = kind
            if isinstance(first, type) and issubclass(first, void):
                return _of_records(first, cls(second))
            return _of_arrays(cls(first), (second,) if isinstance(second, int) else tuple(second))
        if isinstance(kind, list):
            return _in_a_row(kind)
        if isinstance(kind, Mapping):
            offsets = zip(kind["names"], kind["formats"], kind["offsets"], strict=True)
            return _of_fields({name: (cls(each), at) for name, each, at in offsets}, kind["itemsize"])
        return _of_numbers(_BY_NAME.get(kind.lstrip("<|=")) if isinstance(kind, str) else _BY_TYPE.get(kind, kind))

    def __class_getitem__(cls, _: Any) -> Any:
        """Return the class, in annotations."""
        return cls

    @property
    def base(self) -> "dtype":
        """The type of the elements of an array in a field."""
        return self.subdtype[0] if self.subdtype else self

    @property
    def shape(self) -> Shape:
        """The shape of an array in a field."""
        return self.subdtype[1] if self.subdtype else ()

    def __eq__(self, other: object) -> bool:
        """Return whether elements of both types are laid out alike."""
        return isinstance(other, dtype) and self._key == other._key

    def __hash__(self) -> int:
        """Hash the layout."""
        return hash(self._key)

    def __repr__(self) -> str:
        """Show the layout."""
        return f"dtype({self._key!r})"


_NUMBERS: dict[Any, dtype] = {}


def _blank(code: str, itemsize: int, kind: Any, key: Any) -> dtype:
    made = object.__new__(dtype)
    made.code, made.itemsize, made.type, made._key = code, itemsize, kind, key
    made.fields = made.names = made.subdtype = None
    return made


def _of_numbers(kind: Any) -> dtype:
    if not (isinstance(kind, type) and issubclass(kind, generic) and kind.code):
        raise TypeError(f"This is no type of elements: {kind!r}")
    if kind not in _NUMBERS:
        made = _blank(kind.code, Struct(kind.code).size, kind, kind.code)
        made.struct = Struct(f"<{kind.code}")
        _NUMBERS[kind] = made
    return _NUMBERS[kind]


def _of_arrays(base: dtype, shape: Shape) -> dtype:
    made = _blank("", base.itemsize * prod(shape), base.type, (base, shape))
    made.subdtype = base, shape
    return made


def _of_fields(fields: dict[str, tuple[dtype, int]], itemsize: int) -> dtype:
    made = _blank("", itemsize, void, (tuple((name, *each) for name, each in fields.items()), itemsize))
    made.fields, made.names = fields, tuple(fields)
    return made


def _in_a_row(listed: Sequence[tuple[Any, ...]]) -> dtype:
    fields, at = {}, 0
    for name, *kind in listed:
        each = dtype(tuple(kind) if len(kind) > 1 else kind[0])
        fields[name] = each, at
        at += each.itemsize
    return _of_fields(fields, at)


def _of_records(base: Any, layout: dtype) -> dtype:
    """Return the type of records of a class; a class without fields gets a subclass, whose fields are quick to read."""
    from . import records

    assert layout.fields is not None
    made = _of_fields(layout.fields, layout.itemsize)
    kind: Any = type(base.__name__, (base,), {"__slots__": ()}) if base is records.record else base
    for name, (each, at) in layout.fields.items():
        setattr(kind, name, records.field(each, at))
    kind.fields = layout.fields
    made.type = kind
    return made
