"""Learn to play a game better than its guide, by playing with oneself and with the guide.

    python train.py terminal_dispute --minutes 10 --seed 1

One core learns with NumPy on the batch API: games are played by sampling from the policy, every decision is compared
with what the value had expected (generalised advantage estimation), and the policy is moved by PPO. It ends with a
measurement on dice that were never met in training, and writes the weights to a file that
`learned_bot.py` plays with.
"""

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from policy import Adam, Asked, Floats, Ints, Policy, joined, softmax

import rollwright
from rollwright.batch import Batch
from rollwright.core.game import Game, open_game

FRESH = 1_000_000_000
"""Dice of measurements are those of the seeds from here on; training stays below."""
NOBODY = -1
PART = 4000
"""So many games are measured at once."""
TURN = 1_000_000
"""Seeds of one training are apart by this from those of the next seed."""


@dataclass(frozen=True)
class Plan:
    """How to learn."""

    hidden: int = 64
    games: int = 256
    """Played between two lessons."""
    epochs: int = 2
    rows: int = 1024
    """Decisions of one step."""
    rate: float = 7e-4
    clip: float = 0.2
    warm: int = 1024
    """In so many games only the value learns."""
    fade: float = 0.95
    """How far a later surprise is put down to an earlier decision (GAE's lambda)."""


Choose = Callable[[Asked], Ints]
"""Returns for each decision the place of a move in its row."""


def settings(game: Game, seats: int) -> list[dict[str, list[str]]]:
    """Return what to train on: of every option the first choice, of those that each seat has for itself all."""
    own = [option for option in game.options if option.per_seat and option.names(seats)]
    allowed = []
    for chosen in product(*(product(option.names(seats), repeat=seats) for option in own)):
        setting = {option.name: list(each) for option, each in zip(own, chosen, strict=True)}
        try:
            game.setting(seats, setting)
        except rollwright.Refusal:  # such as two seats with one faction
            continue
        allowed.append(setting)
    return allowed or [{}]


@dataclass
class Played:
    """Games that were played to their ends: the learner's decisions in order, and what came of them."""

    asked: list[Asked]
    """For each step the decisions in those games in which the learner was asked."""
    places: list[Ints]
    """What was chosen."""
    games: list[Ints]
    seats: list[Ints]
    results: Floats
    """For each game and seat: alone the points; else 1 for a victory, and less or more for the rest."""
    points: Floats


class Arena:
    """Games of one kind that are played again and again."""

    def __init__(self, game: Game, seats: int, count: int, unit: float = 0) -> None:
        """Make room for so many games at once; without a unit of the guide's weights find one."""
        self.batch = Batch(game, count, seats, settings(game, seats), restarts=False)
        self.unit = unit or self._find_unit()

    def _find_unit(self) -> float:
        """Return by how much the guide likes its favourite more than the second, in the middle, where it does."""
        leads: list[float] = []
        self.batch.reset(0)
        while (self.batch.seat != NOBODY).any():
            rows = np.flatnonzero(self.batch.counts > 1)
            weights, counts = self.batch.weights()[rows], self.batch.counts[rows]
            known = np.where(np.arange(weights.shape[1]) < counts[:, None], -weights, np.iinfo(np.int64).max)
            first, second = np.partition(known, 1, axis=1)[:, :2].T
            leads.extend(second - first)
            self.batch.step(self.batch.guide())
        return float(np.median([lead for lead in leads if lead > 0] or [1]))

    def asked(self, rows: Ints) -> Asked:
        """Return the decisions that are due in these games."""
        batch = self.batch
        return Asked.of(
            batch.observations[rows], batch.legal[rows], batch.counts[rows], batch.weights()[rows], self.unit
        )

    def play(self, seeds: int | list[int], is_guided: NDArray[np.bool_], choose: Choose, keeps: bool) -> Played:
        """Play all games to their ends; the guide plays the seats of `is_guided`, one row a game.

        Unless it `keeps` them, the decisions are forgotten, as they need much memory.
        """
        batch = self.batch
        batch.reset(seeds)
        played = Played([], [], [], [], np.zeros(is_guided.shape, np.float32), np.zeros(is_guided.shape, np.float32))
        while (batch.seat != NOBODY).any():
            ids = batch.guide()
            own = np.flatnonzero((batch.seat != NOBODY) & ~is_guided[np.arange(len(batch)), batch.seat])
            if len(own):
                asked = self.asked(own)
                places = choose(asked)
                ids[own] = asked.moves[np.arange(len(own)), places]
                if keeps:
                    played.asked.append(asked)
                    played.places.append(places)
                    played.games.append(own)
                    played.seats.append(batch.seat[own].copy())
            stepped = batch.step(ids)
            played.results[stepped.ended] = stepped.rewards[stepped.ended]
        played.points[:] = batch.last_points
        return played


