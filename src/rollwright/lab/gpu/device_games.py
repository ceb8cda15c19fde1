"""Games of the guide, of one who errs and of random players on a GPU: the very function that plays them on the CPU."""

from collections.abc import Mapping, Sequence

import numpy as np
from numba import cuda, int16, int64
from numpy.typing import NDArray

from rollwright.core.contract import Ints
from rollwright.core.game import Game
from rollwright.core.gpu.aligned import packed
from rollwright.core.gpu.device_twins import ALIGNMENT, MAX_DICE, MAX_MOVES, MAX_SEATS, MOVE, POSITION
from rollwright.core.gpu.launch import Launcher
from rollwright.lab.gpu.seeding import STREAM
from rollwright.lab.simple_players.fixed_dice import ROLLERS, ROUNDS
from rollwright.lab.simple_players.simple_games import BLANK, COUNTED, Played, as_words, check_ended, simple_games

GAMES_PER_THREAD = 1
"""How many games a thread plays in one launch: those of the guide take some twenty times as long as random ones."""


def simple_games_kernel(
    seats: int,
    options: Ints,
    seeds: Ints,
    slips: Ints,
    blank: NDArray[np.void],
    states: NDArray[np.void],
    scores: Ints,
    counts: Ints,
    ended: Ints,
    limit: int,
) -> None:
    """Play a share of the games in each thread, one after the other, in memory of its own."""
    work = cuda.local.array(4, POSITION, ALIGNMENT)
    state = cuda.local.array(1, POSITION, ALIGNMENT)
    luck = cuda.local.array((MAX_SEATS, STREAM), int64)
    had = cuda.local.array((ROUNDS, ROLLERS), int16)
    sides = cuda.local.array(MAX_DICE, int64)
    moves = cuda.local.array(MAX_MOVES, MOVE)
    work[BLANK] = blank[0]
    number = cuda.grid(1)
    while number < len(ended):
        after = number + 1
        ended[number] = simple_games(
            seats, options, seeds[number:after], slips, work, luck[:seats], had, sides, moves, state,
            scores[number:after], counts[number:after], limit,
        )  # fmt: skip
        states[number] = state[0]
        number += cuda.gridsize(1)


class DeviceGames:
    """Plays on the GPU what `SimpleGames` plays on the CPU, with the same results."""

    def __init__(self, game: Game) -> None:
        """Make the kernel."""
        self.game, self._rules = game, game.rules(False)
        self._launcher = Launcher(game, simple_games_kernel)

    def play(self, setting: Mapping[str, Sequence[str]], slips: Sequence[int], seeds: Sequence[int]) -> Played:
        """Play a game with each of the seeds; `slips` says how many of a hundred moves each seat makes at random."""
        options = self.game.options_array(len(slips), setting)
        at_once = GAMES_PER_THREAD * self._launcher.device.threads
        starts = range(0, len(seeds), at_once)
        parts = [self._played(options, slips, seeds[start : start + at_once]) for start in starts]
        return Played(
            np.concatenate([each.halves for each in parts]),
            np.concatenate([each.ties for each in parts]),
            np.concatenate([each.counts for each in parts]),
            np.concatenate([each.states for each in parts]),
        )

    def _played(self, options: Ints, slips: Sequence[int], seeds: Sequence[int]) -> Played:
        launcher, games, seats = self._launcher, len(seeds), len(slips)
        states, scores = launcher.room(games, launcher.position), launcher.room((games, seats, 2), np.int64)
        counts, ended = launcher.give(np.zeros((games, COUNTED), np.int64)), launcher.room(games, np.int32)
        launcher.launch(
            games, seats, launcher.give(options), launcher.give(as_words(seeds)),
            launcher.give(np.array(slips, np.int64)), launcher.blank, states, scores, counts, ended,
            self.game.max_decisions,
        )  # fmt: skip
        check_ended(self.game, int(ended.copy_to_host().min()))
        points = scores.copy_to_host()
        final = packed(states.copy_to_host(), self._rules.state)
        return Played(points[:, :, 0], points[:, :, 1], counts.copy_to_host(), final)
