"""The search: tries a seat's moves in many playouts, and spends most of them on the most promising moves.

Written once against the contract and compiled for each game (see `Game.bind`). Playouts run inside the compiled code;
how they are spent is decided outside. If there are more moves than half the playouts, the surplus is dropped untried
(`Thought.narrow`). Then comes sequential halving: every move gets a few playouts, the better half stays and gets twice
as many each, and so on until one is left. The clock is checked there, too.

Two things reduce the variance. Playout number i uses the same dice and the same random choices for every move that is
tried (common random numbers). And where a game defines `prefer`, playouts follow it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.playout import ROLLS_PER_DECISION
from rollwright.core import contract
from rollwright.core.contract import Ints, Record, Rules, dice, legal, play, prefer, roll, score, tiebreak, waiting
from rollwright.core.game import Game
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.position import Position
from rollwright.core.random_stream import draw, streams

CHUNK = 2_048
"""Playouts between two checks of the clock, for compiled rules; uncompiled, where one takes milliseconds, it is 1."""

CROWD = 4
"""With this many times more legal moves than can be tried, a guided search tries preferred ones, not random ones."""

SHOWN = 4
"""Maximum number of alternatives in an advice."""

WIN = 8
"""What winning adds to the margin, in half points: enough to prefer a safe win, too little to gamble for one."""


@dataclass(frozen=True)
class Advice:
    """The move that the search chose, and the score it expects."""

    move: int
    halves: float
    """The seat's expected final score in half points: the mean of the playouts, or the current score without any."""
    others: list[tuple[int, float]]
    """The next best moves, best first, each with its expected score."""
    playouts: int
    """The number of playouts made."""


def favourite(s: Record, seat: int, moves: Ints, count: int, start: int) -> int:
    """Return the move with the greatest weight; among equals the first from `start` on, wrapping around."""
    best: int = moves[start]
    weight = prefer(s, seat, best)
    for i in range(start + 1, start + count):
        move = moves[i if i < count else i - count]
        its_weight = prefer(s, seat, move)
        if its_weight > weight:
            weight = its_weight
            best = move
    return best


def finish(s: Record, luck: Ints, guided: bool, sides: Ints, moves: Ints, limit: int) -> None:
    """Play a position to its end; `luck` holds a random stream for the dice, then one for each seat's choices."""
    decisions = 0
    rolls = 0
    while decisions <= limit and rolls <= ROLLS_PER_DECISION * (limit + 1):
        count = dice(s, sides)
        if count > 0:
            for i in range(count):
                sides[i] = draw(luck[0], sides[i]) + 1
            roll(s, sides)
            rolls += 1
            continue
        seats = waiting(s)
        if seats == 0:
            return
        seat = 0
        while seats & 1 == 0:
            seats >>= 1
            seat += 1
        count = legal(s, seat, moves)
        if count == 0:
            return
        start = draw(luck[1 + seat], count)
        play(s, seat, favourite(s, seat, moves, count, start) if guided else moves[start])
        decisions += 1


def worth(s: Record, seat: int) -> int:
    """Return the value of a final position for a seat, in half points.

    For a solo game it is the score plus the tie-break; otherwise the margin to the best other seat, plus or minus WIN.
    """
    own = score(s, seat)
    if s.seat_count == 1:
        return own + tiebreak(s, seat)
    best = 0
    best_tie = 0
    met = False
    for other in range(s.seat_count):
        if other != seat:
            halves = score(s, other)
            tie = tiebreak(s, other)
            if not met or halves > best or (halves == best and tie > best_tie):
                best = halves
                best_tie = tie
                met = True
    tie = tiebreak(s, seat)
    if own > best or (own == best and tie > best_tie):
        return own - best + WIN
    if own == best and tie == best_tie:
        return own - best
    return own - best - WIN


