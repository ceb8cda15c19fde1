"""Many games stepped at once, written once against the contract and compiled for each game (see `Game.bind`)."""

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import (
    Ints,
    Record,
    conceal,
    dice,
    legal,
    play,
    prefer,
    roll,
    score,
    tiebreak,
    waiting,
)
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.observation.encoder import Bytes, Floats, observe
from rollwright.core.random_stream import draw

Records = NDArray[np.void]

SEAT, COUNT, ENDED, ILLEGAL, LENGTH, LAST_LENGTH = range(6)
"""Columns of what is noted of a game.

The seat that is asked, or NOBODY; how many legal moves it has; whether the last step ended a game; whether the last id
was not legal; how many moves were made in this game; and in the one that ended last.
"""

NOTES = 6

NOBODY = -1
"""As a seat: the game is over."""

MOST_ROLLS = 100_000
"""After so many rolls without a decision a game counts as over; no game comes near it."""

NO_MASK, ONE_BYTE, ONE_BIT = range(3)
"""How a mask says whether an id is legal."""

RESULT, POINTS = range(2)
"""What is rewarded: the result, when the game ends; or every change of the score."""


def settle(s: Record, stream: Ints, sides: Ints) -> int:
    """Roll the dice that are due; return the lowest seat that is waited for then, or NOBODY."""
    for _ in range(MOST_ROLLS):
        count = dice(s, sides)
        if count == 0:
            seats = waiting(s)
            if seats == 0:
                return NOBODY
            seat = 0
            while seats & 1 == 0:
                seats >>= 1
                seat += 1
            return seat
        for i in range(count):
            sides[i] = draw(stream, sides[i]) + 1
        roll(s, sides)
    return NOBODY


def mark(mask: Bytes, ids: Ints, count: int, way: int) -> None:
    """Set the ids in a mask."""
    if way == ONE_BYTE:
        for k in range(count):
            mask[ids[k]] = 1
    elif way == ONE_BIT:
        for k in range(count):
            place = ids[k] >> 3
            bits = int(mask[place]) & 255 | 1 << (ids[k] & 7)
            mask[place] = bits - 256 if bits > 127 else bits


def clear(mask: Bytes, ids: Ints, count: int, way: int) -> None:
    """Clear a mask in which these ids are set: faster than clearing all of it."""
    if way == ONE_BYTE:
        for k in range(count):
            mask[ids[k]] = 0
    elif way == ONE_BIT:
        for k in range(count):
            mask[ids[k] >> 3] = 0


def is_among(ids: Ints, count: int, wanted: int) -> bool:
    """Return whether an id is one of the first so many."""
    found = False
    for k in range(count):
        found |= ids[k] == wanted
    return found


def look(s: Record, seen: Records, data: Bytes, i: int, seat: int, plan: Ints, out: Floats) -> None:
    """Conceal a copy of a position for a seat, and write what the seat observes."""
    seen[i] = s
    copy = seen[i]
    conceal(copy, seat)
    observe(copy, data[i], seat, plan, out[i])


def ask(
    s: Record, seen: Records, data: Bytes, i: int, seat: int, plan: Ints, out: Floats,
    ids: Ints, masks: Bytes, way: int, notes: Ints,
) -> None:  # fmt: skip
    """Show a seat its position and its legal moves."""
    look(s, seen, data, i, seat, plan, out)
    count = legal(s, seat, ids[i])
    notes[i, SEAT] = seat
    notes[i, COUNT] = count
    mark(masks[i], ids[i], count, way)


def reward_result(s: Record, seats: int, rewards: Floats) -> None:
    """Write what a game's end is worth: alone the points; else 1 for a victory, less if shared; all add up to 0."""
    if seats == 1:
        rewards[0] = np.float32(score(s, 0)) / np.float32(2)
        return
    best = score(s, 0)
    tie = tiebreak(s, 0)
    for seat in range(1, seats):
        halves = score(s, seat)
        if halves > best or (halves == best and tiebreak(s, seat) > tie):
            best = halves
            tie = tiebreak(s, seat)
    winners = 0
    for seat in range(seats):
        if score(s, seat) == best and tiebreak(s, seat) == tie:
            winners += 1
    for seat in range(seats):
        if score(s, seat) == best and tiebreak(s, seat) == tie:
            rewards[seat] = np.float32(seats - winners) / np.float32(winners * (seats - 1))
        elif winners < seats:
            rewards[seat] = np.float32(-1) / np.float32(seats - 1)


def reward_points(s: Record, seats: int, before: Ints, rewards: Floats) -> None:
    """Write how the score of each seat has changed, in points."""
    for seat in range(seats):
        halves = int(score(s, seat))
        rewards[seat] = np.float32(halves - before[seat]) / np.float32(2)
        before[seat] = halves


def start_games(
    states: Records, seen: Records, data: Bytes, starts: Records, first: int, streams: Ints, seats: int, plan: Ints,
    out: Floats, ids: Ints, masks: Bytes, way: int, notes: Ints, halves: Ints, sides: Ints,
) -> None:  # fmt: skip
    """Start all games anew, each from the start whose turn it is; game `i` here is number `first + i` of the batch."""
    for i in range(len(states)):
        clear(masks[i], ids[i], notes[i, COUNT], way)
        states[i] = starts[(first + i) % len(starts)]
        s = states[i]
        seat = settle(s, streams[i], sides)
        for each in range(seats):
            halves[i, each] = score(s, each)
        for column in range(NOTES):
            notes[i, column] = 0
        ask(s, seen, data, i, seat, plan, out, ids, masks, way, notes)


