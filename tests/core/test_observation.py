"""Observations tell what a record holds: compared with an encoder that is written plainly, for every kind of field."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rollwright.core.contract import HEADER
from rollwright.core.observation import (
    Bits,
    BySeat,
    Number,
    Observation,
    OneOf,
    Part,
    SeatBits,
    SeatNumber,
    Sheets,
    derived,
)
from rollwright.core.observation.encoder import bytes_of, observe

SEATS = 3
SHEET = np.dtype(
    (np.record, [("small", "i1", (4,)), ("wide", "u2"), ("set", "i1", (3,)), ("long", "i8"), ("who", "i1")])
)
LAND = np.dtype((np.record, [("men", "i2", (9,)), ("owner", "i1", (5,)), ("unsigned", "u1")]))
STATE = np.dtype((np.record, [
    *HEADER,
    ("each", "i1", (6,)), ("number", "i4"), ("seats", "u1"), ("land", LAND), ("sheets", SHEET, (SEATS,)),
]))  # fmt: skip

LONG_BITS = [str(bit) for bit in range(55)]
TOLD = Observation(
    Number("round_no", 12),
    Number("number", 900, -100),
    BySeat(Number("each", 8), 2),
    SeatBits("seats"),
    Part(
        "land",
        Number("men", 300, -20),
        SeatNumber("owner", ("nobody", "all"), SEATS),
        OneOf("unsigned", [str(value) for value in range(200, 220)], least=200),
    ),
    Sheets(
        "sheets",
        OneOf("small", ("one", "two", "three"), least=1),
        Number("small", 5),
        Number("wide", 40_000),
        Bits("set", ("a", "b", "c", "d", "e")),
        SeatNumber("who"),
        Bits("long", LONG_BITS),
    ),
)
"""Bits stand at the very end, where there is no room for a byte's worth of them."""


def within(value: int, least: int, most: int) -> float:
    return float(np.float32(min(max(int(value) - least, 0), most - least)) / np.float32(most - least))


def one_of(value: int, count: int) -> list[float]:
    return [float(value == each) for each in range(count)]


def seat_of(value: int, seat: int, others: int) -> list[float]:
    own = (int(value) - seat) % SEATS if 0 <= value < SEATS else -1
    return one_of(own, SEATS) + one_of(int(value) - SEATS, others)


def bits(value: int, count: int) -> list[float]:
    return [float(int(value) >> bit & 1) for bit in range(count)]


def expected(s: Any, seat: int) -> list[float]:
    """Write out by hand what `TOLD` declares."""
    order = [(seat + after) % SEATS for after in range(SEATS)]
    told = [within(s.round_no, 0, 12), within(s.number, -100, 900)]
    told += [within(value, 0, 8) for whose in order for value in s.each[2 * whose : 2 * whose + 2]]
    told += [float(int(s.seats) >> whose & 1) for whose in order]
    told += [within(men, -20, 300) for men in s.land.men]
    told += [number for owner in s.land.owner for number in seat_of(owner, seat, 2)]
    told += one_of(int(s.land.unsigned) - 200, 20)
    for whose in order:
        sheet = s.sheets[whose]
        told += [number for value in sheet.small for number in one_of(int(value) - 1, 3)]
        told += [within(value, 0, 5) for value in sheet.small]
        told += [within(sheet.wide, 0, 40_000)]
        told += [number for value in sheet.set for number in bits(value, 5)]
        told += seat_of(sheet.who, seat, 0) + bits(sheet.long, 55)
    return told


def test_every_kind_of_field_is_told_as_declared() -> None:
    features = TOLD.features(STATE, SEATS, (0, 1))
    random = np.random.default_rng(4)
    for _ in range(60):
        s = np.frombuffer(random.bytes(STATE.itemsize), STATE).copy()[0]
        s.seat_count = SEATS
        s.round_no = random.integers(-3, 20)
        s.land.owner[:] = random.integers(-1, SEATS + 3, 5)
        s.land.unsigned = random.integers(190, 230)
        for sheet in s.sheets:
            sheet.small[:] = random.integers(-1, 6, 4)
            sheet.who = random.integers(-1, SEATS + 1)
        for seat in range(SEATS):
            told = np.full(len(features), 0.5, np.float32)
            observe(s, bytes_of(s), seat, features.plan, told)
            wrong = np.flatnonzero(told != np.array(expected(s, seat), np.float32))
            assert not len(wrong), [features.names[place] for place in wrong]


@pytest.mark.parametrize(
    ("field", "complaint"),
    [
        (lambda: Bits("number", [str(bit) for bit in range(33)]), "32 bits, of which 33 are told"),
        (lambda: Number("number", 1, 1), "no range"),
        (lambda: Number("nothing", 1), "no field nothing"),
        (lambda: Part("number"), "no record"),
        (lambda: Part("sheets"), "each element as a Part"),
        (lambda: Part("sheets", element=SEATS), "no element 3"),
        (lambda: Part("land", element=0), "no element 0"),
        (lambda: Number("each", 1, elements=range(7)), "no elements"),
    ],
)
def test_a_wrong_declaration_is_refused(field: Callable[[], Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Observation(field()).features(STATE, SEATS, (0, 1))


RIVAL = np.dtype((np.record, [("met", "i1"), ("spans", "u4", (2,))]))
CROWDED_SHEET = np.dtype((np.record, [("own", "i2"), ("rivals", RIVAL, (SEATS,)), ("land", LAND)]))
CROWDED = np.dtype((np.record, [
    *HEADER,
    ("sheets", CROWDED_SHEET, (SEATS,)), ("piles", RIVAL, (5,)), ("grid", RIVAL, (2, SEATS)),
    ("pairs", np.dtype((np.record, [("sides", RIVAL, (SEATS,))])), (2,)),
]))  # fmt: skip
"""Records in arrays of all kinds: one for each seat, of other sizes, of two dimensions, and inside others."""


def test_without_a_declaration_every_byte_of_the_record_is_told() -> None:
    features = derived(CROWDED, SEATS).features(CROWDED, SEATS, (0, 1))
    assert len(set(features.names)) == len(features)
    s = np.frombuffer(np.random.default_rng(5).bytes(CROWDED.itemsize), CROWDED).copy()[0]
    s.seat_count = SEATS

    def told_to(seat: int, data: bytes) -> list[float]:
        out = np.zeros(len(features), np.float32)
        position = np.frombuffer(data, CROWDED)[0]
        observe(position, bytes_of(position), seat, features.plan, out)
        return list(out.tolist())

    whole = s.tobytes()
    seat_count = CROWDED.fields["seat_count"][1] if CROWDED.fields else 0
    for seat in range(SEATS):
        before = told_to(seat, whole)
        for place in {*range(len(whole))} - {seat_count}:
            changed = bytearray(whole)
            changed[place] ^= 255
            assert told_to(seat, bytes(changed)) != before, place


def test_an_element_of_an_array_of_records_is_told_under_its_number() -> None:
    names = derived(CROWDED, SEATS).features(CROWDED, SEATS, (0, 1)).names
    assert {"piles[4].met", "grid[5].met", "sheets[2].rivals[1].met", "pairs[1].sides[2].met"} <= {*names}