def try_moves(
    root: Record,
    seat: int,
    tried: Ints,
    lucks: Ints,
    guided: bool,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    limit: int,
    totals: Ints,
) -> None:
    """Make one playout of each tried move with each of the lucks; add its worth and the seat's score to `totals`."""
    for number in range(len(tried)):
        for i in range(len(lucks)):
            work[0] = root
            s = work[0]
            for stream in range(luck.shape[0]):
                for word in range(luck.shape[1]):
                    luck[stream, word] = lucks[i, stream, word]
            play(s, seat, tried[number])
            finish(s, luck, guided, sides, moves, limit)
            totals[number, 0] += worth(s, seat)
            totals[number, 1] += score(s, seat)


_RECORD, _NUMBER, _INTS = Argument.RECORD, Argument.NUMBER, Argument.INTS
_INTS_2D, _INTS_3D = Argument.INTS_2D, Argument.INTS_3D

SEARCH = library(
    NativeFunction(
        try_moves,
        (_RECORD, _NUMBER, _INTS, _INTS_3D, _NUMBER, Argument.RECORDS, _INTS_2D, _INTS, _INTS, _NUMBER, _INTS_2D),
        is_long=True,
    ),
    NativeFunction(favourite, (_RECORD, _NUMBER, _INTS, _NUMBER, _NUMBER)),
    NativeFunction(finish, (_RECORD, _INTS_2D, _NUMBER, _INTS, _INTS, _NUMBER)),
)
"""The native library of the bots."""


class Thought:
    """The search for one decision: the remaining candidate moves and the totals of their playouts."""

    def __init__(self, game: Game, position: bytes, seat: int, seed: int, guided: bool, compiled: bool | None) -> None:
        """Prepare to search a position for a seat; all its legal moves are candidates."""
        rules: Rules = game.rules(compiled)
        # Conceal it again, whatever the caller did: nothing may depend on what the seat may not know.
        self.root = Position(rules, rules.restore(position)).seen(seat).record
        self.rules, self.seat, self.limit = rules, seat, game.max_decisions
        self.guided = guided and has_preferences(game)
        self.seed = int.from_bytes(sha256(f"{seed}/{seat}/".encode() + self.root.tobytes()).digest()[:16], "big")
        seats = int(self.root.seat_count)
        self._luck = np.zeros((1 + seats, 4), np.int64)
        moves = np.zeros(rules.max_moves, np.int64)
        self._buffers = (np.zeros(1, rules.state), self._luck, np.zeros(rules.max_dice, np.int64), moves)
        self._run: Callable[..., object] = game.bind(try_moves, compiled)
        self._rounds = 0
        count = int(rules.legal(self.root, seat, moves)) if int(rules.waiting(self.root)) >> seat & 1 else 0
        self.moves: Ints = moves[:count].copy()
        self.totals: Ints = np.zeros((count, 2), np.int64)
        self.counts: Ints = np.zeros(count, np.int64)
        self.playouts = 0
        self._try(slice(0, 0), np.zeros((0, *self._luck.shape), np.int64))  # compiles it before the clock starts

    def narrow(self, most: int) -> None:
        """Keep at most this many candidates, chosen at random, or by weight if there are far more (see CROWD)."""
        if len(self.moves) > most:
            words = np.random.SeedSequence([self.seed, 0]).generate_state(len(self.moves), np.uint64)
            order = np.argsort(words, kind="stable")
            if self.guided and len(self.moves) > CROWD * most:
                weights = [-int(self.rules.prefer(self.root, self.seat, int(self.moves[each]))) for each in order]
                order = order[np.argsort(weights, kind="stable")]
            self.keep(np.sort(order[:most]))

    def play_out(self, each: int, deadline: float) -> bool:
        """Make `each` playouts of every candidate, with the same luck for all; return whether the deadline was met."""
        self._rounds += 1
        lucks = streams(self.seed, self._rounds, each * len(self._luck)).reshape(each, *self._luck.shape)
        chunk = CHUNK if self.rules.compiled else 1
        moves_at_once = min(chunk, len(self.moves))
        lucks_at_once = chunk // moves_at_once
        for luck in range(0, each, lucks_at_once):
            for move in range(0, len(self.moves), moves_at_once):
                self._try(slice(move, move + moves_at_once), lucks[luck : luck + lucks_at_once])
                if time.monotonic() > deadline:
                    return False
        return True

    def _try(self, some: slice, lucks: Ints) -> None:
        """Make a playout of some of the candidates with each of these lucks."""
        moves, totals = self.moves[some], self.totals[some]
        self._run(self.root, self.seat, moves, lucks, self.guided, *self._buffers, self.limit, totals)
        self.counts[some] += len(lucks)
        self.playouts += len(moves) * len(lucks)

    def drop(self, keep: int) -> list[tuple[int, float]]:
        """Keep the `keep` best candidates, best first; return the others that were tried, with their mean scores."""
        means = np.where(self.counts > 0, self.totals[:, 0] / np.maximum(1, self.counts), -inf)
        self.keep(np.argsort(-means, kind="stable"))
        dropped = self.means(keep)
        self.keep(np.arange(keep))
        return dropped

    def keep(self, which: NDArray[np.intp]) -> None:
        """Keep only the candidates at these places, in this order."""
        self.moves, self.totals, self.counts = self.moves[which], self.totals[which], self.counts[which]

    def means(self, first: int = 0) -> list[tuple[int, float]]:
        """Return the candidates from index `first` on that were tried, with the seat's mean score in half points."""
        rows = zip(self.moves[first:], self.totals[first:, 1], self.counts[first:], strict=True)
        return [(int(move), int(total) / int(count)) for move, total, count in rows if count > 0]


