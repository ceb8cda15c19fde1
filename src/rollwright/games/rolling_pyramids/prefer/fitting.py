"""Fits the guide's numbers: guides whose numbers differ a little play against each other, and the better ones are kept.

All numbers of a row are varied at once and at random, one guide with each variation and one with its opposite. What a
variation gains over its opposite, with the same dice and in both seats, tells which way each number should go. The same
seed gives the same numbers. Run as a program it goes on from the numbers in `guide.toml` and writes the new ones there:

    python -m rollwright.games.rolling_pyramids.prefer.fitting --seed 1 --steps 20
"""

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rollwright.core.contract import Ints, begin, dice, legal, play, roll, score, tiebreak, waiting
from rollwright.core.game import Game, open_game
from rollwright.core.random_stream import draw, streams
from rollwright.games.rolling_pyramids.prefer import weigh_by
from rollwright.games.rolling_pyramids.prefer.numbers import (
    AT,
    CAMPAIGN_ROW,
    GUIDE,
    GUIDE_FILE,
    NUMBER_COUNT,
    PLAYERS_ROW,
    ROWS,
    numbers_text,
    worked_out,
)
from rollwright.games.rolling_pyramids.sheet import DIFFICULTIES, FACTIONS, MAPS

NAME = "rolling_pyramids"

VARIATIONS = 120
"""Pairs of guides in one step."""

SPREAD = 0.15
"""How far a number is varied, as a part of itself, or LEAST_SPREAD."""

LEAST_SPREAD = 2.0

STRIDE = 0.35
"""How many spreads a number moves in a step, on average."""

MOMENTUM, MEMORY = 0.8, 0.9
"""What is kept of earlier steps: of their direction, and of their size."""

CLEAR = 40
"""A greater lead in points counts no more."""

VICTORY = 10
"""A victory counts as so many points."""

WON = 4
"""Winning the campaign counts as so many half goals."""

GOALS_IN_HALVES = 10


def play_guides(
    seats: int,
    options: Ints,
    lucks: Ints,
    turned: Ints,
    guides: Ints,
    work: NDArray[np.void],
    sides: Ints,
    moves: Ints,
    found: Ints,
) -> None:
    """Play a game with each of the lucks and options between two guides, or by the first of them alone.

    `found[game, guide]` is what each came to; in a turned game the second guide has the first seat.
    """
    for number in range(len(lucks)):
        luck = lucks[number]
        work[0] = work[1]
        s = work[0]
        begin(s, seats, options[number])
        while True:
            count = dice(s, sides)
            if count > 0:
                for i in range(count):
                    sides[i] = draw(luck[0], sides[i]) + 1
                roll(s, sides)
                continue
            left = waiting(s)
            if left == 0:
                break
            seat = 0
            while left & 1 == 0:
                left >>= 1
                seat += 1
            count = legal(s, seat, moves)
            start = draw(luck[1 + seat], count)
            w = guides[seat ^ turned[number]]
            best = moves[start]
            most = weigh_by(s, seat, best, w)
            for i in range(start + 1, start + count):
                move = moves[i if i < count else i - count]
                weight = weigh_by(s, seat, move, w)
                if weight > most:
                    most = weight
                    best = move
            play(s, seat, best)
        for seat in range(seats):
            found[number, seat ^ turned[number]] = score(s, seat) + tiebreak(s, seat)


