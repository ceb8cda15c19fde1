"""Results added up: by game, by what was played there, and by whom it was played against."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from rollwright.core.game import Game
from rollwright.core.options import Option
from rollwright.table.models import OF_A_TABLE, Result
from rollwright.table.results import ALONE

LAST = 20
"""Results that are shown one by one."""


@dataclass
class Tally:
    """Results of one kind, added up."""

    games: int = 0
    rivalled: int = 0
    """How many of them were played against somebody."""
    won: int = 0
    halves: int = 0
    _best: Result | None = None

    def add(self, result: Result) -> None:
        """Count one more; they come in the order in which they ended, the last first."""
        self.games += 1
        self.rivalled += result.seats > 1
        self.won += result.seats > 1 and result.place == 1
        self.halves += result.halves
        if self._best is None or result.halves >= self._best.halves:
            self._best = result

    @property
    def best(self) -> Result:
        """The best; of several as good the first."""
        assert self._best, "nothing was counted yet"
        return self._best

    @property
    def average(self) -> float:
        """The points of a game, on average."""
        return self.halves / 2 / self.games


@dataclass(frozen=True)
class Kind:
    """What must be alike for points to be compared: played alone or not, and the table's choices, such as its map."""

    alone: bool
    choices: tuple[tuple[str, str], ...]


@dataclass
class Played:
    """All of one game."""

    total: Tally = field(default_factory=Tally)
    rows: dict[tuple[Kind, str], Tally] = field(default_factory=dict)
    """By kind, and by whom it was played against."""
    kinds: dict[Kind, Tally] = field(default_factory=dict)
    """The last played first."""
    last: dict[Kind, list[Result]] = field(default_factory=dict)
    """The last of each kind, the very last first."""
    mixed: set[tuple[str, str]] = field(default_factory=set)
    """What was chosen that makes no kind of its own, such as a race: these are counted together."""
    seats: set[int] = field(default_factory=set)


def repeated(results: Iterable[Result]) -> set[str]:
    """Return the tables whose dice the player had met before: of each deal only the first counts.

    A deal may be named by the first table that was played with it, which has no other name for it.
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


def tally(results: Sequence[Result], games: dict[str, Game]) -> dict[str, Played]:
    """Add up results that come last ended first, by game, the last played first; `games` are those on the shelf."""
    found: dict[str, Played] = {}
    kind_of = cache(lambda game, setting, alone: _kind(games.get(game), setting, alone))  # there are few, for many
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
    return found


def _kind(game: Game | None, setting: str, alone: bool) -> tuple[Kind, list[tuple[str, str]]]:
    """Return which kind of game a setting makes, and what was chosen beside that."""
    chosen = [(str(name), str(value)) for name, value in json.loads(setting).items()]
    choices = tuple(each for each in chosen if makes_a_kind(game, each[0]))
    return Kind(alone, choices), [each for each in chosen if each not in choices]


def makes_a_kind(game: Game | None, name: str) -> bool:
    """Say whether games with other choices of an option are of another kind: if it is the table's, and not about who
    sits where. Of a game that is not here any more nobody knows."""
    option = option_named(game, name)
    return option is None or not (option.per_seat or option.of_seats)


def option_named(game: Game | None, name: str) -> Option | None:
    """Return an option of a game, if it has it."""
    return next((option for option in game.options if option.name == name), None) if game else None
