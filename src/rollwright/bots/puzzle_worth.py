"""Measures what the moves of a puzzle are worth, by playouts with the same luck for all, and looks for positions."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from rollwright.bots.guided_playouts import VALUE_UNIT
from rollwright.bots.search import Budget, Thought
from rollwright.core.dice import SeededDice
from rollwright.core.game import Game
from rollwright.table import Table
from rollwright.table.events import Moved, Opened, Rolled
from rollwright.table.lessons.course import Course
from rollwright.table.lessons.lesson_file import LEARNER
from rollwright.table.lessons.puzzle_file import Puzzle

BATCHES, EACH = 25, 80
"""Playouts of each move: so many batches, whose means give the standard error, of so many each."""

LEAST_LOSS = 0.8
"""By how many points the best move of a puzzle must be better than the next."""

Worth = dict[str, tuple[float, float]]
"""For each move the points that it loses against the best on average, and twice the standard error of that."""


def measured(puzzle: Puzzle, seed: int, batches: int = BATCHES, each: int = EACH) -> Worth:
    """Return what the moves that a puzzle asks for are worth."""
    table = Course(puzzle.lesson).laid()
    return worth_of(table, seed, batches, each, {text for text in table.legal(LEARNER) if puzzle.asks_for(text)})


def worth_of(table: Table, seed: int, batches: int, each: int, asked: set[str] | None = None) -> Worth:
    """Return what the learner's moves are worth at a table; only those of `asked`, if it is given."""
    game = table.game
    thought = Thought(game, bytes(table.position), LEARNER, seed, Budget(each), None)
    texts = [game.moves.text(int(move)) for move in thought.moves]
    thought.keep(np.array([place for place, text in enumerate(texts) if asked is None or text in asked], np.intp))
    texts = [game.moves.text(int(move)) for move in thought.moves]
    means = np.zeros((batches, len(texts)))
    for batch in range(batches):
        thought.play_out(each)
        means[batch] = thought.worths[:, -each:].mean(axis=1) / (2 * VALUE_UNIT)  # points
    best = int(means.mean(axis=0).argmax())
    losses = means[:, [best]] - means
    errors = losses.std(axis=0, ddof=1) / sqrt(batches)
    found = {
        text: (round(float(loss), 2), round(float(2 * error), 2))
        for text, loss, error in zip(texts, losses.mean(axis=0), errors, strict=True)
    }
    return dict(sorted(found.items(), key=lambda item: item[1]))


@dataclass(frozen=True)
class Candidate:
    """A position that may be a puzzle: one move is best, and not the one that scores most at once."""

    script: list[str]
    worth: Worth
    gains: dict[str, str]


def candidates(game: Game, seed: int, seats: int, options: dict[str, list[str]]) -> Iterator[Candidate]:
    """Play a game by short searches, and yield its positions with few moves of which one is clearly best."""
    table = Table(game, seats, SeededDice(seed), options)
    while not table.over:
        seat = table.waiting[0]
        legal = table.legal_moves(seat)
        if seat == LEARNER and 3 <= len(legal) <= 12:
            found = worth_of(table, seed, 10, 24)
            ranked = list(found.items())
            (first, _), (_, (loss, interval)) = ranked[0], ranked[1]
            gains = {game.moves.text(move): gain or 0 for move, gain in table.gains(seat).items()}
            tempting = any(gain >= gains[first] for text, gain in gains.items() if text != first)
            if tempting and loss > max(LEAST_LOSS, 1.5 * interval):
                shown = {text: str(gain) for text, gain in gains.items()}
                yield Candidate(script_of(table), found, shown)
            table.play(seat, first)
            continue
        thought = Thought(game, bytes(table.position), seat, seed, Budget(12), None)
        thought.order()
        thought.narrow(12)
        thought.play_out(12)
        thought.drop(1)
        table.make(seat, int(thought.moves[0]))


def script_of(table: Table) -> list[str]:
    """Return all that happened at a table as the lines of a script."""
    lines = []
    for event in table.log:
        if isinstance(event, Rolled):
            lines.append(f"dice {' '.join(map(str, event.faces))}")
        elif isinstance(event, Moved):
            lines.append(f"{event.seat + 1} {event.text}")
        else:
            assert isinstance(event, Opened), "nobody takes anything back here"
    return lines


def worth_text(worth: Worth) -> str:
    """Return what was measured as the last part of a puzzle's file."""
    head = "[worth] # written by `rollwright puzzles`: points lost against the best, and twice the standard error"
    return "\n".join([head, *(f'"{move}" = [{loss}, {interval}]' for move, (loss, interval) in worth.items())])