class Arena:
    """Games between guides, on all maps and with all factions."""

    def __init__(self, row: int) -> None:
        """Prepare games of the kind that a row of the guide is for."""
        self.row, self.seats = row, 1 if row == CAMPAIGN_ROW else 2
        self._game: Game = open_game(NAME)
        self._rules = self._game.rules()
        self._run: Callable[..., object] = self._game.bind(play_guides)
        self._options = np.array([self._option(table, *sides) for table in MAPS for sides in self._sides()])

    def _sides(self) -> list[tuple[str, ...]]:
        if self.seats == 1:
            return [(each,) for each in FACTIONS]
        return [(one, two) for one in FACTIONS for two in FACTIONS if one != two]

    def _option(self, table: str, *factions: str) -> Ints:
        setting: dict[str, str | list[str]] = {"map": table, "faction": list(factions)}
        if self.seats == 1:
            setting["difficulty"] = DIFFICULTIES[-1]
        return self._game.options_array(self.seats, self._game.setting(self.seats, setting))

    def results(self, one: Ints, other: Ints, seed: int, part: int, times: int) -> Ints:
        """Return what two guides come to, each given by its numbers: against each other, or each of them alone."""
        count = times * len(self._options)
        lucks = streams(seed, part, 3 * count).reshape(count, 3, 4)
        rows = [worked_out(self.row, each) for each in (one, other)]
        if self.seats == 1:
            return np.stack([self._play(lucks, 0, [row, row], times)[:, 0] for row in rows], axis=1)
        return np.concatenate([self._play(lucks, turned, rows, times) for turned in (0, 1)])

    def _play(self, lucks: Ints, turned: int, rows: list[Ints], times: int) -> Ints:
        found = np.zeros((len(lucks), 2), np.int64)
        self._run(
            self.seats, np.concatenate([self._options] * times), lucks.copy(), np.full(len(lucks), turned),
            np.array(rows), np.zeros(2, self._rules.state), np.zeros(self._rules.max_dice, np.int64),
            np.zeros(self._rules.max_moves, np.int64), found,
        )  # fmt: skip
        return found

    def lead(self, one: Ints, other: Ints, seed: int, part: int) -> float:
        """Return how much better one guide is than another."""
        found = self.results(one, other, seed, part, times=1 if self.seats > 1 else 6)
        if self.seats == 1:
            worth = found + WON * (found >= GOALS_IN_HALVES)
            return float((worth[:, 0] - worth[:, 1]).mean())
        lead = (found[:, 0] - found[:, 1]) / 2
        return float((np.clip(lead, -CLEAR, CLEAR) + VICTORY * np.sign(lead)).mean())


def fit(row: int, numbers: Ints, seed: int, steps: int, tell: Callable[[str], None]) -> Ints:
    """Return better numbers for a row than these."""
    arena, chance = Arena(row), np.random.default_rng([seed, row])
    used = numbers > 0
    at = numbers.astype(np.float64)
    spread = np.maximum(SPREAD * at, LEAST_SPREAD) * used
    spread[[AT["bomb_most"], AT["walk"]]] = used[[AT["bomb_most"], AT["walk"]]]  # few and whole
    direction, size = np.zeros(NUMBER_COUNT), 0.0
    for step in range(1, steps + 1):
        tell(f"{ROWS[row]}: step {step} of {steps}")
        slope = np.zeros(NUMBER_COUNT)
        for number in range(VARIATIONS):
            varied = chance.normal(size=NUMBER_COUNT)
            one, other = (whole(at + sign * varied * spread, used) for sign in (1, -1))
            slope += varied * arena.lead(one, other, seed, step * VARIATIONS + number) / VARIATIONS
        direction = MOMENTUM * direction + (1 - MOMENTUM) * slope
        size = MEMORY * size + (1 - MEMORY) * float((slope[used] ** 2).mean())
        scale = (size / (1 - MEMORY**step)) ** 0.5 or 1.0
        at = np.maximum(1, at + STRIDE * spread * direction / (1 - MOMENTUM**step) / scale)
    return whole(at, used)


def whole(numbers: NDArray[np.float64], used: NDArray[np.bool_]) -> Ints:
    """Return numbers as the guide takes them: whole, at least 1 where they are used, and 0 where not."""
    return np.where(used, np.maximum(1, np.round(numbers)), 0).astype(np.int64)


def main() -> None:
    """Fit both rows and write them down."""
    parser = argparse.ArgumentParser(description="Fit the numbers of the guide of Rolling Pyramids.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20)
    given = parser.parse_args()
    start = {row: GUIDE[row, :NUMBER_COUNT] for row in (PLAYERS_ROW, CAMPAIGN_ROW)}
    fitted = {ROWS[row]: fit(row, numbers, given.seed, given.steps, print) for row, numbers in start.items()}
    GUIDE_FILE.write_text(numbers_text(fitted), encoding="utf-8")


if __name__ == "__main__":
    main()
