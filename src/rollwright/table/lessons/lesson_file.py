"""Reading lessons: each is a file `lessons/<name>.toml` in the folder of its game. docs/authoring.md tells the format.

The learner sits on the first seat; bots play the others, by the script as long as it lasts.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from rollwright.core.game import Game
from rollwright.core.language import Phrase
from rollwright.table.lessons.script_lines import DICE

FOLDER = "lessons"
"""The folder of a game's lessons, within its own."""

LEARNER = 0
"""The seat of whoever takes a lesson."""

ANY = "*"
"""At the end of a wanted move: any move that begins so is accepted."""

DEAL = "lesson/"
"""Prefix of the deal of a lesson's table; the game and the name of the lesson follow."""

AREAS = ("dice", "question", "main", "choices", "roll", "undo", "hint", "players")
"""What a spotlight can show besides parts and spots of a sheet: areas that every table's page has."""

SAID = ("say", "more", "otherwise")
"""The fields of a step that are sentences."""


class LessonError(ValueError):
    """The file of a lesson cannot be read, or cannot be played."""


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: what is said and shown, and what the learner is to do."""

    say: str
    more: str = ""
    show: tuple[str, ...] = ()
    do: tuple[str, ...] = ()
    """The wanted roll, or the wanted moves, each of which is accepted; empty if the step is only read."""
    otherwise: str = ""
    then: tuple[str, ...] = ()
    """What the other seats do after it, as lines of a script."""
    answers: Mapping[str, Phrase] = field(default_factory=dict)
    """Moves that are offered, too, and what each is answered: the wrong choices of a puzzle."""

    @property
    def rolls(self) -> bool:
        """Whether the learner is to roll."""
        return bool(self.do) and self.do[0].split()[0] == DICE

    def accepts(self, move: str) -> bool:
        """Say whether a move is one of those that are wanted.

        >>> step = LessonStep("Write the 5.", do=("write 5 b*", "write 5 a1"))
        >>> [step.accepts(move) for move in ("write 5 b3", "write 5 a1", "write 5 a2")]
        [True, True, False]
        """
        return any(
            move.startswith(wanted.removesuffix(ANY)) if wanted.endswith(ANY) else move == wanted for wanted in self.do
        )


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson: a table, a script that leads to its beginning, and steps."""

    game: Game
    name: str
    title: str
    about: str
    minutes: int
    steps: tuple[LessonStep, ...]
    order: int = 1
    """Of a game's lessons, the one with the smallest is proposed first."""
    seats: int = 1
    names: tuple[str, ...] = ()
    """Of the players on the other seats."""
    options: Mapping[str, str | list[str]] = field(default_factory=dict)
    script: tuple[str, ...] = ()
    deal_prefix: str = DEAL
    """That of puzzles differs, which are lessons of two steps."""

    @property
    def deal(self) -> str:
        """The deal of its tables."""
        return f"{self.deal_prefix}{self.game.name}/{self.name}"

    def lines_of(self, seat: int) -> list[str]:
        """Return all moves that the script has for a seat, beside what the learner is asked for."""
        lines = [*self.script, *(line for step in self.steps for line in step.then)]
        return [move for first, _, move in (line.partition(" ") for line in lines) if first == str(seat + 1)]


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return a game's lessons, the one to begin with first; raise LessonError if a file is not as it should be."""
    files = sorted((game.folder / FOLDER).glob("*.toml"))
    return _read_all(game, tuple((path, path.stat().st_mtime_ns) for path in files))


@lru_cache
def _read_all(game: Game, files: tuple[tuple[Path, int], ...]) -> tuple[Lesson, ...]:
    return tuple(sorted((_read(game, path) for path, _ in files), key=lambda lesson: (lesson.order, lesson.name)))


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the lesson of the same game that comes next, if there is one; None after a puzzle."""
    lessons = lessons_of(lesson.game)
    return next((each for one, each in pairwise(lessons) if one.deal == lesson.deal), None)


def lesson_of(game: Game, deal: str) -> Lesson | None:
    """Return the lesson that a table with this deal is for; None if there is none, or it cannot be read any more."""
    if not deal.startswith(DEAL):
        return None
    try:
        return next((lesson for lesson in lessons_of(game) if lesson.deal == deal), None)
    except LessonError:
        return None


def sentences_of(path: Path) -> list[str]:
    """Return all sentences of a lesson's file, which are to be translated."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = [step[name] for step in said.get("step", []) for name in SAID if step.get(name)]
    return [said[name] for name in ("title", "about") if said.get(name)] + steps


def _read(game: Game, path: Path) -> Lesson:
    where = f"{FOLDER}/{path.name}"
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        steps = [_step(each, f"step {n}") for n, each in enumerate(said.pop("step", []), start=1)]
        fields = fields_of(said, Lesson, ("game", "name", "steps", "deal_prefix"), "the lesson")
        return Lesson(game=game, name=path.stem, steps=tuple(steps), **fields)
    except (tomllib.TOMLDecodeError, TypeError, LessonError) as fault:
        raise LessonError(f"{where}: {fault}") from fault


def _step(said: dict[str, Any], where: str) -> LessonStep:
    fields = fields_of(said, LessonStep, ("answers",), where)
    if "say" not in fields:
        raise LessonError(f"{where} says nothing")
    return LessonStep(**fields)


LISTS = ("show", "do", "names")
"""The fields that are a text or a list of texts."""
SCRIPTS = ("script", "then")
"""The fields that are lines in one text."""


def fields_of(said: dict[str, Any], kind: type, given: Iterable[str], where: str) -> dict[str, Any]:
    """Return the fields of a file as those of a class, and refuse unknown ones."""
    known = set(kind.__dataclass_fields__) - set(given)  # type: ignore[attr-defined]  # all are data classes
    if unknown := sorted(said.keys() - known):
        raise LessonError(f"{where} has a field '{unknown[0]}': known are {', '.join(sorted(known))}")
    return {name: _value(name, value) for name, value in said.items()}


def _value(name: str, value: Any) -> Any:
    if name in SCRIPTS:
        return tuple(line.strip() for line in value.strip().splitlines() if line.strip())
    if name in LISTS:
        return (value,) if isinstance(value, str) else tuple(value)
    return value
