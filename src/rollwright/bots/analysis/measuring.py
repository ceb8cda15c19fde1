"""Measures what positions and moves are worth, in playouts in which all seats follow the game's guide.

The value of a position is the mean result of such playouts. As that is the value of a policy that never changes, a roll
changes it by 0 on average, whatever was rolled for: that is what makes luck out of it. It is taken once for each
position, and never a maximum.

A decision is judged by what its seat knew then. A first round of playouts finds the moves that matter; they are then
measured afresh with the same dice for all, as the greatest of several noisy numbers is too high. Unless the move that
was made is the best by itself, each of them is followed by the best next move of the same seat, where it has one before
dice fall: a player need not go on as the guide would, and of two moves that are both made, the order is no mistake.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import lcm

import numpy as np

from rollwright.bots.analysis.playouts import from_here
from rollwright.bots.guided_playouts import (
    HALVES,
    KEPT,
    SHARE,
    TO_THE_END,
    VALUE_UNIT,
    VICTORY,
    WIN,
    WORTH,
    try_moves,
    weigh,
)
from rollwright.bots.learned_value import NOTHING_LEARNED
from rollwright.bots.search import decision_seed, has_preferences, mean_and_error
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

FOLLOWED = 8
"""The most moves that are tried as the next one of the same seat; of more, the guide's favourites are."""

FOLLOWING = 2
"""How many times the playouts of one move are spent on finding what follows it."""

OF_A_DECISION = SEARCHING + (1 + FOLLOWING) * (SHOWN + 1)
"""How many times the playouts of one move a decision takes at most."""

FIRST, AFRESH, NEXT = 1, 2, 3
"""The parts of a decision's random numbers: what finds a move never measures it."""

SETTLED = 0.01
"""A chance to win that is nearer to 0 or 1 than this is as good as none, or as a victory."""

PROBE = 48
"""Playouts whose time is taken."""

HALVES_IN_POINT = 2
LEADS_IN_POINT = lcm(2 * VALUE_UNIT, VICTORY)
"""The lead over the best other seat is counted in such parts of a point, so that it is a whole number."""

WORTH_IN_LEAD, SHARE_IN_LEAD = LEADS_IN_POINT // (2 * VALUE_UNIT), LEADS_IN_POINT * WIN // VICTORY
"""What a unit of worth adds to the lead in these parts, and what a part of the victory takes away, as WIN is none."""


@dataclass(frozen=True)
class Value:
    """What a position is worth to each seat: points, and the share of the victory (the chance to win)."""

    points: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Gap:
    """How far a move stays behind the best one, on average over the same dice, and the standard error of that."""

    loss: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether it is behind beyond doubt: by more than two standard errors."""
        return self.loss > 2 * self.error


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
    points: float
    """The seat's own points at the end."""
    in_points: Gap
    """How many of its own points it loses."""
    in_lead: Gap
    """How much it loses of the lead over the best other seat, in points."""

    @property
    def is_worse(self) -> bool:
        """Whether it is worse than the best beyond doubt."""
        return Gap(self.loss, self.error).is_sure


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
        return self.made.is_worse

    @property
    def is_settled(self) -> bool:
        """Whether all measured moves have the same chance to win, practically none or all of it."""
        worths = [each.worth for each in self.options]
        return max(worths) - min(worths) < SETTLED and not SETTLED <= worths[0] <= 1 - SETTLED


@dataclass(frozen=True)
class Sums:
    """How far a move stayed behind another in playouts, in whole numbers: the sum, and the sum of the squares."""

    total: int
    squares: int

    def gap(self, playouts: int, unit: int) -> Gap:
        """Return the mean and its error, counted in units of which so many make one."""
        mean, error = mean_and_error(playouts, self.total, self.squares)
        return Gap(mean / unit, error / unit)


@dataclass(frozen=True)
class Tally:
    """What came of the playouts of a move, in whole numbers, which are the same wherever they are added up."""

    move: int
    halves: int
    share: int
    behind: tuple[Sums, Sums, Sums]
    """How far it stayed behind the first move: in shares of the victory, in points, and in its lead."""

    def option(self, playouts: int, *, alone: bool) -> Option:
        """Return the measured move."""
        units = VICTORY, HALVES_IN_POINT, LEADS_IN_POINT
        shares, in_points, in_lead = (each.gap(playouts, unit) for each, unit in zip(self.behind, units, strict=True))
        points = self.halves / playouts / HALVES_IN_POINT
        worth, gap = (points, in_points) if alone else (self.share / playouts / VICTORY, shares)
        return Option(
            self.move, worth, gap.loss, gap.error, points, in_points, in_points if alone else in_lead
        )  # fmt: skip


def value_of(sums: Sequence[tuple[int, int]], playouts: int) -> Value:
    """Return the value of a position, from each seat's sums of half points and of shares over its playouts."""
    points = tuple(halves / playouts / HALVES_IN_POINT for halves, _ in sums)
    return Value(points, tuple(share / playouts / VICTORY for _, share in sums))


