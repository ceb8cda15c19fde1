"""A tournament: everybody against everybody, on the same dice."""

import argparse
from collections.abc import Callable
from itertools import combinations

import rollwright


def greedy(position: rollwright.Position) -> rollwright.Move:
    """Take the most points at once."""
    return max(position.legal(), key=lambda move: move.gain or 0)


PLAYERS: dict[str, str | Callable[[rollwright.Position], str]] = {
    "random": "random",
    "greedy": greedy,
    "guide": "guide",
    "easy": "easy",
}


def main() -> None:
    """Play all pairs, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=40, help="games of each pair")
    games = asked.parse_args().games

    points = dict.fromkeys(PLAYERS, 0.0)
    for one, other in combinations(PLAYERS, 2):
        duel = rollwright.duel("terminal_dispute", PLAYERS[one], PLAYERS[other], games)
        points[one] += duel.shares.sum()
        points[other] += duel.games - duel.shares.sum()
        print(f"{one:>8} against {other:8} {duel.share.mean:6.1%} ({duel.share.low:.1%} to {duel.share.high:.1%})")
    for place, name in enumerate(sorted(points, key=points.__getitem__, reverse=True), start=1):
        print(f"{place}. {name:8} {points[name]:g} points")


if __name__ == "__main__":
    main()
