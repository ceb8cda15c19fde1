"""The search: tries a seat's moves in many playouts, and leaves the game's guide only where that surely pays.

The guide is the game's `prefer`: playouts follow it, its favourite move is always among the candidates, and another
move is made only if its lead over the favourite is greater than its own uncertainty (`Budget.doubt` standard errors).
So few playouts are not worse than none. Playout number i uses the same dice and the same random choices for every move
that is tried (common random numbers), and the lead is measured playout by playout.

If there are more moves than the playouts suffice for, the guide chooses the candidates (`Thought.narrow`). Then comes
sequential halving: every candidate gets a few playouts, the better half stays and gets twice as many each, and so on.
The clock is checked in between. Playouts may be cut short and ended by the game's learned value. With much time the
seat plays by that value in them, too, and the value names the candidates (:mod:`rollwright.bots.valued_playouts`).
Where several seats act at once and in secret, and the seat does not play by the value, whole plans of all are tried
(:mod:`rollwright.bots.secret_plans`).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import HALVES, KEPT, TO_THE_END, VALUE_UNIT, WORTH, favourite, try_moves, weigh
from rollwright.bots.learned_value import NOTHING_LEARNED, learned_value
from rollwright.bots.secret_plans import SecretPlans, has_secrets
from rollwright.bots.valued_playouts import foresee, try_moves_by_value
from rollwright.core import contract
from rollwright.core.contract import Ints, Rules
from rollwright.core.game import Game
from rollwright.core.position import Position
from rollwright.core.random_stream import streams

CHUNK = 2_048
"""Playouts between two checks of the clock, for compiled rules; uncompiled, where one takes milliseconds, it is 1."""

CHUNK_BY_VALUE = 128
"""The same for playouts in which the seat plays by its value: they take longer."""

CHUNK_PLAIN = 64
"""Moves that the guide weighs between two checks of the clock, uncompiled."""

LEAST = 4
"""Playouts that suffice for a candidate: with fewer each, there are fewer candidates."""

SHOWN = 4
"""Maximum number of alternatives in an advice."""

TOLD = 8
"""Playouts to the end that tell the expected score of a move, where those of the search were cut short."""

ORDER, SEARCHING, TELLING, LOOKING = 0, 1, 2, 900
"""The parts of a decision's random numbers; each round of the search has one of its own from SEARCHING on."""


@dataclass(frozen=True)
class Budget:
    """How a decision is searched."""

    playouts: int
    """Playouts for the decision; 0 follows the guide without any."""
    cut: int = TO_THE_END
    """Rolls after which a playout is ended by the learned value, if the game has one."""
    guided: bool = True
    """Whether the game's `prefer` is asked at all."""
    doubt: float = 1.0
    """Standard errors by which a move must lead to be made instead of the guide's."""
    overlooks: int = 0
    """Of a hundred moves so many are not noticed at all, as happens to people."""
    considers: int = 0
    """Candidates at the most, those that the guide likes best; 0: as many as the playouts suffice for."""
    by_value: int = 0
    """In playouts the seat itself plays by its learned value, among so many moves that the guide likes best; 0, or
    where nothing was learned: by the guide. It takes some five times as long."""
    follows: int = 0
    """Where it plays by its value: what follows a move before dice are due is chosen by the value, too, among so many
    moves that the guide likes best; 0: by the guide. It takes some three times as long again."""


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


