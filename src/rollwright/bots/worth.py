"""What games of the normal bot came to, from a file in a game's folder: it tells what a result is worth."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import product

from rollwright.bots.levels import NORMAL
from rollwright.core.game import Game, cannot_load

WORTH_FILE = "worth.toml"
"""The file in a game's folder; `rollwright worth GAME` writes it. A game without it tells nothing."""

PLAYER = NORMAL.name


@dataclass(frozen=True)
class Worth:
    """What the bot's games at one kind of table came to, with the bot on every seat."""

    seats: int
    options: Mapping[str, str]
    """The options of the table that matter."""
    games: int
    first: tuple[tuple[int, ...], ...]
    """The half points of each seat in the first games: they show whether the rules are still the same."""
    spread: tuple[int, ...]
    """Half points at equal steps through all results, the lowest first."""
    endings: Mapping[str, int] = field(default_factory=dict)
    """How many games ended in each way, in English, if the game says it."""

    def tenths_below(self, halves: int) -> int:
        """Return how many of ten games came to less; 10 only if all did."""
        return 10 * sum(each < halves for each in self.spread) // len(self.spread)

    def tenths_equal(self, halves: int) -> int:
        """Return how many of ten games came to the same."""
        return 10 * self.spread.count(halves) // len(self.spread)

    @property
    def low(self) -> int:
        """The half points that nine of ten games reach."""
        return self.spread[len(self.spread) // 10]

    def ended_so(self, ending: str) -> int:
        """Return how many of a hundred games ended in this way."""
        return round(100 * self.endings.get(ending, 0) / self.games)


@dataclass(frozen=True)
class Measured:
    """The whole file of a game: what it was measured with, and what was found for each kind of table."""

    seed: int
    playouts: int
    rules: str
    """The fingerprint of the rules."""
    tables: tuple[Worth, ...]

    @classmethod
    def read(cls, game: Game) -> "Measured | None":
        """Read a game's file, if it has one; refuse a file that cannot be read."""
        path = game.folder / WORTH_FILE
        if not path.exists():
            return None
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
            return cls(
                found["seed"], found["playouts"], found["rules"], tuple(_read_table(each) for each in found["table"])
            )
        except Exception as fault:  # it may have been edited by hand
            raise cannot_load(f"{game.name}/{WORTH_FILE}", fault) from fault

    def at(self, seats: int, options: Mapping[str, str]) -> Worth | None:
        """Return what was found for a kind of table, or None if it was not measured."""
        return next((each for each in self.tables if (each.seats, each.options) == (seats, options)), None)


def _read_table(table: Mapping[str, object]) -> Worth:
    first, spread = table["first"], table["spread"]
    assert isinstance(first, list)
    assert isinstance(spread, list)
    assert spread == sorted(spread), "the spread is not sorted"
    return Worth(**{**table, "first": tuple(map(tuple, first)), "spread": tuple(spread)})  # type: ignore[arg-type]


def fingerprint(game: Game) -> str:
    """Return a digest of what the game's golden counts say about its rules: other rules, other counts."""
    path = game.folder / "golden" / "counts.toml"
    return sha256(path.read_bytes()).hexdigest()[:10] if path.exists() else ""


@cache
def measured(game: Game) -> Measured | None:
    """Return a game's file, read once."""
    return Measured.read(game)


def kind_of(game: Game, seats: int, setting: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the options of a table that matter for its points: those of the table that have a choice.

    The choices of single seats are all among the bot's games, and who starts makes no difference worth measuring.
    """
    return {name: setting[name][0] for name in _choices(game, seats)}


def kinds(game: Game) -> list[tuple[int, dict[str, str]]]:
    """Return every kind of table of a game: its seats and the options that matter."""
    return [
        (seats, dict(zip(choices, values, strict=True)))
        for seats in game.seats
        for choices in [_choices(game, seats)]
        for values in product(*choices.values())
    ]


def _choices(game: Game, seats: int) -> dict[str, list[str]]:
    own = [option for option in game.options if not option.per_seat and not option.of_seats]
    return {option.name: option.names(seats) for option in own if len(option.names(seats)) > 1}


def worth_of(game: Game, seats: int, setting: Mapping[str, Sequence[str]]) -> Worth | None:
    """Return what the bot's games at such a table came to, or None if that is not known."""
    found = measured(game)
    return found.at(seats, kind_of(game, seats, setting)) if found else None