class Training:
    """A policy that learns from what it plays."""

    def __init__(self, game: str, seats: int, seed: int, plan: Plan) -> None:
        """Start with the guide."""
        self.plan, self.seats = plan, seats
        self.random = np.random.default_rng(seed)
        self.next_seed = seed * TURN
        self.arena = Arena(open_game(game), seats, plan.games)
        batch = self.arena.batch
        self.policy = Policy(len(batch.features), batch.ids, plan.hidden, self.arena.unit, seed)
        self.adam = Adam(self.policy.weights)
        self.middle, self.spread = 0.0, 0.0
        self.played = 0

    def sample(self, asked: Asked) -> Ints:
        """Choose by the policy's probabilities (the Gumbel trick)."""
        likings = self.policy.likings(asked)
        places: Ints = (likings + self.random.gumbel(size=likings.shape)).argmax(axis=1)
        return places

    def lesson(self, rate: float) -> float:
        """Play games and learn from them; return the points of a seat, as they were with moves drawn at random."""
        is_guided = np.zeros((self.plan.games, self.seats), bool)
        if self.seats > 1:  # in half of the games one seat is the learner's, and the guide plays the others
            mixed = np.arange(self.plan.games // 2, self.plan.games)
            is_guided[mixed] = True
            is_guided[mixed, self.random.integers(self.seats, size=len(mixed))] = False
        played = self.arena.play(self.next_seed, is_guided, self.sample, keeps=True)
        self.next_seed += self.plan.games
        self.played += self.plan.games
        values = [self.policy.values(asked.seen) for asked in played.asked]
        gained, aims = surprises(played, self.worth(played), values, self.plan.fade)
        self.learn(joined(played.asked), np.concatenate(played.places), gained, aims, rate)
        return float(played.points[~is_guided].mean())

    def worth(self, played: Played) -> Floats:
        """Return what the games are worth to each seat, with a spread of about 1.

        Alone these are the points. With others half of it is the lead, which says more than the result; the rest that.
        """
        points = played.points if self.seats == 1 else leads(played)
        if not self.spread:
            self.middle, self.spread = float(points.mean()), float(points.std()) or 1.0
        scaled = (points - self.middle) / self.spread
        return scaled if self.seats == 1 else (scaled + played.results) / 2

    def learn(self, asked: Asked, chosen: Ints, gained: Floats, aims: Floats, rate: float) -> None:
        """Move the policy towards what gained and away from what lost, and the value towards what came."""
        before = np.concatenate([
            np.log(softmax(self.policy.likings(asked[part]))[np.arange(len(chosen[part])), chosen[part]] + 1e-12)
            for part in (slice(start, start + self.plan.rows) for start in range(0, len(asked), self.plan.rows))
        ])  # fmt: skip
        gained = (gained - gained.mean()) / (gained.std() + 1e-6)
        for _ in range(self.plan.epochs):
            order = self.random.permutation(len(asked))
            for rows in np.array_split(order, max(1, len(order) // self.plan.rows)):
                gradients = self.policy.gradients(
                    asked[rows], chosen[rows], before[rows], gained[rows], aims[rows], self.plan.clip
                )
                if self.played <= self.plan.warm:
                    gradients = {name: each for name, each in gradients.items() if name.startswith("value")}
                self.adam.step(gradients, rate)


def leads(played: Played) -> Floats:
    """Return by how many points each seat is ahead of the best other one."""
    points = played.points
    others = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(points.shape[1])]
    ahead: Floats = points - np.stack(others, axis=1)
    return ahead


def surprises(played: Played, worth: Floats, values: list[Floats], fade: float) -> tuple[Floats, Floats]:
    """Return what each decision gained on what was expected, and what should have been expected (GAE)."""
    after = worth.copy()  # what is expected after the decision at hand: of each game and seat
    later = np.zeros_like(worth)
    gained = []
    for rows, seats, expected in zip(played.games[::-1], played.seats[::-1], values[::-1], strict=True):
        gain = after[rows, seats] - expected + fade * later[rows, seats]
        after[rows, seats] = expected
        later[rows, seats] = gain
        gained.append(gain)
    together = np.concatenate(gained[::-1])
    return together, together + np.concatenate(values)


def measure(
    policy: Policy, game: str, seats: int, games: int, first_seed: int = FRESH
) -> dict[str, tuple[float, float]]:
    """Play the policy's best moves on fresh dice; return means with half the width of their 95% intervals.

    Alone the guide plays the same dice, too. With others each set of dice is played with the policy at every seat, and
    those games count as one.
    """
    opened = open_game(game)
    kinds = len(settings(opened, seats))
    size = -(-PART // kinds) * kinds  # so that the settings take turns as if all were played at once
    parts = [
        results(policy, opened, seats, min(size, games - start), first_seed + start) for start in range(0, games, size)
    ]
    return {name: _mean(np.concatenate([part[name] for part in parts])) for name in parts[0]}


def results(policy: Policy, game: Game, seats: int, games: int, first_seed: int) -> dict[str, NDArray[np.floating]]:
    """Return what came of each set of dice."""
    arena = Arena(game, seats, games, policy.unit)

    def best(asked: Asked) -> Ints:
        places: Ints = policy.likings(asked).argmax(axis=1)
        return places

    if seats == 1:
        own, guides = (
            arena.play(first_seed, np.full((games, 1), kind), best, keeps=False).points[:, 0] for kind in (False, True)
        )
        return {"points": own, "guide": guides, "gain": own - guides}
    shares, ahead = np.zeros((seats, games)), np.zeros((seats, games))
    for seat in range(seats):
        is_guided = np.ones((games, seats), bool)
        is_guided[:, seat] = False
        played = arena.play(first_seed, is_guided, best, keeps=False)
        shares[seat] = (played.results[:, seat] * (seats - 1) + 1) / seats
        ahead[seat] = leads(played)[:, seat]
    return {"victories": shares.mean(axis=0), "lead": ahead.mean(axis=0)}


def _mean(numbers: NDArray[np.floating]) -> tuple[float, float]:
    return float(numbers.mean()), float(1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers)))


def told(measured: dict[str, tuple[float, float]]) -> str:
    """Return a measurement in words."""
    return ", ".join(f"{name} {mean:.3f} ± {half:.3f}" for name, (mean, half) in measured.items())


def whole(least: int, below: float = math.inf) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` on, and below a limit."""

    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) < below:
            most = "" if math.isinf(below) else f" and below {below}"
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} on{most}")
        return int(text)

    return read


def positive(text: str) -> float:
    """Parse a number that is more than 0."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return number


def main() -> None:
    """Train, measure, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--seats", type=whole(1), help="by default as few as can be")
    asked.add_argument("--minutes", type=positive, default=10, help="how long to learn")
    asked.add_argument("--games", type=whole(1), help="how many games to learn from, instead: then it can be repeated")
    asked.add_argument("--seed", type=whole(0, FRESH // TURN), default=1)
    asked.add_argument("--rate", type=positive, default=Plan.rate, help="how far a step goes, at first")
    asked.add_argument("--measure", type=whole(2), default=2000, help="on how many sets of fresh dice to measure")
    asked.add_argument("--to", type=Path, help="the file to write, by default GAME.npz")
    chosen = asked.parse_args()
    try:
        game = open_game(chosen.game)
        seats = chosen.seats or game.seats[0]
        game.check_seats(seats)
    except rollwright.Refusal as refusal:
        asked.error(str(refusal))
    plan = Plan(rate=chosen.rate)
    training = Training(chosen.game, seats, chosen.seed, plan)
    began = time.process_time()
    while True:
        seconds = time.process_time() - began
        spent = training.played / chosen.games if chosen.games else seconds / (60 * chosen.minutes)
        if spent >= 1:
            break
        points = training.lesson(plan.rate * (1 - spent))
        if training.played % (20 * plan.games) == 0:
            print(f"{seconds:.0f} s, {training.played} games, {points:.2f} points", flush=True)
    path = chosen.to or Path(f"{chosen.game}.npz")
    training.policy.save(path)
    print(f"Learned from {training.played} games in {seconds:.0f} seconds of one core; the weights are in {path}.")
    print(told(measure(Policy.load(path), chosen.game, seats, chosen.measure)))


if __name__ == "__main__":
    main()
