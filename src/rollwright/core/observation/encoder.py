"""Writes an observation, by a plan of numbers; written in the style of the rules and compiled for each game.

Whole numbers are converted exactly and divided once, so that the result is the same compiled and uncompiled.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints, Record, score

Bytes = NDArray[np.int8]
Floats = NDArray[np.float32]

NUMBER, ONE_OF, BITS, SEAT_NUMBER, SEAT_BITS, POINTS = range(6)
"""Kinds of rows of a plan."""

KIND, OFFSET, SIZE, COUNT, LEAST, WIDTH, AFTER, TIMES, STRIDE, AT, STEP = range(11)
"""Columns of a plan.

A row tells COUNT integers of SIZE bytes (negative: without a sign) that begin at OFFSET bytes, plus STRIDE bytes for
each seat before the one that comes AFTER so many seats after the observer. They are written from AT on. LEAST is
subtracted first, and WIDTH is what is divided by, or how many numbers each integer becomes. The same is done TIMES
times, for one seat after the other, each time STEP numbers further on.
"""

COLUMNS = 11

BYTE = 8
"""Bits are told by bytes."""

ON = np.float32(1)
OFF = np.float32(0)


def integer_at(data: Bytes, at: int, size: int) -> int:
    """Return the integer of so many bytes at a place, the lowest byte first; a negative size means no sign."""
    if size == 1:
        return int(data[at])
    if size < 0:
        value = int(data[at - size - 1]) & 255
        size = -size
    else:
        value = int(data[at + size - 1])
    for k in range(size - 2, -1, -1):
        value = value << 8 | int(data[at + k]) & 255
    return value


def place_of(row: Ints, time: int, seat: int, seats: int) -> int:
    """Return where the integers begin that a row tells for one of its seats."""
    whose = seat + row[AFTER] + time
    if whose >= seats:
        whose -= seats
    at: int = row[OFFSET] + whose * row[STRIDE]
    return at


def tell_numbers(data: Bytes, seat: int, seats: int, plan: Ints, number: int, out: Floats) -> int:
    """Write numbers from 0 to 1.

    The rows from `number` on are told, as long as they are of this kind; returns the number of the next one. Nearly all
    fields have one or two bytes: in 32 bits the processor can take several at once.
    """
    while number < len(plan) and plan[number, KIND] == NUMBER:
        row = plan[number]
        size = row[SIZE]
        count = row[COUNT]
        low = np.int32(row[LEAST])
        high = np.int32(row[LEAST] + row[WIDTH])
        whole = np.float32(row[WIDTH])
        for time in range(row[TIMES]):
            at = place_of(row, time, seat, seats)
            start = row[AT] + time * row[STEP]
            if size == 1 and count == 1:
                out[start] = np.float32(min(max(np.int32(data[at]), low), high) - low) / whole
            elif size == 1:
                told = out[start : start + count]
                found = data[at : at + count]
                for i in range(count):
                    told[i] = np.float32(min(max(np.int32(found[i]), low), high) - low) / whole
            elif size == 2:
                told = out[start : start + count]
                found = data[at : at + 2 * count]
                for i in range(count):
                    value = np.int32(found[2 * i + 1]) << 8 | np.int32(found[2 * i]) & 255
                    told[i] = np.float32(min(max(value, low), high) - low) / whole
            else:
                for i in range(count):
                    wide = integer_at(data, at + i * abs(size), size) - row[LEAST]
                    out[start + i] = np.float32(min(max(wide, 0), row[WIDTH])) / whole
        number += 1
    return number


def tell_choices(data: Bytes, seat: int, seats: int, plan: Ints, number: int, out: Floats) -> int:
    """Write for each integer which value it is."""
    while number < len(plan) and plan[number, KIND] == ONE_OF:
        row = plan[number]
        size = row[SIZE]
        count = row[COUNT]
        least = row[LEAST]
        width = row[WIDTH]
        for time in range(row[TIMES]):
            at = place_of(row, time, seat, seats)
            start = row[AT] + time * row[STEP]
            for i in range(count):
                value = (int(data[at + i]) if size == 1 else integer_at(data, at + i * abs(size), size)) - least
                if 0 <= value < width:
                    out[start + value] = ON
                start += width
        number += 1
    return number


def tell_bits(data: Bytes, seat: int, seats: int, plan: Ints, number: int, out: Floats) -> int:
    """Write the bits of each integer, a byte at a time and without a branch for each bit.

    They are added to the zeros that are there; so eight can be written where fewer are meant.
    """
    while number < len(plan) and plan[number, KIND] == BITS:
        row = plan[number]
        width = row[WIDTH]
        for time in range(row[TIMES]):
            at = place_of(row, time, seat, seats)
            start = row[AT] + time * row[STEP]
            for _ in range(row[COUNT]):
                for first in range(0, width, BYTE):
                    bits = int(data[at + first // BYTE]) & 255
                    if width - first < BYTE:
                        bits &= (1 << width - first) - 1
                    if start + first + BYTE <= len(out):
                        told = out[start + first : start + first + BYTE]
                        for bit in range(BYTE):
                            told[bit] += np.float32(bits >> bit & 1)
                    else:
                        for bit in range(width - first):
                            out[start + first + bit] = np.float32(bits >> bit & 1)
                at += abs(row[SIZE])
                start += width
        number += 1
    return number


def tell_seats(data: Bytes, seat: int, seats: int, plan: Ints, number: int, out: Floats) -> int:
    """Write for each integer which seat it is, counted from the one that observes, or who else."""
    while number < len(plan) and plan[number, KIND] == SEAT_NUMBER:
        row = plan[number]
        size = row[SIZE]
        others = row[WIDTH]
        least = row[LEAST]
        for time in range(row[TIMES]):
            at = place_of(row, time, seat, seats)
            start = row[AT] + time * row[STEP]
            for i in range(row[COUNT]):
                value = int(data[at + i]) if size == 1 else integer_at(data, at + i * abs(size), size)
                if 0 <= value < seats:
                    out[start + value - seat + (seats if value < seat else 0)] = ON
                elif 0 <= value - least < others:
                    out[start + seats + value - least] = ON
                start += seats + others
        number += 1
    return number


def tell_seat_sets(data: Bytes, seat: int, seats: int, plan: Ints, number: int, out: Floats) -> int:
    """Write for each integer which seats are in it, the one that observes first."""
    while number < len(plan) and plan[number, KIND] == SEAT_BITS:
        row = plan[number]
        for time in range(row[TIMES]):
            at = place_of(row, time, seat, seats)
            start = row[AT] + time * row[STEP]
            for i in range(row[COUNT]):
                value = integer_at(data, at + i * abs(row[SIZE]), row[SIZE])
                for k in range(seats):
                    if value >> (seat + k) % seats & 1:
                        out[start + k] = ON
                start += seats
        number += 1
    return number


def tell_points(s: Record, seat: int, seats: int, plan: Ints, number: int, out: Floats) -> None:
    """Write the scores, as numbers from 0 to 1."""
    while number < len(plan):
        row = plan[number]
        for time in range(row[TIMES]):
            whose = (seat + row[AFTER] + time) % seats
            halves = int(score(s, whose))
            told = np.float32(min(max(halves - row[LEAST], 0), row[WIDTH])) / np.float32(row[WIDTH])
            out[row[AT] + time * row[STEP]] = told
        number += 1


def observe(s: Record, data: Bytes, seat: int, plan: Ints, out: Floats) -> None:
    """Write what a seat may know of a position that is concealed for it; `data` are the bytes of the same position.

    The rows of a plan are sorted by their kind, so that each kind is told by one straight loop.
    """
    seats = int(s.seat_count)
    for i in range(len(out)):  # most numbers are 0: below, only the others are written
        out[i] = OFF
    number = tell_numbers(data, seat, seats, plan, 0, out)
    number = tell_choices(data, seat, seats, plan, number, out)
    number = tell_bits(data, seat, seats, plan, number, out)
    number = tell_seats(data, seat, seats, plan, number, out)
    number = tell_seat_sets(data, seat, seats, plan, number, out)
    tell_points(s, seat, seats, plan, number, out)


def bytes_of(position: Any) -> Bytes:
    """Return the bytes of a record, for `observe`."""
    return np.frombuffer(position.tobytes(), np.int8)
