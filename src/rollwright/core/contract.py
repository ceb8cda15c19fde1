"""The contract of a game: eight functions over one NumPy record.

A position is one record of fixed size, whose dtype a game calls ``STATE``. Copying it is a memory copy, equality is
equality of bytes, a batch is an array. The functions below are the whole of the rules; a game defines each of them,
by these names, in its ``rules`` module. Here they only say what they promise: they are replaced by a game's own when
something generic (a playout, a search) is bound to that game, see :mod:`rollwright.core.compiler`.

What rules may use, so that they run compiled and uncompiled with the same result: integers, loops, record fields,
global constants (integers, tuples, int64 arrays) and functions imported by name. No allocation, no Python objects, no
exceptions, no randomness. A field read from the record has the field's own small type when uncompiled: take it through
``int()`` before arithmetic that could leave its range.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from rollwright.core.fast_record import fast_record

Record = np.record
"""A position, or a part of one."""

Ints = NDArray[np.int64]
"""A buffer of moves, of sides or of faces."""

HEADER: list[tuple[str, str]] = [
    ("seat_count", "i1"),
    ("round_no", "i1"),
    ("epoch", "i2"),
    ("roller", "i1"),
]
"""How every STATE begins.

``round_no`` is 0 during set-up. ``epoch`` is raised by every roll and every reveal: what was done since can be undone,
what was secret before is open. ``roller`` is the seat whose dice are being rolled or were rolled last.
"""

SPECTATOR = -1
"""The seat number for somebody who only watches."""

MOVE_LIMIT = 2**31
"""Every move is an integer from 0 up to, but not including, this."""


def _unbound(name: str) -> NoReturn:
    raise TypeError(f"`{name}` of the contract has no rules of its own: bind the caller to a game first.")


def begin(s: Record, seats: int, options: Ints) -> None:
    """Lay out the sheets in a zeroed record. `options[k, seat]` is the value of option k; a table's option stands in
    every column."""
    _unbound("begin")


def dice(s: Record, sides: Ints) -> int:
    """Say which dice must be rolled now: write their sides, return how many. 0 means that none are due."""
    _unbound("dice")


def roll(s: Record, faces: Ints) -> None:
    """Take the faces that came up, in the order in which `dice` asked for them."""
    _unbound("roll")


def waiting(s: Record) -> int:
    """Return a bit mask of the seats that may act now. 0, and no dice due, means that the game is over."""
    _unbound("waiting")


def legal(s: Record, seat: int, moves: Ints) -> int:
    """Write all legal moves of a seat and return how many: the only authority on legality."""
    _unbound("legal")


def play(s: Record, seat: int, move: int) -> None:
    """Make a legal move."""
    _unbound("play")


def score(s: Record, seat: int) -> int:
    """Return a seat's points, counted in halves, as if the game ended now."""
    _unbound("score")


def conceal(s: Record, seat: int) -> None:
    """Blank, in a copy, all that this seat may not know. SPECTATOR may know least."""
    _unbound("conceal")


CONTRACT = (begin, dice, roll, waiting, legal, play, score, conceal)


def tiebreak(s: Record, seat: int) -> int:
    """Return what decides between seats of equal score: more is better. A game without it shares ties."""
    return 0


def same(s: Record, seat: int, move: int) -> int:
    """Return the one legal move that does what this one says, or the move itself. For games in which one deed has
    several names."""
    return move


def prefer(s: Record, seat: int, move: int) -> int:
    """Return a weight, at least 1, that guides playouts: there, the move of the greatest weight is made.

    For games in which random play is hopeless, or bots should be stronger. A game may keep it in a file of its own,
    ``prefer.py``, as it is advice and no rule.
    """
    return 1


OPTIONAL = (tiebreak, same, prefer)
"""What a game may leave to these."""


@dataclass(frozen=True)
class Rules:
    """A game's functions, compiled or plain, with the sizes of what they work on."""

    begin: Callable[[Record, int, Ints], None]
    dice: Callable[[Record, Ints], int]
    roll: Callable[[Record, Ints], None]
    waiting: Callable[[Record], int]
    legal: Callable[[Record, int, Ints], int]
    play: Callable[[Record, int, int], None]
    score: Callable[[Record, int], int]
    conceal: Callable[[Record, int], None]
    tiebreak: Callable[[Record, int], int]
    same: Callable[[Record, int, int], int]
    prefer: Callable[[Record, int, int], int]
    state: np.dtype[np.void]
    max_moves: int
    max_dice: int
    compiled: bool

    def new(self) -> Record:
        """Return a zeroed position, as `begin` wants it."""
        return blank(self.state)

    def restore(self, data: bytes) -> Record:
        """Return the position whose bytes these are."""
        if len(data) != self.state.itemsize:
            raise ValueError(f"A position has {self.state.itemsize} bytes, not {len(data)}.")
        position: Record = np.frombuffer(bytearray(data), fast_record(self.state))[0]
        return position


def blank(state: np.dtype[np.void]) -> Record:
    """Return a zeroed record of this dtype."""
    record: Record = np.zeros(1, fast_record(state))[0]
    return record


def copy(position: Record) -> Record:
    """Return an independent copy of a position: its bytes, which `position.copy()` would go through field by field."""
    twin: Record = np.frombuffer(bytearray(position.tobytes()), position.dtype)[0]
    return twin
