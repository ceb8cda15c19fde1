"""Whole games for checks: drawn by Hypothesis, replayed step by step."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rollwright.core.contract import Ints, Record, Rules
from rollwright.core.dice import RollCounter, ScriptedDice, SeededDice
from rollwright.core.game import Game, open_game
from rollwright.core.options import all_settings
from rollwright.core.position import Position
from rollwright.table import Table

GUIDED = 0.8
"""The share of moves that follow the game's preference in a guided playthrough."""


@dataclass(frozen=True)
class Effort:
    """How much to test. The default is that of `rollwright check`, for games whose rules are still being written.

    The suite uses `Effort.short()` for finished games, and an exhaustive run uses `Effort.long()`.
    """

    examples: int = 100
    """Whole games that Hypothesis plays, compiled."""
    plain_examples: int = 40
    """Whole games for checks that also run uncompiled."""
    games_each: int = 1_500
    """Random games for every number of seats, spread over the settings of the options."""
    settings_each: int = 2_000
    """Maximum number of settings of the options tried for every number of seats."""
    moments: int = 25
    """Maximum number of positions of a game that are drawn and described."""
    random: bool = False
    """Whether to draw new games on each run, instead of the same ones."""
    simplify: bool = True
    """Whether to shrink a failing game to the simplest one."""

    @classmethod
    def short(cls) -> "Effort":
        """Return the effort of a suite that is run many times a day."""
        return cls(examples=16, plain_examples=4)

    @classmethod
    def long(cls) -> "Effort":
        """Return the effort of an exhaustive run."""
        return cls(
            examples=300, plain_examples=100, games_each=100_000, settings_each=20_000, moments=1_000, random=True
        )


@dataclass(frozen=True)
class Playthrough:
    """A whole game, as the choices that determine it: dice from the seed, moves from `choices` and then the seed."""

    seats: int
    setting: dict[str, list[str]]
    seed: int
    choices: tuple[int, ...] = ()
    guided: bool = False
    """Whether most further moves follow `prefer`: such games reach positions that random games never do."""


@dataclass(frozen=True)
class Step:
    """One step of a game: the faces of a roll, or a seat's move."""

    faces: tuple[int, ...] = ()
    seat: int = -1
    move: int = -1

    def take(self, rules: Rules, position: Record) -> None:
        """Apply this step to a position."""
        if self.faces:
            rules.roll(position, np.array(self.faces, np.int64))
        else:
            rules.play(position, self.seat, self.move)


class Walk:
    """Plays a playthrough; iterate over it to get every position.

    Each iteration yields the position before the next step; the last one yielded is the end of the game.
    """

    def __init__(self, game: Game, played: Playthrough, rules: Rules) -> None:
        """Set up the first position."""
        self.game = game
        self.rules = rules
        self.played = played
        self.position = Position.new(game, played.seats, played.setting, rules=rules).record
        self.taken: list[Step] = []
        self._random = Random(played.seed)
        self._choices = iter(played.choices)
        self._dice = SeededDice(played.seed)
        self._rolls = RollCounter()

    def __iter__(self) -> Iterator[Record]:
        """Yield every position of the game."""
        while True:
            yield self.position
            step = self._next()
            if step is None:
                return
            assert len(self.taken) <= 64 * self.game.max_decisions, "the game does not end"
            step.take(self.rules, self.position)
            self.taken.append(step)

    def _next(self) -> Step | None:
        sides = due(self.rules, self.position)
        if sides:
            roll = self._rolls.next(int(self.position.round_no), int(self.position.roller), sides)
            return Step(faces=tuple(self._dice.faces(roll)))
        seats = waited_for(self.rules, self.position)
        if not seats:
            return None
        seat = seats[self._random.randrange(len(seats))]
        moves = legal_moves(self.rules, self.position, seat)
        assert moves, f"seat {seat} is waited for and has no legal move"
        chosen = next(self._choices, None)
        return Step(seat=seat, move=self._choose(seat, moves) if chosen is None else moves[chosen % len(moves)])

    def _choose(self, seat: int, moves: list[int]) -> int:
        """Choose a move at random; in a guided game, mostly among the preferred moves."""
        if self.played.guided and self._random.random() < GUIDED:
            weights = [int(self.rules.prefer(self.position, seat, move)) for move in moves]
            moves = [move for move, weight in zip(moves, weights, strict=True) if weight == max(weights)]
        return moves[self._random.randrange(len(moves))]


