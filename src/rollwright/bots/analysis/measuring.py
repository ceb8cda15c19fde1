"""Measures what positions and moves are worth, in playouts in which all seats follow the game's guide.

The value of a position is the mean result of such playouts. As that is the value of a policy that never changes, a roll
changes it by 0 on average, whatever was rolled for: that is what makes luck out of it. It is taken once for each
position, and never a maximum.

A decision is judged by what its seat knew then. A first round of playouts finds the moves that matter; they are then
measured afresh with the same dice for all, as the greatest of several noisy numbers is too high.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.analysis.playouts import from_here
from rollwright.bots.guided_playouts import HALVES, KEPT, SHARE, TO_THE_END, VICTORY, WORTH, try_moves, weigh
from rollwright.bots.learned_value import NOTHING_LEARNED
from rollwright.bots.search import has_preferences
from rollwright.core.contract import Ints, Record, Rules
from rollwright.core.game import Game
from rollwright.core.position import Position
from rollwright.core.random_stream import streams

SHOWN = 4
"""The most moves of a decision that are measured afresh, besides the one that was made."""

WIDE = 32
"""The most moves that are tried at all; of more, the guide's favourites are."""

SEARCHING = 4
"""How many times the playouts of one move are spent on finding the moves that matter."""

FIRST, AFRESH = 1, 2
"""The parts of a decision's random numbers: what finds a move never measures it."""