class Thought:
    """The search for one decision: the remaining candidate moves and what came of their playouts."""

    def __init__(
        self, game: Game, position: bytes, seat: int, seed: int, budget: Budget, compiled: bool | None
    ) -> None:
        """Prepare to search a position for a seat; all its legal moves are candidates."""
        rules: Rules = game.rules(compiled)
        # Conceal it again, whatever the caller did: nothing may depend on what the seat may not know.
        self.root = Position(rules, rules.restore(position)).seen(seat).record
        self.game, self.rules, self.seat, self.compiled = game, rules, seat, compiled
        self.guided = budget.guided and has_preferences(game)
        self.doubt = budget.doubt
        value = learned_value(game) if budget.cut != TO_THE_END else NOTHING_LEARNED
        self.cut = budget.cut if len(value.weights) else TO_THE_END
        self.by_value = budget.by_value if self.guided and len(value.weights) else 0
        self.follows = budget.follows
        self.seed = decision_seed(seed, seat, self.root.tobytes())
        self.seats = int(self.root.seat_count)
        moves = np.zeros(rules.max_moves, np.int64)
        self.weights = np.ascontiguousarray(value.weights)
        self.buffers = (
            np.zeros(3, rules.state),
            np.zeros((1 + self.seats, 4), np.int64),
            np.zeros(rules.max_dice, np.int64),
            moves,
            np.zeros(max(1, len(value.names)), np.int64),
            game.max_decisions,
        )
        self._run: Callable[..., object] = game.bind(try_moves, compiled)
        if self.by_value:
            self._run_by_value: Callable[..., object] = game.bind(try_moves_by_value, compiled)
        self._rounds = 0
        count = int(rules.legal(self.root, seat, moves)) if int(rules.waiting(self.root)) >> seat & 1 else 0
        self.moves: Ints = moves[:count].copy()
        self.worths: Ints = np.zeros((count, 0), np.int64)
        """The worth of each playout of each candidate, in VALUE_UNITs; all candidates met the same lucks."""
        self.halves: Ints = np.zeros(count, np.int64)
        """The sum of the scores."""
        self.playouts = 0
        self.results(self.moves[:0], self.lucks(SEARCHING, 0), self.cut)  # compiles it before the clock starts

    def order(self, overlooks: int = 0, deadline: float = inf) -> None:
        """Put the candidates into the guide's order, the favourite first; equals, and all without a guide, at random.

        Drops those that are overlooked, but never all. Moves that the guide has no time for come last.
        """
        words = np.random.SeedSequence([self.seed, ORDER]).generate_state(2 * len(self.moves), np.uint32)
        order = np.argsort(words[::2], kind="stable")
        if overlooks:
            noticed = [each for each in order.tolist() if int(words[2 * each + 1]) * 100 >> 32 >= overlooks]
            order = np.array(noticed or order[:1].tolist(), np.intp)
        if self.guided:
            order = order[np.argsort(-self._weighed(self.moves[order], deadline), kind="stable")]
        self.keep(order)
        if self.by_value and time.monotonic() <= deadline:
            self.keep(self._by_value(deadline))

    def _weighed(self, moves: Ints, deadline: float) -> Ints:
        """Return the guide's weights of moves; 0 for those after the deadline."""
        weights = np.zeros(len(moves), np.int64)
        run = self.game.bind(weigh, self.compiled)
        some = CHUNK if self.rules.compiled else CHUNK_PLAIN
        for first in range(0, len(moves), some):
            part = slice(first, first + some)
            run(self.root, self.seat, moves[part], weights[part])
            if time.monotonic() > deadline:
                break
        return weights

    def _by_value(self, deadline: float) -> NDArray[np.intp]:
        """Return the places of the candidates, the one with the greatest learned value first.

        Of those that lead to the same position before dice are due only the first is among them: the same in another
        order.
        """
        count = len(self.moves)
        ends, values = np.zeros(count, self.rules.state), np.zeros(count, np.int64)
        run = self.game.bind(foresee, self.compiled)
        work, luck, sides, listed, noted, limit = self.buffers
        streams = self.lucks(LOOKING, 1)[0]
        some = CHUNK if self.rules.compiled else CHUNK_PLAIN
        seen: dict[bytes, int] = {}
        for first in range(0, count, some):
            part = slice(first, first + some)
            run(
                self.root, self.seat, self.moves[part], streams, self.follows, self.weights, ends[part],
                work, luck, sides, listed, np.zeros_like(listed), noted, limit, values[part],
            )  # fmt: skip
            for place in range(first, min(first + some, count)):
                seen.setdefault(ends[place].tobytes(), place)
            if time.monotonic() > deadline:
                break
        places = np.array(list(seen.values()), np.intp)
        return places[np.argsort(-values[places], kind="stable")]

    def narrow(self, most: int) -> None:
        """Keep at most this many candidates, the first ones."""
        self.keep(np.arange(min(most, len(self.moves))))

    def play_out(self, each: int, deadline: float = inf) -> bool:
        """Make `each` playouts of every candidate, with the same luck for all; return whether the deadline was met."""
        lucks = self.lucks(SEARCHING + 1 + self._rounds, each)
        self._rounds += 1
        chunk = (CHUNK_BY_VALUE if self.by_value else CHUNK) if self.rules.compiled else 1
        moves_at_once = min(chunk, len(self.moves))
        lucks_at_once = chunk // moves_at_once
        for first in range(0, each, lucks_at_once):
            some = lucks[first : first + lucks_at_once]
            parts = []
            for move in range(0, len(self.moves), moves_at_once):
                parts.append(self.results(self.moves[move : move + moves_at_once], some, self.cut))
                if time.monotonic() > deadline:
                    return False  # what not all candidates have met is of no use
            found = np.concatenate(parts)
            self.worths = np.concatenate([self.worths, found[:, :, WORTH]], axis=1)
            self.halves += found[:, :, HALVES].sum(axis=1)
        return True

    def results(self, moves: Ints, lucks: Ints, cut: int) -> Ints:
        """Return what came of a playout of each of these moves with each of these lucks; to the end, by the guide."""
        found = np.zeros((len(moves), len(lucks), KEPT), np.int64)
        if self.by_value and cut != TO_THE_END:
            work, luck, sides, listed, noted, limit = self.buffers
            self._run_by_value(
                self.root, self.seat, moves, lucks, self.by_value, self.follows, cut, self.weights, work, luck,
                np.zeros_like(luck), sides, listed, np.zeros_like(listed), np.zeros_like(listed), noted, limit, found,
            )  # fmt: skip
        else:
            self._run(self.root, self.seat, moves, lucks, self.guided, cut, self.weights, *self.buffers, found)
        self.playouts += len(moves) * len(lucks)
        return found

    def drop(self, keep: int, guides: int | None = None) -> list[tuple[int, float]]:
        """Keep the `keep` best candidates, best first, and the guide's; return the others, with their mean scores."""
        self.keep(np.argsort(-self.worths.sum(axis=1), kind="stable"))
        stays = [place for place, move in enumerate(self.moves.tolist()) if place < keep or move == guides]
        means = self.means()
        dropped = [each for place, each in enumerate(means) if place not in stays]
        self.keep(np.array(stays, np.intp))
        return dropped

    def keep(self, which: NDArray[np.intp]) -> None:
        """Keep only the candidates at these places, in this order."""
        self.moves, self.worths, self.halves = self.moves[which], self.worths[which], self.halves[which]

    def means(self) -> list[tuple[int, float]]:
        """Return the candidates with the seat's mean score in half points; nothing if there was no playout."""
        tried = self.worths.shape[1]
        sums = self.worths.sum(axis=1) / VALUE_UNIT if self.cut != TO_THE_END else self.halves
        return [(int(move), float(each) / tried) for move, each in zip(self.moves, sums, strict=True)] if tried else []

    def leads(self, other: int) -> bool:
        """Return whether the first candidate is better than the candidate `other` beyond doubt."""
        lead = self.worths[0] - self.worths[other]
        mean, error = mean_and_error(len(lead), int(lead.sum()), int((lead * lead).sum()))
        return mean > self.doubt * error

    def in_secret(self) -> bool:
        """Return whether others act at the same time, and nobody sees what: then plans of all are searched.

        Who plays by the value searches such moves like any others, and expects what the guide would do from the others.
        """
        others = int(self.rules.waiting(self.root)) & ~(1 << self.seat)
        if not self.guided or self.by_value or not others:
            return False
        return any(self.game.moves.is_secret(int(each)) for each in self.moves)

    def told(self, moves: list[int]) -> list[tuple[int, float]]:
        """Return moves with their mean scores in a few playouts to the end.

        They follow the guide: by the value they would take longer than the search, and lead by more than is likely.
        """
        found = self.results(np.array(moves, np.int64), self.lucks(TELLING, TOLD), TO_THE_END)
        return list(zip(moves, found[:, :, HALVES].mean(axis=1).tolist(), strict=True))

    def lucks(self, part: int, count: int) -> Ints:
        """Return so many lucks: random streams for the dice and for each seat's choices."""
        each = (1 + self.seats) * (2 if self.by_value else 1)
        return streams(self.seed, part, count * each).reshape(count, each, 4)


