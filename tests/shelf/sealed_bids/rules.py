"""The rules of Sealed Bids."""

import numpy as np
from rollwright.games.sealed_bids import moves as notation

from rollwright.core.contract import HEADER, Ints, Record
from rollwright.core.moves import is_form, pack1, part

BID = notation.BID.layout
READY = notation.READY.layout[0]

MAX_DICE = 1
MAX_MOVES = 6

SHEET = np.dtype((np.record, [
    ("bid", "i1"), ("ready", "i1"), ("used", "i1"), ("halves", "i2"), ("colour", "i1"),
]))  # fmt: skip
STATE = np.dtype((np.record, [*HEADER, ("rounds", "i1"), ("prize", "i1"), ("sheets", SHEET, (4,))]))


def begin(s: Record, seats: int, options: Ints) -> None:
    s.seat_count = seats
    s.round_no = 1
    s.rounds = 3 - options[0, 0]
    for seat in range(seats):
        s.sheets[seat].colour = options[1, seat]


def dice(s: Record, sides: Ints) -> int:
    sides[0] = 6
    return 1 if s.prize == 0 and s.round_no <= s.rounds else 0


def roll(s: Record, faces: Ints) -> None:
    s.epoch += 1
    s.prize = faces[0]


def waiting(s: Record) -> int:
    seats = 0
    for seat in range(s.seat_count):
        if s.prize > 0 and s.sheets[seat].ready == 0:
            seats |= 1 << seat
    return seats


def legal(s: Record, seat: int, moves: Ints) -> int:
    sheet = s.sheets[seat]
    if s.prize == 0 or sheet.ready == 1:
        return 0
    if sheet.bid > 0:
        moves[0] = READY
        return 1
    count = 0
    for number in range(1, 7):
        if is_free(sheet, number):
            moves[count] = pack1(BID, number)
            count += 1
    return count


def is_free(sheet: Record, number: int) -> bool:
    return int(sheet.used) >> number & 1 == 0


def play(s: Record, seat: int, move: int) -> None:
    sheet = s.sheets[seat]
    if is_form(BID, move):
        sheet.bid = part(BID, move, 0)
        return
    sheet.ready = 1
    if waiting(s) == 0:
        reveal(s)


def reveal(s: Record) -> None:
    best = winner(s)
    if best >= 0:
        s.sheets[best].halves += 2 * int(s.prize) - int(s.sheets[best].bid)
    for seat in range(s.seat_count):
        sheet = s.sheets[seat]
        sheet.used = int(sheet.used) | 1 << int(sheet.bid)
        sheet.bid = 0
        sheet.ready = 0
    s.epoch += 1
    s.prize = 0
    if s.round_no <= s.rounds:
        s.round_no += 1


def winner(s: Record) -> int:
    for number in range(6, 0, -1):
        found = -1
        count = 0
        for seat in range(s.seat_count):
            if s.sheets[seat].bid == number:
                found = seat
                count += 1
        if count == 1:
            return found
    return -1


def score(s: Record, seat: int) -> int:
    return int(s.sheets[seat].halves)


def tiebreak(s: Record, seat: int) -> int:
    return -int(s.sheets[seat].used)


def conceal(s: Record, seat: int) -> None:
    for other in range(s.seat_count):
        if other != seat:
            s.sheets[other].bid = 0
            s.sheets[other].ready = 0
