"""Search where several seats act at once and in secret: whole plans of all of them are tried against each other.

A plan is all that a seat will do before the secrets are revealed. Every seat gets a few: the guide's, and variations
of it. Then they are played against each other by regret matching: in each trial every seat's plan is drawn from a
policy that prefers what would have paid so far, all plans of a seat are tried against the others' drawn ones, and the
policies learn from it. So the others are expected to answer well, never to give just the order that the guide would.

Written once against the contract and compiled for each game (see `Game.bind`).
"""

import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import VALUE_UNIT, favourite, finish, learned, set_luck, worth
from rollwright.core.contract import Ints, Record, legal, play, prefer, waiting
from rollwright.core.game import Game
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw, streams

if TYPE_CHECKING:
    from rollwright.bots.search import Thought

PLANS = 12
"""Plans for each seat."""

LONGEST = 16
"""Moves of a plan; whoever has more to do follows the guide after them."""

NO_MOVE = -1
"""Stands after the last move of a plan."""

STRAYS = 30
"""Of a hundred moves of a varied plan so many are not the guide's favourite, but one of the next."""

NEXT_BEST = 4
"""So far down the guide's list a varied plan may go."""

LEAST_TRIALS = 4
"""Fewer trials tell nothing."""

AT_ONCE = 2_048
"""Playouts between two checks of the clock, for compiled rules."""

PLANNING, TRYING = 1_000, 1_001
"""The parts of a decision's random numbers that plans are made and tried with."""

HUNDRED = 100
FINE = 1 << 20
"""Steps of a random share."""


def next_favourite(s: Record, seat: int, moves: Ints, count: int, weight: int) -> int:
    """Return the move with the greatest weight below this one, or NO_MOVE; among equals the first."""
    best = NO_MOVE
    most = 0
    for i in range(count):
        its_weight = prefer(s, seat, moves[i])
        if most < its_weight < weight:
            most = its_weight
            best = moves[i]
    return best


def write_plan(
    root: Record, seat: int, strays: int, stream: Ints, work: NDArray[np.void], moves: Ints, plan: Ints
) -> None:
    """Write what a seat does until the secrets are revealed, if it follows the guide and strays so often."""
    work[0] = root
    s = work[0]
    epoch = s.epoch
    for i in range(len(plan)):
        plan[i] = NO_MOVE
    i = 0
    while i < len(plan) and s.epoch == epoch and waiting(s) >> seat & 1:
        count = legal(s, seat, moves)
        move = favourite(s, seat, moves, count, draw(stream, count))
        if strays > 0 and draw(stream, HUNDRED) < strays:
            for _ in range(1 + draw(stream, NEXT_BEST)):
                other = next_favourite(s, seat, moves, count, prefer(s, seat, move))
                if other != NO_MOVE:
                    move = other
        plan[i] = move
        play(s, seat, move)
        i += 1


def follow(s: Record, seat: int, plan: Ints) -> None:
    """Make the moves of a plan."""
    i = 0
    while i < len(plan) and plan[i] != NO_MOVE and waiting(s) >> seat & 1:
        play(s, seat, plan[i])
        i += 1


def draw_plan(regrets: Ints, stream: Ints) -> int:
    """Return a plan, each as likely as its regret is great; the guide's, if none is regretted."""
    total = 0
    for i in range(len(regrets)):
        total += regrets[i]
    if total == 0:
        return 0
    left = draw(stream, FINE) * total // FINE
    i = 0
    while left >= regrets[i]:
        left -= regrets[i]
        i += 1
    return i


def write_plans(root: Record, stream: Ints, work: NDArray[np.void], moves: Ints, plans: Ints, regrets: Ints) -> None:
    """Write plans for all who act in secret, none of which is regretted yet; the first of every seat is the guide's."""
    for who in range(root.seat_count):
        if waiting(root) >> who & 1:
            for i in range(plans.shape[1]):
                write_plan(root, who, STRAYS if i > 0 else 0, stream, work, moves, plans[who, i])
                regrets[who, i] = 0


def match_plans(
    root: Record,
    seat: int,
    one_sided: bool,
    stream: Ints,
    lucks: Ints,
    cut: int,
    weights: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    noted: Ints,
    limit: int,
    plans: Ints,
    regrets: Ints,
    drawn: Ints,
    found: Ints,
) -> None:
    """Try the plans of all who act in secret, once for each of the lucks; `found[seat, trial]` are their worths.

    If `one_sided`, all others follow their first plan, the guide's: that is for comparison.
    """
    seats = waiting(root)
    for trial in range(len(lucks)):
        for who in range(root.seat_count):
            drawn[who] = 0
            if seats >> who & 1 and (who == seat or not one_sided):
                drawn[who] = draw_plan(regrets[who], stream)
        for who in range(root.seat_count):
            if seats >> who & 1 and (who == seat or not one_sided):
                worths = found[who, trial]
                try_plans(
                    root, who, seats, lucks[trial], cut, weights, work, luck, sides, moves, noted, limit, plans, drawn,
                    worths,
                )  # fmt: skip
                for i in range(len(worths)):
                    regrets[who, i] = max(0, regrets[who, i] + worths[i] - worths[drawn[who]])


