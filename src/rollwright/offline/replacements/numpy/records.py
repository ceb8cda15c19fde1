"""A record: a view of some bytes by the names of its fields."""

from typing import Any

from . import arrays, dtypes
from .dtypes import void


class record(void):  # noqa: N801 - NumPy's name
    """A record; its class has a property for each of its fields."""

    __slots__ = ()

    _at: int
    _bytes: memoryview
    dtype: dtypes.dtype
    fields: dict[str, tuple[dtypes.dtype, int]]

    def __getitem__(self, name: str) -> Any:
        """Return a field."""
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        """Set a field."""
        setattr(self, name, value)

    @property
    def data(self) -> memoryview:
        """The bytes of the record."""
        return self._bytes[self._at : self._at + self.dtype.itemsize]

    def tobytes(self) -> bytes:
        """Return the bytes of the record."""
        return self._bytes[self._at : self._at + self.dtype.itemsize].tobytes()

    def copy(self) -> Any:
        """Return a record with bytes of its own."""
        return record_at(self.dtype, memoryview(bytearray(self.tobytes())), 0)

    def __eq__(self, other: object) -> bool:
        """Return whether the bytes are the same."""
        return isinstance(other, record) and self.tobytes() == other.tobytes()

    def __hash__(self) -> int:
        """Hash the bytes."""
        return hash(self.tobytes())


setattr(void, "__getitem__", record.__getitem__)  # noqa: B010 - NumPy's void has it, too


def record_at(kind: dtypes.dtype, data: memoryview, at: int) -> Any:
    """Return the record that begins at a byte."""
    made = object.__new__(kind.type)
    made._bytes, made._at, made.dtype = data, at, kind
    return made


def write(kind: dtypes.dtype, data: memoryview, at: int, value: Any) -> None:
    """Write over the record that begins at a byte: with another record, or with zeros."""
    given = value.tobytes() if isinstance(value, record) else bytes(kind.itemsize)
    data[at : at + kind.itemsize] = memoryview(given)


def field(kind: dtypes.dtype, offset: int) -> property:
    """Return a property that reads and writes a field at an offset."""
    if kind.subdtype:
        return _array_field(kind, offset)
    if kind.fields:

        def whole(self: Any) -> Any:
            return record_at(kind, self._bytes, self._at + offset)

        def set_whole(self: Any, value: Any) -> None:
            write(kind, self._bytes, self._at + offset, value)

        return property(whole, set_whole)
    read, put = kind.struct.unpack_from, kind.struct.pack_into

    def number(self: Any) -> Any:
        return read(self._bytes, self._at + offset)[0]

    def set_number(self: Any, value: Any) -> None:
        put(self._bytes, self._at + offset, kind.type(value))

    return property(number, set_number)


def _array_field(kind: dtypes.dtype, offset: int) -> property:
    base, shape, size = kind.base, kind.shape, kind.itemsize

    def part(self: Any) -> Any:
        at = self._at + offset
        return arrays.over(base, shape, self._bytes[at : at + size])

    def set_part(self: Any, value: Any) -> None:
        part(self)[...] = value

    return property(part, set_part)