PROBE = 48
"""Playouts whose time is taken."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Value:
    """What a position is worth to each seat: points, and the share of the victory (the chance to win)."""

    points: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Option:
    """A move that could have been made: its worth, what it loses against the best, and the error of that loss.

    Worth and loss are points if the seat plays alone, else shares of the victory. The best has no loss.
    """

    move: int
    worth: float
    loss: float
    error: float
    """The standard error of the loss."""


@dataclass(frozen=True)
class Choice:
    """A decision of a seat: the moves that were measured, best first, and which of them was made."""

    seat: int
    played: int
    options: tuple[Option, ...]
    count: int
    """How many moves there were."""

    @property
    def made(self) -> Option:
        """The move that was made."""
        return next(each for each in self.options if each.move == self.played)

    @property
    def best(self) -> Option:
        """The best move, as far as it is known."""
        return self.options[0]

    @property
    def loss(self) -> float:
        """What the move that was made lost; not rounded up to 0, so that errors cancel out over many decisions."""
        return self.made.loss

    @property
    def is_mistake(self) -> bool:
        """Whether it lost something beyond doubt: more than two standard errors."""
        return self.made.loss > 2 * self.made.error


class Measure:
    """The playouts of one game, with the buffers that they need."""

    def __init__(self, game: Game, compiled: bool | None = None) -> None:
        """Load what is needed, or compile it."""
        self.rules: Rules = game.rules(compiled)
        self._guided = has_preferences(game)
        self._limit = game.max_decisions
        self._from_here: Callable[..., object] = game.bind(from_here, compiled)
        self._try_moves: Callable[..., object] = game.bind(try_moves, compiled)
        self._weigh: Callable[..., object] = game.bind(weigh, compiled)
        sizes = self.rules.max_dice, self.rules.max_moves, 1
        self._buffers = tuple(np.zeros(size, np.int64) for size in sizes)

    def value(self, position: bytes, seed: int, playouts: int, drawn: Sequence[int] = ()) -> Value:
        """Return the value of a true position.

        Positions of one game share a seed, and say what was drawn before them (see `from_here`), so that their errors
        are alike and cancel out in what changes between them.
        """
        root = self.rules.restore(position)
        seats = int(root.seat_count)
        found = np.zeros((playouts, seats, KEPT), np.int64)
        lucks = self._lucks(seed, FIRST, playouts, seats)
        before = np.array(drawn or [0] * (1 + seats), np.int64)
        self._from_here(root, lucks, before, self._guided, *self._work(seats), self._limit, found)
        means = found.mean(axis=0)
        return Value(tuple((means[:, HALVES] / 2).tolist()), tuple((means[:, SHARE] / VICTORY).tolist()))

    def choice(self, position: bytes, seat: int, played: int, seed: int, playouts: int) -> Choice | None:
        """Return what a seat's moves are worth, by what it may know; None if it had only one.

        Conceals the position once more, whatever the caller did: nothing may depend on what the seat may not know.
        """
        root = Position(self.rules, self.rules.restore(position)).seen(seat).record
        moves = np.array(Position(self.rules, root).legal(seat), np.int64)
        if len(moves) < 2:
            return None
        own_seed = int.from_bytes(sha256(f"{seed}/{seat}/".encode() + root.tobytes()).digest()[:16], "big")
        tried = self._narrowed(root, seat, moves, played)
        best = self._searched(root, seat, tried, played, own_seed, playouts)
        results = self._results(root, seat, best, self._lucks(own_seed, AFRESH, playouts, int(root.seat_count)))
        alone = int(root.seat_count) == 1
        worths = results[:, :, HALVES] / 2 if alone else results[:, :, SHARE] / VICTORY
        return Choice(seat, played, _options(best, worths), len(moves))

    def seconds(self, position: bytes) -> float:
        """Return how long a playout from a position takes on this machine."""
        self.value(position, 0, 1)
        before = time.perf_counter()
        self.value(position, 0, PROBE)
        return (time.perf_counter() - before) / PROBE

    def _narrowed(self, root: Record, seat: int, moves: Ints, played: int) -> Ints:
        """Keep the guide's favourites, if there are too many moves to try, and the move that was made."""
        if len(moves) <= WIDE:
            return moves
        weights = np.zeros(len(moves), np.int64)
        self._weigh(root, seat, moves, weights)
        order = moves[np.argsort(-weights, kind="stable")]
        return np.array([played, *(move for move in order[:WIDE].tolist() if move != played)], np.int64)

    def _searched(self, root: Record, seat: int, moves: Ints, played: int, seed: int, playouts: int) -> Ints:
        """Return the best moves by a first round of playouts, best first, and the one that was made."""
        lucks = self._lucks(seed, FIRST, SEARCHING * playouts, int(root.seat_count))
        rounds = max(1, (len(moves) - 1).bit_length() - 1)
        means: dict[int, float] = {}
        begun = 0
        while True:
            each = max(1, SEARCHING * playouts // (rounds * len(moves)))
            some = lucks[begun : begun + each] if begun + each <= len(lucks) else lucks[:each]
            begun += each
            worths = self._results(root, seat, moves, some)[:, :, WORTH].mean(axis=1)
            means |= dict(zip(moves.tolist(), worths.tolist(), strict=True))
            moves = moves[np.argsort(-worths, kind="stable")]
            if len(moves) <= SHOWN:
                return moves if played in moves else np.append(moves, played)
            moves = moves[: max(SHOWN, (len(moves) + 1) // 2)]

    def _results(self, root: Record, seat: int, moves: Ints, lucks: Ints) -> Ints:
        """Return what came of playouts after each of these moves, with the same lucks for all."""
        found = np.zeros((len(moves), len(lucks), KEPT), np.int64)
        work, to_the_end = self._work(int(root.seat_count)), NOTHING_LEARNED.weights
        self._try_moves(
            root, seat, moves, lucks, self._guided, TO_THE_END, to_the_end, *work, self._limit, found
        )  # fmt: skip
        return found

    def _work(self, seats: int) -> tuple[object, ...]:
        return np.zeros(1, self.rules.state), np.zeros((1 + seats, 4), np.int64), *self._buffers

    @staticmethod
    def _lucks(seed: int, part: int, playouts: int, seats: int) -> Ints:
        return streams(seed, part, playouts * (1 + seats)).reshape(playouts, 1 + seats, 4)


def _options(moves: Ints, worths: Floats) -> tuple[Option, ...]:
    """Return the measured moves, the first of which was found to be the best before they were measured."""
    losses = worths[0] - worths
    errors = losses.std(axis=1, ddof=1) / sqrt(worths.shape[1]) if worths.shape[1] > 1 else np.full(len(moves), np.inf)
    rows = zip(moves.tolist(), worths.mean(axis=1).tolist(), losses.mean(axis=1).tolist(), errors.tolist(), strict=True)
    return tuple(Option(*row) for row in rows)


def seed_of(opening: bytes, steps: Sequence[object]) -> int:
    """Return the seed of a game's values: another one for each game, so that their errors cancel out over many."""
    return int.from_bytes(sha256(opening + repr(steps).encode()).digest()[:16], "big")