@dataclass(frozen=True)
class Line:
    """A move that is measured, and from where: playouts begin with the last move, at the position before it."""

    move: int
    start: Record
    last: int
    """What the seat does next, or the move itself."""


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
        sums = found.sum(axis=0)
        return value_of(list(zip(sums[:, HALVES].tolist(), sums[:, SHARE].tolist(), strict=True)), playouts)

    def choice(self, position: bytes, seat: int, played: int, seed: int, playouts: int) -> Choice | None:
        """Return what a seat's moves are worth, by what it may know; None if it had only one.

        Conceals the position once more, whatever the caller did: nothing may depend on what the seat may not know.
        """
        root = Position(self.rules, self.rules.restore(position)).seen(seat).record
        moves = np.array(Position(self.rules, root).legal(seat), np.int64)
        if len(moves) < 2:
            return None
        own_seed = decision_seed(seed, seat, root.tobytes())
        tried = self._narrowed(root, seat, moves, played)
        best = self._searched(root, seat, tried, played, own_seed, playouts)
        lines = [Line(move, root, move) for move in best.tolist()]
        if lines[0].move != played:
            lines = self._followed(root, seat, best, own_seed, playouts)
        lucks, alone = self._lucks(own_seed, AFRESH, playouts, int(root.seat_count)), int(root.seat_count) == 1
        results = [self._results(each.start, seat, np.array([each.last], np.int64), lucks) for each in lines]
        tallies = tallied(np.array([each.move for each in lines], np.int64), np.concatenate(results))
        options = tuple(each.option(playouts, alone=alone) for each in tallies)
        return Choice(seat, played, options, len(moves))

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
        order = self._favourites(root, seat, moves)
        return np.array([played, *(move for move in order[:WIDE].tolist() if move != played)], np.int64)

    def _favourites(self, root: Record, seat: int, moves: Ints) -> Ints:
        """Return moves in the order in which the guide likes them."""
        weights = np.zeros(len(moves), np.int64)
        self._weigh(root, seat, moves, weights)
        return moves[np.argsort(-weights, kind="stable")]

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

    def _followed(self, root: Record, seat: int, moves: Ints, seed: int, playouts: int) -> list["Line"]:
        """Return the moves with what the seat best does next, the best line first."""
        half = max(1, FOLLOWING * playouts // 4)
        lucks = self._lucks(seed, NEXT, 3 * half, int(root.seat_count))
        lines = [self._line(root, seat, move, lucks, half) for move in moves.tolist()]
        return [line for line, _ in sorted(lines, key=lambda each: -each[1])]

    def _line(self, root: Record, seat: int, move: int, lucks: Ints, half: int) -> tuple["Line", int]:
        """Return a move with the best next one of its seat, and the sum of its worths in `half` playouts.

        The next moves are tried in twice as many, and the best two of them in those that tell the worth.
        """
        after = Position(self.rules, root).after(seat, move)
        start, found = root, np.array([move], np.int64)
        if seat in after.waiting:
            start, found = after.record, np.array(after.legal(seat), np.int64)
        if len(found) > FOLLOWED:
            found = self._favourites(start, seat, found)[:FOLLOWED]
        if len(found) > 1:
            each = max(1, 2 * half // len(found))
            found = found[np.argsort(-self._worths(start, seat, found, lucks[half : half + each]), kind="stable")][:2]
        worths = self._worths(start, seat, found, lucks[:half])
        best = int(worths.argmax())
        return Line(move, start, int(found[best])), int(worths[best])

    def _worths(self, root: Record, seat: int, moves: Ints, lucks: Ints) -> Ints:
        """Return the sums of the worths of moves."""
        worths: Ints = self._results(root, seat, moves, lucks)[:, :, WORTH].sum(axis=1)
        return worths

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


def tallied(moves: Ints, results: Ints) -> list[Tally]:
    """Add up the playouts of moves, the first of which was found to be the best before they were measured."""
    worths, halves, shares = (results[:, :, kind] for kind in (WORTH, HALVES, SHARE))
    leads = WORTH_IN_LEAD * worths - SHARE_IN_LEAD * shares
    return [
        Tally(
            move,
            int(halves[i].sum()),
            int(shares[i].sum()),
            (_behind(shares, i), _behind(halves, i), _behind(leads, i)),
        )
        for i, move in enumerate(moves.tolist())
    ]


def _behind(values: Ints, which: int) -> Sums:
    """Return how far a row stays behind the first one."""
    lost = values[0] - values[which]
    return Sums(int(lost.sum()), int((lost * lost).sum()))


def seed_of(opening: bytes, steps: Sequence[object]) -> int:
    """Return the seed of a game's values: another one for each game, so that their errors cancel out over many."""
    return int.from_bytes(sha256(opening + repr(steps).encode()).digest()[:16], "big")
