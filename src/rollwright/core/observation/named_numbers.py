"""The features of an observation: which numbers it has, what they are called, and the plan that writes them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.observation import encoder
from rollwright.core.observation.fields import (
    Bits,
    BySeat,
    Field,
    Number,
    OneOf,
    Part,
    Plain,
    Points,
    SeatNumber,
    Sheets,
)

NOT_BY_SEAT = 0
"""As a stride: the field is the same for all seats."""

SMALL = 2
"""Bytes of the widest integers that the derived observation tells as numbers; it tells the bits of wider ones."""


@dataclass(frozen=True)
class Features:
    """The numbers of an observation for one number of seats."""

    names: tuple[str, ...]
    """What each number tells, such as ``sheets[0].matrix[b3]=5``."""
    plan: Ints
    """How they are written: see :mod:`rollwright.core.observation.encoder`."""

    def __len__(self) -> int:
        """Return how many numbers an observation has."""
        return len(self.names)


@dataclass(frozen=True)
class _Place:
    """Where a part of the record begins, as seen from one seat."""

    offset: int
    prefix: str = ""
    after: int = 0
    stride: int = NOT_BY_SEAT


class Observation:
    """A game's declaration of what is told of a position."""

    def __init__(self, *fields: Field) -> None:
        """Tell these fields, in this order."""
        self.fields = fields

    def features(self, state: "np.dtype[np.void]", seats: int, score_bounds: tuple[int, int]) -> Features:
        """Return the features for so many seats; raise an error for a field that the record does not have."""
        written = _Written(seats, score_bounds)
        for each in self.fields:
            written.add(each, state, _Place(0))
        return Features(tuple(written.names), np.array(_gathered(written.rows), np.int64).reshape(-1, encoder.COLUMNS))


class _Written:
    """A plan while it is written."""

    def __init__(self, seats: int, score_bounds: tuple[int, int]) -> None:
        self.seats = seats
        self.bounds = score_bounds
        self.names: list[str] = []
        self.rows: list[list[int]] = []

    def add(self, told: Field, record: "np.dtype[np.void]", place: _Place) -> None:
        """Tell a field of a record that begins at a place."""
        if isinstance(told, Points):
            low, high = self.bounds
            for after in range(self.seats):
                self._row(encoder.POINTS, 0, 0, 1, low, high - low, after, 0)
                self.names.append(f"points[{after}]")
            return
        if isinstance(told, BySeat):
            self._add_by_seat(told, record, place)
            return
        kind, offset = _field(record, told.name)
        within = _Place(place.offset + offset, place.prefix + told.name, place.after, place.stride)
        if isinstance(told, Part | Sheets):
            self._add_records(told, kind, within)
        else:
            base, shape = kind.subdtype or (kind, ())
            count = prod(shape)
            chosen = told.elements or range(count)
            if chosen.step != 1 or chosen.stop > count:
                raise ValueError(f"{within.prefix} has no elements {chosen}.")
            labels = [""] if not shape else [f"[{label}]" for label in told.labels or range(count)]
            if len(labels) != count:
                raise ValueError(f"{within.prefix} has {count} elements, but {len(labels)} labels.")
            self._add_plain(told, base, within, chosen, [f"{within.prefix}{labels[i]}" for i in chosen])

    def _add_records(self, told: Part | Sheets, kind: "np.dtype[np.void]", place: _Place) -> None:
        base, shape = kind.subdtype or (kind, ())
        if base.names is None:
            raise ValueError(f"{place.prefix} is no record.")
        if isinstance(told, Part):
            label, number = _element(told, shape, place.prefix)
            offset = place.offset + number * base.itemsize
            inner = [_Place(offset, f"{place.prefix}{label}.", place.after, place.stride)]
        else:
            if len(shape) != 1 or place.stride != NOT_BY_SEAT:
                raise ValueError(f"{place.prefix} is no array with a record for each seat.")
            inner = [
                _Place(place.offset, f"{place.prefix}[{after}].", after, base.itemsize) for after in range(self.seats)
            ]
        for each in inner:
            for field in told.fields:
                self.add(field, base, each)

    def _add_by_seat(self, told: BySeat, record: "np.dtype[np.void]", place: _Place) -> None:
        kind, offset = _field(record, told.told.name)
        base, shape = kind.subdtype or (kind, ())
        name = place.prefix + told.told.name
        if prod(shape) < self.seats * told.each or place.stride != NOT_BY_SEAT:
            raise ValueError(f"{name} does not have {told.each} elements for each seat.")
        labels = told.told.labels or range(told.each)
        for after in range(self.seats):
            where = _Place(place.offset + offset, name, after, told.each * base.itemsize)
            names = [f"{name}[{after}]" if told.each == 1 else f"{name}[{after}][{label}]" for label in labels]
            self._add_plain(told.told, base, where, range(told.each), names)

    def _add_plain(
        self, told: Plain, base: "np.dtype[np.void]", place: _Place, chosen: range, names: Sequence[str]
    ) -> None:
        if base.kind not in "iub":
            raise ValueError(f"{place.prefix} holds no integers.")
        size = base.itemsize if base.kind == "i" else -base.itemsize
        kind, least, width, values = self._kind(told)
        if kind == encoder.BITS and width > encoder.BYTE * base.itemsize:
            raise ValueError(f"{place.prefix} has {encoder.BYTE * base.itemsize} bits, of which {width} are told.")
        offset = place.offset + chosen.start * base.itemsize
        self._row(kind, offset, size, len(chosen), least, width, place.after, place.stride)
        self.names += [f"{name}{value}" for name in names for value in values]

    def _kind(self, told: Plain) -> tuple[int, int, int, list[str]]:
        """Return the kind of a row, its LEAST and WIDTH, and what is added to the name for each number."""
        if isinstance(told, Number):
            if told.most <= told.least:
                raise ValueError(f"{told.name} goes from {told.least} to {told.most}, which is no range.")
            return encoder.NUMBER, told.least, told.most - told.least, [""]
        if isinstance(told, OneOf):
            return encoder.ONE_OF, told.least, len(told.values), [f"={value}" for value in told.values]
        if isinstance(told, Bits):
            return encoder.BITS, 0, len(told.bits), [f" has {bit}" for bit in told.bits]
        seats = [f"={after}" for after in range(self.seats)]
        if isinstance(told, SeatNumber):
            others = [f"={other}" for other in told.others]
            return encoder.SEAT_NUMBER, told.least_other, len(others), seats + others
        return encoder.SEAT_BITS, 0, 0, [f" has {after}" for after in range(self.seats)]

    def _row(
        self, kind: int, offset: int, size: int, count: int, least: int, width: int, after: int, stride: int
    ) -> None:
        self.rows.append([kind, offset, size, count, least, width, after, 1, stride, len(self.names), 0])


