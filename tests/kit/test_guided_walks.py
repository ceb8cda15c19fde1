"""Part of the kit's games follow what a game prefers, and so come to positions that chance alone never reaches."""

from statistics import mean

import pytest

from rollwright.core.game import game_names, open_game
from rollwright.core.options import settle
from rollwright.testing.playthroughs import Playthrough, Walk

SEEDS = range(12)


def final_score(name: str, seed: int, guided: bool) -> int:
    """Play a game to its end, and return the half points of its first seat."""
    game = open_game(name)
    seats = game.seats[0]
    walk = Walk(game, Playthrough(seats, settle(game.options, seats, {}), seed, guided=guided), game.rules())
    for _ in walk:
        pass
    return int(walk.rules.score(walk.position, 0))


@pytest.mark.parametrize("name", [name for name in game_names() if open_game(name).seats[0] == 1])
def test_guided_games_go_further(name: str) -> None:
    guided, random = ([final_score(name, seed, each) for seed in SEEDS] for each in (True, False))
    assert mean(guided) > mean(random)
    assert max(guided) > max(random), "a position that random play did not reach"
