"""Whether the choices of the seats are equally good: bots that think alike play every combination in every order."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

from rollwright.bots.thinkers import Thinkers
from rollwright.core.game import Game
from rollwright.core.options import Option
from rollwright.lab.matches import SEEDS, Match, Seating, play_matches
from rollwright.lab.statistics import Estimate

Order = tuple[str, ...]
"""What the seats chose, a choice a seat."""

Table = tuple[tuple[str, str], ...]
"""What was chosen for the whole table: names of options, each with its choice."""

Which = Callable[[Order, Match], list[int]]
"""Picks seats of a game that was played."""


@dataclass(frozen=True)
class Trials:
    """How the choices of the seats are tried against one another."""

    playouts: int
    """How many playouts each bot makes for a decision; GUIDE: none, it follows the game's own guide."""
    dice: Mapping[int, int]
    """By the number of seats: sets of dice for each combination of different choices, each played in every order."""
    alike: Mapping[int, int] = field(default_factory=dict)
    """Likewise for each combination in which choices repeat: they tell about seats more than about choices."""
    most: int = 1_000_000
    """About so many games with a number of seats, and no more: with many choices each combination gets fewer."""
    over: tuple[str, ...] = ()
    """Options of the table that go round from one set of dice to the next; the others stay as a table begins."""
    turned: bool = False
    """Whether a set of dice serves only those orders in which the same choices follow one another round the table.

    Each choice sits on each seat in them, too, and more sets of dice are met than if every order were played on each.
    """


@dataclass(frozen=True)
class Heat:
    """A combination of choices, which is played in every order, or turned round the table, on the same dice."""

    orders: tuple[Order, ...]
    seed: int
    weight: float = 1
    """What it counts where all combinations are to count alike: less, the more heats a combination has."""
    table: Table = ()
    """What the table is set to, where that goes round."""


Set = tuple[Heat, Sequence[tuple[Order, Match]]]
"""The games of a heat, which were all played on the same set of dice."""


@dataclass(frozen=True)
class Group:
    """Combinations of one kind, and which part of them is played."""

    alike: bool
    """Whether choices repeat in them."""
    dice: int
    """Sets of dice for each."""
    played: int
    """How many are played ..."""
    possible: int
    """... of how many."""


@dataclass(frozen=True)
class Heats:
    """All heats with a number of seats."""

    heats: list[Heat]
    groups: list[Group]

    @property
    def games(self) -> int:
        """How many games that makes."""
        return sum(len(heat.orders) for heat in self.heats)


@dataclass(frozen=True)
class Use:
    """How often those who made a choice did a kind of thing."""

    times: int
    """How often in all ..."""
    at_all: int
    """... by how many players of a game, who did it once or more ..."""
    players: int
    """... of how many who made that choice."""

    @property
    def mean(self) -> float:
        """Times a game and player."""
        return self.times / self.players


@dataclass(frozen=True)
class Balance:
    """What came out of all games with a number of seats."""

    played: Heats
    pairings: dict[tuple[str, str], tuple[Estimate, Estimate]]
    """With two seats: the share the first choice wins, and by how many points it is ahead; if alike, the first seat."""
    different: dict[str, Estimate]
    """What each choice wins where no two are alike."""
    every: dict[str, Estimate]
    """What each choice wins for a seat, against any choices: all combinations count alike."""
    seats: list[Estimate]
    """What each seat wins."""
    places: list[Estimate]
    """What each place in the order of play wins, if the game can tell it."""
    uses: dict[str, dict[str, Use]] = field(default_factory=dict)
    """For each choice, what was done how often, the usual first, if the game can tell it."""
    starts: dict[str, Estimate] = field(default_factory=dict)
    """What a seat wins that began with each thing one can begin with, if the game can tell it."""
    tables: "dict[Table, Balance]" = field(default_factory=dict)
    """The same for the games at each table alone, where the table's options go round."""


def weighed_options(game: Game, seats: int) -> list[Option]:
    """Return the options in which seats of a table of this size can differ."""
    return [option for option in game.options if option.per_seat and len(option.names(seats)) > 1]


def tables_of(options: Sequence[Option], seats: int, over: Sequence[str]) -> list[Table]:
    """Return all ways to set these options of the table; one that sets nothing, if there are none."""
    shared = {option.name: option.names(seats) for option in options if not option.per_seat}
    return [tuple(zip(over, ways, strict=True)) for ways in product(*(shared[name] for name in over))]


def plan_heats(option: Option, seats: int, trials: Trials, seed: int, tables: Sequence[Table] = ((),)) -> Heats:
    """Give each combination of choices its sets of dice; if there are too many for that, one set to some of them.

    The tables take turns, set by set.
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
        most = dice * games * min(wanted, trials.most) // max(1, wanted)  # its part of the games that may be played
        if most:
            each = most // games
            played = kind if each else _some(kind, most, seed)
            group = Group(kind is not different, max(1, each), len(played), len(kind))
            weight = group.possible / (group.played * group.dice)
            drawn = [tuple(orders) for orders in played for _ in range(group.dice)]
            heats += [
                Heat(orders, seed * SEEDS + number, weight, tables[number % len(tables)])
                for number, orders in enumerate(drawn, len(heats))
            ]
            groups.append(group)
    return Heats(heats, groups)


def _some(combinations: Sequence[list[Order]], most: int, seed: int) -> list[list[Order]]:
    """Draw as many of the combinations, at least one, as make no more games than that."""
    drawn = Random(seed).sample(combinations, len(combinations))
    return [each for number, each in enumerate(drawn) if number == 0 or sum(map(len, drawn[: number + 1])) <= most]


def weigh(thinkers: Thinkers, game: Game, option: Option, seats: int, trials: Trials, seed: int) -> Balance:
    """Play all heats with a number of seats and return what came out."""
    played = plan_heats(option, seats, trials, seed, tables_of(game.options, seats, trials.over))
    seatings = [
        Seating([trials.playouts] * seats, heat.seed, {**dict(heat.table), option.name: list(order)})
        for heat in played.heats
        for order in heat.orders
    ]
    return judge(played, seats, option.names(seats), play_matches(thinkers, game, seatings))


def judge(played: Heats, seats: int, names: Sequence[str], matches: Iterable[Match]) -> Balance:
    """Find out what the games of all heats say; those of a heat, on the same dice, are judged together."""
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
    """Find out what some of the games say."""
    games = [game for _, each in sets for game in each]

    def shares(which: Which, *, different: bool = False, evenly: bool = False) -> Estimate | None:
        """Estimate what certain seats win: where all choices differ or in all heats, each combination alike or not."""
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
    """Judge choices against one another: the one named first sits first in the first order of a heat."""
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
    """Count what those who made a choice did, the usual first."""
    times, at_all, players = Counter[str](), Counter[str](), 0
    for order, match in games:
        for choice, deeds in zip(order, match.deeds or [Counter[str]()] * len(order), strict=True):
            if choice == name:
                players += 1
                times.update(deeds)
                at_all.update(set(deeds))
    return {deed: Use(count, at_all[deed], players) for deed, count in times.most_common()}
