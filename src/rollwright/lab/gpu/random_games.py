"""Random games on a GPU: the same streams play the same games as `rollwright.bots.playout.whole_games`.

Threads run in groups of 32 that make every step together, so a game that ends early would keep its thread waiting for
the longest of the group. Here each turn of one loop is a decision of some game: a thread whose game is over begins its
next one in the same loop.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda, int64
from numpy.typing import NDArray

from rollwright.bots.playout import ROLLS_PER_DECISION, STUCK, Games
from rollwright.core.contract import Ints, Record, begin, dice, legal, play, roll, score, tiebreak
from rollwright.core.game import Game
from rollwright.core.gpu.aligned import packed
from rollwright.core.gpu.device_twins import ALIGNMENT, BLOCKS, MAX_DICE, MAX_MOVES, MOVE, POSITION
from rollwright.core.gpu.launch import Launcher
from rollwright.core.random_stream import draw
from rollwright.lab.gpu.seeding import STREAM, begin_stream, factors, pools
from rollwright.lab.simple_players.simple_games import next_seat
from rollwright.lab.simulate import PART

GAMES_PER_THREAD = 8
"""How many games a thread plays in one launch: enough that it matters little when the last one ends, and few enough
that a GPU which shows the screen, too, is not held up for seconds."""

ENDED, PLAYING_ON = range(2)
"""What became of a turn: the game is over, or a move was made; or STUCK."""


def roll_due(s: Record, stream: Ints, sides: Ints, most: int) -> int:
    """Roll all dice that are due; return how often, which is more than `most` only if the game does not end."""
    rolls = 0
    count = dice(s, sides)
    while count > 0 and rolls <= most:
        for i in range(count):
            sides[i] = draw(stream, sides[i]) + 1
        roll(s, sides)
        rolls += 1
        count = dice(s, sides)
    return rolls


def move_at_random(s: Record, stream: Ints, moves: Ints) -> int:
    """Make a random move of the first seat that is waited for, and return what became of the turn."""
    seat = next_seat(s)
    if seat < 0:
        return ENDED
    count = legal(s, seat, moves)
    if count == 0:
        return STUCK
    play(s, seat, int(moves[draw(stream, count)]))
    return PLAYING_ON


def play_random_games(
    first: int,
    stride: int,
    seats: int,
    options: Ints,
    part: int,
    seeds: Ints,
    mixers: Ints,
    work: NDArray[np.void],
    blank: NDArray[np.void],
    stream: Ints,
    sides: Ints,
    moves: Ints,
    scores: Ints,
    taken: Ints,
    states: NDArray[np.void],
    limit: int,
) -> None:
    """Play every `stride`-th game from the first on; write the number of decisions, or STUCK, and how each game ended.

    `part` is the number of games that have a pool of seeds in common. Positions are written if there is room for them.
    """
    most_rolls = ROLLS_PER_DECISION * (limit + 1)
    number = first
    is_new = True
    decisions = 0
    rolls = 0
    s = work[0]
    while number < len(taken):
        if is_new:
            begin_stream(stream, seeds[number // part], mixers, number % part)
            work[0] = blank[0]
            begin(s, seats, options)
            decisions = 0
            rolls = 0
        rolls += roll_due(s, stream, sides, most_rolls - rolls)
        turn = STUCK if rolls > most_rolls else move_at_random(s, stream, moves)
        if turn == PLAYING_ON:
            decisions += 1
            if decisions > limit:
                turn = STUCK
        is_new = turn != PLAYING_ON
        if is_new:
            taken[number] = decisions if turn == ENDED else STUCK
            for seat in range(seats):
                scores[number, seat, 0] = score(s, seat)
                scores[number, seat, 1] = tiebreak(s, seat)
            if len(states) > 0:
                states[number] = work[0]
            number += stride


def random_games_kernel(
    seats: int,
    options: Ints,
    part: int,
    seeds: Ints,
    mixers: Ints,
    blank: NDArray[np.void],
    scores: Ints,
    taken: Ints,
    states: NDArray[np.void],
    limit: int,
) -> None:
    """Play a share of the games in each thread, with its position and its buffers in memory of its own."""
    work = cuda.local.array(1, POSITION, ALIGNMENT)
    stream = cuda.local.array(STREAM, int64)
    sides = cuda.local.array(MAX_DICE, int64)
    moves = cuda.local.array(MAX_MOVES, MOVE)
    play_random_games(
        cuda.grid(1), cuda.gridsize(1), seats, options, part, seeds, mixers, work, blank, stream, sides, moves,
        scores, taken, states, limit,
    )  # fmt: skip


def pools_of(seed: int, first_part: int, games: int) -> Ints:
    """Return what the streams of so many games begin with, from a part on."""
    return pools(seed, range(first_part, first_part - (-games // PART)))


@dataclass(frozen=True)
class Launched:
    """Games that are being played: what will come of them, in the memory of the GPU."""

    scores: Any
    taken: Any
    states: Any


class RandomGames:
    """Plays random games of one game on the GPU."""

    def __init__(self, game: Game, *, with_states: bool, blocks: int = BLOCKS) -> None:
        """Make the kernel; final positions are brought back if they are wanted."""
        self._game, self._rules = game, game.rules(False)
        self._launcher = Launcher(game, random_games_kernel, blocks)
        self._mixers = self._launcher.give(factors(PART))
        self._with_states = with_states

    def play(self, seats: int, options: Ints, seed: int, games: int, first_part: int = 0) -> Iterator[Games]:
        """Play so many games and yield them in groups; they are those of the simulation's parts from the first on."""
        parts_at_once = self._parts_at_once(seats)
        options_there = self._launcher.give(options)
        starts = range(0, games, parts_at_once * PART)
        sizes = [min(games - start, parts_at_once * PART) for start in starts]
        seeds = pools_of(seed, first_part, sizes[0])
        for start, size, following in zip(starts, sizes, [*sizes[1:], 0], strict=True):
            launched = self.launch(size, seats, options_there, seeds)
            seeds = pools_of(seed, first_part + (start + size) // PART, following)  # while the GPU is at work
            yield self.collected(launched)

    def _parts_at_once(self, seats: int) -> int:
        """Return how many parts are played in one launch: at the most what fits into half of the free memory."""
        each = 2 * 8 * seats + 4 + (self._launcher.position.itemsize if self._with_states else 0)
        device = self._launcher.device
        return max(1, min(GAMES_PER_THREAD * device.threads, device.free_memory // 2 // each) // PART)

    def launch(self, games: int, seats: int, options: Any, seeds: Ints) -> Launched:
        """Have the GPU play so many games, and return at once; `options` are there already."""
        room = self._launcher.room
        launched = Launched(
            room((games, seats, 2), np.int64),
            room(games, np.int32),
            room(games if self._with_states else 0, self._launcher.position),
        )
        self._launcher.launch(
            games, seats, options, PART, self._launcher.give(seeds), self._mixers, self._launcher.blank,
            launched.scores, launched.taken, launched.states, self._game.max_decisions,
        )  # fmt: skip
        return launched

    def collected(self, launched: Launched) -> Games:
        """Wait for the games, and bring them back."""
        taken, scores = launched.taken.copy_to_host(), launched.scores.copy_to_host()
        states = np.zeros(0, self._rules.state)
        if self._with_states:
            states = packed(launched.states.copy_to_host(), self._rules.state)
        decisions = STUCK if (taken == STUCK).any() else int(taken.sum(dtype=np.int64))
        return Games(decisions, scores[:, :, 0], scores[:, :, 1], states)
