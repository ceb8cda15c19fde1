"""Statistics of results: by game, by kind of game, and by opponents."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from rollwright.core.game import Game
from rollwright.core.options import Option
from rollwright.table.models import OF_A_TABLE, Result
from rollwright.table.results import ALONE

LAST = 20
"""How many results are listed individually."""


@dataclass
class Tally:
    """Statistics of some results."""

    games: int = 0
    rivalled: int = 0
    """How many of them had opponents."""
    won: int = 0
    halves: int = 0
    _best: Result | None = None

    def add(self, result: Result) -> None:
        """Add a result; results must be added in order, the last finished first."""
        self.games += 1
        self.rivalled += result.seats > 1
        self.won += result.seats > 1 and result.place == 1
        self.halves += result.halves
        if self._best is None or result.halves >= self._best.halves:
            self._best = result

    @property
    def best(self) -> Result:
        """The best result; of several equal ones the earliest."""
        assert self._best, "nothing was counted yet"
        return self._best

    @property
    def average(self) -> float:
        """The average points of a game."""
        return self.halves / 2 / self.games


@dataclass(frozen=True)
class Kind:
    """A class of comparable games: solo or not, and the table's choices, such as its map."""

    alone: bool
    choices: tuple[tuple[str, str], ...]


@dataclass
class Skill:
    """What the analyses of some games say about one player."""

    games: int = 0
    halves: int = 0
    luck: float = 0.0
    loss: float = 0.0
    decisions: int = 0

    def add(self, result: Result) -> None:
        """Add a result, if its game was analysed."""
        if result.luck is None or result.loss is None or not result.decisions:
            return
        self.games += 1
        self.halves += result.halves
        self.luck += result.luck
        self.loss += result.loss
        self.decisions += result.decisions

    @property
    def average(self) -> float:
        """The average points of a game."""
        return self.halves / 2 / self.games

    @property
    def without_luck(self) -> float:
        """The same, less what luck brought."""
        return self.average - self.luck / self.games

    @property
    def error_rate(self) -> float:
        """What a decision lost on average: points if alone, else shares of the victory."""
        return max(0.0, self.loss / self.decisions)


Month = tuple[int, int]
"""A year and a month."""


@dataclass
class Played:
    """All statistics of one game."""

    total: Tally = field(default_factory=Tally)
    rows: dict[tuple[Kind, str], Tally] = field(default_factory=dict)
    """By kind and opponents."""
    kinds: dict[Kind, Tally] = field(default_factory=dict)
    """By kind, the last played first."""
    last: dict[Kind, list[Result]] = field(default_factory=dict)
    """The last results of each kind, the latest first."""
    mixed: set[tuple[str, str]] = field(default_factory=set)
    """Options and values that do not make a kind of their own, such as a race, and are counted together."""
    seats: set[int] = field(default_factory=set)
    months: dict[tuple[Kind, Month], Skill] = field(default_factory=dict)
    """What analyses say, by kind and month, the last month first."""


def repeated(results: Iterable[Result]) -> set[str]:
    """Return the tables whose dice the player had met before: only the first table of each deal counts.

    A deal may be named after the first table that had its dice; that table itself has no deal name.
    """
    first: dict[str, Result] = {}
    known = list(results)
    for result in known:
        deal = _deal(result)
        if deal not in first or result.ended < first[deal].ended:
            first[deal] = result
    return {result.table_id for result in known if first[_deal(result)].table_id != result.table_id}


def _deal(result: Result) -> str:
    return result.deal or OF_A_TABLE + result.table_id


def tally(
    results: Sequence[Result], games: dict[str, Game], month_of: Callable[[float], Month] = lambda ended: (0, 0)
) -> dict[str, Played]:
    """Compute the statistics by game, the last played first, from results with the last finished first.

    `month_of` says in which month a time is, for who reads it.
    """
    found: dict[str, Played] = {}
    kind_of = cache(
        lambda game, setting, alone: _kind(games.get(game), setting, alone)
    )  # few distinct values for many results
    for result in results:
        kind, rest = kind_of(result.game, result.setting, result.against == ALONE)
        played = found.setdefault(result.game, Played())
        played.total.add(result)
        played.kinds.setdefault(kind, Tally()).add(result)
        played.rows.setdefault((kind, result.against), Tally()).add(result)
        last = played.last.setdefault(kind, [])
        if len(last) < LAST:
            last.append(result)
        played.mixed.update(rest)
        played.seats.add(result.seats)
        if result.luck is not None and result.decisions:
            played.months.setdefault((kind, month_of(result.ended)), Skill()).add(result)
    return found


def _kind(game: Game | None, setting: str, alone: bool) -> tuple[Kind, list[tuple[str, str]]]:
    """Return the kind of a setting, and the choices that do not matter for it."""
    said = {str(name): str(value) for name, value in json.loads(setting).items()}
    unsaid = {option.name: option.unsaid for option in game.options if option.unsaid in option.names(1)} if game else {}
    chosen = sorted({**(unsaid if alone else {}), **said}.items())  # as results from before an option are counted
    choices = tuple(each for each in chosen if makes_a_kind(game, each[0]))
    return Kind(alone, choices), [each for each in chosen if each not in choices]


def makes_a_kind(game: Game | None, name: str) -> bool:
    """Say whether games that differ in an option are of different kinds: if it is an option of the table, and not about
    the order of seats. False for a game that is no longer installed."""
    option = option_named(game, name)
    return option is None or not (option.per_seat or option.of_seats)


def option_named(game: Game | None, name: str) -> Option | None:
    """Return a game's option by name, or None."""
    return next((option for option in game.options if option.name == name), None) if game else None
