"""What a game's choices are tried in: each against each, and who begins against who does not, for two players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from rollwright.core.contract import Ints
from rollwright.core.game import Game, open_game
from rollwright.lab.matches import BLUNDERS, BY_THE_GUIDE, GUIDE, NEWCOMER, RANDOM, Player, play_match
from rollwright.lab.report.balance import Order, Table, tables_of, weighed_options
from rollwright.lab.report.endings import places_at_end
from rollwright.lab.simple_players.simple_games import PlaysSimply, SimpleGames

SLIPS = {RANDOM: 100, NEWCOMER: round(100 * BLUNDERS), BY_THE_GUIDE: 0, GUIDE: 0}
"""The players whose games are compiled, and how many of a hundred moves they make at random."""

SEATS = 2

BEGINNER = "begins"
"""The name of the contest of who begins."""


@dataclass(frozen=True)
class Contest:
    """Two sides, and the orders of seats in which a set of dice is played."""

    option: str
    """The option that the sides differ in; BEGINNER for the contest of who begins."""
    sides: tuple[str, str]
    orders: tuple[tuple[Order, ...], ...]
    """They go round from one set of dice to the next; each is played in full on one set."""
    tables: tuple[Table, ...]
    """Options of the whole table, which go round, too."""

    def settings(self, number: int) -> list[dict[str, str | list[str]]]:
        """Return the options of each game on a set of dice."""
        table = dict(self.tables[number % len(self.tables)])
        orders = self.orders[number // len(self.tables) % len(self.orders)]
        return [{**table, **({self.weighed: list(order)} if order else {})} for order in orders]

    @property
    def period(self) -> int:
        """After how many sets of dice tables and orders of seats come round again."""
        return len(self.tables) * len(self.orders)

    @property
    def weighed(self) -> str:
        """The option whose choices the orders are."""
        return self.option.removeprefix(f"{BEGINNER} ")

    @property
    def is_of_beginner(self) -> bool:
        """Whether its sides are who begins and who does not."""
        return self.option.startswith(BEGINNER)


def contests(game: Game, over: Sequence[str] = (), table: Mapping[str, str] | None = None) -> list[Contest]:
    """Return all contests of a game; none if it is not for two.

    `over` are options of the whole table that go round; `table` fixes others.
    """
    if SEATS not in game.seats:
        return []
    fixed = tuple((table or {}).items())
    tables = tuple((*fixed, *each) for each in tables_of(game.options, SEATS, over))
    found, rounds = [], list[tuple[str, tuple[tuple[Order, ...], ...]]]()
    for option in weighed_options(game, SEATS):
        pairs = tuple(((one, other), (other, one)) for one, other in combinations(option.names(SEATS), 2))
        found += [Contest(option.name, pair[0], (pair,), tables) for pair in pairs]
        rounds.append((option.name, pairs))
    name, orders = rounds[0] if rounds else ("", (((),),))
    return [*found, Contest(f"{BEGINNER} {name}".rstrip(), ("who begins", "the other"), orders, tables)]


@dataclass(frozen=True)
class Lead:
    """What came of one set of dice for the first side of a contest."""

    quarters: int
    """Its share of the two victories, in quarters."""
    leads: tuple[int, ...]
    """By how many half points it led in each game; equal points are told apart by what breaks ties."""


Dice = tuple[Contest, int, int]
"""A set of dice: whose, its number, and its seed."""


def play_dice(name: str, player: Player, pieces: Sequence[Dice], *, on_gpu: bool = False) -> list[Lead]:
    """Play sets of dice; those of simple players in compiled code, or on a GPU."""
    game = open_game(name)
    games = [
        (at, order, game.setting(SEATS, setting), seed)
        for at, (contest, number, seed) in enumerate(pieces)
        for order, setting in enumerate(contest.settings(number))
    ]
    slips = SLIPS.get(player) if isinstance(player, str | int) else None
    results: dict[tuple[int, int], tuple[list[int], list[int], tuple[int, ...]]] = {}
    if slips is None:
        for at, order, setting, seed in games:
            match = play_match(game, [player] * SEATS, seed, setting)
            results[at, order] = match.halves, match.ties, match.places
    else:
        results = _play_simple(_gpu_games(game) if on_gpu else SimpleGames(game), slips, games)
    return [
        _lead(contest, [results[at, order] for order in range(len(contest.settings(number)))])
        for at, (contest, number, _) in enumerate(pieces)
    ]


@cache
def _gpu_games(game: Game) -> PlaysSimply:
    """Return what plays the games of simple players on a GPU."""
    from rollwright.lab.gpu.device_games import DeviceGames

    return DeviceGames(game)


def _play_simple(
    simple: PlaysSimply, slips: int, games: Sequence[tuple[int, int, dict[str, list[str]], int]]
) -> dict[tuple[int, int], tuple[list[int], list[int], tuple[int, ...]]]:
    """Play games of simple players, all of one setting at once."""
    alike: dict[str, list[int]] = {}
    for place, (_, _, setting, _) in enumerate(games):
        alike.setdefault(repr(setting), []).append(place)
    found = {}
    for places in alike.values():
        played = simple.play(games[places[0]][2], [slips] * SEATS, [games[place][3] for place in places])
        for row, place in enumerate(places):
            at, order, _, _ = games[place]
            told = places_at_end(simple.game, played.states[row])
            found[at, order] = played.halves[row].tolist(), played.ties[row].tolist(), told
    return found


def _lead(contest: Contest, results: Sequence[tuple[list[int], list[int], tuple[int, ...]]]) -> Lead:
    """Evaluate the games on one set of dice."""
    quarters, leads = 0, []
    for order, (halves, ties, places) in enumerate(results):
        seat = order % SEATS if not contest.is_of_beginner else (places.index(0) if places else 0)
        mine, yours = (halves[seat], ties[seat]), (halves[1 - seat], ties[1 - seat])
        quarters += (4 // len(results)) * (mine > yours) + (2 // len(results)) * (mine == yours)
        leads.append(mine[0] - yours[0])
    return Lead(quarters, tuple(leads))


def as_quarters(found: Sequence[Lead]) -> Ints:
    """Return the observations of a test."""
    return np.array([each.quarters for each in found], np.int64)