def step_games(
    states: Records, seen: Records, data: Bytes, starts: Records, first: int, streams: Ints, seats: int, plan: Ints,
    out: Floats, ids: Ints, masks: Bytes, way: int, notes: Ints, halves: Ints, sides: Ints,
    chosen: Ints, restarts: bool, rewarded: int, rewards: Floats, last: Floats, results: Ints,
) -> None:  # fmt: skip
    """Make one move in each game; an id that is not legal changes nothing but is noted.

    An ended game leaves its last observation in `last` and its scores in `results`; if it `restarts`, the next one is
    shown.
    """
    for i in range(len(states)):
        for seat in range(seats):
            rewards[i, seat] = 0
        notes[i, ENDED] = 0
        count = notes[i, COUNT]
        if not is_among(ids[i], count, chosen[i]):
            notes[i, ILLEGAL] = 1
            continue
        notes[i, ILLEGAL] = 0
        s = states[i]
        clear(masks[i], ids[i], count, way)
        mover = notes[i, SEAT]
        play(s, mover, chosen[i])
        notes[i, LENGTH] += 1
        seat = settle(s, streams[i], sides)
        if rewarded == POINTS:
            reward_points(s, seats, halves[i], rewards[i])
        if seat == NOBODY:
            notes[i, ENDED] = 1
            look(s, seen, data, i, mover, plan, last)
            for each in range(seats):
                results[i, each] = score(s, each)
            if rewarded == RESULT:
                reward_result(s, seats, rewards[i])
            notes[i, LAST_LENGTH] = notes[i, LENGTH]
            notes[i, SEAT] = NOBODY
            notes[i, COUNT] = 0
            if not restarts:
                for k in range(out.shape[1]):
                    out[i, k] = last[i, k]
                continue
            notes[i, LENGTH] = 0
            states[i] = starts[(first + i) % len(starts)]
            seat = settle(s, streams[i], sides)
            for each in range(seats):
                halves[i, each] = score(s, each)
        ask(s, seen, data, i, seat, plan, out, ids, masks, way, notes)


def draw_ids(ids: Ints, notes: Ints, streams: Ints, chosen: Ints) -> None:
    """Choose one of the legal ids of each game at random; where there is none, 0."""
    for i in range(len(chosen)):
        count = notes[i, COUNT]
        chosen[i] = ids[i, draw(streams[i], count)] if count > 0 else 0


def guide_ids(seen: Records, ids: Ints, notes: Ints, streams: Ints, chosen: Ints) -> None:
    """Choose in each game the legal id that the game's guide likes best, a random one of those that it likes equally.

    The guide knows what the seat knows.
    """
    for i in range(len(chosen)):
        count = notes[i, COUNT]
        chosen[i] = 0
        weight = 0
        start = draw(streams[i], count) if count > 0 else 0
        for k in range(count):
            move = ids[i, (start + k) % count]
            its_weight = prefer(seen[i], notes[i, SEAT], move)
            if k == 0 or its_weight > weight:
                weight = its_weight
                chosen[i] = move


def weigh_ids(seen: Records, ids: Ints, notes: Ints, weights: Ints) -> None:
    """Write the guide's weight of each legal id of each game; nothing is written beyond a game's legal ids."""
    for i in range(len(seen)):
        for k in range(notes[i, COUNT]):
            weights[i, k] = prefer(seen[i], notes[i, SEAT], ids[i, k])


_RECORDS, _NUMBER, _INTS, _INTS_2D = Argument.RECORDS, Argument.NUMBER, Argument.INTS, Argument.INTS_2D
_BYTES_2D, _FLOATS_2D = Argument.BYTES_2D, Argument.FLOATS_2D

_COMMON = (
    _RECORDS, _RECORDS, _BYTES_2D, _RECORDS, _NUMBER, _INTS_2D, _NUMBER, _INTS_2D,
    _FLOATS_2D, _INTS_2D, _BYTES_2D, _NUMBER, _INTS_2D, _INTS_2D, _INTS,
)  # fmt: skip

BATCH = library(
    NativeFunction(start_games, _COMMON, is_long=True),
    NativeFunction(step_games, (*_COMMON, _INTS, _NUMBER, _NUMBER, _FLOATS_2D, _FLOATS_2D, _INTS_2D), is_long=True),
    NativeFunction(draw_ids, (_INTS_2D, _INTS_2D, _INTS_2D, _INTS), is_long=True),
    NativeFunction(observe, (Argument.RECORD, Argument.BYTES, _NUMBER, _INTS_2D, Argument.FLOATS)),
)
"""The native library of batches."""

GUIDED = library(
    NativeFunction(guide_ids, (_RECORDS, _INTS_2D, _INTS_2D, _INTS_2D, _INTS), is_long=True),
    NativeFunction(weigh_ids, (_RECORDS, _INTS_2D, _INTS_2D, _INTS_2D), is_long=True),
)
"""The native library of batches in which the game's guide chooses or weighs: apart, as few batches need it."""
