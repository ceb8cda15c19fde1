"""Games of players that need no playouts, wholly in compiled code: the guide, one who errs, and random players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import TO_THE_END, VICTORY, favourite, finish, share
from rollwright.bots.playout import ROLLS_PER_DECISION, STUCK
from rollwright.core import compiler
from rollwright.core.contract import (
    Ints,
    Record,
    begin,
    conceal,
    dice,
    legal,
    play,
    roll,
    same,
    score,
    tiebreak,
    waiting,
)
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.core.native.declaration import Argument, NativeFunction, library
from rollwright.core.random_stream import draw
from rollwright.lab.simple_players.fixed_dice import ROLLERS, ROUNDS, roll_fixed, start_streams

HUNDRED = 100

BLANK, NOW, SEEN, THEN = range(4)
"""Positions that a game needs room for: an empty one, its own, what the mover sees, and one to play on from."""

DECISIONS, CHOICES, MOVES, TOLD = range(4)
"""What is counted in a game: decisions, those with more than one move, the moves of those, and positions told."""

COUNTED = 4

PLAYING_ON = 1
"""The salt of the random numbers of playouts; those of the players have 0."""


def next_seat(s: Record) -> int:
    """Return the first seat that is waited for, or -1."""
    seats = waiting(s)
    if seats == 0:
        return -1
    seat = 0
    while seats & 1 == 0:
        seats >>= 1
        seat += 1
    return seat


def simple_move(s: Record, seat: int, slips: int, seen: NDArray[np.void], luck: Ints, moves: Ints, counts: Ints) -> int:
    """Return the move of a player that errs in so many of a hundred moves, or -1 if there is none; count the moves."""
    count = legal(s, seat, moves)
    if count == 0:
        return -1
    different = 0
    for i in range(count):
        if same(s, seat, moves[i]) == moves[i]:
            different += 1
    counts[DECISIONS] += 1
    if different > 1:
        counts[CHOICES] += 1
        counts[MOVES] += different
    start = draw(luck[seat], count)
    if slips > 0 and draw(luck[seat], HUNDRED) < slips:
        drawn: int = moves[start]
        return drawn
    seen[SEEN] = s
    known = seen[SEEN]
    conceal(known, seat)
    return favourite(known, seat, moves, count, start)


def simple_games(
    seats: int,
    options: Ints,
    seeds: Ints,
    slips: Ints,
    work: NDArray[np.void],
    luck: Ints,
    had: Ints,
    sides: Ints,
    moves: Ints,
    states: NDArray[np.void],
    scores: Ints,
    counts: Ints,
    limit: int,
) -> int:
    """Play a game with each of the seeds; return 0, or STUCK. `scores[game, seat]`: half points and tie-break.

    A row of `seeds` is the two words of the dice and of the players, and a salt of the players' own random numbers.
    """
    for number in range(len(seeds)):
        first = seeds[number, 0]
        second = seeds[number, 1]
        states[number] = work[BLANK]
        s = states[number]
        begin(s, seats, options)
        start_streams(luck, first, second, seeds[number, 2])
        for row in range(had.shape[0]):
            for roller in range(had.shape[1]):
                had[row, roller] = 0
        rolls = 0
        seat = 0
        while seat >= 0:
            if counts[number, DECISIONS] > limit or rolls > ROLLS_PER_DECISION * (limit + 1):
                return STUCK
            count = dice(s, sides)
            if count > 0:
                roll_fixed(s, sides, count, had, first, second)
                roll(s, sides)
                rolls += 1
                continue
            seat = next_seat(s)
            if seat >= 0:
                move = simple_move(s, seat, slips[seat], work, luck, moves, counts[number])
                if move < 0:
                    return STUCK
                play(s, seat, move)
        for seat in range(seats):
            scores[number, seat, 0] = score(s, seat)
            scores[number, seat, 1] = tiebreak(s, seat)
    return 0


def told_game(
    seats: int,
    options: Ints,
    seeds: Ints,
    slips: Ints,
    playouts: int,
    work: NDArray[np.void],
    luck: Ints,
    on: Ints,
    had: Ints,
    sides: Ints,
    moves: Ints,
    noted: Ints,
    values: Ints,
    counts: Ints,
    limit: int,
) -> int:
    """Play a game, and before each roll write what guided playouts say of it; return how often, or STUCK.

    `values[time, seat]` are the seats' shares of the victory, in parts of VICTORY, summed over the playouts. The last
    row is how the game ended.
    """
    first = seeds[0, 0]
    second = seeds[0, 1]
    work[NOW] = work[BLANK]
    s = work[NOW]
    begin(s, seats, options)
    start_streams(luck, first, second, 0)
    told = 0
    seat = 0
    while seat >= 0:
        if counts[0, DECISIONS] > limit or told + 1 >= len(values):
            return STUCK
        count = dice(s, sides)
        if count > 0:
            for number in range(playouts):
                work[THEN] = s
                then = work[THEN]
                start_streams(on, first, second, PLAYING_ON + number)
                finish(then, 0, on, True, TO_THE_END, sides, moves, noted, limit)
                for other in range(seats):
                    values[told, other] += share(then, other)
            told += 1
            count = dice(s, sides)
            roll_fixed(s, sides, count, had, first, second)
            roll(s, sides)
            continue
        seat = next_seat(s)
        if seat >= 0:
            move = simple_move(s, seat, slips[seat], work, luck, moves, counts[0])
            if move < 0:
                return STUCK
            play(s, seat, move)
    for other in range(seats):
        values[told, other] = playouts * share(s, other)
    return told + 1


_NUMBER, _INTS, _INTS_2D, _RECORDS = Argument.NUMBER, Argument.INTS, Argument.INTS_2D, Argument.RECORDS

SIMPLE_GAMES = library(
    NativeFunction(
        simple_games,
        (_NUMBER, _INTS_2D, _INTS_2D, _INTS, _RECORDS, _INTS_2D, _INTS_2D, _INTS, _INTS, _RECORDS, Argument.INTS_3D,
         _INTS_2D, _NUMBER),
        is_long=True,
    ),
    NativeFunction(
        told_game,
        (_NUMBER, _INTS_2D, _INTS_2D, _INTS, _NUMBER, _RECORDS, _INTS_2D, _INTS_2D, _INTS_2D, _INTS, _INTS, _INTS,
         _INTS_2D, _INTS_2D, _NUMBER),
        is_long=True,
    ),
)  # fmt: skip
"""The native library of these games."""


@dataclass(frozen=True)
class Played:
    """The results of such games: one row for each."""

    halves: Ints
    """Scores in half points, one column for each seat."""
    ties: Ints
    """Tie-break values, likewise."""
    counts: Ints
    """DECISIONS, CHOICES and MOVES of each game."""
    states: NDArray[np.void]
    """The final positions."""

    def shares(self) -> NDArray[np.float64]:
        """Return each seat's share of each victory."""
        top = self.halves == self.halves.max(axis=1, keepdims=True)
        ties = np.where(top, self.ties, np.iinfo(np.int64).min)
        best = ties == ties.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = best / best.sum(axis=1, keepdims=True)
        return shares


