"""A bot that plays with the weights that `train.py` or `advantages.py` wrote.

    python learned_bot.py terminal_dispute terminal_dispute.npz --games 100

It can stand wherever a player can be named: in `rollwright.duel`, `rollwright.simulate` and `Table.finish`. It can go
to other processes, too.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from policy import Asked, Policy

import rollwright
from rollwright.batch import BATCH
from rollwright.core.game import open_game
from rollwright.core.observation.encoder import bytes_of, observe


class LearnedBot:
    """Plays the move that the policy likes best."""

    name = "learned"

    def __init__(self, game: str, weights: Path | Policy) -> None:
        """Read the weights; the bot plays with as many seats as they were learned for, which their size tells."""
        self.game = open_game(game)
        self.policy = weights if isinstance(weights, Policy) else Policy.load(weights)
        size, ids = len(self.policy.weights["layer"]), len(self.policy.weights["head"])
        fitting = [seats for seats in self.game.seats if len(self.game.features(seats)) == size]
        if not fitting or ids != self.game.moves.size:
            raise ValueError(f"These weights were not learned for {self.game.title}.")
        self.seats = fitting[0]
        self.features = self.game.features(self.seats)
        self.game.make_native(BATCH)
        self.observe = self.game.bind(observe)
        self.prefer = self.game.rules().prefer

    def __call__(self, position: rollwright.Position) -> rollwright.Move:
        """Return the best of the legal moves."""
        if position.seats != self.seats:
            raise ValueError(f"These weights were learned for a game with {self.seats} seats, not {position.seats}.")
        moves = position.legal()
        record, seat = position.record, position.seat
        seen = np.zeros((1, len(self.features)), np.float32)
        self.observe(record, bytes_of(record), seat, self.features.plan, seen[0])
        ids = np.array([[move.id for move in moves]])
        weights = np.array([[self.prefer(record, seat, move.id) for move in moves]])
        asked = Asked.of(seen, ids, np.array([len(moves)]), weights, self.policy.unit)
        best = asked.moves[0, self.policy.likings(asked)[0].argmax()]
        return next(move for move in moves if move.id == best)

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to make the same again in another process: compiled functions cannot be pickled, weights can."""
        return LearnedBot, (self.game.name, self.policy)


def main() -> None:
    """Play the learned bot and the guide on the same dice: against each other, or each alone."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("weights", type=Path)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args()
    try:
        bot = LearnedBot(chosen.game, chosen.weights)
    except (rollwright.Refusal, OSError, ValueError) as refusal:
        asked.error(str(refusal))
    try:
        compare(bot, chosen.games, chosen.seed)
    except rollwright.Refusal as refusal:
        asked.error(str(refusal))


def compare(bot: LearnedBot, games: int, seed: int) -> None:
    """Print what the bot and the guide come to."""
    if bot.seats > 1:
        common = [option for option in bot.game.options if not option.per_seat and option.names(bot.seats)]
        options = {option.name: option.names(bot.seats)[0] for option in common}  # as in training
        print(rollwright.duel(bot.game.name, bot, "guide", games, seed=seed, options=options).summary())
        return
    for name, player in (("learned", bot), ("guide", rollwright.bot("guide"))):
        result = rollwright.simulate(bot.game.name, games, player, seats=1, seed=seed)
        points = result.estimate(seat=0)
        print(f"{name}: {points.mean:.2f} points ({points.low:.2f} to {points.high:.2f})")


if __name__ == "__main__":
    main()
