"""Whole games between bots, played by workers: the same seeds give the same games on any machine."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from math import inf
from random import Random

import numpy as np

from rollwright.bots.guided_playouts import favourite
from rollwright.bots.levels import LEVELS, choose
from rollwright.bots.search import Budget, advise
from rollwright.core.dice import RollCounter, SeededDice
from rollwright.core.game import Game, open_game
from rollwright.core.position import Position
from rollwright.lab.report.endings import Endings, deed_teller, ending_teller, places_at_end, starts_at_end
from rollwright.lab.simulate import Simulation
from rollwright.lab.workers.pool import Workers
from rollwright.lab.workers.spread import spread

GUIDE = 0
"""A player that makes no playouts: it always makes the move that the game's `prefer` rates highest."""

RANDOM = "random"
"""A player that makes random legal moves."""

PLAYERS = (RANDOM, *LEVELS)
"""All players with a name, weakest first."""

BY_THE_GUIDE = "guide"
"""The name of the player `GUIDE`."""

NEWCOMER = "newcomer"
"""A player with a plan who often errs: the guide, except that a share of its moves is random."""

BLUNDERS = 0.2
"""That share."""

MEASURED = (RANDOM, NEWCOMER, BY_THE_GUIDE, *LEVELS)
"""All players whose games can be simulated: some are there to measure a game by, not to play against."""

Chooser = Callable[[str, bytes, int, int], int]
"""Any other player: given a game's name, the bytes of what a seat may know, the seat and a seed, it returns a move."""

Player = str | int | Budget | Chooser
"""A player for a seat: by name, as a number of guided playouts per decision, by its budget, or as a function."""

Setting = Mapping[str, str | Sequence[str]]
"""Options of a table; the others have their defaults."""

SEED_STRIDE = 1_000_000_000
"""Distance between the game seeds of one simulation seed and those of the next."""


@dataclass(frozen=True)
class Run:
    """A number of games with one setting, and the seed of their dice."""

    games: int
    seed: int
    setting: Setting = field(default_factory=dict)


@dataclass(frozen=True)
class Seating:
    """A game to play: the player of each seat, the seed of the dice, and the options."""

    players: Sequence[Player]
    seed: int
    setting: Setting = field(default_factory=dict)


@dataclass(frozen=True)
class Match:
    """A finished game: the player of each seat, and the results for each seat."""

    players: tuple[Player, ...]
    seed: int
    halves: list[int]
    ties: list[int]
    decisions: int
    ending: str = ""
    """How it ended, in English; empty if the game does not say."""
    places: tuple[int, ...] = ()
    """Each seat's place in the order of play, 0 for the first; empty if the game does not say."""
    deeds: tuple[Counter[str], ...] = ()
    """How often each seat did each kind of thing, in English; empty if the game does not say."""
    starts: tuple[str, ...] = ()
    """What each seat started with, in English; empty if the game does not say."""

    def share(self, seat: int) -> float:
        """Return a seat's share of the win: 1 alone, 1/2 with one other, 0 if somebody was better."""
        results = list(zip(self.halves, self.ties, strict=True))
        return (results[seat] == max(results)) / results.count(max(results))


def play_match(
    game: Game,
    players: Sequence[Player],
    seed: int,
    setting: Setting | None = None,
    watch: Callable[[bytes, int], None] = lambda view, seat: None,
) -> Match:
    """Play a game with these players, without a clock; the dice depend on the seed only, not on who plays.

    `watch` is called before each decision of a bot, with the bytes of the position it may know and its seat.
    """
    seats = len(players)
    position = Position.new(game, seats, setting)
    source, rolls = SeededDice(seed), RollCounter()
    random, decisions = Random(seed), 0
    tell_deed, deeds = deed_teller(game), tuple(Counter[str]() for _ in players)
    while True:
        if roll := position.next_roll(rolls):
            rolls.count(roll)
            position = position.rolled(source.faces(roll))
            continue
        waiting = position.waiting
        if not waiting:
            break
        seat = waiting[0]
        if players[seat] == RANDOM or (players[seat] == NEWCOMER and random.random() < BLUNDERS):
            move = random.choice(position.legal(seat))
        else:
            view = bytes(position.seen(seat))
            watch(view, seat)
            move = move_of(game, view, seat, players[seat], seed * seats + seat)
        if tell_deed and (deed := tell_deed(position.record, seat, move)):
            deeds[seat][deed] += 1
        position = position.after(seat, move)
        decisions += 1
    halves = [position.score(seat) for seat in range(seats)]
    ties = [int(position.rules.tiebreak(position.record, seat)) for seat in range(seats)]
    tell = ending_teller(game)
    return Match(
        tuple(players),
        seed,
        halves,
        ties,
        decisions,
        ending=tell(position.record) if tell else "",
        places=places_at_end(game, position.record),
        deeds=deeds if tell_deed else (),
        starts=starts_at_end(game, position.record),
    )


