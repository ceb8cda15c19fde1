"""Balance between the choices of seats: equally strong bots play every combination in every order."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

from rollwright.core.game import Game
from rollwright.core.options import Option
from rollwright.lab.matches import SEED_STRIDE, Match, Seating, play_matches
from rollwright.lab.statistics import Estimate
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import counting

Order = tuple[str, ...]
"""The choice of each seat."""

Table = tuple[tuple[str, str], ...]
"""The options of the whole table: (option, choice)."""

Which = Callable[[Order, Match], list[int]]
"""Selects seats of a finished game."""


@dataclass(frozen=True)
class Trials:
    """How the choices of seats are tried against one another."""

    playouts: int
    """Playouts per decision of each bot; GUIDE means none: it follows the game's `prefer`."""
    dice: Mapping[int, int]
    """By number of seats: sets of dice for each combination of distinct choices, each played in every order."""
    alike: Mapping[int, int] = field(default_factory=dict)
    """Likewise for combinations with repeated choices, which say more about seats than about choices."""
    most: int = 1_000_000
    """Approximate maximum of games for a number of seats; with many choices each combination gets fewer."""
    over: tuple[str, ...] = ()
    """Options of the table that rotate from one set of dice to the next; the others keep their defaults."""
    turned: bool = False
    """Whether a set of dice is only played in rotations of one order, instead of in every order.

    Each choice still sits on each seat, and for the same number of games more sets of dice are used.
    """


@dataclass(frozen=True)
class Heat:
    """A combination of choices, played on the same dice in every order, or in every rotation of one."""

    orders: tuple[Order, ...]
    seed: int
    weight: float = 1
    """Its weight where all combinations count equally: smaller, the more heats a combination has."""
    table: Table = ()
    """The options of the table that rotate."""


Set = tuple[Heat, Sequence[tuple[Order, Match]]]
"""A heat with its games, all played on the same set of dice."""


@dataclass(frozen=True)
class Group:
    """The combinations of one kind, and how many of them are played."""

    alike: bool
    """Whether they have repeated choices."""
    dice: int
    """Sets of dice for each combination."""
    played: int
    """Number of combinations played."""
    possible: int
    """Number of possible combinations."""


@dataclass(frozen=True)
class Heats:
    """All heats for one number of seats."""

    heats: list[Heat]
    groups: list[Group]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(len(heat.orders) for heat in self.heats)


@dataclass(frozen=True)
class Use:
    """How often the players with one choice did one kind of thing."""

    times: int
    """Number of times in all."""
    at_all: int
    """Number of players, counted in each game, who did it at least once."""
    players: int
    """Number of players with that choice, counted in each game."""

    @property
    def mean(self) -> float:
        """Times per player and game."""
        return self.times / self.players


@dataclass(frozen=True)
class Balance:
    """The results of all games with one number of seats. Estimates are shares of wins unless stated otherwise."""

    played: Heats
    pairings: dict[tuple[str, str], tuple[Estimate, Estimate]]
    """With two seats: share of wins and lead in points of the first choice; of the first seat if both are equal."""
    different: dict[str, Estimate]
    """By choice, in games where all choices differ."""
    every: dict[str, Estimate]
    """By choice, in all games; all combinations count equally."""
    seats: list[Estimate]
    """By seat."""
    places: list[Estimate]
    """By place in the order of play, if the game says it."""
    uses: dict[str, dict[str, Use]] = field(default_factory=dict)
    """By choice: how often each kind of thing was done, the most frequent first, if the game says it."""
    starts: dict[str, Estimate] = field(default_factory=dict)
    """By what a seat started with, if the game says it."""
    tables: "dict[Table, Balance]" = field(default_factory=dict)
    """The same for each setting of the table's options that rotate."""


def weighed_options(game: Game, seats: int) -> list[Option]:
    """Return the options in which the seats of a table with this many seats can differ."""
    return [option for option in game.options if option.per_seat and len(option.names(seats)) > 1]


def tables_of(options: Sequence[Option], seats: int, over: Sequence[str]) -> list[Table]:
    """Return all ways to set these options of the table; a single empty one if there are none."""
    shared = {option.name: option.names(seats) for option in options if not option.per_seat}
    return [tuple(zip(over, ways, strict=True)) for ways in product(*(shared[name] for name in over))]


def plan_heats(option: Option, seats: int, trials: Trials, seed: int, tables: Sequence[Table] = ((),)) -> Heats:
    """Give each combination of choices its sets of dice; if there are too many combinations, one set to some of them.

    The tables rotate from set to set.
    """
    names = option.names(seats)
    combinations: dict[tuple[int, ...], list[Order]] = {}
    for order in option.settings(seats):
        places = [names.index(choice) for choice in order]
        turns = [tuple(places[first:] + places[:first]) for first in range(seats)]
        combinations.setdefault(min(turns) if trials.turned else tuple(sorted(places)), []).append(order)
    every = list(combinations.values())
    different = [orders for orders in every if len(set(orders[0])) == seats]
    kinds = [
        (different, trials.dice.get(seats, 0)),
        ([orders for orders in every if orders not in different], trials.alike.get(seats, 0)),
    ]
    wanted = sum(dice * len(orders) for kind, dice in kinds for orders in kind)
    heats, groups = list[Heat](), list[Group]()
    for kind, dice in kinds:
        games = sum(map(len, kind))
        most = dice * games * min(wanted, trials.most) // max(1, wanted)  # its share of the games allowed
        if most:
            each = most // games
            played = kind if each else _some(kind, most, seed)
            group = Group(kind is not different, max(1, each), len(played), len(kind))
            weight = group.possible / (group.played * group.dice)
            drawn = [tuple(orders) for orders in played for _ in range(group.dice)]
            heats += [
                Heat(orders, seed * SEED_STRIDE + number, weight, tables[number % len(tables)])
                for number, orders in enumerate(drawn, len(heats))
            ]
            groups.append(group)
    return Heats(heats, groups)