def moments(game: Game, played: Playthrough, rules: Rules, effort: Effort) -> set[int]:
    """Return the indices of the positions of a game to examine: all, or some with the first and the last."""
    count = sum(1 for _ in Walk(game, played, rules))
    if count <= effort.moments:
        return set(range(count))
    return {0, count - 1, *Random(played.seed).sample(range(count), effort.moments)}


def looked_at(game: Game, played: Playthrough, rules: Rules, effort: Effort) -> Iterator[tuple[Record, list[int]]]:
    """Yield the positions of a game to examine, each with the seats to view it from: one that may act, and any."""
    chosen = moments(game, played, rules, effort)
    random = Random(played.seed)
    for number, position in enumerate(Walk(game, played, rules)):
        if number in chosen:
            acting = waited_for(rules, position) or [0]
            yield position, sorted({random.choice(acting), random.randrange(played.seats)})


def due(rules: Rules, position: Record) -> list[int]:
    """Return the sides of the dice that are due."""
    sides = np.zeros(2 * rules.max_dice + 16, np.int64)  # room to notice a MAX_DICE that is too low
    return [int(n) for n in sides[: rules.dice(position, sides)]]


def waited_for(rules: Rules, position: Record) -> list[int]:
    """Return the seats that may act."""
    return Position(rules, position).waiting


def legal_moves(rules: Rules, position: Record, seat: int) -> list[int]:
    """Return a seat's legal moves."""
    moves: Ints = np.zeros(2 * rules.max_moves + 64, np.int64)  # room to notice a MAX_MOVES that is too low
    return [int(move) for move in moves[: rules.legal(position, seat, moves)]]


def after(rules: Rules, position: Record, seat: int, move: int) -> Record:
    """Return the position after a move, without changing the given one."""
    return Position(rules, position).after(seat, move).record


def seen(rules: Rules, position: Record, seat: int) -> Record:
    """Return a position, concealed for a seat."""
    return Position(rules, position).seen(seat).record


def some_settings(game: Game, seats: int, most: int) -> list[dict[str, list[str]]]:
    """Return the settings of a table's options: all, or a random sample of this many."""
    every = list(all_settings(game.options, seats))
    if len(every) <= most:
        return every
    return Random(seats).sample(every, most)


def playthroughs(game: Game) -> st.SearchStrategy[Playthrough]:
    """Return a strategy for whole games with any number of seats and any options."""

    def with_seats(seats: int) -> st.SearchStrategy[Playthrough]:
        return st.builds(
            Playthrough,
            st.just(seats),
            st.sampled_from(list(all_settings(game.options, seats))),
            st.integers(0, 2**32 - 1),
            st.lists(st.integers(0, 99), max_size=12).map(tuple),
            st.booleans(),
        )

    return st.sampled_from(game.seats).flatmap(with_seats)


def for_all(game: Game, effort: Effort, examples: int, check: Callable[[Playthrough], None]) -> None:
    """Run a check over whole games drawn by Hypothesis, which reports the simplest failure it finds."""

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=not effort.random,
        phases=list(Phase) if effort.simplify else [Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(playthroughs(game))
    def run(played: Playthrough) -> None:
        check(played)

    run()


def opened(name: str, seats: int, *faces: int, **options: str | list[str]) -> Table:
    """Open a table with scripted dice, for tests that use the game's notation."""
    return Table(open_game(name), seats, ScriptedDice(faces), options)
