"""The contract of a game: eight functions over one NumPy record.

A position is one record of fixed size, whose dtype a game calls ``STATE``. Copying it is a memory copy, equality is
byte equality, a batch is an array. The functions below are the complete rules; a game defines each of them, by these
names, in its ``rules`` module. Here they are only stubs that document what they must do: they are replaced by a game's
own when generic code (a playout, a search) is bound to that game, see :mod:`rollwright.core.compiler`.

To give the same result compiled and uncompiled, rules use only integers, loops, record fields, global constants
(integers, tuples, int64 arrays) and functions imported by name. No allocation, no Python objects, no exceptions, no
randomness. Uncompiled, a field read from the record keeps its small integer type: convert it with ``int()`` before
arithmetic that could leave its range.
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
"""A buffer of moves, sides or faces."""

HEADER: list[tuple[str, str]] = [
    ("seat_count", "i1"),
    ("round_no", "i1"),
    ("epoch", "i2"),
    ("roller", "i1"),
]
"""The fields that every STATE begins with.

``round_no`` is 0 during set-up. ``epoch`` is raised by every roll and every reveal: moves made since then can be
undone, secrets from before are revealed. ``roller`` is the seat whose dice are due or were rolled last.
"""

SPECTATOR = -1
"""The seat number of a viewer without a seat."""

MOVE_LIMIT = 2**31
"""Every move is an integer from 0 to this, exclusive."""

MOST_SIDES = 120
"""Sides of the largest die that rules may ask for. Libraries for learning want to know before a game what can fall."""


def _unbound(name: str) -> NoReturn:
    raise TypeError(f"`{name}` of the contract has no rules of its own: bind the caller to a game first.")


def begin(s: Record, seats: int, options: Ints) -> None:
    """Set up the sheets in a zeroed record.

    `options[k, seat]` is the value of option k; an option of the table has the same value in every column.
    """
    _unbound("begin")


def dice(s: Record, sides: Ints) -> int:
    """Write the sides of the dice that must be rolled now, and return how many; 0 means that none are due."""
    _unbound("dice")


def roll(s: Record, faces: Ints) -> None:
    """Apply the faces of a roll, in the order in which `dice` asked for them."""
    _unbound("roll")


def waiting(s: Record) -> int:
    """Return a bit mask of the seats that may act now. If it is 0 and no dice are due, the game is over."""
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
    """Blank everything that this seat may not know; called on a copy. SPECTATOR may know least."""
    _unbound("conceal")


CONTRACT = (begin, dice, roll, waiting, legal, play, score, conceal)


def tiebreak(s: Record, seat: int) -> int:
    """Return the value that ranks seats of equal score: higher is better. Without it, equal scores share a place."""
    return 0


def same(s: Record, seat: int, move: int) -> int:
    """Return the legal move that this move is an alias of, or the move itself.

    For games in which the same move can be written in several ways.
    """
    return move


def prefer(s: Record, seat: int, move: int) -> int:
    """Return a weight of at least 1 that guides playouts, which make the move with the greatest weight.

    For games in which random play is hopeless, or bots should be stronger. As it is advice and not a rule, a game may
    keep it in a file of its own, ``prefer.py``.
    """
    return 1


NOT_VALUED = -1
"""What `features` returns for a position that it cannot tell anything about."""


def features(s: Record, seat: int, out: Ints) -> int:
    """Write what a learned value looks at for a seat, and return the stage of the game, or NOT_VALUED.

    Each stage has weights of its own. Like `prefer` it is advice; a game that has it keeps it in ``features.py``, with
    the names of the features as ``NAMES`` and the number of stages as ``STAGES``.
    """
    return NOT_VALUED


OPTIONAL = (tiebreak, same, prefer, features)
"""Functions that a game may leave out; these are the defaults."""

UNKNOWN_GAIN = -(2**63)
"""What `gains_in` writes for a move that starts a new epoch."""


def gains_in(s: Record, scratch: NDArray[np.void], seat: int, moves: Ints, count: int, found: Ints) -> None:
    """Write the change of a seat's score that each of the first `count` moves brings, or UNKNOWN_GAIN.

    `scratch` is an array of one record to try the moves in.
    """
    now = score(s, seat)
    for i in range(count):
        scratch[0] = s
        then = scratch[0]
        play(then, seat, moves[i])
        found[i] = score(then, seat) - now if then.epoch == s.epoch else UNKNOWN_GAIN


@dataclass(frozen=True)
class Rules:
    """A game's functions, compiled or plain, with the dtype and buffer sizes that they need."""

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
    features: Callable[[Record, int, Ints], int]
    gains_in: Callable[[Record, NDArray[np.void], int, Ints, int, Ints], None]
    state: np.dtype[np.void]
    max_moves: int
    max_dice: int
    compiled: bool

    def new(self) -> Record:
        """Return a zeroed position for `begin`."""
        return blank(self.state)

    def gains(self, s: Record, seat: int, moves: Ints, count: int, found: Ints) -> None:
        """Write the change of a seat's score that each of the first `count` moves brings, or UNKNOWN_GAIN."""
        self.gains_in(s, np.zeros(1, fast_record(self.state)), seat, moves, count, found)

    def restore(self, data: bytes) -> Record:
        """Return the position with these bytes."""
        if len(data) != self.state.itemsize:
            raise ValueError(f"A position has {self.state.itemsize} bytes, not {len(data)}.")
        position: Record = np.frombuffer(bytearray(data), fast_record(self.state))[0]
        return position


def blank(state: np.dtype[np.void]) -> Record:
    """Return a zeroed record of this dtype."""
    record: Record = np.zeros(1, fast_record(state))[0]
    return record


def copy(position: Record) -> Record:
    """Return an independent copy of a position; faster than `position.copy()`, which copies field by field."""
    twin: Record = np.frombuffer(bytearray(position.tobytes()), position.dtype)[0]
    return twin