def _some(combinations: Sequence[list[Order]], most: int, seed: int) -> list[list[Order]]:
    """Draw random combinations with at most this many games in all, but at least one."""
    drawn = Random(seed).sample(combinations, len(combinations))
    return [each for number, each in enumerate(drawn) if number == 0 or sum(map(len, drawn[: number + 1])) <= most]


def weigh(
    workers: Workers,
    game: Game,
    option: Option,
    seats: int,
    trials: Trials,
    seed: int,
    progress: Callable[[str], None] = lambda text: None,
) -> Balance:
    """Play all heats with a number of seats and return the results."""
    played = plan_heats(option, seats, trials, seed, tables_of(game.options, seats, trials.over))
    seatings = [
        Seating([trials.playouts] * seats, heat.seed, {**dict(heat.table), option.name: list(order)})
        for heat in played.heats
        for order in heat.orders
    ]
    text = f"{game.title}: {option.name}, {seats} seats, {trials.playouts} playouts, games"
    told = counting(progress, text, len(seatings))
    return judge(played, seats, option.names(seats), play_matches(workers, game, seatings, told))


def judge(played: Heats, seats: int, names: Sequence[str], matches: Iterable[Match]) -> Balance:
    """Evaluate the games of all heats; those of a heat share their dice and are evaluated together."""
    following = iter(matches)
    sets = [(heat, [(order, next(following)) for order in heat.orders]) for heat in played.heats]
    found = _judge(played, seats, names, sets)
    tables = dict.fromkeys(heat.table for heat, _ in sets)
    if len(tables) < 2:
        return found
    at_table = {table: [each for each in sets if each[0].table == table] for table in tables}
    return replace(
        found,
        tables={
            table: _judge(Heats([heat for heat, _ in some], []), seats, names, some) for table, some in at_table.items()
        },
    )


def _judge(played: Heats, seats: int, names: Sequence[str], sets: Sequence[Set]) -> Balance:
    """Evaluate some of the games."""
    games = [game for _, each in sets for game in each]

    def shares(which: Which, *, different: bool = False, evenly: bool = False) -> Estimate | None:
        """Estimate the share of wins of certain seats, in all heats or where all choices differ.

        With `evenly`, all combinations count equally.
        """
        found = [
            (heat.weight if evenly else 1.0, values)
            for heat, each in sets
            if not different or len(set(heat.orders[0])) == seats
            if (values := [match.share(seat) for order, match in each for seat in which(order, match)])
        ]
        weights = [weight for weight, _ in found]
        return Estimate.of_share_in_sets([values for _, values in found], weights) if found else None

    def with_choice(name: str) -> Which:
        return lambda order, match: [seat for seat in range(seats) if order[seat] == name]

    def at(seat: int) -> Which:
        return lambda order, match: [seat]

    def placed(place: int) -> Which:
        return lambda order, match: [match.places.index(place)] if match.places else []

    def started(start: str) -> Which:
        return lambda order, match: [seat for seat in range(seats) if start in match.starts[seat : seat + 1]]

    different = {name: shares(with_choice(name), different=True) for name in names}
    every = {name: shares(with_choice(name), evenly=True) for name in names}
    by_seat, by_place = ([shares(which(number)) for number in range(seats)] for which in (at, placed))
    starts = {start: shares(started(start)) for start in sorted({start for _, m in games for start in m.starts} - {""})}
    return Balance(
        played,
        _pairings(sets) if seats == 2 else {},
        {name: share for name, share in different.items() if share},
        {name: share for name, share in every.items() if share},
        [share for share in by_seat if share],
        [share for share in by_place if share],
        {name: uses for name in names if (uses := _uses(name, games))},
        {start: share for start, share in starts.items() if share},
    )


def _pairings(sets: Sequence[Set]) -> dict[tuple[str, str], tuple[Estimate, Estimate]]:
    """Evaluate choices against each other; the first of a pair sits first in the first order of a heat."""
    won: dict[tuple[str, str], list[list[float]]] = {}
    ahead: dict[tuple[str, str], list[list[float]]] = {}
    for heat, each in sets:
        one, other = heat.orders[0]
        seats = [order.index(one) for order, _ in each]
        matches = [match for _, match in each]
        won.setdefault((one, other), []).append([match.share(seat) for match, seat in zip(matches, seats, strict=True)])
        ahead.setdefault((one, other), []).append(
            [(match.halves[seat] - match.halves[1 - seat]) / 2 for match, seat in zip(matches, seats, strict=True)]
        )
    return {pair: (Estimate.of_share_in_sets(won[pair]), Estimate.of_mean_in_sets(ahead[pair])) for pair in won}


def _uses(name: str, games: Sequence[tuple[Order, Match]]) -> dict[str, Use]:
    """Count what the players with one choice did, the most frequent first."""
    times, at_all, players = Counter[str](), Counter[str](), 0
    for order, match in games:
        for choice, deeds in zip(order, match.deeds or [Counter[str]()] * len(order), strict=True):
            if choice == name:
                players += 1
                times.update(deeds)
                at_all.update(set(deeds))
    return {deed: Use(count, at_all[deed], players) for deed, count in times.most_common()}