def _gathered(rows: list[list[int]]) -> list[list[int]]:
    """Make one row of those that tell the same of one seat after the other, and sort rows by kind.

    So a row is read once for all seats, and the processor can guess which kind comes next.
    """
    alike: dict[tuple[int, ...], list[list[int]]] = {}
    for row in rows:
        same = (*row[: encoder.AFTER], row[encoder.STRIDE])
        alike.setdefault(same, []).append(row)
    gathered = []
    for group in alike.values():
        first, steps = group[0], {later[encoder.AT] - row[encoder.AT] for row, later in pairwise(group)}
        if [row[encoder.AFTER] for row in group] == list(range(len(group))) and len(steps) == 1:
            first = first.copy()
            first[encoder.TIMES], first[encoder.STEP] = len(group), steps.pop()
            gathered.append(first)
        else:
            gathered += group
    return sorted(gathered)


def _element(told: Part, shape: tuple[int, ...], name: str) -> tuple[str, int]:
    """Return what is added to the name for the record that is told, and its number in the array of that name."""
    if told.element is None:
        if shape:
            raise ValueError(f"{name} is an array of records: tell it as Sheets, or each element as a Part.")
        return "", 0
    if not shape or not 0 <= told.element < prod(shape):
        raise ValueError(f"{name} has no element {told.element}.")
    return f"[{told.element}]", told.element


def _field(record: "np.dtype[np.void]", name: str) -> "tuple[np.dtype[np.void], int]":
    """Return the type of a field and its offset, or raise an error."""
    if record.fields is None or name not in record.fields:
        raise ValueError(f"The record has no field {name}: it has {', '.join(record.names or ())}.")
    found = record.fields[name]
    return found[0], found[1]


def derived(state: "np.dtype[np.void]", most_seats: int) -> Observation:
    """Return the observation of a game that declares none: every field, over the whole range of its integers.

    An array with a record for each of the most seats is taken to hold the seats' sheets, unless it is inside a sheet.
    Of any other array each record is told on its own, in the same order to every seat.
    """
    return Observation(*_derived_fields(state, most_seats))


def _derived_fields(record: "np.dtype[np.void]", most_seats: int, *, in_sheet: bool = False) -> Iterator[Field]:
    for name in record.names or ():
        kind = _field(record, name)[0]
        base, shape = kind.subdtype or (kind, ())
        if base.names is not None and shape == (most_seats,) and not in_sheet:
            yield Sheets(name, *_derived_fields(base, most_seats, in_sheet=True))
        elif base.names is not None:
            fields = [*_derived_fields(base, most_seats, in_sheet=in_sheet)]
            for element in range(prod(shape)) if shape else [None]:
                yield Part(name, *fields, element=element)
        elif base.kind in "iub" and base.itemsize <= SMALL:
            bits = 8 * base.itemsize
            signed = base.kind == "i"
            least = -(1 << bits - 1) if signed else 0
            yield Number(name, least + (1 << bits) - 1, least)
        elif base.kind in "iu":
            yield Bits(name, [str(bit) for bit in range(8 * base.itemsize)])
