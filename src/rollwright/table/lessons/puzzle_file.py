"""Reading puzzles: each is a file `puzzles/<name>.toml` in the folder of its game. docs/authoring.md tells the format.

A puzzle is played as a lesson of two steps: the question, and why the answer is right. Which moves are right, the
search bot has worked out: `rollwright puzzles GAME` writes what each move loses against the best, with an interval.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.table.lessons.lesson_file import ANY, Lesson, LessonError, LessonStep, fields_of

FOLDER = "puzzles"
"""The folder of a game's puzzles, within its own."""

DEAL = "puzzle/"
"""Prefix of the deal of a puzzle's table; the game and the name of the puzzle follow."""

SAID = ("title", "ask", "why")
"""The fields that are sentences."""

MINUTES = 1


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position, a question, and what every move that is asked for is worth."""

    game: Game
    name: str
    title: str
    ask: str
    why: str
    show: tuple[str, ...] = ()
    moves: str = ANY
    """The moves that are asked for: all that begin so."""
    seats: int = 1
    names: tuple[str, ...] = ()
    options: Mapping[str, str | list[str]] = field(default_factory=dict)
    script: tuple[str, ...] = ()
    worth: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """For each move: the points that it loses against the best, on average, and twice the standard error of that."""

    @property
    def deal(self) -> str:
        """The deal of its tables."""
        return f"{DEAL}{self.game.name}/{self.name}"

    def asks_for(self, move: str) -> bool:
        """Say whether a move is one that the question is about."""
        return LessonStep("", do=(self.moves,)).accepts(move)

    @property
    def answers(self) -> tuple[str, ...]:
        """The right moves, the best first: those that are not worse for certain."""
        right = [move for move, (loss, interval) in self.worth.items() if loss <= interval]
        return tuple(sorted(right, key=lambda move: self.worth[move][0]))

    @cached_property
    def lesson(self) -> Lesson:
        """The lesson as which it is played."""
        wrong = {
            move: Phrase("That loses {points} points on average. Try something else.", points=_points(loss))
            for move, (loss, _) in self.worth.items()
            if move not in self.answers
        }
        steps = (LessonStep(self.ask, show=self.show, do=self.answers, answers=wrong), LessonStep(self.why))
        return Lesson(
            self.game, self.name, self.title, self.ask, MINUTES, steps, seats=self.seats, names=self.names,
            options=self.options, script=self.script, deal_prefix=DEAL,
        )  # fmt: skip


def _points(loss: float) -> str:
    """Write a loss as people say it: to half a point, and never as nothing.

    >>> _points(0.2), _points(1.4), _points(3.1)
    ('½', '1½', '3')
    """
    whole, half = divmod(max(1, round(2 * loss)), 2)
    return f"{whole or ''}{'½' if half else ''}"


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return a game's puzzles by name; raise LessonError if a file is not as it should be."""
    files = sorted((game.folder / FOLDER).glob("*.toml"))
    return _read_all(game, tuple((path, path.stat().st_mtime_ns) for path in files))


@lru_cache
def _read_all(game: Game, files: tuple[tuple[Path, int], ...]) -> tuple[Puzzle, ...]:
    return tuple(_read(game, path) for path, _ in files)


def puzzle_of(game: Game, deal: str) -> Puzzle | None:
    """Return the puzzle that a table with this deal is for; None if there is none, or it cannot be read any more."""
    if not deal.startswith(DEAL):
        return None
    try:
        return next((puzzle for puzzle in puzzles_of(game) if puzzle.deal == deal), None)
    except LessonError:
        return None


def is_puzzle(lesson: Lesson) -> bool:
    """Say whether a lesson is a puzzle."""
    return lesson.deal_prefix == DEAL


def puzzle_sentences(path: Path) -> list[str]:
    """Return all sentences of a puzzle's file, which are to be translated."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    return [said[name] for name in SAID if said.get(name)]


def _read(game: Game, path: Path) -> Puzzle:
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        worth = {move: (float(loss), float(interval)) for move, (loss, interval) in said.pop("worth", {}).items()}
        fields = fields_of(said, Puzzle, ("game", "name", "worth"), "the puzzle")
        return Puzzle(game=game, name=path.stem, worth=worth, **fields)
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as fault:
        raise LessonError(f"{FOLDER}/{path.name}: {fault}") from fault