def decision_seed(seed: int, seat: int, seen: bytes) -> int:
    """Return the seed of one decision, which follows from a bot's seed and from what its seat sees.

    It tells nothing of the bot's seed, so a page may know it, and cannot tell from it what the bot will do next.
    """
    return int.from_bytes(sha256(f"{seed}/{seat}/".encode() + seen).digest()[:16], "big")


def mean_and_error(count: int, total: int, squares: int) -> tuple[float, float]:
    """Return the mean of so many whole numbers and its standard error, from their sum and the sum of their squares.

    Sums of whole numbers are exact, so that this comes out the same wherever it is worked out.
    """
    if count < 2:
        return total / max(1, count), inf
    return total / count, sqrt(float(count * squares - total * total) / float(count * count * (count - 1)))


def has_preferences(game: Game) -> bool:
    """Return whether a game defines `prefer`."""
    return game.has_advice(contract.prefer)


def advise(
    game: Game,
    position: bytes,
    seat: int,
    budget: Budget,
    seed: int,
    *,
    seconds: float = inf,
    compiled: bool | None = None,
) -> Advice:
    """Search for a seat's next move within a budget, or until the time is up.

    The time limit is for slow machines: within it, the same position, seat, budget and seed give the same advice.
    """
    thought = Thought(game, position, seat, seed, budget, compiled)
    if len(thought.moves) == 0:
        raise ValueError(f"Seat {seat} is not waited for.")
    deadline = time.monotonic() + seconds
    now = float(thought.rules.score(thought.root, seat))
    if len(thought.moves) == 1:
        return Advice(int(thought.moves[0]), now, [], 0)
    thought.order(budget.overlooks, deadline)
    guides = int(thought.moves[0])
    in_secret = thought.in_secret() and budget.playouts > 0 and not budget.overlooks
    if in_secret:
        plans = SecretPlans(thought)
        plans.try_out(budget.playouts, deadline)
        ranked = plans.ranked()
    else:
        most = max(2, budget.playouts // LEAST)
        thought.narrow(min(most, budget.considers) if budget.considers else most)
        ranked = _halve(thought, guides, budget.playouts, deadline) if budget.playouts else []
    if not ranked:
        return Advice(guides, now, [], thought.playouts)
    if in_secret or (thought.cut != TO_THE_END and thought.seats > 1):  # by their worth, which is no score
        ranked = thought.told([move for move, _ in ranked[: 1 + SHOWN]])
    (move, halves), others = ranked[0], ranked[1 : 1 + SHOWN]
    return Advice(move, halves, others, thought.playouts)


def _halve(thought: Thought, guides: int, playouts: int, deadline: float) -> list[tuple[int, float]]:
    """Return the candidates, best first, with their mean scores: the guide's favourite first if none is surely better.

    Without a guide the best is the one with the greatest mean. Returns nothing if time was up before the first playout.
    """
    dropped: list[tuple[int, float]] = []
    rounds = max(1, (len(thought.moves) - 1).bit_length())
    for _ in range(rounds):
        in_time = thought.play_out(max(1, playouts // (rounds * len(thought.moves))), deadline)
        dropped[:0] = thought.drop((len(thought.moves) + 1) // 2, guides if thought.guided else None)
        if not in_time:
            break
    best = thought.means()
    if best and thought.guided and best[0][0] != guides:
        place = thought.moves.tolist().index(guides)
        if not thought.leads(place):
            best.insert(0, best.pop(place))
    return best + dropped


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
    start = bytes(Position.new(game, game.seats[0], compiled=compiled))
    thought = Thought(game, start, 0, 0, Budget(1, cut=0, by_value=1), compiled)
    if has_secrets(game) and has_preferences(game):
        SecretPlans(thought)