def move_of(game: Game, view: bytes, seat: int, player: Player, seed: int) -> int:
    """Return the move of a bot, without a time limit; one that errs now and then does not err here."""
    if callable(player):
        return player(game.name, view, seat, seed)
    if player in (GUIDE, BY_THE_GUIDE, NEWCOMER):
        return _favourite(game, view, seat, seed)
    if isinstance(player, int):
        player = Budget(player)
    if isinstance(player, Budget):
        return advise(game, view, seat, player, seed).move
    return choose(game, view, seat, player, seed, seconds=inf).move


def _favourite(game: Game, view: bytes, seat: int, seed: int) -> int:
    """Return the move with the greatest `prefer`; ties are broken by the seed."""
    rules = game.rules()
    position, moves = rules.restore(view), np.zeros(rules.max_moves, np.int64)
    count = int(rules.legal(position, seat, moves))
    start = int.from_bytes(sha256(f"{seed}/{seat}/".encode() + view).digest()[:8], "big") % count
    return int(game.bind(favourite)(position, seat, moves, count, start))


def play_matches(
    workers: Workers, game: Game, seatings: Sequence[Seating], progress: Callable[[int], None] = lambda done: None
) -> list[Match]:
    """Play a game for each of the seatings and return the results in the same order."""
    return spread(workers, _play_part, (game.name,), seatings, progress)


def _play_part(name: str, seatings: Sequence[Seating]) -> list[Match]:
    game = open_game(name)
    return [play_match(game, each.players, each.seed, each.setting) for each in seatings]


def endings_of(played: Iterable[Match]) -> Endings:
    """Count how these games ended, if the game says it."""
    return Counter(match.ending for match in played if match.ending)


def play_bots(
    workers: Workers,
    game: Game,
    player: str,
    seats: int,
    runs: Sequence[Run],
    progress: Callable[[int], None] = lambda done: None,
) -> list[Simulation]:
    """Play games with the same player on every seat and return the results of each run.

    All runs are submitted together, so that no worker waits for the last game of a run.
    """
    workers.prepare(game.name).result()
    started = time.perf_counter()
    settings = [game.setting(seats, run.setting) for run in runs]
    seatings = [
        Seating([player] * seats, run.seed * SEED_STRIDE + number, setting)
        for run, setting in zip(runs, settings, strict=True)
        for number in range(run.games)
    ]
    played = iter(play_matches(workers, game, seatings, progress))
    seconds = time.perf_counter() - started
    return [
        _simulation(game, player, run, setting, list(islice(played, run.games)), seconds * run.games / len(seatings))
        for run, setting in zip(runs, settings, strict=True)
    ]


def _simulation(
    game: Game, player: str, run: Run, setting: dict[str, list[str]], played: Sequence[Match], seconds: float
) -> Simulation:
    """Return the results of the games of a run."""
    seats = len(played[0].players)
    halves, ties = (
        np.array(rows, np.int64) for rows in zip(*((each.halves, each.ties) for each in played), strict=True)
    )
    decisions = sum(each.decisions for each in played)
    endings = endings_of(played)
    return Simulation(game, seats, run.games, run.seed, setting, decisions, seconds, halves, ties, endings, player)