def try_plans(
    root: Record,
    who: int,
    seats: int,
    streams: Ints,
    cut: int,
    weights: Ints,
    work: NDArray[np.void],
    luck: Ints,
    sides: Ints,
    moves: Ints,
    noted: Ints,
    limit: int,
    plans: Ints,
    drawn: Ints,
    found: Ints,
) -> None:
    """Try each plan of a seat against the drawn plans of the others, all with the same luck."""
    for i in range(plans.shape[1]):
        work[0] = root
        s = work[0]
        set_luck(luck, streams)
        for other in range(root.seat_count):
            if seats >> other & 1:
                follow(s, other, plans[other, i if other == who else drawn[other]])
        stage = finish(s, who, luck, True, cut, sides, moves, noted, limit)
        found[i] = learned(stage, weights, noted) if stage >= 0 else VALUE_UNIT * worth(s, who)


_RECORD, _NUMBER, _INTS = Argument.RECORD, Argument.NUMBER, Argument.INTS
_RECORDS, _INTS_2D, _INTS_3D = Argument.RECORDS, Argument.INTS_2D, Argument.INTS_3D

SECRET_PLANS = library(
    NativeFunction(write_plans, (_RECORD, _INTS, _RECORDS, _INTS, _INTS_3D, _INTS_2D)),
    NativeFunction(
        match_plans,
        (_RECORD, _NUMBER, _NUMBER, _INTS, _INTS_3D, _NUMBER, _INTS_2D, _RECORDS, _INTS_2D, _INTS, _INTS, _INTS,
         _NUMBER, _INTS_3D, _INTS_2D, _INTS, _INTS_3D),
        is_long=True,
    ),
)  # fmt: skip
"""The native library of this search; only games with secret moves need it."""


def has_secrets(game: Game) -> bool:
    """Return whether a game has moves that are made in secret."""
    return any(form.secret for form in game.moves.forms)


class SecretPlans:
    """The plans for one decision, and what they were worth in the trials so far."""

    def __init__(self, thought: "Thought", one_sided: bool = False) -> None:
        """Write plans for everybody who acts in secret in the position of a thought."""
        seats, root = thought.seats, thought.root
        self.thought, self.one_sided = thought, one_sided
        self.acting = int(thought.rules.waiting(root)).bit_count()
        self._stream: Ints = streams(thought.seed, PLANNING, 1)[0]
        self.plans: Ints = np.zeros((seats, PLANS, LONGEST), np.int64)
        self._regrets: Ints = np.zeros((seats, PLANS), np.int64)
        self.worths: Ints = np.zeros((0, PLANS), np.int64)
        """The worth of each plan of the seat, in VALUE_UNITs: a line for each trial."""
        game, compiled = thought.game, thought.compiled
        work, _, _, moves, _, _ = thought.buffers
        game.bind(write_plans, compiled)(root, self._stream, work, moves, self.plans, self._regrets)
        self._run: Callable[..., object] = game.bind(match_plans, compiled)

    def try_out(self, playouts: int, deadline: float = inf) -> None:
        """Spend so many playouts on trials, or as many as there is time for."""
        a_trial = PLANS * (1 if self.one_sided else self.acting)
        trials = max(LEAST_TRIALS, playouts // a_trial)
        at_once = max(1, AT_ONCE // a_trial) if self.thought.rules.compiled else 1
        lucks = self.thought.lucks(TRYING, trials)
        while len(self.worths) < trials and time.monotonic() < deadline:
            some = lucks[len(self.worths) : len(self.worths) + at_once]
            found = np.zeros((self.thought.seats, len(some), PLANS), np.int64)
            self._run(
                self.thought.root, self.thought.seat, self.one_sided, self._stream, some, self.thought.cut,
                self.thought.weights, *self.thought.buffers, self.plans, self._regrets,
                np.zeros(self.thought.seats, np.int64), found,
            )  # fmt: skip
            self.worths = np.concatenate([self.worths, found[self.thought.seat]])
            self.thought.playouts += len(some) * a_trial

    def ranked(self) -> list[tuple[int, float]]:
        """Return the first moves of the plans, best first, with the mean worth of their best plan in half points.

        There is no doubt to be met: plans differ most in what they are worth against different answers, and whoever
        waits to be sure of a lead gives the guide's orders, which can be foreseen. Early trials, in which nobody has
        learned yet, do not count. Returns nothing if there was no time for a trial.
        """
        counted = self.worths[len(self.worths) // 4 :]
        if len(counted) < 2:
            return []
        first_moves = self.plans[self.thought.seat, :, 0].tolist()
        means = counted.mean(axis=0) / VALUE_UNIT
        order = np.argsort(-means, kind="stable").tolist()
        best: dict[int, float] = {}
        for each in order:
            best.setdefault(first_moves[each], float(means[each]))
        return list(best.items())
