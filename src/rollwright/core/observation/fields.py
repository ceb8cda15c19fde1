"""What an observation can tell of a field of the record; each kind says how the field becomes numbers from 0 to 1."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Number:
    """A number between `least` and `most`, as 0 to 1; what lies beyond is shown as the nearer of the two.

    `labels` name the elements of an array; `elements` tells only some of them.
    """

    name: str
    most: int
    least: int = 0
    labels: Sequence[str] = ()
    elements: range | None = None


@dataclass(frozen=True)
class OneOf:
    """A choice: a number for each of the values, of which the one that is meant is 1 and all others are 0.

    The first of the `values`, which are the names, means the integer `least`. Any other integer makes all of them 0.
    """

    name: str
    values: Sequence[str]
    least: int = 0
    labels: Sequence[str] = ()
    elements: range | None = None


@dataclass(frozen=True)
class Bits:
    """A set, kept as the bits of an integer: a number, 0 or 1, for each bit, the lowest first."""

    name: str
    bits: Sequence[str]
    labels: Sequence[str] = ()
    elements: range | None = None


@dataclass(frozen=True)
class SeatNumber:
    """A seat: 1 in the place of that seat, counted from the one that observes, and 0 in all others.

    `others` names the integers from `least_other` on that mean somebody without a seat: they come after the seats.
    """

    name: str
    others: Sequence[str] = ()
    least_other: int = 0
    labels: Sequence[str] = ()
    elements: range | None = None


@dataclass(frozen=True)
class SeatBits:
    """A set of seats, kept as the bits of an integer: 0 or 1 for each seat, the one that observes first."""

    name: str
    labels: Sequence[str] = ()
    elements: range | None = None


Plain = Number | OneOf | Bits | SeatNumber | SeatBits
"""What tells a field that holds integers."""


@dataclass(frozen=True)
class BySeat:
    """An array that holds `each` elements for every seat, one seat after the other; the observer comes first."""

    told: Plain
    each: int = 1


@dataclass(frozen=True, init=False)
class Part:
    """A record inside the record; or one `element` of an array of records, counted through all its dimensions."""

    name: str
    fields: "tuple[Field, ...]"
    element: int | None

    def __init__(self, name: str, *fields: "Field", element: int | None = None) -> None:
        """Tell these fields of the record of this name."""
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "element", element)


@dataclass(frozen=True, init=False)
class Sheets:
    """An array with a record for each seat: that of the seat that observes first, then those of the seats after it."""

    name: str
    fields: "tuple[Field, ...]"

    def __init__(self, name: str, *fields: "Field") -> None:
        """Tell these fields of each of the records."""
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "fields", fields)


@dataclass(frozen=True)
class Points:
    """The score of every seat, as if the game ended now, between the bounds that the game declares."""

    name: str = field(default="points", init=False)


Field = Plain | BySeat | Part | Sheets | Points