class PlaysSimply(Protocol):
    """Plays games of players that need no playouts, on a processor or on a GPU: with the same results."""

    game: Game

    def play(self, setting: Mapping[str, Sequence[str]], slips: Sequence[int], seeds: Sequence[int]) -> Played:
        """Play a game with each of the seeds; `slips` says how many of a hundred moves each seat makes at random."""
        ...


class SimpleGames:
    """The compiled games of one game, with the buffers that they need."""

    def __init__(self, game: Game) -> None:
        """Make the library, unless it is on disk, and load it."""
        if compiler.is_enabled():
            game.make_native(SIMPLE_GAMES)
        self.game, self._rules = game, game.rules()

    def play(
        self, setting: Mapping[str, Sequence[str]], slips: Sequence[int], seeds: Sequence[int], salt: int = 0
    ) -> Played:
        """Play a game with each of the seeds; `slips` says how many of a hundred moves each seat makes at random.

        With another `salt` the players meet the same dice, and draw other random numbers for their own choices.
        """
        seats, rules = len(slips), self._rules
        states = np.zeros(len(seeds), rules.state)
        scores, counts = np.zeros((len(seeds), seats, 2), np.int64), np.zeros((len(seeds), COUNTED), np.int64)
        had = np.zeros((ROUNDS, ROLLERS), np.int64)
        ended = self.game.bind(simple_games)(
            seats, self.game.options_array(seats, setting), as_words(seeds, salt), np.array(slips, np.int64),
            np.zeros(4, rules.state), np.zeros((seats, 4), np.int64), had, *self._buffers(), states, scores, counts,
            self.game.max_decisions,
        )  # fmt: skip
        check_ended(self.game, int(ended))
        return Played(scores[:, :, 0], scores[:, :, 1], counts, states)

    def tell(
        self, setting: Mapping[str, Sequence[str]], slips: Sequence[int], seed: int, playouts: int
    ) -> tuple[NDArray[np.float64], Ints]:
        """Play a game; return the chance of each seat to win before each roll and at the end, and what was counted."""
        seats, rules = len(slips), self._rules
        values = np.zeros((ROLLS_PER_DECISION * (self.game.max_decisions + 1) + 1, seats), np.int64)
        counts, had = np.zeros((1, COUNTED), np.int64), np.zeros((ROUNDS, ROLLERS), np.int64)
        told = self.game.bind(told_game)(
            seats, self.game.options_array(seats, setting), as_words([seed]), np.array(slips, np.int64), playouts,
            np.zeros(4, rules.state), np.zeros((seats, 4), np.int64), np.zeros((1 + seats, 4), np.int64), had,
            *self._buffers(), np.zeros(1, np.int64), values, counts, self.game.max_decisions,
        )  # fmt: skip
        check_ended(self.game, int(told))
        return values[: int(told)] / (playouts * VICTORY), counts[0]

    def _buffers(self) -> tuple[Ints, Ints]:
        return np.zeros(self._rules.max_dice, np.int64), np.zeros(self._rules.max_moves, np.int64)


def check_ended(game: Game, ended: int) -> None:
    """Refuse the results of games of which one did not end."""
    if ended == STUCK:
        raise Refusal(Phrase("A game of {title} did not finish: run `rollwright check` for details.", title=game.title))


def as_words(seeds: Sequence[int], salt: int = 0) -> Ints:
    """Return seeds as two words of 32 bits each, and the salt of the players' own random numbers."""
    words = [[seed >> 32 & 0xFFFFFFFF, seed & 0xFFFFFFFF, salt] for seed in seeds]
    return np.array(words, np.int64).reshape(-1, 3)