def has_preferences(game: Game) -> bool:
    """Return whether a game defines `prefer`."""
    return game.rules(compiled=False).prefer is not contract.prefer


def advise(
    game: Game,
    position: bytes,
    seat: int,
    playouts: int,
    seed: int,
    *,
    guided: bool = True,
    seconds: float = inf,
    compiled: bool | None = None,
) -> Advice:
    """Search for a seat's next move with this many playouts, or until the time is up.

    The time limit is for slow machines: within it, the same position, seat, playouts and seed give the same advice.
    """
    thought = Thought(game, position, seat, seed, guided, compiled)
    if len(thought.moves) == 0:
        raise ValueError(f"Seat {seat} is not waited for.")
    if len(thought.moves) == 1:
        return Advice(int(thought.moves[0]), float(thought.rules.score(thought.root, seat)), [], 0)
    deadline = time.monotonic() + seconds
    thought.narrow(max(2, playouts // 2))
    ranked: list[tuple[int, float]] = []
    rounds = (len(thought.moves) - 1).bit_length()
    while len(thought.moves) > 1:
        in_time = thought.play_out(max(1, playouts // (rounds * len(thought.moves))), deadline)
        ranked[:0] = thought.drop((len(thought.moves) + 1) // 2 if in_time else 1)
    move, halves = thought.means()[0]
    return Advice(move, halves, ranked[:SHOWN], thought.playouts)


def guess(game: Game, rules: Rules, position: bytes, seat: int, seed: int) -> Advice:
    """Choose a seat's next move by the game's `prefer` alone, which needs no playouts: while the search is compiled."""
    root = Position(rules, rules.restore(position)).seen(seat).record
    moves = Position(rules, root).legal(seat) if int(rules.waiting(root)) >> seat & 1 else []
    if not moves:
        raise ValueError(f"Seat {seat} is not waited for.")
    luck = sha256(f"{seed}/{seat}/".encode() + root.tobytes()).digest()
    start = int.from_bytes(luck[:8], "big") % len(moves)
    best: Callable[..., int] = game.bind(favourite, compiled=False)
    move = int(best(root, seat, np.array(moves, np.int64), len(moves), start))
    return Advice(move, float(rules.score(root, seat)), [], 0)


def warm_up(game: Game, compiled: bool | None = None) -> None:
    """Load everything that a search of this game needs, or compile it."""
    Thought(game, bytes(Position.new(game, game.seats[0], compiled=compiled)), 0, 0, True, compiled)
