"""How much is luck: what dice do to results, whoever they favour, beside what the players do themselves.

A set of dice is played several times with the same players on the same seats, who draw other random numbers for their
own choices: how ties are broken, and which moves are made at random. What such replays have in common is the dice's
(the covariance of replays is the variance of what dice alone lead one to expect).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rollwright.core.game import Game, open_game
from rollwright.lab.simple_players.simple_games import SimpleGames
from rollwright.lab.statistics import Estimate
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import counting, spread

Floats = NDArray[np.float64]

REPLAYS = 2
"""How often a seating is played on a set of dice."""

RESAMPLED = 400
"""How often the sets of dice are drawn anew to find an interval."""


@dataclass(frozen=True)
class Luck:
    """How much is luck; each share with 95%, found by drawing sets of dice anew, so that it can be below 0."""

    sets: int
    spread: Estimate
    """The standard deviation of the first seat's lead (alone: of the points) between two guides."""
    equals: Estimate
    """The dice's share in the variance of leads between two guides."""
    unequals: Estimate
    """The same between a better player and a worse one, in the same seats."""
    seat: Estimate | None
    """The part of `unequals` that favours a seat, whoever of the two sits there, and not a player, wherever it sits.

    None for a game alone.
    """
    strength: Estimate
    """The share of the players' difference in the variance over both ways to seat them."""


def replay_part(
    name: str, setting: Mapping[str, Sequence[str]], better: int, worse: int, seeds: Sequence[int]
) -> list[list[list[float]]]:
    """Play sets of dice; return the first seat's leads in each seating, one for each replay.

    The players are named by how many of a hundred moves they make at random. The seatings: the better player against
    itself, the better one first, the worse one first. Of a game for one, the leads are the points of the better player,
    once more of the better, and of the worse.
    """
    game = open_game(name)
    simple = SimpleGames(game)
    alone = 2 not in game.seats
    seatings = [[better], [better], [worse]] if alone else [[better, better], [better, worse], [worse, better]]
    leads = np.zeros((len(seatings), REPLAYS, len(seeds)))
    for number, slips in enumerate(seatings):
        for replay in range(REPLAYS):
            halves = simple.play(setting, slips, seeds, replay).halves
            leads[number, replay] = (halves[:, 0] - (0 if alone else halves[:, 1])) / 2
    found: list[list[list[float]]] = leads.transpose(2, 0, 1).tolist()
    return found


def find_luck(
    workers: Workers,
    game: Game,
    worse: int,
    seeds: Sequence[int],
    progress: Callable[[str], None] = lambda text: None,
) -> Luck:
    """Replay sets of dice with the guide and with a worse player, and work out what is luck."""
    seats = 2 if 2 in game.seats else game.seats[0]
    common = (game.name, game.setting(seats, {}), 0, worse)
    told = counting(progress, f"{game.title}: luck, sets of dice", len(seeds))
    return luck_of(np.array(spread(workers, replay_part, common, seeds, told)), seeds[0], alone=seats == 1)


def luck_of(leads: Floats, seed: int, *, alone: bool = False) -> Luck:
    """Work out what is luck from `leads[set of dice, seating, replay]` as `replay_part` returns them."""
    random = np.random.default_rng(seed)
    drawn = [_shares(leads[random.integers(0, len(leads), len(leads))]) for _ in range(RESAMPLED)]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    width, equals, unequals, seat, strength = (
        Estimate(len(leads), float(mean), float(least), float(most))
        for mean, least, most in zip(_shares(leads), low, high, strict=True)
    )
    return Luck(len(leads), width, equals, unequals, None if alone else seat, strength)


def _shares(leads: Floats) -> tuple[float, float, float, float, float]:
    """Return the numbers of a `Luck`, in its order."""
    if len(leads) < 2:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    off = leads - leads.mean(axis=0)
    common = np.einsum("sir,sjt->irjt", off, off) / (len(leads) - 1)  # covariances of (seating, replay) with another
    within = [float(np.mean([common[i, r, i, r] for r in range(REPLAYS)])) for i in range(leads.shape[1])]
    dice = [float(common[i, 0, i, 1]) for i in range(leads.shape[1])]
    favoured = (dice[1] + dice[2]) / 2
    # Never equal replays: those share the players' random numbers.
    swapped = (common[1, 0, 2, 1] + common[1, 1, 2, 0]) / 2
    seat = (favoured + float(swapped)) / 2  # half the sum of both leads: what stays with the seat
    both = (within[1] + within[2]) / 2
    means = leads.mean(axis=(0, 2))
    apart = float((means[1] - means[2]) / 2) ** 2
    return (
        within[0] ** 0.5,
        _part(dice[0], within[0]),
        _part(favoured, both),
        _part(seat, both),
        _part(apart, both + apart),
    )


def _part(part: float, whole: float) -> float:
    """Return a share; 0 where nothing varies."""
    return part / whole if whole > 0 else 0.0
