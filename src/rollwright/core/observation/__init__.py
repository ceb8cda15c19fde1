"""Observations: what a seat may know of a position, as an array of numbers from 0 to 1 that each have a name.

A game declares in its folder, in ``observation.py``, how the fields of its record become numbers::

    OBSERVATION = Observation(
        Number("round_no", most=12),
        OneOf("phase", PHASES),
        SeatNumber("roller"),
        Sheets("sheets", Bits("shaded", HEXES), OneOf("matrix", VALUES, labels=BOXES)),
        Points(),
    )

Seats are told as seen by the one that observes: its own comes first, then those after it in order of play. A game that
declares nothing gets the :func:`derived` observation.
"""

from rollwright.core.observation.fields import (
    Bits,
    BySeat,
    Number,
    OneOf,
    Part,
    Points,
    SeatBits,
    SeatNumber,
    Sheets,
)
from rollwright.core.observation.named_numbers import Features, Observation, derived

__all__ = [
    "Bits",
    "BySeat",
    "Features",
    "Number",
    "Observation",
    "OneOf",
    "Part",
    "Points",
    "SeatBits",
    "SeatNumber",
    "Sheets",
    "derived",
]
