"""Learn where to leave a game's guide, from pairs of moves that are played on to the end on the same dice.

    python advantages.py starcraft --pairs 1600000 --seed 1

In games of the policy, which begins as the guide, it takes the guide's move and another one that the policy hopes to
gain by, lets the guide play on after both on the same dice, and teaches the policy what the other move gained. This
is asked in rounds, each with what was learned in those before. In the end fresh pairs tell how much must be hoped for
before it pays to leave the guide. It ends with a measurement on dice that were never met, and writes the weights to a
file that `learned_bot.py` plays with.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pairs import gains
from policy import NEVER, Adam, Asked, Floats, Ints, Policy, joined
from train import FRESH, NOBODY, TURN, Arena, measure, told, whole

import rollwright
from rollwright.core.game import open_game

FAVOURITE, OTHER = range(2)
"""The moves of a pair: one that the guide likes best, and another one."""


MARGINS = tuple(step / 50 for step in range(26))
"""What may be asked of a hope before the guide is left, in spreads of what single pairs gained."""
ROWS = 10_000
"""So many pairs are judged at once."""


@dataclass(frozen=True)
class Plan:
    """How to learn."""

    pairs: int = 1_600_000
    rounds: int = 3
    hidden: int = 128
    games: int = 2000
    """Played at once to find pairs."""
    heats: tuple[float, float] = (1.0, 0.15)
    """How far below the favourite's a liking may be to be asked about: in the first round, and later, when likings are
    gains in spreads."""
    epochs: int = 5
    rows: int = 2048
    """Pairs of one step."""
    rate: float = 2e-3
    checked: float = 0.15
    """How many pairs are played to choose the margin, as a part of those that were learned from."""


@dataclass
class Tried:
    """Pairs, and what the other move gained."""

    pairs: Asked
    """Two moves each: FAVOURITE and OTHER. Observations are kept in half precision."""
    gained: Floats

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.gained)


class Asking:
    """A policy that learns from pairs."""

    def __init__(self, game: str, seats: int, seed: int, plan: Plan) -> None:
        """Start with the guide."""
        self.plan, self.seed = plan, seed
        self.random = np.random.default_rng(seed)
        self.next_seed = seed * TURN
        self.next_pair = seed << 32
        self.arena = Arena(open_game(game), seats, plan.games)
        self.policy = self._new()
        self.tried: list[Tried] = []
        self.spread = 1.0

    def _new(self) -> Policy:
        batch = self.arena.batch
        return Policy(len(batch.features), batch.ids, self.plan.hidden, self.arena.unit, self.seed)

    def ask(self, count: int, heat: float) -> tuple[Tried, int]:
        """Find so many pairs in games of the policy, and play them on; return them and the number of games.

        The hotter, the more is asked about moves that the policy does not like. Without heat, every decision is asked
        about at which the policy leaves the guide, and nothing else. Where less than a pair a game is found, it ends
        after as many games.
        """
        found = [self._ask_games(heat)]
        while sum(map(len, found)) < count and len(found) * self.plan.games < count:
            found.append(self._ask_games(heat))
        together = Tried(joined([each.pairs for each in found]), np.concatenate([each.gained for each in found]))
        return together, len(found) * self.plan.games

    def _ask_games(self, heat: float) -> Tried:
        """Play the games of one batch, and find and try pairs in them."""
        batch = self.arena.batch
        batch.reset(self.next_seed)
        pairs, roots, seats = [], [], []
        while (batch.seat != NOBODY).any():
            rows = np.flatnonzero(batch.counts > 1)
            ids = batch.legal[:, 0].copy()
            if len(rows):
                asked = self.arena.asked(rows)
                likings = self.policy.likings(asked)
                ids[rows] = asked.moves[np.arange(len(rows)), likings.argmax(axis=1)]
                which, places = self.chosen(asked, likings, heat)
                pairs.append(pairs_of(asked, which, places))
                roots.append(batch.positions[rows[which]])
                seats.append(batch.seat[rows[which]])
            batch.step(ids)
        together = joined(pairs)
        gained = gains(batch.game, np.concatenate(roots), np.concatenate(seats), together.moves, self.next_pair)
        self.next_seed += self.plan.games
        self.next_pair += len(together)
        return Tried(together, gained)

    def chosen(self, asked: Asked, likings: Floats, heat: float) -> tuple[Ints, Ints]:
        """Return at which decisions to ask, and the places of the favourite and of the other move there.

        Of moves that the guide likes equally, a random one is its favourite.
        """
        rows = np.arange(len(asked))
        is_favourite = asked.is_move & (asked.clues[:, :, -1] == 0)
        drawn = self.random.random(likings.shape)
        favourite = np.where(is_favourite, drawn, -1).argmax(axis=1)
        hopes = np.where(asked.is_move, likings - likings[rows, favourite][:, None], NEVER)
        hopes[rows, favourite] = NEVER
        if heat > 0:
            hopes /= heat
            other = (hopes + self.random.gumbel(size=hopes.shape)).argmax(axis=1)
            which = np.flatnonzero(self.random.random(len(rows)) < np.exp(np.minimum(hopes.max(axis=1), 0)))
        else:
            other = hopes.argmax(axis=1)
            which = np.flatnonzero(hopes[rows, other] > 0)
        return which, np.stack([favourite, other], axis=1)[which]

    def learn(self) -> None:
        """Fit a new policy to all pairs: its likings become what is hoped for, in spreads."""
        plan = self.plan
        pairs = joined([each.pairs for each in self.tried])
        gained = np.concatenate([each.gained for each in self.tried])
        self.spread = float(gained.std()) or 1.0
        aims = gained / np.float32(self.spread)
        self.policy = self._new()
        # It begins with what the guide's clues alone tell of the gains.
        costs = pairs.clues[:, FAVOURITE] - pairs.clues[:, OTHER]
        self.policy.weights["trust"] = np.linalg.lstsq(costs, aims)[0].astype(np.float32)
        adam = Adam(self.policy.weights)
        parts = -(-len(aims) // plan.rows)
        while (done := adam.steps / (plan.epochs * parts)) < 1:
            for rows in np.array_split(self.random.permutation(len(aims)), parts):
                adam.step(self.policy.towards(as_floats(pairs[rows]), aims[rows]), plan.rate * (1 - done))

    def choose_margin(self, checked: Tried, games: int) -> tuple[float, float]:
        """Leave the guide only where more than a margin is hoped for; return it and what a game gains, in points.

        The margin is the one with which these pairs, which were not learned from, would have gained most.
        """
        hopes = hopes_of(self.policy, checked.pairs)
        is_tied = checked.pairs.clues[:, OTHER, -1] == 0
        totals = [checked.gained[is_tied | (hopes > margin)].sum() for margin in MARGINS]
        margin = MARGINS[int(np.argmax(totals))]
        self.policy.weights["trust"][-1] += np.float32(margin)
        return margin * self.spread, float(max(totals)) / games


def hopes_of(policy: Policy, pairs: Asked) -> Floats:
    """Return what the policy hopes to gain by the other move of each pair, in spreads."""
    hopes = np.zeros(len(pairs), np.float32)
    for start in range(0, len(pairs), ROWS):
        likings = policy.likings(as_floats(pairs[start : start + ROWS]))
        hopes[start : start + ROWS] = likings[:, OTHER] - likings[:, FAVOURITE]
    return hopes


def as_floats(pairs: Asked) -> Asked:
    """Return pairs with observations that can be computed with fast."""
    return Asked(pairs.seen.astype(np.float32), pairs.moves, pairs.clues, pairs.is_move)


def pairs_of(asked: Asked, which: Ints, places: Ints) -> Asked:
    """Return two moves of some decisions."""
    moves, is_move = (np.take_along_axis(each[which], places, axis=1) for each in (asked.moves, asked.is_move))
    clues = np.take_along_axis(asked.clues[which], places[:, :, None], axis=1)
    return Asked(asked.seen[which].astype(np.float16), moves, clues, is_move)


def main() -> None:
    """Learn, choose the margin, measure, and write the weights."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--seats", type=whole(1), help="by default as few as can be")
    asked.add_argument("--pairs", type=whole(1), default=Plan.pairs, help="how many pairs to learn from")
    asked.add_argument("--rounds", type=whole(1), default=Plan.rounds, help="in how many rounds to ask")
    asked.add_argument("--hidden", type=whole(1), default=Plan.hidden, help="units of the hidden layer")
    asked.add_argument("--seed", type=whole(0, FRESH // TURN), default=1)
    asked.add_argument("--measure", type=whole(2), default=20_000, help="on how many sets of fresh dice to measure")
    asked.add_argument("--to", type=Path, help="the file to write, by default GAME.npz")
    chosen = asked.parse_args()
    try:
        game = open_game(chosen.game)
        seats = chosen.seats or game.seats[0]
        game.check_seats(seats)
    except rollwright.Refusal as refusal:
        asked.error(str(refusal))
    plan = Plan(pairs=chosen.pairs, rounds=chosen.rounds, hidden=chosen.hidden)
    asking = Asking(chosen.game, seats, chosen.seed, plan)
    began = time.process_time()

    def say(sentence: str) -> None:
        print(f"{time.process_time() - began:.0f} s: {sentence}", flush=True)

    for number in range(plan.rounds):
        tried, games = asking.ask(-(-plan.pairs // plan.rounds), plan.heats[min(number, 1)])
        asking.tried.append(tried)
        say(f"asked {len(tried)} times in {games} games")
        asking.learn()
    checked, games = asking.ask(int(plan.pairs * plan.checked), heat=0)
    margin, gain = asking.choose_margin(checked, games * seats)
    say(f"the guide is left where more than {margin:.2f} points are hoped for; these pairs gained {gain:.3f} a game")
    path = chosen.to or Path(f"{chosen.game}.npz")
    asking.policy.save(path)
    print(f"Learned in {time.process_time() - began:.0f} seconds of one core; the weights are in {path}.")
    print(told(measure(Policy.load(path), chosen.game, seats, chosen.measure)))


if __name__ == "__main__":
    main()
